// Wrong input is refused with a message that names it; nothing crashes, and the library still works afterwards.

import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import test from 'node:test';
import {fc, makeBox} from './support.js';

const {Mesh, MeshError, Pose, World} = fc;
const [positions, indices] = makeBox();
const box = Mesh.fromArrays(positions, indices);
const plate = Mesh.fromArrays([0, 0, 0, 1, 0, 0, 0, 0, 1], [0, 1, 2]);

function refuses(run, type, pattern) {
    assert.throws(run, (error) => {
        assert.ok(error instanceof type, `${error}`);
        assert.match(error.message, pattern);
        return true;
    });
}

test('calls before init() are refused', () => {
    const code = "import {Mesh} from 'firstcontact'; try { Mesh.sphere([0, 0, 0], 1); } catch (error) { console.log(error.message); }";
    const done = spawnSync(process.execPath, ['--input-type=module', '-e', code], {encoding: 'utf8', cwd: import.meta.dirname ?? process.cwd()});
    assert.match(done.stdout, /call "await init\(\)" first/);
});

test('init() fails for bytes that are no module, and can be called again', () => {
    const code = "import {init, Pose} from 'firstcontact'; try { await init(new Uint8Array(8)); } catch (error) { console.log(error.name); } await init(); console.log(Pose.fromMatrix([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1]).position[0]);";
    const done = spawnSync(process.execPath, ['--input-type=module', '-e', code], {encoding: 'utf8', cwd: import.meta.dirname ?? process.cwd()});
    assert.equal(done.stdout, 'CompileError\n5\n', done.stderr);
});

// Red if an array of a wrong shape is read beyond its end, or a NaN becomes a point.
test('arrays of a mesh', () => {
    refuses(() => Mesh.fromArrays([0, 0, 0, 1], indices), RangeError, /positions must have three numbers/);
    refuses(() => Mesh.fromArrays(positions, [0, 1]), RangeError, /indices must have three numbers/);
    refuses(() => Mesh.fromArrays([], []), RangeError, /positions is empty/);
    refuses(() => Mesh.fromArrays(positions, new Uint32Array(0)), RangeError, /indices is empty/);
    refuses(() => Mesh.fromArrays('abc', indices), TypeError, /positions must be an array of numbers, not 'abc'/);
    refuses(() => Mesh.fromArrays([0, 0, '0'], indices), TypeError, /positions\[2\] must be a number/);
    refuses(() => Mesh.fromArrays(new BigInt64Array(9), indices), TypeError, /positions must be an array of numbers/);
    refuses(() => Mesh.fromArrays(positions.map((x, i) => (i === 4 ? NaN : x)), indices), MeshError, /point 1: coordinate that is not a finite number/);
    refuses(() => Mesh.fromArrays(positions, [0, 1, 8]), MeshError, /triangle 0: triangle with an index out of range/);
    refuses(() => Mesh.fromArrays(positions, new Uint16Array([0, 1, 2, 0, 1, 65535])), MeshError, /triangle 1: triangle with an index out of range/);
    refuses(() => Mesh.fromArrays(positions, new Uint32Array([0, 1, 2 ** 32 - 1])), MeshError, /triangle 0: triangle with an index out of range/);
    refuses(() => Mesh.fromArrays(positions, [0, 1, -1]), MeshError, /triangle 0: triangle with an index out of range/);
    refuses(() => Mesh.fromArrays(positions, [0, 1, 1.5]), MeshError, /triangle 0: triangle with an index out of range/);
    refuses(() => Mesh.fromArrays(positions), RangeError, /multiple of 3, not 8/);
    refuses(() => Mesh.fromArrays(positions, indices, {weldDistance: -1}), RangeError, /weldDistance must be 0 or more/);
    refuses(() => Mesh.fromArrays(positions, indices, {weld: 1}), RangeError, /unknown option 'weld'; known: weldDistance/);
    refuses(() => Mesh.fromArrays(positions, indices, {allowance: 2}), MeshError, /allowance of half the thickness/);
    refuses(() => Mesh.fromGeometry({}), TypeError, /attributes.position/);
    refuses(() => Mesh.fromGeometry({attributes: {position: {array: positions, itemSize: 2}}}), RangeError, /items of 2 numbers/);
    refuses(() => Mesh.sphere([0, 0, 0], 0), MeshError, /radius/);
    refuses(() => Mesh.sphere([0, 0], 1), RangeError, /center must have 3 numbers, not 2/);
    refuses(() => new Mesh(), TypeError, /Mesh.fromArrays/);
    refuses(() => fc.convexHull([0, 0, NaN]), MeshError, /not a finite number/);
    refuses(() => fc.classify(plate, [0, 0, 0]), MeshError, /encloses no solid: open/);
    assert.equal(plate.isSolid, false);
});

test('poses', () => {
    const scaled = [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1], rows = [1, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    refuses(() => new Pose([0, 0, NaN]), RangeError, /position\[2\] must be finite/);
    refuses(() => new Pose([0, 0, 0], [1, 1, 0, 0]), RangeError, /unit length/);
    refuses(() => fc.distance(box, box, scaled), RangeError, /pose must be a rigid matrix/);
    refuses(() => fc.distance(box, box, rows), RangeError, /columns first/);
    refuses(() => fc.distance(box, box, [1, 2, 3]), RangeError, /pose must have 16 numbers, not 3/);
    refuses(() => fc.distance(box, box, 5), TypeError, /pose must be a Pose/);
    refuses(() => fc.distance(box, box, {}), TypeError, /pose must be a Pose/);
    refuses(() => fc.distance(box, box, {position: [0, 0, 0], scale: [1, 2, 1]}), RangeError, /pose has a scale/);
    refuses(() => fc.firstContact(box, box, {position: [0, 0]}, null), RangeError, /start: position must have 3 numbers/);
    refuses(() => fc.interpolate(null, null, 2), RangeError, /from 0 to 1/);
});

test('queries', () => {
    refuses(() => fc.firstContact({}, box, null, null), TypeError, /a must be a Mesh, not an object of type Object/);
    refuses(() => fc.firstContact(box, null, null, null), TypeError, /b must be a Mesh, not null/);
    refuses(() => fc.firstContact(box, box, null, null, {safetydistance: 1}), RangeError, /unknown option 'safetydistance'/);
    refuses(() => fc.firstContact(box, box, null, null, {safetyDistance: NaN}), RangeError, /safetyDistance must be finite/);
    refuses(() => fc.firstContact(box, box, null, null, {touches: 1}), TypeError, /touches must be true or false/);
    refuses(() => fc.firstContact(box, box, null, null, {maxTests: 1.5}), TypeError, /maxTests must be a whole number/);
    refuses(() => fc.castRay(box, [0, 0, 0], [0, 0, 0]), fc.QueryError, /refuses its input: input/);
    refuses(() => fc.castRay(Mesh.sphere([0, 0, 0], 1), [0, 0, 0], [1, 0, 0]), fc.QueryError, /no part/);
    refuses(() => fc.classify(box, [0, 0]), RangeError, /three numbers/);
    refuses(() => fc.classify(box, [0, 0, Infinity]), RangeError, /points\[2\] must be a finite number/);
    refuses(() => fc.slide(box, [box, box], null, null, {at: [null]}), RangeError, /2 poses/);
    refuses(() => fc.slide(box, [box, 1], null, null), TypeError, /b\[1\] must be a Mesh/);
    const far = {position: [1e200, 0, 0]};
    refuses(() => fc.firstContact(box, box, far, null), fc.QueryError, /refuses its input/);
});

// Red if a query that reached its limit looks like a free motion.
test('a limit makes the result undecided, with its reason', () => {
    const found = fc.firstContact(box, box, new Pose([5, 0.1, 0.2]), null, {maxTests: 1});
    assert.equal(found.state, 'undecided');
    assert.equal(found.reason, 'budget');
    const near = fc.distance(box, box, new Pose([2.1, 0, 0]), null, {maxTests: 1});
    assert.deepEqual([near.state, near.reason], ['undecided', 'budget']);
    const world = new World();
    world.addBody(box, {kind: 'fixed'});
    world.addBody(box, {pose: {position: [0, 2.05, 0]}});
    world.setBudget(1);
    const step = world.step(0.1);
    assert.deepEqual([step.state, step.reason], ['undecided', 'budget']);
});

test('disposed objects', () => {
    const mesh = Mesh.fromArrays(positions, indices), hull = fc.convexHull(mesh), cache = new fc.PairCache(), world = new World();
    for (const object of [mesh, hull, cache, world]) {
        object.dispose();
        object.dispose();
    }
    refuses(() => mesh.area, Error, /the mesh was disposed/);
    refuses(() => fc.distance(mesh, box), Error, /a was disposed/);
    refuses(() => mesh.withAllowance(0.1), Error, /disposed/);
    refuses(() => hull.indices, Error, /the hull was disposed/);
    refuses(() => fc.distance(box, box, new Pose([5, 0, 0]), null, {cache}), Error, /the cache was disposed/);
    refuses(() => world.step(0.1), Error, /the world was disposed/);
});

test('worlds', () => {
    const world = new World(), other = new World(), body = world.addBody(box);
    refuses(() => world.step(0), RangeError, /dt must be above 0/);
    refuses(() => world.step(-1), RangeError, /dt must be 0 or more/);
    refuses(() => world.step('1'), TypeError, /dt must be a number/);
    refuses(() => world.addBody(box, {kind: 'static'}), RangeError, /kind must be one of fixed, dynamic, kinematic, driven, not 'static'/);
    refuses(() => world.addBody(box, {restitution: 2}), RangeError, /the world refuses the body/);
    refuses(() => world.addBody(box, {freinds: 1}), RangeError, /unknown option/);
    refuses(() => world.addBody(box, {lockRotation: 'w'}), RangeError, /letters x, y and z/);
    refuses(() => world.addBody([box]), TypeError, /the mesh of shape 0 must be a Mesh/);
    refuses(() => world.addJoint('hinge', body, null, [0, 0, 0]), RangeError, /refuses the joint/);
    refuses(() => world.addJoint('rope', body, null, [0, 0, 0]), RangeError, /kind must be one of/);
    refuses(() => other.addJoint('ball', body, null, [0, 0, 0]), RangeError, /body of another world/);
    refuses(() => world.addJoint('hinge', body, null, [0, 0, 0], {axis: [0, 1, 0], limits: [1, 0]}), RangeError, /lower limit/);
    refuses(() => body.moveTo(null), RangeError, /not kinematic/);
    refuses(() => body.move(null), fc.QueryError, /refuses its input: input/);
    refuses(() => world.getBody(7n), RangeError, /body 7 is not in the world/);
    refuses(() => world.getBody(0), TypeError, /id must be a bigint/);
    refuses(() => world.getMatrices([body], new Float32Array(3)), RangeError, /room for 16/);
    refuses(() => world.setMatrices([body], new Float32Array(3)), RangeError, /16 numbers/);
    refuses(() => new World({bounds: {lower: [0, 0, 0], upper: [1, 1, 0]}}), RangeError, /lower corner below/);
    refuses(() => world.restore(1), TypeError, /snapshot/);
    const snapshot = world.save();
    snapshot.bytes[100] ^= 1;
    refuses(() => world.restore(snapshot), RangeError, /cannot be restored: damaged/);
    body.remove();
    refuses(() => body.pose, RangeError, /not in the world any more/);
    refuses(() => body.setVelocity([0, 0, 0]), RangeError, /not in the world any more/);
    assert.equal(body.isPresent, false);
});

// Red if an error of a callback is lost, or ends the world.
test('an error of the callback for pairs is thrown by the step', () => {
    const world = new World();
    world.addBody(box, {kind: 'fixed'});
    world.addBody(box, {pose: {position: [0, 2.05, 0]}});
    world.setPairCallback(() => {
        throw new Error('mine');
    });
    refuses(() => world.step(0.1), Error, /^mine$/);
    world.setPairCallback((a, b) => a !== 0n || b !== 1n);
    for (let step = 0; step < 60; step++) world.step(1 / 60);
    assert.ok(world.bodies[1].pose.position[1] < 0, 'the bodies pass through each other');
});

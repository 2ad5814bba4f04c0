// Meshes, poses and worlds of the package, against closed forms; arrays of three.js; the examples; the types.

import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {dirname} from 'node:path';
import test from 'node:test';
import {fc, makeBall, makeBox} from './support.js';

const {Mesh, Pose, World} = fc;
const [positions, indices] = makeBox();
const box = Mesh.fromArrays(positions, indices);
const root = dirname(createRequire(import.meta.url).resolve('firstcontact/package.json'));

function near(actual, expected, tolerance = 1e-9) {
    assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);
}

test('a mesh has its measures, from arrays of any kind', () => {
    for (const points of [positions, Float32Array.from(positions), Array.from(positions)]) {
        for (const triangles of [indices, Uint16Array.from(indices), Int32Array.from(indices), Array.from(indices)]) {
            const mesh = Mesh.fromArrays(points, triangles);
            assert.deepEqual([mesh.volume, mesh.area, mesh.vertexCount, mesh.triangleCount, mesh.isClosed], [8, 24, 8, 12, true]);
            assert.deepEqual(mesh.bounds, {lower: [-1, -1, -1], upper: [1, 1, 1]});
            assert.deepEqual(Array.from(mesh.positions), Array.from(positions));
            assert.deepEqual(Array.from(mesh.indices), Array.from(indices));
        }
    }
    const open = Mesh.fromArrays([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    assert.deepEqual(open.defects, {'open edge': 3});
    near(fc.distance(Mesh.sphere([0, 0, 0], 1), Mesh.capsule([5, -1, 0], [5, 1, 0], 0.5)).distance, 3.5);
});

// Red if rows and columns, or w and x, are exchanged.
test('poses: matrices are columns first, quaternions x, y, z, w', () => {
    const s = Math.SQRT1_2, pose = new Pose([1, 2, 3], [0, 0, s, s]); // a quarter turn about z
    const matrix = pose.toMatrix();
    [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1].forEach((want, index) => near(matrix[index], want, 1e-15));
    assert.deepEqual(pose.transformPoint([1, 0, 0]).map((x) => Math.round(x * 1e12) / 1e12), [1, 3, 3]);
    const back = Pose.fromMatrix(matrix);
    back.quaternion.forEach((part, index) => near(part, pose.quaternion[index], 1e-15));
    assert.deepEqual(back.position, [1, 2, 3]);
    for (const same of [matrix, Float32Array.from(matrix), Array.from(matrix), {elements: matrix}, {position: {x: 1, y: 2, z: 3}, quaternion: {x: 0, y: 0, z: s, w: s}, scale: {x: 1, y: 1, z: 1}}]) {
        near(fc.distance(box, box, same).distance, fc.distance(box, box, pose).distance, 1e-6);
    }
    const half = fc.interpolate(null, new Pose([0, 0, 4], [0, 0, s, s]), 0.5);
    near(half.position[2], 4 * Math.tan(Math.PI / 8)); // [RKC01 2]: the shift is that of tan(omega t / 2)
    near(half.quaternion[2], Math.sin(Math.PI / 8));
    assert.ok(pose.equals(new Pose(pose.position, pose.quaternion)) && !pose.equals(half));
    assert.deepEqual(pose.toMatrix(new Float32Array(20), 4).slice(0, 4), new Float32Array(4));
});

// Red if an option is lost on its way to the library.
test('queries honour their options', () => {
    const start = new Pose([5, 0, 0]);
    near(fc.firstContact(box, box, start, null).t[0], 0.6);
    near(fc.firstContact(box, box, start, null, {safetyDistance: 1}).t[0], 0.4);
    near(fc.firstContact(box, box, start, null, {allowance: 0.5}).t[0], 0.7);
    near(fc.firstContact(box, box, start, null, {at: new Pose([-1, 0, 0])}).t[0], 0.8);
    near(fc.firstContact(box, box, start, null, {atTarget: new Pose([-5, 0, 0])}).state === 'free' ? 1 : 0, 1);
    near(fc.firstContact(box, box, start, null, {margin: 0.25}).resolvedPose.position[0], 2.5, 0.51);
    assert.ok(fc.firstContact(box, box, start, null, {touches: true}).touches.length > 64);
    assert.equal(fc.distance(box, box, start, null, {maxDistance: 1}).beyond, true);
    assert.equal(fc.overlap(box, box, new Pose([1, 0, 0]), null, {pairs: true}).pairs.length % 2, 0);
    assert.equal(fc.overlap(box, box, start).overlaps, false);
    const cache = new fc.PairCache(), found = fc.firstContact(box, box, start, null), again = [0, 1].map(() => fc.firstContact(box, box, start, null, {cache}));
    for (const one of again) assert.deepEqual([one.state, one.t, one.point], [found.state, found.t, found.point]);
    assert.equal(fc.castRay(box, [5, 0, 0], [-1, 0, 0], null, {maxDistance: 1}), null);
    assert.equal(fc.castRay(box, [0, 0, 0], [-1, 0, 0], null, {cullBackFaces: true}), null);
    near(fc.closestPoint(box, [0, 0, 0.5]).signedDistance, -0.5);
    assert.ok(Number.isNaN(fc.closestPoint(box, [0, 0, 0.5], null, {signed: false}).signedDistance));
    const [face] = fc.regions(box, box, new Pose([2, 0, 0]), null, {sufficient: true}).regions;
    assert.deepEqual([face.dimension, face.measure, face.normals], [2, 4, [[1, 0, 0]]]);
    const slid = fc.slide(box, [box, box], new Pose([5, 0, 0]), new Pose([1, 1, 0]), {at: [null, new Pose([0, 0, 9])]});
    near(slid.pose.position[0], 2, 1e-5);
    near(slid.pose.position[1], 1, 1e-4);
    assert.ok(slid.path.length > 0 && slid.constraints.every(({obstacle}) => obstacle === 0));
    assert.deepEqual(fc.classify(box, [2, 0, 0, 0, 0, 0], new Pose([2, 0, 0])).map(({kind}) => kind), ['inside', 'outside']);
    const hull = fc.convexHull([...positions, 0, 0, 0]);
    assert.deepEqual([hull.vertexIds.length, hull.indices.length, hull.dimension], [8, 36, 3]);
    near(fc.separatingVector(hull, hull, start).gap, 3);
});

// Red if an interleaved buffer, or one without indices, is read at wrong places.
test('geometries of three.js', () => {
    const plain = {attributes: {position: {array: Float32Array.from(positions), itemSize: 3, count: 8}}, index: {array: Uint16Array.from(indices)}};
    assert.equal(Mesh.fromGeometry(plain).volume, 8);
    const soup = Float32Array.from(Array.from(indices).flatMap((index) => Array.from(positions.slice(3 * index, 3 * index + 3))));
    assert.equal(Mesh.fromGeometry({attributes: {position: {array: soup, itemSize: 3}}, index: null}).volume, 8);
    const array = new Float32Array(8 * 8).fill(77);
    for (let i = 0; i < 8; i++) array.set(positions.slice(3 * i, 3 * i + 3), 8 * i + 2);
    const interleaved = {attributes: {position: {isInterleavedBufferAttribute: true, data: {array, stride: 8}, offset: 2, itemSize: 3, count: 8}}, index: {array: indices}};
    assert.equal(Mesh.fromGeometry(interleaved).volume, 8);
    interleaved.attributes.position.count = 9;
    assert.throws(() => Mesh.fromGeometry(interleaved), RangeError);
});

test('a world: rest, matrices, snapshots, rays, kinematic and driven bodies, joints', () => {
    const world = new World(), floor = Mesh.fromArrays(...makeBox(20, 0.5, 20, -0.5));
    const ground = world.addBody(floor, {kind: 'fixed', friction: 0.5});
    const body = world.addBody(box, {pose: {position: [0, 2, 0]}, friction: 0.5, restitution: 0, density: 2});
    assert.deepEqual([body.mass, body.kind, body.index, world.bodies.length], [16, 'dynamic', 1, 2]);
    const saved = world.save(), events = new Set();
    const run = () => {
        for (let step = 0; step < 100; step++) {
            world.step(1 / 60);
            for (const event of world.events) events.add(event.kind);
        }
        return body.pose;
    };
    const first = run();
    near(first.position[1], 1, 1e-3);
    assert.ok(events.has('begin') && world.contacts.length >= 3);
    assert.ok(world.contacts.every((contact) => contact.bodyA === ground.id && contact.bodyB === body.id && contact.normal[1] < -0.99));
    near(world.contacts.reduce((sum, contact) => sum + contact.force, 0), 16 * 9.81, 1);
    world.restore(saved);
    assert.ok(run().equals(first));
    const other = new World();
    other.restore(saved);
    assert.equal(other.bodies.length, 2);
    const matrices = world.getMatrices();
    assert.deepEqual([matrices.constructor.name, matrices.length, matrices[16 + 15]], ['Float32Array', 32, 1]);
    near(matrices[16 + 13], first.position[1], 1e-6);
    matrices[16 + 12] = 3;
    world.setMatrices([body], matrices.subarray(16));
    near(body.pose.position[0], 3);
    assert.equal(world.castRay([3, 9, 0], [0, -1, 0]).body, body);
    assert.equal(world.castRay([3, 9, 0], [0, -1, 0], {filter: {without: [body]}}).body, ground);
    assert.deepEqual(world.findOverlaps(box, {position: [3, 2, 0]}), [body]);
    near(world.findFirstContact(box, {position: [3, 10, 0]}, {position: [3, 0, 0]}).contact.t[0], 0.7, 1e-3);
    const lift = world.addBody(box, {kind: 'kinematic', pose: {position: [-5, 2, 0]}});
    lift.moveTo({position: [-5, 3, 0]});
    world.step(0.1);
    near(lift.pose.position[1], 3);
    const hand = world.addBody(box, {kind: 'driven', pose: {position: [-10, 5, 0]}});
    const moved = hand.move({position: [-9, 0, 0]});
    assert.deepEqual([moved.body, moved.reached], [ground.id, false]);
    near(hand.pose.position[1], 1, 1e-3);
    near(hand.pose.position[0], -9, 1e-3);
    const wheel = world.addBody(box, {pose: {position: [0, 9, 9]}});
    const joint = world.addJoint('hinge', wheel, null, [0, 9, 9], {axis: [0, 1, 0], motor: {speed: 1, maxForce: 1e4}});
    for (let step = 0; step < 60; step++) world.step(1 / 60);
    near(joint.position, 1, 0.05);
    assert.ok(joint.error < 1e-3 && joint.reaction.force[1] > 0);
    joint.setLimits(-2, 2);
    joint.remove();
    assert.equal(joint.isPresent, false);
    body.hold([0, 0, 0], [3, 4, 0]);
    for (let step = 0; step < 120; step++) world.step(1 / 60);
    near(body.pose.position[1], 4, 0.4);
    body.release();
    body.applyImpulse(body.pose.position, [16, 0, 0]);
    near(body.velocity[0], 1, 0.01);
    const pair = world.addBody([{mesh: box}, {mesh: box, pose: {position: [3, 0, 0]}}], {pose: {position: [0, 20, -9]}});
    near(pair.mass, 16);
    wheel.remove();
    assert.equal(world.bodies.includes(wheel), false);
    world.gravity = [0, 0, 0];
    assert.ok(Number.isFinite(world.energy.kinetic));
});

// Red if an example of the README, or of the folder examples, does not run as it is.
test('the examples of README.md run', () => {
    const readme = readFileSync(`${root}/README.md`, 'utf8');
    const blocks = [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map((match) => match[1]);
    assert.ok(blocks.length >= 6);
    const file = new URL('readme_example.mjs', import.meta.url);
    writeFileSync(file, blocks.join('\n'));
    const done = spawnSync(process.execPath, [file.pathname], {encoding: 'utf8'});
    assert.equal(done.status, 0, done.stderr);
});

for (const name of readdirSync(`${root}/examples`).filter((file) => file.endsWith('.mjs'))) {
    test(`examples/${name} runs`, () => {
        const done = spawnSync(process.execPath, [`${root}/examples/${name}`], {encoding: 'utf8'});
        assert.equal(done.status, 0, done.stderr);
    });
}

// Red if a function or a class is exported without a type, or the other way round.
test('every export has a type', () => {
    const types = readFileSync(`${root}/src/index.d.ts`, 'utf8');
    const declared = [...types.matchAll(/^export (?:class|function) (\w+)/gm)].map((match) => match[1]);
    assert.deepEqual([...new Set(declared)].sort(), Object.keys(fc).sort());
    for (const [name, type] of [['Mesh', Mesh], ['Pose', Pose], ['World', World], ['Body', fc.Body], ['Joint', fc.Joint], ['ConvexHull', fc.ConvexHull]]) {
        const text = types.match(new RegExp(`^export class ${name} .*?^}`, 'ms'))[0];
        for (const member of Object.getOwnPropertyNames(type.prototype).filter((key) => key !== 'constructor' && key !== 'handle')) {
            assert.match(text, new RegExp(`\\b${member}\\b`), `${name}.${member}`);
        }
    }
});

const {FC_NPM_TSC} = process.env;
test('the types are accepted by TypeScript', {skip: FC_NPM_TSC ? false : 'FC_NPM_TSC, the path of tsc, is not set'}, () => {
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom'];
    const done = spawnSync(process.execPath, [FC_NPM_TSC, ...options, new URL('types.ts', import.meta.url).pathname], {encoding: 'utf8'});
    assert.equal(done.status, 0, done.stdout);
});

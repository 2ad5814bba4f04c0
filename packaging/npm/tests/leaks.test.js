// No memory is lost: blocks are counted by the library's own hooks.

import assert from 'node:assert/strict';
import test from 'node:test';
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import {fc, makeBall, makeBox} from './support.js';

const [positions, indices] = makeBox();

// Red if a call keeps a block, or the memory grows with the number of calls.
test('10,000 queries', () => {
    const box = fc.Mesh.fromArrays(positions, indices), start = new fc.Pose([5, 0.1, 0.2]), near = new fc.Pose([2, 0, 0]);
    const ask = () => {
        fc.firstContact(box, box, start, null, {touches: true});
        fc.slide(box, box, start, new fc.Pose([0, 3, 0]));
        fc.distance(box, box, start);
        fc.overlap(box, box, near, null, {pairs: true});
        fc.regions(box, box, near);
        fc.classify(box, [0, 0, 0, 2, 2, 2]);
        fc.castRay(box, [5, 0, 0], [-1, 0, 0]);
        fc.closestPoint(box, [5, 0, 0]);
        assert.throws(() => fc.distance(box, box, [NaN]));
        assert.throws(() => fc.firstContact(box, box, {position: [1e200, 0, 0]}, null));
    };
    for (let turn = 0; turn < 20; turn++) ask();
    const before = fc.getMemory();
    for (let turn = 0; turn < 1000; turn++) ask();
    assert.deepEqual(fc.getMemory(), before);
});

// Red if dispose() forgets a part, or frees one twice.
test('10,000 objects that are disposed', () => {
    const floor = fc.Mesh.fromArrays(...makeBox(20, 0.5, 20, -1));
    const make = () => {
        const mesh = fc.Mesh.fromArrays(positions, indices), hull = fc.convexHull(mesh), world = new fc.World(), cache = new fc.PairCache();
        world.addBody(floor, {kind: 'fixed'});
        world.addBody(mesh, {pose: {position: [0, 1, 0]}});
        world.step(0.01);
        mesh.dispose(); // the world still uses it
        world.step(0.01);
        assert.throws(() => fc.Mesh.fromArrays([NaN, 0, 0], [0, 0, 0]));
        mesh.dispose();
        for (const object of [hull, world, cache]) object.dispose();
    };
    for (let turn = 0; turn < 20; turn++) make();
    const before = fc.getMemory();
    for (let turn = 0; turn < 2500; turn++) make();
    assert.deepEqual(fc.getMemory(), before);
});

function makeGarbage() {
    for (let turn = 0; turn < 100; turn++) {
        const world = new fc.World();
        world.addBody(fc.Mesh.fromArrays(positions, indices));
        world.save();
    }
}

// Red if the finalizers do not run, or free a mesh before its world.
test('objects that are not reachable any more', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc'), before = fc.getMemory().blocks;
    makeGarbage();
    assert.ok(fc.getMemory().blocks > before);
    for (let turn = 0; turn < 50 && fc.getMemory().blocks > before; turn++) {
        collect();
        await new Promise((resolve) => setTimeout(resolve, 10));
    }
    assert.ok(fc.getMemory().blocks <= before, `${fc.getMemory().blocks} blocks, before ${before}`);
});

// Red if a view of the memory is used after the memory has grown.
test('the memory grows within a call', () => {
    const before = fc.getMemory().bytes, meshes = [];
    for (let size = 8; size < 200 && fc.getMemory().bytes < before + 2 ** 24; size += 8) {
        const mesh = fc.Mesh.fromArrays(...makeBall(size));
        assert.equal(mesh.triangleCount, 4 * size * (size - 1));
        assert.ok(Math.abs(mesh.radius - 1) < 1e-9 && mesh.indices.length === 3 * mesh.triangleCount && mesh.isSolid);
        meshes.push(mesh);
    }
    assert.ok(fc.getMemory().bytes > before);
    for (const mesh of meshes) mesh.dispose();
});

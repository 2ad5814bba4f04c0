// Results have the bits of the native C library.

import assert from 'node:assert/strict';
import test from 'node:test';
import {fc, isSame, makeBall, makeBox, makeNumbers, makeRandom, runNative, skipWithoutNative, toNumbers, toPose} from './support.js';

const STATES = ['undecided', 'free', 'contact', 'overlap'];
const COUNT = 60;

function headMesh([positions, indices]) {
    return [Int32Array.of(positions.length / 3, indices.length / 3), positions, indices];
}

// Red if a member of an input or of a result is at another place, or an operation is rounded differently.
test('first contact, distance, overlap and slide', skipWithoutNative, () => {
    const random = makeRandom(25), ball = makeBall(), box = makeBox(2, 0.5, 1);
    const rows = Array.from({length: COUNT}, () => [4, 3, 0.5].flatMap((radius) => makeNumbers(random, radius)));
    const counts = Int32Array.of(ball[0].length / 3, ball[1].length / 3, box[0].length / 3, box[1].length / 3, COUNT);
    const answers = runNative('answers', [], counts, ...ball, ...box, Float64Array.from(rows.flat()));
    const a = fc.Mesh.fromArrays(...ball), b = fc.Mesh.fromArrays(...box);
    const width = answers.length / COUNT, seen = new Set();
    rows.forEach((row, index) => {
        const [start, target, at] = [0, 7, 14].map((first) => toPose(row.slice(first, first + 7)));
        const slid = fc.slide(a, b, start, target, {at}), found = fc.firstContact(a, b, start, target, {at});
        const near = fc.distance(a, b, start, at), meets = fc.overlap(a, b, target, at);
        const numbers = [
            ...[found, near, meets, slid.contact].map(({state}) => STATES.indexOf(state)),
            ...found.t, ...toNumbers(found.resolvedPose), ...found.point, ...found.normal,
            near.distance, near.lower, near.upper, ...near.pointA, ...near.pointB, ...meets.point, ...toNumbers(slid.pose),
        ];
        assert.ok(isSame(numbers, answers.subarray(width * index, width * (index + 1))), `case ${index}: ${numbers}`);
        seen.add(found.state);
    });
    assert.deepEqual([...seen].sort(), ['contact', 'free', 'overlap']);
});

// Red likewise, for rays, closest points, classification and contact regions.
test('rays, closest points, locations and regions', skipWithoutNative, () => {
    const random = makeRandom(7), ball = makeBall(6), count = 200;
    const rows = Array.from({length: count}, () => [...makeNumbers(random, 1.9), ...makeNumbers(random, 1.5).slice(0, 3), ...makeNumbers(random, 1).slice(0, 3)]);
    const answers = runNative('native', ['points'], ...headMesh(ball), Int32Array.of(count), Float64Array.from(rows.flat()));
    const mesh = fc.Mesh.fromArrays(...ball), width = answers.length / count;
    const kinds = ['undecided', 'outside', 'inside', 'vertex', 'edge', 'face'];
    let hits = 0, touching = 0;
    assert.ok(mesh.isSolid);
    rows.forEach((row, index) => {
        const pose = toPose(row), origin = row.slice(7, 10);
        const hit = fc.castRay(mesh, origin, row.slice(10), pose), near = fc.closestPoint(mesh, origin, pose);
        const [location] = fc.classify(mesh, origin), found = fc.regions(mesh, mesh, pose, null, {tolerance: 0.05});
        const want = answers.subarray(width * index, width * (index + 1));
        const numbers = [
            hit ? 1 : 0, hit?.distance ?? Infinity, ...(hit?.point ?? want.subarray(2, 5)), ...(hit?.normal ?? want.subarray(5, 8)), hit?.triangle ?? -1,
            near.distance, near.lower, near.upper, near.signedDistance, ...near.point, kinds.indexOf(location.kind), location.index,
            STATES.indexOf(found.state), found.regions.length, found.regions.reduce((sum, region) => sum + region.measure, 0),
            ...(found.regions[0]?.points[0] ?? [0, 0, 0]),
        ];
        assert.ok(isSame(numbers, want), `case ${index}: ${numbers} not ${want}`);
        hits += numbers[0];
        touching += found.regions.length > 0 ? 1 : 0;
    });
    assert.ok(hits > 20 && hits < count && touching > 5, `${hits} hits, ${touching} touching`);
});

// Red if a step depends on the build of the library, or on the state of an earlier world.
test('200 steps of a world of falling boxes', skipWithoutNative, () => {
    const random = makeRandom(3), count = 12, steps = 200, floor = makeBox(20, 0.5, 20, -0.5), box = makeBox(0.5, 0.5, 0.5);
    const poses = Array.from({length: count}, (_, index) => [...makeNumbers(random, 0.6).map((x, i) => (i === 1 ? 1.5 + 1.8 * index : x))]);
    poses[0] = [0, 7.9, 3, 1, 0, 0, 0];
    const answers = runNative('native', ['world'], ...headMesh(floor), ...headMesh(box), Int32Array.of(count, steps), Float64Array.from(poses.flat()));
    for (let run = 0; run < 2; run++) {
        const world = new fc.World(), options = {friction: 0.5, restitution: 0.25}, mesh = fc.Mesh.fromArrays(...box);
        world.addBody(fc.Mesh.fromArrays(...floor), {kind: 'fixed', ...options});
        const bodies = poses.map((pose) => world.addBody(mesh, {pose: toPose(pose), ...options}));
        world.addJoint('ball', bodies[0], null, [0, 9, 0]);
        for (let step = 0; step < steps; step++) {
            const numbers = [world.step(1 / 60).contacts, ...bodies.flatMap((body) => toNumbers(body.pose))];
            const first = numbers.length * step;
            assert.ok(isSame(numbers, answers.subarray(first, first + numbers.length)), `step ${step}`);
        }
        assert.ok(world.contacts.length > 10);
        world.dispose();
    }
});

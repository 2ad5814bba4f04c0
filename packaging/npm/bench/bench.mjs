// Prints how long calls of the package take, and how much longer than calls of the native library. Both run by turns on one
// machine, and each figure is the minimum of the processor time of many turns, so that other work disturbs it little. Usage: scripts/npm --bench
import {fc, makeBall, makeBox} from '../tests/support.js';
import {spawnSync} from 'node:child_process';

const ROUNDS = 8;
const start = new fc.Pose([5, 0.1, 0.2]), target = new fc.Pose([1, 0.3, 0]);
const box = makeBox(), small = makeBall(8), large = makeBall(32), floor = makeBox(20, 1, 20, 0);

const QUERIES = {
    firstContact: (a, b) => fc.firstContact(a, b, start, target),
    distance: (a, b) => fc.distance(a, b, start),
    overlap: (a, b) => fc.overlap(a, b, target),
    slide: (a, b) => fc.slide(a, b, start, target),
    castRay: (a) => fc.castRay(a, [5, 0.1, 0.2], [-1, 0, 0], target),
    world: (a, b) => {
        const world = new fc.World();
        world.addBody(b, {kind: 'fixed', pose: new fc.Pose([0, -1, 0]), friction: 0.5});
        for (let i = 0; i < 20; i++) world.addBody(a, {pose: new fc.Pose([0.1 * (i % 3), 1.2 + 2.1 * i, 0]), friction: 0.5});
        for (let i = 0; i < 60; i++) world.step(1 / 60);
        world.dispose();
    },
};

const CASES = [
    ['firstContact', 'boxes', box, box, 100], ['firstContact', 'balls of 224 and 3968 triangles', small, large, 100],
    ['distance', 'boxes', box, box, 50], ['distance', 'balls', small, large, 50], ['overlap', 'boxes', box, box, 1000], ['overlap', 'balls', small, large, 1000],
    ['slide', 'boxes', box, box, 50], ['slide', 'balls', small, large, 2], ['castRay', 'ball of 3968 triangles', large, large, 2000],
    ['world', 'a second of 20 boxes on a floor', box, floor, 1],
];

// Returns the processor time of this process, microseconds.
function readClock() {
    const {user, system} = process.cpuUsage();
    return user + system;
}

function measure(query, a, b, calls, turns) {
    let best = Infinity;
    for (let turn = 0; turn < turns; turn++) {
        const begin = readClock();
        for (let call = 0; call < calls; call++) query(a, b);
        best = Math.min(best, (readClock() - begin) / calls);
    }
    return best;
}

function measureNative(name, a, b, calls, turns) {
    const parts = [a, b].flatMap(([positions, indices]) => [Int32Array.of(positions.length / 3, indices.length / 3), positions, indices]);
    const input = Buffer.concat(parts.map((part) => Buffer.from(part.buffer)));
    const done = spawnSync(`${process.env.FC_NPM_NATIVE}/bench`, [name, String(calls), String(turns)], {input, encoding: 'utf8'});
    if (done.status !== 0) throw new Error(`bench ${name}: status ${done.status} ${done.error ?? ''}`);
    return Number(done.stdout.split(' ')[0]);
}

console.log(`${'query'.padEnd(52)}${'native, us'.padStart(12)}${'package, us'.padStart(12)}${'ratio'.padStart(8)}`);
for (const [name, shapes, first, second, calls] of CASES) {
    const a = fc.Mesh.fromArrays(...first), b = fc.Mesh.fromArrays(...second), turns = name === 'world' ? 4 : 30;
    let native = Infinity, own = Infinity;
    measure(QUERIES[name], a, b, calls, name === 'world' ? 2 : 60); // until the code is compiled by the optimising compiler
    for (let round = 0; round < ROUNDS; round++) {
        native = Math.min(native, measureNative(name, first, second, calls, turns));
        own = Math.min(own, measure(QUERIES[name], a, b, calls, turns));
    }
    console.log(`${`${name}, ${shapes}`.padEnd(52)}${native.toFixed(2).padStart(12)}${own.toFixed(2).padStart(12)}${(own / native).toFixed(2).padStart(8)}`);
}

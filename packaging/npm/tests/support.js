// What the tests share: shapes, random numbers, and the native programs.

import {spawnSync} from 'node:child_process';
import * as fc from 'firstcontact';

export {fc};
await fc.init();

// Folder with the programs answers, native, and the files layout.wasm, table.json and layer/. Without it the tests that need
// them are skipped.
export const NATIVE = process.env.FC_NPM_NATIVE ?? '';
export const skipWithoutNative = {skip: NATIVE ? false : 'FC_NPM_NATIVE is not set'};

export const BOX_FACES = [0, 6, 4, 0, 2, 6, 1, 7, 3, 1, 5, 7, 0, 5, 1, 0, 4, 5, 2, 7, 6, 2, 3, 7, 0, 3, 2, 0, 1, 3, 4, 7, 5, 4, 6, 7];

// Returns positions and indices of a box with these half extents, its centre at y.
export function makeBox(a = 1, b = 1, c = 1, y = 0) {
    const positions = [];
    for (const i of [-a, a]) for (const j of [y - b, y + b]) for (const k of [-c, c]) positions.push(i, j, k);
    return [Float64Array.from(positions), Uint32Array.from(BOX_FACES)];
}

// Returns positions and indices of a closed ball of 4 n (n - 1) triangles and radius 1.
export function makeBall(n = 8) {
    const positions = [0, 1, 0], indices = [], m = 2 * n;
    for (let i = 1; i < n; i++) {
        for (let j = 0; j < m; j++) {
            const a = (Math.PI * i) / n, b = (Math.PI * j) / n;
            positions.push(Math.sin(a) * Math.cos(b), Math.cos(a), -Math.sin(a) * Math.sin(b));
        }
    }
    positions.push(0, -1, 0);
    const last = positions.length / 3 - 1;
    for (let j = 0; j < m; j++) {
        const k = (j + 1) % m;
        indices.push(0, 1 + j, 1 + k);
        for (let i = 0; i < n - 2; i++) {
            const p = 1 + i * m + j, q = 1 + i * m + k;
            indices.push(p, p + m, q, q, p + m, q + m);
        }
        indices.push(last, last - m + k, last - m + j);
    }
    return [Float64Array.from(positions), Uint32Array.from(indices)];
}

// Returns a function with numbers in [0, 1), the same for the same seed.
export function makeRandom(seed) {
    let state = seed >>> 0;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

// Returns a random pose as seven numbers of the library: x, y, z, w, x, y, z.
export function makeNumbers(random, radius) {
    const place = [0, 1, 2].map(() => (2 * random() - 1) * radius);
    const q = [0, 1, 2, 3].map(() => 2 * random() - 1 + 1e-3);
    const length = Math.hypot(...q);
    return [...place, ...q.map((part) => part / length)];
}

export function toPose([px, py, pz, w, x, y, z]) {
    return new fc.Pose([px, py, pz], [x, y, z, w]);
}

// Returns the seven numbers of the library.
export function toNumbers({position, quaternion: [x, y, z, w]}) {
    return [...position, w, x, y, z];
}

// Runs a native program with typed arrays as its input; returns its output as doubles.
export function runNative(program, args, ...parts) {
    const input = Buffer.concat(parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength)));
    const done = spawnSync(`${NATIVE}/${program}`, args, {input, maxBuffer: 1 << 28});
    if (done.status !== 0) throw new Error(`${program}: status ${done.status} ${done.error ?? ''}`);
    return new Float64Array(done.stdout.buffer.slice(done.stdout.byteOffset, done.stdout.byteOffset + done.stdout.length));
}

// Compares numbers bit for bit: 0 and -0 differ, a NaN equals a NaN.
export function isSame(a, b) {
    return a.length === b.length && Array.from(a).every((number, index) => Object.is(number, b[index]));
}

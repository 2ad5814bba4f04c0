// The generated layer agrees with the C compiler, for every member of every public struct.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {spawnSync} from 'node:child_process';
import test from 'node:test';
import {NATIVE, skipWithoutNative} from './support.js';

// Runs layout.wasm, the C program that prints each offset, size and constant, by Emscripten's compiler.
function readLines() {
    const code = `import {readFileSync} from 'node:fs'; import {WASI} from 'node:wasi';
        const wasi = new WASI({version: 'preview1'}), module = await WebAssembly.compile(readFileSync(process.argv[1]));
        wasi.start(await WebAssembly.instantiate(module, {wasi_snapshot_preview1: wasi.wasiImport, env: {emscripten_notify_memory_growth() {}}}));`;
    const done = spawnSync(process.execPath, ['--no-warnings', '--experimental-wasi-unstable-preview1', '--input-type=module', '-e', code, `${NATIVE}/layout.wasm`], {encoding: 'utf8'});
    assert.equal(done.status, 0, done.stderr);
    return done.stdout.trim().split('\n').map((line) => line.split(' '));
}

// Red if a member has another type, another place or another order.
test('offsets, sizes and constants are those of the C compiler', skipWithoutNative, () => {
    const {structs, constants} = JSON.parse(readFileSync(`${NATIVE}/table.json`, 'utf8'));
    let members = 0;
    for (const [kind, name, ...rest] of readLines()) {
        if (kind === 'struct') assert.equal(structs[name].size, Number(rest[0]), name);
        if (kind === 'constant') assert.equal(constants[name], Number(rest[0]), name);
        if (kind !== 'member') continue;
        assert.deepEqual(structs[name].members[rest[0]].slice(0, 2), [Number(rest[1]), Number(rest[2])], `${name}.${rest[0]}`);
        members++;
    }
    assert.ok(members > 800 && members === Object.values(structs).reduce((sum, {members: all}) => sum + Object.keys(all).length, 0));
});

const SAMPLES = {f64: [1.5, 'writeDoubleLE'], f32: [2.5, 'writeFloatLE'], i32: [-7, 'writeInt32LE'], u32: [4000000000, 'writeUInt32LE'], i64: [-9n, 'writeBigInt64LE'], u64: [2n ** 63n, 'writeBigUInt64LE'], u16: [65000, 'writeUInt16LE'], u8: [200, 'writeUInt8'], i8: [-3, 'writeInt8'], bool: [true, 'writeUInt8']};

// Red if a property reads or writes another place, or with another type. The layer here has all structs.
test('each property writes its bytes and reads them', skipWithoutNative, async () => {
    const {heap, viewMemory} = await import(`${NATIVE}/layer/heap.js`), layer = await import(`${NATIVE}/layer/layer.js`);
    viewMemory({buffer: new ArrayBuffer(1 << 17)});
    const {structs} = JSON.parse(readFileSync(`${NATIVE}/table.json`, 'utf8'));
    for (const [name, {size, members}] of Object.entries(structs)) {
        const at = 64, struct = new layer[name](at);
        assert.equal(layer[name].size, size);
        for (const [member, [offset, bytes, kind, count]] of Object.entries(members)) {
            heap.u8.fill(0);
            if (kind in structs) {
                assert.equal((count ? struct[member](0) : struct[member]).address, at + offset, `${name}.${member}`);
                if (count > 1) assert.equal(struct[member](1).address, at + offset + bytes / count);
                continue;
            }
            const [value, write] = SAMPLES[kind], want = Buffer.alloc(size);
            want[write](Number.isInteger(value) || typeof value !== 'boolean' ? value : 1, offset);
            if (count) {
                want.copy(want, offset + bytes - bytes / count, offset, offset + bytes / count); // the last item, too
                heap.u8.set(want, at);
                assert.deepEqual([struct[member](0), struct[member](count - 1)], [value, value], `${name}.${member}`);
                continue;
            }
            struct[member] = value;
            assert.ok(want.equals(Buffer.from(heap.u8.subarray(at, at + size))), `${name}.${member}`);
            assert.equal(struct[member], value, `${name}.${member}`);
        }
    }
});

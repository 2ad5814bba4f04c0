// The C library as WebAssembly: loading it, calling its functions, memory for their inputs and results.

import {heap, readText, viewMemory} from './heap.js';

const SCRATCH_SIZE = 1 << 16; // bytes for inputs and results of calls; larger arrays get blocks of their own

const notReady = new Proxy({}, {
    get() {
        throw new Error('First Contact is not loaded; call "await init()" first');
    },
});

// The functions of the library by their names. A failed assertion in one of them is thrown as an Error.
export let lib = notReady;

let loading = null; // promise of the first init
let memory = null;
let failure = ''; // condition of the first failed assertion in the current call
let callbackError = null; // error of the caller's function in the current call; an array with the error
const pairCallbacks = new Map(); // by the address of the world

const imports = {
    env: {emscripten_notify_memory_growth: () => viewMemory(memory)},
    wasi_snapshot_preview1: {
        proc_exit: (code) => {
            throw new Error(`the library ended with exit code ${code}`);
        },
    },
    firstcontact: {
        fail: (condition) => {
            failure = failure || readText(condition);
        },
        shouldCollide: askPair,
    },
};

// Loads the library from the bytes or the module that `getSource` returns. Later calls return the first one's promise;
// after an error the next call tries again.
export function start(getSource) {
    loading ??= load(getSource).catch((error) => {
        loading = null;
        throw error;
    });
    return loading;
}

async function load(getSource) {
    const instance = await instantiate(await getSource());
    memory = instance.exports.memory;
    viewMemory(memory);
    instance.exports._initialize?.();
    const functions = Object.entries(instance.exports).filter(([, value]) => typeof value === 'function');
    lib = Object.fromEntries(functions.map(([name, run]) => [name, guard(run)]));
    lib.fcStart();
    scratch.start = lib.fcAllocate(SCRATCH_SIZE);
    scratch.top = scratch.start;
    scratch.workspace = lib.cdCreateWorkspace();
}

async function instantiate(source) {
    if (source instanceof WebAssembly.Module) return WebAssembly.instantiate(source, imports);
    if (typeof Response === 'undefined' || !(source instanceof Response)) return (await WebAssembly.instantiate(source, imports)).instance;
    if (!source.ok) throw new Error(`cannot load ${source.url}: HTTP status ${source.status}`);
    const streams = source.headers.get('content-type')?.startsWith('application/wasm');
    const made = streams ? WebAssembly.instantiateStreaming(source, imports) : WebAssembly.instantiate(await source.arrayBuffer(), imports);
    return (await made).instance;
}

// Returns a function that throws what went wrong in the library or in a callback. Lists of arguments of any length take longer.
function guard(run) {
    switch (run.length) {
        case 0: return () => check(run());
        case 1: return (a) => check(run(a));
        case 2: return (a, b) => check(run(a, b));
        case 3: return (a, b, c) => check(run(a, b, c));
        case 4: return (a, b, c, d) => check(run(a, b, c, d));
        case 5: return (a, b, c, d, e) => check(run(a, b, c, d, e));
        default: return (...values) => check(run(...values));
    }
}

function check(result) {
    if (failure === '' && callbackError === null) return result;
    const error = callbackError ? callbackError[0] : new Error(`the library refuses the call: ${failure} is not true`);
    failure = '';
    callbackError = null;
    throw error;
}

// --- Memory for one call

const scratch = {start: 0, top: 0, workspace: 0, blocks: []};

// Returns the workspace that all queries share.
export function getWorkspace() {
    return scratch.workspace;
}

// Runs a function whose take() and make() last until it returns.
export function inFrame(run) {
    if (lib === notReady) lib.fcStart(); // throws
    const {top} = scratch;
    const count = scratch.blocks.length;
    try {
        return run();
    } finally {
        scratch.top = top;
        while (scratch.blocks.length > count) lib.fcRelease(scratch.blocks.pop());
    }
}

// Returns the address of zeroed bytes, at a multiple of 16.
export function take(byteCount) {
    const size = (byteCount + 15) & ~15;
    let address = scratch.top;
    if (address + size <= scratch.start + SCRATCH_SIZE) scratch.top += size;
    else scratch.blocks.push((address = allocate(size)));
    heap.u8.fill(0, address, address + byteCount);
    return address;
}

// Returns a zeroed struct.
export function make(Struct) {
    return new Struct(take(Struct.size));
}

// Returns the address of new memory. Free it with lib.fcRelease. Errors: RangeError without memory.
export function allocate(byteCount) {
    const address = byteCount < 2 ** 31 ? lib.fcAllocate(byteCount) : 0;
    if (address === 0) throw new RangeError(`no memory for ${byteCount} bytes`);
    return address;
}

// Copies a typed array into zeroed memory of this frame and returns its address.
export function put(array) {
    const address = take(array.byteLength);
    heap.u8.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), address);
    return address;
}

// Returns the memory in use: blocks of the library, and bytes of the whole WebAssembly memory, which never shrinks.
export function getMemory() {
    return {blocks: lib.fcGetBlockCount(), bytes: memory.buffer.byteLength};
}

// --- Names of enumerators

const names = {}; // by function, then by value

// Returns the library's name of an enumerator; getter is such as 'cdGetReasonName'.
export function getName(getter, value) {
    const known = (names[getter] ??= []);
    return (known[value] ??= readText(lib[getter](value)));
}

// --- Callbacks for pairs of bodies

// Sets the function that decides if two bodies, by their ids, collide; null: all do.
export function setPairCallback(world, shouldCollide) {
    if (shouldCollide) pairCallbacks.set(world, shouldCollide);
    else pairCallbacks.delete(world);
    lib.fcSetPairCallback(world, Boolean(shouldCollide));
}

export function forgetWorld(world) {
    pairCallbacks.delete(world);
}

// After an error the pair does not collide; the call of the library throws the first error.
function askPair(world, a, b) {
    try {
        return !callbackError && pairCallbacks.get(world)(a, b) ? 1 : 0;
    } catch (error) {
        callbackError ??= [error];
        return 0;
    }
}

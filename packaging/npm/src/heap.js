// Views of the memory of WebAssembly. They are replaced when the memory grows: never keep one across a call.

export const heap = {i8: null, u8: null, u16: null, i32: null, u32: null, f32: null, f64: null, i64: null, u64: null};

export function viewMemory(memory) {
    const {buffer} = memory;
    heap.i8 = new Int8Array(buffer);
    heap.u8 = new Uint8Array(buffer);
    heap.u16 = new Uint16Array(buffer);
    heap.i32 = new Int32Array(buffer);
    heap.u32 = new Uint32Array(buffer);
    heap.f32 = new Float32Array(buffer);
    heap.f64 = new Float64Array(buffer);
    heap.i64 = new BigInt64Array(buffer);
    heap.u64 = new BigUint64Array(buffer);
}

// Returns the text that ends with a zero byte.
export function readText(address) {
    return new TextDecoder().decode(heap.u8.subarray(address, heap.u8.indexOf(0, address)));
}

// First Contact for node: continuous collision detection between arbitrary triangle meshes.

import {readFile} from 'node:fs/promises';
import {start} from './library.js';

export * from './api.js';

// Loads the library. source: path or file URL of firstcontact.wasm, bytes or a WebAssembly.Module; by default the file beside this
// module. Later calls return the promise of the first one.
export function init(source) {
    return start(async () => {
        const given = await source;
        if (given === undefined) return readFile(new URL('./firstcontact.wasm', import.meta.url));
        return typeof given === 'string' || given instanceof URL ? readFile(given) : given;
    });
}

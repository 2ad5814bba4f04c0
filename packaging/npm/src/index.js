// First Contact for browsers: continuous collision detection between arbitrary triangle meshes.
//
// A page's Content-Security-Policy needs script-src 'wasm-unsafe-eval', and connect-src for the .wasm file.

import {start} from './library.js';

export * from './api.js';

// Loads the library. source: address of firstcontact.wasm, a Response, bytes or a WebAssembly.Module; by default the file beside
// this module. Later calls return the promise of the first one.
export function init(source) {
    return start(async () => {
        const given = await source;
        if (given === undefined) return fetch(new URL('./firstcontact.wasm', import.meta.url));
        return typeof given === 'string' || given instanceof URL ? fetch(given) : given;
    });
}

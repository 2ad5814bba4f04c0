// The program in the page: finds what the browser lacks, loads the program and its assets, and starts it.
//
// firstcontact.js and firstcontact.wasm are the program, bunny.gz is the Stanford bunny. All are fetched at once; the program
// is compiled while it arrives.

import { gunzip, makeLinkName } from './links.js';

const BUNNY_FOLDER = '/usr/share/glmark2/models';
const DROP_FOLDER = '/drop';

// The smallest module with an instruction of 128-bit SIMD.
const SIMD_MODULE = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

/** A feature that this browser lacks: `feature` is its name. */
export class MissingFeature extends Error {
    constructor(feature) {
        super(`this browser has no ${feature}`);
        this.feature = feature;
    }
}

function checkWebAssembly() {
    if (typeof WebAssembly !== 'object') throw new MissingFeature('WebAssembly');
    if (!WebAssembly.validate(new Uint8Array(SIMD_MODULE))) throw new MissingFeature('WebAssembly SIMD');
    if (typeof DecompressionStream !== 'function') throw new MissingFeature('DecompressionStream');
}

// Creates the context of the canvas, which the program uses (engine/web/window_web.c). This takes a third of a second where the
// browser has drawn nothing yet: downloads and compilation continue meanwhile.
function createContext(canvas) {
    const attributes = { alpha: false, depth: false, stencil: false, antialias: false, preserveDrawingBuffer: true };
    if (!canvas.getContext('webgl2', attributes)) throw new MissingFeature('WebGL2');
}

// Counts the bytes of several downloads. A server that compresses them does not say how many come: then the share is null.
class Progress {
    constructor(report) {
        this.report = report;
        this.files = [];
    }

    add(response) {
        const zipped = response.headers.get('Content-Encoding');
        const file = { total: zipped ? NaN : Number(response.headers.get('Content-Length') ?? NaN), loaded: 0 };
        this.files.push(file);
        return new TransformStream({
            transform: (chunk, controller) => {
                file.loaded += chunk.length;
                controller.enqueue(chunk);
                this.announce();
            },
        });
    }

    announce() {
        let loaded = 0, total = 0;
        for (const file of this.files) {
            loaded += file.loaded;
            total += file.total;
        }
        this.report(total > 0 ? Math.min(1, loaded / total) : null, loaded);
    }
}

async function fetchCounted(name, progress, type) {
    const response = await fetch(name);
    if (!response.ok) throw new Error(`${name}: the server answers ${response.status}`);
    const body = response.body.pipeThrough(progress.add(response));
    // The type is given here: a server that does not know .wasm would stop streaming compilation.
    return new Response(body, { headers: { 'Content-Type': type } });
}

function loadScript(name) {
    return new Promise((resolve, reject) => {
        const script = document.createElement('script');
        script.src = name;
        script.onload = resolve;
        script.onerror = () => reject(new Error(`${name} cannot be loaded`));
        document.head.append(script);
    });
}

async function loadBunny(progress) {
    const response = await fetchCounted('bunny.gz', progress, 'application/octet-stream');
    return gunzip(new Uint8Array(await response.arrayBuffer()));
}

/**
 * The running program. Positions are pixels of the canvas's drawing size from its top left.
 * `on...` of the options of startProgram are called from it.
 */
export class Program {
    constructor(module) {
        this.module = module;
        this.drops = 0;
    }

    call(name, result, types = [], values = []) {
        return this.module.ccall(name, result, types, values);
    }

    /** Returns the state of the last frame, the line of --status; {} before the first. */
    state() {
        const text = this.call('WebState', 'string');
        return text ? JSON.parse(text) : {};
    }

    /** Returns after the first drawn frame. */
    async waitForPicture() {
        while (!(this.state().frame > 0)) await new Promise(requestAnimationFrame);
    }

    /** Opens a scene by its name, also as links have it. Returns false if there is no such scene. */
    openScene(name) {
        const scene = findScene(this.listScenes(), name);
        return scene !== null && this.call('WebOpenScene', 'number', ['string'], [scene]) === 1;
    }

    /** Starts a lesson by its name. Returns false if there is no such lesson. */
    openLesson(name) {
        return this.call('WebOpenLesson', 'number', ['string'], [name]) === 1;
    }

    /** Returns {name, group, about} of all scenes. */
    listScenes() {
        this.scenes ??= JSON.parse(this.call('WebListScenes', 'string'));
        return this.scenes;
    }

    /** Writes files into one new folder of the program's memory. Returns their paths. */
    writeFiles(files) {
        const folder = `${DROP_FOLDER}/${++this.drops}`;
        this.module.FS.mkdirTree(folder);
        return files.map(({ name, bytes }) => {
            const path = `${folder}/${name.replaceAll('/', '_')}`;
            this.module.FS.writeFile(path, bytes);
            return path;
        });
    }

    /** Opens a written file as if it had been dropped on the window. */
    openFile(path) {
        this.call('WebOpenFile', null, ['string'], [path]);
    }

    readFile(path) {
        return this.module.FS.readFile(path);
    }

    removeFile(path) {
        this.module.FS.unlink(path);
    }

    /** Starts or ends a recording. Its file comes by onFile. */
    record(on) {
        this.call('WebRecord', 'number', ['number'], [on ? 1 : 0]);
    }

    /** Takes a picture. Its file comes by onFile. */
    takePicture() {
        this.call('WebPicture', null);
    }

    movePointer(x, y, mods) {
        this.call('WebPointer', null, Array(5).fill('number'), [0, x, y, 0, mods]);
    }

    /** Presses or releases a button: 0 left, 1 right, 2 middle. */
    pressPointer(down, button, x, y, mods) {
        this.call('WebPointer', null, Array(5).fill('number'), [down ? 1 : 2, x, y, button, mods]);
    }

    turnWheel(x, y, notches) {
        this.call('WebWheel', null, Array(3).fill('number'), [x, y, notches]);
    }

    pressKey(down, key, mods) {
        this.call('WebKey', null, Array(4).fill('number'), [down ? 1 : 0, key, mods, 0]);
    }

    type(text) {
        this.call('WebText', null, ['string'], [text]);
    }

    /** Returns true if a text field of the program has the keyboard. */
    wantsText() {
        return this.call('WebWantsText', 'number') === 1;
    }
}

function instantiate(compiled, fail) {
    return (imports, receive) => {
        compiled
            .then(async (module) => receive(await WebAssembly.instantiate(module, imports), module))
            .catch(fail);
        return {}; // the instance comes later
    };
}

/** Returns the name of a scene from its name or its link name; null if there is no such scene. */
export function findScene(scenes, name) {
    const wanted = makeLinkName(name);
    return scenes.find((scene) => makeLinkName(scene.name) === wanted)?.name ?? null;
}

function loadModule(canvas, compiled, callbacks) {
    return new Promise((resolve, reject) => {
        globalThis
            .createFirstContact({
                canvas,
                noInitialRun: true,
                instantiateWasm: instantiate(compiled, reject),
                onAbort: (reason) => reject(new Error(String(reason))),
                print: (text) => console.log(text),
                ...callbacks,
            })
            .then(resolve, reject);
    });
}

/**
 * Loads and starts the program in a canvas. Returns a Program. Throws a MissingFeature, or an Error that says what failed.
 *
 * Options: canvas; scene, its name as links have it, optional; args, the rest of the command line; onProgress(share or null,
 * bytes); and callbacks of the module: onFile(path), onNote(severity, text), onTitle(text), onPick(), onCopy(text), onClose().
 */
export async function startProgram({ canvas, scene, args = [], onProgress = () => {}, ...callbacks }) {
    checkWebAssembly();
    const progress = new Progress(onProgress);
    let lastWords = '';
    const printErr = (text) => {
        lastWords = text;
        console.warn(text);
    };
    const compiled = WebAssembly.compileStreaming(fetchCounted('firstcontact.wasm', progress, 'application/wasm'));
    const bunny = loadBunny(progress);
    const script = loadScript('firstcontact.js');
    for (const promise of [compiled, bunny, script]) promise.catch(() => {}); // reported where they are awaited
    createContext(canvas);
    await script;
    const module = await loadModule(canvas, compiled, { printErr, ...callbacks });
    module.FS.mkdirTree(BUNNY_FOLDER);
    module.FS.writeFile(`${BUNNY_FOLDER}/bunny.obj`, await bunny);
    const program = new Program(module);
    const name = scene && findScene(program.listScenes(), scene);
    const code = module.callMain(['--no-settings', ...(name ? ['--scene', name] : []), ...args]);
    if (code) throw new Error(lastWords || `the program ended with code ${code}`);
    await program.waitForPicture();
    return program;
}

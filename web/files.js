// Files that a person gives to the program: dropped on the page or picked, several at once.
//
// All files of a drop are written beside each other, so that a scene file finds its meshes. If a scene or a recording is among
// them, it alone is opened; otherwise every mesh joins the scene.

const MESH = /\.(obj|ply|stl|off)$/i;
const SCENE = /\.json$/i;
const RECORDING = /\.fcrec$/i;

/** The endings that the file picker offers. */
export const FILE_ENDINGS = '.obj,.ply,.stl,.off,.json,.fcrec';

/** Returns the names to open, of the names of files that came together. */
export function chooseFiles(names) {
    for (const kind of [RECORDING, SCENE]) {
        const found = names.filter((name) => kind.test(name));
        if (found.length) return found.slice(0, 1);
    }
    return names.filter((name) => MESH.test(name));
}

/** Writes {name, bytes} files into the program's memory and opens them. Returns false if it can open none. */
export function openFiles(program, files) {
    const paths = program.writeFiles(files);
    const chosen = chooseFiles(paths);
    for (const path of chosen) program.openFile(path);
    return chosen.length > 0;
}

async function readFiles(list) {
    return Promise.all(
        [...list].map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
    );
}

function hasFiles(event) {
    return [...(event.dataTransfer?.types ?? [])].includes('Files');
}

/** Calls give(files) for files dropped anywhere on the page. `target` has the class "drop" while they hover. */
export function listenForDrops(target, give) {
    let depth = 0; // enter and leave events of the elements below come in pairs
    const show = (change) => {
        depth = Math.max(0, depth + change);
        target.classList.toggle('drop', depth > 0);
    };
    addEventListener('dragenter', (event) => hasFiles(event) && show(1));
    addEventListener('dragleave', (event) => hasFiles(event) && show(-1));
    addEventListener('dragover', (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
    });
    addEventListener('drop', async (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        show(-depth);
        give(await readFiles(event.dataTransfer.files));
    });
}

/** Calls give(files) for files that a person picks. `input` is an <input type="file">. */
export function listenForPicks(input, give) {
    input.accept = FILE_ENDINGS;
    input.multiple = true;
    input.addEventListener('change', async () => {
        const files = await readFiles(input.files);
        input.value = ''; // so that the same file can be picked again
        if (files.length) give(files);
    });
}

// The page: starts the program in the tab and connects it with the address, files, fingers and the bar above.

import { download } from './downloads.js';
import { listenForDrops, listenForPicks, openFiles } from './files.js';
import { fetchRecording, makeLinkName, makeRecordingLink, readLink } from './links.js';
import { endLoading, notify, showMissingFeature, showObstacle, showProgress } from './messages.js';
import { MissingFeature, startProgram } from './program.js';
import { fitUpright, followShape } from './screen.js';
import { Touch } from './touch.js';
import { Typing } from './typing.js';

const CTRL = 2; // GX_MOD_CTRL: turns an object

const find = (id) => document.getElementById(id);
const canvas = find('canvas');
let program = null;
let comingScene = ''; // the link name of a scene that the address already has, while it loads

// --- the address

function getCleanAddress() {
    return location.href.split('#')[0];
}

async function openLinkedRecording(link) {
    try {
        const bytes = await fetchRecording(link);
        openFiles(program, [{ name: 'link.fcrec', bytes }]);
    } catch (error) {
        notify(`Cannot open the recording of this link: ${error.message}`);
    }
}

function openLinkedScene(name) {
    if (makeLinkName(name) === makeLinkName(program.state().scene ?? '')) return;
    if (program.openScene(name)) comingScene = makeLinkName(name);
    else notify(`There is no scene "${name}"`);
}

function openLink(hash) {
    const link = readLink(hash);
    if (link.recording) openLinkedRecording(link.recording);
    else if (link.lesson && !program.openLesson(link.lesson)) notify(`There is no lesson "${link.lesson}"`);
    else if (link.scene) openLinkedScene(link.scene);
}

// Another scene is shown: a new entry of the history, so that the back button returns.
function showScene(name) {
    const linkName = makeLinkName(name);
    const link = readLink(location.hash);
    const choice = [...find('scenes').options].find((option) => option.value === linkName);
    find('scenes').value = choice ? linkName : '';
    document.title = `${name} - First Contact`;
    find('status').textContent = choice ? `${name}. ${choice.title}` : name;
    const isLinked = comingScene || link.scene === linkName || link.recording || link.lesson;
    if (comingScene === linkName) comingScene = '';
    if (choice && !isLinked) history.pushState(null, '', `#scene=${linkName}`);
}

function watchScene() {
    let shown = '';
    return () => {
        const name = program?.state().scene;
        if (!name || name === shown) return;
        shown = name;
        showScene(name);
        fitUpright(canvas, program);
    };
}

// --- files

async function keepFile(path) {
    const name = path.split('/').pop();
    const bytes = program.readFile(path).slice();
    if (!name.endsWith('.json')) program.removeFile(path); // a saved scene can be reloaded
    download(name, bytes);
    if (!name.endsWith('.fcrec')) {
        notify(`Saved ${name}`);
        return;
    }
    const link = await makeRecordingLink(bytes);
    const action = link && { label: 'Copy as a link', act: () => copy(link, 'Link to the recording copied') };
    notify(`Saved ${name}`, action);
}

function giveFiles(files) {
    if (!program) return;
    if (!openFiles(program, files))
        notify('Drop meshes (OBJ, PLY, STL, OFF), a scene (JSON) or a recording (FCREC)');
    canvas.focus({ preventScroll: true });
}

async function copy(text, done) {
    try {
        await navigator.clipboard.writeText(text);
        notify(done);
    } catch {
        prompt('Copy this link:', text); // the clipboard needs https
    }
}

// --- the bar

function fillScenes() {
    const groups = new Map();
    for (const { name, group, about } of program.listScenes()) {
        if (!groups.has(group)) {
            groups.set(group, document.createElement('optgroup'));
            groups.get(group).label = group;
        }
        const option = document.createElement('option');
        Object.assign(option, { value: makeLinkName(name), textContent: name, title: about });
        groups.get(group).append(option);
    }
    find('scenes').append(...groups.values());
}

function setPressed(button, on) {
    button.setAttribute('aria-pressed', String(on));
}

function isPressed(button) {
    return button.getAttribute('aria-pressed') === 'true';
}

function toggleRecording() {
    const on = !isPressed(find('record'));
    setPressed(find('record'), on);
    program.record(on);
}

function toggleFullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.().catch(() => notify('This browser allows no full screen here'));
}

function act(id, action) {
    find(id).addEventListener('click', () => {
        if (program) action();
        canvas.focus({ preventScroll: true });
    });
}

function connectBar() {
    find('scenes').addEventListener('change', (event) => {
        comingScene = '';
        if (event.target.value) program?.openScene(event.target.value);
        canvas.focus({ preventScroll: true });
    });
    act('open', () => find('picker').click());
    act('record', toggleRecording);
    act('picture', () => program.takePicture());
    act('turn', () => setPressed(find('turn'), !isPressed(find('turn'))));
    act('link', () => copy(`${getCleanAddress()}#scene=${makeLinkName(program.state().scene ?? '')}`, 'Link copied'));
    act('full', toggleFullScreen);
    if (!document.fullscreenEnabled) find('full').hidden = true;
}

// The state of the record button follows the program: F9 and its menu record, too.
function followState() {
    const state = program.state();
    setPressed(find('record'), state.recording === true);
}

// --- the start

function connectProgram() {
    const typing = new Typing(find('typing'), canvas, program);
    new Touch(canvas, program, () => (isPressed(find('turn')) ? CTRL : 0), () => typing.follow());
    followShape(canvas, program);
    listenForDrops(document.body, giveFiles);
    listenForPicks(find('picker'), giveFiles);
    addEventListener('hashchange', (event) => openLink(new URL(event.newURL).hash));
    canvas.addEventListener('webglcontextlost', () =>
        showObstacle('The browser took the graphics away.', ['Another page may need all of it. Close it, then try again.']));
    const watch = watchScene();
    setInterval(() => {
        watch();
        followState();
    }, 250);
}

async function start() {
    const link = readLink(location.hash);
    document.body.classList.toggle('bare', 'bare' in link);
    const theme = link.theme === 'light' ? 'light' : 'dark';
    document.documentElement.dataset.theme = theme;
    connectBar();
    program = await startProgram({
        canvas,
        scene: link.scene,
        args: ['--theme', theme],
        onProgress: showProgress,
        onFile: keepFile,
        onPick: () => find('picker').click(),
        onCopy: (text) => navigator.clipboard?.writeText(text),
        onNote: (severity, text) => severity > 0 && notify(text),
        onClose: () => showObstacle('First Contact has ended.', ['Close the tab, or start again.']),
    });
    endLoading();
    globalThis.firstContact = program; // for tests, and for the curious
    fillScenes();
    connectProgram();
    openLink(location.hash);
    if (document.activeElement === document.body) canvas.focus({ preventScroll: true });
}

start().catch((error) => {
    if (error instanceof MissingFeature) return showMissingFeature(error.feature);
    showObstacle('First Contact did not start.', ['Reload the page. If that does not help, report this message:'], error.message);
});

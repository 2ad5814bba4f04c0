// A scene in an iframe of another page, with a caption: embed.html#scene=nut-on-a-bolt&caption=Turn%20the%20nut.
//
// Parameters: scene or recording, as in links.js; caption, plain text; start, "click" (default: nothing is loaded before) or
// "now" (as soon as it is visible); theme, "dark" or "light". A cover lies over the scene until it is clicked, so that the page
// around scrolls; Escape, Tab or a click elsewhere put it back.

import { openFiles } from './files.js';
import { fetchRecording, readLink } from './links.js';
import { endLoading, notify, showMissingFeature, showObstacle, showProgress } from './messages.js';
import { MissingFeature, startProgram } from './program.js';
import { fitUpright, followShape } from './screen.js';
import { Touch } from './touch.js';
import { Typing } from './typing.js';

const DEFAULT_SCENE = 'teapot-and-bunny';

const find = (id) => document.getElementById(id);
const canvas = find('canvas');
let started = false;

function use() {
    document.body.classList.remove('idle');
    find('cover').hidden = true;
    find('leave').hidden = false;
    canvas.tabIndex = 0;
    canvas.focus({ preventScroll: true });
}

function leave() {
    document.body.classList.add('idle');
    find('prompt').textContent = 'Use';
    find('cover').hidden = false;
    find('leave').hidden = true;
    canvas.tabIndex = -1;
}

// The cover comes back when the focus leaves the scene: by Tab, Escape, or a click in the page around.
function watchFocus() {
    const inside = () => [canvas, find('typing'), find('leave')].includes(document.activeElement);
    document.addEventListener('focusin', () => inside() || find('cover').hidden === false || leave());
    addEventListener('blur', leave);
    addEventListener('keydown', (event) => {
        if (event.key !== 'Escape' || find('cover').hidden === false) return;
        leave(); // the program has the key, too: it cancels a drag
        find('cover').focus({ preventScroll: true });
    });
    find('leave').addEventListener('click', leave);
}

async function openRecording(program, link) {
    try {
        openFiles(program, [{ name: 'link.fcrec', bytes: await fetchRecording(link) }]);
    } catch (error) {
        notify(`Cannot open the recording: ${error.message}`);
    }
}

async function start(link) {
    started = true;
    find('loading').hidden = false;
    find('cover').hidden = true;
    const program = await startProgram({
        canvas,
        scene: link.scene ?? DEFAULT_SCENE,
        args: ['--theme', document.documentElement.dataset.theme],
        onProgress: showProgress,
        onNote: (severity, text) => severity > 0 && notify(text),
    });
    endLoading();
    find('poster').hidden = true;
    globalThis.firstContact = program;
    const typing = new Typing(find('typing'), canvas, program);
    new Touch(canvas, program, () => 0, () => typing.follow());
    followShape(canvas, program);
    fitUpright(canvas, program);
    if (link.recording) openRecording(program, link.recording);
}

function startOrReport(link, then) {
    start(link).then(then, (error) => {
        if (error instanceof MissingFeature) return showMissingFeature(error.feature);
        showObstacle('The scene did not start.', ['Open it in a tab, or reload the page.'], error.message);
    });
}

function show(link) {
    const scene = link.scene ?? DEFAULT_SCENE;
    document.documentElement.dataset.theme = link.theme === 'light' ? 'light' : 'dark';
    find('caption').textContent = link.caption ?? '';
    find('tab').href = link.recording ? `index.html#recording=${encodeURIComponent(link.recording)}` : `index.html#scene=${scene}`;
    if (/^[a-z0-9-]+$/.test(scene)) {
        find('poster').src = `gallery/${scene}.png`;
        find('poster').hidden = false;
    }
    find('cover').addEventListener('click', () => (started ? use() : startOrReport(link, use)));
    watchFocus();
    if (link.start !== 'now') return;
    const observer = new IntersectionObserver((entries) => {
        if (started || !entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        startOrReport(link, leave);
    });
    observer.observe(canvas);
}

show(readLink(location.hash));
addEventListener('hashchange', () => location.reload());

// Files by drop and by the picker.
// Red: a drop that opens nothing or leaves the page, a scene that does not find the meshes dropped with it.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { runTests, test } from './harness.mjs';

const TETRAHEDRON = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n';
const PLY = 'ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 4\n' +
    'property list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 2 0 3\n';
const SCENE = JSON.stringify({
    name: 'two tetrahedra', about: '', gravity: [0, 0, 0], mode: 'continuous', response: 'stop', margin: 0,
    objects: [
        { name: 'still', mesh: 'part one.obj', pose: [0, 0, 0, 1, 0, 0, 0], scale: 1, normalize: false, body: 'fixed' },
        { name: 'hand', mesh: 'two.ply', pose: [3, 0, 0, 1, 0, 0, 0], scale: 1, normalize: false, body: 'driven' },
    ],
    camera: { eye: [1, 2, 12], target: [1, 0, 0], fov: 0.7 },
});

function writeFiles(work) {
    const write = (name, text) => (writeFileSync(join(work, name), text), join(work, name));
    return { obj: write('part one.obj', TETRAHEDRON), ply: write('two.ply', PLY), scene: write('two.json', SCENE), text: write('notes.txt', 'hello') };
}

const countObjects = async (page) => (await page.state()).objects;

test('a dropped OBJ joins the scene', async ({ page, address, work }) => {
    const files = writeFiles(work);
    await page.open(`${address}#scene=l-in-an-l`);
    const before = (await page.waitForProgram()).objects;
    await page.evaluate("addEventListener('drop', (event) => (globalThis.prevented = event.defaultPrevented))");
    await page.drop([files.obj], 640, 400);
    assert.ok(await page.evaluate('prevented'), 'the browser would leave the page');
    await page.waitFor('the mesh does not join', async () => (await countObjects(page)) === before + 1, 10);
    assert.equal((await page.state()).scene, 'L in an L');
});

test('several meshes at once', async ({ page, address, work }) => {
    const files = writeFiles(work);
    await page.open(`${address}#scene=l-in-an-l`);
    const before = (await page.waitForProgram()).objects;
    await page.drop([files.obj, files.ply], 640, 400);
    await page.waitFor('the meshes do not join', async () => (await countObjects(page)) === before + 2, 10);
});

test('a scene with its meshes', async ({ page, address, work }) => {
    const files = writeFiles(work);
    await page.open(`${address}#scene=l-in-an-l`);
    await page.waitForProgram();
    await page.drop([files.obj, files.scene, files.ply], 640, 400);
    const state = await page.waitForState({ scene: 'two tetrahedra' }, 10);
    assert.equal(state.objects, 2);
});

test('the picker', async ({ page, address, work }) => {
    const files = writeFiles(work);
    await page.open(`${address}#scene=l-in-an-l`);
    const before = (await page.waitForProgram()).objects;
    await page.send('Page.setInterceptFileChooserDialog', { enabled: true });
    const opened = new Promise((resolve) => page.on('Page.fileChooserOpened', resolve));
    await page.clickOn('#open');
    const { backendNodeId, mode } = await opened;
    assert.equal(mode, 'selectMultiple');
    await page.send('DOM.setFileInputFiles', { files: [files.ply], backendNodeId });
    await page.waitFor('the mesh does not join', async () => (await countObjects(page)) === before + 1, 10);
});

test('a file that is no mesh', async ({ page, address, work }) => {
    const files = writeFiles(work);
    await page.open(`${address}#scene=l-in-an-l`);
    await page.waitForProgram();
    await page.drop([files.text], 640, 400);
    await page.waitFor('no notice', () => page.evaluate("/OBJ/.test(document.getElementById('notice').textContent)"));
    assert.equal(await page.evaluate('document.body.classList.contains("drop")'), false);
});

test('a broken OBJ is reported', async ({ page, address, work }) => {
    const broken = join(work, 'broken.obj');
    writeFileSync(broken, 'v 0 0 0\nf 1 2 3\n');
    await page.open(`${address}#scene=l-in-an-l`);
    const before = (await page.waitForProgram()).objects;
    await page.drop([broken], 640, 400);
    await page.waitFor('no message', async () => {
        const shown = await page.evaluate("document.getElementById('notice').textContent");
        return `${shown} ${(await page.state()).notice}`.includes('broken.obj');
    });
    assert.equal(await countObjects(page), before);
});

await runTests();

// The picture of the tab beside that of the native window, which another implementation of OpenGL draws.
// Red: other colours, a shifted or a flipped picture, missing labels, shadows or lines.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { comparePictures, decodePng } from './png.mjs';
import { runTests, test } from './harness.mjs';

// Rasterizers differ at edges and in rounding: measured are 0.2 of 255 on average, and no pixel by more than FAR.
const MEAN = 0.5, FAR = 48, SHARE = 0.001;
const SCENES = ['teapot and bunny', 'nut on a bolt', 'L in an L', 'peg in a hole'];

// Returns the picture and the layout of the native window after some frames.
function drawNatively(program, scene, work) {
    const folder = mkdtempSync(join(work, 'native-')), picture = join(folder, 'picture.png'), status = join(folder, 'status');
    execFileSync('xvfb-run', ['-a', '-s', '-screen 0 1280x720x24', program, '--scene', scene, '--no-settings', '--size', '1280x720',
        '--frames', '40', '--screenshot', picture, '--status', status], {
        stdio: 'pipe', env: { ...process.env, LIBGL_ALWAYS_SOFTWARE: '1', FIRSTCONTACT_MESH_CACHE: 'off' },
    });
    return { picture: decodePng(readFileSync(picture)), state: JSON.parse(readFileSync(status, 'utf8').trimEnd().split('\n').at(-1)) };
}

async function drawInTab(page, address, scene) {
    await page.open(`${address}#scene=${scene.toLowerCase().replaceAll(' ', '-')}&bare`);
    await page.waitForProgram();
    let last = null; // until two pictures are the same: the last one is the fine one of a still scene
    const bytes = await page.waitFor('the picture does not rest', async () => {
        await page.letFramesPass(10);
        const now = await page.shot();
        const rests = last !== null && Buffer.compare(now, last) === 0;
        last = now;
        return rests && now;
    }, 10);
    return { picture: decodePng(bytes), state: await page.state() };
}

for (const scene of SCENES) {
    test(`the picture of ${scene}`, async ({ page, address, program, work }) => {
        if (!program) return console.log('        no native program: nothing to compare');
        const native = drawNatively(program, scene, work), tab = await drawInTab(page, address, scene);
        assert.deepEqual(tab.state.picture, native.state.picture, 'another layout');
        assert.deepEqual(tab.state.center, native.state.center, 'another camera');
        const { mean, share } = comparePictures(tab.picture, native.picture, native.state.picture, FAR);
        console.log(`        mean difference ${mean.toFixed(2)} of 255, ${(100 * share).toFixed(2)} % of the pixels by more than ${FAR}`);
        assert.ok(mean < MEAN && share < SHARE);
    });
}

await runTests();

// Recordings and pictures as downloads; recordings of the tab and of the native program in the other one.
// Red: a recording that is cut off, other bits in the tab than in the native program.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { runTests, test } from './harness.mjs';
import { decodePng } from './png.mjs';

async function dragSome(page) {
    const [x, y] = await page.placeOf('center');
    await page.move(x, y);
    await page.letFramesPass();
    await page.press(x, y);
    for (let i = 1; i <= 25; i++) {
        await page.move(x - 12 * i, y + 2 * i);
        await page.letFramesPass(1);
    }
    await page.release(x - 300, y + 50);
    await page.letFramesPass();
}

function verify(program, file) {
    execFileSync(program, ['replay', file, '--verify'], { stdio: 'pipe', env: { ...process.env, FIRSTCONTACT_MESH_CACHE: 'off' } });
}

async function record(context, scene) {
    const { page, address, nextDownload } = context;
    await page.open(`${address}#scene=${scene}`);
    await page.waitForProgram();
    await page.clickOn('#record');
    await page.waitForState({ recording: true });
    await dragSome(page);
    await page.clickOn('#record');
    const file = await nextDownload();
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    assert.match(file, /recording.*\.fcrec$/);
    assert.ok(JSON.parse(lines[0]).recording, 'no header');
    assert.ok(JSON.parse(lines.at(-1)).end !== undefined, 'the recording is cut off');
    assert.ok(lines.length > 10, `${lines.length} lines`);
    return file;
}

for (const scene of ['teapot-and-bunny', 'nut-on-a-bolt']) {
    test(`a recording of the tab verifies natively: ${scene}`, async (context) => {
        const file = await record(context, scene);
        if (context.program) verify(context.program, file);
        else console.log('        no native program: not verified');
    });
}

test('the recording as a link', async (context) => {
    const { page, address } = context;
    await record(context, 'hook-on-a-bar');
    await page.waitFor('no offer of a link', () => page.evaluate("document.querySelector('#notice button')?.textContent === 'Copy as a link'"));
    await context.browser.send('Browser.grantPermissions', { permissions: ['clipboardReadWrite', 'clipboardSanitizedWrite'] });
    await page.clickOn('#notice button');
    await page.waitFor('not copied', () => page.evaluate("/copied/.test(document.getElementById('notice').textContent)"));
    const link = await page.evaluate('navigator.clipboard.readText()');
    assert.ok(link.startsWith(`${address}#recording=data:`), link.slice(0, 80));
    await page.open('about:blank');
    await page.open(link);
    await page.waitForProgram();
    await page.waitForState({ replay: true });
});

for (const name of ['hand', 'world']) {
    test(`a native recording replays in the tab: ${name}`, async ({ page, address }) => {
        await page.open(`${address}#scene=l-in-an-l`);
        await page.waitForProgram();
        await page.drop([new URL(`../data/${name}.fcrec`, import.meta.url).pathname], 640, 400);
        await page.waitForState({ replay: true });
        await page.key(' ');
        const state = await page.waitFor('the replay does not end', async () => {
            const now = await page.state();
            return now.replay_frame >= now.replay_frames && now;
        }, 60);
        assert.equal(state.replay_differs, 0);
    });
}

test('a picture', async ({ page, address, nextDownload }) => {
    await page.open(`${address}#scene=l-in-an-l`);
    await page.waitForProgram();
    await page.clickOn('#picture');
    const picture = decodePng(readFileSync(await nextDownload()));
    const size = await page.evaluate("[document.getElementById('canvas').width, document.getElementById('canvas').height]");
    assert.deepEqual([picture.width, picture.height], size);
    const colors = new Set(picture.rows.flatMap((row) => Array.from({ length: 64 }, (_, i) => row[i * 19 * picture.channels])));
    assert.ok(colors.size > 50, `${colors.size} colours`);
});

await runTests();

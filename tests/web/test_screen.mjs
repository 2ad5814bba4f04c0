// The size and the density of the canvas, full screen, lost graphics, the keyboard, and accessibility of the page.
// Red: a drawing of another size than the canvas, small letters on dense screens, controls without a name.

import assert from 'node:assert/strict';

import { runTests, test } from './harness.mjs';

const readSizes = (page) => page.evaluate(`(() => {
    const canvas = document.getElementById('canvas'), box = canvas.getBoundingClientRect();
    return { width: canvas.width, height: canvas.height, cssWidth: box.width, cssHeight: box.height, ratio: devicePixelRatio };
})()`);

async function expectSharp(page) {
    return page.waitFor('the drawing has another size than the canvas', async () => {
        const { width, height, cssWidth, cssHeight, ratio } = await readSizes(page);
        return Math.abs(width - cssWidth * ratio) <= 1 && Math.abs(height - cssHeight * ratio) <= 1;
    });
}

test('the drawing follows the window', async ({ page, address }) => {
    await page.open(`${address}#scene=peg-in-a-hole`);
    await page.waitForProgram();
    for (const [width, height, density] of [[1280, 720, 1], [900, 600, 1], [1024, 700, 2], [500, 400, 1.5], [1280, 720, 1]]) {
        await page.setSize(width, height, density);
        await expectSharp(page);
        await page.letFramesPass(3);
        const picture = (await page.state()).picture, sizes = await readSizes(page);
        assert.ok(picture[0] + picture[2] <= sizes.width + 1 && picture[1] + picture[3] <= sizes.height + 1, `${picture}`);
    }
});

test('an upright screen shows the whole scene', async ({ page, address }) => {
    await page.open(address);
    await page.waitForProgram();
    await page.setSize(390, 844, 2, true);
    await page.waitFor('the teapot is cut off', async () => {
        const [x] = await page.placeOf('center') ?? [0];
        return x > 100 && x < 330;
    });
});

test('a drag is exact on a dense screen', async ({ page, address }) => {
    await page.setSize(900, 600, 2);
    await page.open(`${address}#scene=peg-in-a-hole`);
    const start = await page.waitForProgram();
    const [x, y] = await page.placeOf('center');
    await page.move(x, y);
    await page.letFramesPass();
    await page.press(x, y);
    await page.move(x + 50, y + 20);
    await page.letFramesPass(4);
    const after = await page.placeOf('center');
    await page.release(x + 50, y + 20);
    assert.notEqual(String((await page.state()).pose), String(start.pose));
    assert.ok(Math.hypot(after[0] - x - 50, after[1] - y - 20) < 4, `at ${after}, the pointer at ${[x + 50, y + 20]}`);
});

test('every control has a name and is reached by Tab', async ({ page, address }) => {
    await page.open(`${address}#scene=peg-in-a-hole`);
    await page.waitForProgram();
    const { nodes } = await page.send('Accessibility.getFullAXTree');
    const roles = new Set(['button', 'link', 'combobox', 'MenuListPopup', 'Canvas']);
    const unnamed = nodes.filter(({ ignored, role, name }) => !ignored && roles.has(role?.value) && !name?.value && role.value !== 'MenuListPopup');
    assert.deepEqual(unnamed.map(({ role }) => role.value), []);
    await page.evaluate("document.querySelector('.home').focus()");
    const seen = [];
    for (let i = 0; i < 8; i++) {
        await page.key('Tab');
        seen.push(await page.evaluate('document.activeElement.id || document.activeElement.textContent.trim()'));
    }
    for (const name of ['scenes', 'open', 'record', 'picture', 'link', 'full', 'Gallery', 'canvas']) assert.ok(seen.includes(name), `${name}: ${seen}`);
});

test('the scene is announced', async ({ page, address }) => {
    await page.open(`${address}#scene=gears`);
    await page.waitForProgram();
    await page.waitFor('not announced', () => page.evaluate("document.getElementById('status').textContent.startsWith('gears. ')"));
});

test('#bare shows the program alone', async ({ page, address }) => {
    await page.open(`${address}#scene=slope&bare`);
    await page.waitForProgram();
    const { cssWidth, cssHeight } = await readSizes(page);
    assert.deepEqual([cssWidth, cssHeight], [1280, 720]);
});

test('full screen and back', async ({ page, address }) => {
    await page.open(`${address}#scene=peg-in-a-hole`);
    await page.waitForProgram();
    for (const full of [true, false]) {
        await page.clickOn('#full');
        await page.waitFor(`full screen is not ${full}`, async () => (await page.evaluate('!!document.fullscreenElement')) === full);
        await expectSharp(page);
    }
});

test('a lost context is reported', async ({ page, address }) => {
    await page.open(`${address}#scene=peg-in-a-hole`);
    await page.waitForProgram();
    await page.evaluate("document.getElementById('canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()");
    const text = await page.waitFor('no message', () =>
        page.evaluate("!document.getElementById('obstacle').hidden && document.getElementById('obstacle').innerText"));
    assert.match(text, /took the graphics away/);
    await page.clickOn('#obstacle button');
    await page.waitForProgram();
    await page.letFramesPass(2);
    page.errors.length = 0; // OpenGL's errors of the lost context
});

test('the light theme', async ({ page, address }) => {
    await page.open(`${address}#scene=peg-in-a-hole&theme=light`);
    await page.waitForProgram();
    const color = await page.evaluate("getComputedStyle(document.getElementById('bar')).backgroundColor");
    assert.equal(color, 'rgb(244, 245, 247)');
});

await runTests();

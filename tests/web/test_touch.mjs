// Fingers on a phone: one drags, two orbit and zoom, a tap presses a button of the program.
// Red: a page that scrolls or zooms under the fingers, a second finger that drags the object away, a pinch without effect.

import assert from 'node:assert/strict';

import { runTests, test } from './harness.mjs';

// A scene that loads quickly, on a phone.
async function openPhone(page, address, scene = 'peg-in-a-hole') {
    await page.setSize(390, 844, 2, true);
    await page.open(`${address}#scene=${scene}`);
    await page.waitForProgram();
    await page.letFramesPass(3); // the camera fits the upright screen
    return page.state();
}

test('one finger drags', async ({ page, address }) => {
    const start = await openPhone(page, address);
    const [x, y] = await page.placeOf('center');
    await page.evaluate("addEventListener('touchmove', (event) => (globalThis.prevented = event.defaultPrevented), { passive: false })");
    await page.touch('touchStart', [[x, y]]);
    await page.slideFingers([[x, y]], [[x + 15, y + 40]]);
    assert.ok(await page.evaluate('prevented'), 'the browser may scroll');
    const state = await page.waitForState({ held: true });
    assert.notEqual(String(state.pose), String(start.pose));
    await page.touch('touchEnd');
    await page.waitForState({ held: false });
    assert.equal(await page.evaluate('scrollX + scrollY + visualViewport.scale'), 1);
});

test('a finger beside the objects orbits', async ({ page, address }) => {
    const start = await openPhone(page, address, 'teapot-and-bunny');
    const before = await page.placeOf('center');
    await page.touch('touchStart', [[60, 520]]);
    await page.slideFingers([[60, 520]], [[160, 520]]);
    await page.touch('touchEnd');
    const after = await page.placeOf('center');
    assert.ok(Math.hypot(after[0] - before[0], after[1] - before[1]) > 5, 'no orbit');
    assert.equal(String((await page.state()).pose), String(start.pose));
});

test('two fingers orbit, and move no object', async ({ page, address }) => {
    const start = await openPhone(page, address, 'teapot-and-bunny');
    const before = await page.placeOf('center');
    const [x, y] = before, from = [[x - 60, y], [x + 60, y]], to = [[x - 110, y + 30], [x + 10, y + 30]];
    await page.touch('touchStart', [from[0]]);
    await page.touch('touchStart', from);
    await page.slideFingers(from, to);
    await page.touch('touchEnd');
    const state = await page.state(), after = await page.placeOf('center');
    assert.equal(String(state.pose), String(start.pose));
    assert.equal(state.held, false);
    assert.ok(Math.hypot(after[0] - before[0], after[1] - before[1]) > 5, 'no orbit');
});

test('a second finger ends the drag of the first', async ({ page, address }) => {
    await openPhone(page, address);
    const [x, y] = await page.placeOf('center');
    await page.touch('touchStart', [[x, y]]);
    await page.slideFingers([[x, y]], [[x, y + 30]], 5);
    const { pose } = await page.waitForState({ held: true });
    await page.touch('touchStart', [[x, y + 30], [x - 90, y + 30]]);
    await page.waitForState({ held: false });
    await page.slideFingers([[x, y + 30], [x - 90, y + 30]], [[x, y + 90], [x - 90, y + 90]]);
    assert.equal(String((await page.state()).pose), String(pose));
    await page.touch('touchEnd');
});

// Returns the distance of two places on the screen that zooming scales: the object and the middle of the fingers.
async function pinch(page, from, to) {
    const distance = async () => {
        const [x, y] = await page.placeOf('center');
        return Math.hypot(x - 195, y - 560);
    };
    const before = await distance();
    const fingers = (gap) => [[195 - gap / 2, 560], [195 + gap / 2, 560]];
    await page.touch('touchStart', fingers(from));
    await page.slideFingers(fingers(from), fingers(to));
    await page.touch('touchEnd');
    await page.letFramesPass();
    return (await distance()) / before;
}

test('pinch zooms', async ({ page, address }) => {
    await openPhone(page, address);
    const nearer = await pinch(page, 80, 160);
    assert.ok(nearer > 1.3, `spreading the fingers to twice the distance: ${nearer}`);
    const farther = await pinch(page, 160, 80);
    assert.ok(farther < 0.8, `bringing them together: ${farther}`);
    assert.equal(await page.evaluate('visualViewport.scale'), 1);
});

test('a double tap does not zoom the page', async ({ page, address }) => {
    await openPhone(page, address);
    for (let i = 0; i < 2; i++) {
        await page.touch('touchStart', [[200, 600]]);
        await page.touch('touchEnd');
    }
    await page.letFramesPass(10);
    assert.equal(await page.evaluate('visualViewport.scale'), 1);
});

test('a tap opens a menu of the program', async ({ page, address }) => {
    await openPhone(page, address);
    const before = await page.shot();
    const top = await page.evaluate("document.getElementById('canvas').getBoundingClientRect().top");
    await page.touch('touchStart', [[18, top + 13]]);
    await page.touch('touchEnd');
    await page.waitFor('no menu', async () => Buffer.compare(before, await page.shot()) !== 0);
    assert.equal((await page.state()).held, false);
});

test('Turn: one finger turns the nut along its thread', async ({ page, address }) => {
    const start = await openPhone(page, address, 'nut-on-a-bolt');
    await page.evaluate("document.getElementById('turn').click()");
    const [x, y] = await page.placeOf('center');
    await page.touch('touchStart', [[x + 30, y]]);
    await page.slideFingers([[x + 30, y]], [[x - 30, y]]);
    await page.touch('touchEnd');
    const { pose } = await page.state();
    const turned = pose.slice(3).some((value, i) => Math.abs(value - start.pose[3 + i]) > 0.01);
    assert.ok(turned, `${pose} after ${start.pose}`);
});

test('a text field of the program shows the keyboard of the phone', async ({ page, address }) => {
    await openPhone(page, address);
    await page.evaluate('firstContact.pressKey(true, 79, 2); firstContact.pressKey(false, 79, 2)'); // Ctrl+O
    await page.waitForState({ finder: true });
    const first = await page.waitFor('no list', async () => (await page.state())['@teapot and bunny']); // the field is above it
    const at = await page.evaluate(`(({ left, top }) => [left + ${first[0] + 40} / 2, top + ${first[1] - 24} / 2])(canvas.getBoundingClientRect())`);
    await page.touch('touchStart', [at]);
    await page.touch('touchEnd');
    await page.waitFor('no keyboard', () => page.evaluate("document.activeElement.id === 'typing'"));
    await page.send('Input.insertText', { text: 'dom' });
    await page.letFramesPass(3);
    await page.key('Enter');
    await page.waitForState({ scene: 'dominoes' });
});

test('nothing is wider than the phone', async ({ page, address }) => {
    await openPhone(page, address);
    for (const width of [320, 390, 620, 844]) {
        await page.setSize(width, 700, 2, true);
        await page.letFramesPass();
        const over = await page.evaluate(`[...document.querySelectorAll('#bar *, #canvas')]
            .filter((element) => !element.closest('svg, span, option, optgroup') && element.getBoundingClientRect().right > innerWidth + 0.5)
            .map((element) => element.id || element.tagName)`);
        assert.deepEqual(over, [], `at ${width} pixels`);
    }
});

await runTests();

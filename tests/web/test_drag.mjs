// Dragging with the mouse and the keys: continuous and discrete method, focus, scrolling.
// Red: a drag that passes through the bunny, contact that is not reported, D without effect, keys that scroll the page.

import assert from 'node:assert/strict';

import { runTests, test } from './harness.mjs';

// Drags the selected object by its middle, leftwards. Returns the states of all frames seen.
async function dragLeft(page, pixels = 320, steps = 40) {
    const [x, y] = await page.placeOf('center');
    await page.move(x, y);
    await page.letFramesPass();
    await page.press(x, y);
    await page.waitForState({ held: true });
    const states = [];
    for (let i = 1; i <= steps; i++) {
        await page.move(x - (pixels * i) / steps, y);
        await page.letFramesPass(1);
        states.push(await page.state());
    }
    await page.release(x - pixels, y);
    await page.waitForState({ held: false });
    return states;
}

test('a drag stops at first contact', async ({ page, address }) => {
    await page.open(address);
    const start = await page.waitForProgram();
    assert.equal(start.mode, 'continuous');
    const states = await dragLeft(page);
    const contact = states.find((state) => state.status === 'contact');
    assert.ok(contact, `no contact: ${states.map((state) => state.status)}`);
    assert.ok(contact.t >= 0 && contact.t < 1 && contact.kind, `contact at ${contact.t}, ${contact.kind}`);
    assert.ok(states.every((state) => state.status !== 'overlap'), 'overlap in continuous mode');
    assert.notEqual(String(states.at(-1).pose), String(start.pose));
});

// Drags the teapot along the bunny's back. Returns frames a second, and the share of frames in contact.
async function dragAlong(page, moves) {
    const [x, y] = await page.placeOf('center'), now = () => page.evaluate('performance.now()');
    await page.move(x, y);
    await page.letFramesPass(2);
    await page.press(x, y);
    const begin = await now(), first = (await page.state()).frame;
    let touching = 0;
    for (let i = 1; i <= moves; i++) {
        await page.move(x - Math.min(3 * i, 240) - 20 * Math.sin(i / 5), y + 15 * Math.cos(i / 7));
        await page.letFramesPass(1);
        touching += (await page.state()).status === 'contact';
    }
    const pace = ((await page.state()).frame - first) / ((await now()) - begin);
    await page.release(x - 240, y);
    return { pace: 1000 * pace, touching: touching / moves };
}

test('the pace of a drag', async ({ page, address }) => {
    await page.open(address);
    await page.waitForProgram();
    const { pace, touching } = await dragAlong(page, 120);
    console.log(`        ${pace.toFixed(0)} frames a second without a graphics card (goal 15), ${(100 * touching).toFixed(0)} % of them in contact`);
    assert.ok(pace > 2 && touching > 0.2, `${pace} frames a second, ${touching} in contact`);
});

test('D switches to the discrete method and back', async ({ page, address }) => {
    await page.open(address);
    await page.waitForProgram();
    await page.key('d');
    await page.waitForState({ mode: 'discrete' });
    const states = await dragLeft(page);
    assert.ok(states.some((state) => state.status === 'overlap'), 'the discrete method does not penetrate');
    await page.key('d');
    await page.waitForState({ mode: 'continuous' });
});

test('a drag beside the objects orbits, the wheel zooms', async ({ page, address }) => {
    await page.open(address);
    await page.waitForProgram();
    const begin = await page.placeOf('center');
    await page.move(begin[0], begin[1] + 190);
    await page.letFramesPass();
    await page.press(begin[0], begin[1] + 190);
    await page.move(begin[0] + 60, begin[1] + 190);
    await page.letFramesPass();
    await page.release(begin[0] + 60, begin[1] + 190);
    const turned = await page.placeOf('center');
    assert.ok(Math.hypot(turned[0] - begin[0], turned[1] - begin[1]) > 5, 'the drag does not orbit');
    await page.wheel(640, 300, -240);
    await page.waitFor('the wheel does not zoom', async () => {
        const zoomed = await page.placeOf('center');
        return zoomed && Math.hypot(zoomed[0] - turned[0], zoomed[1] - turned[1]) > 5;
    });
});

test('keys of the program do not scroll the page', async ({ page, address }) => {
    await page.open(`${address}#scene=l-in-an-l`);
    await page.waitForProgram();
    await page.evaluate("document.documentElement.style.overflow = 'auto'; document.body.style.height = '3000px'");
    await page.click(640, 300);
    for (const key of [' ', 'ArrowDown', 'PageDown']) await page.key(key);
    await page.wheel(640, 300, 200);
    await page.letFramesPass(3);
    assert.equal(await page.evaluate('scrollY'), 0);
    assert.equal(await page.evaluate('document.activeElement.id'), 'canvas');
});

test('] shows the next scene; its link is in the address', async ({ page, address }) => {
    await page.open(address);
    await page.waitForProgram();
    await page.key(']');
    const state = await page.waitForState({ scene: 'one big step' });
    await page.waitFor('the address does not follow', async () => (await page.evaluate('location.hash')) === '#scene=one-big-step');
    assert.equal(await page.evaluate("document.getElementById('scenes').selectedOptions[0].textContent"), state.scene);
});

test('a text field of the program takes letters', async ({ page, address }) => {
    await page.open(`${address}#scene=l-in-an-l`);
    await page.waitForProgram();
    await page.key('o', 2);
    await page.waitForState({ finder: true });
    await page.letFramesPass(3);
    for (const letter of 'dom') await page.key(letter);
    await page.letFramesPass(2);
    await page.key('Enter');
    await page.waitForState({ scene: 'dominoes' });
    assert.equal((await page.state()).mode, 'continuous', 'a typed d acts as a key');
});

await runTests();

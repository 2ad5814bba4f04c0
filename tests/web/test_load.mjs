// Loading: how soon the first drag is possible, and a page that logs nothing.
// Red: a program that starts late, a first drag that moves nothing, warnings or errors while it starts.

import assert from 'node:assert/strict';

import { runTests, test } from './harness.mjs';

const GOAL = 2;   // seconds until the first drag moves the object, on 2 free processors
const BOUND = 20; // seconds that fail the test: other processes may use the machine

// Tries to drag the object in the middle until it moves. Returns its state.
async function dragFirst(page) {
    const begin = (await page.waitForProgram()).pose;
    const [x, y] = await page.placeOf('center');
    await page.move(x, y);
    await page.letFramesPass(1);
    await page.press(x, y);
    await page.move(x + 40, y);
    const state = await page.waitFor('the first drag moves nothing', async () => {
        const now = await page.state();
        return String(now.pose) !== String(begin) && now;
    });
    await page.release(x + 40, y);
    return state;
}

// Returns the processor time of the browser so far: of its processes of that type, or of all; seconds.
async function getWork(browser, type) {
    const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
    return processInfo.filter((each) => !type || each.type === type).reduce((total, { cpuTime }) => total + cpuTime, 0);
}

// Unlike the time by the clock, processor time does not depend on other processes.
async function describeWork(browser) {
    const pages = await getWork(browser, 'renderer'), drawing = await getWork(browser, 'GPU');
    return `${pages.toFixed(1)} s of processor time for the page, ${drawing.toFixed(1)} s for drawing`;
}

// A browser that has just started has work of its own, for a second or two. Waits until it has none.
async function letBrowserStart(browser) {
    const pause = 300; // milliseconds
    for (let before = -1, now = 0; now - before > 0.03; ) {
        before = await getWork(browser);
        await new Promise((resolve) => setTimeout(resolve, pause));
        now = await getWork(browser);
    }
}

test('the first drag is possible soon', async ({ page, address, browser }) => {
    await letBrowserStart(browser);
    await page.open(address);
    const state = await dragFirst(page);
    const seconds = (await page.evaluate('performance.now()')) / 1000;
    console.log(`        first drag ${seconds.toFixed(2)} s after the start of loading (goal ${GOAL} s), ${state.scene}`);
    console.log(`        ${await describeWork(browser)}`);
    assert.equal(state.scene, 'teapot and bunny');
    assert.ok(seconds < BOUND, `first drag after ${seconds} s`);
});

test('a second visit', async ({ page, address }) => {
    await page.open(address);
    await dragFirst(page);
    console.log(`        first drag after ${((await page.evaluate('performance.now()')) / 1000).toFixed(2)} s`);
});

test('the page starts without warnings', async ({ page, address }) => {
    await page.open(address);
    await page.waitForProgram();
    await page.letFramesPass(5);
    const warnings = page.warnings.filter((text) => !/swiftshader|software|GPU stall|GL Driver Message/i.test(text));
    assert.deepEqual(warnings, []);
});

test('the size of the program', async ({ server, page, address }) => {
    await page.open(address);
    await page.waitForProgram();
    const names = server.requests.map((path) => path.split('/').pop());
    for (const name of ['firstcontact.js', 'firstcontact.wasm', 'bunny.gz']) assert.ok(names.includes(name), `${name} is not loaded`);
    const own = server.requests.every((path) => path.startsWith('/some/sub-path/') || path === '/favicon.ico');
    assert.ok(own, `requests outside the folder: ${server.requests}`);
});

await runTests();

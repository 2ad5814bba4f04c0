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

// Returns the processor time of the browser so far, in words. Unlike the time by the clock it does not depend on other processes.
async function describeWork(browser) {
    const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
    const sum = (type) => processInfo.filter((each) => each.type === type).reduce((total, { cpuTime }) => total + cpuTime, 0);
    return `${sum('renderer').toFixed(1)} s of processor time for the page, ${sum('GPU').toFixed(1)} s for drawing`;
}

test('the first drag is possible soon', async ({ page, address, browser }) => {
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

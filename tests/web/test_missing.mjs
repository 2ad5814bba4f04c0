// Browsers that cannot run the program: a message that says what to do, instead of an empty page.
// Red: an empty page, a message that names nothing, a program that is loaded in vain.

import assert from 'node:assert/strict';

import { runTests, test } from './harness.mjs';

const LACKS = {
    WebGL2: "HTMLCanvasElement.prototype.getContext = ((get) => function (kind, ...rest) { return kind === 'webgl2' ? null : get.call(this, kind, ...rest); })(HTMLCanvasElement.prototype.getContext)",
    WebAssembly: 'delete globalThis.WebAssembly',
    'WebAssembly SIMD': 'WebAssembly.validate = () => false',
};

const readObstacle = (page) => page.evaluate("document.getElementById('obstacle').hidden ? '' : document.getElementById('obstacle').innerText");

for (const [feature, script] of Object.entries(LACKS)) {
    test(`no ${feature}`, async ({ page, address }) => {
        await page.send('Page.addScriptToEvaluateOnNewDocument', { source: script });
        await page.open(address);
        const text = await page.waitFor('no message', () => readObstacle(page));
        assert.match(text, /Firefox, Chrome, Edge or Safari/);
        assert.match(text, new RegExp(`Missing: ${feature}`));
        assert.equal(await page.evaluate("document.getElementById('loading').hidden"), true);
        assert.equal(await page.evaluate("document.querySelector('#obstacle a').getAttribute('href')"), 'gallery.html');
    });
}

test('no WebGL2 in an iframe', async ({ page, address }) => {
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: LACKS.WebGL2 });
    await page.setSize(480, 320);
    await page.open(`${address}embed.html#scene=gears&caption=Gears`);
    await page.clickOn('#cover');
    assert.match(await page.waitFor('no message', () => readObstacle(page)), /hardware acceleration/);
});

// The page finds WebGL2, but the program gets no context: too many pages may have one.
test('a program that ends at once', async ({ page, address }) => {
    const script = LACKS.WebGL2.replace("kind === 'webgl2'", "kind === 'webgl2' && (globalThis.contexts = (globalThis.contexts ?? 0) + 1) > 1");
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: script });
    await page.open(address);
    assert.match(await page.waitFor('no message', () => readObstacle(page), 10), /did not start[^]*WebGL/);
    page.errors.length = 0;
});

test('a program that is not there', async ({ page, address, folder, server }) => {
    await page.send('Network.enable');
    await page.send('Network.setBlockedURLs', { urls: ['*firstcontact.wasm'] });
    await page.open(address);
    assert.match(await page.waitFor('no message', () => readObstacle(page)), /did not start/);
    page.errors.length = 0; // the browser reports the request that was stopped
});

await runTests();

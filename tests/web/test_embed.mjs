// A scene in an iframe of another page.
// Red: an embedded scene that takes the wheel before it is used, keeps the keyboard, or loads before the click.

import assert from 'node:assert/strict';

import { runTests, test } from './harness.mjs';

const article = (link) => `<!doctype html><meta charset="utf-8"><title>A course</title><link rel="stylesheet" href="article.css">
<p>Text above.</p><a id="before" href="#">before</a>
<iframe id="frame" src="embed.html#${link}" width="640" height="440" title="A scene"></iframe>
<a id="after" href="#">after</a><p id="below">Text below.</p>`;

const extra = {
    'article.html': article('scene=nut-on-a-bolt&amp;caption=Turn%20the%20nut%20%3Cb%3E%26%20pull%20it.'),
    'now.html': article('scene=teapot-and-bunny&amp;start=now&amp;theme=light'),
    'article.css': 'body { margin: 20px; height: 3000px } iframe { border: 0; display: block }',
};

const inFrame = (page, expression) => page.evaluate(`document.getElementById('frame').contentWindow.eval === undefined ? null :
    (() => { const window = document.getElementById('frame').contentWindow, document_ = window.document; return ((document) => ${expression})(document_); })()`);
const frameState = (page) => page.evaluate("document.getElementById('frame').contentWindow.firstContact?.state() ?? {}");
const loads = (server, from) => server.requests.slice(from).filter((path) => path.endsWith('.wasm')).length;

async function openArticle(page, address, name) {
    await page.open(address + name);
    await page.waitFor('no frame', () => inFrame(page, "document.getElementById('cover') !== null && document.getElementById('caption') !== null"));
    await page.letFramesPass(3);
}

const isActive = (page) => inFrame(page, "document.getElementById('cover').hidden && document.activeElement.id === 'canvas'");
const isCovered = (page) => inFrame(page, "!document.getElementById('cover').hidden");

async function startByClick(page) {
    await page.click(320, 250);
    await page.waitFor('the scene does not start', async () => (await frameState(page)).frame > 0 && (await isActive(page)), 20);
}

test('nothing is loaded before the click; the caption is plain text', async ({ page, address, server }) => {
    const from = server.requests.length;
    await openArticle(page, address, 'article.html');
    assert.equal(await inFrame(page, "document.getElementById('caption').textContent"), 'Turn the nut <b>& pull it.');
    assert.equal(loads(server, from), 0);
    await startByClick(page);
    assert.equal(loads(server, from), 1);
    assert.equal((await frameState(page)).scene, 'nut on a bolt');
});

test('the page scrolls over the scene until it is used', async ({ page, address }) => {
    await openArticle(page, address, 'now.html');
    await page.waitFor('the scene does not start', async () => (await frameState(page)).frame > 0 && (await isCovered(page)), 20);
    await page.wheel(320, 250, 40);
    await page.waitFor('the page does not scroll', async () => (await page.evaluate('scrollY')) > 0);
    await page.evaluate('scrollTo(0, 0)');
    await page.letFramesPass(5);
    await page.click(320, 250);
    await page.waitFor('not active', () => isActive(page));
    await page.wheel(320, 250, 40);
    await page.letFramesPass(10);
    assert.equal(await page.evaluate('scrollY'), 0);
    assert.equal(await inFrame(page, "document.documentElement.dataset.theme"), 'light');
});

test('Escape and Tab leave the scene', async ({ page, address }) => {
    await openArticle(page, address, 'article.html');
    await startByClick(page);
    await page.key('Escape');
    await page.waitFor('Escape does not leave', () => isCovered(page));
    for (const shift of [8, 8, 0, 0, 0]) {
        await page.key('Tab', shift);
        assert.notEqual(await inFrame(page, 'document.activeElement.id'), 'canvas', 'the covered scene takes the keyboard');
    }
    await page.wheel(320, 250, 40);
    await page.waitFor('the page does not scroll', async () => (await page.evaluate('scrollY')) > 0);
    await page.evaluate('scrollTo(0, 0)');
    await page.letFramesPass(5);
    await page.click(320, 250);
    await page.waitFor('not active', () => isActive(page));
    let left = false;
    for (let i = 0; i < 6 && !left; i++) {
        await page.key('Tab');
        await page.letFramesPass(1);
        left = await page.evaluate("document.activeElement.id === 'after'");
    }
    assert.ok(left, 'Tab does not leave');
    assert.ok(await isCovered(page));
});

test('a click in the page around leaves the scene', async ({ page, address }) => {
    await openArticle(page, address, 'article.html');
    await startByClick(page);
    await page.click(600, 40);
    await page.waitFor('the cover does not come back', () => isCovered(page));
});

test('a drag in the iframe', async ({ page, address }) => {
    await openArticle(page, address, 'now.html');
    await page.waitFor('the scene does not start', async () => (await frameState(page)).frame > 0 && (await isCovered(page)), 20);
    await page.click(320, 400);
    await page.waitFor('not active', () => isActive(page));
    const { center, pose } = await frameState(page);
    const box = await page.evaluate("(({ left, top }) => [left, top])(document.getElementById('frame').getBoundingClientRect())");
    const x = box[0] + center[0], y = box[1] + center[1];
    await page.move(x, y);
    await page.letFramesPass();
    await page.press(x, y);
    await page.move(x + 40, y);
    await page.letFramesPass(4);
    await page.release(x + 40, y);
    assert.notEqual(String((await frameState(page)).pose), String(pose));
});

test('fingers scroll the page over the cover', async ({ page, address }) => {
    await page.setSize(700, 800, 2, true);
    await openArticle(page, address, 'article.html');
    await page.touch('touchStart', [[320, 300]]);
    await page.slideFingers([[320, 300]], [[320, 200]]);
    await page.touch('touchEnd');
    await page.waitFor('the page does not scroll', async () => (await page.evaluate('scrollY')) > 20);
    assert.equal((await frameState(page)).frame, undefined);
});

test('the link opens the scene in a tab', async ({ page, address }) => {
    await openArticle(page, address, 'article.html');
    assert.equal(await inFrame(page, "document.getElementById('tab').href"), `${address}index.html#scene=nut-on-a-bolt`);
});

await runTests({ extra });

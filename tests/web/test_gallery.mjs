// The live gallery: every picture is there and opens its scene.
// Red: a picture without a scene of that name, a scene without a picture, a page that overflows.

import assert from 'node:assert/strict';

import { runTests, test } from './harness.mjs';

const readCards = (page) => page.evaluate(`[...document.querySelectorAll('li a')].map((link) => ({
    href: link.getAttribute('href'), name: link.querySelector('h3').textContent, picture: link.querySelector('img').src }))`);

test('every picture is there', async ({ page, address }) => {
    await page.open(`${address}gallery.html`);
    const missing = await page.evaluate(`Promise.all([...document.images].map(async (image) => {
        image.loading = 'eager';
        await image.decode().catch(() => {});
        return image.naturalWidth > 0 ? null : image.src;
    })).then((sources) => sources.filter(Boolean))`);
    assert.deepEqual(missing, []);
    assert.ok((await readCards(page)).length >= 60);
});

test('a click opens the scene', async ({ page, address }) => {
    await page.open(`${address}gallery.html`);
    await page.evaluate("document.querySelector('a[href$=\"#scene=slope\"]').scrollIntoView({ block: 'center', behavior: 'instant' })");
    await page.letFramesPass();
    await page.clickOn('a[href$="#scene=slope"] img');
    assert.equal((await page.waitForProgram()).scene, 'slope');
});

test('every link opens its scene, and every scene has one', async ({ page, address }) => {
    await page.open(`${address}gallery.html`);
    const cards = await readCards(page);
    await page.open(`${address}${cards[0].href}`);
    await page.waitForProgram();
    for (const { href, name } of cards) {
        await page.evaluate(`location.hash = ${JSON.stringify(href.slice(href.indexOf('#')))}`);
        await page.waitForState({ scene: name }, 20);
        await page.letFramesPass(1);
    }
    const scenes = await page.evaluate('firstContact.listScenes().map(({ name }) => name)');
    assert.deepEqual(cards.map(({ name }) => name).sort(), scenes.sort());
});

test('no overflow on a phone', async ({ page, address }) => {
    for (const width of [320, 390, 768, 1920]) {
        await page.setSize(width, 800, 1, width < 700);
        await page.open(`${address}gallery.html`);
        assert.ok((await page.evaluate('document.documentElement.scrollWidth')) <= width, `at ${width} pixels`);
    }
});

await runTests();

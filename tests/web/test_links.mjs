// Scenes and recordings as links.
// Red: a link that opens another scene, a back button without effect, a recording of another server that is fetched.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

import { runTests, test } from './harness.mjs';

const recording = readFileSync(new URL('../data/hand.fcrec', import.meta.url));

const readNotice = (page) => page.evaluate("document.getElementById('notice').hidden ? '' : document.getElementById('notice').textContent");

// Plays the recording to its end; every result must be the recorded one.
async function expectReplay(page) {
    await page.waitForState({ replay: true });
    await page.key(' ');
    const state = await page.waitFor('the replay does not end', async () => {
        const now = await page.state();
        return now.replay_frame >= now.replay_frames && now;
    }, 30);
    assert.equal(state.replay_differs, 0);
}

test('a link opens its scene', async ({ page, address }) => {
    await page.open(`${address}#scene=nut-on-a-bolt`);
    assert.equal((await page.waitForProgram()).scene, 'nut on a bolt');
    await page.waitFor('the title does not follow', () => page.evaluate("document.title.startsWith('nut on a bolt')"));
});

test('names with capitals and apostrophes', async ({ page, address }) => {
    await page.open(`${address}index.html#scene=l-in-an-l`);
    assert.equal((await page.waitForProgram()).scene, 'L in an L');
    await page.evaluate("location.hash = '#scene=newtons-cradle'");
    await page.waitForState({ scene: "newton's cradle" });
});

test('another link, and the back button', async ({ page, address }) => {
    await page.open(`${address}#scene=nut-on-a-bolt`);
    await page.waitForProgram();
    await page.evaluate("location.hash = '#scene=slope'");
    await page.waitForState({ scene: 'slope' });
    await page.evaluate("document.getElementById('scenes').value = 'gears'; document.getElementById('scenes').dispatchEvent(new Event('change'))");
    await page.waitForState({ scene: 'gears' });
    await page.waitFor('the address does not follow', async () => (await page.evaluate('location.hash')) === '#scene=gears');
    await page.evaluate('history.back()');
    await page.waitForState({ scene: 'slope' });
    await page.evaluate('history.back()');
    await page.waitForState({ scene: 'nut on a bolt' });
    await page.evaluate('history.forward()');
    await page.waitForState({ scene: 'slope' });
});

test('a scene that does not exist', async ({ page, address }) => {
    await page.open(`${address}#scene=no-such-scene`);
    assert.equal((await page.waitForProgram()).scene, 'teapot and bunny');
    await page.waitFor('no notice', async () => (await readNotice(page)).includes('no-such-scene'));
});

test('a lesson', async ({ page, address }) => {
    await page.open(`${address}#lesson=first-contact`);
    await page.waitForProgram();
    await page.waitFor('the lesson does not start', async () => (await page.state()).lesson === 'first-contact', 10);
});

test('a recording of the same server', async ({ page, address }) => {
    await page.open(`${address}#recording=hand.fcrec`);
    await page.waitForProgram();
    await expectReplay(page);
});

test('a recording within the link', async ({ page, address }) => {
    await page.open(`${address}#recording=data:application/gzip;base64,${gzipSync(recording).toString('base64')}`);
    await page.waitForProgram();
    await expectReplay(page);
});

test('a recording of another server is refused', async ({ page, address, server }) => {
    await page.open(`${address}#recording=http://localhost:1/other.fcrec`);
    await page.waitForProgram();
    await page.waitFor('no notice', async () => (await readNotice(page)).includes('same server'));
    assert.ok(server.requests.every((path) => !path.includes('other')));
});

await runTests({ extra: { 'hand.fcrec': recording } });

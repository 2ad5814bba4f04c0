// Runs the tests of a file in one browser: `node test_NAME.mjs FOLDER [PROGRAM]`.
//
// FOLDER has the built pages, PROGRAM is the native program for comparisons. After each test the page must have logged no
// error. FC_KEEP=FOLDER keeps a picture of each page there, FC_ONLY=REGEX runs the tests with such names only.

import assert from 'node:assert/strict';
import { mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { Browser } from './chromium.mjs';
import { serve } from './server.mjs';

const tests = [];

/** Registers a test: run({page, address, server, browser, folder, program, work, nextDownload}). */
export function test(name, run) {
    tests.push({ name, run });
}

async function runTest({ name, run }, context) {
    const begin = Date.now();
    const page = await context.browser.newPage();
    const kept = process.env.FC_KEEP && join(process.env.FC_KEEP, `${name.replace(/[^a-z0-9]+/gi, '-')}.png`);
    try {
        await run({ ...context, page });
        assert.deepEqual(page.errors, [], 'the page logged errors');
        console.log(`ok      ${name} (${((Date.now() - begin) / 1000).toFixed(1)} s)`);
        return true;
    } catch (error) {
        console.log(`FAILED  ${name}: ${error.stack}`);
        for (const line of [...page.errors, ...page.warnings]) console.log(`        console: ${line}`);
        return false;
    } finally {
        if (kept) await page.shot(kept).catch(() => {});
        await page.end().catch(() => {});
    }
}

/** Runs all registered tests. `extra` are more files of the server, `flags` more arguments of the browser. */
export async function runTests({ extra = {}, flags = [] } = {}) {
    const [folder, program] = process.argv.slice(2).map((path) => resolve(path));
    if (!folder) throw new Error('usage: node test_NAME.mjs FOLDER [PROGRAM]');
    if (process.env.FC_KEEP) mkdirSync(process.env.FC_KEEP, { recursive: true });
    const work = mkdtempSync(join(tmpdir(), 'firstcontact-test-'));
    const server = await serve(folder, extra);
    const browser = await Browser.start(flags);
    let good = true;
    try {
        const nextDownload = await browser.keepDownloads(work);
        const context = { browser, server, address: server.address, folder, program, work, nextDownload };
        const chosen = tests.filter(({ name }) => new RegExp(process.env.FC_ONLY ?? '').test(name));
        for (const each of chosen) good = (await runTest(each, context)) && good;
    } finally {
        await browser.end();
        server.end();
        rmSync(work, { recursive: true, force: true });
    }
    process.exitCode = good ? 0 : 1;
}

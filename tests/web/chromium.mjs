// Headless Chromium over its debugging pipe: JSON messages that end with a zero byte, on file descriptors 3 and 4.
//
// WebGL is SwiftShader's: a test needs no graphics card. Each browser has a profile of its own in a temporary folder.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Page, PATIENCE } from './page.mjs';

const FLAGS = [
    '--headless=new', '--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--remote-debugging-pipe',
    '--disable-dev-shm-usage', '--no-first-run', '--disable-extensions', '--disable-background-networking', '--disable-sync',
    '--disable-component-update', '--disable-default-apps', '--mute-audio', '--hide-scrollbars', '--force-color-profile=srgb',
];

export class Browser {
    /** Starts a browser. `flags` are added to its command line. */
    static async start(flags = []) {
        const browser = new Browser();
        browser.profile = mkdtempSync(join(tmpdir(), 'firstcontact-web-'));
        const program = process.env.FC_CHROMIUM ?? 'chromium';
        const args = [...FLAGS, ...flags, `--user-data-dir=${browser.profile}`, 'about:blank'];
        browser.child = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
        browser.listen();
        await browser.send('Browser.getVersion');
        return browser;
    }

    constructor() {
        this.count = 0;
        this.waiting = new Map(); // promises of calls by their number
        this.listeners = new Map(); // of events by "session method"
    }

    listen() {
        const ended = new Error('the browser has ended');
        let text = '';
        this.child.on('error', (error) => this.fail(error));
        this.child.on('exit', () => this.fail(ended));
        this.child.stdio[3].on('error', () => this.fail(ended));
        this.child.stdio[4].setEncoding('utf8').on('data', (chunk) => {
            const messages = (text + chunk).split('\0');
            text = messages.pop();
            for (const message of messages) this.receive(JSON.parse(message));
        });
    }

    fail(error) {
        this.failed = error;
        for (const { reject } of this.waiting.values()) reject(error);
        this.waiting.clear();
    }

    receive(message) {
        if (message.id !== undefined) {
            const call = this.waiting.get(message.id);
            this.waiting.delete(message.id);
            if (message.error) call?.reject(new Error(`${call.method}: ${message.error.message}`));
            else call?.resolve(message.result);
            return;
        }
        for (const listener of this.listeners.get(`${message.sessionId ?? ''} ${message.method}`) ?? []) listener(message.params);
    }

    /** Calls a method of the protocol. */
    send(method, params = {}, sessionId = undefined) {
        if (this.failed) return Promise.reject(this.failed);
        const id = ++this.count;
        return new Promise((resolve, reject) => {
            this.waiting.set(id, { resolve, reject, method });
            this.child.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + '\0');
        });
    }

    on(method, listener, sessionId = '') {
        const key = `${sessionId} ${method}`;
        this.listeners.set(key, [...(this.listeners.get(key) ?? []), listener]);
    }

    /** Opens an empty page. */
    async newPage() {
        const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
        const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
        const page = new Page(this, targetId, sessionId);
        await page.begin();
        return page;
    }

    /** Lets downloads go to a folder. Returns a function that waits for the next one and returns its path. */
    async keepDownloads(folder) {
        const done = [], names = new Map(), waiting = [];
        this.on('Browser.downloadWillBegin', ({ guid, suggestedFilename }) => names.set(guid, suggestedFilename));
        this.on('Browser.downloadProgress', ({ guid, state }) => {
            if (state !== 'completed') return;
            const path = join(folder, names.get(guid));
            if (waiting.length) waiting.shift()(path);
            else done.push(path);
        });
        await this.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder, eventsEnabled: true });
        return () => new Promise((resolve, reject) => {
            if (done.length) return resolve(done.shift());
            waiting.push(resolve);
            setTimeout(() => reject(new Error('no download comes')), 10_000 * PATIENCE).unref();
        });
    }

    /** Ends the browser and removes its profile. */
    async end() {
        const gone = new Promise((resolve) => this.child.once('exit', resolve));
        if (this.child.exitCode === null && this.child.signalCode === null) {
            this.send('Browser.close').catch(() => {});
            const timer = setTimeout(() => this.child.kill('SIGKILL'), 5000);
            await gone;
            clearTimeout(timer);
        }
        rmSync(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    }
}

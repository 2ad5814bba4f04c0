// One page of the browser: what it shows, its input, its errors.

import { writeFileSync } from 'node:fs';

export const PATIENCE = Number(process.env.FC_PATIENCE ?? 8); // waits are for a quiet machine; a busy one gets so many times as long
const KEYS = { // code and virtual key
    ' ': ['Space', 32], '[': ['BracketLeft', 219], ']': ['BracketRight', 221], Escape: ['Escape', 27], Tab: ['Tab', 9],
    Enter: ['Enter', 13], Backspace: ['Backspace', 8], ArrowDown: ['ArrowDown', 40], PageDown: ['PageDown', 34], F9: ['F9', 120],
};
const BUTTON_BITS = { left: 1, right: 2, middle: 4, none: 0 };

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Page {
    constructor(browser, targetId, sessionId) {
        Object.assign(this, { browser, targetId, sessionId });
        this.errors = []; // of the console, of scripts and of the network
        this.warnings = [];
        this.buttons = 0;
    }

    send(method, params) {
        return this.browser.send(method, params, this.sessionId);
    }

    on(method, listener) {
        this.browser.on(method, listener, this.sessionId);
    }

    async begin() {
        this.on('Runtime.exceptionThrown', ({ exceptionDetails: details }) =>
            this.errors.push(details.exception?.description ?? details.text));
        this.on('Runtime.consoleAPICalled', ({ type, args }) => {
            const text = args.map((arg) => arg.value ?? arg.description ?? '').join(' ');
            if (type === 'error' || type === 'assert') this.errors.push(text);
            if (type === 'warning') this.warnings.push(text);
        });
        this.on('Log.entryAdded', ({ entry }) => {
            if (entry.level === 'error') this.errors.push(`${entry.source}: ${entry.text} ${entry.url ?? ''}`);
            if (entry.level === 'warning') this.warnings.push(`${entry.source}: ${entry.text}`);
        });
        for (const domain of ['Page', 'Runtime', 'Log', 'DOM']) await this.send(`${domain}.enable`);
        await this.setSize(1280, 720);
    }

    /** Sets the size of the page in CSS pixels, the density, and if it is a touch screen. */
    async setSize(width, height, density = 1, mobile = false) {
        this.size = { width, height };
        await this.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: density, mobile });
        await this.send('Emulation.setTouchEmulationEnabled', { enabled: mobile, maxTouchPoints: 5 });
    }

    /** Opens an address and waits until the document and its styles and pictures are there. */
    async open(address) {
        const loaded = new Promise((resolve) => this.on('Page.loadEventFired', resolve));
        const { errorText } = await this.send('Page.navigate', { url: address });
        if (errorText) throw new Error(`${address}: ${errorText}`);
        await loaded;
    }

    /** Returns the value of an expression, or of the promise that it makes. */
    async evaluate(expression) {
        const { result, exceptionDetails: details } = await this.send('Runtime.evaluate', {
            expression, returnByValue: true, awaitPromise: true, userGesture: true,
        });
        if (details) throw new Error(`${expression}: ${details.exception?.description ?? details.text}`);
        return result.value;
    }

    /** Polls until condition() is truthy and returns that. Fails after some seconds with `text`. */
    async waitFor(text, condition, seconds = 5) {
        const end = Date.now() + 1000 * seconds * PATIENCE;
        for (;;) {
            const value = await condition();
            if (value) return value;
            if (Date.now() > end) throw new Error(`after ${(seconds * PATIENCE).toFixed(0)} s: ${text}\nlast state: ${await this.describe()}`);
            await pause(30);
        }
    }

    // --- the program

    /** Returns the state of the program's last frame, {} before it runs. */
    async state() {
        return (await this.evaluate('globalThis.firstContact?.state() ?? {}')) ?? {};
    }

    async describe() {
        try {
            const { scene, mode, status, frame, held, notice, loading } = await this.state();
            return JSON.stringify({ scene, mode, status, frame, held, notice, loading, errors: this.errors });
        } catch (error) {
            return String(error);
        }
    }

    /** Waits until the state has the values of `wanted`. Returns it. */
    waitForState(wanted, seconds) {
        return this.waitFor(`no state ${JSON.stringify(wanted)}`, async () => {
            const state = await this.state();
            return Object.entries(wanted).every(([name, value]) => state[name] === value) && state;
        }, seconds);
    }

    /** Waits until the program has drawn its first scene. */
    waitForProgram() {
        return this.waitFor('the program does not start', async () => {
            const state = await this.state();
            return state.scene && state.frame > 0 && (await this.evaluate("document.getElementById('loading').hidden")) && state;
        }, 20);
    }

    /** Waits until all earlier input has taken effect. */
    async letFramesPass(count = 2) {
        for (let i = 0; i < count; i++)
            await this.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    }

    /** Returns a place of the state, such as center, in CSS pixels of the page. */
    async placeOf(name) {
        return this.evaluate(`(() => {
            const canvas = document.getElementById('canvas'), box = canvas.getBoundingClientRect();
            const at = firstContact.state()['${name}'], ratio = canvas.width / box.width;
            return at && [box.left + at[0] / ratio, box.top + at[1] / ratio];
        })()`);
    }

    // --- input

    mouse(type, x, y, { button = 'none', clicks = 0, modifiers = 0, wheel } = {}) {
        return this.send('Input.dispatchMouseEvent', {
            type, x, y, button, buttons: this.buttons, clickCount: clicks, modifiers,
            ...(wheel === undefined ? {} : { deltaX: 0, deltaY: wheel }),
        });
    }

    move(x, y) {
        return this.mouse('mouseMoved', x, y);
    }

    async press(x, y, button = 'left', modifiers = 0) {
        this.buttons = BUTTON_BITS[button];
        await this.mouse('mousePressed', x, y, { button, clicks: 1, modifiers });
    }

    async release(x, y, button = 'left') {
        this.buttons = 0;
        await this.mouse('mouseReleased', x, y, { button, clicks: 1 });
    }

    async click(x, y) {
        await this.move(x, y);
        await this.press(x, y);
        await this.release(x, y);
    }

    wheel(x, y, pixels) {
        return this.mouse('mouseWheel', x, y, { wheel: pixels });
    }

    /** Clicks the middle of an element. */
    async clickOn(selector) {
        const [x, y] = await this.middleOf(selector);
        await this.click(x, y);
    }

    middleOf(selector) {
        return this.evaluate(`(() => {
            const box = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2];
        })()`);
    }

    /** Presses and releases a key, by a letter or a name of KEYS. Modifiers: 1 alt, 2 ctrl, 4 meta, 8 shift. */
    async key(key, modifiers = 0) {
        const [code, number] = KEYS[key] ?? [`Key${key.toUpperCase()}`, key.toUpperCase().charCodeAt(0)];
        const text = key.length === 1 && !(modifiers & 7) ? { text: key } : {};
        const event = { key, code, windowsVirtualKeyCode: number, modifiers };
        await this.send('Input.dispatchKeyEvent', { type: text.text ? 'keyDown' : 'rawKeyDown', ...event, ...text });
        await this.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
    }

    /** Sends a touch event: type is touchStart, touchMove or touchEnd; points are the fingers that stay down, [x, y] each. */
    touch(type, points = []) {
        return this.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    }

    /** Moves fingers in a line from some places to others. */
    async slideFingers(from, to, steps = 10) {
        for (let i = 1; i <= steps; i++) {
            const at = from.map(([x, y], k) => [x + ((to[k][0] - x) * i) / steps, y + ((to[k][1] - y) * i) / steps]);
            await this.touch('touchMove', at);
            await this.letFramesPass(1);
        }
    }

    /** Drops files of this machine on the page. */
    async drop(paths, x, y) {
        const data = { items: [], files: paths, dragOperationsMask: 1 };
        for (const type of ['dragEnter', 'dragOver', 'drop']) await this.send('Input.dispatchDragEvent', { type, x, y, data });
    }

    // --- pictures

    /** Returns a PNG of the page, or of a part of it: {x, y, width, height}. Writes it to a file, too, if one is given. */
    async shot(file = null, clip = null) {
        const { data } = await this.send('Page.captureScreenshot', {
            format: 'png', ...(clip ? { clip: { ...clip, scale: 1 } } : {}),
        });
        const bytes = Buffer.from(data, 'base64');
        if (file) writeFileSync(file, bytes);
        return bytes;
    }

    async end() {
        await this.browser.send('Target.closeTarget', { targetId: this.targetId });
    }
}

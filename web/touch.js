// Fingers on the canvas as the pointer of the program.
//
// One finger is the left button: it drags an object, or orbits beside objects. Two fingers that move together orbit, and their
// distance zooms. Over a panel a vertical drag scrolls. A press waits until the finger moves or a short time has passed: a
// second finger may follow, and the program finds the panel below the pointer one frame after it moved there.

const LEFT = 0, MIDDLE = 2;
const PRESS_DELAY = 80;           // milliseconds
const SLACK = 8;                  // CSS pixels that a finger moves while it taps
const ZOOM_STEP = Math.log(0.88); // of one notch of the wheel
const SCROLL_STEP = 80;           // CSS pixels of one notch over a panel

function isInside(rect, x, y) {
    return x >= rect[0] && y >= rect[1] && x < rect[0] + rect[2] && y < rect[1] + rect[3];
}

export class Touch {
    /** `getMods()` returns the modifiers of a one-finger drag; `onEnd()` is called when all fingers are up. */
    constructor(canvas, program, getMods, onEnd) {
        Object.assign(this, { canvas, program, getMods, onEnd });
        this.fingers = new Map(); // by identifier: start and place in CSS pixels
        this.mode = 'none';       // none, waiting, left, scroll, two, done
        const listen = (type, act) =>
            canvas.addEventListener(type, (event) => {
                event.preventDefault(); // no emulated mouse, no scroll, no zoom of the page
                act.call(this, event);
            }, { passive: false });
        listen('touchstart', this.start);
        listen('touchmove', this.move);
        listen('touchend', this.end);
        listen('touchcancel', this.cancel);
    }

    // In pixels of the drawing.
    place(finger) {
        const box = this.canvas.getBoundingClientRect();
        const ratio = box.width > 0 ? this.canvas.width / box.width : 1;
        return [(finger.x - box.left) * ratio, (finger.y - box.top) * ratio];
    }

    start(event) {
        if (document.activeElement !== this.canvas) this.canvas.focus({ preventScroll: true });
        for (const { identifier, clientX: x, clientY: y } of event.changedTouches)
            this.fingers.set(identifier, { x, y, startX: x, startY: y });
        if (this.fingers.size === 1) this.wait();
        else if (this.fingers.size === 2) this.beginTwo();
        else this.release();
    }

    wait() {
        const [finger] = this.fingers.values();
        this.mode = 'waiting';
        this.mods = this.getMods();
        this.program.movePointer(...this.place(finger), this.mods);
        this.timer = setTimeout(() => this.press(), PRESS_DELAY);
    }

    // Presses the left button where the finger came down.
    press() {
        clearTimeout(this.timer);
        if (this.mode !== 'waiting') return;
        const [finger] = this.fingers.values();
        const at = this.place({ x: finger.startX, y: finger.startY });
        this.mode = 'left';
        this.program.pressPointer(true, LEFT, ...at, this.mods);
        this.program.movePointer(...this.place(finger), this.mods);
    }

    // True if the finger came down beside the picture, on a panel.
    isOverPanel(finger) {
        const picture = this.program.state().picture;
        return Array.isArray(picture) && !isInside(picture, ...this.place({ x: finger.startX, y: finger.startY }));
    }

    move(event) {
        for (const { identifier, clientX: x, clientY: y } of event.changedTouches) {
            const finger = this.fingers.get(identifier);
            if (finger) Object.assign(finger, { lastY: finger.y, x, y });
        }
        const [finger] = this.fingers.values();
        if (!finger) return;
        if (this.mode === 'waiting') this.chooseMode(finger);
        else if (this.mode === 'left') this.program.movePointer(...this.place(finger), this.mods);
        else if (this.mode === 'scroll') this.scroll(finger);
        else if (this.mode === 'two') this.moveTwo();
    }

    chooseMode(finger) {
        const dx = Math.abs(finger.x - finger.startX), dy = Math.abs(finger.y - finger.startY);
        if (Math.max(dx, dy) < SLACK) return;
        if (dy <= dx || !this.isOverPanel(finger)) return this.press();
        clearTimeout(this.timer);
        this.mode = 'scroll';
    }

    scroll(finger) {
        const at = this.place({ x: finger.startX, y: finger.startY });
        this.program.turnWheel(...at, (finger.y - finger.lastY) / SCROLL_STEP);
    }

    measureTwo() {
        const [a, b] = this.fingers.values();
        return {
            middle: this.place({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }),
            distance: Math.max(SLACK, Math.hypot(a.x - b.x, a.y - b.y)),
        };
    }

    beginTwo() {
        this.release();
        const { middle, distance } = this.measureTwo();
        this.mode = 'two';
        this.distance = distance;
        this.program.movePointer(...middle, 0);
        this.program.pressPointer(true, MIDDLE, ...middle, 0);
    }

    moveTwo() {
        const { middle, distance } = this.measureTwo();
        this.program.movePointer(...middle, 0);
        this.program.turnWheel(...middle, Math.log(this.distance / distance) / ZOOM_STEP);
        this.distance = distance;
    }

    // Ends the present gesture; fingers that stay down do nothing until all are up.
    release() {
        clearTimeout(this.timer);
        const [finger] = this.fingers.values();
        const at = finger ? this.place(finger) : [0, 0];
        if (this.mode === 'left') this.program.pressPointer(false, LEFT, ...at, this.mods);
        if (this.mode === 'two') this.program.pressPointer(false, MIDDLE, ...at, 0);
        this.mode = 'done';
    }

    end(event) {
        if (this.mode === 'waiting') this.tap();
        else this.release();
        this.lift(event);
    }

    lift(event) {
        for (const { identifier } of event.changedTouches) this.fingers.delete(identifier);
        if (this.fingers.size > 0) return;
        this.mode = 'none';
        this.onEnd();
    }

    // The release comes frames after the press: buttons of panels need both.
    tap() {
        const [finger] = this.fingers.values();
        const at = this.place(finger), mods = this.mods;
        this.press();
        this.mode = 'done';
        setTimeout(() => this.program.pressPointer(false, LEFT, ...at, mods), PRESS_DELAY);
    }

    cancel(event) {
        this.release();
        this.lift(event);
    }
}

// Letters for the program's text fields from the keyboard of a phone.
//
// A phone shows its keyboard for a text field of the page only. A hidden one takes the focus while a text field of the program
// has the keyboard, and passes on what is typed.

const KEYS = { Backspace: 259, Enter: 257, Escape: 256, Tab: 258, ArrowRight: 262, ArrowLeft: 263, Delete: 261 };
const SETTLE = 200; // milliseconds until the program has seen a tap

export class Typing {
    /** `field` is an <input> that nobody sees. */
    constructor(field, canvas, program) {
        Object.assign(this, { field, canvas, program });
        field.addEventListener('beforeinput', (event) => this.edit(event));
        field.addEventListener('keydown', (event) => this.press(event));
    }

    /** After a tap: shows the keyboard if the program wants text, hides it otherwise. */
    follow() {
        setTimeout(() => {
            const wanted = this.program.wantsText() ? this.field : this.canvas;
            if (document.activeElement !== wanted) wanted.focus({ preventScroll: true });
        }, SETTLE);
    }

    tapKey(key) {
        this.program.pressKey(true, key, 0);
        this.program.pressKey(false, key, 0);
    }

    edit(event) {
        event.preventDefault(); // the field stays empty
        if (event.inputType.startsWith('delete')) this.tapKey(KEYS.Backspace);
        else if (event.inputType === 'insertLineBreak') this.tapKey(KEYS.Enter);
        else if (event.data) this.program.type(event.data);
    }

    press(event) {
        const key = KEYS[event.key];
        if (key === undefined || event.key === 'Backspace') return;
        event.preventDefault();
        this.tapKey(key);
        if (event.key === 'Enter' || event.key === 'Escape') this.follow();
    }
}

// Mouse, pen and keyboard of the canvas, and what the program says to the page. A library of Emscripten, linked into the program;
// touch belongs to the page's own scripts (docs/web.md).
mergeInto(LibraryManager.library, {
    $gxPage: {
        // Numbers of keys as in engine/input.h, by the key's place on the keyboard.
        keys: {
            Space: 32, Quote: 39, Comma: 44, Minus: 45, Period: 46, Slash: 47, Semicolon: 59, Equal: 61, BracketLeft: 91, Backslash: 92,
            BracketRight: 93, Backquote: 96, Escape: 256, Enter: 257, Tab: 258, Backspace: 259, Insert: 260, Delete: 261, ArrowRight: 262,
            ArrowLeft: 263, ArrowDown: 264, ArrowUp: 265, PageUp: 266, PageDown: 267, Home: 268, End: 269, NumpadDecimal: 330,
            NumpadDivide: 331, NumpadMultiply: 332, NumpadSubtract: 333, NumpadAdd: 334, NumpadEnter: 335, ShiftLeft: 340,
            ControlLeft: 341, AltLeft: 342, MetaLeft: 343, ShiftRight: 344, ControlRight: 345, AltRight: 346, MetaRight: 347,
        },
        findKey: function(code) {
            var part = /^(?:Key([A-Z])|Digit([0-9])|Numpad([0-9])|F([0-9]+))$/.exec(code);
            if (!part) return gxPage.keys[code] === undefined ? -1 : gxPage.keys[code];
            if (part[1] || part[2]) return (part[1] || part[2]).charCodeAt(0);
            return part[3] ? 320 + Number(part[3]) : 289 + Number(part[4]);
        },
        // The command key of a Mac counts as Ctrl.
        findMods: function(event) {
            return (event.shiftKey ? 1 : 0) | (event.ctrlKey || event.metaKey ? 2 : 0) | (event.altKey ? 4 : 0);
        },
        findPlace: function(event) {
            var canvas = Module['canvas'], box = canvas.getBoundingClientRect();
            return [(event.clientX - box.left) * canvas.width / box.width, (event.clientY - box.top) * canvas.height / box.height];
        },
        sendText: function(name, text) {
            var size = lengthBytesUTF8(text) + 1, bytes = _malloc(size);
            stringToUTF8(text, bytes, size);
            Module[name](bytes);
            _free(bytes);
        },
        // Keys that stay the browser's: its own function keys, and Tab unless a field has the keyboard.
        isBrowsers: function(event) {
            if (event.code === 'Tab') return !Module['_WebWantsText']();
            return event.code === 'F5' || event.code === 'F12' || event.code === 'F6' || event.code === 'F11' || event.isComposing;
        },
        onPointer: function(event) {
            if (event.pointerType === 'touch') return;
            var kind = event.type === 'pointermove' ? 0 : event.type === 'pointerdown' ? 1 : 2, place = gxPage.findPlace(event);
            if (kind === 1) {
                Module['canvas'].focus({preventScroll: true});
                Module['canvas'].setPointerCapture(event.pointerId);
            }
            gxPage.sendButtons(event, place);
            if (kind !== 2) event.preventDefault();
        },
        buttons: 0,
        // A browser reports a second button of the mouse as a move: the buttons are compared with the last ones.
        sendButtons: function(event, place) {
            var mods = gxPage.findMods(event), bits = [1, 2, 4]; // left, right, middle
            Module['_WebPointer'](0, place[0], place[1], 0, mods);
            for (var i = 0; i < 3; ++i) {
                var was = gxPage.buttons & bits[i], is = event.buttons & bits[i];
                if (was !== is) Module['_WebPointer'](is ? 1 : 2, place[0], place[1], i, mods);
            }
            gxPage.buttons = event.buttons;
        },
        onWheel: function(event) {
            var units = [100, 3, 1], place = gxPage.findPlace(event);
            var notches = -event.deltaY / units[event.deltaMode];
            Module['_WebWheel'](place[0], place[1], Math.max(-3, Math.min(3, notches)), gxPage.findMods(event));
            event.preventDefault();
        },
        onKey: function(event) {
            if (gxPage.isBrowsers(event)) return;
            var down = event.type === 'keydown', key = gxPage.findKey(event.code), mods = gxPage.findMods(event);
            if (key >= 0) Module['_WebKey'](down, key, mods, event.repeat);
            if (down && event.key.length === 1 && !(mods & 2)) gxPage.sendText('_WebText', event.key);
            if (!(mods & 2 && key === 86)) event.preventDefault(); // Ctrl+V: the event `paste` follows
        },
        onPaste: function(event) {
            if (document.activeElement !== Module['canvas']) return;
            gxPage.sendText('_WebSetClipboard', event.clipboardData.getData('text/plain'));
            event.preventDefault();
        },
    },
    $gxPage__deps: ['malloc', 'free'],

    gxListenToCanvas__deps: ['$gxPage'],
    gxListenToCanvas: function() {
        var canvas = Module['canvas'];
        ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'].forEach(function(name) {
            canvas.addEventListener(name, gxPage.onPointer);
        });
        canvas.addEventListener('wheel', gxPage.onWheel, {passive: false});
        canvas.addEventListener('contextmenu', function(event) { event.preventDefault(); });
        canvas.addEventListener('keydown', gxPage.onKey);
        canvas.addEventListener('keyup', gxPage.onKey);
        canvas.addEventListener('blur', function() { Module['_WebForgetKeys'](); });
        document.addEventListener('paste', gxPage.onPaste);
    },
    gxGetPixelRatio: function() {
        return Module['pixelRatio'] || globalThis.devicePixelRatio || 1;
    },
    gxIsTouchScreen: function() {
        return matchMedia('(pointer: coarse)').matches;
    },
    gxSayTitle: function(title) {
        if (Module['onTitle']) Module['onTitle'](UTF8ToString(title));
    },
    gxSayFile: function(path) {
        if (Module['onFile']) Module['onFile'](UTF8ToString(path));
    },
    gxSayEnd: function(exitCode) {
        if (Module['onClose']) Module['onClose'](exitCode);
    },
    gxShowCursor: function(name) {
        Module['canvas'].style.cursor = UTF8ToString(name);
    },
    gxIsPageFullScreen: function() {
        return !!document.fullscreenElement;
    },
    gxSetPageFullScreen: function(full) {
        var done = full ? Module['canvas'].requestFullscreen() : document.exitFullscreen();
        if (done) done.catch(function() {}); // refused without a press of the user
    },
    gxCopyToClipboard: function(text) {
        if (navigator.clipboard) navigator.clipboard.writeText(UTF8ToString(text)).catch(function() {});
    },
});

// The canvas on the screen: draws again after changes that the program does not see, such as another density or a page that was
// hidden, and shows all of a scene on upright screens.

const HOME = 268; // GX_KEY_HOME: frames everything

/** Watches the canvas as long as the page lives. */
export function keepDrawn(canvas, program) {
    const redraw = () => program.redraw();
    new ResizeObserver(redraw).observe(canvas);
    document.addEventListener('visibilitychange', () => document.hidden || redraw());
    canvas.addEventListener('webglcontextrestored', redraw);
    const watchDensity = () => {
        const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
        query.addEventListener('change', () => {
            redraw();
            watchDensity();
        }, { once: true });
    };
    watchDensity();
}

/** Shows all objects of a new scene if the canvas is upright: the scenes' own cameras are for wide windows. */
export function fitUpright(canvas, program) {
    if (canvas.clientWidth >= canvas.clientHeight) return;
    program.pressKey(true, HOME, 0);
    program.pressKey(false, HOME, 0);
}

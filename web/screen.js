// The canvas on the screen: draws again after changes that the program does not see, such as another density or a page that was
// hidden, and shows all of a scene on upright screens.

const HOME = 268; // GX_KEY_HOME: frames everything

function isUpright(canvas) {
    return canvas.clientHeight > canvas.clientWidth;
}

/** Watches the canvas as long as the page lives. */
export function keepDrawn(canvas, program) {
    const redraw = () => program.redraw();
    let upright = isUpright(canvas);
    new ResizeObserver(() => {
        const turned = isUpright(canvas) && !upright;
        upright = isUpright(canvas);
        if (turned) fitUpright(canvas, program);
        redraw();
    }).observe(canvas);
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
    if (!isUpright(canvas)) return;
    program.pressKey(true, HOME, 0);
    program.pressKey(false, HOME, 0);
}

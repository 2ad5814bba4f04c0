// Shows all of a scene on upright screens: the cameras of the scenes are for wide windows. The program itself follows the size and the
// density of the canvas.

const HOME = 268; // GX_KEY_HOME: frames everything

function isUpright(canvas) {
    return canvas.clientHeight > canvas.clientWidth;
}

/** Shows all objects of a new scene if the canvas is upright. */
export function fitUpright(canvas, program) {
    if (!isUpright(canvas)) return;
    program.pressKey(true, HOME, 0);
    program.pressKey(false, HOME, 0);
}

/** Does the same whenever the canvas becomes upright, as long as the page lives. */
export function followShape(canvas, program) {
    let upright = isUpright(canvas);
    new ResizeObserver(() => {
        if (isUpright(canvas) && !upright) fitUpright(canvas, program);
        upright = isUpright(canvas);
    }).observe(canvas);
}

// Draws again after changes that the program does not see: another size or density of the canvas, a page that was hidden.

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

// Everything in the window is declared in the order in which it is drawn: the ground, the picture, its
// letters, the interface. Then each part that has changed is drawn in this order.
#include "window/paint.h"

#include "engine/gl.h"
#include "engine/hash.h"
#include "engine/present.h"
#include "engine/target.h"
#include "panels/layout.h"
#include "services/filming.h"
#include "view/palette.h"

// Lower edge of the picture, pixels from the lower edge of the window.
static int getBottom(const Layout *layout) {
    return layout->windowHeight - layout->y - layout->height;
}

// True if a film without panels takes its picture before they are drawn over it.
static bool filmsUnderPanels(const App *app) {
    return app->filming.active && !app->filming.panels;
}

static void findParts(App *app, bool showsView, gxColor ground) {
    const Layout *layout = &app->layout;
    gxDamage *damage = &app->damage;
    gxRect window = {0, 0, layout->windowWidth, layout->windowHeight};
    gxBeginDamage(damage, layout->windowWidth, layout->windowHeight);
    gxDeclare(damage, window, gxMixBytes(gxBeginHash(), &ground, sizeof ground));
    if (showsView) DeclareView(app->view, damage, layout->x, getBottom(layout));
    gxDeclareUi(app->ui, damage);
    bool exposed = gxTakeExposed(app->window);
    if (exposed) ForgetStills(app->view); // also heals what may be wrong
    if (exposed || !gxKeepsPicture(app->window) || filmsUnderPanels(app)) gxDamageAll(damage);
    app->partCount = gxEndDamage(damage, app->parts);
}

// True if the picture covers the part.
static bool isWithinView(const Layout *layout, gxRect part) {
    gxRect view = {layout->x, getBottom(layout), layout->width, layout->height};
    gxRect both = gxIntersectRects(part, view);
    return both.width == part.width && both.height == part.height;
}

void PaintWindow(App *app, bool showsView) {
    const Layout *layout = &app->layout;
    gxColor ground = GetUiColors(app->theme).ground; // visible in the gap between panels and picture
    findParts(app, showsView, ground);
    for (int i = 0; i < app->partCount; ++i) {
        if (!showsView || !isWithinView(layout, app->parts[i])) gxClearWindow(ground, app->parts[i]);
        if (showsView) ShowView(app->view, layout->x, getBottom(layout), app->parts[i]);
    }
    if (showsView) TakeFilmPicture(app, false);
    glViewport(0, 0, layout->windowWidth, layout->windowHeight);
    gxDrawUi(app->ui, app->parts, app->partCount);
    if (showsView) TakeFilmPicture(app, true);
    gxCheckErrors("drawing the window");
}

void PresentWindow(App *app) {
    gxPresentParts(app->window, app->layout.windowWidth, app->layout.windowHeight, app->parts,
                   app->partCount);
}

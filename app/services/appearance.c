// Theme and size of letters and strokes.
#include "services/appearance.h"

#include "services/notice.h"
#include "services/settings.h"
#include "view/palette.h"

#include <math.h>

void ChangeTheme(App *app, Theme theme) {
    app->theme = theme;
    SetViewTheme(app->view, theme);
    gxUiColors colors = GetUiColors(theme);
    gxSetUiColors(&colors);
}

void ChangeScale(App *app, double factor) {
    double present = app->scale > 0.0 ? app->scale : gxGetWindowScale(app->window);
    if (factor == 0.0)
        app->scale = 0.0;
    else
        app->scale = fmin(fmax(round(8.0 * present * factor) / 8.0, MIN_SCALE), MAX_SCALE);
    if (app->scale > 0.0)
        Notify(app, "Text size: %.0f %%", 100.0 * app->scale);
    else
        Notify(app, "Text size: default");
}

void UpdateScale(App *app) {
    double wanted = app->scale > 0.0 ? app->scale : gxGetWindowScale(app->window);
    if (wanted == app->shownScale) return;
    gxSetUiScale(app->ui, wanted);
    SetViewScale(app->view, wanted);
    app->shownScale = wanted;
}

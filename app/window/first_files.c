// Loads the command line's files; shows only the progress bar until there is a scene.
#include "window/first_files.h"

#include "engine/gl.h"
#include "engine/message.h"
#include "engine/target.h"
#include "panels/dialogs.h"
#include "panels/layout.h"
#include "services/appearance.h"
#include "services/loads.h"
#include "services/opening.h"
#include "view/palette.h"

// Draws a picture without a scene. Returns false if the files were cancelled.
static bool showBar(App *app, double seconds) {
    const gxInput *input = gxReadInput(app->window, seconds);
    bool wanted = true;
    for (int i = 0; i < input->eventCount; ++i) {
        const gxEvent *event = &input->events[i];
        if (event->kind != GX_EVENT_KEY_DOWN) continue;
        wanted = wanted && event->key != GX_KEY_ESCAPE;
        app->closing = app->closing || (event->key == 'Q' && event->mods == GX_MOD_CTRL);
    }
    UpdateScale(app);
    LayOutPanels(app);
    gxBeginUi(app->ui, input);
    if (DrawLoading(app)) wanted = false;
    gxClearWindow(GetUiColors(app->theme).ground);
    glViewport(0, 0, app->layout.windowWidth, app->layout.windowHeight);
    gxDrawUi(app->ui);
    gxPresent(app->window);
    app->closing = app->closing || gxShouldClose(app->window);
    return wanted;
}

bool OpenFirstFiles(App *app) {
    static const double quick = 0.3, interval = 0.05; // seconds
    const WindowOptions *options = &app->options;
    char message[512];
    if (!OpenFiles(app, options->files, options->fileCount, message, sizeof message)) {
        gxReport(GX_ERROR, "%s", message);
        return false;
    }
    bool wanted = true;
    if (!GetFinishedLoad(app, quick)) {
        while (wanted && !app->closing && !GetFinishedLoad(app, 0.0))
            wanted = showBar(app, interval);
    }
    if (app->closing) return true;
    if (!wanted) {
        CancelOpening(app);
        return OpenDefaultScene(app);
    }
    if (FinishOpening(app, message, sizeof message)) return true;
    gxReport(GX_ERROR, "%s", message);
    return false;
}

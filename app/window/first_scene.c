// Loads the first scene; shows an empty picture at once, and then the progress bar, until there is a scene.
#include "window/first_scene.h"

#include "engine/message.h"
#include "engine/platform/clock.h"
#include "panels/dialogs.h"
#include "panels/layout.h"
#include "services/appearance.h"
#include "services/built_in.h"
#include "services/loads.h"
#include "services/opening.h"
#include "window/paint.h"

// Reads the input, and draws a picture without a scene. Returns false if loading was cancelled.
static bool showPicture(App *app, bool hasBar) {
    const gxInput *input = gxReadInput(app->window, 0.0);
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
    if (hasBar && DrawLoading(app)) wanted = false;
    gxEndUi(app->ui);
    PaintWindow(app, false);
    PresentWindow(app);
    app->closing = app->closing || gxShouldClose(app->window);
    return wanted;
}

// Waits for the first load to end. Returns false if it was cancelled.
static bool waitForLoad(App *app) {
    static const double quick = 0.3, interval = 0.04; // seconds
    double begin = gxGetTime();
    do {
        if (!showPicture(app, gxGetTime() - begin > quick)) return false;
    } while (!app->closing && !GetFinishedLoad(app, interval));
    return true;
}

static void cancel(App *app) {
    if (IsSceneComing(app)) {
        StepScene(app, 1);
    } else {
        CancelOpening(app);
        OpenDefaultScene(app);
    }
}

bool BeginFirstScene(App *app) {
    const WindowOptions *options = &app->options;
    char message[512];
    if (options->fileCount > 0) {
        bool good = OpenFiles(app, options->files, options->fileCount, message, sizeof message);
        if (!good) gxReport(GX_ERROR, "%s", message);
        return good;
    }
    const char *name = options->scene;
    if (options->lesson) name = GetLessonScene(FindLesson(options->lesson), 0);
    if (name)
        OpenScene(app, FindScene(name));
    else
        OpenDefaultScene(app);
    return true;
}

bool OpenFirstScene(App *app) {
    char message[512] = "";
    bool good = true;
    while (good && IsLoading(app) && !app->closing) {
        if (waitForLoad(app))
            good = app->closing || FinishOpening(app, message, sizeof message);
        else
            cancel(app);
    }
    if (!good) gxReport(GX_ERROR, "%s", message);
    return good;
}

// The menu Record: recordings, paths, films.
#include "actions/action_menus.h"

#include "services/filming.h"
#include "services/notice.h"
#include "services/queue.h"
#include "services/record.h"
#include "services/recording_file.h"

static bool isRecording(const App *app) {
    return app->recording.out != NULL;
}

static bool isRecordingPath(const App *app) {
    return app->recorder.path != NULL;
}

static bool isFilming(const App *app) {
    return app->filming.active;
}

// Applies to the next film, not to the current one.
static void togglePanelsInFilm(App *app) {
    if (app->filming.active)
        Notify(app, "Stop filming first");
    else
        app->filming.panels = !app->filming.panels;
}

static bool hasPanelsInFilm(const App *app) {
    return app->filming.panels;
}

static void toggleGif(App *app) {
    if (app->filming.active)
        Notify(app, "Stop filming first");
    else
        app->filming.asGif = !app->filming.asGif;
}

static bool isGif(const App *app) {
    return app->filming.asGif || !HasVideoProgram();
}

static void toggleRecording(App *app) {
    Intend(app, (Intention){.kind = INTEND_WRITE, .write = ToggleRecording});
}

static void togglePath(App *app) {
    Intend(app, (Intention){.kind = INTEND_WRITE, .write = TogglePathRecording});
}

static void toggleFilm(App *app) {
    Intend(app, (Intention){.kind = INTEND_WRITE, .write = ToggleFilm});
}

static const Action actions[] = {
    {false, "Record the session", "F9", GX_KEY_F9, 0, false, toggleRecording, isRecording},
    {false, "Path of the selected object as CSV", "Shift+F9", GX_KEY_F9, SHIFT, false, togglePath,
     isRecordingPath},
    {false, "Film: begin, end", "Ctrl+Shift+P", 'P', CTRL | SHIFT, false, toggleFilm, isFilming},
    {false, "Film with the panels", "", 0, 0, false, togglePanelsInFilm, hasPanelsInFilm},
    {false, "Film as GIF, not MP4", "", 0, 0, false, toggleGif, isGif},
};

const ActionMenu recordMenu = {"Record", actions, sizeof actions / sizeof *actions};

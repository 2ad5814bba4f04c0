// Functions that the page calls between two frames (docs/web.md). Each appends intentions, as a menu does;
// none changes the stage at once.
#include "engine/platform/plain_text.h"
#include "engine/ui.h"
#include "engine/web/page.h"
#include "lessons/lesson.h"
#include "scenes/json_write.h"
#include "services/queue.h"
#include "services/recording_file.h"
#include "window/status.h"

#include <stdlib.h>

bool WebOpenScene(const char *name);
bool WebOpenLesson(const char *name);
void WebRecord(bool on);
void WebPicture(void);
bool WebWantsText(void);
const char *WebState(void);
const char *WebListScenes(void);

// Takes ownership of the text of the last result, which stays until the next one.
static const char *keepText(gxTextStream *stream) {
    static char *kept;
    free(kept);
    kept = gxCloseTextStream(stream) ? stream->text : NULL;
    return kept ? kept : "";
}

bool WebOpenScene(const char *name) {
    App *app = gxGetLoopContext();
    const Scene *scene = FindScene(name);
    if (!app || !scene) return false;
    Intend(app, (Intention){.kind = INTEND_OPEN_SCENE, .scene = scene});
    return true;
}

bool WebOpenLesson(const char *name) {
    App *app = gxGetLoopContext();
    const Lesson *lesson = FindLesson(name);
    if (!app || !lesson) return false;
    Intend(app, (Intention){.kind = INTEND_LESSON, .lesson = lesson});
    return true;
}

void WebRecord(bool on) {
    App *app = gxGetLoopContext();
    if (app && on != (app->recording.out != NULL))
        Intend(app, (Intention){.kind = INTEND_WRITE, .write = ToggleRecording});
}

static void wantPicture(App *app) {
    app->screenshotWanted = true;
}

void WebPicture(void) {
    App *app = gxGetLoopContext();
    if (app) Intend(app, (Intention){.kind = INTEND_WRITE, .write = wantPicture});
}

bool WebWantsText(void) {
    return gxUiHasKeyboard();
}

const char *WebState(void) {
    const App *app = gxGetLoopContext();
    gxTextStream stream;
    if (!app || !gxOpenTextStream(&stream)) return "";
    WriteStatusLine(stream.stream, app);
    return keepText(&stream);
}

const char *WebListScenes(void) {
    gxTextStream stream;
    int32_t count = 0;
    const Scene *const *scenes = GetScenes(&count);
    if (!gxOpenTextStream(&stream)) return "";
    for (int32_t i = 0; i < count; ++i) {
        fputs(i > 0 ? ",{\"name\":" : "[{\"name\":", stream.stream);
        WriteJsonString(stream.stream, scenes[i]->name);
        WriteJsonStringField(stream.stream, "group", scenes[i]->group, true);
        WriteJsonStringField(stream.stream, "about", scenes[i]->about, true);
        fputc('}', stream.stream);
    }
    fputc(']', stream.stream);
    return keepText(&stream);
}

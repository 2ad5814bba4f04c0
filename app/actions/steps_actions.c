// Keys of the page "Step by step", while it is open, and of a lesson's stop that shows an event: they move
// the cursor of the search instead of the scene.
#include "actions/action_menus.h"

#include "services/queue.h"

bool RunStepsKey(App *app, int key, int mods) {
    bool isPage = app->dockPage == DOCK_STEPS,
         isLesson = app->dockPage == DOCK_LESSON && app->lesson.run.shows;
    if ((!isPage && !isLesson) || (mods & ~SHIFT) != 0 || !HasStep(&app->stage)) return false;
    if (isLesson && (key == GX_KEY_HOME || key == GX_KEY_END)) return false; // they move the camera
    bool skips = mods == SHIFT;
    int64_t way = key == GX_KEY_PERIOD ? 1 : -1;
    switch (key) {
    case GX_KEY_PERIOD:
    case GX_KEY_COMMA:
        if (skips)
            Intend(app, (Intention){.kind = INTEND_CURSOR_SKIP, .count = way});
        else
            Intend(app, (Intention){.kind = INTEND_CURSOR_MOVE, .count = way});
        return true;
    case GX_KEY_HOME:
        Intend(app, (Intention){.kind = INTEND_CURSOR_MOVE, .count = -STEPS_EVENT_MAX});
        return true;
    case GX_KEY_END:
        Intend(app, (Intention){.kind = INTEND_CURSOR_MOVE, .count = STEPS_EVENT_MAX});
        return true;
    default:
        return false;
    }
}

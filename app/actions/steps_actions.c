// Keys of the page "Step by step", while it is open: they move its cursor instead of the scene.
#include "actions/action_menus.h"

#include "services/queue.h"

bool RunStepsKey(App *app, int key, int mods) {
    if (app->dockPage != DOCK_STEPS || (mods & ~SHIFT) != 0 || !HasStep(&app->stage)) return false;
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

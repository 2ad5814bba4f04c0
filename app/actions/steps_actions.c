// Keys of the page "Step by step", while it is open: they lead its cursor instead of the scene.
#include "actions/action_menus.h"

#include "panels/dock.h"

bool RunStepsKey(App *app, int key, int mods) {
    Stage *stage = &app->stage;
    if (app->dockPage != DOCK_STEPS || (mods & ~SHIFT) != 0 || !HasStep(stage)) return false;
    bool skips = mods == SHIFT;
    switch (key) {
    case GX_KEY_PERIOD:
    case GX_KEY_COMMA:
        if (skips)
            SkipStep(stage, key == GX_KEY_PERIOD ? 1 : -1);
        else
            MoveStep(stage, key == GX_KEY_PERIOD ? 1 : -1);
        return true;
    case GX_KEY_HOME:
        MoveStep(stage, -STEPS_EVENT_MAX);
        return true;
    case GX_KEY_END:
        MoveStep(stage, STEPS_EVENT_MAX);
        return true;
    default:
        return false;
    }
}

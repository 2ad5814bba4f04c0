// The menu Object: edits of the selected object.
#include "actions/action_menus.h"

#include "services/queue.h"
#include "services/way_out.h"

static void beginMove(App *app) {
    Intend(app, (Intention){.kind = INTEND_MODAL, .index = HOLD_MODAL_MOVE});
}

static void beginTurn(App *app) {
    Intend(app, (Intention){.kind = INTEND_MODAL, .index = HOLD_MODAL_TURN});
}

static void undo(App *app) {
    IntendSimply(app, INTEND_UNDO);
}

static void redo(App *app) {
    IntendSimply(app, INTEND_REDO);
}

static void hideSelected(App *app) {
    IntendSimply(app, INTEND_HIDE);
}

static void findWayOut(App *app) {
    IntendSimply(app, INTEND_WAY_OUT);
}

static void saveWay(App *app) {
    Intend(app, (Intention){.kind = INTEND_WRITE, .write = SaveWay});
}

static bool isHidden(const App *app) {
    return app->stage.selected >= 0 && app->stage.objects[app->stage.selected].hidden;
}

static void selectNext(App *app) {
    Intend(app, (Intention){.kind = INTEND_SELECT, .index = -1});
}

static void duplicate(App *app) {
    IntendSimply(app, INTEND_COPY);
}

static void group(App *app) {
    Intend(app, (Intention){.kind = INTEND_GROUP, .index = -1});
}

static void dissolveGroup(App *app) {
    Intend(app, (Intention){.kind = INTEND_GROUP, .index = -1, .flag = true});
}

static bool isGrouped(const App *app) {
    return app->stage.selected >= 0 && app->stage.objects[app->stage.selected].options[STAGE_GROUP] != 0.0;
}

static void removeSelected(App *app) {
    IntendSimply(app, INTEND_REMOVE);
}

// The arrows and page keys, with Shift to turn and Alt for a tenth.
bool RunNudge(App *app, int key, int mods, bool repeated) {
    static const struct {
        int key;
        cdVec3 steps;
    } nudges[] = {{GX_KEY_RIGHT, {1.0, 0.0, 0.0}},   {GX_KEY_LEFT, {-1.0, 0.0, 0.0}},
                  {GX_KEY_UP, {0.0, 1.0, 0.0}},      {GX_KEY_DOWN, {0.0, -1.0, 0.0}},
                  {GX_KEY_PAGE_UP, {0.0, 0.0, 1.0}}, {GX_KEY_PAGE_DOWN, {0.0, 0.0, -1.0}}};
    if (mods & GX_MOD_CTRL) return false;
    int32_t flags = (mods & GX_MOD_SHIFT ? NUDGE_TURNS : 0) | (mods & GX_MOD_ALT ? NUDGE_FINE : 0) |
                    (repeated ? NUDGE_REPEATED : 0);
    for (size_t i = 0; i < sizeof nudges / sizeof *nudges; ++i) {
        if (nudges[i].key != key) continue;
        Intend(app, (Intention){.kind = INTEND_NUDGE, .point = nudges[i].steps, .index = flags});
        return true;
    }
    return false;
}

static const Action actions[] = {
    {false, "Move", "G", 'G', 0, false, beginMove, NULL},
    {false, "Turn", "R", 'R', 0, false, beginTurn, NULL},
    {false, "Select the next object", "Shift+Tab", GX_KEY_TAB, SHIFT, false, selectNext, NULL},
    {false, "Add to the group, or remove from it", "Y", 'Y', 0, false, group, isGrouped},
    {false, "Dissolve the group", "Shift+Y", 'Y', SHIFT, false, dissolveGroup, NULL},
    {false, "Find a way out", "E", 'E', 0, false, findWayOut, NULL},
    {false, "Save the way out as CSV", "Shift+E", 'E', SHIFT, false, saveWay, NULL},
    {false, "Hide the selected object", "Shift+H", 'H', SHIFT, false, hideSelected, isHidden},
    {false, "Duplicate", "Ctrl+D", 'D', CTRL, false, duplicate, NULL},
    {false, "Remove", "Del", GX_KEY_DELETE, 0, false, removeSelected, NULL},
    {false, "Undo", "Ctrl+Z", 'Z', CTRL, true, undo, NULL},
    {false, "Redo", "Ctrl+Y", 'Y', CTRL, true, redo, NULL},
    {true, "Redo", "", 'Z', CTRL | SHIFT, true, redo, NULL},
};

const ActionMenu objectMenu = {"Object", actions, sizeof actions / sizeof *actions};

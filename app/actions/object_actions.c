// What is done to the selected object: the menu Object.
#include "actions/action_menus.h"

#include "hand/edit.h"
#include "hand/lead.h"
#include "hand/navigate.h"

// The selected object is there, driven, and not in hand already.
bool CanMoveSelected(App *app) {
    const Stage *stage = &app->stage;
    if (stage->selected < 0 || app->manipulation.hold != HOLD_NOTHING) return false;
    const StageObject *object = &stage->objects[stage->selected];
    if (object->body != SCENE_FIXED) return true;
    Notify(app, "%s is fixed: only a typed pose moves it", object->name);
    return false;
}

static void beginModal(App *app, Hold hold) {
    if (!CanMoveSelected(app)) return;
    RememberStagePose(&app->stage, app->stage.selected);
    PauseForHand(app, app->stage.selected);
    BeginModal(&app->manipulation, &app->stage, GetSight(app), hold, app->mouseX - app->layout.x,
               app->mouseY - app->layout.y);
}

static void beginMove(App *app) {
    beginModal(app, HOLD_MODAL_MOVE);
}

static void beginTurn(App *app) {
    beginModal(app, HOLD_MODAL_TURN);
}

// While the hand holds an object, the step to undo is the hand's own: it lets go, else it would lead the
// object on with nothing left to go back to.
static void undo(App *app) {
    if (app->manipulation.hold != HOLD_NOTHING) {
        ReleaseHand(app, false);
    } else if (app->pursuit.active) { // the step that is under way
        StopLeading(app);
        TakeBackStage(&app->stage);
    } else if (!UndoStage(&app->stage)) {
        Notify(app, "Nothing to undo");
    }
}

static void redo(App *app) {
    if (app->manipulation.hold == HOLD_NOTHING && !RedoStage(&app->stage)) Notify(app, "Nothing to redo");
}

static void hideSelected(App *app) {
    Stage *stage = &app->stage;
    if (stage->selected < 0) return;
    StageObject *object = &stage->objects[stage->selected];
    object->hidden = !object->hidden;
    Notify(app, object->hidden ? "%s is hidden; it is met all the same" : "%s is shown", object->name);
}

static bool isHidden(const App *app) {
    return app->stage.selected >= 0 && app->stage.objects[app->stage.selected].hidden;
}

static void selectNext(App *app) {
    Stage *stage = &app->stage;
    for (int32_t i = 1; i <= stage->objectCount; ++i) {
        int32_t next = (stage->selected + i + stage->objectCount) % stage->objectCount;
        if (!IsObjectPresent(&stage->objects[next])) continue;
        if (stage->objects[next].body != SCENE_DRIVEN && !stage->objects[next].isBody) continue;
        stage->selected = next;
        return;
    }
}

// Directions as in NudgePose; from where the object is on its way to.
static void nudgeSelected(App *app, double right, double up, double forward, bool turns, bool fine) {
    Stage *stage = &app->stage;
    const StageObject *object = &stage->objects[stage->selected];
    cdPose intended = NudgePose(object, GetLeadTarget(app, stage->selected), &app->camera, right, up, forward,
                                turns, GetNudgeSize(object, turns, fine));
    LeadObject(app, stage->selected, intended);
}

// The arrows and page keys, with Shift to turn and Alt for a tenth.
bool RunNudge(App *app, int key, int mods, bool repeated) {
    static const struct {
        int key;
        double right, up, forward;
    } nudges[] = {{GX_KEY_RIGHT, 1.0, 0.0, 0.0},   {GX_KEY_LEFT, -1.0, 0.0, 0.0},
                  {GX_KEY_UP, 0.0, 1.0, 0.0},      {GX_KEY_DOWN, 0.0, -1.0, 0.0},
                  {GX_KEY_PAGE_UP, 0.0, 0.0, 1.0}, {GX_KEY_PAGE_DOWN, 0.0, 0.0, -1.0}};
    if (mods & GX_MOD_CTRL) return false;
    for (size_t i = 0; i < sizeof nudges / sizeof *nudges; ++i) {
        if (nudges[i].key != key) continue;
        ClearNotice(app);
        if (!CanMoveSelected(app)) return true;
        if (repeated && IsLeading(app)) return true; // the object lags, and stops soon after the key
        if (!repeated) RememberStagePose(&app->stage, app->stage.selected);
        PauseForHand(app, app->stage.selected);
        nudgeSelected(app, nudges[i].right, nudges[i].up, nudges[i].forward, mods & GX_MOD_SHIFT,
                      mods & GX_MOD_ALT);
        return true;
    }
    return false;
}

static const Action actions[] = {
    {false, "Move", "G", 'G', 0, false, beginMove, NULL},
    {false, "Turn", "R", 'R', 0, false, beginTurn, NULL},
    {false, "Select the next one", "Shift+Tab", GX_KEY_TAB, SHIFT, false, selectNext, NULL},
    {false, "Hide the selected one", "Shift+H", 'H', SHIFT, false, hideSelected, isHidden},
    {false, "Duplicate", "Ctrl+D", 'D', CTRL, false, DuplicateSelected, NULL},
    {false, "Remove", "Del", GX_KEY_DELETE, 0, false, RemoveSelected, NULL},
    {false, "Undo", "Ctrl+Z", 'Z', CTRL, true, undo, NULL},
    {false, "Redo", "Ctrl+Y", 'Y', CTRL, true, redo, NULL},
    {true, "Redo", "", 'Z', CTRL | SHIFT, true, redo, NULL},
};

const ActionMenu objectMenu = {"Object", actions, sizeof actions / sizeof *actions};

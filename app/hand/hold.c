// Grabs and releases objects.
//
// Input: an object and a point of it. Output: a manipulation (services/app.h), whose intended pose the mouse
// changes from then on, and a step to undo. A released object reaches its intended pose in the next
// frames.
#include "hand/hold.h"

#include "hand/handles.h"
#include "hand/lead.h"
#include "hand/manipulate.h"
#include "hand/way_hand.h"
#include "services/notice.h"
#include "services/sight.h"

bool CanHold(const Stage *stage, int32_t object) {
    const StageObject *held = &stage->objects[object];
    return held->body == SCENE_DRIVEN || (held->isBody && held->body != SCENE_KINEMATIC);
}

bool CanMoveSelected(App *app) {
    const Stage *stage = &app->stage;
    if (stage->selected < 0 || app->manipulation.hold != HOLD_NOTHING) return false;
    const StageObject *object = &stage->objects[stage->selected];
    if (object->body != SCENE_FIXED && object->body != SCENE_KINEMATIC) return true;
    Notify(app, "%s is %s: it moves only by typed poses", object->name,
           object->body == SCENE_FIXED ? "fixed" : "kinematic");
    return false;
}

bool IsHeldModally(const App *app) {
    return app->manipulation.hold == HOLD_MODAL_MOVE || app->manipulation.hold == HOLD_MODAL_TURN;
}

void PauseForHand(App *app, int32_t object) {
    Stage *stage = &app->stage;
    if (!stage->playing || (!stage->objects[object].movedByScene && !stage->objects[object].isBody)) return;
    stage->playing = false;
    Notify(app, "Paused while you hold %s. Space resumes", stage->objects[object].name);
}

void TakeInHand(App *app, int32_t object, cdVec3 point) {
    Stage *stage = &app->stage;
    stage->selected = object;
    BeginStageGesture(stage);
    ClearNotice(app);
    if (stage->objects[object].isBody && stage->playing) {
        BeginPull(&app->manipulation, stage, object, point);
        return;
    }
    PauseForHand(app, object);
    BeginDrag(&app->manipulation, stage, object, point);
}

void BeginModalHold(App *app, Hold hold) {
    if (!CanMoveSelected(app)) return;
    BeginStageGesture(&app->stage);
    PauseForHand(app, app->stage.selected);
    BeginModal(&app->manipulation, &app->stage, GetSight(app), hold, app->mouseX - app->layout.x,
               app->mouseY - app->layout.y);
}

void TakeHandle(App *app, GizmoHandle handle) {
    Gizmo gizmo;
    if (!CanMoveSelected(app) || !FindGizmo(app, &gizmo)) return;
    BeginStageGesture(&app->stage);
    ClearNotice(app);
    PauseForHand(app, app->stage.selected);
    BeginHandle(&app->manipulation, &app->stage, &gizmo, handle);
}

void LetGo(App *app, bool keeps) {
    Manipulation *hand = &app->manipulation;
    if (hand->hold == HOLD_NOTHING) return;
    if (hand->hold == HOLD_BODY) {
        ApplyStageEntry(&app->stage, MakeRelease(!keeps));
        *hand = (Manipulation){0};
        return;
    }
    if (hand->hold == HOLD_WAYPOINT) {
        DropWaypoint(app, keeps);
        return;
    }
    ResolveHand(app);
    if (keeps) {
        // The drag has ended, and with it its intended pose; that of a typed step stays visible.
        LeadAfterHand(app, hand->hold == HOLD_DRAG || hand->hold == HOLD_HANDLE);
    } else {
        StopLeading(app);
        TakeBackStage(&app->stage);
    }
    *hand = (Manipulation){0};
}

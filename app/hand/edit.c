// Edits of the selected object.
//
// (1) Which one is selected, and how it is drawn. (2) Poses by keys and fields. (3) Options, copies, removal.
// (4) Undo.
#include "hand/edit.h"

#include "engine/platform/clock.h"
#include "hand/group.h"
#include "hand/hold.h"
#include "hand/lead.h"
#include "hand/manipulate.h"
#include "hand/way_hand.h"
#include "services/loads.h"
#include "services/notice.h"
#include "services/opening.h"
#include "services/record.h"
#include "services/sight.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { EDITED_MOST = 256 };

// --- (1)

void SelectObject(App *app, int32_t object) {
    Stage *stage = &app->stage;
    if (object >= 0 && object < stage->objectCount) stage->selected = object;
    for (int32_t i = 1; object < 0 && i <= stage->objectCount; ++i) {
        int32_t next = (stage->selected + i + stage->objectCount) % stage->objectCount;
        if (!IsObjectPresent(&stage->objects[next]) || !CanHold(stage, next)) continue;
        stage->selected = next;
        return;
    }
}

void HideSelected(App *app) {
    Stage *stage = &app->stage;
    if (stage->selected < 0) return;
    StageObject *object = &stage->objects[stage->selected];
    int32_t all[EDITED_MOST], count = ListEdited(stage, all, EDITED_MOST);
    bool hidden = !object->hidden;
    for (int32_t i = 0; i < count; ++i)
        stage->objects[all[i]].hidden = hidden;
    Notify(app, object->hidden ? "%s is hidden but still collides" : "%s is shown", object->name);
}

void SeeThroughSelected(App *app) {
    Stage *stage = &app->stage;
    if (stage->selected < 0) return;
    StageObject *object = &stage->objects[stage->selected];
    object->transparent = !object->transparent;
}

// --- (2)

void NudgeSelected(App *app, cdVec3 steps, int32_t flags) {
    Stage *stage = &app->stage;
    bool turns = flags & NUDGE_TURNS, repeated = flags & NUDGE_REPEATED;
    ClearNotice(app);
    if (!CanMoveSelected(app)) return;
    if (repeated && IsLeading(app)) return; // the object lags behind; it stops soon after the key is released
    if (!repeated) BeginStageGesture(stage);
    PauseForHand(app, stage->selected);
    // Steps start from the pose that the object is moving to.
    const StageObject *object = &stage->objects[stage->selected];
    cdPose from = GetLeadTarget(app, stage->selected);
    double size = GetNudgeSize(object, turns, flags & NUDGE_FINE);
    cdVec3 center = GetTurnCenter(stage, stage->selected);
    LeadObject(app, stage->selected,
               NudgePose(from, turns ? &center : NULL, &app->camera, steps.x, steps.y, steps.z, size));
}

// A fixed object is placed without a query; the dragged object is tested against it there.
static void placeFixed(Stage *stage, int32_t object, cdPose pose) {
    ApplyStageEntry(stage, MakePlace(object, pose));
    int32_t driven = FindHandObject(stage);
    if (driven >= 0) ApplyStageEntry(stage, MakePlace(driven, stage->objects[driven].pose));
}

// A typed rotation of a member turns its group about the common centre, as the handles do.
static cdPose turnWithGroup(const Stage *stage, int32_t object, cdPose pose) {
    cdPose from = stage->objects[object].pose;
    bool moves = cdLengthSq(cdSub(pose.p, from.p)) > 0.0;
    if (moves || !IsInStageGroup(stage, object)) return pose;
    cdVec3 center = GetTurnCenter(stage, object);
    pose.p = cdSub(cdTransformPoint(from, center), cdRotate(pose.q, center));
    return pose;
}

void PoseSelected(App *app, cdPose pose) {
    Stage *stage = &app->stage;
    int32_t object = stage->selected;
    if (object < 0) return;
    BeginStageGesture(stage);
    PauseForHand(app, object);
    if (stage->objects[object].body == SCENE_FIXED || stage->objects[object].body == SCENE_KINEMATIC)
        placeFixed(stage, object, pose);
    else
        LeadObject(app, object, turnWithGroup(stage, object, pose));
}

// --- (3)

double GetFirstLeafRadius(const StageObject *object) {
    return object->options[STAGE_SCALE] * cdGetMeshInfo(object->original).leafRadius;
}

// Builds a sphere tree for this object alone; other objects with the same triangles keep theirs.
static void sayTree(App *app, const StageObject *object, double seconds) {
    int32_t others = -1;
    for (int32_t i = 0; i < app->stage.objectCount; ++i) {
        const StageObject *other = &app->stage.objects[i];
        others += other->original == object->original && !other->removed;
    }
    char time[32] = "";
    if (seconds > 0.0) snprintf(time, sizeof time, " in %.2f s", seconds);
    Notify(app, "%s: %d leaves of radius %.3g%s%s", object->name, (int)object->info.leafCount,
           object->info.leafRadius, time, others > 0 ? "; other objects with this mesh keep theirs" : "");
}

static void sayBody(App *app, const StageObject *object) {
    static const char *const words[] = {
        [SCENE_FIXED] = "is fixed: it moves only by typed poses",
        [SCENE_DRIVEN] = "is driven: it follows the pointer and stops at contact",
        [SCENE_DYNAMIC] = "is dynamic: forces move it, the pointer pulls it",
        [SCENE_KINEMATIC] = "is kinematic: it follows its velocity or its path"};
    Notify(app, "%s %s", object->name, words[object->body]);
}

// Switches gravity on where the scene has none, so that an object that was made dynamic visibly moves.
static void letFall(App *app) {
    Stage *stage = &app->stage;
    if (CanStageFall(stage) && !stage->falls) ApplyStageEntry(stage, MakeSetGravity(true));
    stage->playing = stage->world.present;
}

// `ordered`: its mesh was built beside the frames.
static void edit(App *app, int32_t object, StageOption option, double value, bool ordered) {
    Stage *stage = &app->stage;
    char message[256];
    double begin = gxGetTime();
    StageEntry entry = MakeSetOption(object, option, value);
    if (!ApplyStage(stage, &entry, message, sizeof message)) {
        Notify(app, "%s", message);
        return;
    }
    const StageObject *edited = &stage->objects[object];
    if (option == STAGE_LEAF_RADIUS) sayTree(app, edited, ordered ? 0.0 : gxGetTime() - begin);
    if (option == STAGE_SCALE)
        Notify(app, "%s: scale %g, radius %.4g", edited->name, value, edited->info.radius);
    if (option == STAGE_BODY) {
        if (edited->body == SCENE_DYNAMIC) letFall(app);
        if (edited->body == SCENE_KINEMATIC) stage->playing = stage->world.present;
        sayBody(app, edited);
    }
    if (stage->world.trouble[0]) Notify(app, "%s", stage->world.trouble);
    app->lastActivity = gxGetTime();
}

// Loads the option's mesh in the background if building it takes long. With --frames the option is set at
// once.
static bool orderMesh(App *app, int32_t object, StageOption option, double value) {
    LoadDef def = {.kind = LOAD_OPTION, .object = object, .option = option, .value = value};
    if (app->options.frameCount > 0 || !IsOrderLong(&app->stage, object, option, value, &def.order))
        return false;
    const char *name = def.order.name;
    AddLoad(app, CreateLoad(&def, &name, 1));
    return true;
}

void EditSelected(App *app, StageOption option, double value) {
    const Stage *stage = &app->stage;
    int32_t object = stage->selected;
    if (object < 0 || stage->objects[object].options[option] == value) return;
    LetGo(app, true);
    bool ordered = IsStageOptionValue(option, value) && orderMesh(app, object, option, value);
    if (!ordered) edit(app, object, option, value, false); // reports an invalid value
}

// The speed of a motor with a position is its maximum, which is above 0; that of another one is finite.
static void fitSpeed(Stage *stage, int32_t joint, double kind) {
    double speed = stage->joints[joint].options[STAGE_MOTOR_SPEED];
    double fit =
        kind == CD_MOTOR_SPEED ? (speed < STAGE_UNBOUNDED ? speed : 1.0) : (speed != 0.0 ? fabs(speed) : 1.0);
    if (fit != speed) ApplyStageEntry(stage, MakeSetJoint(joint, STAGE_MOTOR_SPEED, fit));
}

void EditJoint(App *app, int32_t joint, StageJointOption option, double value) {
    Stage *stage = &app->stage;
    char message[256];
    if (joint < 0 || joint >= stage->data.jointCount) return;
    if (stage->joints[joint].options[option] == value) return;
    LetGo(app, true);
    StageEntry entry = MakeSetJoint(joint, option, value);
    BeginStageChain(stage);
    if (option == STAGE_MOTOR_KIND) fitSpeed(stage, joint, value);
    if (!ApplyStage(stage, &entry, message, sizeof message)) Notify(app, "%s", message);
    EndStageChain(stage);
    app->lastActivity = gxGetTime();
}

bool TakeOrderedMesh(App *app) {
    Stage *stage = &app->stage;
    Load *load = GetFinishedLoad(app, 0.0);
    if (!load || GetLoadKind(load) != LOAD_OPTION) return false;
    const LoadDef *def = GetLoadDef(load);
    Loaded *loaded = GetLoaded(load);
    cdMesh *mesh = loaded->mesh;
    bool there =
        def->object < stage->objectCount && stage->objects[def->object].original == def->order.original;
    loaded->mesh = there ? NULL : mesh;
    app->loads.taken = true;
    if (!loaded->good)
        Notify(app, "%s", loaded->message);
    else if (there && KeepOrderedMesh(stage, &def->order, mesh)) {
        edit(app, def->object, def->option, def->value, true);
        GiveLoadedSurfaces(app, loaded);
    }
    EndLoad(app);
    return true;
}

// Moves the camera if a copy would be outside the picture.
static void showInPicture(App *app, const StageObject *object) {
    cdVec3 center = cdTransformPoint(object->pose, object->info.center);
    double point[3] = {center.x, center.y, center.z}, x, y, radius;
    int width = app->layout.width, height = app->layout.height;
    bool seen = gxProjectPoint(&app->camera, point, width, height, &x, &y);
    if (seen && x >= 0.0 && x <= width && y >= 0.0 && y <= height) return;
    GetStageBounds(&app->stage, &center, &radius);
    app->camera.sceneRadius = fmax(app->camera.sceneRadius, radius);
    FrameSphere(app, center, radius);
}

void DuplicateSelected(App *app) {
    Stage *stage = &app->stage;
    char message[256];
    if (stage->selected < 0) return;
    LetGo(app, true);
    int32_t all[EDITED_MOST], count = ListEdited(stage, all, EDITED_MOST);
    bool good = true;
    BeginStageChain(stage);
    for (int32_t i = 0; good && i < count; ++i) {
        StageEntry entry = MakeCopy(all[i]);
        good = ApplyStage(stage, &entry, message, sizeof message);
    }
    EndStageChain(stage);
    if (!good) {
        Notify(app, "%s", message);
        return;
    }
    const StageObject *copy = &stage->objects[stage->selected];
    showInPicture(app, copy);
    if (count > 1)
        Notify(app, "%d copies, each beside its original", (int)count);
    else
        Notify(app, "Added: %s", copy->name);
    app->lastActivity = gxGetTime();
}

void RemoveSelected(App *app) {
    Stage *stage = &app->stage;
    char name[SCENE_NAME_SIZE];
    int32_t object = stage->selected;
    if (object < 0) return;
    memcpy(name, stage->objects[object].name, sizeof name);
    FinishPath(app);
    int32_t all[EDITED_MOST], count = ListEdited(stage, all, EDITED_MOST);
    BeginStageChain(stage);
    for (int32_t i = 0; i < count; ++i) {
        stage->selected = all[i];
        EditSelected(app, STAGE_REMOVED, 1.0);
    }
    EndStageChain(stage);
    if (stage->objects[object].removed && count > 1)
        Notify(app, "Removed: %d objects. Ctrl+Z restores them", (int)count);
    else if (stage->objects[object].removed)
        Notify(app, "Removed: %s. Ctrl+Z restores it", name);
}

// --- (4)

// While an object is held, undo takes back the current drag. The object is released first, or the drag would
// move it on with no entry left to undo.
void UndoStep(App *app) {
    if (app->manipulation.hold != HOLD_NOTHING) {
        LetGo(app, false);
    } else if (app->pursuit.active) { // the step in progress
        StopLeading(app);
        TakeBackStage(&app->stage);
    } else if (!UndoWay(app) && !UndoStage(&app->stage)) {
        Notify(app, "Nothing to undo");
    }
}

void RedoStep(App *app) {
    bool may = app->manipulation.hold == HOLD_NOTHING;
    if (may && !RedoWay(app) && !RedoStage(&app->stage)) Notify(app, "Nothing to redo");
}

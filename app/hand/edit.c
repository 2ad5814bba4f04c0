// Edits of objects, for the panel and the keys.
#include "hand/edit.h"

#include "engine/window.h"
#include "hand/navigate.h"
#include "window/record.h"

#include <math.h>
#include <string.h>

double GetFirstLeafRadius(const StageObject *object) {
    return cdGetMeshInfo(object->original).leafRadius;
}

// A sphere tree is made for this object alone; others with the same triangles keep theirs.
static void sayTree(App *app, const StageObject *object, double seconds) {
    int32_t others = -1;
    for (int32_t i = 0; i < app->stage.objectCount; ++i) {
        const StageObject *other = &app->stage.objects[i];
        others += other->original == object->original && !other->removed;
    }
    Notify(app, "%s: %d leaf spheres of %.3g in %.2f s%s", object->name, (int)object->info.leafCount,
           object->info.leafRadius, seconds, others > 0 ? "; the others of this mesh keep theirs" : "");
}

static void sayBody(App *app, const StageObject *object) {
    static const char *const words[] = {"is fixed: only a typed pose moves it",
                                        "is driven: the hand leads it, and stops at what is in the way",
                                        "is dynamic: forces move it, and the hand pulls it"};
    Notify(app, "%s %s", object->name, words[object->body]);
}

// What was made dynamic shall be seen to move: a scene without gravity gets it.
static void letFall(App *app) {
    Stage *stage = &app->stage;
    if (CanStageFall(stage) && !stage->falls) SetStageGravity(stage, true);
    stage->playing = stage->world.present;
}

void EditSelected(App *app, StageOption option, double value) {
    Stage *stage = &app->stage;
    int32_t object = stage->selected;
    char message[256];
    if (object < 0 || stage->objects[object].options[option] == value) return;
    ReleaseHand(app, true);
    double before = stage->objects[object].options[option], begin = gxGetTime();
    if (!SetStageOption(stage, object, option, value, message, sizeof message)) {
        Notify(app, "%s", message);
        return;
    }
    RememberStageOption(stage, object, option, before);
    const StageObject *edited = &stage->objects[object];
    if (option == STAGE_LEAF_RADIUS) sayTree(app, edited, gxGetTime() - begin);
    if (option == STAGE_BODY) {
        if (edited->body == SCENE_DYNAMIC) letFall(app);
        sayBody(app, edited);
    }
    if (stage->world.trouble[0]) Notify(app, "%s", stage->world.trouble);
    app->lastActivity = gxGetTime();
}

// A copy that came to stand outside the picture would not be seen to have come.
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
    ReleaseHand(app, true);
    int32_t copy = CopyStageObject(stage, stage->selected, NULL, message, sizeof message);
    if (copy < 0) {
        Notify(app, "%s", message);
        return;
    }
    RememberStageOption(stage, copy, STAGE_REMOVED, 1.0);
    showInPicture(app, &stage->objects[copy]);
    Notify(app, "%s stands beside it", stage->objects[copy].name);
    app->lastActivity = gxGetTime();
}

void RemoveSelected(App *app) {
    Stage *stage = &app->stage;
    char name[SCENE_NAME_SIZE];
    int32_t object = stage->selected;
    if (object < 0) return;
    memcpy(name, stage->objects[object].name, sizeof name);
    FinishPath(app);
    EditSelected(app, STAGE_REMOVED, 1.0);
    if (stage->objects[object].removed) Notify(app, "Removed: %s. Ctrl+Z brings it back", name);
}

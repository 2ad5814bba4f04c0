// The method of detection, the response, gravity and the scene's parameters.
#include "hand/method.h"

#include "hand/hold.h"
#include "services/built_in.h"
#include "services/notice.h"
#include "services/opening.h"

static bool isSelectedBody(const Stage *stage) {
    return stage->selected >= 0 && stage->objects[stage->selected].isBody;
}

// Finds the status of the selected object where it is: the last one is of another method or pose.
static void judgeSelected(App *app) {
    Stage *stage = &app->stage;
    if (stage->selected >= 0 && app->manipulation.hold == HOLD_NOTHING)
        ApplyStageEntry(stage, MakePlace(stage->selected, stage->objects[stage->selected].pose));
}

void ToggleMode(App *app) {
    Stage *stage = &app->stage;
    bool wasBody = isSelectedBody(stage);
    ApplyStageEntry(stage, MakeSetMode(stage->mode == SCENE_DISCRETE ? SCENE_CONTINUOUS : SCENE_DISCRETE));
    if (!wasBody || !isSelectedBody(stage)) judgeSelected(app);
    if (stage->world.present && stage->mode == SCENE_DISCRETE)
        Notify(app, "Discrete for objects you drag while paused; bodies stay continuous");
    else
        Notify(app, stage->mode == SCENE_DISCRETE ? "Discrete: only the target pose is tested"
                                                  : "Continuous: the whole motion is tested");
}

void ToggleResponse(App *app) {
    static const char *const texts[] = {"Stop: the object stops at first contact",
                                        "Slide: the object slides along the obstacle",
                                        "Bounce: the object is a rigid body. Drag and release to throw it"};
    Stage *stage = &app->stage;
    bool moved = MovesByItself(stage), overlaps = stage->query.status == STAGE_OVERLAP;
    bool wasBody = isSelectedBody(stage);
    LetGo(app, true);
    ApplyStageEntry(stage, MakeSetResponse((SceneResponse)((stage->response + 1) % 3)));
    if (isSelectedBody(stage) != wasBody) judgeSelected(app);
    if (MovesByItself(stage) != moved) stage->playing = !moved;
    if (overlaps && stage->response == SCENE_BOUNCE)
        Notify(app, "Bounce: meshes that overlap now pass through each other until they separate");
    else if (stage->mode == SCENE_DISCRETE)
        Notify(app, "%s. Used by the continuous method only (D)", texts[stage->response]);
    else
        Notify(app, "%s", stage->world.trouble[0] ? stage->world.trouble : texts[stage->response]);
}

void ToggleGravity(App *app) {
    Stage *stage = &app->stage;
    ApplyStageEntry(stage, MakeSetGravity(!stage->falls));
    if (cdLength(stage->data.gravity) > 0.0)
        Notify(app, "This scene sets its own gravity");
    else if (stage->response != SCENE_BOUNCE)
        Notify(app, "Gravity %s, for the response bounce (L)", stage->falls ? "on" : "off");
    else
        Notify(app, "Gravity %s", stage->falls ? "on" : "off");
}

void ToggleGround(App *app) {
    ApplyStageEntry(&app->stage, MakeSetGround(!HasStageGround(&app->stage)));
    Notify(app, HasStageGround(&app->stage) ? "Ground on" : "Ground off");
}

void SetSceneParam(App *app, int32_t index, double value, bool ended) {
    const Scene *scene = app->stage.scene;
    if (!scene || index >= scene->paramCount) return;
    const SceneParam *param = &scene->params[index];
    ApplyStageEntry(&app->stage, MakeSetParam(index, value));
    if (!param->restarts || !ended) return;
    OpenSceneAgain(app);
    TakeQuickLoad(app);
}

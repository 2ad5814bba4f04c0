// Push the boxes: a driven paddle pushes a pyramid of dynamic boxes over the floor.
//
// The paddle is moved between steps, as a hand moves it in the window. Where it meets a box, the box yields:
// the next step continues the motion, in which the paddle pushes. No two bodies ever overlap.
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"

static const double half = 0.12, gap = 1e-3; // half side of a box
static const double aside = 0.03, way = 0.9; // of the middle of the pyramid, and of the paddle
enum { PADDLE = 1, FIRST_BOX, ROWS = 3, PUSHES = 60 };

static bool addBoxes(SceneData *data) {
    int32_t number = 0;
    for (int32_t row = 0; row < ROWS; row++) {
        for (int32_t i = 0; i < ROWS - row; i++) {
            double across = aside + 2.1 * half * (i - 0.5 * (ROWS - row - 1));
            cdPose pose = {{0.0, gap + half + row * (2.0 * half + gap), across}, cdIdentityPose().q};
            SceneObject *box =
                AddNumberedObject(data, "box", ++number, "builtin:box:x=0.12,y=0.12,z=0.12", pose);
            if (box == NULL) return false;
            box->friction = 0.4;
        }
    }
    return true;
}

static bool create(SceneData *data) {
    data->gravity = GetSceneGravity();
    data->camera = (SceneCamera){.eye = {1.6, 1.3, 2.6}, .target = {0.0, 0.15, 0.0}, .fov = 0.7};
    if (AddSceneFloor(data, 1.6, 0.0) == NULL) return false;
    SceneObject *paddle = AddSceneObject(data, "paddle", "builtin:box:x=0.05,y=0.15,z=0.4", SCENE_DRIVEN);
    if (paddle == NULL) return false;
    paddle->pose.p = (cdVec3){-0.6, 0.17, 0.0};
    paddle->pushes = true;
    return addBoxes(data) && AddStoryTime(data, 0.5, "The boxes stand. Drag the paddle into them");
}

static bool push(SceneRun *run, char *message, size_t messageSize) {
    cdWorld *world = run->sceneWorld.world;
    const cdMoveOptions options = {.yields = true};
    int32_t pushed = 0;
    run->powered = true;
    if (!AdvanceSceneRun(run, 0.5, message, messageSize)) return false;
    double before = GetRunState(run, FIRST_BOX + 1).pose.p.x;
    for (int32_t i = 1; i <= PUSHES; i++) {
        cdPose target = run->data->objects[PADDLE].pose;
        target.p.x += way * i / PUSHES;
        pushed += cdMoveBody(world, run->sceneWorld.bodies[PADDLE], target, CD_MOVE_STOP, &options).yields;
        if (!AdvanceSceneRun(run, run->time + run->dt, message, messageSize)) return false;
    }
    double moved = GetRunState(run, FIRST_BOX + 1).pose.p.x - before;
    double reached = GetRunState(run, PADDLE).pose.p.x - run->data->objects[PADDLE].pose.p.x;
    return ExpectBetween("steps in which the paddle pushes", pushed, 20.0, PUSHES, message, messageSize) &&
           ExpectNear("the paddle's way", reached, way, 1e-9, message, messageSize) &&
           ExpectBetween("way of the middle box", moved, 0.3, 1.0, message, messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, push, message, messageSize);
}

const Scene scenePushTheBoxes = {
    .group = "dynamics",
    .name = "push the boxes",
    .about =
        "A pyramid of boxes, and a paddle to drag into it: the boxes give way, slide and fall, and the paddle "
        "never overlaps one. Without its option pushes dynamic objects they block it.",
    .create = create,
    .check = check,
};

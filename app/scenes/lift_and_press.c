// Lift, turntable and press: kinematic bodies carry, turn and push others, and wait where nothing gives way.
//
// The lift follows a path of five poses, the turntable constant velocities. The press closes on a crate until
// it stands against the post: it stops there, and starts back only by its path, later by the time for which
// it was blocked.
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"

static const double speed = 0.6, turning = 1.2, crate = 0.15, plate = 0.03, gap = 0.01;

enum { OBJECT_FLOOR, OBJECT_LIFT, OBJECT_TABLE, OBJECT_PRESS, OBJECT_POST, OBJECT_CRATES };

static cdPose placeAt(double x, double y, double z) {
    return (cdPose){{x, y, z}, {1.0, 0.0, 0.0, 0.0}};
}

static SceneObject *addMachine(SceneData *data, const char *name, const char *mesh, SceneBody body,
                               cdPose pose) {
    SceneObject *object = AddSceneObject(data, name, mesh, body);
    if (object == NULL) return NULL;
    object->pose = pose;
    object->friction = 0.6;
    return object;
}

static bool addMachines(SceneData *data) {
    double low = plate + gap, high = low + 1.2;
    const cdPathNode up[] = {{0.5, placeAt(-1.4, low, 0.0)},
                             {2.5, placeAt(-1.4, high, 0.0)},
                             {3.5, placeAt(-1.4, high, 0.0)},
                             {5.5, placeAt(-1.4, low, 0.0)}};
    const cdPathNode close[] = {{0.5, placeAt(0.75, 0.3, 0.0)}, {2.5, placeAt(1.95, 0.3, 0.0)}};
    SceneObject *lift =
        addMachine(data, "lift", "builtin:box:x=0.5,y=0.03,z=0.5", SCENE_KINEMATIC, up[0].pose);
    if (lift == NULL || !SetScenePath(data, lift, up, 4)) return false;
    SceneObject *table = addMachine(data, "turntable", "builtin:box:x=0.5,y=0.03,z=0.5", SCENE_KINEMATIC,
                                    placeAt(0.0, low, 0.0));
    if (table == NULL) return false;
    table->angularVelocity = (cdVec3){0.0, turning, 0.0};
    SceneObject *press =
        addMachine(data, "press", "builtin:box:x=0.05,y=0.28,z=0.4", SCENE_KINEMATIC, close[0].pose);
    if (press == NULL || !SetScenePath(data, press, close, 2)) return false;
    return addMachine(data, "post", "builtin:box:x=0.1,y=0.3,z=0.4", SCENE_FIXED, placeAt(2.0, 0.31, 0.0)) !=
           NULL;
}

static bool create(SceneData *data) {
    const cdPose poses[] = {placeAt(-1.55, 2.0 * plate + gap + crate + 1e-3, 0.1),
                            placeAt(-1.2, 2.0 * plate + gap + crate + 1e-3, -0.15),
                            placeAt(0.25, 2.0 * plate + gap + crate + 1e-3, 0.0),
                            placeAt(-0.2, 2.0 * plate + gap + crate + 1e-3, 0.15),
                            placeAt(1.2, crate + 1e-3, 0.0)};
    data->gravity = GetSceneGravity();
    data->camera = (SceneCamera){.eye = {1.2, 2.2, 5.2}, .target = {0.3, 0.5, 0.0}, .fov = 0.7};
    if (AddSceneFloor(data, 3.2, 0.0) == NULL || !addMachines(data)) return false;
    for (int32_t i = 0; i < 5; i++) {
        SceneObject *object =
            AddNumberedObject(data, "crate", i + 1, "builtin:box:x=0.15,y=0.15,z=0.15", poses[i]);
        if (object == NULL) return false;
        object->friction = 0.6;
        object->restitution = 0.0;
    }
    return AddStoryTime(data, 0.5, "Crates lie on a lift, on a turntable, and before a press") &&
           AddStoryTime(data, 1.5,
                        "The lift carries its load at its own speed; the turntable takes its load along") &&
           AddStoryTime(data, 3.0, "The press has pushed its crate against the post, and waits") &&
           AddStoryTime(data, 6.0, "The lift is down again. The press still waits");
}

static bool run(SceneRun *run, char *message, size_t messageSize) {
    double x = 2.0 - 0.1 - 2.0 * crate - 0.05;
    if (!AdvanceSceneRun(run, 1.5, message, messageSize) ||
        !ExpectNear("the load's speed on the lift", GetRunState(run, OBJECT_CRATES).velocity.y, speed, 1e-3,
                    message, messageSize) ||
        !ExpectNear("the load's spin on the turntable", GetRunState(run, OBJECT_CRATES + 2).angularVelocity.y,
                    turning, 1e-2, message, messageSize) ||
        !AdvanceSceneRun(run, 3.0, message, messageSize) ||
        !ExpectBetween("the press", GetRunState(run, OBJECT_PRESS).pose.p.x, x - 0.02, x, message,
                       messageSize))
        return false;
    if (!GetRunState(run, OBJECT_PRESS).blocked) {
        snprintf(message, messageSize, "the press is not blocked");
        return false;
    }
    return AdvanceSceneRun(run, 6.0, message, messageSize) &&
           ExpectNear("the lift at its end", GetRunState(run, OBJECT_LIFT).pose.p.y, plate + gap, 1e-12,
                      message, messageSize) &&
           ExpectNear("the load at its end", GetRunState(run, OBJECT_CRATES).pose.p.y,
                      2.0 * plate + gap + crate, 1e-3, message, messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, run, message, messageSize);
}

const Scene sceneLiftAndPress = {
    .group = "dynamics",
    .name = "lift and press",
    .about =
        "Kinematic bodies follow their paths: a lift carries crates, a turntable takes others along, and a "
        "press pushes one against a post. There nothing gives way: the press waits, blocked, and nothing "
        "overlaps.",
    .create = create,
    .check = check,
};

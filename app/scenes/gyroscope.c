// Gyroscope: a spinning disk on a shaft supported at one end does not fall, but precesses.
//
// With a level shaft, spin w about it and precession W about the vertical, gravity's torque m g r turns the
// angular momentum I w: W = m g r / (I w), exactly so if it starts with that precession. With less spin it
// nutates more; without spin it falls.
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"
#include "shapes/elementary.h"
#include <stdio.h>

static const double radius = 0.4, thickness = 0.1, shaft = 0.03, length = 0.7, reach = 0.5;
static const int sides = 32;
static const double pi = 3.14159265358979323846;
enum { PARAM_SPIN };

static const SceneParam params[] = {
    {.label = "spin", .unit = "rad/s", .initial = 60.0, .lower = 0.0, .upper = 200.0, .restarts = true}};

enum { ROTOR = 2 };

// Rotor: the distance of its centroid from the joint, and its inertia about the shaft per mass.
typedef struct Rotor {
    double lever, inertia;
} Rotor;

// 1. Volumes over pi of disk and shaft.  2. Their centroids; the shaft's two ends beside the disk.
// 3. A regular polygon of n sides has (2 + cos(2 pi / n)) / 3 of its circle's inertia per mass.
static Rotor measureRotor(void) {
    double disk = radius * radius * thickness, ends = shaft * shaft * (length - thickness);
    double below = reach - 0.5 * thickness, above = length - reach - 0.5 * thickness;
    double moment = disk * reach + shaft * shaft * (0.5 * below * below + above * (length - 0.5 * above));
    double round = 0.5 * (disk * radius * radius + ends * shaft * shaft);
    return (Rotor){moment / (disk + ends), round / (disk + ends) * (2.0 + cdCos(2.0 * pi / sides)) / 3.0};
}

static double getPrecession(const SceneData *data) {
    const double spin = data->params[PARAM_SPIN];
    Rotor rotor = measureRotor();
    return spin > 0.0 ? -data->gravity.y * rotor.lever / (rotor.inertia * spin) : 0.0;
}

static bool create(SceneData *data) {
    data->gravity = GetSceneGravity();
    data->camera = (SceneCamera){.eye = {1.3, 1.6, 2.8}, .target = {0.0, 0.55, 0.0}, .fov = 0.7};
    if (AddSceneFloor(data, 1.2, 0.0) == NULL) return false;
    SceneObject *stand = AddSceneObject(data, "stand", "builtin:pyramid:half=0.2,height=0.85", SCENE_FIXED);
    if (stand == NULL) return false;
    stand->pose = (cdPose){{0.0, 0.85, 0.0}, TurnAbout(1.0, 0.0, 0.0, pi)};
    char mesh[SCENE_TEXT_SIZE];
    snprintf(mesh, sizeof mesh,
             "builtin:rotor:radius=%g,thickness=%g,height=%g,shaft=%g,length=%g,segments=%d", radius,
             thickness, reach, shaft, length, sides);
    SceneObject *rotor = AddSceneObject(data, "rotor", mesh, SCENE_DYNAMIC);
    if (rotor == NULL) return false;
    rotor->pose = (cdPose){{0.0, 0.92, 0.0}, TurnAbout(0.0, 0.0, 1.0, -0.5 * pi)};
    double precession = getPrecession(data);
    rotor->angularVelocity = (cdVec3){data->params[PARAM_SPIN], precession, 0.0};
    rotor->friction = 0.3;
    rotor->velocity = (cdVec3){0.0, 0.0, -precession * measureRotor().lever};
    if (AddSceneJoint(data, CD_JOINT_BALL, ROTOR, -1, rotor->pose.p, (cdVec3){0.0, 1.0, 0.0}) == NULL)
        return false;
    return AddStoryTime(data, 0.8, "Supported at one end only, the spinning disk does not fall") &&
           AddStoryTime(data, 2.0, "It precesses at m g r / (I w)") &&
           AddStoryTime(data, 4.0, "The shaft stays level");
}

// Returns the shaft's rotation about the vertical since the last call.
static double getTurn(const SceneRun *run, double *heading) {
    cdVec3 axis = GetRunAxis(run, ROTOR);
    double now = cdAtan2(-axis.z, axis.x), turn = now - *heading;
    *heading = now;
    return turn < -3.2 ? turn + 2.0 * pi : turn;
}

static bool precess(SceneRun *run, char *message, size_t messageSize) {
    const double time = 3.0;
    double heading = 0.0, around = 0.0, lowest = 1.0, highest = -1.0;
    for (int32_t i = 1; i <= 12; i++) {
        if (!AdvanceSceneRun(run, time * i / 12, message, messageSize)) return false;
        around += getTurn(run, &heading);
        lowest = fmin(lowest, GetRunAxis(run, ROTOR).y);
        highest = fmax(highest, GetRunAxis(run, ROTOR).y);
    }
    double expected = getPrecession(run->data) * time;
    return ExpectNear("precession", around, expected, 0.01 * expected, message, messageSize) &&
           ExpectBetween("lowest height of the shaft", lowest, -0.02, 0.02, message, messageSize) &&
           ExpectBetween("greatest height of the shaft", highest, -0.02, 0.02, message, messageSize) &&
           ExpectNear("end of the shaft",
                      cdLength(cdSub(GetRunState(run, ROTOR).pose.p, run->data->objects[ROTOR].pose.p)), 0.0,
                      run->margin, message, messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, precess, message, messageSize);
}

const Scene sceneGyroscope = {
    .group = "dynamics",
    .name = "gyroscope",
    .about = "A disk spins on a shaft with a ball joint at one end. It does not fall: it stays level and "
             "precesses at m g r / (I w). With less spin it nods; without spin it falls off the stand.",
    .create = create,
    .params = params,
    .paramCount = 1,
    .check = check,
};

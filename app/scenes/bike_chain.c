// Bike chain: a chain of 30 links over two sprockets; a motor turns the large one, a brake holds the other.
//
// Joints join the links, and only contact of rollers and teeth couples the chain to the sprockets. With n and
// m teeth the small sprocket turns by n / m times the turn of the large one, as long as the chain stays on,
// up to the play of rollers in their seats and the slack of the chain.
#include "scenes/machine_parts.h"
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"
#include "shapes/elementary.h"
#include <stdio.h>

enum { LARGE, SMALL, LINK, LINKS = 30, SPAN = 9 }; // SPAN: links between the sprockets, on either side
enum { PARAM_SPEED, PARAM_BRAKE };

static const int32_t teeth[2] = {16, 8};
static const double pi = 3.14159265358979323846, pitch = 0.2, roller = 0.06, gap = 0.004, height = 0.9;

static const SceneParam params[] = {
    {.label = "speed", .unit = "rad/s", .initial = 3.0, .lower = -6.0, .upper = 6.0, .restarts = true},
    {.label = "brake", .unit = "N m", .initial = 0.02, .lower = 0.0, .upper = 1.0, .restarts = true}};

// --- Places

static double getRadius(int32_t sprocket) {
    return 0.5 * pitch / cdSin(pi / teeth[sprocket]);
}

// Returns the angle of the last seat before the chain leaves a sprocket upwards, from +x. Ten rollers are on
// the large sprocket, to the left, and four on the small one.
static double getLastAngle(int32_t sprocket) {
    return sprocket == LARGE ? pi - 9.0 * pi / teeth[LARGE] : 3.0 * pi / teeth[SMALL];
}

// Returns the middle of a sprocket. Both spans are straight at the start.
static cdVec3 getMiddle(int32_t sprocket) {
    double a = getLastAngle(LARGE), b = getLastAngle(SMALL), length = SPAN * pitch;
    double rise = getRadius(LARGE) * cdSin(a) - getRadius(SMALL) * cdSin(b);
    double x =
        sqrt(length * length - rise * rise) + getRadius(LARGE) * cdCos(a) - getRadius(SMALL) * cdCos(b);
    return (cdVec3){sprocket == LARGE ? -0.5 * x : 0.5 * x, height, 0.0};
}

static cdVec3 getSeat(int32_t sprocket, double angle) {
    cdVec3 rim = {cdCos(angle), cdSin(angle), 0.0};
    return cdMulAdd(getMiddle(sprocket), getRadius(sprocket), rim);
}

// Returns the place of a roller at the start, counter-clockwise from the lowest one on the small sprocket.
static cdVec3 getRoller(int32_t i) {
    double a = getLastAngle(LARGE), b = getLastAngle(SMALL);
    if (i < 4) return getSeat(SMALL, -b + 2.0 * pi / teeth[SMALL] * i);
    i -= 3;
    if (i < SPAN) return cdLerp(getSeat(SMALL, b), getSeat(LARGE, a), (double)i / SPAN);
    i -= SPAN;
    if (i < 10) return getSeat(LARGE, a + 2.0 * pi / teeth[LARGE] * i);
    return cdLerp(getSeat(LARGE, -a), getSeat(SMALL, -b), (double)(i - 9) / SPAN);
}

// --- Objects

static bool addSprocket(SceneData *data, int32_t sprocket) {
    char mesh[SCENE_TEXT_SIZE];
    snprintf(mesh, sizeof mesh, "builtin:sprocket:teeth=%d,pitch=%.9g,roller=%.9g,gap=%.9g,height=0.07",
             (int)teeth[sprocket], pitch, roller, gap);
    SceneObject *object =
        AddSceneObject(data, sprocket == LARGE ? "large sprocket" : "small sprocket", mesh, SCENE_DYNAMIC);
    if (object == NULL) return false;
    object->pose = (cdPose){getMiddle(sprocket), TurnAbout(0.0, 0.0, 1.0, pi / teeth[sprocket])};
    SceneJoint *joint =
        AddSceneJoint(data, CD_JOINT_HINGE, sprocket, -1, object->pose.p, (cdVec3){0.0, 0.0, 1.0});
    if (joint == NULL) return false;
    joint->def.motor.speed = sprocket == LARGE ? data->params[PARAM_SPEED] : 0.0;
    joint->def.motor.maxForce = sprocket == LARGE ? 20.0 : data->params[PARAM_BRAKE];
    return true;
}

// The frame is midway between two rollers, with the next one on +x. Every second link has rollers, and plates
// inside those of its neighbours.
static bool addLink(SceneData *data, int32_t i) {
    double z = i % 2 == 0 ? 0.05 : 0.075, x = 0.5 * pitch;
    const SceneShape shapes[] = {MakePartShape(PutAt(0.0, 0.0, -z), "box:x=%.9g,y=0.04,z=0.01", x + 0.04),
                                 MakePartShape(PutAt(0.0, 0.0, z), "box:x=%.9g,y=0.04,z=0.01", x + 0.04),
                                 MakePartShape(PutAlongZ(-x, 0.0, 0.0), "peg:half=%.9g,length=0.09,sides=10",
                                               roller * cdCos(pi / 10.0)),
                                 MakePartShape(PutAlongZ(x, 0.0, 0.0), "peg:half=%.9g,length=0.09,sides=10",
                                               roller * cdCos(pi / 10.0))};
    cdVec3 a = getRoller(i), b = getRoller((i + 1) % LINKS);
    cdPose pose = {cdLerp(a, b, 0.5), TurnAbout(0.0, 0.0, 1.0, cdAtan2(b.y - a.y, b.x - a.x))};
    char name[SCENE_NAME_SIZE];
    snprintf(name, sizeof name, "link %d", (int)i + 1);
    return AddMachinePart(data, name, SCENE_DYNAMIC, shapes, i % 2 == 0 ? 4 : 2, pose) != NULL;
}

// Every tenth joint is a ball joint: hinges alone would restrain more freedoms than a closed chain has, and
// their forces would be undetermined.
static bool addChain(SceneData *data) {
    for (int32_t i = 0; i < LINKS; i++)
        if (!addLink(data, i)) return false;
    for (int32_t i = 0; i < LINKS; i++)
        if (AddSceneJoint(data, i % 10 == 0 ? CD_JOINT_BALL : CD_JOINT_HINGE, LINK + (i + LINKS - 1) % LINKS,
                          LINK + i, getRoller(i), (cdVec3){0.0, 0.0, 1.0}) == NULL)
            return false;
    return true;
}

static bool create(SceneData *data) {
    data->gravity = GetSceneGravity();
    data->margin = 2e-4;
    data->camera = (SceneCamera){.eye = {0.4, 1.3, 2.7}, .target = {0.0, 0.82, 0.0}, .fov = 0.7};
    if (!addSprocket(data, LARGE) || !addSprocket(data, SMALL) || !addChain(data)) return false;
    for (int32_t i = 0; i < data->objectCount; i++) {
        data->objects[i].restitution = 0.0;
        data->objects[i].friction = 0.0;
    }
    return AddSceneFloor(data, 2.5, 0.0) != NULL &&
           AddStoryTime(data, 0.5,
                        "A motor turns the large sprocket; its teeth push the rollers of the chain") &&
           AddStoryTime(data, 1.5, "The chain turns the small sprocket, twice as fast") &&
           AddStoryTime(data, 5.0, "The chain stays on: no roller passes a tooth");
}

// --- Check

// Returns the number of joints of the chain whose roller is within half its radius of its seat's distance
// from the middle of a sprocket.
static int32_t countSeated(const SceneRun *run, int32_t sprocket) {
    int32_t seated = 0;
    for (int32_t i = 0; i < LINKS; i++) {
        cdPose pose = GetRunState(run, LINK + i).pose;
        cdVec3 place = cdTransformPoint(pose, (cdVec3){-0.5 * pitch, 0.0, 0.0});
        double way = cdLength(cdSub(place, getMiddle(sprocket))) - getRadius(sprocket);
        seated += fabs(way) < 0.5 * roller;
    }
    return seated;
}

// The plates keep the chain in the plane of the sprockets.
static bool checkChain(const SceneRun *run, char *message, size_t messageSize) {
    for (int32_t i = 0; i < LINKS; i++) {
        double z = GetRunState(run, LINK + i).pose.p.z;
        if (!ExpectNear("link beside the sprockets", z, 0.0, 0.005 + 4.0 * run->margin, message, messageSize))
            return false;
    }
    return ExpectBetween("rollers on the large sprocket", countSeated(run, LARGE), 8.0, 12.0, message,
                         messageSize) &&
           ExpectBetween("rollers on the small sprocket", countSeated(run, SMALL), 3.0, 6.0, message,
                         messageSize);
}

// The play is a tenth of the angle between two teeth of the small sprocket. The first steps tighten the
// chain.
static bool turnSprockets(SceneRun *run, char *message, size_t messageSize) {
    double ratio = (double)teeth[LARGE] / teeth[SMALL], play = 0.2 * pi / teeth[SMALL];
    double turns[2] = {pi / teeth[LARGE], pi / teeth[SMALL]}, start[2] = {turns[0], turns[1]}, large = 0.0,
           first = 0.0;
    for (int32_t k = 1; k <= 36; k++) {
        if (!AdvanceSceneRun(run, k / 60.0, message, messageSize)) return false;
        for (int32_t i = 0; i < 2; i++)
            AddTurnAboutZ(GetRunState(run, i).pose, &turns[i]);
        large = turns[0] - start[0];
        if (k == 12) first = large;
        if (!ExpectNear("turn of the small sprocket", turns[1] - start[1], ratio * large, play, message,
                        messageSize) ||
            !checkChain(run, message, messageSize))
            return false;
    }
    double turn = run->data->params[PARAM_SPEED] * 24.0 / 60.0;
    return ExpectNear("turn of the large sprocket", large - first, turn, 0.02 * fabs(turn), message,
                      messageSize) &&
           ExpectBetween("error of a joint", run->drift, 0.0, 4.0 * run->margin, message, messageSize) &&
           ExpectNear("lost time", run->blockedTime, 0.0, 0.0, message, messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, turnSprockets, message, messageSize);
}

const Scene sceneBikeChain = {
    .group = "dynamics",
    .name = "bike chain",
    .about =
        "A chain of thirty links runs over two sprockets. A motor turns the large one; teeth push rollers, "
        "and the chain turns the small one, which a brake holds, twice as fast. Joints connect the links.",
    .create = create,
    .params = params,
    .paramCount = 2,
    .check = check,
};

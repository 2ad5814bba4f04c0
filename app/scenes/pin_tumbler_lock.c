// Pin tumbler lock: the right key turns the plug, the wrong one does not.
//
// Each of four chambers has a key pin in the plug and a driver above it in the housing. A constant force, as
// of a soft spring, pushes the driver down. A key lifts each key pin by the height of its cut: the right one
// to where pins and drivers part at the plug's surface. Otherwise a driver or a key pin stands across that
// surface and blocks the plug. The keys are kinematic bodies: they go in along a path, turn, and stop where
// they are blocked.
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"
#include "shapes/elementary.h"
#include <stdio.h>

enum { CHAMBERS = 4, SHAPES_MAX = 24, PER_LOCK = 3 + 2 * CHAMBERS };
enum { FLOOR, FIRST_LOCK, HOUSING = 0, PLUG, KEY, PINS };

// Lengths. `shear`: height at which the pins part with the right key. `ledge`: upper end of the rails in the
// plug, on which the tips of the key pins stand without a key. `roof`: upper end of the keyway. `blade`: half
// the thickness of a key.
static const double pitch = 0.16, radius = 0.3, pin = 0.04, play = 0.005, blade = 0.015, shear = 0.3015,
                    ledge = -0.02, roof = 0.12, insertion = 0.8, turnAngle = 1.0, apart = 1.3,
                    pi = 3.14159265358979323846;
static const double rightCuts[CHAMBERS] = {0.02, 0.05, 0.07, 0.1},
                    wrongCuts[CHAMBERS] = {0.02, 0.05, 0.03, 0.1};

static double getChamber(int32_t i) {
    return (i - 0.5 * (CHAMBERS - 1)) * pitch;
}

// --- Shapes

// Corner of a cross-section of the lock.
typedef struct Corner {
    double x, y;
} Corner;

typedef struct Parts {
    SceneShape shapes[SHAPES_MAX];
    int32_t count;
} Parts;

static SceneShape *addPart(Parts *parts, cdVec3 place) {
    SceneShape *shape = &parts->shapes[parts->count++];
    *shape = (SceneShape){.pose = {place, {1.0, 0.0, 0.0, 0.0}}, .scale = 1.0, .density = 1.0};
    return shape;
}

// Adds a box from its lower to its upper corner.
static void addBlock(Parts *parts, cdVec3 lower, cdVec3 upper) {
    cdVec3 half = cdScale(0.5, cdSub(upper, lower));
    SceneShape *shape = addPart(parts, cdScale(0.5, cdAdd(lower, upper)));
    snprintf(shape->mesh, sizeof shape->mesh, "builtin:box:x=%.9g,y=%.9g,z=%.9g", half.x, half.y, half.z);
}

// Adds walls before, between and behind the chambers.
static void addPartitions(Parts *parts, Corner lower, Corner upper) {
    double wide = pin + play, end = getChamber(CHAMBERS - 1) + 0.5 * pitch;
    for (int32_t i = 0; i <= CHAMBERS; i++) {
        double from = i == 0 ? -end : getChamber(i - 1) + wide;
        double to = i == CHAMBERS ? end : getChamber(i) - wide;
        addBlock(parts, (cdVec3){lower.x, lower.y, from}, (cdVec3){upper.x, upper.y, to});
    }
}

static bool addHousing(SceneData *data, double x) {
    SceneObject *housing = AddSceneObject(data, x < 0.0 ? "left housing" : "right housing", "", SCENE_FIXED);
    if (housing == NULL) return false;
    housing->pose.p.x = x;
    housing->transparent = true;
    housing->friction = housing->restitution = 0.0;
    double wide = pin + play, lower = radius + 0.004, upper = radius + 0.5, end = 2.0 * pitch;
    Parts parts = {.count = 0};
    addBlock(&parts, (cdVec3){-0.3, lower, -end}, (cdVec3){-wide, upper, end});
    addBlock(&parts, (cdVec3){wide, lower, -end}, (cdVec3){0.3, upper, end});
    addPartitions(&parts, (Corner){-wide, lower}, (Corner){wide, upper});
    return SetSceneShapes(data, housing, parts.shapes, parts.count);
}

// Two half-round cheeks, the partitions between them, and below the rails that leave a way for the key. Only
// the cheeks have mass, so that the centroid is on the axis about which the plug turns: the locks hold it
// there.
static bool addPlug(SceneData *data, double x) {
    SceneObject *plug = AddSceneObject(data, x < 0.0 ? "left plug" : "right plug", "", SCENE_DYNAMIC);
    if (plug == NULL) return false;
    plug->pose.p.x = x;
    plug->friction = plug->restitution = 0.0;
    plug->traits.lockTranslation = CD_AXES;
    plug->traits.lockRotation = CD_AXIS_X | CD_AXIS_Y;
    double wide = pin + play, narrow = blade + play, end = 2.0 * pitch;
    Parts parts = {.count = 0};
    for (int32_t i = 0; i < 2; i++) {
        SceneShape *cheek = addPart(&parts, (cdVec3){0.0, 0.0, 0.0});
        cheek->pose.q = TurnAbout(0.0, 0.0, 1.0, i * pi);
        snprintf(cheek->mesh, sizeof cheek->mesh, "builtin:half-round:radius=%g,chord=%g,length=%g", radius,
                 wide, 2.0 * end);
    }
    addPartitions(&parts, (Corner){-wide, ledge}, (Corner){-narrow, roof});
    addPartitions(&parts, (Corner){narrow, ledge}, (Corner){wide, roof});
    addPartitions(&parts, (Corner){-wide, roof}, (Corner){wide, sqrt(radius * radius - wide * wide)});
    addBlock(&parts, (cdVec3){-wide, -0.25, -end}, (cdVec3){-narrow, ledge, end});
    addBlock(&parts, (cdVec3){narrow, -0.25, -end}, (cdVec3){wide, ledge, end});
    for (int32_t i = 2; i < parts.count; i++)
        parts.shapes[i].density = 1e-9;
    return SetSceneShapes(data, plug, parts.shapes, parts.count);
}

// A key pin is a box on a pyramid; its tip is at its position.
static bool addPins(SceneData *data, double x, int32_t i) {
    char name[SCENE_NAME_SIZE];
    snprintf(name, sizeof name, "%s pin %d", x < 0.0 ? "left" : "right", (int)i + 1);
    SceneObject *lower = AddSceneObject(data, name, "", SCENE_DYNAMIC);
    if (lower == NULL) return false;
    double length = shear - rightCuts[i], tip = ledge - (blade + play) + 1e-3;
    lower->pose.p = (cdVec3){x, tip, getChamber(i)};
    lower->friction = lower->restitution = 0.0;
    Parts parts = {.count = 0};
    SceneShape *point = addPart(&parts, (cdVec3){0.0, 0.0, 0.0});
    snprintf(point->mesh, sizeof point->mesh, "builtin:pyramid:half=%g,height=%g", pin, pin);
    addBlock(&parts, (cdVec3){-pin, pin, -pin}, (cdVec3){pin, length, pin});
    if (!SetSceneShapes(data, lower, parts.shapes, parts.count)) return false;
    snprintf(name, sizeof name, "%s driver %d", x < 0.0 ? "left" : "right", (int)i + 1);
    SceneObject *driver = AddSceneObject(data, name, "builtin:box:x=0.04,y=0.1,z=0.04", SCENE_DYNAMIC);
    if (driver == NULL) return false;
    driver->pose.p = (cdVec3){x, tip + length + 0.1 + 1e-3, getChamber(i)};
    driver->friction = driver->restitution = 0.0;
    driver->traits.force.y = -0.02;
    return true;
}

// A key goes in, waits until the pins that it has thrown up lie on it again, and turns about the plug's axis.
static bool addKey(SceneData *data, double x, const double *cuts) {
    char mesh[SCENE_TEXT_SIZE];
    snprintf(mesh, sizeof mesh, "builtin:lock-key:pitch=%g,thickness=%g,cut1=%g,cut2=%g,cut3=%g,cut4=%g",
             pitch, 2.0 * blade, cuts[0], cuts[1], cuts[2], cuts[3]);
    SceneObject *key = AddSceneObject(data, x < 0.0 ? "right key" : "wrong key", mesh, SCENE_KINEMATIC);
    if (key == NULL) return false;
    double in = getChamber(0) - 1.125 * pitch;
    cdQuat along = TurnAbout(0.0, 1.0, 0.0, -0.5 * pi);
    key->pose = (cdPose){{x, 0.0, in + insertion}, along};
    key->friction = key->restitution = 0.0;
    cdPose inside = {{x, 0.0, in}, along};
    cdPose turned = {inside.p, cdMulQuat(TurnAbout(0.0, 0.0, 1.0, -turnAngle), along)};
    const cdPathNode nodes[] = {{0.2, key->pose}, {1.0, inside}, {1.5, inside}, {2.1, turned}};
    return SetScenePath(data, key, nodes, 4);
}

static bool addLock(SceneData *data, double x, const double *cuts) {
    if (!addHousing(data, x) || !addPlug(data, x) || !addKey(data, x, cuts)) return false;
    for (int32_t i = 0; i < CHAMBERS; i++)
        if (!addPins(data, x, i)) return false;
    return true;
}

static bool create(SceneData *data) {
    data->gravity = GetSceneGravity();
    data->camera = (SceneCamera){.eye = {0.9, 1.3, 3.2}, .target = {0.0, 0.2, 0.1}, .fov = 0.7};
    return AddSceneFloor(data, 2.0, -0.5) != NULL && addLock(data, -0.5 * apart, rightCuts) &&
           addLock(data, 0.5 * apart, wrongCuts) &&
           AddStoryTime(data, 0.2, "Without a key the drivers reach into the plugs") &&
           AddStoryTime(data, 1.5, "The keys lift the pins: those on the left part at the plug's surface") &&
           AddStoryTime(data, 2.2, "The right key turns; the wrong one is blocked");
}

// Returns the angle by which a lock's plug has turned.
static double getPlugTurn(const SceneRun *run, int32_t lock) {
    cdPose pose = GetRunState(run, FIRST_LOCK + lock * PER_LOCK + PLUG).pose;
    cdVec3 across = cdRotate(pose.q, (cdVec3){1.0, 0.0, 0.0});
    return cdAtan2(across.y, across.x);
}

// With the right key all pins part at the plug's surface; the plug turns as far as the key, within its play
// in the keyway. The wrong key goes in as far, turns by no more than plays of key and pins, and is blocked.
static bool open(SceneRun *run, char *message, size_t messageSize) {
    if (!AdvanceSceneRun(run, 1.5, message, messageSize)) return false;
    for (int32_t i = 0; i < CHAMBERS; i++) {
        double tip = GetRunState(run, FIRST_LOCK + PINS + 2 * i).pose.p.y;
        if (!ExpectNear("height of a pin on the right key", tip, rightCuts[i], 0.002, message, messageSize))
            return false;
    }
    if (!AdvanceSceneRun(run, 2.2, message, messageSize)) return false;
    bool waits = GetRunState(run, FIRST_LOCK + PER_LOCK + KEY).blocked;
    return ExpectNear("turn of the plug with the right key", getPlugTurn(run, 0), -turnAngle, 0.06, message,
                      messageSize) &&
           ExpectNear("turn of the plug with the wrong key", getPlugTurn(run, 1), 0.0, 0.06, message,
                      messageSize) &&
           ExpectNear("blocked wrong key", waits, true, 0.0, message, messageSize) &&
           ExpectNear("time for which pins were blocked", run->blockedTime, 0.0, 0.0, message, messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, open, message, messageSize);
}

const Scene scenePinTumblerLock = {
    .group = "dynamics",
    .name = "pin tumbler lock",
    .about =
        "Two equal locks with four pins each. The right key lifts each pin to where it parts from its driver at "
        "the plug's surface, and turns. The wrong key goes in and is blocked.",
    .create = create,
    .check = check,
};

// Punching press: a crank drives a punch through a strip and a die; the strip moves on after each stroke.
//
// Each blank of the strip is fixed to it by a joint that breaks at a force. The punch breaks it and pushes
// the blank through the die, below which it falls into a tray. With r the crank's radius, l the rod's length
// and a the crank's angle from its lowest position, the ram's pin is r cos(a) + sqrt(l^2 - r^2 sin(a)^2)
// below the crank's axis. The strip follows a path, which moves it while the punch is above it.
#include "scenes/machine_parts.h"
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"
#include "shapes/elementary.h"

enum { BLANKS = 3, SIDES = 16 };
enum { CRANK, ROD, RAM, STRIP, BLANK, DIE = BLANK + BLANKS };
enum { PARAM_SPEED, PARAM_STRENGTH };

static const double pi = 3.14159265358979323846, radius = 0.12, rodLength = 0.4, axle = 1.52;
static const double dieTop = 0.7, dieDepth = 0.12, stripTop = 0.745, thickness = 0.04, pitch = 0.4;
static const double half = 0.1,
                    punchLength = 0.38; // half width of a blank; from the ram's pin to the punch's end

static const SceneParam params[] = {
    {.label = "speed", .unit = "rad/s", .initial = 5.0, .lower = 0.5, .upper = 20.0, .restarts = true},
    {.label = "strength of a blank",
     .unit = "N",
     .initial = 20.0,
     .lower = 1.0,
     .upper = 200.0,
     .restarts = true}};

// Returns the depth of the ram's pin below the crank's axis, at an angle of the crank from its lowest
// position.
static double getDepth(double angle) {
    double across = radius * cdSin(angle);
    return radius * cdCos(angle) + sqrt(rodLength * rodLength - across * across);
}

// --- Drive

// The crank begins at the top. Frames are on the axes of crank and pins.
static bool addDrive(SceneData *data) {
    const SceneShape crank[] = {
        MakePartShape(PutAlongZ(0.0, 0.0, 0.04), "peg:half=0.18,length=0.08,sides=24"),
        MakePartShape(PutAlongZ(0.0, radius, 0.12), "peg:half=0.028,length=0.12,sides=12"),
        MakePartShape(PutAlongZ(0.0, 0.0, -0.15), "peg:half=0.05,length=0.32,sides=12")};
    const SceneShape rod[] = {
        MakePartShape(PutAlongZ(0.0, 0.0, 0.13), "ring:outer=0.06,inner=0.035,height=0.05,segments=16"),
        MakePartShape(PutAt(0.0, -0.5 * rodLength, 0.13), "box:x=0.02,y=0.155,z=0.02"),
        MakePartShape(PutAlongZ(0.0, -rodLength, 0.13),
                      "ring:outer=0.06,inner=0.035,height=0.05,segments=16")};
    const SceneShape ram[] = {MakePartShape(PutAt(0.0, 0.0, 0.0), "box:x=0.12,y=0.08,z=0.08"),
                              MakePartShape(PutAlongZ(0.0, 0.0, 0.12), "peg:half=0.028,length=0.12,sides=12"),
                              MakePartShape(PutAt(0.0, -0.5 * (punchLength + 0.07), 0.0),
                                            "peg:half=%.9g,length=%.9g,sides=%d", half - 0.005,
                                            punchLength - 0.07, SIDES)};
    double pin = axle + radius;
    return AddMachinePart(data, "crank", SCENE_DYNAMIC, crank, 3, PutAt(0.0, axle, 0.0)) != NULL &&
           AddMachinePart(data, "rod", SCENE_DYNAMIC, rod, 3, PutAt(0.0, pin, 0.0)) != NULL &&
           AddMachinePart(data, "ram", SCENE_DYNAMIC, ram, 3, PutAt(0.0, pin - rodLength, 0.0)) != NULL;
}

// Hinges at both ends of the rod would restrain more freedoms than the drive has; their forces would be
// undetermined.
static bool addDriveJoints(SceneData *data) {
    const cdVec3 along = {0.0, 0.0, 1.0}, pin = {0.0, axle + radius, 0.0},
                 foot = {0.0, pin.y - rodLength, 0.0};
    SceneJoint *motor = AddSceneJoint(data, CD_JOINT_HINGE, CRANK, -1, (cdVec3){0.0, axle, 0.0}, along);
    if (motor == NULL) return false;
    motor->def.motor.speed = data->params[PARAM_SPEED];
    motor->def.motor.maxForce = 200.0;
    return AddSceneJoint(data, CD_JOINT_BALL, ROD, CRANK, pin, along) != NULL &&
           AddSceneJoint(data, CD_JOINT_BALL, ROD, RAM, foot, along) != NULL &&
           AddSceneJoint(data, CD_JOINT_SLIDER, RAM, -1, foot, (cdVec3){0.0, 1.0, 0.0}) != NULL;
}

// --- Strip

// The strip moves by one pitch while the crank is within a sixth of a turn of its highest position.
static bool addStripPath(SceneData *data, SceneObject *strip) {
    cdPathNode nodes[2 * BLANKS];
    double turn = 2.0 * pi / data->params[PARAM_SPEED];
    for (int32_t i = 0; i < 2 * BLANKS; i++) {
        cdPose pose = PutAt(-pitch * (i / 2), stripTop, 0.0);
        nodes[i] = (cdPathNode){turn * (i / 2 + (i % 2 == 0 ? 1.0 / 6.0 : 5.0 / 6.0)), pose};
    }
    return SetScenePath(data, strip, nodes, 2 * BLANKS);
}

// The strip is a row of frames; a blank is in each of them.
static bool addStrip(SceneData *data) {
    SceneShape frames[BLANKS];
    for (int32_t i = 0; i < BLANKS; i++)
        frames[i] = MakePartShape(PutAt(pitch * i, 0.0, 0.0),
                                  "socket:half=%.9g,clearance=0.02,sides=%d,depth=%.9g,wall=%.9g,bottom=0",
                                  half, SIDES, thickness, 0.5 * pitch - 1.02 * half);
    SceneObject *strip =
        AddMachinePart(data, "strip", SCENE_KINEMATIC, frames, BLANKS, PutAt(0.0, stripTop, 0.0));
    if (strip == NULL || !addStripPath(data, strip)) return false;
    const SceneShape shape =
        MakePartShape(PutAt(0.0, 0.0, 0.0), "peg:half=%.9g,length=%.9g,sides=%d", half, thickness, SIDES);
    for (int32_t i = 0; i < BLANKS; i++) {
        cdPose pose = PutAt(pitch * i, stripTop - 0.5 * thickness, 0.0);
        SceneObject *blank = AddNumberedObject(data, "blank", i + 1, shape.mesh, pose);
        if (blank == NULL) return false;
        blank->restitution = 0.1;
        SceneJoint *joint =
            AddSceneJoint(data, CD_JOINT_FIXED, BLANK + i, STRIP, pose.p, (cdVec3){0.0, 1.0, 0.0});
        if (joint == NULL) return false;
        joint->def.breakingForce = data->params[PARAM_STRENGTH];
    }
    return true;
}

// --- Frame

static bool addFrame(SceneData *data) {
    const SceneShape shapes[] = {
        MakePartShape(PutAt(0.0, dieTop, 0.0),
                      "socket:half=%.9g,clearance=0.1,sides=%d,depth=%.9g,wall=0.25,bottom=0", half, SIDES,
                      dieDepth),
        MakePartShape(PutAt(-0.31, 0.29, 0.0), "box:x=0.05,y=0.29,z=0.25"),
        MakePartShape(PutAt(0.31, 0.29, 0.0), "box:x=0.05,y=0.29,z=0.25"),
        MakePartShape(PutAt(0.0, 0.85, -0.4), "box:x=0.15,y=0.85,z=0.08"),
        MakePartShape(PutAt(0.0, 0.12, 0.0),
                      "socket:half=0.18,clearance=0,sides=4,depth=0.1,wall=0.03,bottom=0.02")};
    return AddMachinePart(data, "die", SCENE_FIXED, shapes, 5, PutAt(0.0, 0.0, 0.0)) != NULL;
}

static bool create(SceneData *data) {
    double turn = 2.0 * pi / data->params[PARAM_SPEED];
    data->gravity = GetSceneGravity();
    data->camera = (SceneCamera){.eye = {1.0, 1.4, 2.6}, .target = {0.05, 0.87, 0.0}, .fov = 0.7};
    return addDrive(data) && addDriveJoints(data) && addStrip(data) && addFrame(data) &&
           AddSceneFloor(data, 2.0, 0.0) != NULL &&
           AddStoryTime(data, 0.25 * turn, "A motor turns the crank, which drives the punch down") &&
           AddStoryTime(data, 0.5 * turn, "The punch breaks the blank out of the strip, into the die") &&
           AddStoryTime(data, 1.2 * turn, "The strip moves on while the punch is above it") &&
           AddStoryTime(data, 2.97 * turn,
                        "Three strokes have punched three blanks, which fell into the tray");
}

// --- Check

typedef struct Strokes {
    double crank;          // turn of the crank, radians
    double lowest;         // lowest end of the punch
    double broken[BLANKS]; // turn of the crank at which a blank broke out, radians; 0: not yet
} Strokes;

static void findBroken(const SceneRun *run, Strokes *strokes) {
    int32_t count;
    const cdContactEvent *events = cdGetContactEvents(run->sceneWorld.world, &count);
    for (int32_t i = 0; i < count; i++)
        for (int32_t k = 0; k < BLANKS; k++)
            if (events[i].kind == CD_EVENT_JOINT_BROKEN &&
                events[i].bodyA == run->sceneWorld.bodies[BLANK + k])
                strokes->broken[k] = strokes->crank;
}

// A blank that is still in the strip moves with it. The strip never meets the punch.
static bool checkParts(const SceneRun *run, Strokes *strokes, char *message, size_t messageSize) {
    AddTurnAboutZ(GetRunState(run, CRANK).pose, &strokes->crank);
    findBroken(run, strokes);
    double pin = GetRunState(run, RAM).pose.p.y, slack = 8.0 * run->margin;
    strokes->lowest = fmin(strokes->lowest, pin - punchLength);
    for (int32_t i = 0; i < BLANKS; i++) {
        double way = GetRunState(run, BLANK + i).pose.p.x - GetRunState(run, STRIP).pose.p.x;
        if (strokes->broken[i] == 0.0 &&
            !ExpectNear("place of a blank in the strip", way, pitch * i, slack, message, messageSize))
            return false;
    }
    if (!ExpectBetween("steps in which the strip waits",
                       cdIsBodyBlocked(run->sceneWorld.world, run->sceneWorld.bodies[STRIP]), 0.0, 0.0,
                       message, messageSize))
        return false;
    double angle = strokes->crank + pi;
    return ExpectNear("depth of the ram", axle - pin, getDepth(angle), slack, message, messageSize);
}

// Returns the turn of the crank from the top at which the punch reaches the strip, by bisection.
static double getMeetingTurn(void) {
    double lower = 0.0, upper = pi;
    for (int32_t i = 0; i < 60; i++) {
        double turn = 0.5 * (lower + upper);
        bool above = axle - getDepth(turn + pi) - punchLength > stripTop;
        *(above ? &lower : &upper) = turn;
    }
    return lower;
}

// A blank breaks out in the step in which the punch reaches it, and comes to rest on those before it.
static bool checkBlanks(const SceneRun *run, const Strokes *strokes, char *message, size_t messageSize) {
    double step = run->data->params[PARAM_SPEED] / 60.0;
    for (int32_t i = 0; i < BLANKS; i++) {
        double turn = 2.0 * pi * i + getMeetingTurn(), height = GetRunState(run, BLANK + i).pose.p.y;
        if (!ExpectNear("turn of the crank as a blank breaks out", strokes->broken[i], turn, 1.5 * step,
                        message, messageSize) ||
            !ExpectNear("height of a blank in the tray", height, 0.02 + thickness * (i + 0.5), 0.001, message,
                        messageSize))
            return false;
    }
    return true;
}

static bool punch(SceneRun *run, char *message, size_t messageSize) {
    Strokes strokes = {.lowest = INFINITY};
    double time = 2.0 * pi * 2.5 / run->data->params[PARAM_SPEED] + 0.6; // the last blank falls meanwhile
    for (int32_t k = 1; run->time < time; k++) {
        if (!AdvanceSceneRun(run, k / 60.0, message, messageSize) ||
            !checkParts(run, &strokes, message, messageSize))
            return false;
    }
    return checkBlanks(run, &strokes, message, messageSize) &&
           ExpectNear("lowest end of the punch", strokes.lowest, axle - radius - rodLength - punchLength,
                      1e-3, message, messageSize) &&
           ExpectNear("lost time", run->blockedTime, 0.0, 0.0, message, messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, punch, message, messageSize);
}

const Scene scenePunchingPress = {
    .group = "dynamics",
    .name = "punching press",
    .about =
        "A crank drives a punch through a strip and the hole of a die. Joints that break hold the blanks in "
        "the strip: the punch pushes each out, and it falls into the tray. The strip moves on in between.",
    .create = create,
    .params = params,
    .paramCount = 2,
    .check = check,
};

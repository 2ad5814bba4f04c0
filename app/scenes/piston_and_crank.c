// Piston and crank: a motor turns a crank; a rod moves a piston, which contact alone guides in a cylinder.
//
// With r the crank's radius, l the rod's length and a the crank's angle from the cylinder's axis, the
// piston's pin is at r cos(a) + sqrt(l^2 - r^2 sin(a)^2) above the crank's axis, if it is on the cylinder's
// axis. The clearance lets it leave that axis by at most e; the pin is then off by at most e times the
// largest slope of the rod, r / sqrt(l^2 - r^2).
#include "scenes/machine_parts.h"
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"
#include "shapes/elementary.h"

enum { CRANK, ROD, PISTON, CYLINDER };
enum { PARAM_SPEED, PARAM_TORQUE, PARAM_GAP };

static const double pi = 3.14159265358979323846, radius = 0.3, rodLength = 0.9, axle = 0.6, bore = 0.25;
enum { SIDES = 16 }; // of piston and cylinder

static const SceneParam params[] = {
    {.label = "speed", .unit = "rad/s", .initial = 6.0, .lower = -40.0, .upper = 40.0, .restarts = true},
    {.label = "torque", .unit = "N m", .initial = 20.0, .lower = 0.0, .upper = 1000.0, .restarts = true},
    {.label = "clearance of the piston",
     .unit = "m",
     .initial = 0.002,
     .lower = 0.0005,
     .upper = 0.02,
     .restarts = true}};

// The frame is on the crank's axis, with the crank's pin on +y. Disk, pin, shaft, balance weight.
static bool addCrank(SceneData *data) {
    const SceneShape shapes[] = {
        MakePartShape(PutAlongZ(0.0, 0.0, -0.13), "peg:half=0.4,length=0.1,sides=24"),
        MakePartShape(PutAlongZ(0.0, radius, -0.01), "peg:half=0.06,length=0.14,sides=12"),
        MakePartShape(PutAlongZ(0.0, 0.0, -0.28), "peg:half=0.1,length=0.2,sides=12")};
    return AddMachinePart(data, "crank", SCENE_DYNAMIC, shapes, 3, PutAt(0.0, axle, 0.0)) != NULL;
}

// The frame is in the eye of the crank's pin; the other eye is on +y.
static bool addRod(SceneData *data) {
    const SceneShape shapes[] = {
        MakePartShape(PutAlongZ(0.0, 0.0, 0.0), "ring:outer=0.12,inner=0.075,height=0.1,segments=20"),
        MakePartShape(PutAt(0.0, 0.5 * rodLength + 0.005, 0.0), "box:x=0.035,y=0.352,z=0.03"),
        MakePartShape(PutAlongZ(0.0, rodLength, 0.0), "ring:outer=0.09,inner=0.055,height=0.1,segments=20")};
    return AddMachinePart(data, "rod", SCENE_DYNAMIC, shapes, 3, PutAt(0.0, axle + radius, 0.0)) != NULL;
}

// The frame is in the middle of the piston's pin. The piston is a cup, open downwards.
static bool addPiston(SceneData *data) {
    cdPose over = {{0.0, -0.15, 0.0}, TurnAbout(1.0, 0.0, 0.0, pi)};
    const SceneShape shapes[] = {
        MakePartShape(over, "socket:half=0.2,clearance=0,sides=%d,depth=0.27,wall=%.9g,bottom=0.08", SIDES,
                      bore - 0.2),
        MakePartShape(PutAlongZ(0.0, 0.0, 0.0), "peg:half=0.04,length=0.42,sides=12")};
    return AddMachinePart(data, "piston", SCENE_DYNAMIC, shapes, 2,
                          PutAt(0.0, axle + radius + rodLength, 0.0)) != NULL;
}

static bool addCylinder(SceneData *data) {
    cdPose over = {{0.0, axle + 0.44, 0.0}, TurnAbout(1.0, 0.0, 0.0, pi)};
    const SceneShape cylinder =
        MakePartShape(over, "socket:half=%.9g,clearance=%.9g,sides=%d,depth=1.0,wall=0.08,bottom=0.06", bore,
                      data->params[PARAM_GAP] / bore, SIDES);
    SceneObject *object = AddSceneObject(data, "cylinder", cylinder.mesh, SCENE_FIXED);
    if (object == NULL) return false;
    object->pose = cylinder.pose;
    object->transparent = true;
    return AddSceneFloor(data, 2.5, 0.0) != NULL;
}

static bool addJoints(SceneData *data) {
    const cdVec3 along = {0.0, 0.0, 1.0}, pin = {0.0, axle + radius, 0.0};
    SceneJoint *motor = AddSceneJoint(data, CD_JOINT_HINGE, CRANK, -1, (cdVec3){0.0, axle, 0.0}, along);
    if (motor == NULL) return false;
    motor->def.motor.speed = data->params[PARAM_SPEED];
    motor->def.motor.maxForce = data->params[PARAM_TORQUE];
    return AddSceneJoint(data, CD_JOINT_HINGE, ROD, CRANK, pin, along) != NULL &&
           AddSceneJoint(data, CD_JOINT_HINGE, ROD, PISTON, (cdVec3){0.0, pin.y + rodLength, 0.0}, along) !=
               NULL;
}

static bool create(SceneData *data) {
    data->gravity = GetSceneGravity();
    data->camera = (SceneCamera){.eye = {1.4, 1.5, 3.3}, .target = {0.0, 1.05, 0.0}, .fov = 0.7};
    if (!addCrank(data) || !addRod(data) || !addPiston(data)) return false;
    for (int32_t i = CRANK; i <= PISTON; i++)
        data->objects[i].friction = data->objects[i].restitution = 0.0;
    return addCylinder(data) && addJoints(data) &&
           AddStoryTime(data, 0.25, "A motor turns the crank; a rod joins it to the piston") &&
           AddStoryTime(data, 0.55, "No joint guides the piston, only the cylinder's wall") &&
           AddStoryTime(data, 3.0, "The piston runs in its clearance and never overlaps the wall");
}

// --- Check

// Returns the height of the piston's pin above the crank's axis, at an angle of the crank.
static double getLift(double angle) {
    double across = radius * cdSin(angle);
    return radius * cdCos(angle) + sqrt(rodLength * rodLength - across * across);
}

static bool checkPiston(const SceneRun *run, double angle, char *message, size_t messageSize) {
    cdPose piston = GetRunState(run, PISTON).pose;
    double slope = radius / sqrt(rodLength * rodLength - radius * radius), joints = 4.0 * run->margin;
    double play = run->data->params[PARAM_GAP] / cdCos(pi / SIDES);
    return ExpectBetween("distance of the pin from the axis", fabs(piston.p.x), 0.0, play, message,
                         messageSize) &&
           ExpectNear("height of the piston", piston.p.y - axle, getLift(angle), slope * play + joints,
                      message, messageSize);
}

// After half a second for the start the motor keeps its speed within a hundredth.
static bool turnCrank(SceneRun *run, char *message, size_t messageSize) {
    double turn = 0.0, first = 0.0, highest = 0.0, lowest = INFINITY, side[2] = {0.0, 0.0};
    for (int32_t k = 1; k <= 150; k++) {
        if (!AdvanceSceneRun(run, k / 60.0, message, messageSize)) return false;
        AddTurnAboutZ(GetRunState(run, CRANK).pose, &turn);
        if (k == 30) first = turn;
        if (!checkPiston(run, turn, message, messageSize)) return false;
        cdPose piston = GetRunState(run, PISTON).pose;
        highest = fmax(highest, piston.p.y - axle);
        lowest = fmin(lowest, piston.p.y - axle);
        side[0] = fmin(side[0], piston.p.x);
        side[1] = fmax(side[1], piston.p.x);
    }
    double turned = 2.0 * run->data->params[PARAM_SPEED], play = run->data->params[PARAM_GAP];
    return ExpectNear("turn of the crank", turn - first, turned, 0.01 * fabs(turned), message, messageSize) &&
           ExpectNear("stroke of the piston", highest - lowest, 2.0 * radius, 0.01, message, messageSize) &&
           ExpectBetween("play on the left", -side[0], 0.5 * play, 1.1 * play, message, messageSize) &&
           ExpectBetween("play on the right", side[1], 0.5 * play, 1.1 * play, message, messageSize) &&
           ExpectNear("lost time", run->blockedTime, 0.0, 0.0, message, messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, turnCrank, message, messageSize);
}

const Scene scenePistonAndCrank = {
    .group = "dynamics",
    .name = "piston and crank",
    .about =
        "A motor turns a crank, and a rod moves a piston up and down in a closed cylinder. Hinges join crank, "
        "rod and piston; contact with the wall alone guides the piston, within its clearance.",
    .create = create,
    .params = params,
    .paramCount = 3,
    .check = check,
};

// Geneva drive: a motor turns a driver, whose pin turns a slotted wheel by one slot in each turn.
//
// With d the distance of the axes, n slots and a the angle of the pin from the line to the wheel, the pin is
// at r = d sin(pi / n) from its axis. While |a| < pi / 2 - pi / n it is in a slot, and the slot is at the
// angle atan2(r sin a, d - r cos a). Else the wheel dwells: the driver's lock turns in a hollow of the wheel.
// There is play: e / l, where e is the clearance of pin and slot and l the distance of the pin from the
// wheel's axis; and e / (d sin t), where e is the clearance of lock and hollow, and t half the angle of the
// hollow.
#include "scenes/machine_parts.h"
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"
#include "shapes/elementary.h"

enum { DRIVER, WHEEL };
enum { PARAM_SPEED, PARAM_TORQUE, PARAM_SLOTS };
enum { PIN_SIDES = 16, HOLLOW_SIDES = 8, LOCK_SIDES = 36 };

static const double pi = 3.14159265358979323846, distance = 1.0, height = 1.1, friction = 0.1;
static const double pinRadius = 0.05, slotGap = 0.002, lockGap = 0.003; // of circles about pin and lock

static const SceneParam params[] = {
    {.label = "speed", .unit = "rad/s", .initial = 2.0, .lower = -10.0, .upper = 10.0, .restarts = true},
    {.label = "torque", .unit = "N m", .initial = 50.0, .lower = 0.0, .upper = 1000.0, .restarts = true},
    {.label = "slots", .initial = 4.0, .lower = 4.0, .upper = 8.0, .restarts = true, .kind = SCENE_WHOLE}};

static int32_t getSlots(const SceneData *data) {
    return (int32_t)data->params[PARAM_SLOTS];
}

static double getPinDistance(int32_t slots) {
    return distance * cdSin(pi / slots);
}

static double getLockRadius(int32_t slots) {
    return getPinDistance(slots) - pinRadius - 0.1;
}

// The frame is on the axis, with the pin on +x. A plate behind the wheel carries pin and lock.
static bool addDriver(SceneData *data, int32_t slots) {
    double arm = getPinDistance(slots), hub = 0.8 * (distance - distance * cdCos(pi / slots));
    const SceneShape shapes[] = {
        MakePartShape(PutAlongZ(0.0, 0.0, -0.15), "peg:half=%.9g,length=0.1,sides=32", arm + 0.1),
        MakePartShape(PutAlongZ(arm, 0.0, -0.01), "peg:half=%.9g,length=0.2,sides=%d",
                      pinRadius * cdCos(pi / PIN_SIDES), PIN_SIDES),
        MakePartShape(PutAt(0.0, 0.0, -0.02), "geneva-lock:slots=%d,radius=%.9g,hub=%.9g,height=0.18", slots,
                      getLockRadius(slots), hub)};
    cdPose pose = {{-0.5 * distance, height, 0.0}, TurnAbout(0.0, 0.0, 1.0, pi)};
    SceneObject *driver = AddMachinePart(data, "driver", SCENE_DYNAMIC, shapes, 3, pose);
    if (driver == NULL) return false;
    driver->restitution = 0.0;
    driver->friction = friction;
    SceneJoint *motor = AddSceneJoint(data, CD_JOINT_HINGE, DRIVER, -1, pose.p, (cdVec3){0.0, 0.0, 1.0});
    if (motor == NULL) return false;
    motor->def.motor.speed = data->params[PARAM_SPEED];
    motor->def.motor.maxForce = data->params[PARAM_TORQUE];
    return true;
}

// The frame is on the axis, with a slot on +x; at the start a hollow is towards the driver.
static bool addWheel(SceneData *data, int32_t slots) {
    const SceneShape shapes[] = {
        MakePartShape(PutAt(0.0, 0.0, 0.0),
                      "geneva-wheel:slots=%d,distance=%.9g,half=%.9g,hollow=%.9g,height=0.12", slots,
                      distance, pinRadius + slotGap, getLockRadius(slots) + lockGap),
        MakePartShape(PutAlongZ(0.0, 0.0, 0.11), "peg:half=0.1,length=0.14,sides=16")};
    cdPose pose = {{0.5 * distance, height, 0.0}, TurnAbout(0.0, 0.0, 1.0, pi - pi / slots)};
    SceneObject *wheel = AddMachinePart(data, "wheel", SCENE_DYNAMIC, shapes, 2, pose);
    if (wheel == NULL) return false;
    wheel->restitution = 0.0;
    wheel->friction = friction;
    return AddSceneJoint(data, CD_JOINT_HINGE, WHEEL, -1, pose.p, (cdVec3){0.0, 0.0, 1.0}) != NULL;
}

static bool create(SceneData *data) {
    int32_t slots = getSlots(data);
    data->gravity = GetSceneGravity();
    data->camera = (SceneCamera){.eye = {0.7, 1.9, 3.6}, .target = {0.1, 1.0, 0.0}, .fov = 0.7};
    return addDriver(data, slots) && addWheel(data, slots) && AddSceneFloor(data, 2.5, 0.0) != NULL &&
           AddStoryTime(data, 1.0, "The driver's lock turns in a hollow of the wheel: the wheel dwells") &&
           AddStoryTime(data, 1.6, "The pin is in a slot and turns the wheel") &&
           AddStoryTime(data, 3.5, "One turn of the driver turns the wheel by one slot");
}

// --- Check

// Returns half the angle of the driver during which the pin is in a slot.
static double getHalfIndex(int32_t slots) {
    return 0.5 * pi - pi / slots;
}

// Returns the turn of the wheel since the start, without play, after a turn of the driver.
static double getWheelTurn(int32_t slots, double turn) {
    double whole = floor(turn / (2.0 * pi)), a = turn - 2.0 * pi * whole - pi, arm = getPinDistance(slots);
    double slot = cdAtan2(arm * cdSin(a), distance - arm * cdCos(a));
    if (fabs(a) > getHalfIndex(slots)) slot = a < 0.0 ? -pi / slots : pi / slots;
    return -(2.0 * pi / slots * whole + slot + pi / slots);
}

// Returns the play of pin and slot at an angle of the pin, radians; sides of the pin included.
static double getSlotPlay(int32_t slots, double a) {
    double arm = getPinDistance(slots), x = distance - arm * cdCos(a), y = arm * cdSin(a);
    return (slotGap + pinRadius * (1.0 - cdCos(pi / PIN_SIDES))) / sqrt(x * x + y * y);
}

// Returns the play of lock and hollow where both halves of the hollow are filled, sides of both included.
static double getLockPlay(int32_t slots) {
    double radius = distance * cdCos(pi / slots), lock = getLockRadius(slots), hollow = lock + lockGap;
    double x = 0.5 * (distance + (radius * radius - hollow * hollow) / distance);
    double end = cdAsin(sqrt(radius * radius - x * x) / hollow);
    double flat = lock * (1.0 - cdCos((pi - getHalfIndex(slots)) / LOCK_SIDES));
    double hole = hollow / cdCos(end / HOLLOW_SIDES) - hollow;
    return (lockGap + flat + hole) / (distance * cdSin(end));
}

typedef struct Phases {
    int32_t dwells, indices;
} Phases;

// Between the two phases, where the lock fills half of a hollow, the larger play bounds the turn.
static bool checkWheel(const SceneRun *run, double driver, double wheel, Phases *phases, char *message,
                       size_t messageSize) {
    int32_t slots = getSlots(run->data);
    double a = remainder(driver - pi, 2.0 * pi), half = getHalfIndex(slots), slack = 4.0 * run->margin;
    bool inside = fabs(a)<half, dwells = fabs(a)> half + 0.3;
    double play = inside ? getSlotPlay(slots, a) : getLockPlay(slots);
    if (!inside && !dwells) play = fmax(2.0 * play, getSlotPlay(slots, half));
    phases->indices += inside;
    phases->dwells += dwells;
    return ExpectNear(dwells ? "turn of the wheel as it dwells" : "turn of the wheel", wheel,
                      getWheelTurn(slots, driver), play + slack / 0.2, message, messageSize);
}

static bool turnDriver(SceneRun *run, char *message, size_t messageSize) {
    double speed = run->data->params[PARAM_SPEED], driver = 0.0, wheel = 0.0;
    double start[2] = {GetTurnAboutZ(run->data->objects[0].pose), GetTurnAboutZ(run->data->objects[1].pose)};
    double turns[2] = {start[0], start[1]};
    Phases phases = {0, 0};
    for (int32_t k = 1; run->time < 4.0 * pi / fabs(speed); k++) {
        if (!AdvanceSceneRun(run, k / 60.0, message, messageSize)) return false;
        for (int32_t i = 0; i < 2; i++)
            AddTurnAboutZ(GetRunState(run, i).pose, &turns[i]);
        driver = turns[0] - start[0];
        wheel = turns[1] - start[1];
        if (!checkWheel(run, driver, wheel, &phases, message, messageSize)) return false;
    }
    return ExpectNear("turn of the driver", driver, speed * run->time, 0.3, message, messageSize) &&
           ExpectBetween("steps with the pin in a slot", phases.indices, 10.0, 1e6, message, messageSize) &&
           ExpectBetween("steps of dwell", phases.dwells, 10.0, 1e6, message, messageSize) &&
           ExpectNear("lost time", run->blockedTime, 0.0, 0.0, message, messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, turnDriver, message, messageSize);
}

const Scene sceneGenevaDrive = {
    .group = "dynamics",
    .name = "geneva drive",
    .about = "A motor turns a driver. In each turn its pin enters a slot of the wheel and turns it by one "
             "slot; then the driver's lock holds the wheel until the pin returns. Contact alone moves it.",
    .create = create,
    .params = params,
    .paramCount = 3,
    .check = check,
};

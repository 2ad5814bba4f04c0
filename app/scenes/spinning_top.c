// Spinning top: its tip stands on the floor, its axis leans, and the axis precesses instead of falling.
//
// Closed form of a symmetric top whose tip stays in place: with the moments of inertia C about its axis and A
// about a line across it through the tip, the mass m, the distance l of the centroid from the tip, the lean b
// and the spin s about the axis, a steady precession W obeys A W^2 cos(b) - C s W + m g l = 0. The smaller
// root of a fast top is near m g l / (C s). The scene starts with that precession. Friction holds the tip.
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"
#include "scenes/shape_mass.h"
#include "shapes/elementary.h"

static const double lean = 0.35, pi = 3.14159265358979323846;
static const char mesh[] = "builtin:top";

enum { FLOOR, TOP };
enum { PARAM_SPIN };

static const SceneParam params[] = {
    {.label = "spin", .unit = "rad/s", .initial = 90.0, .lower = 0.0, .upper = 300.0, .restarts = true}};

// Moments of inertia about the tip and the distance of the centroid from it, of a top of unit mass.
typedef struct TopForm {
    double about, across, lever;
} TopForm;

static bool measureTop(TopForm *top) {
    cdMassProperties mass;
    if (!MeasureShape(mesh, &mass)) return false;
    top->lever = mass.centroid.y;
    top->about = mass.inertia[1] / mass.volume;
    top->across = mass.inertia[0] / mass.volume + top->lever * top->lever;
    return true;
}

// Returns the steady precession, radians / s; 0 if the top is too slow for one.
static double getPrecession(const SceneData *data, const TopForm *top) {
    double momentum = top->about * data->params[PARAM_SPIN], weight = -data->gravity.y * top->lever;
    double root = momentum * momentum - 4.0 * top->across * cdCos(lean) * weight;
    return root > 0.0 ? 2.0 * weight / (momentum + sqrt(root)) : 0.0;
}

// The spin about the axis includes the part of the precession along it.
static bool addTop(SceneData *data) {
    TopForm form;
    if (!measureTop(&form)) return false;
    SceneObject *top = AddSceneObject(data, "top", mesh, SCENE_DYNAMIC);
    if (top == NULL) return false;
    top->pose = (cdPose){{0.0, 1e-4, 0.0}, TurnAbout(0.0, 0.0, 1.0, -lean)};
    top->friction = 1.0;
    top->restitution = 0.0;
    double precession = getPrecession(data, &form);
    cdVec3 axis = cdRotate(top->pose.q, (cdVec3){0.0, 1.0, 0.0}), up = {0.0, precession, 0.0};
    top->angularVelocity = cdMulAdd(up, data->params[PARAM_SPIN] - precession * axis.y, axis);
    top->velocity = cdCross(top->angularVelocity, cdScale(form.lever, axis));
    return true;
}

static bool create(SceneData *data) {
    data->gravity = GetSceneGravity();
    data->camera = (SceneCamera){.eye = {0.9, 0.75, 1.2}, .target = {0.0, 0.22, 0.0}, .fov = 0.7};
    SceneObject *floor = AddSceneFloor(data, 1.2, 0.0);
    if (floor == NULL) return false;
    floor->friction = 1.0;
    floor->restitution = 0.0;
    return addTop(data) && AddStoryTime(data, 0.5, "The top leans, and does not fall") &&
           AddStoryTime(data, 2.0, "Its axis precesses at m g l / (C s)") &&
           AddStoryTime(data, 4.0, "The lean stays the same");
}

// --- Check

// Returns the axis's rotation about the vertical since the last call.
static double getTurn(const SceneRun *run, double *heading) {
    cdVec3 axis = GetRunAxis(run, TOP);
    double now = cdAtan2(-axis.z, axis.x), turn = now - *heading;
    *heading = now;
    return turn < -pi ? turn + 2.0 * pi : turn;
}

// Friction ends the tip's velocity, not its way: the tip wanders, by a way in proportion to the step.
static bool precess(SceneRun *run, char *message, size_t messageSize) {
    TopForm form;
    if (!measureTop(&form)) return false;
    const double time = 3.0, expected = getPrecession(run->data, &form) * time;
    double heading = 0.0, around = 0.0, upright = cdCos(lean);
    for (int32_t i = 1; i <= 30; i++) {
        if (!AdvanceSceneRun(run, time * i / 30, message, messageSize)) return false;
        around += getTurn(run, &heading);
        if (!ExpectNear("height of the axis", GetRunAxis(run, TOP).y, upright, 0.02, message, messageSize))
            return false;
    }
    cdVec3 tip = cdSub(GetRunState(run, TOP).pose.p, run->data->objects[TOP].pose.p);
    return ExpectNear("precession", around, expected, 0.01 * expected, message, messageSize) &&
           ExpectNear("way of the tip", cdLength(tip), 0.0, 0.15, message, messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, precess, message, messageSize);
}

const Scene sceneSpinningTop = {
    .group = "dynamics",
    .name = "spinning top",
    .about =
        "A spinning top leans and does not fall: its axis precesses at m g l / (C s), faster if it spins "
        "more slowly. Friction holds its tip in place. Without spin it falls.",
    .create = create,
    .params = params,
    .paramCount = 1,
    .check = check,
};

// A hundred into a box: meshes of ten kinds, convex or not, fall into an open box.
//
// The heap of interlocked bodies has many contacts. No two bodies ever overlap, and the work of each step is
// bounded.
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"

enum { KINDS = 10, SIDE = 4, BOX = 0, FIRST = 1 };

static const char *const kinds[KINDS] = {"builtin:box:x=0.15,y=0.1,z=0.12",
                                         "builtin:icosphere:radius=0.16,level=1",
                                         "builtin:torus:major=0.15,minor=0.05,segments=12",
                                         "builtin:l-shape:size=0.34,thickness=0.12,depth=0.14",
                                         "builtin:polytope-ellipsoid:n=12,seed=4",
                                         "builtin:gear:teeth=6,radius=0.18,root=0.12,bore=0.05,height=0.1",
                                         "builtin:torus-knot:radius=0.2,tube=0.045,segments=40",
                                         "builtin:ring:outer=0.18,inner=0.11,height=0.08,segments=10",
                                         "builtin:peg:half=0.09,length=0.34,sides=6",
                                         "builtin:pyramid:half=0.1,height=0.2"};
static const double half = 1.1, spacing = 0.52, depth = 1.1;
enum { PARAM_COUNT, PARAM_ROUGHNESS, PARAM_BOUNCE };

static const SceneParam params[] = {
    {.label = "bodies", .initial = 100.0, .lower = 1, .upper = 300, .restarts = true, .kind = SCENE_WHOLE},
    {.label = "friction", .initial = 0.3, .lower = 0.0, .upper = 1.0, .restarts = true},
    {.label = "restitution", .initial = 0.2, .lower = 0.0, .upper = 1.0, .restarts = true}};

// Places bodies in layers of 16 above the box, in any orientation: no mesh reaches farther from its origin
// than half the spacing.
static cdPose placeBody(int32_t index) {
    int32_t column = index % SIDE, row = index / SIDE % SIDE, layer = index / (SIDE * SIDE);
    cdVec3 position = {spacing * (column - 0.5 * (SIDE - 1)), 0.4 + spacing * layer,
                       spacing * (row - 0.5 * (SIDE - 1))};
    cdQuat turned =
        TurnAbout(GetScatter(index, 0) - 0.5, GetScatter(index, 1) - 0.5, 0.3, 6.28 * GetScatter(index, 2));
    return (cdPose){position, turned};
}

static bool create(SceneData *data) {
    data->gravity = GetSceneGravity();
    data->camera = (SceneCamera){.eye = {2.3, 3.5, 4.8}, .target = {0.0, 0.1, 0.0}, .fov = 0.7};
    SceneObject *box = AddSceneObject(
        data, "box", "builtin:socket:half=1.1,clearance=0,wall=0.08,depth=1.1,bottom=0.08", SCENE_FIXED);
    if (box == NULL) return false;
    box->transparent = true;
    for (int32_t i = 0; i < (int32_t)data->params[PARAM_COUNT]; i++) {
        SceneObject *body = AddNumberedObject(data, "body", i + 1, kinds[i % KINDS], placeBody(i));
        if (body == NULL) return false;
        if (i % KINDS == 4) body->scale = 0.2;
        body->friction = data->params[PARAM_ROUGHNESS];
        body->restitution = data->params[PARAM_BOUNCE];
    }
    return AddStoryTime(data, 0.4, "A hundred meshes of ten kinds fall into an open box") &&
           AddStoryTime(data, 1.0, "They pile up and interlock") &&
           AddStoryTime(data, 2.5, "No two ever overlap") && AddStoryTime(data, 6.0, "The heap is asleep");
}

// All bodies fall, and none passes through the bottom or a wall.
static bool fill(SceneRun *run, char *message, size_t messageSize) {
    if (!AdvanceSceneRun(run, 0.6, message, messageSize)) return false;
    for (int32_t i = FIRST; i < run->data->objectCount; i++) {
        cdVec3 position = GetRunState(run, i).centroid;
        double aside = fmax(fabs(position.x), fabs(position.z));
        if (!ExpectBetween("height of a body", position.y, -depth, run->data->objects[i].pose.p.y, message,
                           messageSize) ||
            (position.y < 0.0 && !ExpectBetween("distance of a body from the middle of the box", aside, 0.0,
                                                half, message, messageSize))) {
            return false;
        }
    }
    return ExpectBetween("impacts", run->impactCount, 16.0, 1e6, message, messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, fill, message, messageSize);
}

const Scene sceneHundredIntoABox = {
    .group = "dynamics",
    .name = "hundred into a box",
    .about =
        "A hundred meshes of ten kinds, most of them not convex, fall into an open box and form a heap. No "
        "two overlap after any step. Stir them with the mouse.",
    .create = create,
    .params = params,
    .paramCount = 3,
    .check = check,
};

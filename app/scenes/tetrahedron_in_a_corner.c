// Tetrahedron in a corner: the motion that a contact point blocks depends on two angles [BV92 figures 5, 6].
//
// The tetrahedron stands on the floor f1, one edge along the foot of the wall f2, its back leaning away by
// alpha. Beyond the edge's end p the wall leans forward by beta, and the triangle f3 between both parts faces
// the tetrahedron. Floor and edge allow it to move along the wall. If alpha is at most beta, this motion
// would enter the leaning part; only the point p blocks it, with the normal of f3. Else the path along the
// wall is free, and p keeps the tetrahedron from rising into the leaning part.
#include "scenes/scene_contact.h"
#include "scenes/scene_resolve.h"
#include <stdio.h>

static const double gap = 2e-6;

enum { PARAM_ALPHA, PARAM_BETA };

static const SceneParam params[] = {
    {.label = "alpha", .unit = "rad", .initial = 0.3, .lower = 0.05, .upper = 0.9, .restarts = true},
    {.label = "beta", .unit = "rad", .initial = 0.6, .lower = 0.05, .upper = 0.9, .restarts = true}};

static cdPose placeTetrahedron(double x, double y, double z) {
    return (cdPose){{x - gap, y + gap, z + gap}, {1.0, 0.0, 0.0, 0.0}};
}

static bool addStory(SceneData *data, int32_t moving) {
    const double alpha = data->params[PARAM_ALPHA], beta = data->params[PARAM_BETA];
    const cdPose start = data->objects[moving].pose, aside = placeTetrahedron(-0.3, 0.0, 0.0);
    const cdState along = alpha <= beta ? CD_CONTACT : CD_FREE;
    return AddStoryStep(data, moving, SCENE_CONTINUOUS, aside, start, CD_FREE, "Along the wall to p: free") &&
           AddStoryStep(data, moving, SCENE_CONTINUOUS, aside, placeTetrahedron(0.4, 0.0, 0.0), along,
                        alpha <= beta ? "Along the wall: f3 stops it at p"
                                      : "Along the wall, under the leaning part: free") &&
           AddStoryStep(data, moving, SCENE_DISCRETE, start, placeTetrahedron(0.0, -1.5, 0.0), CD_FREE,
                        "Discrete: passes through the floor, undetected") &&
           AddStoryStep(data, moving, SCENE_CONTINUOUS, start, placeTetrahedron(0.0, -1.5, 0.0), CD_CONTACT,
                        "Continuous: the floor stops it");
}

static bool create(SceneData *data) {
    data->response = SCENE_SLIDE;
    data->camera = (SceneCamera){.eye = {-1.8, 1.7, 3.1}, .target = {-0.05, 0.2, 0.2}, .fov = 0.7};
    char mesh[SCENE_TEXT_SIZE];
    snprintf(mesh, sizeof mesh, "builtin:overhang:beta=%.17g", data->params[PARAM_BETA]);
    if (AddSceneObject(data, "floor and walls", mesh, SCENE_FIXED) == NULL) return false;
    snprintf(mesh, sizeof mesh, "builtin:tetrahedron:edge=0.8,alpha=%.17g", data->params[PARAM_ALPHA]);
    SceneObject *tetrahedron = AddSceneObject(data, "tetrahedron", mesh, SCENE_DRIVEN);
    if (tetrahedron == NULL) return false;
    tetrahedron->pose = placeTetrahedron(0.0, 0.0, 0.0);
    return addStory(data, 1);
}

// True if a normal of the sufficient subset blocks motion along the wall.
static bool isBlocked(const SceneContact *contact) {
    for (int32_t d = 0; d < 3; d++) {
        for (int32_t n = 0; GetSceneRegion(contact, d, n) != NULL; n++) {
            const cdContactRegion *region = GetSceneRegion(contact, d, n);
            for (int32_t i = 0; i < region->normalCount; i++)
                if (region->normals[i].x < -1e-6) return true;
        }
    }
    return false;
}

static bool checkPath(const SceneContact *contact, char *message, size_t messageSize) {
    const double alpha = contact->data->params[PARAM_ALPHA], beta = contact->data->params[PARAM_BETA];
    bool barred = alpha <= beta;
    if (isBlocked(contact) == barred) return true;
    snprintf(message, messageSize, "at p: the normals %s the path along the wall, alpha is %g, beta %g",
             barred ? "allow" : "block", alpha, beta);
    return false;
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    static const ContactExpectation expected = {"at p", -1, {1, 1, 1}};
    return CheckSceneStory(data, meshes, message, messageSize) &&
           CheckSceneContact(data, meshes, 0, &expected, checkPath, message, messageSize);
}

const Scene sceneTetrahedronInACorner = {
    .group = "contact",
    .name = "tetrahedron in a corner",
    .about =
        "The tetrahedron touches in an area on the floor, a line along the foot of the wall, and a point with "
        "the normal of the triangle that blocks it. Make alpha, its lean from the wall, larger than beta, the "
        "wall's lean towards it: that normal disappears, and the path along the wall is free.",
    .create = create,
    .params = params,
    .paramCount = 2,
    .showsRegions = true,
    .check = check,
};

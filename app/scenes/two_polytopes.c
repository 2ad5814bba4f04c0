// Two polytopes: a single search for a separating vector [CW96 2]; the scene `polytopes` shows hundreds.
//
// Two thin plates are close to each other at an angle. The line of their centres does not separate them, nor
// does the vector reflected once; the vector reflected twice does. The check verifies that.
#include "scenes/scene_resolve.h"
#include <stdio.h>

enum { PLATE = 1, APART_STEPS = 3 };

static const cdPose away = {{2.6, 0.6, 0.2}, {1.0, 0.0, 0.0, 0.0}};

static cdPose placePlate(double x, double y) {
    return (cdPose){{x, y, 0.0}, cdNormalizeQuat((cdQuat){0.7684, 0.1194, 0.1973, 0.5970})};
}

static bool addStory(SceneData *data) {
    const cdPose disjoint = placePlate(1.481, 0.275), inside = placePlate(0.75, 0.2),
                 beyond = placePlate(-1.7, 0.2);
    return AddStoryStep(data, PLATE, SCENE_CONTINUOUS, away, disjoint, CD_FREE,
                        "Close but disjoint: the third vector separates them") &&
           AddStoryStep(data, PLATE, SCENE_DISCRETE, disjoint, inside, CD_OVERLAP,
                        "Overlapping: after a few vectors no direction remains") &&
           AddStoryStep(data, PLATE, SCENE_CONTINUOUS, disjoint, inside, CD_CONTACT,
                        "Continuous: the same step ends at first contact") &&
           AddStoryStep(data, PLATE, SCENE_DISCRETE, disjoint, beyond, CD_FREE,
                        "Discrete: passes through the other plate, undetected") &&
           AddStoryStep(data, PLATE, SCENE_CONTINUOUS, disjoint, beyond, CD_CONTACT,
                        "Continuous: the longer step ends at the same contact");
}

static bool create(SceneData *data) {
    data->response = SCENE_STOP;
    data->camera = (SceneCamera){.eye = {2.2, 1.9, 5.0}, .target = {0.7, 0.1, 0.0}, .fov = 0.7};
    SceneObject *fixed =
        AddSceneObject(data, "fixed plate", "builtin:polytope-plate:n=60,seed=5", SCENE_FIXED);
    if (fixed == NULL) return false;
    SceneObject *plate = AddSceneObject(data, "plate", "builtin:polytope-plate:n=40,seed=2", SCENE_DRIVEN);
    if (plate == NULL) return false;
    plate->pose = away;
    return addStory(data);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    if (!CheckSceneStory(data, meshes, message, messageSize)) return false;
    cdSeparationInput input = {.convexA = cdGetMeshInfo(meshes[PLATE]).hull,
                               .convexB = cdGetMeshInfo(meshes[0]).hull,
                               .poseA = data->story[0].target,
                               .poseB = data->objects[0].pose};
    cdSeparation found = cdFindSeparatingVector(&input, NULL, NULL);
    if (found.state == CD_FREE && found.iterations == APART_STEPS) return true;
    snprintf(message, messageSize, "%d steps, state %d; expected a separating vector after %d",
             (int)found.iterations, (int)found.state, (int)APART_STEPS);
    return false;
}

const Scene sceneTwoPolytopes = {
    .group = "many",
    .name = "two polytopes",
    .about =
        "Two plates are close together. The line of their centres does not separate them; a vector reflected "
        "twice does. Press H for the hulls and the plane between them, and Q, then Vector, to step through the "
        "search. Drag the coloured plate to see how many vectors the search needs.",
    .create = create,
    .check = check,
};

// Alpha puzzle: two tubes in the shape of an alpha, whose loops are linked.
//
// The check takes them apart on a certified path: a tube passes between the crossing legs of the other.
#include "scenes/disassembly.h"
#include "scenes/generators/puzzles.h"
#include "scenes/scene_resolve.h"
#include <stdio.h>

enum { PARAM_TIGHTNESS };
static const SceneParam params[] = {{.label = "gap of the legs, tubes",

                                     .initial = 1.2,
                                     .lower = 1.0,
                                     .upper = 1.5,
                                     .restarts = true}};

static bool addStory(SceneData *data, int32_t tube) {
    cdPose start = data->objects[tube].pose, apart = start;
    apart.p.x -= 0.9;
    return AddStoryStep(data, tube, SCENE_CONTINUOUS, start, apart, CD_CONTACT,
                        "Pulled straight out: the other tube stops it") &&
           AddStoryStep(data, tube, SCENE_DISCRETE, start, apart, CD_FREE,
                        "Discrete: the loops pass through each other, undetected");
}

static bool create(SceneData *data) {
    data->ground = false;
    data->camera = (SceneCamera){.eye = {0.5, 2.0, 5.0}, .target = {-0.7, -0.1, 0.0}, .fov = 0.7};
    if (!AddPuzzle(data, PUZZLE_ALPHA, data->params[PARAM_TIGHTNESS])) return false;
    data->objects[1].body = SCENE_DRIVEN;
    return addStory(data, 1);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    if (!CheckSceneStory(data, meshes, message, messageSize)) return false;
    const DisassemblyInput input = {.data = data, .meshes = meshes, .part = -1, .seed = 1};
    Disassembly result;
    if (!FindDisassembly(&input, &result, message, messageSize)) return false;
    bool good = result.removedCount == 1;
    if (!good) snprintf(message, messageSize, "the tube does not come out");
    DestroyDisassembly(&result);
    return good;
}

const Scene sceneAlphaPuzzle = {
    .group = "concave",
    .name = "alpha puzzle",
    .about = "Two tubes whose loops are linked. One has to pass between the crossing legs of the other, with "
             "little to spare. Try it by hand, or press E for a certified way out.",
    .create = create,
    .check = check,
    .params = params,
    .paramCount = 1,
};

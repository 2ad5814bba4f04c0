// Gearbox: an assembly of 14 parts, to be taken apart by the command disassemble.
//
// The check takes out the bar, and tests that a gear under the lid does not come out.
#include "scenes/generators/gearbox.h"
#include "scenes/disassembly.h"
#include "scenes/scene_parts.h"
#include <stdio.h>

static bool create(SceneData *data) {
    data->gravity = GetSceneGravity();
    data->camera = (SceneCamera){.eye = {3.0, 3.6, 4.6}, .target = {0.1, 0.3, 0.0}, .fov = 0.7};
    if (!AddGearbox(data)) return false;
    data->objects[0].transparent = data->objects[FindSceneObject(data, "lid")].transparent = true;
    for (int32_t i = 0; i < data->objectCount; i++)
        data->objects[i].friction = 0.3;
    return AddStoryTime(data, 0.5, "Four screws over the lid, a bar over the right stack") &&
           AddStoryTime(data, 1.0, "Drag the parts, or take them apart with the command disassemble");
}

static bool comesOut(const DisassemblyInput *input, bool *out, char *message, size_t messageSize) {
    Disassembly result;
    if (!FindDisassembly(input, &result, message, messageSize)) return false;
    *out = result.removedCount == result.partCount;
    DestroyDisassembly(&result);
    return true;
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    DisassemblyInput input = {
        .data = data, .meshes = meshes, .part = FindSceneObject(data, "bar"), .rounds = 3};
    bool bar = false, gear = false;
    if (!comesOut(&input, &bar, message, messageSize)) return false;
    input.part = FindSceneObject(data, "left upper gear");
    input.rounds = 1;
    if (!comesOut(&input, &gear, message, messageSize)) return false;
    if (bar && !gear) return true;
    snprintf(message, messageSize, gear ? "a gear comes out through the lid" : "the bar does not come out");
    return false;
}

const Scene sceneGearbox = {
    .group = "dynamics",
    .name = "gearbox",
    .about =
        "A housing with two stacks of meshing gears under a lid, four screws and a bar. The command disassemble finds "
        "an order of the 14 parts, and a certified path for each.",
    .create = create,
    .check = check,
};

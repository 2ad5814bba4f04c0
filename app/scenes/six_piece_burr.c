// Six-piece burr: three pairs of crossed sticks, notched so that only one comes out at first.
//
// The check takes it apart: the whole stick first, then the others, each on a certified path.
#include "scenes/disassembly.h"
#include "scenes/generators/puzzles.h"
#include <stdio.h>

static bool create(SceneData *data) {
    data->camera = (SceneCamera){.eye = {6.0, 5.0, 8.5}, .target = {0.0, 0.0, 0.0}, .fov = 0.7};
    if (!AddPuzzle(data, PUZZLE_BURR, 1.0)) return false;
    data->objects[0].velocity.x = 1.5;
    return AddStoryTime(data, 0.1, "Piece 1, a whole stick, is the key") &&
           AddStoryTime(data, 1.2, "It moves out; the others still hold each other");
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    const DisassemblyInput input = {.data = data, .meshes = meshes, .part = -1};
    Disassembly result;
    if (!FindDisassembly(&input, &result, message, messageSize)) return false;
    bool good = result.removedCount == data->objectCount && result.parts[0].objects[0] == 0;
    if (!good)
        snprintf(message, messageSize, "%d of %d pieces come out, piece %d first", (int)result.removedCount,
                 (int)data->objectCount, (int)result.parts[0].objects[0] + 1);
    DestroyDisassembly(&result);
    return good;
}

const Scene sceneSixPieceBurr = {
    .group = "dynamics",
    .name = "six-piece burr",
    .about =
        "A puzzle of six notched sticks. Only piece 1, a whole stick, comes out at first. The command disassemble "
        "finds the order of the others, and a certified path for each.",
    .create = create,
    .check = check,
};

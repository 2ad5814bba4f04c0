// Generates a net of linked rings. Input: its rows and columns. Output: objects.
//
// Flat rings are in a grid, at twice RING_PITCH. An upright ring between two of them passes through both. At
// the start no two rings touch: upright rings within a flat one are 2 (RING_PITCH - RING_MAJOR) apart or
// more, and a tube is 2 RING_MINOR thick.
#include "scenes/generators/ring_net.h"
#include "scenes/scene_parts.h"
#include <stdio.h>

static const double quarter = 0.5 * 3.14159265358979323846;

static void writeSpec(char *spec, size_t specSize, int32_t segments) {
    snprintf(spec, specSize, "builtin:torus:major=%g,minor=%g,segments=%d", RING_MAJOR, RING_MINOR,
             (int)segments);
}

void WriteRingSpec(char *spec, size_t specSize) {
    writeSpec(spec, specSize, 16);
}

cdQuat GetRingTurn(bool across) {
    return across ? TurnAbout(0.0, 0.0, 1.0, quarter) : TurnAbout(1.0, 0.0, 0.0, quarter);
}

static bool addRing(SceneData *data, const RingNet *net, const char *name, cdPose pose, bool fixed) {
    char mesh[SCENE_TEXT_SIZE];
    writeSpec(mesh, sizeof mesh, net->segments);
    SceneObject *ring = AddNumberedObject(data, name, data->objectCount + 1, mesh, pose);
    if (ring == NULL) return false;
    if (fixed) ring->body = SCENE_FIXED;
    ring->friction = net->friction;
    ring->restitution = 0.0;
    return true;
}

// Returns a place in the grid of flat rings; halves are those of upright ones.
static cdVec3 placeRing(const RingNet *net, double column, double row) {
    return (cdVec3){2.0 * RING_PITCH * (column - 0.5 * (net->columns - 1)), net->height,
                    2.0 * RING_PITCH * (row - 0.5 * (net->rows - 1))};
}

static bool addFlatRings(SceneData *data, const RingNet *net) {
    for (int32_t i = 0; i < net->columns * net->rows; i++) {
        int32_t column = i % net->columns, row = i / net->columns;
        bool corner = (column == 0 || column == net->columns - 1) && (row == 0 || row == net->rows - 1);
        cdPose pose = {placeRing(net, column, row), TurnAbout(0.0, 0.0, 1.0, 0.0)};
        if (!addRing(data, net, "ring", pose, corner)) return false;
    }
    return true;
}

static bool isLinked(int32_t column, int32_t row) {
    return (column + row) % 2 == 0;
}

bool AddRingNet(SceneData *data, const RingNet *net) {
    if (!addFlatRings(data, net)) return false;
    for (int32_t row = 0; row < net->rows; row++) {
        for (int32_t column = 0; column + 1 < net->columns; column++) {
            cdPose pose = {placeRing(net, column + 0.5, row), GetRingTurn(false)};
            if (!addRing(data, net, "link", pose, false)) return false;
        }
    }
    for (int32_t row = 0; row + 1 < net->rows; row++) {
        for (int32_t column = 0; column < net->columns; column++) {
            cdPose pose = {placeRing(net, column, row + 0.5), GetRingTurn(true)};
            if (isLinked(column, row) && !addRing(data, net, "link", pose, false)) return false;
        }
    }
    return true;
}

int32_t CountRingNet(const RingNet *net) {
    int32_t count = net->columns * net->rows + net->rows * (net->columns - 1);
    for (int32_t row = 0; row + 1 < net->rows; row++)
        for (int32_t column = 0; column < net->columns; column++)
            count += isLinked(column, row);
    return count;
}

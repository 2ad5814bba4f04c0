// Meshes for options of objects; see mesh_order.h.
//
// The triangles of an object are read again: a welded mesh has lost the original ids.
#include "stage/objects/mesh_order.h"

#include "stage/journal/journal.h"
#include "stage/objects/stage_room.h"

#include <stdio.h>

enum { QUICK_MAX = 5000 }; // triangles of a mesh that is built within about 50 ms

MeshOrder MakeMeshOrder(const StageObject *object, double leafRadius, double scale) {
    MeshOrder order = {.placement = object->placement,
                       .original = object->original,
                       .hash = HashMesh(object->original),
                       .center = cdGetMeshInfo(object->original).center,
                       .leafRadius = leafRadius,
                       .scale = scale};
    snprintf(order.source, sizeof order.source, "%s", object->source);
    snprintf(order.name, sizeof order.name, "%s", object->name);
    return order;
}

static bool readSoup(const MeshOrder *order, TriangleSoup *soup, char *message, size_t messageSize) {
    if (!LoadTriangleSoup(order->source, order->placement, soup, message, messageSize)) return false;
    cdMesh *read = CreateSoupMesh(order->source, soup, 0.0, 0, NULL, message, messageSize);
    bool same = read && HashMesh(read) == order->hash;
    if (read && !same)
        snprintf(message, messageSize, "%s: its file has changed since it was loaded", order->name);
    cdDestroyMesh(read);
    return same;
}

cdMesh *BuildOrderedMesh(const MeshOrder *order, const MeshWatch *watch, char *message, size_t messageSize) {
    TriangleSoup soup = {0};
    cdMesh *mesh = NULL;
    if (readSoup(order, &soup, message, messageSize)) {
        for (int32_t i = 0; order->scale != 1.0 && i < soup.pointCount; ++i)
            soup.points[i] = cdMulAdd(order->center, order->scale, cdSub(soup.points[i], order->center));
        mesh = CreateWatchedSoupMesh(order->source, &soup, order->leafRadius, watch, message, messageSize);
    }
    DestroyTriangleSoup(&soup);
    return mesh;
}

bool KeepOrderedMesh(Stage *stage, const MeshOrder *order, cdMesh *mesh) {
    return KeepStageMesh(stage, (StageMesh){mesh, order->original, order->leafRadius, order->scale});
}

const cdMesh *FindOrderedMesh(const Stage *stage, int32_t object, double leafRadius, double scale,
                              int32_t *others) {
    const StageObject *chosen = &stage->objects[object];
    *others = 0;
    if (leafRadius == chosen->initial[STAGE_LEAF_RADIUS] && scale == 1.0) return chosen->original;
    for (int32_t i = 0; i < stage->meshes.addedCount; ++i) {
        const StageMesh *known = &stage->meshes.added[i];
        bool same = known->leafRadius == leafRadius && known->scale == scale;
        if (known->original == chosen->original && same) return known->mesh;
        *others += known->original != NULL;
    }
    return NULL;
}

bool IsOrderLong(const Stage *stage, int32_t object, StageOption option, double value, MeshOrder *order) {
    const StageObject *chosen = &stage->objects[object];
    bool remakes = option == STAGE_LEAF_RADIUS || option == STAGE_SCALE;
    if (!remakes || chosen->info.triangleCount <= QUICK_MAX) return false;
    double leafRadius = option == STAGE_LEAF_RADIUS ? value : chosen->options[STAGE_LEAF_RADIUS];
    double scale = option == STAGE_SCALE ? value : chosen->options[STAGE_SCALE];
    int32_t others;
    if (FindOrderedMesh(stage, object, leafRadius, scale, &others) || others >= STAGE_TREE_MAX) return false;
    *order = MakeMeshOrder(chosen, leafRadius, scale);
    return true;
}

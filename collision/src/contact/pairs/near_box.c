// The features of a surface that may be near a box, by its mesh's sphere tree.
//
// Input: a surface, a pose that takes its coordinates to the box's, a box. Output: features without repeats,
// including all that have a point within the box. (1) A stack walks the tree, over spheres that meet the box.
// (2) All corners, edges and faces of a leaf's triangles are listed, as the features that the mesh's elements
// became. A point of a feature is on an element, and so on a piece of a triangle in some leaf, up to the
// error of merging, which is within the solid's tolerance: the caller widens the box by that.
#include "contact/pairs/near_box.h"

#include "foundation/numbers/rounding.h"

#include <string.h>

typedef struct BoxWalk {
    const cdFeatures *features;
    cdPose toBox;
    const cdBox3 *box;
    uint8_t *listed; // listed[cdCountEntities]
    cdEntity *entities;
    int32_t count;
} BoxWalk;

// --- (1)

static double getOutside(double x, double lower, double upper) {
    return cdMax(cdMax(lower - x, x - upper), 0.0);
}

static bool meetsBox(const BoxWalk *walk, int32_t node) {
    cdNodeVolume volume = cdGetNodeVolume(&walk->features->mesh->tree, node);
    cdVec3 c = cdTransformPoint(walk->toBox, volume.center), lower = walk->box->lower,
           upper = walk->box->upper;
    double x = getOutside(c.x, lower.x, upper.x), y = getOutside(c.y, lower.y, upper.y),
           z = getOutside(c.z, lower.z, upper.z);
    double reach = volume.radius + 64.0 * CD_EPSILON * (cdMaxAbs(c) + volume.radius);
    return x * x + y * y + z * z <= reach * reach;
}

// --- (2)

static void listEntity(BoxWalk *walk, cdEntity entity) {
    if (entity < 0 || walk->listed[entity]) return;
    walk->listed[entity] = 1;
    walk->entities[walk->count++] = entity;
}

static void listEdges(BoxWalk *walk, cdEntity entity) {
    const cdFeatures *features = walk->features;
    cdLocation location = cdGetEntityLocation(features, entity);
    if (entity < 0 || location.kind != CD_ON_EDGE) return;
    for (int32_t edge = features->sameEdges[location.index]; edge != location.index;
         edge = features->sameEdges[edge])
        listEntity(walk, cdMakeEntity(features, (cdLocation){CD_ON_EDGE, edge}));
}

static void listTriangle(BoxWalk *walk, int32_t triangle) {
    const cdFeatures *features = walk->features;
    const cdMesh *mesh = features->mesh;
    int32_t face = features->brep.triangleFaces[triangle];
    for (int32_t side = 3 * triangle; side < 3 * triangle + 3; side++) {
        cdEntity edge = features->edgeEntities[mesh->triangleEdges[side]];
        listEntity(walk, features->vertexEntities[mesh->triangles[side]]);
        listEntity(walk, edge);
        listEdges(walk, edge);
    }
    if (face >= 0) listEntity(walk, cdMakeEntity(features, (cdLocation){CD_ON_FACE, face}));
}

static void listLeaf(BoxWalk *walk, const cdNodeLinks *links) {
    const cdLeafEntry *entries = walk->features->mesh->tree.entries + links->firstEntry;
    for (int32_t i = 0; i < links->entryCount; i++)
        listTriangle(walk, entries[i].triangle);
}

int32_t cdListEntitiesNearBox(cdRegionWork *work, const cdFeatures *features, cdPose toBox, const cdBox3 *box,
                              cdEntity **entities) {
    const cdSphereTree *tree = &features->mesh->tree;
    size_t count = (size_t)cdCountEntities(features);
    BoxWalk walk = {.features = features, .toBox = toBox, .box = box};
    walk.listed = cdTakeMemory(&work->memory, count, sizeof(uint8_t));
    walk.entities = cdTakeMemory(&work->memory, count, sizeof(cdEntity));
    int32_t *stack = cdTakeMemory(&work->memory, (size_t)tree->depth + 4, sizeof(int32_t)), height = 0;
    if (walk.listed == NULL || walk.entities == NULL || stack == NULL) return -1;
    memset(walk.listed, 0, count);
    stack[height++] = 0;
    while (height > 0) {
        int32_t node = stack[--height];
        if (!meetsBox(&walk, node)) continue;
        const cdNodeLinks *links = &tree->links[node];
        if (links->firstChild < 0) {
            listLeaf(&walk, links);
        } else {
            stack[height++] = links->firstChild + 1;
            stack[height++] = links->firstChild;
        }
    }
    *entities = walk.entities;
    return walk.count;
}

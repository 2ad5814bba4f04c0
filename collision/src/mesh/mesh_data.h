// Data of a cdMesh: one block, a header followed by its arrays, and a block for each of its parts.
//
// Vertices are stored less `center` (the centre of the bounding box), so that a mesh far from its own origin
// keeps its digits. Indices are int32_t. Edge k of a triangle joins its corners k and (k + 1) % 3. Every
// vertex and every edge is owned by exactly one triangle that uses it, with which it is tested.
#ifndef CD_MESH_DATA_H
#define CD_MESH_DATA_H

#include "collision/mesh.h"
#include "convex/convex_data.h"
#include "foundation/numbers/predicates.h"
#include "mesh/shapes/box_shape.h"

enum { CD_MESH_DATA_VERSION = 5 };

// The volume that bounds a node: the intersection of a sphere with a box about its centre. The box extends by
// +- halfHeight along the normal, +- halfLength along `along`, and +- halfWidth along cross(normal, along).
typedef struct cdNodeVolume {
    cdVec3 center; // mesh frame (less cdMesh.center)
    double radius;
    cdVec3 normal; // unit
    double halfHeight;
    cdVec3 along; // unit, across the normal
    double halfLength, halfWidth;
} cdNodeVolume;

// Two siblings' volumes side by side, as the search reads them: two cache lines. Node i is in
// twins[(i + 1) / 2], lane (i + 1) % 2, so siblings (an odd index and the next) share one; the root has lane
// 1 of the first, and lane 0 repeats it.
typedef struct cdTwinVolumes {
    double centerX[2], centerY[2], centerZ[2], radius[2];
    double normalX[2], normalY[2], normalZ[2], halfHeight[2];
} cdTwinVolumes;

// The other extents of their boxes, which are read only if spheres and slabs overlap. Halves are in
// cdSphereTree.unit, rounded up.
typedef struct cdTwinSides {
    double alongX[2], alongY[2], alongZ[2];
    float halfLength[2], halfWidth[2];
} cdTwinSides;

// A triangle in a leaf, and those of its owned elements that pass through that leaf: bits 0-2 corner k, bits
// 3-5 edge k. The bit CD_ENTRY_SHARED_SHIFT above an edge's or face's marks it as in other leaves too: only
// pairs with such an element can occur twice, so only they need the pair tables.
enum { CD_ENTRY_FACE = 1u << 6, CD_ENTRY_SHARED_SHIFT = 8 };

typedef struct cdLeafEntry {
    int32_t triangle;
    uint32_t elements;
} cdLeafEntry;

typedef struct cdNodeLinks {
    int32_t firstChild; // children are adjacent; -1: leaf
    int32_t label;
    int32_t firstEntry; // entries of all leaves below it; a triangle may be there in pieces
    uint32_t entryCount : 31, labelShared : 1; // labelShared: another node has this label
} cdNodeLinks;

typedef struct cdSphereTree {
    // twins[nodeCount / 2 + 1]: the nodes' volumes. 0 is the root; a node's children and theirs are
    // neighbours.
    cdTwinVolumes *twins;
    cdTwinSides *sides;   // sides[nodeCount / 2 + 1]: likewise
    cdNodeLinks *links;   // links[nodeCount]
    cdLeafEntry *entries; // entries[entryCount]
    int32_t nodeCount, leafCount, entryCount, labelCount, depth;
    double leafRadius;
    double unit; // of cdTwinSides, a power of two; halves are below 8 of it
} cdSphereTree;

static inline bool cdIsLeaf(const cdSphereTree *tree, int32_t node) {
    return tree->links[node].firstChild < 0;
}

static inline int32_t cdCountTwins(int32_t nodeCount) {
    return nodeCount / 2 + 1;
}

// Return a node's index in `twins` and `sides`, and its lane.
static inline int32_t cdGetTwinsOf(int32_t node) {
    return (int32_t)((uint32_t)(node + 1) / 2);
}

static inline int cdGetTwinLane(int32_t node) {
    return (node + 1) & 1;
}

static inline cdNodeVolume cdGetNodeVolume(const cdSphereTree *tree, int32_t node) {
    const cdTwinVolumes *t = &tree->twins[cdGetTwinsOf(node)];
    const cdTwinSides *s = &tree->sides[cdGetTwinsOf(node)];
    int lane = cdGetTwinLane(node);
    return (cdNodeVolume){{t->centerX[lane], t->centerY[lane], t->centerZ[lane]},
                          t->radius[lane],
                          {t->normalX[lane], t->normalY[lane], t->normalZ[lane]},
                          t->halfHeight[lane],
                          {s->alongX[lane], s->alongY[lane], s->alongZ[lane]},
                          (double)s->halfLength[lane] * tree->unit,
                          (double)s->halfWidth[lane] * tree->unit};
}

static inline double cdGetNodeRadius(const cdSphereTree *tree, int32_t node) {
    return tree->twins[cdGetTwinsOf(node)].radius[cdGetTwinLane(node)];
}

typedef struct cdFeatures cdFeatures; // solid/features/features_data.h
typedef struct cdSolid cdSolid;       // solid/solid_data.h

// The definition of a mesh's parts.
typedef struct cdPartsDef {
    double tolerance;
    bool facePlanesOnly, refuseIntersections;
    const cdBuildWatch *watch; // only while parts are built; NULL: none
} cdPartsDef;

struct cdMesh {
    uint64_t id; // unique in the process
    int32_t version;
    size_t byteCount;
    int32_t vertexCount, edgeCount, triangleCount;
    cdVec3 center;   // local frame
    double radius;   // radius of the vertices about center
    double rounding; // the shape is all points this close to the triangles; 0: the triangles alone
    cdMeshInfo info;

    cdVec3 *vertices;       // vertices[vertexCount], less center
    int32_t *triangles;     // triangles[3 * triangleCount]
    int32_t *edges;         // edges[2 * edgeCount]
    int32_t *triangleEdges; // triangleEdges[3 * triangleCount]
    uint8_t *ownedElements; // ownedElements[triangleCount], bits as in cdLeafEntry
    int32_t *faceIds;       // faceIds[triangleCount]
    int32_t *vertexIds;     // vertexIds[vertexCount]
    cdSphereTree tree;
    cdPartsDef partsDef;
    // Parts, each a block of its own; NULL: missing. Atomic, since one thread may build a part while others
    // query the mesh and see it only when complete.
    _Atomic(cdConvex *) hull; // relative to `center`
    _Atomic(cdFeatures *) features;
    _Atomic(cdSolid *) solid;
    cdBoxShape box; // valid if info.isBox
};

// Returns the unit normal of a triangle, in the mesh's frame; zero for a triangle without area.
static inline cdVec3 cdGetTriangleNormal(const cdMesh *mesh, int32_t triangle) {
    const int32_t *corners = mesh->triangles + 3 * (size_t)triangle;
    return cdMakeTriangleNormal(mesh->vertices[corners[0]], mesh->vertices[corners[1]],
                                mesh->vertices[corners[2]]);
}

static inline bool cdHasArea(const cdMesh *mesh, int32_t triangle) {
    return cdLengthSq(cdGetTriangleNormal(mesh, triangle)) > 0.0;
}

// Returns a vertex in the world.
static inline cdVec3 cdPlaceMeshVertex(const cdMesh *mesh, cdPose pose, int32_t vertex) {
    return cdTransformPoint(pose, cdAdd(mesh->vertices[vertex], mesh->center));
}

static inline void cdPlaceMeshTriangle(const cdMesh *mesh, cdPose pose, int32_t triangle, cdVec3 corners[3]) {
    for (int k = 0; k < 3; k++)
        corners[k] = cdPlaceMeshVertex(mesh, pose, mesh->triangles[3 * triangle + k]);
}

static inline void cdPlaceMeshEdge(const cdMesh *mesh, cdPose pose, int32_t edge, cdVec3 ends[2]) {
    for (int k = 0; k < 2; k++)
        ends[k] = cdPlaceMeshVertex(mesh, pose, mesh->edges[2 * edge + k]);
}

#endif

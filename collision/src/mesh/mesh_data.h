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

enum { CD_MESH_DATA_VERSION = 6 };

// The volume that bounds a node: the intersection of a sphere with a box about its centre. The box extends by
// +- halfHeight along the normal, +- halfLength along `along`, and +- halfWidth along cross(normal, along).
typedef struct cdNodeVolume {
    cdVec3 center; // mesh frame (less cdMesh.center)
    double radius;
    cdVec3 normal; // unit
    double halfHeight;
    cdVec3 along; // unit, across the normal; of a tree's node up to the rounding of floats
    double halfLength, halfWidth;
} cdNodeVolume;

// Two siblings' volumes side by side, as the search reads them: one cache line. Node i is in
// twins[(i + 1) / 2], lane (i + 1) % 2, so siblings (an odd index and the next) share one; the root has lane
// 1 of the first, and lane 0 repeats it. Lengths are in cdSphereTree.unit. Centres and normals are rounded;
// radii and halves bound the node about the centre and along the normal with their rests (cdTwinDetails).
typedef struct cdTwinVolumes {
    float center[3][2], radius[2];
    float normal[3][2], halfHeight[2];
} cdTwinVolumes;

// The parts that are read less often: the other extents of their boxes, and the rests that rounding took from
// centres and normals, in CD_CENTER_QUANTUM and CD_NORMAL_QUANTUM. A cache line.
typedef struct cdTwinDetails {
    float along[3][2], halfLength[2], halfWidth[2];
    int16_t centerRest[3][2], normalRest[3][2];
} cdTwinDetails;

// Half a unit in the last place of a float below 2, below 1, is 2^15 of these: 16 bits hold a rest.
#define CD_CENTER_QUANTUM 0x1p-39 // in cdSphereTree.unit
#define CD_NORMAL_QUANTUM 0x1p-40

// A triangle in a leaf, and those of its owned elements that pass through that leaf: bits 0-2 corner k, bits
// 3-5 edge k. The bit CD_ENTRY_SHARED_SHIFT above an edge's or face's marks it as in other leaves too: only
// pairs with such an element can occur twice, so only they need the pair tables.
enum { CD_ENTRY_CORNERS = 7u, CD_ENTRY_EDGES = 7u << 3, CD_ENTRY_FACE = 1u << 6, CD_ENTRY_SHARED_SHIFT = 8 };

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
    cdTwinDetails *details; // details[nodeCount / 2 + 1]: likewise
    cdNodeLinks *links;     // links[nodeCount]
    cdLeafEntry *entries;   // entries[entryCount]
    int32_t nodeCount, leafCount, entryCount, labelCount, depth;
    double leafRadius;
    double unit; // of the nodes' lengths, a power of two: one to two radii of the mesh
} cdSphereTree;

static inline bool cdIsLeaf(const cdSphereTree *tree, int32_t node) {
    return tree->links[node].firstChild < 0;
}

static inline int32_t cdCountTwins(int32_t nodeCount) {
    return nodeCount / 2 + 1;
}

// Return a node's index in `twins` and `details`, and its lane.
static inline int32_t cdGetTwinsOf(int32_t node) {
    return (int32_t)((uint32_t)(node + 1) / 2);
}

static inline int cdGetTwinLane(int32_t node) {
    return (node + 1) & 1;
}

// Returns a stored coordinate with its rest; exact.
static inline double cdJoinRest(float whole, int16_t rest, double quantum) {
    return (double)whole + quantum * rest;
}

// Return the centre, in the tree's unit, and the normal of a lane, not yet of unit length.
static inline cdVec3 cdJoinCenter(const cdTwinVolumes *t, const cdTwinDetails *d, int lane) {
    return (cdVec3){cdJoinRest(t->center[0][lane], d->centerRest[0][lane], CD_CENTER_QUANTUM),
                    cdJoinRest(t->center[1][lane], d->centerRest[1][lane], CD_CENTER_QUANTUM),
                    cdJoinRest(t->center[2][lane], d->centerRest[2][lane], CD_CENTER_QUANTUM)};
}

static inline cdVec3 cdJoinNormal(const cdTwinVolumes *t, const cdTwinDetails *d, int lane) {
    return (cdVec3){cdJoinRest(t->normal[0][lane], d->normalRest[0][lane], CD_NORMAL_QUANTUM),
                    cdJoinRest(t->normal[1][lane], d->normalRest[1][lane], CD_NORMAL_QUANTUM),
                    cdJoinRest(t->normal[2][lane], d->normalRest[2][lane], CD_NORMAL_QUANTUM)};
}

static inline double cdGetNodeRadius(const cdSphereTree *tree, int32_t node) {
    return tree->unit * (double)tree->twins[cdGetTwinsOf(node)].radius[cdGetTwinLane(node)];
}

static inline cdVec3 cdGetNodeCenter(const cdSphereTree *tree, int32_t node) {
    int32_t twins = cdGetTwinsOf(node);
    return cdScale(tree->unit, cdJoinCenter(&tree->twins[twins], &tree->details[twins], cdGetTwinLane(node)));
}

static inline cdNodeVolume cdGetNodeVolume(const cdSphereTree *tree, int32_t node) {
    const cdTwinVolumes *t = &tree->twins[cdGetTwinsOf(node)];
    const cdTwinDetails *d = &tree->details[cdGetTwinsOf(node)];
    int lane = cdGetTwinLane(node);
    double unit = tree->unit;
    return (cdNodeVolume){
        .center = cdScale(unit, cdJoinCenter(t, d, lane)),
        .radius = unit * (double)t->radius[lane],
        .normal = cdNormalize(cdJoinNormal(t, d, lane)),
        .halfHeight = unit * (double)t->halfHeight[lane],
        .along = {(double)d->along[0][lane], (double)d->along[1][lane], (double)d->along[2][lane]},
        .halfLength = unit * (double)d->halfLength[lane],
        .halfWidth = unit * (double)d->halfWidth[lane]};
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

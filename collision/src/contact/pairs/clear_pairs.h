// Pairs of features of two meshes at about a given distance: the contacts of a body that keeps a safety
// distance, or of rounded meshes.
//
// Input: two meshes at a pose, and a range of distances above 0. Output: the pairs of a vertex with a vertex,
// an edge or a face, and of two edges, whose nearest points have such a distance and lie within both. A pair
// without a local minimum of the distance is dropped: from its nearest points a neighbour leads nearer. Two
// faces, or a face and an edge, that run along each other are represented by their vertices and edges.
#ifndef CD_CLEAR_PAIRS_H
#define CD_CLEAR_PAIRS_H

#include "collision/query.h"
#include "foundation/memory/memory.h"
#include "foundation/report/meter.h"
#include "mesh/mesh_data.h"

typedef struct cdClearPair {
    cdFeatureKind kindA, kindB;
    int32_t a, b;    // vertices, edges or triangles of the meshes
    cdVec3 onA, onB; // the nearest points, in B's stored coordinates
    cdVec3 normal;   // unit, from B to A, likewise
    double distance; // of the points
} cdClearPair;

typedef struct cdClearSearch {
    const cdMesh *a, *b;
    cdPose toB;               // A's stored coordinates to B's
    double nearest, farthest; // distances of triangles, without their rounding; nearest > 0
    double slope;             // sine up to which a neighbour that leads nearer counts as level
    cdMeter *meter;
} cdClearSearch;

// Pairs in the memory of a search.
typedef struct cdClearList {
    const cdClearPair *pairs; // pairs[count]
    int32_t count;
    bool whole; // false: too many pairs or near triangles, or the meter was out; then empty
} cdClearList;

// Lists all pairs, in the order of kinds and features.
cdClearList cdFindClearPairs(const cdClearSearch *search, cdMemory memory);

// Returns the bytes that a search takes of the memory.
size_t cdGetClearPairsSize(const cdMesh *a, const cdMesh *b);

#endif

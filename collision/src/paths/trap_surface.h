// The connected parts of a mesh's surface, and loops of its edges.
//
// The loops generate all loops of the surface, up to those that shrink to a point on it: a spanning tree of
// the vertices, and the edges that neither it nor a spanning tree of the triangles across the other edges
// uses, the chords. Each chord closes one loop with the tree.
//
// Source: D. Eppstein, "Dynamic generators of topologically embedded graphs", SODA 2003 (tree and cotree).
#ifndef CD_TRAP_SURFACE_H
#define CD_TRAP_SURFACE_H

#include "foundation/memory/memory.h"
#include "mesh/mesh_data.h"

enum { CD_TRAP_CHORDS = 64 }; // that are kept

typedef struct cdTrapSurface {
    const cdMesh *mesh;
    int32_t *parents; // parents[vertexCount], in the tree; -1: a root
    int32_t *depths;  // depths[vertexCount]: steps to the root
    int32_t *roots;   // roots[vertexCount]: the part that has the vertex
    uint8_t *isOpen;  // isOpen[vertexCount], by root: an edge of the part does not have two triangles
    int32_t chords[CD_TRAP_CHORDS]; // edges
    int32_t chordCount;
} cdTrapSurface;

// Returns the memory that cdMakeTrapSurface needs.
size_t cdGetTrapSurfaceSize(const cdMesh *mesh);

void cdMakeTrapSurface(const cdMesh *mesh, cdMemory *memory, cdTrapSurface *surface);

// Writes the corners of the loop of a chord, in the world. `points`: room for vertexCount. Returns their
// number.
int32_t cdWriteTrapLoop(const cdTrapSurface *surface, int32_t chord, cdPose pose, cdVec3 *points);

#endif

// Meshes of different kinds, so that no benchmark measures one shape alone.
#ifndef BENCH_MESH_KINDS_H
#define BENCH_MESH_KINDS_H

#include "bench/bench.h"
#include "random.h"

typedef enum MeshKind {
    MESH_ROUND,
    MESH_FLAT,
    MESH_REGULAR,
    MESH_TEETH,
    MESH_THREAD,
    MESH_NOISY,
    MESH_HUGE,
    MESH_MILLION,
    MESH_KIND_COUNT
} MeshKind;

// Returns the end of the kinds for a benchmark: with few steps, without a million triangles.
MeshKind GetMeshKindEnd(const BenchInput *input);
// Creates a mesh of 14,000 to 24,000 triangles, a huge one of 327,680, or 1,310,720.
// @errors false with report->failure
bool MakeMeshKind(MeshKind kind, Random *random, TriangleSoup *soup, BenchReport *report);
// Returns a name with a colon and what it is. @lifetime static
const char *GetMeshKindName(MeshKind kind);

// Divides each triangle into four at the midpoints of its edges, and moves these points at random by up to
// `noise` times the edge's length.
void SubdivideSoup(Random *random, double noise, TriangleSoup *soup);

#endif

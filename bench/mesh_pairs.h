// Pairs of meshes of all kinds, so that no benchmark of two meshes measures one pair alone.
#ifndef BENCH_MESH_PAIRS_H
#define BENCH_MESH_PAIRS_H

#include "bench/drag_path.h"

enum { MESH_PAIR_MAX = 10 };

typedef struct MeshPair {
    const char *name, *brief; // "A / B", and a word for columns
    const char *meshA,
        *meshB;  // arguments of loadMesh, or "scan", or "million": a bunny of a million triangles
    bool fitted; // at their natural sizes, A begins at the identity: a nut on its bolt
    bool large;  // takes seconds to build
} MeshPair;

// Returns the pairs, without those whose mesh is a file that is not installed, and without large ones if the
// benchmark makes few steps. The names of the missing ones are in a note of the report.
int32_t ListMeshPairs(const BenchInput *input, const MeshPair *pairs[MESH_PAIR_MAX], BenchReport *report);

// Loads the triangles of a mesh argument, of a scan ("scan") or of a bunny of a million triangles
// ("million"), of about unit radius. The seed is that of the scan's noise. @errors false with report->failure
bool LoadKindMesh(const BenchInput *input, const char *mesh, uint64_t seed, TriangleSoup *soup,
                  BenchReport *report);

// @errors false with report->failure; always free `pair` by FreeBenchPair
bool OpenMeshPair(const BenchInput *input, const MeshPair *which, BenchPair *pair, BenchReport *report);

#endif

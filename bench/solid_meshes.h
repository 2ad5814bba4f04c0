// Closed meshes for the benchmark of the B-rep index, and solids made of them.
#ifndef BENCH_SOLID_MESHES_H
#define BENCH_SOLID_MESHES_H

#include "bench/bench.h"
#include "collision/solid.h"

// A sphere of bands from pole to pole by segments around, each a face: bands * segments of them.
void MakeBandedSphere(int32_t bands, int32_t segments, TriangleSoup *soup);
// A torus of n by n planar quads with a ring of points on top: no quad lies level, so that none are merged
// and vertices, edges and faces are the 4 n^2 of [V90].
void MakePaperTorus(int32_t n, TriangleSoup *soup);
// Four points that are no two equally far apart.
void MakeTetrahedron(TriangleSoup *soup);
// Moves the points of a sphere about the origin along their radii, in waves of all directions.
void MakeBumpy(TriangleSoup *soup);

typedef struct BenchSolid {
    cdMesh *mesh; // with its solid
    cdSolidInfo info;
    double seconds;                   // to build the solid, the least of `rounds`
    int32_t triangleCount, nearCount; // nearCount: features reported nearer than 100 tolerances
    int32_t crossingCount;            // 0 until CountCrossings was asked
} BenchSolid;

// @errors false with report->failure
bool MakeBenchSolid(const TriangleSoup *soup, bool facePlanesOnly, int32_t rounds, BenchSolid *made,
                    BenchReport *report);
// Pairs of triangles that cross each other: with one, inside and outside mean nothing near it.
int32_t CountCrossings(const TriangleSoup *soup);
void FreeBenchSolid(BenchSolid *made);

#endif

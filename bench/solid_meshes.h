// Closed meshes and solids for the benchmark of the B-rep index.
#ifndef BENCH_SOLID_MESHES_H
#define BENCH_SOLID_MESHES_H

#include "bench/bench.h"
#include "collision/solid.h"

// Creates a sphere of bands from pole to pole by segments around, each a face: bands * segments of them.
void MakeBandedSphere(int32_t bands, int32_t segments, TriangleSoup *soup);
// Creates a torus of n by n planar quads with a ring of points on top. No quad is horizontal, so none are
// merged, and vertices, edges and faces are the 4 n^2 of [V90].
void MakePaperTorus(int32_t n, TriangleSoup *soup);
// Creates four points with six different distances.
void MakeTetrahedron(TriangleSoup *soup);
// Moves the points of a sphere about the origin radially, in waves of all directions.
void MakeBumpy(TriangleSoup *soup);

typedef struct BenchSolid {
    cdMesh *mesh; // with its B-rep index
    cdSolidInfo info;
    double seconds;                   // minimum build time over `rounds`
    int32_t triangleCount, nearCount; // nearCount: features nearer than 100 tolerances
    int32_t crossingCount;            // 0 until CountCrossings is called
} BenchSolid;

// @errors false with report->failure
bool MakeBenchSolid(const TriangleSoup *soup, bool facePlanesOnly, int32_t rounds, BenchSolid *made,
                    BenchReport *report);
// Counts pairs of triangles that cross each other: near a crossing, inside and outside are undefined.
int32_t CountCrossings(const TriangleSoup *soup);
void FreeBenchSolid(BenchSolid *made);

#endif

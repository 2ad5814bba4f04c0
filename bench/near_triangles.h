// The triangles of two meshes that can come near each other during a short step.
//
// The brute-force oracle takes every pair of triangles; on real meshes that is 400 million. This leaves out
// those that surely stay apart, by means that have nothing to do with the library: a grid of cells, marked
// where one mesh is, and boxes of the moving triangles over the step.
#ifndef BENCH_NEAR_TRIANGLES_H
#define BENCH_NEAR_TRIANGLES_H

#include "bench/drag_path.h"
#include "oracle/oracle_contact.h"

typedef struct NearTriangles {
    OracleMesh a, b; // the points are the whole meshes', the triangles our own
} NearTriangles;

// B stands at the identity.
NearTriangles FindNearTriangles(const OracleMesh *a, const BenchStep *step, const OracleMesh *b);
void FreeNearTriangles(NearTriangles *near);

#endif

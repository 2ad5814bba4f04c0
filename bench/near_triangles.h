// Finds the triangles of two meshes that can come near each other during a short step.
//
// The brute-force oracle tests every pair of triangles: 400 million for real meshes. This excludes those that
// surely stay disjoint, independently of the library: with a grid of cells that marks one mesh, and boxes of
// the moving triangles over the step.
#ifndef BENCH_NEAR_TRIANGLES_H
#define BENCH_NEAR_TRIANGLES_H

#include "bench/drag_path.h"
#include "oracle/oracle_contact.h"

typedef struct NearTriangles {
    OracleMesh a, b; // all points of the meshes; owns the triangles
} NearTriangles;

// Finds the triangles that can come as near as `reach`. B is fixed at the identity.
NearTriangles FindNearTriangles(const OracleMesh *a, const BenchStep *step, const OracleMesh *b,
                                double reach);
void FreeNearTriangles(NearTriangles *near);

#endif

// Shared by the programs of this folder: a box, a pose without rotation, and a check that ends the program.
//
// All of it is valid C11, C17, C++17 and C++20.
#ifndef CONSUMER_COMMON_H
#define CONSUMER_COMMON_H

#include <collision/collision.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Ends the program with an error unless it is true.
static inline void expect(bool isTrue, const char *text) {
    if (isTrue) return;
    fprintf(stderr, "expected: %s\n", text);
    exit(1);
}

static inline void expectNear(double found, double wanted, double tolerance, const char *text) {
    if (fabs(found - wanted) <= tolerance) return;
    fprintf(stderr, "expected: %s = %.12g within %g, found %.12g\n", text, wanted, tolerance, found);
    exit(1);
}

static inline cdPose placeAt(double x, double y, double z) {
    cdPose pose = cdIdentityPose();
    pose.p = cdMakeVec3(x, y, z);
    return pose;
}

// The 12 triangles of a box. The bits of a corner number are the signs of x, y and z.
static const int32_t boxTriangles[] = {0, 6, 4, 0, 2, 6, 1, 7, 3, 1, 5, 7, 0, 5, 1, 0, 4, 5,
                                       2, 7, 6, 2, 3, 7, 0, 3, 2, 0, 1, 3, 4, 7, 5, 4, 6, 7};

// A box about the origin with these half extents. `parts`: CD_PART_... bits that the queries need.
static inline cdMesh *makeBox(double x, double y, double z, uint32_t parts) {
    cdVec3 corners[8];
    for (int i = 0; i < 8; i++)
        corners[i] = cdMakeVec3(i & 4 ? x : -x, i & 2 ? y : -y, i & 1 ? z : -z);
    cdMeshDef def = cdDefaultMeshDef();
    def.points = corners;
    def.pointCount = 8;
    def.triangles = boxTriangles;
    def.triangleCount = 12;
    def.parts = parts;
    cdMesh *mesh = cdCreateMesh(&def, NULL); // copies the arrays
    expect(mesh != NULL, "a box");
    return mesh;
}

#endif

// Shared by the tests of contact points: transformed vertices, and small motions.
#ifndef TESTS_POINT_FIXTURE_H
#define TESTS_POINT_FIXTURE_H

#include "body_fixture.h"
#include "mesh/mesh_data.h"
#include "random.h"

static const cdVec3 UP = {0.0, 1.0, 0.0};

static inline cdVec3 getMeshPoint(const cdMesh *mesh, cdPose pose, int32_t vertex) {
    return cdTransformPoint(pose, cdAdd(mesh->vertices[vertex], mesh->center));
}

// Returns the vertex of a body that is lowest along a direction.
static inline int32_t findLowest(const Body *body, cdPose pose, cdVec3 up) {
    int32_t lowest = 0;
    for (int32_t i = 1; i < body->mesh->vertexCount; i++)
        if (cdDot(up, getMeshPoint(body->mesh, pose, i)) < cdDot(up, getMeshPoint(body->mesh, pose, lowest)))
            lowest = i;
    return lowest;
}

// Returns a small rotation and shift about a point.
static inline cdPose shake(Random *random, cdPose pose, cdVec3 about, double size) {
    cdQuat turn = cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, size));
    cdVec3 moved = cdMulAdd(about, size, nextRandomVec3(random));
    return (cdPose){cdAdd(moved, cdRotate(turn, cdSub(pose.p, about))), cdMulQuat(turn, pose.q)};
}

#endif

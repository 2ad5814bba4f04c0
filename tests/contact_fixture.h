// Shared by the tests of first contact: meshes of generated shapes, boxes, poses, one call with its
// workspace.
#ifndef TESTS_CONTACT_FIXTURE_H
#define TESTS_CONTACT_FIXTURE_H

#include "collision/query.h"
#include "shapes/shapes.h"

#include <stdlib.h>

static const double PI = 3.14159265358979323846;

// Creates a mesh of a generated shape, its points scaled and moved within its own frame. Aborts if the test
// cannot continue.
static inline cdMesh *makeScaledShape(const char *spec, double scale, cdVec3 offset) {
    TriangleSoup soup = {0};
    char message[256];
    if (!MakeShape(spec, &soup, message, sizeof message)) abort();
    for (int32_t i = 0; i < soup.pointCount; i++)
        soup.points[i] = cdMulAdd(offset, scale, soup.points[i]);
    cdMeshDef def = MakeSoupMeshDef(&soup);
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    if (!mesh) abort();
    DestroyTriangleSoup(&soup);
    return mesh;
}

static inline cdMesh *makeShape(const char *spec) {
    return makeScaledShape(spec, 1.0, cdMakeVec3(0.0, 0.0, 0.0));
}

static inline void makeAllShapes(const char *const *specs, int count, cdMesh **meshes) {
    for (int i = 0; i < count; i++)
        meshes[i] = makeShape(specs[i]);
}

static inline void destroyAllShapes(cdMesh **meshes, int count) {
    for (int i = 0; i < count; i++)
        cdDestroyMesh(meshes[i]);
}

static inline cdPose poseAt(double x, double y, double z) {
    return (cdPose){{x, y, z}, {1.0, 0.0, 0.0, 0.0}};
}

static inline cdPose turnedPose(double x, double y, double z, cdVec3 axis, double angle) {
    return (cdPose){{x, y, z}, cdMakeQuat(cdNormalize(axis), angle)};
}

// A nut on a bolt, `off` from the middle of the thread, rotated by `turn` about its axis.
static inline cdPose placeOnBolt(cdPose bolt, cdVec3 off, double turn) {
    cdPose onBolt = {off, cdMakeQuat(cdMakeVec3(0.0, 1.0, 0.0), turn)};
    return (cdPose){cdTransformPoint(bolt, onBolt.p), cdMulQuat(bolt.q, onBolt.q)};
}

static inline cdFirstContactInput makeStep(const cdMesh *a, cdPose start, cdPose target, const cdMesh *b,
                                           cdPose poseB) {
    return (cdFirstContactInput){.meshA = a, .meshB = b, .startA = start, .targetA = target, .startB = poseB};
}

static inline cdFirstContact findContact(const cdFirstContactInput *input) {
    cdWorkspace *workspace = cdCreateWorkspace();
    cdFirstContact result = cdFindFirstContact(input, NULL, workspace, NULL);
    cdDestroyWorkspace(workspace);
    return result;
}

static inline bool overlapAt(const cdMesh *a, cdPose poseA, const cdMesh *b, cdPose poseB) {
    cdWorkspace *workspace = cdCreateWorkspace();
    cdOverlapInput input = {.meshA = a, .meshB = b, .poseA = poseA, .poseB = poseB};
    cdOverlap result = cdFindOverlap(&input, NULL, workspace, NULL);
    cdDestroyWorkspace(workspace);
    return result.state == CD_OVERLAP;
}

#endif

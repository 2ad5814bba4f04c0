// Shared by the tests of solids in motion: generated shapes with their B-rep index.
#ifndef TESTS_SOLID_FIXTURE_H
#define TESTS_SOLID_FIXTURE_H

#include "collision/solid.h"
#include "contact_fixture.h"

static inline cdMesh *makeScaledSolid(const char *spec, double scale, cdVec3 offset) {
    cdMesh *mesh = makeScaledShape(spec, scale, offset);
    if (!cdBuildMeshParts(mesh, CD_PART_SOLID, NULL)) abort();
    return mesh;
}

static inline cdMesh *makeSolid(const char *spec) {
    return makeScaledSolid(spec, 1.0, cdMakeVec3(0.0, 0.0, 0.0));
}

#endif

// What the tests of solids in motion share: solids of generated shapes.
#ifndef TESTS_SOLID_FIXTURE_H
#define TESTS_SOLID_FIXTURE_H

#include "collision/solid.h"
#include "contact_fixture.h"

static inline cdSolid *makeSolidOfMesh(const cdMesh *mesh) {
    cdSolidDef def = {.mesh = mesh};
    cdSolid *solid = cdCreateSolid(&def, NULL);
    if (!solid) abort();
    return solid;
}

static inline cdSolid *makeScaledSolid(const char *spec, double scale, cdVec3 offset) {
    cdMesh *mesh = makeScaledShape(spec, scale, offset);
    cdSolid *solid = makeSolidOfMesh(mesh);
    cdDestroyMesh(mesh);
    return solid;
}

static inline cdSolid *makeSolid(const char *spec) {
    return makeScaledSolid(spec, 1.0, cdMakeVec3(0.0, 0.0, 0.0));
}

#endif

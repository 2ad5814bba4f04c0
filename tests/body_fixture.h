// Shared by the contact tests: a mesh with all its parts.
#ifndef TESTS_BODY_FIXTURE_H
#define TESTS_BODY_FIXTURE_H

#include "collision/features.h"
#include "collision/solid.h"
#include "contact_fixture.h"

// A mesh with its features, and if closed with its B-rep index.
typedef struct Body {
    cdMesh *mesh;
} Body;

// Takes ownership of the mesh. Aborts if the test cannot continue.
static inline Body makeBodyOfMesh(cdMesh *mesh) {
    if (!mesh) abort();
    cdBuildMeshParts(mesh, CD_PART_HULL | CD_PART_FEATURES | CD_PART_SOLID, NULL);
    if (!(cdGetMeshInfo(mesh).parts & CD_PART_FEATURES)) abort();
    return (Body){mesh};
}

static inline Body makeScaledBody(const char *spec, double scale) {
    return makeBodyOfMesh(makeScaledShape(spec, scale, cdMakeVec3(0.0, 0.0, 0.0)));
}

static inline Body makeBody(const char *spec) {
    return makeScaledBody(spec, 1.0);
}

static inline bool hasSolid(const Body *body) {
    return (cdGetMeshInfo(body->mesh).parts & CD_PART_SOLID) != 0;
}

static inline void destroyBody(Body *body) {
    cdDestroyMesh(body->mesh);
    *body = (Body){0};
}

#endif

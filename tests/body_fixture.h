// What the tests of contact share: a mesh with its surface and its solid.
#ifndef TESTS_BODY_FIXTURE_H
#define TESTS_BODY_FIXTURE_H

#include "collision/solid.h"
#include "collision/surface.h"
#include "contact_fixture.h"

typedef struct Body {
    cdMesh *mesh;
    cdSurface *surface;
    cdSolid *solid; // NULL: not closed
} Body;

// Takes the mesh. Aborts where a test cannot go on.
static inline Body makeBodyOfMesh(cdMesh *mesh) {
    if (!mesh) abort();
    Body body = {.mesh = mesh};
    body.surface = cdCreateSurface(&(cdSurfaceDef){.mesh = mesh});
    body.solid = cdCreateSolid(&(cdSolidDef){.mesh = mesh}, NULL);
    if (!body.surface) abort();
    return body;
}

static inline Body makeScaledBody(const char *spec, double scale) {
    return makeBodyOfMesh(makeScaledShape(spec, scale, cdMakeVec3(0.0, 0.0, 0.0)));
}

static inline Body makeBody(const char *spec) {
    return makeScaledBody(spec, 1.0);
}

static inline void destroyBody(Body *body) {
    cdDestroySolid(body->solid);
    cdDestroySurface(body->surface);
    cdDestroyMesh(body->mesh);
    *body = (Body){0};
}

#endif

// Shared by the tests that judge mechanisms by all pairs of triangles: meshes with few of them, off their
// origins, and their oracles.
#ifndef TESTS_SMALL_MESH_FIXTURE_H
#define TESTS_SMALL_MESH_FIXTURE_H

#include "mechanism_fixture.h"
#include "oracle/oracle_contact.h"

enum { SMALL_COUNT = 4 };
static const char *const smallSpecs[SMALL_COUNT] = {"box:x=0.8,y=0.5,z=0.3", "l-shape", "icosphere:level=0",
                                                    "torus:segments=4"};
static cdWorkspace *workspace;
static cdMesh *smallMeshes[SMALL_COUNT];
static OracleMesh oracles[SMALL_COUNT];

static int openSmallMeshes(void **state) {
    (void)state;
    workspace = cdCreateWorkspace();
    for (int i = 0; i < SMALL_COUNT; i++) {
        smallMeshes[i] = makeMovedShape(smallSpecs[i], (cdVec3){0.2, -0.1 * i, 0.1});
        oracles[i] = MakeOracleMesh(smallMeshes[i]);
    }
    return 0;
}

static int closeSmallMeshes(void **state) {
    (void)state;
    cdDestroyWorkspace(workspace);
    for (int i = 0; i < SMALL_COUNT; i++) {
        FreeOracleMesh(&oracles[i]);
        cdDestroyMesh(smallMeshes[i]);
    }
    return 0;
}

#endif

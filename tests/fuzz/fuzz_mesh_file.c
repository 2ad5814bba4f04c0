// Reads any bytes as an OBJ, PLY, OFF or STL file, chosen by the first bytes, and drops the mesh on itself.
//
// Red: a read past the end of the text, an index out of range or a NaN in the mesh, a header that promises a
// billion vertices and is trusted, a mesh on which building the tree or a query crashes.
#include "collision/collision.h"
#include "engine/import_build.h"
#include "fuzz/fuzz.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PAIR_TESTS_MAX = 500 };

static void require(bool holds) {
    if (!holds) abort();
}

// Stores the bytes in an unnamed file and returns a path to it.
static void storeBytes(const uint8_t *bytes, size_t size, char *path, size_t pathSize) {
    static FILE *file;
    if (!file) file = tmpfile();
    require(file != NULL);
    int descriptor = fileno(file);
    require(ftruncate(descriptor, 0) == 0 && pwrite(descriptor, bytes, size, 0) == (ssize_t)size);
    snprintf(path, pathSize, "/proc/self/fd/%d", descriptor);
}

static bool readMesh(const uint8_t *bytes, size_t size, const char *path, gxImportedMesh *mesh, char *message,
                     size_t messageSize) {
    if (size >= 3 && memcmp(bytes, "ply", 3) == 0) return gxImportPly(path, mesh, message, messageSize);
    if (size >= 3 && memcmp(bytes, "OFF", 3) == 0) return gxImportOff(path, mesh, message, messageSize);
    bool text = size >= 5 && memcmp(bytes, "solid", 5) == 0,
         binary = size >= 4 && memcmp(bytes, "STLB", 4) == 0;
    if (text || binary) return gxImportStl(path, mesh, message, messageSize);
    return gxImportObj(path, mesh, message, messageSize);
}

// A coarse tree, so that a sliver as long as the mesh is not split into too many pieces.
static double chooseLeafRadius(const gxImportedMesh *mesh) {
    double largest = 0.0;
    for (int32_t i = 0; i < 3 * mesh->pointCount; ++i)
        largest = fmax(largest, fabs(mesh->points[i]));
    return fmin(0.25 * largest, 1e99);
}

static void checkImported(const gxImportedMesh *mesh) {
    for (int32_t i = 0; i < 3 * mesh->pointCount; ++i)
        require(isfinite(mesh->points[i]));
    for (int32_t i = 0; i < 3 * mesh->triangleCount; ++i)
        require(mesh->triangles[i] >= 0 && mesh->triangles[i] < mesh->pointCount);
    for (int32_t i = 0; i < mesh->triangleCount; ++i)
        require(mesh->faceIds[i] >= 0);
}

static void checkContact(const cdFirstContact *contact) {
    require(contact->t.lo >= 0.0 && contact->t.lo <= contact->t.hi && contact->t.hi <= 1.0);
    require(contact->resolvedTime >= 0.0 && contact->resolvedTime <= 1.0);
}

// Moves from one size above itself to its own pose.
static void fallOnItself(const cdMesh *mesh) {
    cdMeshInfo info = cdGetMeshInfo(mesh);
    cdFirstContactInput input = {.meshA = mesh, .meshB = mesh, .budget.maxPairTests = PAIR_TESTS_MAX};
    input.startA = input.targetA = input.startB = cdIdentityPose();
    input.startA.p.y = 2.5 * info.radius;
    cdWorkspace *workspace = cdCreateWorkspace();
    require(workspace != NULL);
    cdFirstContact contact = cdFindFirstContact(&input, NULL, workspace, NULL);
    checkContact(&contact);
    cdDestroyWorkspace(workspace);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    char path[64], message[512] = "";
    storeBytes(bytes, size, path, sizeof path);
    gxImportedMesh imported = {0};
    if (!readMesh(bytes, size, path, &imported, message, sizeof message)) {
        require(strncmp(message, path, strlen(path)) == 0);
        return 0;
    }
    checkImported(&imported);
    cdMeshDef def = cdDefaultMeshDef();
    def.points = (const cdVec3 *)imported.points;
    def.pointCount = imported.pointCount;
    def.triangles = imported.triangles;
    def.triangleCount = imported.triangleCount;
    def.faceIds = imported.faceIds;
    def.pointIds = imported.pointIds;
    def.leafRadius = chooseLeafRadius(&imported);
    cdMeshReport report;
    cdMesh *mesh = cdCreateMesh(&def, &report);
    require((mesh != NULL) == (report.error == CD_BUILD_OK));
    if (mesh) fallOnItself(mesh);
    cdDestroyMesh(mesh);
    cdDestroyMeshReport(&report);
    gxDestroyImportedMesh(&imported);
    return 0;
}

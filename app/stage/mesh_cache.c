// Built meshes as files; see mesh_cache.h.
#include "stage/mesh_cache.h"
#include "collision/mesh_store.h"
#include "collision/version.h"
#include "engine/file_cache.h"
#include "engine/hash.h"
#include "engine/platform/program.h"
#include <stdio.h>
#include <stdlib.h>

// A mesh of 20,000 triangles is built in 50 ms and loaded in 15.
enum { MIN_TRIANGLES = 20000 };

typedef struct Hash {
    uint64_t lanes[2];
} Hash;

static void addBytes(Hash *hash, const void *bytes, size_t byteCount) {
    for (int i = 0; i < 2; i++)
        hash->lanes[i] = gxMixBytes(gxMixHash(hash->lanes[i], byteCount), bytes, byteCount);
}

static void addNumbers(Hash *hash, const int32_t *numbers, int32_t count) {
    addBytes(hash, numbers, numbers != NULL ? (size_t)count * sizeof *numbers : 0);
}

MeshKey MakeMeshKey(const cdMeshDef *def, uint32_t parts) {
    MeshKey key = {""};
    bool plain = def->pointFormat == CD_POINTS_DOUBLE && def->indexFormat == CD_INDICES_INT32 &&
                 def->pointStride == 0 && def->triangleStride == 0;
    if (!gxHasFileCache() || !plain || def->triangleCount < MIN_TRIANGLES) return key;
    Hash hash = {{0x6d65736863616368u, 0x2545f4914f6cdd1du}};
    cdVersion version = cdGetVersion();
    addBytes(&hash, &version, sizeof version);
    gxProgramStamp program = gxGetProgramStamp();
    addBytes(&hash, &program, sizeof program);
    const int64_t counts[] = {def->pointCount, def->triangleCount, parts, def->facePlanesOnly,
                              def->refuseIntersections};
    addBytes(&hash, counts, sizeof counts);
    const double lengths[] = {def->weldDistance, def->allowance, def->leafRadius, def->roundingRadius,
                              def->tolerance};
    addBytes(&hash, lengths, sizeof lengths);
    addBytes(&hash, def->points, (size_t)def->pointCount * sizeof(cdVec3));
    addNumbers(&hash, def->triangles, 3 * def->triangleCount);
    addNumbers(&hash, def->faceIds, def->triangleCount);
    addNumbers(&hash, def->pointIds, def->pointCount);
    snprintf(key.name, sizeof key.name, "%016llx%016llx", (unsigned long long)hash.lanes[0],
             (unsigned long long)hash.lanes[1]);
    return key;
}

cdMesh *LoadCachedMesh(const MeshKey *key) {
    size_t byteCount = 0;
    void *bytes = key->name[0] != '\0' ? gxReadCached(key->name, &byteCount) : NULL;
    cdMesh *mesh = bytes != NULL ? cdLoadMesh(bytes, byteCount, NULL) : NULL;
    free(bytes);
    return mesh;
}

void SaveCachedMesh(const MeshKey *key, const cdMesh *mesh) {
    if (key->name[0] == '\0' || mesh == NULL) return;
    size_t byteCount = cdSaveMesh(mesh, NULL, 0);
    void *bytes = malloc(byteCount);
    if (bytes != NULL) {
        cdSaveMesh(mesh, bytes, byteCount);
        gxWriteCached(key->name, bytes, byteCount);
    }
    free(bytes);
}

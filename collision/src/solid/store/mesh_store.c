// Saves a mesh to bytes and loads it; see collision/mesh_store.h.
//
// The bytes: a seal, the mesh, its parts as bits, the features and the solid. The hull follows from the
// vertices and is built again, as that takes a small part of the time of the mesh.
#include "collision/mesh_store.h"

#include "convex/hull/convex_build.h"
#include "foundation/memory/hooks.h"
#include "foundation/memory/seal.h"
#include "solid/store/mesh_fields.h"

// --- Save

static void archiveAll(cdArchive *archive, const cdMesh *mesh, int32_t parts) {
    cdMesh *items = (cdMesh *)mesh; // an archive changes items only when it reads
    cdArchiveMesh(archive, &items);
    cdArchiveInt(archive, &parts, 0, INT32_MAX);
    if (parts & CD_PART_FEATURES) cdArchiveFeatures(archive, items);
    if (parts & CD_PART_SOLID) cdArchiveSolid(archive, items);
}

size_t cdSaveMesh(const cdMesh *mesh, void *bytes, size_t capacity) {
    if (!CD_REQUIRE(mesh != NULL && (bytes != NULL || capacity == 0))) return 0;
    int32_t parts = (int32_t)cdGetMeshInfo(mesh).parts;
    cdArchive measured = {.at = CD_SEAL_SIZE};
    archiveAll(&measured, mesh, parts);
    if (measured.at > capacity) return measured.at;
    cdArchive written = {.to = bytes, .at = CD_SEAL_SIZE};
    archiveAll(&written, mesh, parts);
    cdSeal(bytes, measured.at, CD_MESH_STORE_KIND, CD_MESH_STORE_VERSION);
    return measured.at;
}

// --- Load

static const char *const NAMES[] = {[CD_LOADED] = "loaded",
                                    [CD_LOAD_FOREIGN] = "not a mesh",
                                    [CD_LOAD_OTHER_VERSION] = "another version",
                                    [CD_LOAD_WRONG_SIZE] = "wrong size",
                                    [CD_LOAD_DAMAGED] = "damaged",
                                    [CD_LOAD_NO_MEMORY] = "no memory",
                                    [CD_LOAD_NO_BYTES] = "no bytes"};

const char *cdGetLoadResultName(cdLoadResult result) {
    bool known = CD_REQUIRE((int)result >= 0 && result <= CD_LOAD_NO_BYTES);
    return known ? NAMES[result] : "unknown result";
}

static cdLoadResult testSeal(const unsigned char *bytes, size_t byteCount) {
    static const cdLoadResult results[] = {[CD_SEAL_WHOLE] = CD_LOADED,
                                           [CD_SEAL_FOREIGN] = CD_LOAD_FOREIGN,
                                           [CD_SEAL_OTHER_VERSION] = CD_LOAD_OTHER_VERSION,
                                           [CD_SEAL_WRONG_SIZE] = CD_LOAD_WRONG_SIZE,
                                           [CD_SEAL_BROKEN] = CD_LOAD_DAMAGED};
    return results[cdTestSeal(bytes, byteCount, CD_MESH_STORE_KIND, CD_MESH_STORE_VERSION)];
}

// Rounded meshes have a hull alone.
static bool arePartsValid(const cdMesh *mesh, int32_t parts) {
    const int32_t all = CD_PART_HULL | CD_PART_FEATURES | CD_PART_SOLID;
    return (parts & ~all) == 0 && (mesh->rounding == 0.0 || (parts & ~CD_PART_HULL) == 0);
}

// @errors false: no memory
static bool readParts(cdArchive *archive, cdMesh *mesh) {
    int32_t parts = 0;
    cdArchiveInt(archive, &parts, 0, INT32_MAX);
    archive->invalid = archive->invalid || !arePartsValid(mesh, parts);
    if (archive->invalid) return true;
    if ((parts & CD_PART_FEATURES) && !cdArchiveFeatures(archive, mesh)) return false;
    if (!archive->invalid && (parts & CD_PART_SOLID) && !cdArchiveSolid(archive, mesh)) return false;
    if (archive->invalid) return true;
    archive->invalid = archive->at != archive->size;
    return archive->invalid || !(parts & CD_PART_HULL) || cdBuildMeshParts(mesh, CD_PART_HULL, NULL);
}

static cdMesh *readMesh(cdArchive *archive, cdLoadResult *result) {
    cdMesh *mesh = NULL;
    cdArchiveMesh(archive, &mesh);
    bool enough = !archive->noMemory && (mesh != NULL || archive->invalid);
    if (enough && !archive->invalid) enough = readParts(archive, mesh);
    *result = !enough ? CD_LOAD_NO_MEMORY : archive->invalid ? CD_LOAD_DAMAGED : CD_LOADED;
    if (*result == CD_LOADED) return mesh;
    cdDestroyMesh(mesh);
    return NULL;
}

cdMesh *cdLoadMesh(const void *bytes, size_t byteCount, cdLoadResult *result) {
    cdLoadResult unwanted;
    cdLoadResult *used = result != NULL ? result : &unwanted;
    *used = CD_LOAD_NO_BYTES;
    if (!CD_REQUIRE(bytes != NULL)) return NULL;
    *used = testSeal(bytes, byteCount);
    if (*used != CD_LOADED) return NULL;
    cdArchive archive = {.from = bytes, .size = byteCount, .at = CD_SEAL_SIZE};
    return readMesh(&archive, used);
}

// The cache of built meshes: the same bits with and without it, damaged entries, its limit, folders that
// cannot be written.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "cache_fixture.h"
#include "collision/mesh_store.h"
#include "engine/platform/clock.h"
#include "stage/mesh_cache.h"
#include "stage/mesh_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char large[] = "builtin:icosphere:level=5", small[] = "builtin:icosphere:level=3";
static const MeshPlacement plain = {false, 1.0};

static int setUp(void **state) {
    CacheFolder *cache = calloc(1, sizeof *cache);
    assert_non_null(cache);
    OpenCacheFolder(cache);
    *state = cache;
    return 0;
}

static int tearDown(void **state) {
    CloseCacheFolder(*state);
    free(*state);
    return 0;
}

typedef struct Bytes {
    unsigned char *bytes;
    size_t count;
} Bytes;

// The bytes of a mesh, which it is freed after.
static Bytes saveMesh(cdMesh *mesh) {
    assert_non_null(mesh);
    Bytes saved = {.count = cdSaveMesh(mesh, NULL, 0)};
    saved.bytes = malloc(saved.count);
    assert_non_null(saved.bytes);
    cdSaveMesh(mesh, saved.bytes, saved.count);
    cdDestroyMesh(mesh);
    return saved;
}

static Bytes makeMesh(const char *name, uint32_t parts) {
    char message[256];
    return saveMesh(CreateSourceMesh(name, plain, parts, message, sizeof message));
}

static void expectEqual(Bytes a, const Bytes *b) {
    assert_int_equal(a.count, b->count);
    assert_memory_equal(a.bytes, b->bytes, a.count);
    free(a.bytes);
}

static void writeFile(const char *path, const void *bytes, size_t count) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    fclose(file);
}

static Bytes makeWithout(const char *name, const CacheFolder *cache) {
    gxSetFileCache(NULL, 0);
    Bytes made = makeMesh(name, SCENE_MESH_PARTS);
    gxSetFileCache(cache->path, CACHE_LIMIT);
    return made;
}

// Built without a cache, built into it, loaded from it: the same bytes. Red: a part that is lost, an entry
// that nobody reads.
static void testSameBits(void **state) {
    CacheFolder *cache = *state;
    Bytes without = makeWithout(large, cache);
    assert_int_equal(ListCacheFolder(cache, false), 0);
    expectEqual(makeMesh(large, SCENE_MESH_PARTS), &without);
    assert_int_equal(ListCacheFolder(cache, false), 1);
    expectEqual(makeMesh(large, SCENE_MESH_PARTS), &without);
    assert_int_equal(ListCacheFolder(cache, false), 1);
    // It is read: another mesh under its name is what the program gets.
    Bytes other = makeWithout(small, cache);
    writeFile(cache->entry, other.bytes, other.count);
    expectEqual(makeMesh(large, SCENE_MESH_PARTS), &other);
    free(other.bytes);
    free(without.bytes);
}

static bool goOn(void *context, MeshStep step, int32_t index, int32_t count) {
    (void)step, (void)index, (void)count;
    ++*(int *)context;
    return true;
}

// Step by step, as the window builds: the same entry. Red: a mesh saved before all of its parts are built.
static void testWatched(void **state) {
    CacheFolder *cache = *state;
    char message[256];
    int steps = 0;
    MeshWatch watch = {goOn, &steps};
    Bytes without = makeWithout(large, cache);
    expectEqual(saveMesh(CreateWatchedMesh(large, plain, &watch, message, sizeof message)), &without);
    assert_int_equal(steps, MESH_STEP_COUNT);
    assert_int_equal(ListCacheFolder(cache, false), 1);
    expectEqual(saveMesh(CreateWatchedMesh(large, plain, &watch, message, sizeof message)), &without);
    assert_int_equal(steps, MESH_STEP_COUNT + 2); // reads, and begins the tree
    expectEqual(makeMesh(large, SCENE_MESH_PARTS), &without);
    assert_int_equal(ListCacheFolder(cache, false), 1);
    free(without.bytes);
}

// Other parts, another scale, another leaf radius: other entries; small meshes have none. Red: a wrong mesh.
static void testKeys(void **state) {
    CacheFolder *cache = *state;
    char message[256];
    free(makeMesh(small, SCENE_MESH_PARTS).bytes);
    assert_int_equal(ListCacheFolder(cache, false), 0);
    free(makeMesh(large, 0).bytes);
    free(makeMesh(large, CD_PART_HULL).bytes);
    MeshPlacement scaled = {false, 1.5};
    free(saveMesh(CreateSourceMesh(large, scaled, 0, message, sizeof message)).bytes);
    assert_int_equal(ListCacheFolder(cache, false), 3);
    TriangleSoup soup;
    assert_true(LoadTriangleSoup(large, plain, &soup, message, sizeof message));
    free(saveMesh(CreateSoupMesh(large, &soup, 0.25, 0, NULL, message, sizeof message)).bytes);
    assert_int_equal(ListCacheFolder(cache, false), 4);
    soup.faceIds[soup.triangleCount - 1] = 7;
    free(saveMesh(CreateSoupMesh(large, &soup, 0.25, 0, NULL, message, sizeof message)).bytes);
    assert_int_equal(ListCacheFolder(cache, false), 5);
    DestroyTriangleSoup(&soup);
}

// Red: a damaged entry that is used, that stays, or that stops the program.
static void testDamage(void **state) {
    CacheFolder *cache = *state;
    Bytes whole = makeMesh(large, SCENE_MESH_PARTS);
    assert_int_equal(ListCacheFolder(cache, false), 1);
    for (int k = 0; k < 4; k++) {
        Bytes bad = {malloc(whole.count), k == 0 ? whole.count : k == 1 ? 0 : k == 2 ? 100 : whole.count / 2};
        memcpy(bad.bytes, whole.bytes, whole.count);
        if (k == 0) bad.bytes[whole.count / 2] ^= 1;
        writeFile(cache->entry, bad.bytes, bad.count);
        free(bad.bytes);
        expectEqual(makeMesh(large, SCENE_MESH_PARTS), &whole);
        struct stat status;
        assert_int_equal(stat(cache->entry, &status), 0);
        assert_int_equal((size_t)status.st_size, whole.count);
        assert_int_equal(ListCacheFolder(cache, false), 1);
    }
    free(whole.bytes);
}

static bool isThere(const char *name) {
    size_t count = 0;
    void *bytes = gxReadCached(name, &count);
    free(bytes);
    return bytes != NULL;
}

// File times are not finer than a tick of the clock.
static void waitTick(void) {
    gxSleep(0.02);
}

// Red: a folder that grows without end, an entry in use that is removed first, files of others that are
// removed.
static void testLimit(void **state) {
    CacheFolder *cache = *state;
    static unsigned char block[4000];
    char other[2 * CACHE_PATH_SIZE];
    snprintf(other, sizeof other, "%s/notes.txt", cache->path);
    writeFile(other, block, sizeof block);
    gxSetFileCache(cache->path, 10000);
    gxWriteCached("a", block, 4000);
    waitTick();
    gxWriteCached("b", block, 4000);
    waitTick();
    assert_true(isThere("a") && isThere("b"));
    waitTick();
    assert_true(isThere("a")); // used last
    waitTick();
    gxWriteCached("c", block, 4000);
    assert_true(isThere("a") && !isThere("b") && isThere("c"));
    gxWriteCached("d", block, sizeof block);
    assert_int_equal(ListCacheFolder(cache, false), 3); // two entries and the other file
    static unsigned char half[5001];
    gxWriteCached("e", half, sizeof half);
    assert_false(isThere("e"));
    assert_int_equal(access(other, R_OK), 0);
}

// Red: an error where the folder cannot be made, such as under a file, or where a file has its name.
static void testNoFolder(void **state) {
    CacheFolder *cache = *state;
    Bytes without = makeWithout(large, cache);
    char file[CACHE_PATH_SIZE + 8], below[CACHE_PATH_SIZE + 32];
    snprintf(file, sizeof file, "%s/file", cache->path);
    snprintf(below, sizeof below, "%s/a/b", file);
    writeFile(file, "x", 1);
    gxSetFileCache(below, CACHE_LIMIT);
    expectEqual(makeMesh(large, SCENE_MESH_PARTS), &without);
    gxSetFileCache(file, CACHE_LIMIT);
    expectEqual(makeMesh(large, SCENE_MESH_PARTS), &without);
    free(without.bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(testSameBits, setUp, tearDown),
        cmocka_unit_test_setup_teardown(testWatched, setUp, tearDown),
        cmocka_unit_test_setup_teardown(testKeys, setUp, tearDown),
        cmocka_unit_test_setup_teardown(testDamage, setUp, tearDown),
        cmocka_unit_test_setup_teardown(testLimit, setUp, tearDown),
        cmocka_unit_test_setup_teardown(testNoFolder, setUp, tearDown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

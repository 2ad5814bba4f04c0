// The cache of meshes as read from files: the same mesh with and without it, never that of an earlier file,
// damaged entries.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "cache_fixture.h"
#include "engine/import.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ROWS = 180, POINTS = ROWS * ROWS };

typedef struct Fixture {
    CacheFolder cache;
    char file[CACHE_PATH_SIZE + 8]; // beside the folder
} Fixture;

// A grid of quads and triangles; `height`: of the point in the middle, 0 to 9.
static void writeGrid(const char *path, int height) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    for (int i = 0; i < POINTS; i++)
        fprintf(file, "v %.6f %.6f %d.5\n", i % ROWS + 0.25, i / ROWS + 0.125, i == POINTS / 2 ? height : 0);
    for (int i = 0; i + ROWS < POINTS; i++) {
        if (i % ROWS == ROWS - 1) continue;
        if (i % 3 == 0)
            fprintf(file, "f %d %d %d\n", i + 1, i + 2, i + ROWS + 1);
        else
            fprintf(file, "f %d %d %d %d\n", i + 1, i + 2, i + ROWS + 2, i + ROWS + 1);
    }
    assert_int_equal(fclose(file), 0);
}

static int setUp(void **state) {
    Fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    OpenCacheFolder(&f->cache);
    snprintf(f->file, sizeof f->file, "%s.obj", f->cache.path);
    writeGrid(f->file, 3);
    *state = f;
    return 0;
}

static int tearDown(void **state) {
    Fixture *f = *state;
    CloseCacheFolder(&f->cache);
    unlink(f->file);
    free(f);
    return 0;
}

static gxImportedMesh import(const Fixture *f) {
    gxImportedMesh mesh;
    char message[256];
    if (!gxImportMesh(f->file, &mesh, message, sizeof message)) fail_msg("%s", message);
    return mesh;
}

static gxImportedMesh importWithout(const Fixture *f) {
    gxSetFileCache(NULL, 0);
    gxImportedMesh mesh = import(f);
    gxSetFileCache(f->cache.path, CACHE_LIMIT);
    return mesh;
}

static void expectEqual(gxImportedMesh a, const gxImportedMesh *b) {
    assert_int_equal(a.pointCount, b->pointCount);
    assert_int_equal(a.triangleCount, b->triangleCount);
    size_t points = (size_t)a.pointCount, triangles = (size_t)a.triangleCount;
    assert_memory_equal(a.points, b->points, 3 * points * sizeof *a.points);
    assert_memory_equal(a.triangles, b->triangles, 3 * triangles * sizeof *a.triangles);
    assert_memory_equal(a.faceIds, b->faceIds, triangles * sizeof *a.faceIds);
    assert_memory_equal(a.pointIds, b->pointIds, points * sizeof *a.pointIds);
    gxDestroyImportedMesh(&a);
}

static struct stat getStatus(const char *path) {
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    return status;
}

// Gives a file an old time.
static void makeOld(const char *path) {
    const struct timespec times[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

// Read without a cache, into it, from it: the same mesh. The last time its entry is read and not replaced.
// Red: a number that is lost, an entry that nobody uses.
static void testSameMesh(void **state) {
    Fixture *f = *state;
    gxImportedMesh without = importWithout(f);
    assert_int_equal(ListCacheFolder(&f->cache, false), 0);
    expectEqual(import(f), &without);
    assert_int_equal(ListCacheFolder(&f->cache, false), 1);
    makeOld(f->cache.entry);
    struct stat before = getStatus(f->cache.entry);
    expectEqual(import(f), &without);
    struct stat after = getStatus(f->cache.entry);
    assert_true(after.st_mtime > before.st_mtime && after.st_ino == before.st_ino);
    assert_int_equal(ListCacheFolder(&f->cache, false), 1);
    gxDestroyImportedMesh(&without);
}

// A file of the same name, size and time with other numbers, and the first file again. Red: a key of these
// alone.
static void testChangedFile(void **state) {
    Fixture *f = *state;
    for (int k = 0; k < 4; k++) {
        writeGrid(f->file, k % 2 == 0 ? 3 : 4);
        makeOld(f->file);
        gxImportedMesh mesh = import(f);
        assert_true(mesh.points[3 * (POINTS / 2) + 2] == (k % 2 == 0 ? 3.5 : 4.5));
        gxDestroyImportedMesh(&mesh);
        assert_int_equal(ListCacheFolder(&f->cache, false), k == 0 ? 1 : 2);
    }
}

// Red: a damaged entry that is used, that stays, or that stops the program; one under the name of another.
static void testDamage(void **state) {
    Fixture *f = *state;
    gxImportedMesh whole = importWithout(f);
    for (int k = 0; k < 6; k++) {
        expectEqual(import(f), &whole);
        assert_int_equal(ListCacheFolder(&f->cache, false), 1);
        struct stat status = getStatus(f->cache.entry);
        FILE *file = fopen(f->cache.entry, "r+b");
        assert_non_null(file);
        const long places[] = {0, (long)status.st_size / 2, (long)status.st_size - 30,
                               (long)status.st_size - 1};
        if (k < 4) {
            fseek(file, places[k], SEEK_SET);
            int byte = fgetc(file);
            fseek(file, places[k], SEEK_SET);
            fputc(byte ^ 4, file);
        }
        fclose(file);
        if (k >= 4) assert_int_equal(truncate(f->cache.entry, k == 4 ? 0 : status.st_size - 8), 0);
        ino_t damaged = getStatus(f->cache.entry).st_ino;
        expectEqual(import(f), &whole);
        assert_true(getStatus(f->cache.entry).st_ino != damaged ||
                    getStatus(f->cache.entry).st_size == status.st_size);
    }
    char name[sizeof f->cache.entry];
    snprintf(name, sizeof name, "%s", f->cache.entry);
    writeGrid(f->file, 7);
    gxImportedMesh other = importWithout(f);
    expectEqual(import(f), &other);
    unlink(name); // the first entry, in whose place the second one is put
    assert_int_equal(ListCacheFolder(&f->cache, false), 1);
    assert_int_equal(rename(f->cache.entry, name), 0);
    writeGrid(f->file, 3);
    expectEqual(import(f), &whole);
    gxDestroyImportedMesh(&other);
    gxDestroyImportedMesh(&whole);
}

// Red: an entry of a file that cannot be read; an error that the cache hides.
static void testBadFile(void **state) {
    Fixture *f = *state;
    FILE *file = fopen(f->file, "ab");
    assert_non_null(file);
    fprintf(file, "f 1 2 99999999\n");
    fclose(file);
    gxImportedMesh mesh;
    char message[256];
    for (int k = 0; k < 2; k++) {
        assert_false(gxImportMesh(f->file, &mesh, message, sizeof message));
        assert_non_null(strstr(message, "99999999"));
        assert_int_equal(ListCacheFolder(&f->cache, false), 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(testSameMesh, setUp, tearDown),
        cmocka_unit_test_setup_teardown(testChangedFile, setUp, tearDown),
        cmocka_unit_test_setup_teardown(testDamage, setUp, tearDown),
        cmocka_unit_test_setup_teardown(testBadFile, setUp, tearDown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

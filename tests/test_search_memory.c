// The workspace of a search: persistent data must never affect a later query, and full tables drop entries
// safely.
#include "contact_fixture.h"
#include "continuous/search/search_memory.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static cdFirstContactInput randomStep(Random *random, const cdMesh *a, const cdMesh *b) {
    cdPose start = {cdScale(2.5, nextRandomDirection(random)),
                    cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, PI))};
    cdPose target = {nextRandomVec3(random), start.q};
    return makeStep(a, start, target, b, poseAt(0.0, 0.0, 0.0));
}

static void checkSameAnswer(const cdFirstContactInput *input, cdWorkspace *used) {
    cdFirstContact fresh = findContact(input), again = cdFindFirstContact(input, NULL, used, NULL);
    assert_int_equal(fresh.state, again.state);
    assert_true(fresh.t.lo == again.t.lo && fresh.resolvedTime == again.resolvedTime);
    assert_int_equal(fresh.featureA.index, again.featureA.index);
    assert_int_equal(fresh.stats.sphereTests, again.stats.sphereTests);
}

// The generation counter wraps around between two queries and in the middle of one, while stamps of its first
// values still exist. Red: stamps of four billion spans ago look new, and stale vertices are used.
static void testGenerationWraps(void **state) {
    (void)state;
    cdMesh *a = makeShape("torus:segments=10"), *b = makeShape("gear:teeth=6");
    Random random = {1};
    for (uint32_t before = 0; before < 12; before++) {
        cdWorkspace *workspace = cdCreateWorkspace();
        cdSearchMemory memory;
        assert_true(cdOpenSearchMemory(a, b, workspace, &memory));
        for (int i = 0; i < 12; i++) {
            if (i == 6) *memory.generation = UINT32_MAX - before;
            cdFirstContactInput input = randomStep(&random, a, b);
            checkSameAnswer(&input, workspace);
        }
        *memory.generation = UINT32_MAX;
        cdStartGeneration(&memory);
        assert_int_equal(*memory.generation, 1); // 0 is that of unused memory
        cdDestroyWorkspace(workspace);
    }
    cdDestroyMesh(a);
    cdDestroyMesh(b);
}

// The nodes of the fixed mesh stay placed from query to query, until there are many, its stamps are used up
// or another mesh is searched; the answers are those of a new workspace. Red: places that are never dropped,
// or dropped each time.
static void testPlacesAreKept(void **state) {
    (void)state;
    cdMesh *a = makeShape("torus:segments=10"), *b = makeShape("gear:teeth=6");
    cdWorkspace *workspace = cdCreateWorkspace();
    cdItemTable *fours = &workspace->items[CD_ITEMS_FIXED_FOURS];
    cdFixedPlaces *places = NULL;
    cdFirstContactInput across =
        makeStep(a, poseAt(3.0, 0.0, 0.0), poseAt(-3.0, 0.1, 0.2), b, poseAt(0.0, 0.0, 0.0));
    enum { KEPT, MANY, STAMPED, OTHER, CASES };
    for (int i = 0; i < 3 * CASES; i++) {
        checkSameAnswer(&across, workspace);
        places = workspace->parts[CD_WORK_PLACES].bytes;
        uint32_t before = fours->generation;
        if (i % CASES == MANY) fours->chunk = 8;
        if (i % CASES == STAMPED) places->stamp = UINT32_MAX;
        cdFirstContactInput other = makeStep(b, across.startA, across.targetA, a, across.startB);
        if (i % CASES == OTHER) checkSameAnswer(&other, workspace);
        checkSameAnswer(&across, workspace);
        assert_true((fours->generation == before) == (i % CASES == KEPT));
    }
    cdDestroyWorkspace(workspace);
    cdDestroyMesh(a);
    cdDestroyMesh(b);
}

typedef struct DirtyHeap {
    size_t shift; // offset of blocks from malloc's alignment
} DirtyHeap;

static void *takeDirty(size_t byteCount, void *context) {
    size_t shift = ((DirtyHeap *)context)->shift;
    unsigned char *block = malloc(byteCount + shift);
    assert_non_null(block);
    memset(block, 0xA5, byteCount + shift);
    return block + shift;
}

static void giveDirty(void *memory, void *context) {
    free((unsigned char *)memory - ((DirtyHeap *)context)->shift);
}

static int restoreHooks(void **state) {
    (void)state;
    cdSetHooks(NULL);
    return 0;
}

// Memory from an allocator that returns unaligned dirty blocks. Red: memory assumed to be zeroed.
static void testAnyMemoryWillDo(void **state) {
    (void)state;
    cdMesh *a = makeShape("l-shape"), *b = makeShape("box");
    Random random = {2};
    for (size_t shift = 0; shift < 64; shift += 13) {
        DirtyHeap heap = {shift};
        cdFirstContactInput input = randomStep(&random, a, b);
        cdFirstContact clean = findContact(&input);
        cdSetHooks(&(cdHooks){.allocate = takeDirty, .release = giveDirty, .context = &heap});
        cdWorkspace *workspace = cdCreateWorkspace();
        checkSameAnswer(&input, workspace);
        cdFirstContact dirty = cdFindFirstContact(&input, NULL, workspace, NULL);
        cdDestroyWorkspace(workspace);
        cdSetHooks(NULL);
        assert_true(clean.state == dirty.state && clean.t.lo == dirty.t.lo);
    }
    cdDestroyMesh(a);
    cdDestroyMesh(b);
}

// Pairs of large and small meshes alternately in one workspace. Red: stamps and items of another pair.
static void testOtherMeshesInTurn(void **state) {
    (void)state;
    cdMesh *meshes[3] = {makeShape("torus:segments=16"), makeShape("box"), makeShape("gear:teeth=6")};
    cdWorkspace *workspace = cdCreateWorkspace();
    Random random = {4};
    for (int i = 0; i < 60; i++) {
        const cdMesh *a = meshes[nextRandomInt(&random, 0, 2)], *b = meshes[nextRandomInt(&random, 0, 2)];
        cdFirstContactInput input = randomStep(&random, a, b);
        checkSameAnswer(&input, workspace);
    }
    cdDestroyWorkspace(workspace);
    for (int i = 0; i < 3; i++)
        cdDestroyMesh(meshes[i]);
}

// A table never contains a pair that was not added, contains the added pairs unless it grows or is crowded,
// and is empty in the next generation. Red: equal hashes taken for equal pairs, a table that never grows.
static void testPairTable(void **state) {
    (void)state;
    enum { SLOTS = 1024, PAIRS = CD_FIRST_PAIR_SLOTS / 4 };
    static cdPairSlot slots[SLOTS];
    cdPairTable table = {.slots = slots, .largestMask = SLOTS - 1};
    Random random = {3};
    for (uint32_t round = 1; round <= 200; round++) {
        cdEmptyPairTable(&table, round);
        for (int32_t i = 0; i < PAIRS; i++) {
            int32_t a = nextRandomInt(&random, 0, 1000), b = 2 * nextRandomInt(&random, 0, 1000);
            assert_false(cdHasPair(&table, a, b + 1));
            bool known = cdHasPair(&table, a, b);
            assert_int_equal(cdAddPair(&table, a, b), known);
            assert_true(cdHasPair(&table, a, b));
        }
    }
    assert_true(table.mask < SLOTS - 1);
    // Far more pairs than slots: it drops some and invents none.
    int known = 0;
    for (int32_t i = 0; i < 20 * SLOTS; i++) {
        assert_false(cdAddPair(&table, i, 2 * i));
        if (i < SLOTS / 2) known += cdHasPair(&table, i, 2 * i);
    }
    assert_int_equal(table.mask, SLOTS - 1);
    assert_int_equal(known, SLOTS / 2);
    for (int32_t i = 0; i < 20 * SLOTS; i++)
        assert_false(cdHasPair(&table, i, 2 * i + 1));
}

static int comparePairs(const void *left, const void *right) {
    const int32_t *x = left, *y = right;
    if (x[0] != y[0]) return x[0] < y[0] ? -1 : 1;
    return (x[1] > y[1]) - (x[1] < y[1]);
}

// A ball within itself: 16580 pairs of triangles, each found many times since a leaf is far smaller than a
// triangle, more than the table holds. Each is listed once, in order; a list too short by one reports
// truncation, one just long enough does not. Red: pairs dropped from the table are listed again.
static void testPairsAreListedOnce(void **state) {
    (void)state;
    TriangleSoup soup = {0};
    char message[256];
    assert_true(MakeShape("icosphere:level=3", &soup, message, sizeof message));
    cdMeshDef def = cdDefaultMeshDef();
    def.points = soup.points;
    def.triangles = soup.triangles;
    def.pointCount = soup.pointCount;
    def.triangleCount = soup.triangleCount;
    def.leafRadius = 0.05;
    cdMesh *ball = cdCreateMesh(&def, NULL);
    assert_non_null(ball);
    cdWorkspace *workspace = cdCreateWorkspace();
    enum { PAIRS = 16580 };
    static int32_t pairs[2 * PAIRS];
    cdOverlapInput input = {.meshA = ball,
                            .meshB = ball,
                            .poseA = cdIdentityPose(),
                            .poseB = cdIdentityPose(),
                            .trianglePairs = pairs,
                            .pairCapacity = PAIRS};
    cdOverlap result = cdFindOverlap(&input, NULL, workspace, NULL);
    assert_int_equal(result.pairCount, PAIRS);
    assert_false(result.truncated);
    for (int32_t i = 1; i < result.pairCount; i++)
        assert_true(comparePairs(&pairs[2 * i - 2], &pairs[2 * i]) < 0);
    input.pairCapacity = PAIRS - 1;
    result = cdFindOverlap(&input, NULL, workspace, NULL);
    assert_int_equal(result.pairCount, PAIRS - 1);
    assert_true(result.truncated);
    cdDestroyWorkspace(workspace);
    cdDestroyMesh(ball);
    DestroyTriangleSoup(&soup);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testGenerationWraps),
        cmocka_unit_test(testPlacesAreKept),
        cmocka_unit_test_teardown(testAnyMemoryWillDo, restoreHooks),
        cmocka_unit_test(testOtherMeshesInTurn),
        cmocka_unit_test(testPairTable),
        cmocka_unit_test(testPairsAreListedOnce),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

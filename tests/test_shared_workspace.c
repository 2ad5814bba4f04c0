// One workspace for queries of many kinds and meshes alternately: the same bits as with a new one for each,
// its invariants (foundation/memory/workspace.h), lack of memory, and reserving.
#include "continuous/search/search_memory.h"
#include "memory_fixture.h"
#include "question_fixture.h"

static Answer found, expected;

// --- The same bits

// No entry of a persistent table has a generation above the workspace's.
static void checkGenerations(const cdWorkspace *workspace) {
    for (int i = 0; i < CD_WORK_ITEMS_COUNT; i++) {
        const cdItemTable *table = &workspace->items[i];
        for (uint32_t k = 0; table->entries != NULL && k <= table->mask; k++)
            assert_true(table->entries[k].generation <= workspace->generation);
    }
    const cdBlock *tables = &workspace->parts[CD_WORK_TABLES];
    const cdPairSlot *slots = tables->bytes;
    for (size_t k = 0; k < tables->size / sizeof *slots; k++)
        assert_true(slots[k].generation <= workspace->generation);
}

// Queries of every kind, pairs of small and large meshes alternately, also when the generations wrap around
// to 1 while stamps of their first values still exist. Red: stale vertices, nodes or pairs of another mesh
// used, room that depends on earlier queries.
static void testManyMeshesInTurn(void **state) {
    (void)state;
    enum { ROUNDS = 600 };
    Random random = {91};
    cdWorkspace *workspace = cdCreateWorkspace();
    int wraps = 0;
    for (int round = 0; round < ROUNDS; round++) {
        Question q = makeQuestion(&random, (Kind)(round % KIND_COUNT));
        uint32_t before = workspace->generation;
        ask(&q, workspace, &found);
        checkGenerations(workspace);
        wraps += workspace->generation < before;
        askFresh(&q, &expected);
        assertSame(&q, &found, &expected, "shared");
        if (round % 50 == 49) workspace->generation = UINT32_MAX - (uint32_t)(round % 7);
    }
    assert_true(wraps > ROUNDS / 50 - 2);
    cdDestroyWorkspace(workspace);
}

// A slide's cache with the workspace that filled it, with another, and with the first after other slides and
// a reserve: the same slide. Red: another slide's lists of near triangles used.
static void testSlideCachesAndWorkspaces(void **state) {
    (void)state;
    Random random = {92};
    cdWorkspace *own = cdCreateWorkspace(), *other = cdCreateWorkspace();
    int contacts = 0;
    for (int round = 0; round < 24; round++) {
        cdSlideCache cache = {0};
        Question q = makeQuestion(&random, SLIDE), between = makeQuestion(&random, SLIDE);
        cdObstacle obstacles[OBSTACLE_COUNT];
        cdSlideInput input = {.step = makeStepAmong(&q, obstacles, NULL)};
        for (int step = 0; step < 8; step++) {
            cdWorkspace *fresh = cdCreateWorkspace();
            cdSlide plain = cdFindSlide(&input, NULL, fresh, NULL);
            cdSlide cached = cdFindSlide(&input, &cache, step == 5 ? other : own, NULL);
            assert_int_equal(cached.contact.state, plain.contact.state);
            assert_memory_equal(&cached.contact.resolvedPose, &plain.contact.resolvedPose, sizeof(cdPose));
            assert_true(cached.contact.t.lo == plain.contact.t.lo && cached.reached == plain.reached);
            cdDestroyWorkspace(fresh);
            contacts += plain.contact.state == CD_CONTACT;
            input.step.start = plain.contact.resolvedPose;
            input.step.target.p = cdMulAdd(input.step.target.p, 0.02, nextRandomVec3(&random));
            if (step == 2) ask(&between, own, &found);
            if (step == 3) {
                const cdMesh *meshes[] = {bodies[5].mesh, bodies[7].mesh};
                cdWorkspaceNeed need = {.meshes = meshes, .meshCount = 2, .obstacleCount = 40 + round};
                assert_true(cdReserveWorkspace(own, &need));
            }
        }
    }
    assert_true(contacts > 60);
    cdDestroyWorkspace(own);
    cdDestroyWorkspace(other);
}

// --- Dirty memory

static int32_t dirt;

static void *takeDirty(size_t byteCount, void *context) {
    (void)context;
    unsigned char *block = malloc(byteCount);
    for (size_t i = 0; block != NULL && i < byteCount; i++)
        block[i] = (unsigned char)((uint32_t)dirt >> 8 * (i % 4));
    return block;
}

static void giveDirty(void *block, void *context) {
    (void)context;
    free(block);
}

static void useDirtyMemory(int32_t word) {
    dirt = word;
    cdSetHooks(&(cdHooks){.allocate = takeDirty, .release = giveDirty});
}

// Meshes and workspaces of an allocator that returns blocks full of the first generation, and of NaN: the
// same bits. Red: a table of pairs that is not emptied, an item of a new block read before it is set.
static void testDirtyMemory(void **state) {
    static const int32_t words[] = {1, -1};
    Random random = {96};
    for (int round = 0; round < 20 * KIND_COUNT; round++) {
        Question q = makeQuestion(&random, (Kind)(round % KIND_COUNT));
        askFresh(&q, &expected);
        useDirtyMemory(words[round / KIND_COUNT % 2]);
        Body clean = bodies[q.body];
        bodies[q.body] = makeBody(SPECS[q.body]);
        cdWorkspace *workspace = cdCreateWorkspace();
        ask(&q, workspace, &found);
        checkGenerations(workspace);
        assertSame(&q, &found, &expected, "dirty");
        cdDestroyWorkspace(workspace);
        destroyBody(&bodies[q.body]);
        bodies[q.body] = clean;
        restoreMemory(state);
    }
}

// --- Without memory

static int endLack(void **state) {
    lacksMemory = false;
    return restoreMemory(state);
}

// An allocator that fails at each call in turn, for each kind of query: undecided because of the workspace,
// or the answer, bit for bit. Afterwards the same workspace works. Red: a query that continues without
// memory, a false free answer, a half-grown table.
static void testNoMemory(void **state) {
    (void)state;
    Random random = {93};
    int64_t failed[KIND_COUNT] = {0}, answered[KIND_COUNT] = {0}, wrong[KIND_COUNT] = {0};
    lacksMemory = true;
    for (int round = 0; round < 10 * KIND_COUNT; round++) {
        Question q = makeQuestion(&random, (Kind)(round % KIND_COUNT));
        askFresh(&q, &expected);
        LimitedMemory memory = {.allowed = 1};
        useLimitedMemory(&memory);
        cdWorkspace *workspace = cdCreateWorkspace();
        bool isShort = true;
        for (int64_t allowed = 0; isShort && allowed < 200; allowed++) {
            memory.allowed = allowed;
            memory.refused = 0;
            ask(&q, workspace, &found);
            isShort = memory.refused > 0;
            if (found.undecided && found.reason == CD_REASON_WORKSPACE) {
                assert_true(isShort);
                failed[q.kind]++;
            } else {
                if (!isShort) assertSame(&q, &found, &expected, "with memory");
                answered[q.kind] += isShort;
                wrong[q.kind] += !areSame(&found, &expected);
            }
            cdDestroyWorkspace(workspace); // otherwise the next one needs less
            memory.allowed = 1;
            workspace = cdCreateWorkspace();
            assert_int_equal(memory.live, 1);
        }
        assert_false(isShort);
        memory.allowed = 3; // fails somewhere, and then has all it needs
        ask(&q, workspace, &found);
        memory.allowed = 1 << 20;
        ask(&q, workspace, &found);
        checkGenerations(workspace);
        assertSame(&q, &found, &expected, "after a lack of memory");
        cdDestroyWorkspace(workspace);
        assert_int_equal(memory.live, 0);
        restoreMemory(state);
    }
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        print_message("kind %d: %d times undecided, %d times answered, %d of these otherwise\n", kind,
                      (int)failed[kind], (int)answered[kind], (int)wrong[kind]);
        assert_true(failed[kind] > 0 || kind == DISTANCE_AMONG);
    }
    for (int kind = 0; kind < KIND_COUNT; kind++)
        assert_int_equal(wrong[kind], 0);
}

// --- Reserve

// A workspace reserved for all the meshes does not allocate again. Red: a part missing in the reserve, or
// reserved for one order of the two meshes.
static void testReserved(void **state) {
    (void)state;
    Random random = {94};
    const cdMesh *meshes[BODY_COUNT];
    for (int i = 0; i < BODY_COUNT; i++)
        meshes[i] = bodies[i].mesh;
    cdWorkspaceNeed need = {.meshes = meshes,
                            .meshCount = BODY_COUNT,
                            .obstacleCount = OBSTACLE_COUNT,
                            .regionCapacity = REGION_MAX,
                            .pointCapacity = POINT_MAX};
    cdWorkspace *workspace = cdCreateWorkspace();
    assert_true(cdReserveWorkspace(workspace, &need));
    size_t size = cdGetWorkspaceSize(workspace);
    LimitedMemory memory = {.allowed = 0};
    int64_t refused[KIND_COUNT] = {0};
    for (int round = 0; round < 400; round++) {
        Question q = makeQuestion(&random, (Kind)(round % KIND_COUNT));
        askFresh(&q, &expected);
        memory.refused = 0;
        useLimitedMemory(&memory);
        ask(&q, workspace, &found);
        restoreMemory(state);
        if (q.kind != CLASSIFY) refused[q.kind] += memory.refused; // reserve does not cover solids
        if (q.kind != CLASSIFY) assertSame(&q, &found, &expected, "reserved");
    }
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        if (refused[kind] > 0) fail_msg("kind %d asked for memory %d times", kind, (int)refused[kind]);
    }
    assert_int_equal(cdGetWorkspaceSize(workspace), size);
    cdDestroyWorkspace(workspace);
}

// Invalid needs, and lack of memory: rejected, and the workspace still works.
static void testReserveRefuses(void **state) {
    (void)state;
    Random random = {95};
    const cdMesh *meshes[] = {bodies[2].mesh, bodies[3].mesh};
    const cdWorkspaceNeed good = {.meshes = meshes, .meshCount = 2, .regionCapacity = 8, .pointCapacity = 8};
    cdWorkspaceNeed bad[4] = {good, good, good, good};
    bad[0].obstacleCount = -1;
    bad[1].regionCapacity = -1;
    bad[2].pointCapacity = INT32_MIN;
    bad[3].workerCount = -1;
    cdWorkspace *workspace = cdCreateWorkspace();
    for (int i = 0; i < 4; i++)
        assert_false(cdReserveWorkspace(workspace, &bad[i]));
    LimitedMemory memory = {.allowed = 0};
    bool reserved = false;
    for (int64_t allowed = 0; !reserved; allowed++) {
        useLimitedMemory(&memory);
        memory.allowed = allowed;
        reserved = cdReserveWorkspace(workspace, &good);
        restoreMemory(state);
        assert_true(allowed < 60 && (allowed > 0 || !reserved));
        Question q = makeQuestion(&random, FIRST_CONTACT);
        ask(&q, workspace, &found);
        askFresh(&q, &expected);
        assertSame(&q, &found, &expected, "after a reserve");
    }
    cdDestroyWorkspace(workspace);
}

static size_t measureQueries(const char *spec) {
    char message[256];
    TriangleSoup soup = {0};
    assert_true(MakeShape(spec, &soup, message, sizeof message));
    cdMeshDef def = MakeSoupMeshDef(&soup);
    def.parts |= CD_PART_FEATURES;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    DestroyTriangleSoup(&soup);
    cdWorkspace *workspace = cdCreateWorkspace();
    cdFirstContactInput step = {.meshA = mesh, .meshB = mesh, .startB = cdIdentityPose()};
    step.startA = step.targetA = cdIdentityPose();
    step.startA.p.x = 3.0;
    cdFirstContact met = cdFindFirstContact(&step, NULL, workspace, NULL);
    assert_int_equal(met.state, CD_CONTACT);
    static cdContactRegion regions[64];
    static cdVec3 points[512];
    cdRegionsInput at = {.meshA = mesh,
                         .meshB = mesh,
                         .poseA = met.resolvedPose,
                         .poseB = step.startB,
                         .regions = regions,
                         .points = points,
                         .regionCapacity = 64,
                         .pointCapacity = 512};
    assert_int_equal(cdFindContactRegions(&at, NULL, workspace, NULL).state, CD_CONTACT);
    size_t size = cdGetWorkspaceSize(workspace);
    cdDestroyWorkspace(workspace);
    cdDestroyMesh(mesh);
    return size;
}

// Two balls of 1,280 triangles and two of 81,920 meet at a point: the workspace size depends on the opened
// parts, not on the size of the meshes. Red: a table with an entry for each vertex, node or feature.
static void testSizeFollowsOpenedParts(void **state) {
    (void)state;
    size_t small = measureQueries("icosphere:level=3"), large = measureQueries("icosphere:level=6");
    assert_true(large < 3 * small && large < (size_t)4 << 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testSizeFollowsOpenedParts),
        cmocka_unit_test(testManyMeshesInTurn),
        cmocka_unit_test(testSlideCachesAndWorkspaces),
        cmocka_unit_test_teardown(testDirtyMemory, restoreMemory),
        cmocka_unit_test_teardown(testNoMemory, endLack),
        cmocka_unit_test_teardown(testReserved, restoreMemory),
        cmocka_unit_test_teardown(testReserveRefuses, restoreMemory),
    };
    return cmocka_run_group_tests(tests, makeBodies, freeBodies);
}

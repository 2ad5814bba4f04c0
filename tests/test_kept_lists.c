// Lists of near triangles from one slide to the next: reused if they match the cache, and never otherwise.
#include "list_fixture.h"
#include "random.h"

#include <string.h>

// Creates a list in a workspace and records it in the cache, like a slide.
static cdNearList keepList(cdSlideCache *cache, cdWorkspace *workspace) {
    pair.step.start = placeInTheMiddle();
    assert_true(openLists(&pair.step, NULL, workspace));
    cdNearList made = *makeList(pair.step.start);
    cdKeepSlideLists(&pair.near, makeSlide(&pair.step), cache);
    return made;
}

// Opens the lists of a step like the next slide. True if it reuses one of the first obstacle.
static bool isListOf(const cdObstaclesInput *step, const cdSlideCache *cache, cdWorkspace *workspace) {
    assert_true(openLists(step, cache, workspace));
    cdNearList *list = &pair.near.lists[0];
    if (list->reach > 0.0) return true;
    assert_true(list->reach < 0.0 && list->pairs == NULL);
    assert_int_equal(pair.near.given, 0);
    return false;
}

static bool isListThere(const cdSlideCache *cache, cdWorkspace *workspace) {
    return isListOf(&pair.step, cache, workspace);
}

// The next slide finds the list again, also by a copy of the cache. Red: lists rebuilt in every slide, memory
// of a list given twice.
static void testKeepsLists(void **state) {
    (void)state;
    cdSlideCache cache = {0}, empty = {0};
    cdNearList made = keepList(&cache, pair.workspace);
    cdSlideCache later = cache;
    assert_true(isListThere(&later, pair.workspace));
    assert_true(memcmp(&made, &pair.near.lists[0], sizeof made) == 0);
    assert_int_equal(pair.near.given, 1); // one bit
    keepList(&cache, pair.workspace);
    assert_false(isListThere(NULL, pair.workspace));
    keepList(&cache, pair.workspace);
    assert_false(isListThere(&empty, pair.workspace));
}

// A list belongs to the slide of the cache, and to no other. Red: a stale list, which misses contacts.
static void testKeepsNoStaleLists(void **state) {
    (void)state;
    cdWorkspace *workspace = cdCreateWorkspace(), *other = cdCreateWorkspace();
    cdSlideCache cache = {0}, second = {0};

    keepList(&cache, workspace);
    assert_false(isListThere(&cache, other)); // has no lists
    cdDestroyWorkspace(other);
    other = cdCreateWorkspace();
    keepList(&second, other);
    assert_false(isListThere(&cache, other)); // has those of another cache, after as many slides
    keepList(&cache, workspace);
    keepList(&second, workspace); // a slide in between, with a cache of its own
    assert_false(isListThere(&cache, workspace));
    keepList(&cache, workspace);
    keepList(&cache, other); // a slide in between, with the same cache
    assert_false(isListThere(&cache, workspace));
    keepList(&cache, workspace);
    assert_true(isListThere(&cache, workspace)); // a slide in between that is not recorded
    assert_false(isListThere(&cache, workspace));

    keepList(&cache, workspace);
    cdPose place = pair.obstacle.pose;
    pair.obstacle.pose.p.x = nextafter(place.p.x, INFINITY);
    assert_false(isListThere(&cache, workspace));
    pair.obstacle.pose = place;
    keepList(&cache, workspace);
    pair.obstacle.pose.q =
        (cdQuat){-place.q.w, -place.q.x, -place.q.y, -place.q.z}; // the same orientation with other bits
    assert_false(isListThere(&cache, workspace));
    pair.obstacle.pose = place;
    cdDestroyWorkspace(workspace);
    cdDestroyWorkspace(other);
    assert_true(openLists(&pair.step, NULL, pair.workspace));
}

// Lists of other obstacles, of more and of fewer. Red: memory laid out for another number of them.
static void testKeepsListsOfTheSameObstacles(void **state) {
    (void)state;
    cdObstacle some[2] = {pair.obstacle, pair.obstacle};
    cdObstaclesInput one = pair.step, two = pair.step;
    one.obstacles = two.obstacles = some;
    one.start = two.start = placeInTheMiddle();
    two.obstacleCount = 2;
    cdSlideCache cache = {0};
    keepList(&cache, pair.workspace);
    assert_true(isListOf(&one, &cache, pair.workspace)); // equal ones at another address
    keepList(&cache, pair.workspace);
    assert_false(isListOf(&two, &cache, pair.workspace));
    assert_true(pair.near.lists[1].reach < 0.0 && pair.near.lists[1].pairs == NULL);
    keepList(&cache, pair.workspace);
    some[0].mesh = pair.nut;
    assert_false(isListOf(&one, &cache, pair.workspace));
    keepList(&cache, pair.workspace);
    one.obstacles = &pair.obstacle, one.mesh = pair.bolt;
    assert_false(isListOf(&one, &cache, pair.workspace));

    // A list without pairs, of an obstacle far away, and fewer obstacles after it.
    two.start = placeOnBolt(pair.obstacle.pose, cdMakeVec3(100.0, 0.0, 0.0), 0.0);
    some[0].mesh = pair.bolt;
    assert_true(openLists(&two, NULL, pair.workspace));
    cdMeter meter = cdOpenMeter(&(cdBudget){0});
    assert_non_null(getList(&two, 1, two.start, &meter));
    assert_int_equal(pair.near.lists[1].count, 0);
    cdKeepSlideLists(&pair.near, makeSlide(&two), &cache);
    one.mesh = pair.nut, one.obstacles = some, one.start = two.start;
    assert_false(isListOf(&one, &cache, pair.workspace));
}

// A list that A has left is rebuilt, and its memory is reused. Red: a list whose reach A has left.
static void testLeavesLists(void **state) {
    (void)state;
    cdSlideCache cache = {0};
    cdNearList made = keepList(&cache, pair.workspace);
    pair.step.start.p.x += 0.33 * made.reach;
    assert_true(isListThere(&cache, pair.workspace));
    made = keepList(&cache, pair.workspace);
    pair.step.start.p.x += 0.4 * made.reach;
    assert_false(isListThere(&cache, pair.workspace));
}

// The workspace grows between two slides, in the part of the lists and in others. Red: a list in freed or
// zeroed memory.
static void testGrowsBetween(void **state) {
    (void)state;
    const cdMesh *const meshes[2] = {pair.nut, pair.bolt};
    cdWorkspace *workspace = cdCreateWorkspace();
    cdSlideCache cache = {0};
    keepList(&cache, workspace);
    cdWorkspaceNeed need = {.meshes = meshes, .meshCount = 2, .obstacleCount = 1};
    assert_true(cdReserveWorkspace(workspace, &need));
    cdNearList made = keepList(&cache, workspace);
    cdFirstContactInput query =
        makeStep(pair.bolt, pair.step.start, pair.obstacle.pose, pair.nut, cdIdentityPose());
    cdFindFirstContact(&query, NULL, workspace, NULL);
    assert_true(isListThere(&cache, workspace)); // another query leaves it
    assert_true(memcmp(&made, &pair.near.lists[0], sizeof made) == 0);
    keepList(&cache, workspace);
    need.obstacleCount = 100000;
    size_t before = cdGetWorkspaceSize(workspace);
    assert_true(cdReserveWorkspace(workspace, &need));
    assert_true(cdGetWorkspaceSize(workspace) > before);
    assert_false(isListThere(&cache, workspace));
    cdDestroyWorkspace(workspace);
    assert_true(openLists(&pair.step, NULL, pair.workspace));
}

// --- A mesh at the address of another

enum { POOL_BLOCKS = 256 };

// Released blocks: the next request of the same size gets the last of them.
typedef struct Pool {
    struct {
        void *block;
        size_t byteCount;
    } used[POOL_BLOCKS], released[POOL_BLOCKS];
    int32_t usedCount, releasedCount;
} Pool;

static void *takeFromPool(size_t byteCount, void *context) {
    Pool *pool = context;
    if (pool->usedCount == POOL_BLOCKS) return NULL;
    void *block = NULL;
    for (int32_t i = pool->releasedCount - 1; i >= 0 && block == NULL; i--) {
        if (pool->released[i].byteCount != byteCount) continue;
        block = pool->released[i].block;
        for (pool->releasedCount--; i < pool->releasedCount; i++)
            pool->released[i] = pool->released[i + 1];
    }
    if (block == NULL) block = malloc(byteCount);
    pool->used[pool->usedCount].block = block;
    pool->used[pool->usedCount++].byteCount = byteCount;
    return block;
}

static void giveToPool(void *memory, void *context) {
    Pool *pool = context;
    int32_t i = 0;
    while (i < pool->usedCount && pool->used[i].block != memory)
        i++;
    assert_true(i < pool->usedCount && pool->releasedCount < POOL_BLOCKS);
    pool->released[pool->releasedCount++] = pool->used[i];
    pool->used[i] = pool->used[--pool->usedCount];
}

static void freePool(Pool *pool) {
    assert_int_equal(pool->usedCount, 0);
    for (int32_t i = 0; i < pool->releasedCount; i++)
        free(pool->released[i].block);
}

static bool isSameSlide(const cdSlide *x, const cdSlide *y) {
    return x->contact.state == y->contact.state && x->contact.t.lo == y->contact.t.lo &&
           memcmp(&x->contact.resolvedPose, &y->contact.resolvedPose, sizeof(cdPose)) == 0 &&
           x->legCount == y->legCount && x->constraintCount == y->constraintCount &&
           x->neededConstraints == y->neededConstraints && x->reached == y->reached;
}

static int restoreHooks(void **state) {
    (void)state;
    cdSetHooks(NULL);
    return 0;
}

static cdVec3 roundToGrid(cdVec3 v) {
    const double step = 0x1p-20;
    return cdScale(step, cdMakeVec3(round(v.x / step), round(v.y / step), round(v.z / step)));
}

// A shape moved within its own frame, on a grid: all of them have one size in memory.
static cdMesh *makeOnGrid(const char *spec, cdVec3 offset) {
    TriangleSoup soup = {0};
    char message[256];
    assert_true(MakeShape(spec, &soup, message, sizeof message));
    for (int32_t i = 0; i < soup.pointCount; i++)
        soup.points[i] = cdAdd(roundToGrid(soup.points[i]), roundToGrid(offset));
    cdMeshDef def = MakeSoupMeshDef(&soup);
    def.parts = CD_PART_HULL | CD_PART_FEATURES;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    assert_non_null(mesh);
    DestroyTriangleSoup(&soup);
    return mesh;
}

// Creates a mesh at the address of a destroyed one.
static void replaceMesh(cdMesh **mesh, const char *spec, cdVec3 offset) {
    const cdMesh *before = *mesh;
    cdDestroyMesh(*mesh);
    *mesh = makeOnGrid(spec, offset);
    assert_ptr_equal(*mesh, before);
}

static const char *const NUT = "nut:segments=12", *const BOLT = "bolt:segments=12";

// Lists of meshes of which one is replaced. Red: lists that identify a mesh only by its address.
static void testListsOfAnotherMesh(void **state) {
    (void)state;
    static Pool pool;
    cdSetHooks(&(cdHooks){.allocate = takeFromPool, .release = giveToPool, .context = &pool});
    cdWorkspace *workspace = cdCreateWorkspace();
    cdSlideCache cache = {0};
    const cdVec3 zero = {0.0, 0.0, 0.0}, little = {0.0, 0.01, 0.0};
    cdMesh *nut = makeOnGrid(NUT, zero), *bolt = makeOnGrid(BOLT, zero);
    cdObstacle obstacle = {bolt, pair.obstacle.pose};
    pair.step.mesh = nut;
    pair.step.obstacles = &obstacle;
    keepList(&cache, workspace);
    replaceMesh(&nut, NUT, little);
    assert_false(isListThere(&cache, workspace));
    keepList(&cache, workspace);
    replaceMesh(&bolt, BOLT, little);
    assert_false(isListThere(&cache, workspace));
    pair.step.mesh = pair.nut;
    pair.step.obstacles = &pair.obstacle;
    cdDestroyMesh(nut);
    cdDestroyMesh(bolt);
    cdDestroyWorkspace(workspace);
    cdSetHooks(NULL);
    freePool(&pool);
    assert_true(openLists(&pair.step, NULL, pair.workspace));
}

// Slides with one cache and one workspace. Where the nut is stopped, it or the bolt is replaced by one
// slightly off the flank, and the next slide begins at the same pose. Each slide ends as without either. Red:
// lists or limits that identify a mesh only by its address.
static void testSlidesOfOtherMeshes(void **state) {
    (void)state;
    enum { STEPS = 24 };
    static Pool pool;
    cdSetHooks(&(cdHooks){.allocate = takeFromPool, .release = giveToPool, .context = &pool});
    Random random = {12};
    cdWorkspace *kept = cdCreateWorkspace(), *fresh = cdCreateWorkspace();
    cdSlideCache cache = {0};
    cdVec3 nutOffset = {0.0, 0.0, 0.0}, boltOffset = nutOffset;
    cdMesh *nut = makeOnGrid(NUT, nutOffset), *bolt = makeOnGrid(BOLT, boltOffset);
    cdObstacle obstacle = {bolt, pair.obstacle.pose};
    cdPose start = placeInTheMiddle();
    int32_t stopped = 0;
    for (int i = 0; i < STEPS; i++) {
        cdVec3 way = nextRandomDirection(&random);
        cdSlideInput input = {.step = {.mesh = nut,
                                       .start = start,
                                       .target = {cdMulAdd(start.p, 0.04, way), start.q},
                                       .obstacles = &obstacle,
                                       .obstacleCount = 1}};
        cdSlide wanted = cdFindSlide(&input, NULL, fresh, NULL);
        cdSlide slide = cdFindSlide(&input, &cache, kept, NULL);
        assert_true(isSameSlide(&slide, &wanted));
        stopped += slide.contact.state == CD_CONTACT;
        start = slide.contact.resolvedPose;
        if (i % 2 == 0) {
            nutOffset = cdMulAdd(nutOffset, -0.004, cdInvRotate(start.q, way));
            replaceMesh(&nut, NUT, nutOffset);
        } else {
            boltOffset = cdMulAdd(boltOffset, 0.004, cdInvRotate(obstacle.pose.q, way));
            replaceMesh(&bolt, BOLT, boltOffset);
        }
    }
    assert_true(stopped > STEPS / 2);
    cdDestroyMesh(nut);
    cdDestroyMesh(bolt);
    cdDestroyWorkspace(kept);
    cdDestroyWorkspace(fresh);
    cdSetHooks(NULL);
    freePool(&pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testKeepsLists),
        cmocka_unit_test(testKeepsNoStaleLists),
        cmocka_unit_test(testKeepsListsOfTheSameObstacles),
        cmocka_unit_test(testLeavesLists),
        cmocka_unit_test(testGrowsBetween),
        cmocka_unit_test_teardown(testListsOfAnotherMesh, restoreHooks),
        cmocka_unit_test_teardown(testSlidesOfOtherMeshes, restoreHooks),
    };
    return cmocka_run_group_tests(tests, openPair, closePair);
}

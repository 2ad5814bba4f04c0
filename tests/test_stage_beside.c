// Work of threads for a stage in a window: solids, and surfaces for colours. Nothing waits for them.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "engine/platform/clock.h"
#include "stage_fixture.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

// The library's memory, in which other threads get none while the gate is closed: they are at work as long as
// a test wants.
typedef struct GatedMemory {
    pthread_t owner;
    atomic_bool closed;
    atomic_int waiting; // threads that have come to the gate
    atomic_int live;    // blocks in use
} GatedMemory;

static void nap(void) {
    gxSleep(1e-4);
}

static void *take(size_t byteCount, void *context) {
    GatedMemory *memory = context;
    if (!pthread_equal(memory->owner, pthread_self()) && atomic_load(&memory->closed)) {
        atomic_fetch_add(&memory->waiting, 1);
        while (atomic_load(&memory->closed))
            nap();
    }
    atomic_fetch_add(&memory->live, 1);
    return malloc(byteCount);
}

static void give(void *block, void *context) {
    atomic_fetch_sub(&((GatedMemory *)context)->live, 1);
    free(block);
}

static GatedMemory memory;

static void openMemory(void) {
    memory = (GatedMemory){.owner = pthread_self()};
    cdSetHooks(&(cdHooks){.allocate = take, .release = give, .context = &memory});
}

static bool isNeverLate(void *context) {
    (void)context;
    return false;
}

// A closed mesh in hand whose solid is not made in passing, in a stage that has frames.
static Stage *makeFramedStage(void) {
    Stage *stage = makeStageWithHand("builtin:icosphere:level=4", SCENE_STOP);
    stage->limit.isLate = isNeverLate;
    return stage;
}

static void awaitSolid(Stage *stage) {
    while (IsStageSolidComing(stage))
        nap();
    KeepFinishedStageSolid(stage);
}

// While a solid is being built, choosing its object and culling its step report no solid, and the fixed box's
// index is not shown instead. Later the solid is there. Red: a choice that waits (this test hangs), an object
// shown for a moment, a canceled object.
static void testChoiceDoesNotWait(void **state) {
    (void)state;
    openMemory();
    Stage *stage = makeFramedStage();
    atomic_store(&memory.closed, true);
    double seconds = -1.0;
    apply(stage, MakeMove(0, poseAt(3.5, 0.0, 0.0)));
    assert_int_equal(ChooseSolidObject(stage), -1);
    assert_int_equal(GetAwaitedSolid(stage, &seconds), 0);
    assert_true(seconds >= 0.0);
    CullStageStep(stage);
    assert_false(stage->culling.present);
    assert_null(FindStageSolid(stage, 0));
    atomic_store(&memory.closed, false);
    awaitSolid(stage);
    assert_int_equal(ChooseSolidObject(stage), 0);
    assert_int_equal(GetAwaitedSolid(stage, &seconds), -1);
    CullStageStep(stage);
    assert_true(stage->culling.present);
    freeStage(stage);
    assert_int_equal(atomic_load(&memory.live), 0);
    cdSetHooks(NULL);
}

// A stage ends while a thread makes the solid of one of its meshes: at once, and the thread frees that mesh
// when it is done. Red: an end that waits (this test hangs), a mesh that is freed under the thread (the
// sanitizer says so), one that nobody frees.
static void testStageEndsBeforeSolid(void **state) {
    (void)state;
    openMemory();
    Stage *stage = makeFramedStage();
    atomic_store(&memory.closed, true);
    assert_int_equal(ChooseSolidObject(stage), -1);
    while (atomic_load(&memory.waiting) == 0)
        nap();
    freeStage(stage);
    assert_true(atomic_load(&memory.live) > 0);
    atomic_store(&memory.closed, false);
    while (atomic_load(&memory.live) > 0)
        nap();
    cdSetHooks(NULL);
}

// The same where the solid is done and nobody has asked for it since. Red: a mesh that is freed twice, or
// not.
static void testStageEndsAfterSolid(void **state) {
    (void)state;
    openMemory();
    Stage *stage = makeFramedStage();
    assert_int_equal(ChooseSolidObject(stage), -1);
    while (IsStageSolidComing(stage))
        nap();
    freeStage(stage);
    assert_int_equal(atomic_load(&memory.live), 0);
    cdSetHooks(NULL);
}

static void showClearance(Stage *stage) {
    stage->clearance.wanted = stage->clearance.coloured = true;
    apply(stage, MakePlace(0, poseAt(2.25, 0.5, 0.3)));
}

// In a window a thread cuts the surface, and the points follow in parts: no object has colours before all of
// them are known, then they are those that are found at once. Moved on, the colours of before stay until they
// are replaced; switched off and on again, they do not come back. Red: colours of points that were never
// asked, a part that is lost between the threads, colours of where the object was long ago.
static void testColoursAreWhole(void **state) {
    (void)state;
    Stage *stage = makeFramedStage(), *whole = makeStageWithHand("builtin:icosphere:level=4", SCENE_STOP);
    showClearance(stage);
    showClearance(whole);
    UpdateStageClearance(whole, 0);
    int32_t frames = 0;
    do {
        UpdateStageClearance(stage, 100);
        for (int32_t object = 0; object < 2; ++object) {
            const StageTint *tint = GetStageTint(stage, object);
            assert_true(!tint || tint->done == tint->surface.pointCount);
        }
        ++frames;
        if (IsTintMade(stage)) nap();
    } while (IsClearanceDue(stage));
    assert_true(frames > 3);
    assert_true(GetTintShare(stage) == 1.0);
    for (int32_t object = 0; object < 2; ++object) {
        const StageTint *tint = GetStageTint(stage, object), *other = GetStageTint(whole, object);
        assert_non_null(tint);
        assert_int_equal(tint->surface.pointCount, other->surface.pointCount);
        size_t size = (size_t)tint->surface.pointCount * sizeof *tint->values;
        assert_memory_equal(tint->values, other->values, size);
    }
    apply(stage, MakePlace(0, poseAt(2.2, 0.5, 0.3)));
    UpdateStageClearance(stage, 1);
    assert_non_null(GetStageTint(stage, 0));
    assert_true(IsClearanceDue(stage) && GetTintShare(stage) < 1.0);
    bool *const switches[] = {&stage->clearance.wanted, &stage->clearance.coloured};
    for (int i = 0; i < 2; ++i) {
        UpdateStageClearance(stage, 0);
        assert_non_null(GetStageTint(stage, 0));
        *switches[i] = false;
        UpdateStageClearance(stage, 1);
        apply(stage, MakePlace(0, poseAt(2.2 + 0.01 * i, 0.5, 0.2)));
        *switches[i] = true;
        UpdateStageClearance(stage, 1);
        assert_true(IsClearanceDue(stage));
        assert_null(GetStageTint(stage, 0));
    }
    freeStage(stage);
    freeStage(whole);
}

// A stage that ends while a thread cuts a surface of one of its meshes. Red: a mesh that is freed under the
// thread, a surface that nobody frees (the sanitizers say so).
static void testStageEndsBeforeSurface(void **state) {
    (void)state;
    Stage *stage = makeFramedStage();
    showClearance(stage);
    UpdateStageClearance(stage, 100);
    freeStage(stage);
}

// The points of a mesh with more triangles than are ever cut are its vertices, and nothing is built for it,
// not even in a window. Red: a copy of a large mesh, an index that is not the mesh's own.
static void testLargeMeshIsFineEnough(void **state) {
    (void)state;
    Stage *stage = makeStageWithHand("builtin:icosphere:level=6", SCENE_STOP);
    stage->limit.isLate = isNeverLate;
    showClearance(stage);
    UpdateStageClearance(stage, 1 << 20);
    const StageTint *tint = &stage->clearance.tints[stage->clearance.tints[0].object == 0 ? 0 : 1];
    assert_true(tint->surface.isMesh && !tint->maker && !tint->drawing.vertices);
    assert_ptr_equal(tint->surface.points, stage->objects[0].info.vertices);
    assert_int_equal(tint->surface.pointCount, stage->objects[0].info.vertexCount);
    freeStage(stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testChoiceDoesNotWait),      cmocka_unit_test(testStageEndsBeforeSolid),
        cmocka_unit_test(testStageEndsAfterSolid),    cmocka_unit_test(testColoursAreWhole),
        cmocka_unit_test(testStageEndsBeforeSurface), cmocka_unit_test(testLargeMeshIsFineEnough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

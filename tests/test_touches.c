// Lists of all elements that touch at a first contact: the same bits however the query found them.
//
// A query solves again what it has solved around the contact. If that was too much to record, or an
// optimisation is disabled, it searches the trees, or tests all elements.
#include "contact_fixture.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const char *const shapes[] = {
    "box", "l-shape", "ring", "gear:teeth=24", "icosphere:level=2", "torus:segments=24", "box:x=4,y=0.1,z=4"};
enum { SHAPE_COUNT = sizeof shapes / sizeof shapes[0], TOUCHES = 256, FEW = 3 };
static cdMesh *meshes[SHAPE_COUNT];
static cdWorkspace *workspace;

static int makeMeshes(void **state) {
    (void)state;
    makeAllShapes(shapes, SHAPE_COUNT, meshes);
    workspace = cdCreateWorkspace();
    return 0;
}

static int freeMeshes(void **state) {
    (void)state;
    destroyAllShapes(meshes, SHAPE_COUNT);
    cdDestroyWorkspace(workspace);
    return 0;
}

typedef struct Answer {
    cdFirstContact contact;
    cdTouch touches[TOUCHES];
} Answer;

static void ask(cdFirstContactInput input, uint32_t disabled, int32_t capacity, Answer *answer) {
    memset(answer, 0, sizeof *answer);
    input.disabled = disabled;
    input.touches = answer->touches;
    input.touchCapacity = capacity;
    answer->contact = cdFindFirstContact(&input, NULL, workspace, NULL);
}

// Returns the number of touches.
static int32_t checkTouches(const cdFirstContactInput *input, uint32_t disabled) {
    static Answer fast, slow, few;
    ask(*input, 0, TOUCHES, &fast);
    ask(*input, disabled, TOUCHES, &slow);
    assert_int_equal(fast.contact.state, slow.contact.state);
    assert_int_equal(fast.contact.touchCount, slow.contact.touchCount);
    assert_int_equal(fast.contact.truncated, slow.contact.truncated);
    if (!fast.contact.truncated) assert_int_equal(fast.contact.neededTouches, slow.contact.neededTouches);
    assert_memory_equal(fast.touches, slow.touches, sizeof fast.touches);
    // A list without room for all has the first ones in order, and the first contact itself.
    ask(*input, 0, FEW, &few);
    ask(*input, disabled, FEW, &slow);
    assert_true(few.contact.truncated || fast.contact.touchCount <= FEW);
    assert_true(few.contact.neededTouches >= fast.contact.touchCount);
    assert_memory_equal(few.touches, slow.touches, sizeof few.touches);
    return fast.contact.touchCount;
}

// Red: a list that ends where the record is full.
static void testMotionsOfAllKinds(void **state) {
    (void)state;
    Random random = {3};
    int32_t most = 0, hits = 0;
    for (int i = 0; i < 1000; i++) {
        const cdMesh *a = meshes[nextRandomInt(&random, 0, SHAPE_COUNT - 1)],
                     *b = meshes[nextRandomInt(&random, 0, SHAPE_COUNT - 1)];
        double size = cdGetMeshInfo(a).radius + cdGetMeshInfo(b).radius;
        cdPose start = {cdScale(size, nextRandomDirection(&random)),
                        cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, PI))};
        if (i % 2 == 0) start = poseAt(0.1 * nextRandomIn(&random, -1.0, 1.0), size, 0.03); // falls flat
        cdPose target = {cdScale(-0.3, start.p), start.q};
        if (i % 3 == 0) target.q = cdMulQuat(cdMakeQuat(nextRandomDirection(&random), 0.7), start.q);
        cdFirstContactInput input = makeStep(a, start, target, b, poseAt(0.0, 0.0, 0.0));
        if (i % 7 == 0) input.safetyDistance = 0.02;
        int32_t count = checkTouches(&input, i % 40 == 0 ? CD_DISABLE_TREE : CD_DISABLE_LONG_SPANS);
        if (count == 0) continue;
        hits++;
        if (count > most) most = count;
        // From there, touching or a margin before, along the surface, into it or away from it.
        cdFirstContact contact = cdFindFirstContact(&input, NULL, workspace, NULL);
        cdVec3 along = cdScale(0.2, nextRandomDirection(&random));
        cdVec3 way = cdMulAdd(along, nextRandomIn(&random, -0.3, 0.3), contact.normal);
        input.startA = contact.resolvedPose;
        if (i % 4 == 1 && i % 3 != 0) input.startA.p = cdLerp(start.p, target.p, contact.t.hi);
        input.targetA = (cdPose){cdAdd(input.startA.p, way), input.startA.q};
        checkTouches(&input, CD_DISABLE_LONG_SPANS);
    }
    assert_true(hits > 350);
    assert_true(most > 40);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testMotionsOfAllKinds)};
    return cmocka_run_group_tests(tests, makeMeshes, freeMeshes);
}

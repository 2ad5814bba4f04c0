// Long spans while the meshes are apart: they change no result, cover the whole step, and are given up where
// leaves may meet.
#include "contact_fixture.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const char *const shapes[] = {"icosphere:level=4", "torus:segments=80", "gear:teeth=24", "teapot"};
enum { SHAPE_COUNT = sizeof shapes / sizeof shapes[0], EVENTS = 1 << 18 };
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

// From one to three radii away, along paths of up to four radii with turns of up to 150 degrees.
static cdFirstContactInput pickStep(Random *random) {
    const cdMesh *a = meshes[nextRandomInt(random, 0, SHAPE_COUNT - 1)],
                 *b = meshes[nextRandomInt(random, 0, SHAPE_COUNT - 1)];
    double size = cdGetMeshInfo(a).radius + cdGetMeshInfo(b).radius;
    cdVec3 from = cdScale(nextRandomIn(random, 0.5, 1.5) * size, nextRandomDirection(random));
    cdVec3 path = cdScale(nextRandomIn(random, 0.0, 2.0) * size, nextRandomDirection(random));
    if (nextRandomInt(random, 0, 1)) path = cdScale(-1.2, from); // through B
    cdQuat start = cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, PI));
    cdQuat turn = cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, 2.6));
    cdPose target = {cdAdd(from, path), cdMulQuat(turn, start)};
    return makeStep(a, (cdPose){from, start}, target, b, poseAt(0.0, 0.0, 0.0));
}

static void checkSame(const cdFirstContact *result, const cdFirstContact *expected) {
    assert_int_equal(result->state, expected->state);
    assert_memory_equal(&result->t, &expected->t, sizeof result->t);
    assert_memory_equal(&result->resolvedPose, &expected->resolvedPose, sizeof result->resolvedPose);
    assert_int_equal(result->kind, expected->kind);
    assert_int_equal(result->featureA.index, expected->featureA.index);
    assert_int_equal(result->featureB.index, expected->featureB.index);
}

// Results are the same bits with short spans alone, and whatever a cache guesses. Red: a span that is given
// up counts as free, a contact known from a cache ends a search in a long span, a guess without bounds.
static void testSameResults(void **state) {
    (void)state;
    static const double guesses[] = {1e-300, 0.01, 0.1, 1.0, 100.0, 1e300, INFINITY, NAN, -1.0};
    Random random = {5};
    int contacts = 0, fewer = 0, steps = 400;
    for (int i = 0; i < steps; i++) {
        cdFirstContactInput input = pickStep(&random);
        input.disabled = CD_DISABLE_LONG_SPANS;
        cdFirstContact expected = cdFindFirstContact(&input, NULL, workspace, NULL);
        input.disabled = 0;
        cdFirstContact result = cdFindFirstContact(&input, NULL, workspace, NULL);
        checkSame(&result, &expected);
        contacts += result.state == CD_CONTACT;
        fewer += result.stats.sphereTests < expected.stats.sphereTests;
        cdPairCache cache = {0};
        for (size_t k = 0; k < sizeof guesses / sizeof guesses[0]; k++) {
            cache.opened = guesses[k];
            result = cdFindFirstContact(&input, &cache, workspace, NULL);
            checkSame(&result, &expected);
        }
    }
    if (!(contacts > steps / 4 && fewer > steps / 8)) fail_msg("%d contacts, %d with fewer", contacts, fewer);
}

// Spans follow one another without a gap, up to the contact; where the meshes are apart some are long.
// Elements are tested in short ones alone. Red: the rest of a span that was given up is left out.
static void testSpansCoverTheStep(void **state) {
    (void)state;
    cdTrace trace = {.events = calloc(EVENTS, sizeof(cdTraceEvent)), .eventCapacity = EVENTS};
    assert_non_null(trace.events);
    Random random = {6};
    int longSpans = 0, shorter = 0, searched = 0;
    for (int i = 0; i < 60; i++) {
        cdFirstContactInput input = pickStep(&random);
        input.disabled = CD_DISABLE_PROXY;
        trace.eventCount = 0;
        cdFirstContact result = cdFindFirstContact(&input, NULL, workspace, &trace);
        assert_false(trace.truncated);
        const cdTraceEvent *span = NULL;
        double shortest = INFINITY, longest = 0.0;
        for (int32_t k = 0; k < trace.eventCount; k++) {
            const cdTraceEvent *event = &trace.events[k];
            if (event->kind == CD_TRACE_FACES_MEET) shortest = cdMin(shortest, span->t.hi - span->t.lo);
            if (event->kind != CD_TRACE_SPAN) continue;
            if (span != NULL && event->how == CD_HOW_SHORTER)
                assert_true(event->t.lo == span->t.lo && event->t.hi < span->t.hi);
            else if (span != NULL && event->screw == span->screw)
                assert_true(event->t.lo >= span->t.hi - 1e-12);
            shorter += event->how == CD_HOW_SHORTER;
            longest = cdMax(longest, event->t.hi - event->t.lo);
            span = event;
        }
        if (span == NULL) continue;
        searched++;
        longSpans += longest > 3.0 * shortest;
        if (result.state == CD_CONTACT) assert_true(span->t.lo <= result.t.hi && span->t.hi >= result.t.lo);
    }
    free(trace.events);
    if (!(searched > 30 && longSpans > 10 && shorter > 10))
        fail_msg("%d searched, %d with long spans, %d shorter", searched, longSpans, shorter);
}

// A cache remembers how far apart the meshes were, so that the next step needs fewer spans. Red: the guess is
// not kept, or not used.
static void testCacheRemembers(void **state) {
    (void)state;
    cdMesh *teapot = meshes[3];
    double size = cdGetMeshInfo(teapot).radius;
    int64_t tests[2] = {0, 0};
    for (int kept = 0; kept < 2; kept++) {
        cdPairCache cache = {0};
        for (int i = 0; i < 40; i++) {
            cdPose from = turnedPose(0.0, 1.45 * size, 0.0, cdMakeVec3(0, 1, 0), 0.1 * i);
            cdPose to = turnedPose(0.0, 1.45 * size, 0.0, cdMakeVec3(0, 1, 0), 0.1 * (i + 1));
            cdFirstContactInput input = makeStep(teapot, from, to, teapot, poseAt(0.0, 0.0, 0.0));
            input.disabled = CD_DISABLE_PROXY;
            if (!kept) cache.opened = 0.0;
            tests[kept] += cdFindFirstContact(&input, &cache, workspace, NULL).stats.sphereTests;
        }
    }
    if (!(tests[0] > 0 && 10 * tests[1] < 9 * tests[0])) fail_msg("%d, %d", (int)tests[0], (int)tests[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testSameResults),
        cmocka_unit_test(testSpansCoverTheStep),
        cmocka_unit_test(testCacheRemembers),
    };
    return cmocka_run_group_tests(tests, makeMeshes, freeMeshes);
}

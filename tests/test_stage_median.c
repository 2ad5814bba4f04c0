// Medians over the last queries.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "stage_fixture.h"

// More queries than are kept, with growing times and counts: the medians are those of the kept ones, each of
// its own counter. Red: a median of the whole ring before it is full, a counter read at a wrong index.
static void testMedians(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    size_t spheres = offsetof(cdQueryStats, sphereTests), last = offsetof(cdQueryStats, obstacleTests);
    assert_true(GetMedianMicroseconds(stage) == 0.0);
    assert_true(GetMedianCount(stage, spheres) == 0);
    for (int i = 0; i < STAGE_MEDIAN_COUNT + 10; ++i) {
        apply(stage, MakeMove(0, poseAt(5.0 + 0.01 * i, 0.0, 0.0)));
        int at = i % STAGE_MEDIAN_COUNT;
        assert_true(stage->recent.stats[at].obstacleTests == stage->query.contact.stats.obstacleTests);
        stage->recent.stats[at].sphereTests = 1000 - 3 * i;
        stage->recent.stats[at].obstacleTests = i;
        stage->recent.microseconds[at] = i;
        if (i == 4) {
            assert_true(GetMedianMicroseconds(stage) == 2.0);
            assert_true(GetMedianCount(stage, spheres) == 994);
        }
    }
    assert_true(GetMedianMicroseconds(stage) == 42.0);
    assert_true(GetMedianCount(stage, last) == 42);
    assert_true(GetMedianCount(stage, spheres) == 1000 - 3 * 41);
    freeStage(stage);
}

// Each method has its own medians: they begin again when it changes. Red: medians of continuous queries
// beside the last discrete one.
static void testMethodsHaveTheirOwn(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    size_t tests = offsetof(cdQueryStats, obstacleTests);
    for (int i = 0; i < STAGE_MEDIAN_COUNT + 3; ++i)
        apply(stage, MakeMove(0, poseAt(5.0 + 0.01 * i, 0.0, 0.0)));
    apply(stage, MakeSetMode(SCENE_DISCRETE));
    assert_true(GetMedianCount(stage, tests) == 0 && GetMedianMicroseconds(stage) == 0.0);
    for (int i = 0; i < 3; ++i) {
        int at = stage->recent.count % STAGE_MEDIAN_COUNT;
        apply(stage, MakeMove(0, poseAt(5.0 + 0.01 * i, 0.0, 0.0)));
        stage->recent.stats[at].obstacleTests = 700 + i;
        stage->recent.microseconds[at] = 900 + i;
    }
    apply(stage, MakeSetMode(SCENE_DISCRETE));
    assert_true(GetMedianCount(stage, tests) == 701 && GetMedianMicroseconds(stage) == 901.0);
    freeStage(stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testMedians),
                                       cmocka_unit_test(testMethodsHaveTheirOwn)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testMedians)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// The random contract of boxes, short form: 10,500 seeded motions, matrices and screws, every guarantee
// judged by the brute-force oracle; and repeated bit for bit.
//
// `firstcontact bench soak` is the long form; repeat a failed motion by its seed and number.
#include "cases.h"
#include "oracle/boxes_soak.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

// All families at scales 1e-4 to 1e4, near the origin and far from it. Red: a missed contact, one reported
// where the distance exceeds the tolerance, a time off by 1e-9, an overlap at the start taken for a touch or
// the reverse, a normal that does not separate the boxes, features that do not touch.
static void testRandomMotions(void **state) {
    (void)state;
    BoxesTally tally = RunBoxesSoak(1, 0, countCases(2600), NULL, stderr);
    assert_int_equal(tally.verdicts[VERDICT_MISSED], 0);
    assert_int_equal(tally.verdicts[VERDICT_FALSE], 0);
    assert_int_equal(tally.verdicts[VERDICT_LATE], 0);
    assert_int_equal(tally.verdicts[VERDICT_UNDECIDED], 0);
    assert_true(tally.worstTime <= 1e-9);
    assert_true(tally.deepest <= 1e-7);
    // Otherwise the motions would test nothing.
    assert_true(tally.sharp > tally.motions / 3 && tally.grazes > tally.motions / 100);
    assert_true(tally.starts[BOXES_OVERLAPPING] > tally.motions / 10);
    assert_true(tally.nearPasses * 1000 <= tally.sharp);
}

// Motions that once failed, one "seed number" a line: tests/data/soak_boxes.txt.
static void testMotionsThatOnceFailed(void **state) {
    (void)state;
    FILE *file = fopen(FC_TEST_DATA "/soak_boxes.txt", "r");
    assert_non_null(file);
    unsigned long long seed, number;
    char line[200];
    int count = 0;
    for (; fgets(line, sizeof line, file);) {
        if (line[0] == '#' || sscanf(line, "%llu %llu", &seed, &number) != 2) continue;
        BoxesTally tally = RunBoxesSoak(seed, number, 1, NULL, stderr);
        assert_int_equal(tally.verdicts[VERDICT_RIGHT] + tally.verdicts[VERDICT_WITHIN_TOLERANCE], 1);
        count++;
    }
    fclose(file);
    assert_true(count > 0);
}

static void checkSameContact(const cdBoxContact *a, const cdBoxContact *b) {
    assert_int_equal(a->state, b->state);
    assert_memory_equal(&a->t, &b->t, sizeof a->t);
    assert_memory_equal(&a->pair, &b->pair, sizeof a->pair);
    assert_memory_equal(&a->point, &b->point, sizeof a->point);
    assert_memory_equal(&a->normal, &b->normal, sizeof a->normal);
    assert_memory_equal(&a->tolerance, &b->tolerance, sizeof a->tolerance);
    assert_int_equal(a->partCount, b->partCount);
    assert_int_equal(a->planeCount, b->planeCount);
}

// Each motion twice, with all others in between. Red: state that a query leaves behind, or reads
// uninitialized.
static void testAnswersRepeat(void **state) {
    (void)state;
    enum { MAX = 1400 };
    static cdBoxContact first[MAX];
    int count = chooseSize(350, MAX);
    RandomBoxes boxes;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < count; i++) {
            int k = pass == 0 ? i : count - 1 - i;
            MakeRandomBoxes(3, (uint64_t)k, &boxes);
            cdBoxContact contact = cdFindBoxContact(&boxes.input, NULL);
            if (pass == 0)
                first[k] = contact;
            else
                checkSameContact(&first[k], &contact);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testRandomMotions),
        cmocka_unit_test(testMotionsThatOnceFailed),
        cmocka_unit_test(testAnswersRepeat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

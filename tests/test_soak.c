// The random contract, short form: 1,250 seeded steps between all small shapes, and hundreds that continue
// where those stopped; every guarantee judged.
//
// The long forms are FC_CASES=10 and `firstcontact bench soak`; repeat a failed step by its seed and number.
#include "cases.h"
#include "oracle/soak.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static StepMeshes meshes;

static int makeMeshes(void **state) {
    (void)state;
    return MakeStepMeshes(&meshes) ? 0 : -1;
}

static int freeMeshes(void **state) {
    (void)state;
    FreeStepMeshes(&meshes);
    return 0;
}

static void checkTally(const SoakTally *tally) {
    assert_int_equal(tally->verdicts[VERDICT_MISSED], 0);
    assert_int_equal(tally->verdicts[VERDICT_FALSE], 0);
    assert_int_equal(tally->verdicts[VERDICT_LATE], 0);
    assert_int_equal(tally->verdicts[VERDICT_UNDECIDED], 0);
    assert_true(tally->worstTime <= 1e-9);
    assert_true(tally->sharp > tally->steps / 5); // otherwise the steps would test nothing
    assert_true(tally->nearPasses * 1000 <= tally->sharp);
}

// All kinds of motion at scales 1e-4 to 1e4 and offsets of 1e4. Red: any missed or false contact, any t off
// by 1e-9, any resolved pose that overlaps.
static void testRandomSteps(void **state) {
    (void)state;
    SoakTally tally = RunSoak(&meshes, 1, 0, countCases(300), false, stderr);
    checkTally(&tally);
}

// The same with each acceleration disabled: answers must not change in a single bit.
static void testSwitchesChangeNothing(void **state) {
    (void)state;
    SoakTally tally = RunSoak(&meshes, 2, 0, countCases(70), true, stderr);
    checkTally(&tally);
    assert_int_equal(tally.switchDifferences, 0);
}

// Steps that once failed, one "seed number" a line: tests/data/soak_steps.txt.
static void testStepsThatOnceFailed(void **state) {
    (void)state;
    FILE *file = fopen(FC_TEST_DATA "/soak_steps.txt", "r");
    assert_non_null(file);
    unsigned long long seed, number;
    char line[200];
    int count = 0;
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#' || sscanf(line, "%llu %llu", &seed, &number) != 2) continue;
        SoakTally tally = RunSoak(&meshes, seed, number, 1, true, stderr);
        assert_int_equal(tally.verdicts[VERDICT_RIGHT] + tally.verdicts[VERDICT_WITHIN_TOLERANCE],
                         tally.steps);
        assert_int_equal(tally.switchDifferences, 0);
        count++;
    }
    fclose(file);
    assert_true(count > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testRandomSteps),
        cmocka_unit_test(testSwitchesChangeNothing),
        cmocka_unit_test(testStepsThatOnceFailed),
    };
    return cmocka_run_group_tests(tests, makeMeshes, freeMeshes);
}

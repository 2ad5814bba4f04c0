// The judges of the benchmarks: they accept right answers and report each kind of wrong one.
#include "bench/certify.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>

enum { STEP_COUNT = 48 };

static const JudgeLimits everything = {STEP_COUNT, STEP_COUNT};

typedef struct Drag {
    BenchInput input;
    BenchPair pair;
    PeerSteps run;
    int64_t first; // a contact
} Drag;

static bool loadShape(const char *mesh, TriangleSoup *soup, char *message, size_t messageSize) {
    return MakeShape(mesh, soup, message, messageSize);
}

static void showNothing(int64_t done, int64_t total, void *context) {
    (void)done, (void)total, (void)context;
}

// A small sphere dragged over another.
static void openDrag(Drag *drag) {
    static const char *const sphere = "icosphere:level=2";
    BenchReport *report = calloc(1, sizeof *report);
    assert_non_null(report);
    *drag =
        (Drag){.input = {.steps = STEP_COUNT, .seed = 1, .loadMesh = loadShape, .showProgress = showNothing}};
    assert_true(MakeBenchPair(&drag->input, sphere, sphere, 0.0, &drag->pair, report));
    free(report);
    drag->run = MakePeerSteps("drag", STEP_COUNT);
    MakeDragPath(&drag->pair, 1, 1.0, STEP_COUNT, drag->run.steps);
    TimeSteps(&drag->pair, &drag->run, true);
    while (drag->first < STEP_COUNT && drag->run.results[drag->first].state != CD_CONTACT)
        drag->first++;
    assert_true(drag->first < STEP_COUNT);
}

static void closeDrag(Drag *drag) {
    FreePeerSteps(&drag->run);
    FreeBenchPair(&drag->pair);
}

static Certificate judge(const Drag *drag) {
    return JudgeSteps(&drag->input, &drag->pair, &drag->run, everything);
}

// Red: a judge that judges nothing, or calls right answers wrong.
static void testRightAnswersPass(void **state) {
    (void)state;
    Drag drag;
    openDrag(&drag);
    Certificate found = judge(&drag);
    assert_true(found.contacts > 4 && found.contacts < STEP_COUNT);
    assert_true(found.compared == STEP_COUNT && found.samples > STEP_COUNT);
    assert_true(found.broken == 0 && found.crossing == 0 && found.missed == 0 && found.wrong == 0);
    assert_int_equal(found.open, 0);
    closeDrag(&drag);
}

// A contact called late, early, or not at all; another element named. Red: a judge that misses one of these.
static void testWrongContactsAreFound(void **state) {
    (void)state;
    Drag drag;
    openDrag(&drag);
    cdFirstContact *result = &drag.run.results[drag.first], right = *result;
    result->t.lo += 1e-6, result->t.hi += 1e-6;
    assert_true(judge(&drag).missed > 0);
    *result = right;
    result->t.lo -= 1e-6, result->t.hi -= 1e-6;
    assert_true(judge(&drag).wrong > 0);
    *result = right;
    result->state = CD_FREE;
    assert_true(judge(&drag).missed > 0);
    *result = right;
    result->featureA = (cdFeature){.kind = CD_FEATURE_VERTEX, .index = right.featureA.index == 0};
    assert_int_equal(judge(&drag).broken, 1);
    *result = right;
    result->state = CD_UNDECIDED;
    assert_int_equal(judge(&drag).open, 1);
    closeDrag(&drag);
}

// A resolved pose beyond the contact, and an overlap that only the timed test saw. Red: a judge that does not
// count them.
static void testOverlapsAreFound(void **state) {
    (void)state;
    Drag drag;
    openDrag(&drag);
    cdFirstContact *result = &drag.run.results[drag.first], right = *result;
    result->resolvedPose = drag.run.steps[drag.first].target;
    assert_true(judge(&drag).crossing > 0);
    *result = right;
    drag.run.overlapping = 1;
    assert_int_equal(judge(&drag).crossing, 1);
    closeDrag(&drag);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testRightAnswersPass),
        cmocka_unit_test(testWrongContactsAreFound),
        cmocka_unit_test(testOverlapsAreFound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

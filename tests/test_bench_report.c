// A benchmark fails when a requirement is broken, and never because of a time target.
#include "bench/report.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

static BenchReport *makeReport(void) {
    BenchReport *report = calloc(1, sizeof *report);
    assert_non_null(report);
    AddTarget(report, "median", 5.0, REPORT_AT_MOST, 1.0, "us");
    AddRequirement(report, "missed", 0.0, REPORT_AT_MOST, 0.0, "queries");
    AddRequirement(report, "found", 3.0, REPORT_AT_LEAST, 3.0, "queries");
    AddRequirement(report, "growth", 0.5, REPORT_BELOW, 1.0, "of the energy");
    return report;
}

// Red: a missed time target fails the run.
static void testTargetsOfTimeDoNotFail(void **state) {
    (void)state;
    BenchReport *report = makeReport();
    assert_true(AreRequirementsMet(report));
    free(report);
}

// Each relation broken by itself, and by NaN. Red: a requirement that passes with NaN.
static void testBrokenRequirementsFail(void **state) {
    (void)state;
    const double values[] = {1.0, NAN};
    for (int k = 0; k < 2; k++) {
        for (int relation = REPORT_AT_MOST; relation <= REPORT_AT_LEAST; relation++) {
            BenchReport *report = makeReport();
            double limit = relation == REPORT_AT_MOST ? 0.0 : relation == REPORT_BELOW ? 1.0 : 2.0;
            AddRequirement(report, "broken", values[k], (ReportRelation)relation, limit, "queries");
            AddRequirement(report, "met", 0.0, REPORT_AT_MOST, 0.0, "queries");
            assert_false(AreRequirementsMet(report));
            free(report);
        }
    }
}

// More entries than fit. Red: an entry written beyond the end, or dropped silently.
static void testFullReportFails(void **state) {
    (void)state;
    BenchReport *report = makeReport();
    while (report->targetCount < REPORT_TARGET_MAX)
        AddRequirement(report, "met", 0.0, REPORT_AT_MOST, 0.0, "queries");
    assert_true(AreRequirementsMet(report));
    AddRequirement(report, "broken", 1.0, REPORT_AT_MOST, 0.0, "queries");
    assert_int_equal(report->targetCount, REPORT_TARGET_MAX);
    assert_false(AreRequirementsMet(report));
    free(report);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testTargetsOfTimeDoNotFail),
        cmocka_unit_test(testBrokenRequirementsFail),
        cmocka_unit_test(testFullReportFails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

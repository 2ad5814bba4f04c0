// First contact of two triangles at a distance: against samples of the distance, and in closed form.
#include "continuous/offset_contact.h"
#include "oracle/judge_offset.h"
#include "oracle/random_offset.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

static int getCaseFactor(void) {
    const char *text = getenv("FC_CASES");
    int factor = text ? atoi(text) : 1;
    return factor > 0 ? factor : 1;
}

typedef struct Counts {
    int64_t cases, contacts, starts, undecided, open, steps, mostSteps, rejected;
} Counts;

static void printCase(const OffsetCase *c, const cdOffsetContact *found) {
    const cdScrew *s = &c->screw;
    print_message(
        "family %d d %.17g tau [%.17g, %.17g] state %d lo %.17g steps %d distance %.17g tolerance %.3g\n",
        c->family, c->pair.distance, c->tau0, c->tau1, (int)found->state, found->tau.lo, found->steps,
        found->distance, found->tolerance);
    for (int k = 0; k < 3; k++)
        print_message("  a {%.17g, %.17g, %.17g} b {%.17g, %.17g, %.17g}\n", c->pair.a[k].x, c->pair.a[k].y,
                      c->pair.a[k].z, c->pair.b[k].x, c->pair.b[k].y, c->pair.b[k].z);
    print_message("  g {%.17g, %.17g, %.17g} bc {%.17g, %.17g, %.17g} u {%.17g, %.17g, %.17g} s %.17g\n",
                  s->g.x, s->g.y, s->g.z, s->bc.x, s->bc.y, s->bc.z, s->u.x, s->u.y, s->u.z, s->s);
}

static void judgeCase(const OffsetCase *c, Counts *counts) {
    cdOffsetContact found = cdFindOffsetContact(&c->pair, c->tau0, c->tau1, NULL);
    OffsetVerdict verdict = JudgeOffset(&c->pair, c->tau0, c->tau1, &found);
    cdOffsetPath path = cdBoundOffsetPath(&c->screw, c->pair.a, c->tau0, c->tau1);
    bool apart = cdIsPathApart(&path, c->pair.b, c->pair.distance + found.tolerance);
    if (apart && found.state != CD_FREE) verdict.fault = "rejected, but not free";
    counts->cases++;
    counts->contacts += found.state == CD_CONTACT;
    counts->starts += found.state == CD_CONTACT && found.tau.lo == c->tau0;
    counts->undecided += found.state == CD_UNDECIDED;
    counts->open += !verdict.certified;
    counts->rejected += apart;
    counts->steps += found.steps;
    if (found.steps > counts->mostSteps) counts->mostSteps = found.steps;
    if (verdict.fault) {
        printCase(c, &found);
        fail_msg("%s at %.17Lg: %.17Lg", verdict.fault, verdict.tau, verdict.distance);
    }
    if (found.state == CD_UNDECIDED && getenv("FC_SHOW")) printCase(c, &found);
}

// A certificate that holds for too long is a missed contact; a tolerance that is not kept, a false one.
static void testRandomPairs(void **state) {
    (void)state;
    Random random = {20260118};
    Counts total = {0};
    for (int family = 0; family < OFFSET_FAMILIES; family++) {
        Counts counts = {0};
        for (int i = 0; i < 22000 * getCaseFactor(); i++) {
            OffsetCase c;
            PickOffsetCase(&random, family, &c);
            judgeCase(&c, &counts);
        }
        print_message(
            "family %d: %lld cases, %lld contacts, %lld at the start, %lld undecided, %lld open, %lld "
            "rejected, %.2f steps, at most %lld\n",
            family, (long long)counts.cases, (long long)counts.contacts, (long long)counts.starts,
            (long long)counts.undecided, (long long)counts.open, (long long)counts.rejected,
            (double)counts.steps / (double)counts.cases, (long long)counts.mostSteps);
        total.undecided += counts.undecided;
        total.cases += counts.cases;
    }
    assert_true(total.undecided * 100000 <= total.cases);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testRandomPairs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

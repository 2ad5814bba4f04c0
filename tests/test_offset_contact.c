// First contact of two triangles at a distance: against samples of the distance, and in closed form.
#include "cases.h"
#include "continuous/offset/offset_contact.h"
#include "foundation/geometry/screw.h"
#include "oracle/judge_offset.h"
#include "oracle/random_offset.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

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

// Red: a certificate that holds for too long gives a missed contact; an exceeded tolerance, a false one.
static void testRandomPairs(void **state) {
    (void)state;
    Random random = {20260118};
    Counts total = {0};
    for (int family = 0; family < OFFSET_FAMILIES; family++) {
        Counts counts = {0};
        int count =
            countCases(family == 4 || family == 5 ? 2000 : 6000); // grazing ones are expensive to judge
        for (int i = 0; i < count; i++) {
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

// --- closed form

static cdScrew translate(double x, double y, double z) {
    return (cdScrew){.bc = {0.5 * x, 0.5 * y, 0.5 * z}};
}

// A right angle at the origin, in the plane z = 0.
static const cdVec3 FACE[3] = {{0.0, 0.0, 0.0}, {4.0, 0.0, 0.0}, {0.0, 4.0, 0.0}};

static cdOffsetPair makePair(const cdScrew *screw, const cdVec3 a[3], const cdVec3 b[3], double distance) {
    cdOffsetPair pair = {.screw = screw, .distance = distance};
    for (int k = 0; k < 3; k++) {
        pair.a[k] = a[k];
        pair.b[k] = b[k];
    }
    return pair;
}

static cdOffsetContact findPointContact(const cdScrew *screw, cdVec3 point, double radius) {
    cdVec3 a[3] = {point, point, point};
    cdOffsetPair pair = makePair(screw, a, FACE, radius);
    return cdFindOffsetContact(&pair, 0.0, 1.0, NULL);
}

static void checkContact(const cdOffsetContact *found, double tau, cdFeatureKind kindA, cdFeatureKind kindB) {
    assert_int_equal(found->state, CD_CONTACT);
    if (fabs(found->tau.lo - tau) > 1e-11) fail_msg("tau %.17g instead of %.17g", found->tau.lo, tau);
    assert_true(found->tau.hi == found->tau.lo);
    assert_int_equal(found->featureA.kind, kindA);
    assert_int_equal(found->featureB.kind, kindB);
}

static void checkVec3(cdVec3 v, double x, double y, double z) {
    if (cdMaxAbs(cdSub(v, cdMakeVec3(x, y, z))) > 1e-11)
        fail_msg("(%.17g, %.17g, %.17g) instead of (%.17g, %.17g, %.17g)", v.x, v.y, v.z, x, y, z);
}

// A sphere falls on the face, past an edge and past a corner: plane, cylinder and ball.
static void testSphere(void **state) {
    (void)state;
    cdScrew fall = translate(0.0, 0.0, -4.0);
    cdOffsetContact found = findPointContact(&fall, cdMakeVec3(1.0, 1.0, 2.0), 0.5);
    checkContact(&found, 1.5 / 4.0, CD_FEATURE_VERTEX, CD_FEATURE_FACE);
    assert_int_equal(found.kind, CD_VERTEX_FACE);
    checkVec3(found.pointA, 1.0, 1.0, 0.5);
    checkVec3(found.pointB, 1.0, 1.0, 0.0);
    checkVec3(found.normal, 0.0, 0.0, 1.0);

    found = findPointContact(&fall, cdMakeVec3(1.0, -0.3, 2.0), 0.5);
    checkContact(&found, 1.6 / 4.0, CD_FEATURE_VERTEX, CD_FEATURE_EDGE);
    assert_int_equal(found.featureB.corners[0] + found.featureB.corners[1], 0 + 1);
    checkVec3(found.normal, 0.0, -0.6, 0.8);

    found = findPointContact(&fall, cdMakeVec3(-0.4, -0.2, 2.0), 0.6);
    checkContact(&found, 1.6 / 4.0, CD_FEATURE_VERTEX, CD_FEATURE_VERTEX);
    assert_int_equal(found.featureB.corners[0], 0);
    checkVec3(found.pointB, 0.0, 0.0, 0.0);
}

// It passes the edge at almost its radius: a double zero that is hit, or not.
static void testGrazing(void **state) {
    (void)state;
    cdScrew fall = translate(0.0, 0.0, -4.0);
    cdOffsetContact found = findPointContact(&fall, cdMakeVec3(1.0, -0.5, 2.0), 0.5);
    assert_int_equal(found.state, CD_CONTACT);
    assert_true(fabs(found.tau.lo - 0.5) < 1e-6);
    found = findPointContact(&fall, cdMakeVec3(1.0, -0.5 - 1e-10, 2.0), 0.5);
    assert_int_equal(found.state, CD_FREE);
    found = findPointContact(&fall, cdMakeVec3(1.0, -0.5 + 1e-10, 2.0), 0.5);
    assert_int_equal(found.state, CD_CONTACT);
    // The distance changes by z / d times the motion.
    assert_true(fabs(4.0 * (found.tau.lo - 0.5) + 1e-5) < 2.0 * found.tolerance * 0.5 / 1e-5);
}

// A capsule rotates about its own end towards a sphere at the angle phi: sin(phi) = radius / distance.
static void testTurningCapsule(void **state) {
    (void)state;
    cdScrew quarter = {.g = {0.0, 0.0, 1.0}, .u = {0.0, 0.0, 1.0}, .k2 = 1.0, .omega = acos(0.0)};
    cdVec3 rod[3] = {{0.0, 0.0, 0.0}, {5.0, 0.0, 0.0}, {5.0, 0.0, 0.0}};
    cdVec3 ball[3] = {{0.0, 3.0, 0.0}, {0.0, 3.0, 0.0}, {0.0, 3.0, 0.0}};
    cdOffsetPair pair = makePair(&quarter, rod, ball, 0.3);
    cdOffsetContact found = cdFindOffsetContact(&pair, 0.0, 1.0, NULL);
    checkContact(&found, tan(0.5 * (acos(0.0) - asin(0.1))), CD_FEATURE_EDGE, CD_FEATURE_VERTEX);
    assert_int_equal(found.kind, CD_FACE_VERTEX);
    assert_int_equal(found.featureA.corners[0] + found.featureA.corners[1], 0 + 1);
}

// Parallel capsules, and perpendicular crossing ones.
static void testTwoCapsules(void **state) {
    (void)state;
    cdScrew fall = translate(0.0, 0.0, -4.0);
    cdVec3 high[3] = {{-1.0, 0.0, 2.0}, {1.0, 0.0, 2.0}, {1.0, 0.0, 2.0}};
    cdVec3 same[3] = {{-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}};
    cdVec3 across[3] = {{0.3, -1.0, 0.0}, {0.3, 1.0, 0.0}, {0.3, 1.0, 0.0}};
    cdOffsetPair pair = makePair(&fall, high, same, 0.25);
    cdOffsetContact found = cdFindOffsetContact(&pair, 0.0, 1.0, NULL);
    assert_int_equal(found.state, CD_CONTACT);
    assert_true(fabs(found.tau.lo - 1.75 / 4.0) < 1e-12);
    pair = makePair(&fall, high, across, 0.25);
    found = cdFindOffsetContact(&pair, 0.0, 1.0, NULL);
    checkContact(&found, 1.75 / 4.0, CD_FEATURE_EDGE, CD_FEATURE_EDGE);
    assert_int_equal(found.kind, CD_EDGE_EDGE);
    checkVec3(found.pointA, 0.3, 0.0, 0.25);
}

// Shaft in bore: an edge along the axis and one that rotates about it keep their distance for a whole step.
static void testTurningAtConstantDistance(void **state) {
    (void)state;
    cdScrew quarter = {.g = {0.0, 0.0, 1.0}, .u = {0.0, 0.0, 1.0}, .k2 = 1.0, .omega = acos(0.0), .s = 7.0};
    cdVec3 axis[3] = {{0.0, 0.0, -9.0}, {0.0, 0.0, 9.0}, {0.0, 0.0, 9.0}};
    cdVec3 edge[3] = {{2.0, 1.0, -1.0}, {2.0, 1.0, 1.0}, {2.0, 1.0, 1.0}};
    for (int i = 1; i <= 12; i++) {
        double below = pow(10.0, -i);
        cdOffsetPair pair = makePair(&quarter, edge, axis, sqrt(5.0) * (1.0 - below));
        cdOffsetContact found = cdFindOffsetContact(&pair, 0.0, 1.0, NULL);
        // Closer to the tolerance it may be undecided.
        if (i <= 10) assert_int_equal(found.state, CD_FREE);
        if (i <= 10) assert_true(found.steps < 10);
        pair.distance = sqrt(5.0) * (1.0 + below);
        found = cdFindOffsetContact(&pair, 0.0, 1.0, NULL);
        assert_int_equal(found.state, CD_CONTACT);
        assert_true(found.tau.hi == 0.0);
    }
}

// A triangle that slides over another one slightly above d, over a long distance: one direction suffices.
static void testSlidingAbove(void **state) {
    (void)state;
    cdScrew slide = translate(3e3, 1.0, 0.0);
    cdVec3 above[3] = {{-2e3, 0.0, 0.5}, {-2e3, 3.0, 0.5}, {-1e3, 0.0, 0.5}};
    cdOffsetPair pair = makePair(&slide, above, FACE, 0.5 - 1e-8);
    cdOffsetContact found = cdFindOffsetContact(&pair, 0.0, 1.0, NULL);
    assert_int_equal(found.state, CD_FREE);
    assert_true(found.steps < 10);
    pair.distance = 0.5;
    found = cdFindOffsetContact(&pair, 0.0, 1.0, NULL);
    assert_int_equal(found.state, CD_CONTACT);
}

// Triangles that cross far from all their edges: no vertex and no edge is near, yet they touch.
static void testCrossingAtStart(void **state) {
    (void)state;
    cdScrew fall = translate(0.0, 0.0, -4.0);
    cdVec3 through[3] = {{1.0, 1.0, -9.0}, {1.0, 1.0, 9.0}, {1.1, 1.0, 9.0}};
    cdOffsetPair pair = makePair(&fall, through, FACE, 1e-3);
    cdOffsetContact found = cdFindOffsetContact(&pair, 0.0, 1.0, NULL);
    assert_int_equal(found.state, CD_CONTACT);
    assert_true(found.tau.lo == 0.0 && found.tau.hi == 0.0 && found.distance == 0.0);
    checkVec3(found.normal, 0.0, 0.0, 0.0);
}

// d = 0: the triangles touch, to the tolerance.
static void testNoDistance(void **state) {
    (void)state;
    cdScrew fall = translate(0.0, 0.0, -4.0);
    cdOffsetContact found = findPointContact(&fall, cdMakeVec3(1.0, 1.0, 2.0), 0.0);
    checkContact(&found, 0.5, CD_FEATURE_VERTEX, CD_FEATURE_FACE);
    checkVec3(found.normal, 0.0, 0.0, 1.0);
    cdScrew still = {.s = 0.0};
    assert_int_equal(findPointContact(&still, cdMakeVec3(1.0, 1.0, 2.0), 1.9).state, CD_FREE);
    assert_int_equal(findPointContact(&still, cdMakeVec3(1.0, 1.0, 2.0), 2.1).state, CD_CONTACT);
}

// --- contract

static bool isSameBits(const cdOffsetContact *x, const cdOffsetContact *y) {
    return x->state == y->state && x->tau.lo == y->tau.lo && x->tau.hi == y->tau.hi && x->kind == y->kind &&
           x->steps == y->steps && x->distance == y->distance;
}

// A search shortens the range as it proceeds: that must not change a contact.
static void testEndOfRange(void **state) {
    (void)state;
    Random random = {7};
    int contacts = 0;
    for (int i = 0; i < countCases(2500); i++) {
        OffsetCase c;
        PickOffsetCase(&random, i % OFFSET_FAMILIES, &c);
        cdOffsetContact whole = cdFindOffsetContact(&c.pair, c.tau0, 1.0, NULL);
        double tau1 = nextRandomIn(&random, c.tau0, 1.0);
        if (i % 3 == 0 && whole.state == CD_CONTACT) tau1 = whole.tau.hi;
        cdOffsetContact part = cdFindOffsetContact(&c.pair, c.tau0, tau1, NULL);
        bool reached = whole.state == CD_CONTACT && whole.tau.lo <= tau1;
        contacts += reached;
        if (reached && part.state == CD_CONTACT) assert_true(isSameBits(&whole, &part));
        // A step that ends the range exactly ends the search, though the contact is there.
        if (reached && tau1 > whole.tau.hi) assert_int_equal(part.state, CD_CONTACT);
        if (!reached) assert_int_equal(part.state, CD_FREE);
    }
    assert_true(contacts > 375);
}

// Relative to A, B moves by the inverse screw.
static void testSwapped(void **state) {
    (void)state;
    Random random = {8};
    for (int i = 0; i < countCases(2000); i++) {
        OffsetCase c;
        PickOffsetCase(&random, i % 4, &c);
        cdScrew inverse = cdInvertScrew(&c.screw);
        cdOffsetPair swapped = makePair(&inverse, c.pair.b, c.pair.a, c.pair.distance);
        cdOffsetContact found = cdFindOffsetContact(&c.pair, c.tau0, c.tau1, NULL);
        cdOffsetContact other = cdFindOffsetContact(&swapped, c.tau0, c.tau1, NULL);
        if (found.state == other.state &&
            (found.state == CD_FREE || fabs(found.tau.lo - other.tau.lo) < 1e-9))
            continue;
        // Each is a contact within its own tolerance; where one misses, the other has a valid one.
        const cdOffsetContact *early =
            found.state == CD_CONTACT && (other.state != CD_CONTACT || found.tau.lo < other.tau.lo) ? &found
                                                                                                    : &other;
        if (fabs(early->distance - c.pair.distance) > 2.0 * early->tolerance && early->tau.lo > c.tau0)
            fail_msg("case %d", i);
    }
}

static void testLimits(void **state) {
    (void)state;
    cdScrew fall = translate(0.0, 0.0, -4.0);
    cdVec3 point[3] = {{1.0, -0.3, 2.0}, {1.0, -0.3, 2.0}, {1.0, -0.3, 2.0}};
    cdOffsetPair pair = makePair(&fall, point, FACE, 0.5);
    cdBudget budget = {.maxPairTests = 1};
    cdMeter meter = cdOpenMeter(&budget);
    cdOffsetContact found = cdFindOffsetContact(&pair, 0.0, 1.0, &meter);
    assert_int_equal(found.state, CD_UNDECIDED);
    assert_int_equal(found.reason, CD_REASON_BUDGET);
    assert_true(found.tau.lo > 0.0 && found.tau.lo <= 0.4 && found.tau.hi == 1.0);
    pair.distance = NAN;
    assert_int_equal(cdFindOffsetContact(&pair, 0.0, 1.0, NULL).reason, CD_REASON_INPUT);
    pair.distance = -1.0;
    assert_int_equal(cdFindOffsetContact(&pair, 0.0, 1.0, NULL).reason, CD_REASON_INPUT);
    pair.distance = 0.5;
    pair.a[1].y = NAN;
    assert_int_equal(cdFindOffsetContact(&pair, 0.0, 1.0, NULL).reason, CD_REASON_INPUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testRandomPairs),  cmocka_unit_test(testSphere),
        cmocka_unit_test(testGrazing),      cmocka_unit_test(testTurningCapsule),
        cmocka_unit_test(testTwoCapsules),  cmocka_unit_test(testTurningAtConstantDistance),
        cmocka_unit_test(testSlidingAbove), cmocka_unit_test(testCrossingAtStart),
        cmocka_unit_test(testNoDistance),   cmocka_unit_test(testEndOfRange),
        cmocka_unit_test(testSwapped),      cmocka_unit_test(testLimits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

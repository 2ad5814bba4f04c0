// Four points that move linearly: vertex-face and edge-edge against the exact oracle. Every answer must be
// right: no miss, no false contact, no interval wider than 1e-9, nothing undecided.
#include "bench/linear_families.h"
#include "bench/linear_queries.h"
#include "oracle/judge_linear.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const cdContactKind KINDS[2] = {CD_VERTEX_FACE, CD_EDGE_EDGE};

// Judges one input and fails with all its digits if the answer is wrong. True if the oracle has a contact.
static bool check(const cdLinearInput *input) {
    cdLinearContact result = cdFindLinearContact(input);
    OracleLinear truth = FindOracleLinearContact(input);
    Verdict verdict = JudgeLinearContact(input, &result, &truth);
    if (verdict == VERDICT_RIGHT) return truth.contact;
    print_error("%s: kind %d, t [%.17g, %.17g] tolerance %g, oracle %d at %.17g, distance there %g\n",
                GetVerdictName(verdict), (int)input->kind, result.t.lo, result.t.hi, result.tolerance,
                truth.contact, truth.t, GetLinearDistance(input, result.t.lo));
    for (int i = 0; i < 4; i++) {
        print_error("    {%a, %a, %a} -> {%a, %a, %a}\n", input->start[i].x, input->start[i].y,
                    input->start[i].z, input->end[i].x, input->end[i].y, input->end[i].z);
    }
    fail();
    return false;
}

// The tolerance stays small: 1e-9 of the coordinates' size.
static void checkTolerance(const cdLinearInput *input) {
    double size = 0.0;
    for (int i = 0; i < 4; i++)
        size = fmax(size, fmax(cdMaxAbs(input->start[i]), cdMaxAbs(input->end[i])));
    cdLinearContact result = cdFindLinearContact(input);
    assert_true(result.tolerance >= 0.0 && result.tolerance <= 1e-9 * size);
}

// Random tetrahedra turned inside out, scales 1e-4 to 1e4, offsets up to 1e4 of their size. About one in five
// touches. Red: a lost root, an inside test that drops the rim, an absolute epsilon.
static void testRandomPoints(void **state) {
    (void)state;
    Random random = {21};
    int contacts = 0;
    for (int k = 0; k < 10000; k++) {
        double scale = pow(10.0, nextRandomInt(&random, -4, 4));
        cdVec3 offset = cdScale(k % 3 ? 0.0 : scale * 1e4, nextRandomVec3(&random));
        cdLinearInput input = {.kind = KINDS[k % 2]};
        for (int i = 0; i < 4; i++) {
            input.start[i] = cdMulAdd(offset, scale, nextRandomVec3(&random));
            input.end[i] = cdMulAdd(offset, scale, nextRandomVec3(&random));
        }
        contacts += check(&input);
        checkTolerance(&input);
    }
    assert_true(contacts > 1000);
}

// Points of a 4 x 4 x 4 grid: coplanar motions, parallel and collinear edges, triangles without area, roots
// at 0 and 1 and contacts on rims, all by the hundred. Exact in doubles, so every degenerate case is truly
// degenerate.
static void testGridPoints(void **state) {
    (void)state;
    Random random = {22};
    int contacts = 0, coplanar = 0;
    for (int k = 0; k < 10000; k++) {
        cdLinearInput input = {.kind = KINDS[k % 2]};
        for (int i = 0; i < 4; i++) {
            input.start[i] = nextRandomGridPoint(&random, 0, 3);
            input.end[i] = nextRandomGridPoint(&random, 0, 3);
        }
        contacts += check(&input);
        coplanar += FindOracleLinearContact(&input).alwaysCoplanar;
    }
    assert_true(contacts > 1000 && coplanar > 10);
}

// All four points stay in one plane, straight or oblique: the cubic is zero.
static void testMotionInThePlane(void **state) {
    (void)state;
    Random random = {23};
    int contacts = 0;
    for (int k = 0; k < 2000; k++) {
        cdLinearInput input = {.kind = KINDS[k % 2]};
        cdVec3 u = nextRandomGridPoint(&random, -2, 2), v = nextRandomGridPoint(&random, -2, 2);
        for (int i = 0; i < 4; i++) {
            input.start[i] =
                cdAdd(cdScale(nextRandomInt(&random, -4, 4), u), cdScale(nextRandomInt(&random, -4, 4), v));
            input.end[i] =
                cdAdd(cdScale(nextRandomInt(&random, -4, 4), u), cdScale(nextRandomInt(&random, -4, 4), v));
        }
        assert_true(FindOracleLinearContact(&input).alwaysCoplanar);
        contacts += check(&input);
    }
    assert_true(contacts > 200);
}

// The points rotate rigidly or have no relative motion: leading terms vanish, down to a constant polynomial.
static void testVanishingLeadingTerms(void **state) {
    (void)state;
    Random random = {24};
    for (int k = 0; k < 4000; k++) {
        cdLinearInput input = {.kind = KINDS[k % 2]};
        cdVec3 common = nextRandomVec3(&random), one = nextRandomVec3(&random);
        for (int i = 0; i < 4; i++) {
            input.start[i] = nextRandomVec3(&random);
            input.end[i] = cdAdd(input.start[i], common);
        }
        if (k % 4 >= 2) input.end[0] = cdAdd(input.end[0], one); // linear
        if (k % 8 >= 6) input.end[1] = cdAdd(input.end[1], one); // quadratic at most
        check(&input);
    }
}

// Edges that stay parallel and pass over, into, or beside each other; both of length zero at times.
static void testParallelEdges(void **state) {
    (void)state;
    Random random = {25};
    int contacts = 0;
    for (int k = 0; k < 4000; k++) {
        cdVec3 along = nextRandomGridPoint(&random, -1, 1), from = nextRandomGridPoint(&random, -3, 3);
        cdVec3 to = cdNegate(from);
        int a = nextRandomInt(&random, 0, 2), b = nextRandomInt(&random, 0, 2),
            shift = nextRandomInt(&random, -2, 2);
        cdVec3 zero = {0, 0, 0};
        cdLinearInput input = {
            CD_EDGE_EDGE,
            {zero, cdScale(a, along), from, cdMulAdd(from, b, along)},
            {cdScale(shift, along), cdScale(shift + a, along), to, cdMulAdd(to, b, along)}};
        contacts += check(&input);
    }
    assert_true(contacts > 400);
}

// Height (1 - 2 t)^2 + h over the other edge: a double root at h = 0, no root for h > 0, two roots for h < 0.
static void testGrazingAtDoubleRoot(void **state) {
    (void)state;
    const double heights[] = {0.0, 0x1p-40, -0x1p-40, 1e-10, -1e-10, 1e-6, -1e-6, 0.01, -0.01};
    for (int i = 0; i < 9; i++) {
        double h = heights[i];
        cdLinearInput input = {CD_EDGE_EDGE,
                               {{0, -1, 0}, {0, 1, 0}, {0, 0, 1 + h}, {1, 0, -1 + h}},
                               {{0, -1, 0}, {0, 1, 0}, {-1, 0, -1 + h}, {0, 0, 1 + h}}};
        bool contact = check(&input);
        assert_int_equal(contact, h <= 0.0);
    }
}

static cdVec3 roundPoint(cdVec3 p) {
    return cdMakeVec3(ldexp(rint(ldexp(p.x, 20)), -20), ldexp(rint(ldexp(p.y, 20)), -20),
                      ldexp(rint(ldexp(p.z, 20)), -20));
}

// A point falls through the seam of two triangles, with coordinates of all bits: one of the two must be hit.
// And exactly through their shared corner, which hits both. Red: an inside test without the rim.
static void testNothingFallsThroughASeam(void **state) {
    (void)state;
    Random random = {26};
    for (int k = 0; k < 4000; k++) {
        cdVec3 a = nextRandomVec3(&random), b = nextRandomVec3(&random);
        cdVec3 c = nextRandomVec3(&random), d = nextRandomVec3(&random);
        bool atCorner = k % 5 == 0;
        if (atCorner) a = roundPoint(a);
        cdVec3 onSeam = atCorner ? a : cdLerp(a, b, nextRandomIn(&random, 0.01, 0.99));
        cdVec3 normal = cdNormalize(cdAdd(cdNormalize(cdCross(cdSub(b, a), cdSub(c, a))),
                                          cdNormalize(cdCross(cdSub(d, a), cdSub(b, a)))));
        if (cdDot(normal, cdCross(cdSub(b, a), cdSub(c, a))) <= 0.0) continue;
        if (cdDot(normal, cdCross(cdSub(d, a), cdSub(b, a))) <= 0.0) continue;
        if (atCorner) normal = roundPoint(normal);
        cdVec3 from = cdAdd(onSeam, normal), to = cdSub(onSeam, normal);
        cdLinearInput left = {CD_VERTEX_FACE, {from, a, b, c}, {to, a, b, c}};
        cdLinearInput right = {CD_VERTEX_FACE, {from, b, a, d}, {to, b, a, d}};
        int taken = check(&left) + check(&right);
        assert_true(taken >= (atCorner ? 2 : 1));
    }
}

// The same at any size and in any order: scaled by powers of two bit for bit, corners rotated within the
// interval.
static void testScalingAndRelabelling(void **state) {
    (void)state;
    Random random = {27};
    for (int k = 0; k < 2000; k++) {
        cdLinearInput input = {.kind = KINDS[k % 2]}, scaled = input, turned = input;
        int order[2][4] = {{0, 2, 3, 1}, {1, 0, 3, 2}};
        for (int i = 0; i < 4; i++) {
            input.start[i] = nextRandomVec3(&random);
            input.end[i] = nextRandomVec3(&random);
        }
        for (int i = 0; i < 4; i++) {
            scaled.start[i] = cdScale(0x1p-20, input.start[i]);
            scaled.end[i] = cdScale(0x1p-20, input.end[i]);
            turned.start[i] = input.start[order[k % 2][i]];
            turned.end[i] = input.end[order[k % 2][i]];
        }
        cdLinearContact plain = cdFindLinearContact(&input), small = cdFindLinearContact(&scaled);
        cdLinearContact round = cdFindLinearContact(&turned);
        assert_int_equal(plain.state, small.state);
        assert_true(plain.t.lo == small.t.lo && plain.t.hi == small.t.hi);
        assert_int_equal(plain.state, round.state);
        assert_true(plain.t.lo <= round.t.hi + 1e-10 && round.t.lo <= plain.t.hi + 1e-10);
    }
}

// All families of the benchmark, a few hundred of each. Red: any branch of the decision that is not exact.
static void testFamilies(void **state) {
    (void)state;
    int familyCount;
    const LinearFamily *families = GetLinearFamilies(&familyCount);
    for (int family = 0; family < familyCount; family++) {
        Random random = {(uint64_t)(100 + family)};
        for (int k = 0; k < 400; k++) {
            cdLinearInput query = families[family].make(&random, k);
            check(&query);
        }
    }
}

// Queries that were once wrong: missed contacts at one instant, late ones within a plane, ones in an interval
// up to 0.5 wide, or false ones where the elements only come near.
static void testQueriesThatOnceFailed(void **state) {
    (void)state;
    static const char *const files[] = {FC_TEST_DATA "/linear-queries/vertex-face.csv",
                                        FC_TEST_DATA "/linear-queries/edge-edge.csv"};
    for (int k = 0; k < 2; k++) {
        char message[400];
        LinearQueries queries;
        if (!ReadLinearQueries(files[k], &queries, message, sizeof message)) fail_msg("%s", message);
        assert_true(queries.count >= 10);
        for (int64_t i = 0; i < queries.count; i++)
            assert_int_equal(check(&queries.inputs[i]), queries.contacts[i]);
        FreeLinearQueries(&queries);
    }
}

// At t = 1/2, one edge has its end on the other if `small` is 0, and that far from it otherwise.
static cdLinearInput makeCornerCrossing(double small, double height) {
    return (cdLinearInput){CD_EDGE_EDGE,
                           {{-1, -1, 0}, {1, 1, 0}, {small, 0, height}, {1, -1, height}},
                           {{-1, -1, 0}, {1, 1, 0}, {small, 0, -height}, {1, -1, -height}}};
}

// Coordinates far beyond the integers' range: certain cases in doubles are still decided; others are
// undecided from t = 0 on. Red: an overflow of the integers, a guessed answer.
static void testCoordinatesWithoutRoom(void **state) {
    (void)state;
    cdLinearInput fits = makeCornerCrossing(0x1p-230, 1.0), large = makeCornerCrossing(0x1p-300, 1.0);
    check(&fits);
    assert_int_equal(cdFindLinearContact(&large).state, CD_UNDECIDED);
    assert_true(cdFindLinearContact(&large).t.lo == 0.0);
    large.start[2].z = large.end[2].z = 2.0;
    large.start[3].z = large.end[3].z = 2.0;
    assert_int_equal(cdFindLinearContact(&large).state, CD_FREE);
    // Differences of these overflow, as do their squares, but they have few bits.
    cdLinearInput huge = makeCornerCrossing(0.0, 1.0);
    for (int i = 0; i < 4; i++) {
        huge.start[i] = cdScale(0x1.8p1023, huge.start[i]);
        huge.end[i] = cdScale(0x1.8p1023, huge.end[i]);
    }
    assert_true(check(&huge));
}

// NaN in each coordinate of the points. Red: a comparison that treats them as separated.
static void testPointsThatAreNotFinite(void **state) {
    (void)state;
    const double values[3] = {NAN, INFINITY, -INFINITY};
    for (int k = 0; k < 24 * 3; k++) {
        cdLinearInput input = makeCornerCrossing(0.5, 1.0);
        cdVec3 *p = k % 24 < 12 ? &input.start[k % 4] : &input.end[k % 4];
        *(k / 4 % 3 == 0 ? &p->x : k / 4 % 3 == 1 ? &p->y : &p->z) = values[k / 24];
        cdLinearContact result = cdFindLinearContact(&input);
        assert_int_equal(result.state, CD_UNDECIDED);
        assert_true(result.t.lo == 0.0);
    }
    // Beyond all other points at both ends.
    cdLinearInput away = {.kind = CD_VERTEX_FACE};
    away.start[0].x = away.end[0].x = INFINITY;
    assert_int_equal(cdFindLinearContact(&away).state, CD_UNDECIDED);
}

static void countAssert(const char *condition, const char *file, int line, void *context) {
    assert_true(condition != NULL && file != NULL && line > 0);
    (*(int *)context)++;
}

static int restoreHooks(void **state) {
    (void)state;
    cdSetHooks(NULL);
    return 0;
}

// An invalid kind, with points that meet for either valid one, and no input at all. Red: an answer as if it
// were an edge against an edge.
static void testOtherKindsAreRefused(void **state) {
    (void)state;
    const cdContactKind kinds[] = {CD_NO_CONTACT, CD_FACE_VERTEX, (cdContactKind)(CD_EDGE_EDGE + 1)};
    int asserts = 0;
    cdSetHooks(&(cdHooks){.assertFailed = countAssert, .context = &asserts});
    for (int i = 0; i < 3; i++) {
        cdLinearInput input = {.kind = kinds[i]}; // all four points coincide
        cdLinearContact result = cdFindLinearContact(&input);
        assert_int_equal(result.state, CD_UNDECIDED);
        assert_true(result.t.lo == 0.0);
        assert_int_equal(asserts, i + 1);
    }
    assert_int_equal(cdFindLinearContact(NULL).state, CD_UNDECIDED);
    assert_int_equal(asserts, 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testRandomPoints),
        cmocka_unit_test(testGridPoints),
        cmocka_unit_test(testMotionInThePlane),
        cmocka_unit_test(testVanishingLeadingTerms),
        cmocka_unit_test(testParallelEdges),
        cmocka_unit_test(testGrazingAtDoubleRoot),
        cmocka_unit_test(testNothingFallsThroughASeam),
        cmocka_unit_test(testScalingAndRelabelling),
        cmocka_unit_test(testFamilies),
        cmocka_unit_test(testQueriesThatOnceFailed),
        cmocka_unit_test(testCoordinatesWithoutRoom),
        cmocka_unit_test(testPointsThatAreNotFinite),
        cmocka_unit_test_teardown(testOtherKindsAreRefused, restoreHooks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

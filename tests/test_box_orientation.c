// Feature pairs of two boxes on the boundary of their Minkowski sum: the page's steps against signs of arms,
// and both against the supporting features of the transformed boxes, found from all corners.
#include "box_fixture.h"
#include "boxes/pairs/orientation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int comparePairs(const void *x, const void *y) {
    const cdBoxPair *a = x, *b = y;
    if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
    if (a->a != b->a) return a->a < b->a ? -1 : 1;
    return a->b < b->b ? -1 : a->b > b->b;
}

static void sortPairs(const cdBoxPair *pairs, cdBoxPair *sorted) {
    memcpy(sorted, pairs, CD_BOX_PLANES * sizeof *pairs);
    qsort(sorted, CD_BOX_PLANES, sizeof *sorted, comparePairs);
}

static bool haveSamePairs(const cdBoxPair *a, const cdBoxPair *b) {
    cdBoxPair x[CD_BOX_PLANES], y[CD_BOX_PLANES];
    sortPairs(a, x);
    sortPairs(b, y);
    for (int k = 0; k < CD_BOX_PLANES; k++)
        if (comparePairs(&x[k], &y[k]) != 0) return false;
    return true;
}

static bool areDistinct(const cdBoxPair *pairs) {
    cdBoxPair sorted[CD_BOX_PLANES];
    sortPairs(pairs, sorted);
    for (int k = 1; k < CD_BOX_PLANES; k++)
        if (comparePairs(&sorted[k - 1], &sorted[k]) == 0) return false;
    return true;
}

// --- By all corners

static cdVec3 getCorner(const cdBoxAt *box, int corner) {
    cdVec3 p = box->center;
    for (int i = 0; i < 3; i++)
        p = cdMulAdd(p, corner & 1 << i ? 1.0 : -1.0, box->arms[i]);
    return p;
}

// Lists the corners of a feature, as documented in collision/boxes.h; returns their number.
static int listCorners(int cornerCount, int32_t index, int *corners) {
    int count = 0;
    for (int c = 0; c < CD_BOX_CORNERS; c++) {
        int axis = cornerCount == 4 ? index / 2 : index / 4;
        int lower = axis == 0 ? 1 : 0, higher = axis == 2 ? 1 : 2;
        bool isOn = cornerCount == 1   ? c == index
                    : cornerCount == 4 ? (c >> axis & 1) == index % 2
                                       : (c >> lower & 1) + 2 * (c >> higher & 1) == index % 4;
        if (isOn) corners[count++] = c;
    }
    return count;
}

static int countCorners(cdContactKind kind, bool isA) {
    if (kind == CD_EDGE_EDGE) return 2;
    return (kind == CD_VERTEX_FACE) == isA ? 1 : 4;
}

// True if a feature is exactly the part of the box farthest along n.
static bool isSupport(const cdBoxAt *box, int cornerCount, int32_t index, cdVec3 n, double tolerance) {
    int corners[CD_BOX_CORNERS], count = listCorners(cornerCount, index, corners), found = 0;
    double farthest = -INFINITY;
    for (int c = 0; c < CD_BOX_CORNERS; c++)
        farthest = fmax(farthest, cdDot(n, getCorner(box, c)));
    for (int k = 0; k < count; k++)
        found += farthest - cdDot(n, getCorner(box, corners[k])) <= tolerance;
    return count == cornerCount && found == count;
}

static cdVec3 getDirection(const cdBoxAt *a, const cdBoxAt *b, int j) {
    int m = j % 3;
    if (j < 3) return cdCross(a->arms[(m + 1) % 3], a->arms[(m + 2) % 3]);
    if (j < 6) return cdCross(b->arms[(m + 1) % 3], b->arms[(m + 2) % 3]);
    return cdCross(a->arms[(j - 6) / 3], b->arms[m]);
}

// Finds the supporting features along each direction and its opposite: A's against it, B's along it.
static void findByCorners(const cdBoxAt *a, const cdBoxAt *b, cdBoxPair *pairs) {
    static const int counts[3] = {8, 6, 12};
    int found = 0;
    for (int j = 0; j < 30; j++) {
        cdVec3 n = cdScale(j < 15 ? 1.0 : -1.0, cdNormalize(getDirection(a, b, j % 15)));
        cdContactKind kind = j % 15 < 3 ? CD_FACE_VERTEX : j % 15 < 6 ? CD_VERTEX_FACE : CD_EDGE_EDGE;
        cdBoxPair pair = {kind, -1, -1};
        for (int which = 0; which < 2; which++) {
            int size = countCorners(kind, which == 0);
            for (int32_t index = 0; index < counts[size == 1 ? 0 : size == 4 ? 1 : 2]; index++) {
                bool is = isSupport(which ? b : a, size, index, which ? n : cdNegate(n), 1e-9);
                if (is && which == 0) pair.a = index;
                if (is && which == 1) pair.b = index;
            }
        }
        assert_true(pair.a >= 0 && pair.b >= 0);
        pairs[found++] = pair;
    }
}

// --- Signs

static cdBoxSigns makeSigns(int pattern) {
    cdBoxSigns signs;
    for (int k = 0; k < 9; k++)
        signs.signsA[k / 3][k % 3] = signs.signsB[k / 3][k % 3] = pattern >> k & 1 ? 1 : -1;
    return signs;
}

static int getPattern(const cdBoxAt *a, const cdBoxAt *b) {
    int pattern = 0;
    for (int k = 0; k < 9; k++)
        pattern |= (cdDot(a->arms[k / 3], b->arms[k % 3]) > 0.0) << k;
    return pattern;
}

static cdBoxAt makeBox(cdQuat turn, cdVec3 half, cdVec3 center) {
    return (cdBoxAt){center,
                     {cdRotate(turn, cdMakeVec3(half.x, 0.0, 0.0)),
                      cdRotate(turn, cdMakeVec3(0.0, half.y, 0.0)),
                      cdRotate(turn, cdMakeVec3(0.0, 0.0, half.z))}};
}

static cdBoxAt makeRandomBox(Random *random) {
    cdQuat turn = makeRandomTurn(random);
    cdVec3 half = makeRandomHalf(random);
    return makeBox(turn, half, nextRandomVec3(random));
}

// 96 of all 512 patterns of nine signs are those of a rotated rectangular box (its rows differ, as do its
// columns, and it is no mirror image); for these the octants and the signs of arms give the same 30 distinct
// pairs. Red: a flipped octant bit, an edge named by the wrong corner, mirror images taken for rotations.
static void testOctantsAgreeWithArms(void **state) {
    (void)state;
    int count = 0;
    for (int pattern = 0; pattern < 512; pattern++) {
        cdBoxSigns signs = makeSigns(pattern);
        cdBoxPair byOctants[CD_BOX_PLANES], byArms[CD_BOX_PLANES];
        if (!cdMatchOctants(&signs, byOctants)) continue;
        count++;
        cdMatchArms(&signs, byArms);
        assert_true(haveSamePairs(byOctants, byArms));
        assert_true(areDistinct(byOctants));
    }
    assert_int_equal(count, 96);
}

static int32_t getOpposite(int cornerCount, int32_t index) {
    return index ^ (cornerCount == 1 ? 7 : cornerCount == 4 ? 1 : 3);
}

static bool areOpposite(cdBoxPair x, cdBoxPair y) {
    return x.kind == y.kind && y.a == getOpposite(countCorners(x.kind, true), x.a) &&
           y.b == getOpposite(countCorners(x.kind, false), x.b);
}

// The pairs come in order: three faces of A with the corners of B beside them, their opposites; corners of A;
// edges of B that no free octant borders, then those about one of the two, twice each, then their opposites.
// A free octant is a corner of B that no face of A touches.
static void checkOrder(const cdBoxPair *pairs) {
    bool isFree[CD_BOX_CORNERS];
    memset(isFree, true, sizeof isFree);
    for (int k = 0; k < CD_BOX_PLANES; k++)
        assert_int_equal(pairs[k].kind, k < 6 ? CD_FACE_VERTEX : k < 12 ? CD_VERTEX_FACE : CD_EDGE_EDGE);
    for (int k = 0; k < 6; k++) {
        isFree[pairs[k].b] = false;
        assert_int_equal(pairs[k].a / 2, k % 3);
        if (k >= 3) assert_true(areOpposite(pairs[k], pairs[k - 3]));
    }
    for (int k = 12; k < CD_BOX_PLANES; k++) {
        int ends[2];
        listCorners(2, pairs[k].b, ends);
        assert_true((isFree[ends[0]] || isFree[ends[1]]) == (k >= 18));
        if (k >= 18 && k < 24 && k % 2) assert_int_equal(pairs[k].b, pairs[k - 1].b);
        if (k >= 24) assert_true(areOpposite(pairs[k], pairs[k - 6]));
    }
}

// Thousands of rectangular boxes rotated at random: the octants always decide, and their pairs are the
// supporting features along the 15 directions and their opposites, in the order of the page. Red: a rejected
// box, the sum of B and A instead of A reflected, a pair too many and one too few.
static void testRandomTurns(void **state) {
    (void)state;
    Random random = {21};
    bool isSeen[512] = {false};
    int seen = 0;
    for (int n = 0; n < 4000; n++) {
        cdBoxAt a = makeRandomBox(&random), b = makeRandomBox(&random);
        cdBoxPair expected[CD_BOX_PLANES], pairs[CD_BOX_PLANES];
        int pattern = getPattern(&a, &b);
        cdBoxSigns signs = makeSigns(pattern);
        seen += !isSeen[pattern];
        isSeen[pattern] = true;
        findByCorners(&a, &b, expected);
        assert_true(cdMatchOctants(&signs, pairs));
        assert_true(haveSamePairs(pairs, expected));
        checkOrder(pairs);
        assert_true(cdFindBoxPairs(&a, &b, pairs));
        assert_true(haveSamePairs(pairs, expected));
        checkOrder(pairs);
    }
    assert_int_equal(seen, 96);
}

// Sheared boxes, half of them mirrored, of sizes 1e-4 to 1e4: their normals may share an octant, for which
// the page's steps fail, and the pairs are still the supporting features. Red: the rectangular case used
// where it does not hold, a mirrored box with its features numbered from the wrong end.
static void testParallelepipeds(void **state) {
    (void)state;
    Random random = {22};
    int shared = 0;
    for (int n = 0; n < 4000; n++) {
        cdBoxAt a = {.center = nextRandomVec3(&random)}, b = {.center = nextRandomVec3(&random)};
        for (int i = 0; i < 3; i++) {
            a.arms[i] = nextRandomVec3(&random);
            b.arms[i] = nextRandomVec3(&random);
        }
        cdBoxPair expected[CD_BOX_PLANES], pairs[CD_BOX_PLANES];
        bool flat = fabs(cdDot(a.arms[0], cdCross(a.arms[1], a.arms[2]))) < 1e-3 ||
                    fabs(cdDot(b.arms[0], cdCross(b.arms[1], b.arms[2]))) < 1e-3;
        if (flat) continue;
        findByCorners(&a, &b, expected);
        double scale = n % 3 == 0 ? 1.0 : n % 3 == 1 ? 1e-4 : 1e4;
        for (int i = 0; i < 3; i++) {
            a.arms[i] = cdScale(scale, a.arms[i]);
            b.arms[i] = cdScale(scale, b.arms[i]);
        }
        assert_true(cdFindBoxPairs(&a, &b, pairs));
        assert_true(haveSamePairs(pairs, expected));
        for (int i = 0; i < 3; i++)
            shared += expected[i].b == expected[(i + 1) % 3].b;
    }
    assert_true(shared > 500);
}

// True if the pair's features lie on a separating plane, or may for parallel edges.
static bool isCompatible(const cdBoxAt *a, const cdBoxAt *b, cdBoxPair pair) {
    int sizeA = countCorners(pair.kind, true), sizeB = countCorners(pair.kind, false), corners[8];
    cdVec3 n;
    if (pair.kind == CD_EDGE_EDGE) {
        n = cdCross(a->arms[pair.a / 4], b->arms[pair.b / 4]);
        if (cdLength(n) < 1e-9) return true;
        n = cdNormalize(n);
    } else {
        int32_t face = pair.kind == CD_FACE_VERTEX ? pair.a : pair.b;
        const cdVec3 *arms = pair.kind == CD_FACE_VERTEX ? a->arms : b->arms;
        n = cdNormalize(cdCross(arms[(face / 2 + 1) % 3], arms[(face / 2 + 2) % 3]));
    }
    listCorners(sizeB, pair.b, corners);
    bool isAlong = isSupport(b, sizeB, pair.b, n, 1e-9) && isSupport(a, sizeA, pair.a, cdNegate(n), 1e-9);
    return isAlong ||
           (isSupport(b, sizeB, pair.b, cdNegate(n), 1e-9) && isSupport(a, sizeA, pair.a, n, 1e-9));
}

// Boxes with normals that are perpendicular or parallel, in all 24 orientations and rotated by an eighth
// between them: components are always zero, each taken for one sign or the other. The pairs are still
// compatible and distinct. Red: a zero that creates a pair of features that cannot touch.
static void testZeroComponents(void **state) {
    (void)state;
    const double turns[] = {0.0, 0.25, 0.5, 1.0, 1.5};
    cdBoxAt b = makeBox((cdQuat){1.0, 0.0, 0.0, 0.0}, cdMakeVec3(1, 2, 3), cdMakeVec3(0, 0, 0));
    for (int n = 0; n < 125; n++) {
        const double pi = 3.14159265358979323846;
        cdQuat x = cdMakeQuat(cdMakeVec3(1, 0, 0), pi * turns[n % 5]);
        cdQuat y = cdMakeQuat(cdMakeVec3(0, 1, 0), pi * turns[n / 5 % 5]);
        cdQuat z = cdMakeQuat(cdMakeVec3(0, 0, 1), pi * turns[n / 25]);
        cdBoxAt a = makeBox(cdMulQuat(cdMulQuat(x, y), z), cdMakeVec3(2, 1, 1), cdMakeVec3(5, 0, 0));
        for (int i = 0; i < 3; i++) { // exact zeros
            double *entry[3] = {&a.arms[i].x, &a.arms[i].y, &a.arms[i].z};
            for (int row = 0; row < 3; row++)
                if (fabs(*entry[row]) < 1e-9) *entry[row] = 0.0;
        }
        cdBoxPair pairs[CD_BOX_PLANES];
        assert_true(cdFindBoxPairs(&a, &b, pairs));
        assert_true(areDistinct(pairs));
        for (int k = 0; k < CD_BOX_PLANES; k++)
            if (!isCompatible(&a, &b, pairs[k]))
                fail_msg("turn %d: kind %d, %d and %d", n, pairs[k].kind, pairs[k].a, pairs[k].b);
    }
}

// A box without volume has no corners. Red: pairs of a flat box, with invalid numbers.
static void testNoVolume(void **state) {
    (void)state;
    Random random = {23};
    cdBoxAt a = makeRandomBox(&random), b = makeRandomBox(&random), flat = b;
    cdBoxPair pairs[CD_BOX_PLANES];
    assert_true(cdFindBoxPairs(&a, &b, pairs));
    flat.arms[2] = cdAdd(flat.arms[0], flat.arms[1]);
    assert_false(cdFindBoxPairs(&a, &flat, pairs));
    assert_false(cdFindBoxPairs(&flat, &a, pairs));
    flat.arms[2] = cdMakeVec3(0.0, 0.0, 0.0);
    assert_false(cdFindBoxPairs(&a, &flat, pairs));
    flat.arms[2] = cdMakeVec3(NAN, 0.0, 0.0);
    assert_false(cdFindBoxPairs(&flat, &a, pairs));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testOctantsAgreeWithArms),
        cmocka_unit_test(testRandomTurns),
        cmocka_unit_test(testParallelepipeds),
        cmocka_unit_test(testZeroComponents),
        cmocka_unit_test(testNoVolume),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// The overlap of plane polygons: closed forms with all kinds of coincidences, and random ones against areas
// summed over triangles and against points.
#include "contact/overlay/polygon_overlay.h"
#include "random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { POINT_MAX = 20000, LOOP_MAX = 400 };

static const double TOLERANCE = 1e-9;

typedef struct Polygons {
    cdVec2 points[POINT_MAX];
    int32_t loopEnds[LOOP_MAX];
    int32_t loopCount;
} Polygons;

static Polygons first, second;
static cdPolygonOverlay overlay;
static unsigned char *block;
static const size_t blockSize = (size_t)64 << 20;

// --- polygons

static int32_t countPoints(const Polygons *p) {
    return p->loopCount > 0 ? p->loopEnds[p->loopCount - 1] : 0;
}

static void addLoop(Polygons *p, const cdVec2 *points, int32_t count) {
    int32_t begin = countPoints(p);
    assert_true(begin + count <= POINT_MAX && p->loopCount < LOOP_MAX);
    memcpy(p->points + begin, points, (size_t)count * sizeof *points);
    p->loopEnds[p->loopCount++] = begin + count;
}

// Clockwise when the sides are given in descending order.
static void addBox(Polygons *p, double left, double right, double bottom, double top) {
    addLoop(p, (cdVec2[]){{left, bottom}, {right, bottom}, {right, top}, {left, top}}, 4);
}

static void addHole(Polygons *p, double left, double right, double bottom, double top) {
    addLoop(p, (cdVec2[]){{left, bottom}, {left, top}, {right, top}, {right, bottom}}, 4);
}

static cdPolygons asInput(const Polygons *p) {
    return (cdPolygons){p->points, p->loopEnds, p->loopCount};
}

static void mapBoth(cdVec2 (*map)(cdVec2)) {
    for (int32_t i = 0; i < countPoints(&first); i++)
        first.points[i] = map(first.points[i]);
    for (int32_t i = 0; i < countPoints(&second); i++)
        second.points[i] = map(second.points[i]);
}

static void clear(void) {
    first.loopCount = second.loopCount = 0;
}

// --- overlays

static double areaOfLoop(const cdVec2 *p, int32_t count) {
    double sum = 0.0;
    for (int32_t i = 0; i < count; i++) {
        cdVec2 a = p[i], b = p[i + 1 < count ? i + 1 : 0];
        sum += 0.5 * ((a.x - p[0].x) * (b.y - p[0].y) - (a.y - p[0].y) * (b.x - p[0].x));
    }
    return sum;
}

static double findLength(const cdVec2 *p, int32_t count) {
    double sum = 0.0;
    for (int32_t i = 0; i < count; i++)
        sum += hypot(p[(i + 1) % count].x - p[i].x, p[(i + 1) % count].y - p[i].y);
    return sum;
}

// Checks of every overlay: outer loops are counter-clockwise, holes clockwise, the areas are those of the
// corners except those dropped within the tolerance, and the loops are listed in order.
static void checkLoops(double tolerance) {
    int32_t point = 0;
    for (int32_t i = 0; i < overlay.loopCount;) {
        int32_t holes = overlay.loops[i].holeCount;
        assert_true(overlay.loops[i].area > 0.0 && holes >= 0);
        for (int32_t k = 0; k <= holes; k++, i++) {
            const cdOverlayLoop *loop = &overlay.loops[i];
            assert_true(k == 0 || (loop->area < 0.0 && loop->holeCount == 0));
            assert_int_equal(loop->firstPoint, point);
            assert_true(loop->pointCount >= 3);
            point += loop->pointCount;
            double area = areaOfLoop(overlay.points + loop->firstPoint, loop->pointCount);
            double length = findLength(overlay.points + loop->firstPoint, loop->pointCount);
            if (!(fabs(area - loop->area) <= tolerance * length + 1e-12 * loop->area))
                fail_msg("loop %d of area %g has corners of area %g", i, loop->area, area);
        }
    }
    assert_int_equal(point, overlay.pointCount);
}

static void find(double tolerance) {
    cdPolygons a = asInput(&first), b = asInput(&second);
    cdMemory memory = {.next = block, .left = blockSize};
    overlay = cdOverlayPolygons(&a, &b, tolerance, &memory);
    assert_int_equal(overlay.state, CD_OVERLAY_DONE);
    checkLoops(tolerance);
}

static double findArea(void) {
    double sum = 0.0;
    for (int32_t i = 0; i < overlay.loopCount; i++)
        sum += overlay.loops[i].area;
    return sum;
}

static void assertNear(double value, double expected, double error) {
    if (!(fabs(value - expected) <= error)) fail_msg("%.17g instead of %.17g", value, expected);
}

// Parts, total holes, total corners, area.
static void assertOverlay(int32_t parts, int32_t holes, int32_t corners, double area) {
    int32_t outer = 0;
    for (int32_t i = 0; i < overlay.loopCount; i += 1 + overlay.loops[i].holeCount)
        outer++;
    assert_int_equal(outer, parts);
    assert_int_equal(overlay.loopCount - outer, holes);
    assert_int_equal(overlay.pointCount, corners);
    assertNear(findArea(), area, 1e-7 * (1.0 + area));
}

static void exchange(void) {
    static Polygons other;
    other = first;
    first = second;
    second = other;
}

// In both orders: the overlap is symmetric.
static void expectBoth(int32_t parts, int32_t holes, int32_t corners, double area) {
    find(TOLERANCE);
    assertOverlay(parts, holes, corners, area);
    exchange();
    find(TOLERANCE);
    assertOverlay(parts, holes, corners, area);
    exchange();
}

static double turnAngle;

static cdVec2 turn(cdVec2 p) {
    double c = cos(turnAngle), s = sin(turnAngle);
    return (cdVec2){c * p.x - s * p.y, s * p.x + c * p.y};
}

// As given, and rotated, so that coincidences hold only up to rounding.
static void expect(int32_t parts, int32_t holes, int32_t corners, double area) {
    expectBoth(parts, holes, corners, area);
    for (turnAngle = 0.37; turnAngle < 2.0; turnAngle += 0.61) {
        mapBoth(turn);
        expectBoth(parts, holes, corners, area);
    }
}

// --- closed forms

// Boxes: equal; one in the other; with a common corner, a common side, a part of a side, crossing like a
// cross; side by side and corner to corner, which share no area. Red: a common border kept twice or lost, a
// corner where a side continues, a strip of no width.
static void testBoxes(void **state) {
    (void)state;
    static const struct {
        double second[4];
        int32_t parts, corners;
        double area;
    } cases[] = {
        {{0, 2, 0, 1}, 1, 4, 2.0},     {{0.5, 1, 0.25, 0.5}, 1, 4, 0.125}, {{0, 1, 0, 0.5}, 1, 4, 0.5},
        {{0, 1, 0, 1}, 1, 4, 1.0},     {{0.5, 1, 0, 0.5}, 1, 4, 0.25},     {{0.5, 1, -1, 2}, 1, 4, 0.5},
        {{0.5, 1, -1, 1}, 1, 4, 0.5},  {{-1, 3, -1, 3}, 1, 4, 2.0},        {{1, 3, -1, 0.5}, 1, 4, 0.5},
        {{2, 3, 0, 1}, 0, 0, 0.0},     {{2, 3, 0.25, 0.5}, 0, 0, 0.0},     {{2, 3, 1, 2}, 0, 0, 0.0},
        {{0.5, 1.5, 1, 2}, 0, 0, 0.0}, {{3, 4, 0, 1}, 0, 0, 0.0},          {{-1, 0, -1, 2}, 0, 0, 0.0},
        {{1, 3, 0.5, 1.5}, 1, 4, 0.5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        clear();
        addBox(&first, 0, 2, 0, 1);
        addBox(&second, cases[i].second[0], cases[i].second[1], cases[i].second[2], cases[i].second[3]);
        expect(cases[i].parts, 0, cases[i].corners, cases[i].area);
    }
}

// A box rotated by an eighth on a box: an octagon; by a little, about a corner; a corner on a side; a
// triangle with its tip on a side from inside and from outside.
static void testTurnedBoxes(void **state) {
    (void)state;
    clear();
    addBox(&first, -1, 1, -1, 1);
    double r = sqrt(2.0);
    addLoop(&second, (cdVec2[]){{r, 0}, {0, r}, {-r, 0}, {0, -r}}, 4);
    expect(1, 0, 8, 8.0 * (r - 1.0));
    clear();
    addBox(&first, -1, 1, -1, 1);
    addLoop(&second, (cdVec2[]){{1, 0}, {0, 1}, {-1, 0}, {0, -1}}, 4);
    expect(1, 0, 4, 2.0);
    clear();
    addBox(&first, 0, 2, 0, 1);
    addLoop(&second, (cdVec2[]){{1, 0}, {1.5, 0.5}, {0.5, 0.5}}, 3);
    expect(1, 0, 3, 0.25);
    clear();
    addBox(&first, 0, 2, 0, 1);
    addLoop(&second, (cdVec2[]){{1, 0}, {0.5, -0.5}, {1.5, -0.5}}, 3);
    expect(0, 0, 0, 0.0);
}

// A plate with a hole: a peg that fits exactly shares nothing, nor does one with play; one too large shares a
// frame; one that covers half of it, an equal plate; a hole at a corner of the other's outline, a hole whose
// corner touches the outline, two holes that touch in a corner. Red: holes filled, lost or linked across.
static void testHoles(void **state) {
    (void)state;
    clear();
    addBox(&first, 0, 3, 0, 3), addHole(&first, 1, 2, 1, 2);
    addBox(&second, 1, 2, 1, 2);
    expect(0, 0, 0, 0.0);
    clear();
    addBox(&first, 0, 3, 0, 3), addHole(&first, 1, 2, 1, 2);
    addBox(&second, 1.01, 1.99, 1.01, 1.99);
    expect(0, 0, 0, 0.0);
    clear();
    addBox(&first, 0, 3, 0, 3), addHole(&first, 1, 2, 1, 2);
    addBox(&second, 0.5, 2.5, 0.5, 2.5);
    expect(1, 1, 8, 3.0);
    clear();
    addBox(&first, 0, 3, 0, 3), addHole(&first, 1, 2, 1, 2);
    addBox(&second, 1.5, 2.5, 0.5, 2.5);
    expect(1, 0, 8, 1.5);
    clear();
    addBox(&first, 0, 3, 0, 3), addHole(&first, 1, 2, 1, 2);
    addBox(&second, 0, 3, 0, 3), addHole(&second, 1, 2, 1, 2);
    expect(1, 1, 8, 8.0);
    clear();
    addBox(&first, 0, 3, 0, 3), addHole(&first, 1, 2, 1, 2);
    addBox(&second, 0, 3, 0, 3), addHole(&second, 2, 2.5, 2, 2.5);
    expect(1, 1, 4 + 8, 7.75);
    clear();
    addBox(&first, 0, 3, 0, 3), addHole(&first, 1, 2, 1, 2);
    addBox(&second, 0, 2, 0, 3), addHole(&second, 0.25, 0.5, 1, 2);
    expect(1, 1, 8 + 4, 4.75);
    clear();
    addBox(&first, 0, 4, 0, 4);
    addBox(&second, 0, 4, 0, 4), addLoop(&second, (cdVec2[]){{0, 2}, {1, 3}, {2, 2}, {1, 1}}, 4);
    expect(1, 0, 9, 14.0);
}

// A comb on a comb rotated by a right angle: a checkerboard of 36 parts; the same comb: itself. Parts that
// touch only in corners: two boxes corner to corner in a box are two parts, not a figure of eight.
static void testManyParts(void **state) {
    (void)state;
    clear();
    cdVec2 comb[4 * 6 + 2], along[4 * 6 + 2];
    int32_t count = 0;
    for (int i = 0; i < 6; i++) {
        comb[count++] = (cdVec2){2 * i, 0}, comb[count++] = (cdVec2){2 * i + 1, 0};
        comb[count++] = (cdVec2){2 * i + 1, 12}, comb[count++] = (cdVec2){2 * i + 2, 12};
    }
    comb[count - 1].x = 11, comb[count - 1].y = 13;
    comb[count++] = (cdVec2){0, 13};
    // Counter-clockwise the teeth's bridges are above: the gaps go up to 12.
    for (int32_t i = 0; i < count; i++)
        along[i] = (cdVec2){-comb[i].y + 11.5, comb[i].x + 0.5};
    addLoop(&first, comb, count);
    addLoop(&second, along, count);
    expect(36, 0, 144, 36.0);
    clear();
    addLoop(&first, comb, count);
    addLoop(&second, comb, count);
    expect(1, 0, 24, 6 * 12 + 11);
    clear();
    addBox(&first, 0, 3, 0, 3);
    addBox(&second, 0, 1, 0, 1), addBox(&second, 1, 2, 1, 2);
    expect(2, 0, 8, 2.0);
}

// Borders closer than the tolerance are one: a box on one that is larger by a third of it, an L whose second
// arm is beside the other's border by as much. Red: strips of that width, and parts linked by them.
static void testWithinTheTolerance(void **state) {
    (void)state;
    const double e = 0.3 * TOLERANCE;
    clear();
    addBox(&first, 0, 1, 0, 1);
    addBox(&second, -e, 1 + e, e, 1 - e);
    expect(1, 0, 4, 1.0);
    clear();
    addLoop(&first, (cdVec2[]){{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}}, 6);
    addLoop(&second, (cdVec2[]){{2, -1}, {2, 1 - e}, {4, 1 - e}, {4, 4}, {1 - e, 4}, {1 - e, -1}}, 6);
    find(TOLERANCE);
    assertOverlay(1, 0, 4, 1.0);
    clear();
    addBox(&first, 0, 3, 0, 3), addHole(&first, 1, 2, 1, 2);
    addBox(&second, 1 - e, 2 + e, 1 + e, 2 - e);
    expect(0, 0, 0, 0.0);
}

static double scaleBy;
static cdVec2 moveBy;

static cdVec2 scaleAndMove(cdVec2 p) {
    return (cdVec2){scaleBy * p.x + moveBy.x, scaleBy * p.y + moveBy.y};
}

// The same at other scales, and far from the origin: the same loops. Red: an absolute length anywhere.
static void testScales(void **state) {
    (void)state;
    static const double scales[] = {1e-4, 1e4, 1.0, 1e-12};
    for (int i = 0; i < 8; i++) {
        clear();
        addBox(&first, 0, 3, 0, 3), addHole(&first, 1, 2, 1, 2);
        addLoop(&second, (cdVec2[]){{1.5, -1}, {4, 1.5}, {1.5, 4}, {-1, 1.5}}, 4);
        scaleBy = scales[i / 2];
        moveBy = i % 2 ? (cdVec2){1e4 * scaleBy, -3e4 * scaleBy} : (cdVec2){0, 0};
        mapBoth(scaleAndMove);
        find(TOLERANCE * scaleBy);
        assert_int_equal(overlay.loopCount, 2);
        assert_int_equal(overlay.pointCount, 12);
        assertNear(findArea() / (scaleBy * scaleBy), 7.5, 1e-7);
    }
}

// --- random polygons

// Star-shaped about the middle; `grid` > 0: snapped to that grid, so that corners, borders and whole polygons
// coincide; repeated if the polygon crosses itself.
static int32_t makeStar(Random *random, cdVec2 middle, double size, int corners, double grid, cdVec2 *out) {
    int32_t count = 0;
    double angle = nextRandomIn(random, 0.0, 6.28);
    for (int i = 0; i < corners; i++) {
        double r = size * nextRandomIn(random, 0.25, 1.0), at = angle + 6.283185307179586 * i / corners;
        cdVec2 p = {middle.x + r * cos(at), middle.y + r * sin(at)};
        if (grid > 0.0) p = (cdVec2){grid * floor(p.x / grid + 0.5), grid * floor(p.y / grid + 0.5)};
        bool same = count > 0 && p.x == out[count - 1].x && p.y == out[count - 1].y;
        if (!same) out[count++] = p;
    }
    while (count > 1 && out[0].x == out[count - 1].x && out[0].y == out[count - 1].y)
        count--;
    return count;
}

static double crossOf(cdVec2 a, cdVec2 b, cdVec2 c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool isOnSegment(cdVec2 a, cdVec2 b, cdVec2 p) {
    return crossOf(a, b, p) == 0.0 && (p.x - a.x) * (p.x - b.x) + (p.y - a.y) * (p.y - b.y) <= 0.0;
}

static bool doTouch(cdVec2 a, cdVec2 b, cdVec2 c, cdVec2 d) {
    if (isOnSegment(a, b, c) || isOnSegment(a, b, d) || isOnSegment(c, d, a) || isOnSegment(c, d, b))
        return true;
    return (crossOf(a, b, c) > 0.0) != (crossOf(a, b, d) > 0.0) &&
           (crossOf(c, d, a) > 0.0) != (crossOf(c, d, b) > 0.0);
}

static bool isSimple(const cdVec2 *p, int32_t count) {
    if (count < 3 || areaOfLoop(p, count) <= 0.0) return false;
    for (int32_t i = 0; i < count; i++) {
        if (crossOf(p[i], p[(i + 1) % count], p[(i + 2) % count]) == 0.0) return false;
        for (int32_t k = i + 2; k < count; k++) {
            if (i == 0 && k == count - 1) continue;
            if (doTouch(p[i], p[i + 1], p[k], p[(k + 1) % count])) return false;
        }
    }
    return true;
}

static void addStar(Random *random, Polygons *p, cdVec2 middle, double size, double grid, bool hole) {
    cdVec2 star[40], turned[40];
    int32_t count;
    do {
        count = makeStar(random, middle, size, nextRandomInt(random, 3, 12), grid, star);
    } while (!isSimple(star, count));
    for (int32_t i = 0; i < count; i++)
        turned[i] = star[hole ? count - 1 - i : i];
    addLoop(p, turned, count);
}

static int getWinding(const Polygons *p, cdVec2 at) {
    int winding = 0;
    int32_t begin = 0;
    for (int32_t loop = 0; loop < p->loopCount; loop++) {
        for (int32_t i = begin, end = p->loopEnds[loop]; i < end; i++) {
            cdVec2 a = p->points[i], b = p->points[i + 1 < end ? i + 1 : begin];
            if ((a.x <= at.x) == (b.x <= at.x)) continue;
            bool above = crossOf(a, b, at) * (b.x - a.x) < 0.0;
            if (above) winding += a.x > b.x ? 1 : -1;
        }
        begin = p->loopEnds[loop];
    }
    return winding;
}

static double findDistance(const cdVec2 *p, int32_t count, cdVec2 at) {
    double least = INFINITY;
    for (int32_t i = 0; i < count; i++) {
        cdVec2 a = p[i], b = p[i + 1 < count ? i + 1 : 0];
        double x = b.x - a.x, y = b.y - a.y;
        double t = ((at.x - a.x) * x + (at.y - a.y) * y) / (x * x + y * y);
        t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
        least = fmin(least, hypot(at.x - a.x - t * x, at.y - a.y - t * y));
    }
    return least;
}

static double findBorderDistance(const Polygons *p, cdVec2 at) {
    double least = INFINITY;
    int32_t begin = 0;
    for (int32_t loop = 0; loop < p->loopCount; loop++) {
        least = fmin(least, findDistance(p->points + begin, p->loopEnds[loop] - begin, at));
        begin = p->loopEnds[loop];
    }
    return least;
}

static int getOverlayWinding(cdVec2 at) {
    static Polygons result;
    result.loopCount = 0;
    for (int32_t i = 0; i < overlay.loopCount; i++)
        addLoop(&result, overlay.points + overlay.loops[i].firstPoint, overlay.loops[i].pointCount);
    return getWinding(&result, at);
}

// Points away from all borders are inside the overlay exactly if they are inside both.
static void checkPoints(Random *random, double size, double clearance) {
    for (int i = 0; i < 6; i++) {
        cdVec2 at = {nextRandomIn(random, -size, size), nextRandomIn(random, -size, size)};
        if (findBorderDistance(&first, at) < clearance || findBorderDistance(&second, at) < clearance)
            continue;
        int inside = getWinding(&first, at) > 0 && getWinding(&second, at) > 0;
        int found = getOverlayWinding(at);
        if (found != inside) fail_msg("(%.17g, %.17g): %d instead of %d", at.x, at.y, found, inside);
    }
}

// Returns the common area of a triangle o p q of either orientation and another one, by clipping, signed by
// both orientations. Summed over the edges of two polygons, with o fixed, it is the integral of the product
// of their windings.
static double shareTriangles(const cdVec2 a[3], const cdVec2 b[3]) {
    double sense = crossOf(b[0], b[1], b[2]) > 0.0 ? 1.0 : -1.0;
    cdVec2 polygon[10] = {a[0], a[1], a[2]}, cut[10];
    int count = 3;
    for (int side = 0; side < 3; side++) {
        cdVec2 p = b[side], q = b[(side + 1) % 3];
        int left = 0;
        for (int i = 0; i < count; i++) {
            cdVec2 u = polygon[i], v = polygon[(i + 1) % count];
            double atU = sense * crossOf(p, q, u), atV = sense * crossOf(p, q, v), t = atU / (atU - atV);
            if (atU >= 0.0) cut[left++] = u;
            if ((atU > 0.0 && atV < 0.0) || (atU < 0.0 && atV > 0.0))
                cut[left++] = (cdVec2){u.x + t * (v.x - u.x), u.y + t * (v.y - u.y)};
        }
        count = left;
        memcpy(polygon, cut, sizeof cut);
    }
    return count > 2 ? sense * areaOfLoop(polygon, count) : 0.0;
}

static double findSharedArea(void) {
    double sum = 0.0;
    const cdVec2 o = {-0.123, 0.077};
    int32_t beginA = 0;
    for (int32_t la = 0; la < first.loopCount; beginA = first.loopEnds[la++])
        for (int32_t i = beginA; i < first.loopEnds[la]; i++) {
            int32_t nextA = i + 1 < first.loopEnds[la] ? i + 1 : beginA, beginB = 0;
            const cdVec2 a[3] = {o, first.points[i], first.points[nextA]};
            for (int32_t lb = 0; lb < second.loopCount; beginB = second.loopEnds[lb++])
                for (int32_t k = beginB; k < second.loopEnds[lb]; k++) {
                    int32_t nextB = k + 1 < second.loopEnds[lb] ? k + 1 : beginB;
                    const cdVec2 b[3] = {o, second.points[k], second.points[nextB]};
                    sum += shareTriangles(a, b);
                }
        }
    return sum;
}

static void checkRandom(Random *random, double tolerance, double size) {
    find(tolerance);
    double length = 40.0 * size;
    assertNear(findArea(), findSharedArea(), 4.0 * tolerance * length + 1e-12 * size * size);
    checkPoints(random, size, 4.0 * tolerance);
}

static void fillRandom(Random *random, double grid) {
    clear();
    addStar(random, &first, (cdVec2){0, 0}, 4.0, grid, false);
    double x = nextRandomIn(random, -2.0, 2.0), y = nextRandomIn(random, -2.0, 2.0);
    addStar(random, &second, (cdVec2){x, y}, nextRandomIn(random, 1.0, 5.0), grid, false);
}

// The second polygon is a hole of the first one: beside a border, on it, in it. Added only if it is inside.
static bool addInnerHole(Random *random, double grid) {
    int32_t begin = countPoints(&first);
    addStar(random, &first, (cdVec2){0, 0}, 1.5, grid, true);
    Polygons outer = first;
    outer.loopCount = 1;
    for (int32_t i = begin; i < countPoints(&first); i++) {
        cdVec2 p = first.points[i], q = first.points[i + 1 < countPoints(&first) ? i + 1 : begin];
        for (int32_t k = 0; k < begin; k++)
            if (doTouch(p, q, first.points[k], first.points[(k + 1) % begin])) first.loopCount = 1;
        if (getWinding(&outer, p) != 1) first.loopCount = 1;
        if (first.loopCount == 1) return false;
    }
    return true;
}

// 100,000 random pairs: general ones, ones on a coarse grid on which nearly everything coincides, and ones on
// a grid moved by less than, about and more than the tolerance. Area and points agree with the oracles. Red:
// cutting that does not terminate, any loop lost, doubled or linked wrongly.
static void testRandomPairs(void **state) {
    (void)state;
    Random random = {20};
    static const double grids[] = {0.0, 1.0, 0.5, 2.0, 1.0};
    static const double shakes[] = {0.0, 0.0, 0.0, 0.1, 1.0};
    int holes = 0;
    for (int i = 0; i < 100000; i++) {
        double grid = grids[i % 5], tolerance = i % 5 == 4 ? 1e-6 : TOLERANCE;
        fillRandom(&random, grid);
        if (i % 2) holes += addInnerHole(&random, grid);
        double shake = shakes[i % 5] * tolerance;
        for (int32_t k = 0; k < countPoints(&first) && shake > 0.0; k++) {
            first.points[k].x += nextRandomIn(&random, -shake, shake);
            first.points[k].y += nextRandomIn(&random, -shake, shake);
        }
        checkRandom(&random, tolerance, 6.0);
    }
    assert_true(holes > 10000);
}

// Features as small as the tolerance and smaller: polygons on a grid of one third, one and three tolerances.
// The only requirement is an answer that lies in both up to some tolerances. Red: cutting that does not end,
// a loop that does not close.
static void testFeaturesOfTheTolerance(void **state) {
    (void)state;
    Random random = {21};
    int unsettled = 0;
    for (int i = 0; i < 30000; i++) {
        double tolerance = i % 3 == 0 ? 3.0 : i % 3 == 1 ? 1.0 : 1.0 / 3.0;
        fillRandom(&random, i % 2 ? 1.0 : 0.0);
        cdPolygons a = asInput(&first), b = asInput(&second);
        cdMemory memory = {.next = block, .left = blockSize};
        overlay = cdOverlayPolygons(&a, &b, tolerance, &memory);
        unsettled += overlay.state != CD_OVERLAY_DONE;
        if (overlay.state == CD_OVERLAY_DONE) checkLoops(tolerance);
    }
    assert_int_equal(unsettled, 0);
}

int main(void) {
    block = malloc(blockSize);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testBoxes),
        cmocka_unit_test(testTurnedBoxes),
        cmocka_unit_test(testHoles),
        cmocka_unit_test(testManyParts),
        cmocka_unit_test(testWithinTheTolerance),
        cmocka_unit_test(testScales),
        cmocka_unit_test(testRandomPairs),
        cmocka_unit_test(testFeaturesOfTheTolerance),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(block);
    return failed;
}

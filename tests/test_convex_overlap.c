// Convex faces: rejected before their overlap is computed only if that would be rejected, too; the short way
// to their overlap gives that of the general method.
#include "cases.h"
#include "contact/overlay/intersect_faces.h"
#include "contact/overlay/overlay_work.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const double TOLERANCE = 1e-4, BORDER = 1e-8, SIZES[] = {1.0, 1e-2, 1e-4, 1e-6};

// Makes a triangle or a quadrangle on a circle: convex and counter-clockwise.
static cdPolygons makeOutline(Random *random, double size, cdVec2 points[4], int32_t *end) {
    *end = nextRandomInt(random, 3, 4);
    double x = nextRandomIn(random, -size, size), y = nextRandomIn(random, -size, size);
    double angle = nextRandomIn(random, 0.0, 6.0);
    for (int32_t i = 0; i < *end; i++) {
        points[i] = (cdVec2){x + size * cos(angle), y + size * sin(angle)};
        angle += nextRandomIn(random, 0.1, 6.2 / *end);
    }
    return (cdPolygons){points, end, 1};
}

// Returns A's plane at a random tilt over B's, which is z = 0.
static cdFaceOverlap makeFaces(Random *random, double size) {
    double tilt = nextRandomIn(random, 0.0, 0.09) * nextRandom(random) * nextRandom(random);
    cdVec3 normal = cdNormalize((cdVec3){tilt, tilt * nextRandomIn(random, -1.0, 1.0), -1.0});
    double height = nextRandomIn(random, -2.0, 2.0) * (TOLERANCE + tilt * size);
    return (cdFaceOverlap){.planeA = {normal, height * normal.z},
                           .planeB = {{0.0, 0.0, 1.0}, 0.0},
                           .axisX = {1.0, 0.0, 0.0},
                           .axisY = {0.0, 1.0, 0.0},
                           .turnsOver = true};
}

static bool isLoopBeyond(const cdFaceOverlap *faces, const cdPolygonOverlay *overlay, int32_t loop) {
    const cdOverlayLoop *own = &overlay->loops[loop];
    for (int32_t i = 0; i < own->pointCount; i++) {
        cdVec3 point;
        if (fabs(cdFindOverlapHeight(faces, overlay->points[own->firstPoint + i], &point)) > TOLERANCE)
            return true;
    }
    return false;
}

// Every loop of the overlap of rejected faces has a corner beyond the tolerance, so none would have given a
// region; and most faces whose overlap has such a corner are rejected. Red: a height compared with less than
// the tolerance, corners of outlines taken for corners of the overlap, a test that rejects nothing.
static void testRejectsOnlyWhatGivesNoRegion(void **state) {
    (void)state;
    Random random = {21};
    const cdRegionWork work = {.tolerance = TOLERANCE, .borderTolerance = BORDER};
    int rejected = 0, beyond = 0, within = 0;
    unsigned char *bytes = malloc(1 << 16);
    for (int i = 0; i < 40000; i++) {
        double size = SIZES[i % 4];
        cdVec2 pointsA[4], pointsB[4];
        int32_t endA, endB;
        cdPolygons a = makeOutline(&random, size, pointsA, &endA),
                   b = makeOutline(&random, size, pointsB, &endB);
        cdFaceOverlap faces = makeFaces(&random, size);
        cdMemory memory = {.next = bytes, .left = 1 << 16};
        cdPolygonOverlay overlay = cdOverlayPolygons(&a, &b, BORDER, &memory);
        if (overlay.state != CD_OVERLAY_DONE) continue;
        bool rejects = cdIsOverlapBeyond(&work, &faces, &a, &b);
        for (int32_t k = 0; k < overlay.loopCount; k++) {
            bool isBeyond = isLoopBeyond(&faces, &overlay, k);
            if (rejects) assert_true(isBeyond);
            beyond += isBeyond;
            within += !isBeyond;
        }
        rejected += rejects;
    }
    free(bytes);
    assert_true(within > 1000 && beyond > 1000 && rejected > beyond * 3 / 4);
}

static bool areSameOverlays(const cdPolygonOverlay *x, const cdPolygonOverlay *y) {
    return x->state == y->state && x->pointCount == y->pointCount && x->loopCount == y->loopCount &&
           x->roundCount == y->roundCount &&
           memcmp(x->points, y->points, (size_t)x->pointCount * sizeof *x->points) == 0 &&
           (x->loopCount == 0 ||
            (x->loops[0].area == y->loops[0].area && x->loops[0].pointCount == y->loops[0].pointCount));
}

// Puts about every fourth outline close to a corner or side of the other one, and moves it by some
// tolerances.
static void approach(Random *random, cdVec2 *points, int32_t count, const cdPolygons *other) {
    if (nextRandomInt(random, 0, 3) != 0) return;
    int32_t k = nextRandomInt(random, 0, other->loopEnds[0] - 1), own = nextRandomInt(random, 0, count - 1);
    cdVec2 p = other->points[k], q = other->points[(k + 1) % other->loopEnds[0]];
    double t = nextRandomInt(random, 0, 1) ? nextRandom(random) : 0.0;
    double off = BORDER * nextRandomIn(random, -200.0, 200.0) * nextRandom(random);
    double x = p.x + t * (q.x - p.x) + off - points[own].x, y = p.y + t * (q.y - p.y) + off - points[own].y;
    for (int32_t i = 0; i < count; i++) {
        points[i].x += x;
        points[i].y += y;
    }
}

// Makes an outline narrow, with sharp corners.
static void squash(Random *random, cdVec2 *points, int32_t count) {
    if (nextRandomInt(random, 0, 1) != 0) return;
    double angle = nextRandomIn(random, 0.0, 3.0), c = cos(angle), s = sin(angle);
    double part = 1.0 - exp(-15.0 * nextRandom(random));
    for (int32_t i = 1; i < count; i++) {
        double across = c * (points[i].x - points[0].x) + s * (points[i].y - points[0].y);
        points[i].x -= part * across * c;
        points[i].y -= part * across * s;
    }
}

// For convex outlines the short way gives the points, in their order, and the area of the general method, bit
// for bit, wherever it gives a result, which it does for most. Red: a crossing computed from the other end or
// the other edge, a loop that begins elsewhere, outlines too close to each other for the short way.
static void testConvexWayIsGeneral(void **state) {
    (void)state;
    Random random = {22};
    int done = 0, overlaps = 0, cuts = 0, count = countCases(100000);
    unsigned char *bytes = malloc(1 << 17);
    for (int i = 0; i < count; i++) {
        double size = SIZES[i % 4];
        cdVec2 pointsA[4], pointsB[4];
        int32_t endA, endB;
        cdPolygons a = makeOutline(&random, size, pointsA, &endA),
                   b = makeOutline(&random, size, pointsB, &endB);
        squash(&random, pointsA, endA);
        squash(&random, pointsB, endB);
        approach(&random, pointsA, endA, &b);
        cdMemory memory = {.next = bytes, .left = 1 << 16},
                 other = {.next = bytes + (1 << 16), .left = 1 << 16};
        cdPolygonOverlay convex, general = cdOverlayBySteps(&a, &b, BORDER, &other);
        if (!cdOverlayConvex(&a, &b, BORDER, &memory, &convex)) continue;
        if (!areSameOverlays(&convex, &general)) fail_msg("case %d: the overlays differ", i);
        done++;
        overlaps += convex.loopCount;
        cuts += convex.roundCount > 1;
    }
    free(bytes);
    assert_true(done > count / 5 && overlaps > count / 20 && cuts > count / 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testRejectsOnlyWhatGivesNoRegion),
                                       cmocka_unit_test(testConvexWayIsGeneral)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

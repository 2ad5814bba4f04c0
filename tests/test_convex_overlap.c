// Convex faces that are rejected before their overlap is computed: only if that would be rejected, too.
#include "contact/overlay/intersect_faces.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testRejectsOnlyWhatGivesNoRegion)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

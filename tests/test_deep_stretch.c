// Tests of the part of a segment deep inside a convex face (deep_stretch.c): what it says of the stretches
// inside holds for those that are found without it, bit for bit.
#include "body_fixture.h"
#include "contact/overlay/face_outline.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { STRETCH_MAX = 32 };

typedef struct Counts {
    int states[CD_DEEP_FOUND + 1];
} Counts;

// Returns a point about a face, in its plane or close to it: anywhere, or as near a corner as margins are.
static cdVec3 choosePoint(const cdFaceOutline *outline, Random *random) {
    const cdBrepFace *face = outline->face;
    cdVec3 point = face->middle;
    double size = 1.6 * face->radius;
    if (nextRandomInt(random, 0, 2) == 0) {
        int32_t at = outline->brep->loops[face->firstLoop];
        for (int32_t i = nextRandomInt(random, 0, 4); i > 0; i--)
            at = outline->brep->halfEdges[at].next;
        point = outline->brep->points[outline->brep->halfEdges[at].start];
        size = nextRandomIn(random, 0.0, 8.0) * outline->margin;
    }
    cdVec3 off = {nextRandomIn(random, -1.0, 1.0), nextRandomIn(random, -1.0, 1.0),
                  nextRandomIn(random, -1.0, 1.0)};
    off = cdMulAdd(off, -0.99 * cdDot(off, face->normal), face->normal);
    return cdMulAdd(point, size, off);
}

// Stretches no longer than the margin give no region.
static void checkSegment(const cdFaceOutline *outline, cdVec3 from, cdVec3 to, Counts *counts) {
    cdStretch all[STRETCH_MAX], known[STRETCH_MAX];
    cdDeepStretch deep;
    double length = cdLength(cdSub(to, from));
    cdDeepState state = cdFindDeepStretch(outline, from, to, &deep);
    int32_t count = cdFindInnerStretches(outline, from, to, NULL, all, STRETCH_MAX), found = -1;
    assert_true(count >= 0);
    counts->states[state]++;
    for (int32_t i = 0; i < count && state != CD_DEEP_UNKNOWN; i++) {
        bool holds = state == CD_DEEP_FOUND && all[i].from <= deep.part.from && deep.part.to <= all[i].to;
        if (holds) found = i;
        assert_true(holds || (all[i].to - all[i].from) * length <= outline->margin);
    }
    if (state != CD_DEEP_FOUND) return;
    assert_true(found >= 0 && deep.part.from < deep.part.to);
    assert_int_equal(cdFindInnerStretches(outline, from, to, &deep, known, STRETCH_MAX), 1);
    assert_memory_equal(known, &all[found], sizeof *known);
}

// Creates a prism over four corners, the second of which is reflex.
static Body makeDart(void) {
    static const cdVec3 points[] = {{-1.0, -1.0, 0.0}, {0.0, -0.3, 0.0}, {1.0, -1.0, 0.0}, {0.0, 1.0, 0.0},
                                    {-1.0, -1.0, 1.0}, {0.0, -0.3, 1.0}, {1.0, -1.0, 1.0}, {0.0, 1.0, 1.0}};
    static const int32_t triangles[] = {0, 3, 1, 1, 3, 2, 4, 5, 7, 5, 6, 7, 0, 1, 5, 0, 5, 4,
                                        1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points, def.pointCount = 8;
    def.triangles = triangles, def.triangleCount = 12;
    return makeBodyOfMesh(cdCreateMesh(&def, NULL));
}

static void checkFaces(Body body, double margin, Counts *counts) {
    const cdFeatures *features = body.mesh->features;
    Random random = {3};
    for (int32_t number = 0; number < 30000; number++) {
        int32_t face = nextRandomInt(&random, 0, features->info.faceCount - 1);
        cdFaceOutline outline = cdMakeFaceOutline(features, face, margin * features->brep.faces[face].radius);
        cdVec3 from = choosePoint(&outline, &random), to = choosePoint(&outline, &random);
        checkSegment(&outline, from, to, counts);
    }
}

// Faces with three, four and more corners, also concave ones; small and large margins; segments anywhere, and
// through corners within a few margins. Red: a stretch lost, or one that differs by a bit.
static void testAgreesWithStretches(void **state) {
    (void)state;
    static const double margins[] = {1e-9, 1e-4, 0.02};
    Body bodies[] = {makeBody("icosphere:level=2"), makeBody("gear:teeth=5"), makeBody("nut:segments=12"),
                     makeDart()};
    Counts counts = {{0}};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        for (size_t k = 0; k < 3; k++)
            checkFaces(bodies[i], margins[k], &counts);
        destroyBody(&bodies[i]);
    }
    assert_true(counts.states[CD_DEEP_NONE] > 30000 && counts.states[CD_DEEP_FOUND] > 30000);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testAgreesWithStretches)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

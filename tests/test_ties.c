// First contacts shared by several element pairs, and starts where faces cover each other: the answer that
// people expect, not one chosen by the last digit.
#include "contact_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const cdPose ORIGIN_POSE = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};

// A torus' outermost vertex meets a box's face in the middle, on the edge between the face's two triangles:
// at one time a vertex on a face and edges on an edge. Red: roots compared to the last digit, so that an edge
// pair with a slanted normal wins.
static void testVertexOnTheDiagonalOfAFace(void **state) {
    (void)state;
    cdMesh *torus = makeShape("torus"), *box = makeShape("box");
    cdFirstContactInput input = makeStep(torus, poseAt(3, 0, 0), poseAt(0, 0, 0), box, ORIGIN_POSE);
    cdFirstContact result = findContact(&input);
    assert_int_equal(result.state, CD_CONTACT);
    assert_int_equal(result.kind, CD_VERTEX_FACE);
    assert_true(cdLength(cdSub(result.normal, cdMakeVec3(1, 0, 0))) < 1e-12);
    cdDestroyMesh(torus);
    cdDestroyMesh(box);
}

// A box descends flat on a larger one at every scale: four vertices and eight edges at one time. Red: another
// pair wins as rounding changes with the scale.
static void testFlatLandingAtEveryScale(void **state) {
    (void)state;
    int32_t vertex = -1;
    for (double scale = 1e-4; scale < 2e4; scale *= 7.3) {
        cdMesh *upper = makeScaledShape("box", scale, cdMakeVec3(0, 0, 0));
        cdMesh *lower = makeScaledShape("box:x=3,z=3", scale, cdMakeVec3(0, 0, 0));
        cdFirstContactInput input =
            makeStep(upper, poseAt(0.1 * scale, 2.7 * scale, 0.2 * scale),
                     poseAt(0.1 * scale, 1.1 * scale, 0.2 * scale), lower, ORIGIN_POSE);
        cdFirstContact result = findContact(&input);
        assert_int_equal(result.state, CD_CONTACT);
        assert_int_equal(result.kind, CD_VERTEX_FACE);
        assert_true(cdLength(cdSub(result.normal, cdMakeVec3(0, 1, 0))) < 1e-12);
        if (vertex < 0) vertex = result.featureA.id;
        assert_int_equal(result.featureA.id, vertex);
        cdDestroyMesh(upper);
        cdDestroyMesh(lower);
    }
}

// Two boxes at the same pose, and one shifted along its own edges: every face pair is coplanar or meets only
// in edges, yet the solids overlap. The mesh may move to a free target. Red: "touching" blocks it for ever.
static void testSolidsCoveringEachOtherOverlap(void **state) {
    (void)state;
    cdMesh *box = makeShape("box");
    const double shifts[] = {0.0, 0.5, 1.0, 1.9};
    for (int i = 0; i < 4; i++) {
        cdFirstContactInput input = makeStep(box, poseAt(shifts[i], 0, 0), poseAt(4, 0, 0), box, ORIGIN_POSE);
        cdFirstContact result = findContact(&input);
        assert_int_equal(result.state, CD_OVERLAP);
        assert_true(result.resolvedPose.p.x == 4.0);
    }
    cdDestroyMesh(box);
}

// Two equal boxes side by side with a common plane above, and one lying flat on the other: they touch, do not
// overlap, and separate freely. Red: coplanar faces taken for overlap.
static void testTouchingIsNoOverlap(void **state) {
    (void)state;
    cdMesh *box = makeShape("box");
    const cdPose beside[] = {poseAt(2, 0, 0), poseAt(2, 0.5, 0), poseAt(0, 2, 0), poseAt(0.5, 2, 0.25),
                             poseAt(2, 2, 2)};
    for (int i = 0; i < 5; i++) {
        cdVec3 away = cdAdd(beside[i].p, cdScale(0.5, beside[i].p));
        cdFirstContactInput apart =
            makeStep(box, beside[i], poseAt(away.x, away.y, away.z), box, ORIGIN_POSE);
        assert_int_equal(findContact(&apart).state, CD_FREE);
        cdFirstContactInput into = makeStep(box, beside[i], poseAt(0, 0, 0), box, ORIGIN_POSE);
        cdFirstContact result = findContact(&into);
        assert_int_equal(result.state, CD_CONTACT);
        assert_true(result.t.lo == 0.0 && result.resolvedTime == 0.0);
    }
    cdDestroyMesh(box);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testVertexOnTheDiagonalOfAFace),
        cmocka_unit_test(testFlatLandingAtEveryScale),
        cmocka_unit_test(testSolidsCoveringEachOtherOverlap),
        cmocka_unit_test(testTouchingIsNoOverlap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// Normals that persist from step to step, their origin, and the age of a contact.
#include "region_fixture.h"
#include "touch_fixture.h"

static Contact steps[2];
static int current;

static const cdVec3 X = {1, 0, 0}, Y = {0, 1, 0}, Z = {0, 0, 1};

// Finds the regions at the next pose, after those of the last call unless `afresh`.
static Contact *step(const Body *a, cdPose poseA, const Body *b, cdPose poseB, const cdVec3 *velocity,
                     bool afresh) {
    cdVelocity moving = {.linear = velocity != NULL ? *velocity : Y};
    cdRegionsInput input = {
        .meshA = a->mesh, .meshB = b->mesh, .interior = CD_INTERIOR_EMPTY, .poseA = poseA, .poseB = poseB};
    input.previous = afresh ? NULL : &steps[current].out;
    input.velocityA = velocity != NULL ? &moving : NULL;
    current = 1 - current;
    findRegions(&steps[current], input);
    return &steps[current];
}

// --- Figure 8

static const double turning = 0.2; // where the block's left edge is on the left tip

static cdPose placeBlock(cdPose all, double x) {
    return cdMulPose(all, poseAt(x, 0.2, 0.0));
}

static const cdContactRegion *findEdgeOnEdge(const Contact *contact) {
    for (int32_t i = 0; i < contact->out.regionCount; i++) {
        const cdContactRegion *region = &contact->regions[i];
        if (region->sufficient && region->locationA.kind == CD_ON_EDGE &&
            region->locationB.kind == CD_ON_EDGE)
            return region;
    }
    fail_msg("no edge on edge");
    return NULL;
}

// A block slides over the tips of two fingers, step by step, to where its left bottom edge lies along the
// left tip, and back. Throughout, both lines have the normal of its bottom face; at the end one of them is an
// edge along an edge and still has it, since an edge on a face shrank to it. The geometric normal there leans
// to the block's side and would oppose the motion back: a wrong impulse. Upright and rotated. Red: the normal
// not kept (Eq. 7), lost on the step after (Eq. 6), an age that does not count, a geometric normal without
// that impulse, which would prove nothing.
static void checkFigure8(cdPose all) {
    Body fingers = makeBody("fingers:lean=0"), block = makeBody("box:x=0.8,y=0.2,z=0.3");
    cdVec3 up = cdRotate(all.q, Y), back = cdRotate(all.q, cdNegate(X)), on = cdRotate(all.q, X);
    Contact *now = NULL;
    for (int i = 0; i <= 5; i++) {
        now = step(&block, placeBlock(all, turning - 0.01 * (5 - i)), &fingers, all, &on, i == 0);
        assertSufficient(now, 0, 2, 0);
        for (int n = 0; n < 2; n++) {
            assertNormals(getSufficient(now, 1, n), &up, 1);
            assert_int_equal(getSufficient(now, 1, n)->age, i);
        }
    }
    const cdContactRegion *edge = findEdgeOnEdge(now);
    assert_int_equal(edge->origin, CD_NORMALS_SHRUNK);
    assert_true(edge->indeterminate);
    now = step(&block, placeBlock(all, turning), &fingers, all, &back, false);
    edge = findEdgeOnEdge(now);
    assert_int_equal(edge->origin, CD_NORMALS_PERSISTED);
    assert_int_equal(edge->age, 6);
    assert_true(fabs(cdDot(edge->normals[0], back)) < 1e-9);
    now = step(&block, placeBlock(all, turning), &fingers, all, NULL, true);
    edge = findEdgeOnEdge(now);
    assert_int_equal(edge->origin, CD_NORMALS_COMPUTED);
    assert_int_equal(edge->age, 0);
    assert_true(cdDot(edge->normals[0], back) < -0.1);
    destroyBody(&fingers);
    destroyBody(&block);
}

static void testFigure8(void **state) {
    (void)state;
    checkFigure8(cdIdentityPose());
    checkFigure8(turnedPose(0.3, -0.2, 0.1, (cdVec3){1, 2, 3}, 0.8));
}

// --- The cases one by one

static Body floorBody, box;

static void openBoxes(void) {
    floorBody = makeBody("box:x=1,y=0.5,z=1");
    box = makeBody("box:x=0.3,y=0.3,z=0.3");
}

static void closeBoxes(void) {
    destroyBody(&floorBody);
    destroyBody(&box);
}

static Contact *stepBox(double x, double tilt, const cdVec3 *velocity, bool afresh) {
    cdVec3 corner = cdRotate(cdMakeQuat(Z, tilt), (cdVec3){-0.3, -0.3, 0.0});
    cdPose pose = {{x - corner.x, 0.5 - corner.y, 0.0}, cdMakeQuat(Z, tilt)};
    return step(&box, pose, &floorBody, cdIdentityPose(), velocity, afresh);
}

// A box's left bottom edge on the right border of a floor, after a step in which the whole bottom lay there:
// 2D shrinks to an edge along an edge with the same normal, unless the velocity opposes it: then it collides
// and the normal is new. Red: Eq. 7 without its condition on collision, or with too strict a one.
static void testShrunkUnlessItCollides(void **state) {
    (void)state;
    openBoxes();
    const cdVec3 along = {1, 0, 0}, against = {-0.3, -1, 0};
    for (int i = 0; i < 2; i++) {
        Contact *now = stepBox(0.9, 0.0, NULL, true);
        assertSufficient(now, 0, 0, 1);
        assert_int_equal(getSufficient(now, 2, 0)->origin, CD_NORMALS_COMPUTED);
        now = stepBox(1.0, 0.0, i == 0 ? &along : &against, false);
        const cdContactRegion *edge = findEdgeOnEdge(now);
        assert_int_equal(edge->origin, i == 0 ? CD_NORMALS_SHRUNK : CD_NORMALS_COMPUTED);
        assert_int_equal(edge->age, i == 0 ? 1 : 0);
        if (i == 0) assertNormals(edge, &Y, 1);
    }
    closeBoxes();
}

// The same edge along the edge as the box tips over, first its right side up and then down: the kept normal
// stays as long as its plane separates the two; then a new one does. Red: a kept normal that cuts the box.
static void testKeptOnlyWhileItSeparates(void **state) {
    (void)state;
    openBoxes();
    stepBox(0.9, 0.0, NULL, true);
    for (int i = 0; i < 12; i++) {
        double tilt = i < 6 ? 0.1 * i : 0.6 - 0.15 * (i - 5);
        Contact *now = stepBox(1.0, tilt, NULL, false);
        const cdContactRegion *edge = findEdgeOnEdge(now);
        assert_true(edge->age == i + 1 && edge->normalCount == 1);
        cdVec3 n = edge->normals[0], right = {cos(tilt), sin(tilt), 0}, up = {-sin(tilt), cos(tilt), 0};
        assert_true(cdDot(n, right) > -1e-3 && cdDot(n, up) > -1e-3);
        assert_true(cdDot(n, cdNegate(X)) < 1e-3 && cdDot(n, cdNegate(Y)) < 1e-3);
        assert_int_equal(hasNormal(edge, Y), tilt > -1e-9);
    }
    closeBoxes();
}

// A tip under a box whose bottom tilts: the pair stays the same for all steps and its normal is the bottom's
// current one. Red: a face's normal frozen in the world at the first step.
static void testFaceNormalTurnsWithItsFace(void **state) {
    (void)state;
    Body tip = makeBody("pyramid:half=0.2,height=0.5"), plank = makeBody("box:x=0.6,y=0.1,z=0.4");
    for (int i = 0; i < 8; i++) {
        cdQuat tilt = cdMakeQuat(Z, 0.05 * i);
        cdVec3 normal = cdRotate(tilt, Y);
        Contact *now = step(&plank, (cdPose){cdScale(0.1, normal), tilt}, &tip,
                            (cdPose){{0, 0, 0}, cdMakeQuat(X, PI)}, NULL, i == 0);
        assertSufficient(now, 1, 0, 0);
        assertNormals(getSufficient(now, 0, 0), &normal, 1);
        assert_int_equal(getSufficient(now, 0, 0)->origin,
                         i == 0 ? CD_NORMALS_COMPUTED : CD_NORMALS_PERSISTED);
        assert_int_equal(getSufficient(now, 0, 0)->age, i);
    }
    destroyBody(&tip);
    destroyBody(&plank);
}

// A box that lay on a face, or on an edge, stands on a corner of it: the point is what is left of the earlier
// region. Red: a corner that does not find its faces or its edges among the earlier regions.
static void testFacesAndEdgesShrinkToCorners(void **state) {
    (void)state;
    openBoxes();
    for (int i = 0; i < 2; i++) {
        const cdQuat turns[2] = {cdMakeQuat(Z, 0.3 * i), cdMulQuat(cdMakeQuat(X, -0.3), cdMakeQuat(Z, 0.3))};
        Contact *now = NULL;
        for (int k = 0; k < 2; k++) {
            cdVec3 corner = cdRotate(turns[k], (cdVec3){-0.3, -0.3, -0.3});
            cdPose pose = {{-corner.x, 0.5 - corner.y, -corner.z}, turns[k]};
            now = step(&box, pose, &floorBody, cdIdentityPose(), NULL, k == 0);
            assertSufficient(now, k == 1, k == 0 && i == 1, k == 0 && i == 0);
        }
        assert_int_equal(getSufficient(now, 0, 0)->origin, CD_NORMALS_SHRUNK);
        assert_int_equal(getSufficient(now, 0, 0)->age, 1);
    }
    closeBoxes();
}

// A plank on a ridge, tilted a little more at the step at which its edge comes to lie along the ridge: it
// keeps the current normal of its bottom. Red: a normal of the step before that its face no longer has.
static void testShrunkNormalTurnsWithItsFace(void **state) {
    (void)state;
    Body ridge = makeWedge(PI * 1.4, PI * 1.6, -0.5, 0.5), plank = makeBody("box:x=0.6,y=0.1,z=0.4");
    for (int i = 0; i < 2; i++) {
        cdQuat tilt = cdMakeQuat(Z, 0.1 * i);
        cdPose pose = {cdRotate(tilt, (cdVec3){i == 0 ? 0.5 : 0.6, 0.1, 0.0}), tilt};
        cdVec3 normal = cdRotate(tilt, Y);
        Contact *now = step(&plank, pose, &ridge, cdIdentityPose(), NULL, i == 0);
        assertSufficient(now, 0, 1, 0);
        assertNormals(getSufficient(now, 1, 0), &normal, 1);
        assert_int_equal(getSufficient(now, 1, 0)->origin, i == 0 ? CD_NORMALS_COMPUTED : CD_NORMALS_SHRUNK);
    }
    destroyBody(&ridge);
    destroyBody(&plank);
}

// Another face of the box on another side: all new [Eq. 8]. And regions of the step before that were not
// sufficient are no temporary contacts. Red: an age passed between unrelated pairs.
static void testNewContact(void **state) {
    (void)state;
    openBoxes();
    Contact *now = stepBox(0.5, 0.0, NULL, true);
    for (int32_t i = 0; i < now->out.regionCount; i++)
        now->regions[i].sufficient = false;
    now = stepBox(0.5, 0.0, NULL, false);
    assert_int_equal(getSufficient(now, 2, 0)->origin, CD_NORMALS_COMPUTED);
    assert_int_equal(getSufficient(now, 2, 0)->age, 0);
    cdPose side = poseAt(1.3, 0.0, 0.0);
    now = step(&box, side, &floorBody, cdIdentityPose(), NULL, false);
    assertSufficient(now, 0, 0, 1);
    assertNormals(getSufficient(now, 2, 0), &X, 1);
    assert_int_equal(getSufficient(now, 2, 0)->origin, CD_NORMALS_COMPUTED);
    closeBoxes();
}

// A wedge's edge in the foot of a wall, then only its lower end's vertex there: the earlier edge is reflex,
// so Eq. 7 does not apply, and the point has its own two normals. Red: convexity of the neighbourhoods not
// tested.
static void testReflexNeighbourhoodIsNew(void **state) {
    (void)state;
    Body room = makeBody("corner"), wedge = makeWedge(PI / 8, 3 * PI / 8, 0.0, 0.5);
    cdPose pose = poseAt(0.0, 0.0, 0.3);
    Contact *now = step(&wedge, pose, &room, cdIdentityPose(), NULL, true);
    assertSufficient(now, 0, 1, 0);
    cdVec3 axis = cdNormalize((cdVec3){1, -1, 0});
    for (int i = 0; i < 2; i++) {
        pose.q = cdMakeQuat(i == 0 ? axis : cdNegate(axis), 0.3);
        now = step(&wedge, pose, &room, cdIdentityPose(), NULL, false);
        if (now->out.state == CD_CONTACT && countRegions(now, 0, true) == 1) break;
    }
    assertSufficient(now, 1, 0, 0);
    assertNormals(getSufficient(now, 0, 0), (cdVec3[]){X, Y}, 2);
    assert_int_equal(getSufficient(now, 0, 0)->origin, CD_NORMALS_COMPUTED);
    destroyBody(&room);
    destroyBody(&wedge);
}

// Corners on corners and edges of concave shapes, again at the same pose, with another velocity: the earlier
// normals stay, also several. Red: several chosen again, only the first kept.
static void testSeveralStay(void **state) {
    (void)state;
    static const char *const shapes[] = {"socket", "pyramid", "overhang", "gear:teeth=5", "step", "l-shape"};
    Body bodies[6];
    for (int i = 0; i < 6; i++)
        bodies[i] = makeBody(shapes[i]);
    Random random = {29};
    int32_t several = 0;
    for (int i = 0; i < 600; i++) {
        const Body *a = &bodies[nextRandomInt(&random, 0, 5)], *b = &bodies[nextRandomInt(&random, 0, 5)];
        cdVec3 velocity = nextRandomVec3(&random), another = nextRandomVec3(&random);
        cdPose poseA = touchAtCorner(&random, a, b), poseB = cdIdentityPose();
        const Contact *before = step(a, poseA, b, poseB, &velocity, true);
        const Contact *now = step(a, poseA, b, poseB, &another, false);
        assert_int_equal(before->out.regionCount, now->out.regionCount);
        for (int32_t r = 0; r < now->out.regionCount; r++) {
            const cdContactRegion *p = &before->regions[r], *q = &now->regions[r];
            assert_int_equal(p->normalCount, q->normalCount);
            for (int32_t n = 0; n < p->normalCount; n++)
                assert_true(cdLength(cdSub(p->normals[n], q->normals[n])) < 1e-12);
            if (q->sufficient) assert_int_equal(q->origin, CD_NORMALS_PERSISTED);
            several += q->indeterminate && q->normalCount > 1;
        }
    }
    assert_true(several > 5);
    for (int i = 0; i < 6; i++)
        destroyBody(&bodies[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testFigure8),
        cmocka_unit_test(testShrunkUnlessItCollides),
        cmocka_unit_test(testKeptOnlyWhileItSeparates),
        cmocka_unit_test(testFaceNormalTurnsWithItsFace),
        cmocka_unit_test(testFacesAndEdgesShrinkToCorners),
        cmocka_unit_test(testShrunkNormalTurnsWithItsFace),
        cmocka_unit_test(testNewContact),
        cmocka_unit_test(testReflexNeighbourhoodIsNew),
        cmocka_unit_test(testSeveralStay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// Touching, disjoint or overlapping: the crossing features, the point and the depth.
#include "touch_fixture.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

typedef struct Pair {
    Body a, b;
    Query near, indexed;
} Pair;

static Pair openPair(const char *specA, const char *specB, double scale) {
    Pair pair = {
        makeScaledBody(specA, scale), makeScaledBody(specB, scale), {.workspace = NULL}, {.workspace = NULL}};
    pair.near = openQuery(&pair.a, &pair.b, false);
    pair.indexed = openQuery(&pair.a, &pair.b, true);
    return pair;
}

static void closePair(Pair *pair) {
    closeQuery(&pair->near);
    closeQuery(&pair->indexed);
    destroyBody(&pair->a);
    destroyBody(&pair->b);
}

static const cdContactRegions *findAt(Query *query, cdPose poseA) {
    query->input.poseA = poseA;
    query->out = cdFindContactRegions(&query->input, NULL, query->workspace, NULL);
    assert_false(query->out.truncated);
    return &query->out;
}

// Both candidate searches must agree.
static const cdContactRegions *assertState(Pair *pair, cdPose poseA, cdState state) {
    const cdContactRegions *near = findAt(&pair->near, poseA), *indexed = findAt(&pair->indexed, poseA);
    if (near->state != state || indexed->state != state)
        fail_msg("%s by the trees, %s by the index, and should be %s", cdGetStateName(near->state),
                 cdGetStateName(indexed->state), cdGetStateName(state));
    assert_true(near->crossing == indexed->crossing);
    assert_memory_equal(&near->deepPoint, &indexed->deepPoint, sizeof near->deepPoint);
    assert_int_equal(near->regionCount, indexed->regionCount);
    return indexed;
}

static void assertDepth(const cdContactRegions *found, double depth, double tolerance) {
    if (!(fabs(found->crossing - depth) <= tolerance))
        fail_msg("%.17g deep, not %.17g", found->crossing, depth);
}

// A small box pushed into the top of a large one: disjoint above the tolerance, touching within it on either
// side, penetrating below, with the right depth; the point lies on the top, within the box. Red: the
// tolerance not applied on one side, a depth limited by the diagonal of a face.
static void testPushedIn(void **state) {
    (void)state;
    Pair pair = openPair("box:x=0.5,y=0.5,z=0.5", "box", 1.0);
    double tolerance = findAt(&pair.near, poseAt(0.0, 5.0, 0.0))->tolerance;
    assertState(&pair, poseAt(0.1, 1.5 + 1.01 * tolerance, 0.1), CD_FREE);
    assertState(&pair, poseAt(0.1, 1.5 + 0.99 * tolerance, 0.1), CD_CONTACT);
    assertState(&pair, poseAt(0.1, 1.5, 0.1), CD_CONTACT);
    assertState(&pair, poseAt(0.1, 1.5 - 0.99 * tolerance, 0.1), CD_CONTACT);
    static const double depths[] = {2e-5, 1e-3, 0.1, 0.4};
    for (int i = 0; i < 4; i++) {
        const cdContactRegions *found = assertState(&pair, poseAt(0.1, 1.5 - depths[i], 0.1), CD_OVERLAP);
        assertDepth(found, depths[i], 1e-12);
        assert_true(fabs(found->deepPoint.y - 1.0) < 1e-9 && fabs(found->deepPoint.x - 0.1) <= 0.5 &&
                    fabs(found->deepPoint.z - 0.1) <= 0.5);
        assert_true(found->deepA.kind == CD_ON_EDGE || found->deepA.kind == CD_ON_FACE);
        assert_true(found->deepB.kind == CD_ON_EDGE || found->deepB.kind == CD_ON_FACE);
    }
    closePair(&pair);
}

// Onto a floor of many triangles: seams do not reduce the depth. Red: the depth of triangles taken for that
// of faces.
static void testSeamsDoNotShow(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.5,y=0.5,z=0.5");
    cdVec3 points[21 * 21];
    int32_t triangles[3 * 2 * 400], count = 0;
    for (int i = 0; i < 441; i++)
        points[i] = cdMakeVec3(0.1 * (i % 21) - 1.0, 0.0, 0.1 * (i / 21) - 1.0);
    for (int i = 0; i < 400; i++) {
        int32_t p = i / 20 * 21 + i % 20, cell[6] = {p, p + 21, p + 1, p + 1, p + 21, p + 22};
        for (int k = 0; k < 6; k++)
            triangles[count++] = cell[k];
    }
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points;
    def.triangles = triangles;
    def.pointCount = 441;
    def.triangleCount = 800;
    Body floor = makeBodyOfMesh(cdCreateMesh(&def, NULL));
    assert_int_equal(floor.mesh->features->info.faceCount, 1);
    Query query = openQuery(&box, &floor, false);
    const cdContactRegions *found = findAt(&query, poseAt(0.03, 0.2, 0.04));
    assert_int_equal(found->state, CD_OVERLAP);
    assertDepth(found, 0.3, 1e-12);
    closeQuery(&query);
    destroyBody(&floor);
    destroyBody(&box);
}

// Overlapping boxes with flush sides: no side crosses a side, edges meet only edges, and every contact is at
// a border; the same box twice at one pose; one in the corner of the other. Red: flush taken for touching.
static void testFlushInEachOther(void **state) {
    (void)state;
    Pair same = openPair("box", "box", 1.0);
    assertState(&same, poseAt(0.0, 0.0, 0.0), CD_OVERLAP);
    assertState(&same, poseAt(1.0, 0.0, 0.0), CD_OVERLAP);
    assertState(&same, poseAt(1.0, 1.0, 0.0), CD_OVERLAP);
    assertState(&same, poseAt(1.0, 1.0, 1.0), CD_OVERLAP);
    assertState(&same, poseAt(2.0, 0.0, 0.0), CD_CONTACT);
    assertState(&same, poseAt(2.0, 2.0, 0.0), CD_CONTACT);
    assertState(&same, poseAt(2.0, 2.0, 2.0), CD_CONTACT);
    closePair(&same);
    Pair small = openPair("box:x=0.5,y=0.5,z=0.5", "box", 1.0);
    assertState(&small, poseAt(0.5, 0.5, 0.5), CD_OVERLAP);
    assertState(&small, poseAt(0.5, 0.0, 0.0), CD_OVERLAP);
    assertState(&small, poseAt(1.5, 0.5, 0.5), CD_CONTACT);
    closePair(&small);
}

// Within the tolerance of flush, in all three directions. For solids a point behind both sides is tested.
static void testNearlyFlush(void **state) {
    (void)state;
    Pair pair = openPair("box", "box", 1.0);
    double e = 0.4 * findAt(&pair.near, poseAt(0.0, 5.0, 0.0))->tolerance;
    assert_int_equal(findAt(&pair.indexed, poseAt(1.0, e, e))->state, CD_OVERLAP);
    assert_int_equal(findAt(&pair.indexed, poseAt(e, e, e))->state, CD_OVERLAP);
    assert_int_equal(findAt(&pair.indexed, poseAt(2.0 - e, e, e))->state, CD_CONTACT);
    closePair(&pair);
}

// A box on a plate thinner than the tolerance: its bottom is as near the plate's bottom as its top, and both
// face down. Red: the bottoms taken for flush sides of overlapping solids.
static void testThinPlate(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.5,y=0.5,z=0.5");
    Body plate = makeBody("plate:width=3,depth=3,thickness=0.001");
    double top = cdGetMeshInfo(plate.mesh).bounds.upper.y;
    for (int i = 0; i < 2; i++) {
        Query query = openQuery(&box, &plate, i == 1);
        query.input.tolerance = 0.002;
        assert_int_equal(findAt(&query, poseAt(0.0, top + 0.5, 0.0))->state, CD_CONTACT);
        closeQuery(&query);
    }
    destroyBody(&plate);
    destroyBody(&box);
}

// Entirely inside: detected for solids, in both orders, with infinite depth and no features; also touching
// the wall from within. In the hole of a ring, or in a cavity: outside. The index and the sphere trees agree.
// Without solids, surfaces are compared, and those are separate. Red: a cavity taken for solid, a touch from
// within for a touch, solids taken for surfaces by the sphere trees.
static void testContainment(void **state) {
    (void)state;
    Pair pair = openPair("box:x=0.2,y=0.2,z=0.2", "box", 1.0);
    for (int i = 0; i < 2; i++) {
        cdQuat corner = turnOnto(cdNormalize(cdMakeVec3(1.0, 1.0, 1.0)), cdMakeVec3(0.0, 1.0, 0.0));
        double height = 1.0 - 0.2 * sqrt(3.0) - 2e-6;
        cdPose pose = i == 0 ? poseAt(0.3, 0.1, 0.2) : (cdPose){{0.3, height, 0.2}, corner};
        const cdContactRegions *found = assertState(&pair, pose, CD_OVERLAP);
        assert_int_equal(found->regionCount, i);
        assert_true(isinf(found->crossing));
        assert_int_equal(found->deepA.index, -1);
        assert_true(cdMaxAbs(found->deepPoint) <= 1.0);
    }
    assertState(&pair, poseAt(0.3, 0.1, 0.9), CD_OVERLAP); // through the wall
    assertState(&pair, poseAt(0.3, 5.0, 0.2), CD_FREE);
    pair.near.input.interior = CD_INTERIOR_EMPTY;
    assert_int_equal(findAt(&pair.near, poseAt(0.3, 0.1, 0.2))->state, CD_FREE);
    closePair(&pair);
    pair = openPair("box", "box:x=0.2,y=0.2,z=0.2", 1.0);
    assertState(&pair, poseAt(0.3, 0.1, 0.2), CD_OVERLAP);
    closePair(&pair);
    pair = openPair("box:x=0.2,y=0.1,z=0.2", "ring:outer=1,inner=0.6", 1.0);
    assertState(&pair, poseAt(0.0, 0.0, 0.0), CD_FREE);
    closePair(&pair);
    pair = openPair("box:x=0.1,y=0.1,z=0.1", "cavity", 1.0);
    double middle =
        0.5 * (cdGetMeshInfo(pair.b.mesh).bounds.lower.y + cdGetMeshInfo(pair.b.mesh).bounds.upper.y);
    assertState(&pair, poseAt(0.0, middle, 0.0), CD_FREE);
    closePair(&pair);
}

static Body makeTwoBoxes(double distance) {
    cdVec3 points[16];
    cdMesh *box = makeShape("box:x=0.2,y=0.2,z=0.2");
    const cdMeshInfo info = cdGetMeshInfo(box);
    int32_t triangles[72], pointCount = info.vertexCount, triangleCount = info.triangleCount;
    const cdVec3 *corners = info.vertices;
    const int32_t *sides = info.triangles;
    assert_true(pointCount == 8 && triangleCount == 12);
    for (int i = 0; i < 16; i++)
        points[i] = cdAdd(corners[i % 8], cdMakeVec3(i < 8 ? 0.0 : distance, 0.0, 0.0));
    for (int i = 0; i < 72; i++)
        triangles[i] = sides[i % 36] + (i < 36 ? 0 : 8);
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points;
    def.triangles = triangles;
    def.pointCount = 16;
    def.triangleCount = 24;
    Body body = makeBodyOfMesh(cdCreateMesh(&def, NULL));
    cdDestroyMesh(box);
    return body;
}

// Two boxes that are one solid, the second of them inside the other solid. Red: only the first shell tested.
static void testSecondShell(void **state) {
    (void)state;
    Body two = makeTwoBoxes(3.0), box = makeBody("box");
    for (int i = 0; i < 2; i++) {
        Query query = openQuery(i == 0 ? &two : &box, i == 0 ? &box : &two, true);
        double sign = i == 0 ? 1.0 : -1.0;
        assert_int_equal(findAt(&query, poseAt(-3.0 * sign, 0.1, 0.0))->state, CD_OVERLAP);
        assert_true(isinf(query.out.crossing));
        assert_int_equal(findAt(&query, poseAt(-0.1 * sign, 0.1, 0.0))->state, CD_OVERLAP);
        assert_int_equal(findAt(&query, poseAt(-1.6 * sign, 0.1, 0.0))->state, CD_FREE);
        closeQuery(&query);
    }
    destroyBody(&two);
    destroyBody(&box);
}

// Rotated boxes that cross, at sizes from 1e-4 to 1e4 and far from the origin: the minimum translation that
// separates the boxes, by their fifteen directions, is never less than the depth found, which separates only
// some features; and at least a tenth of it is found. Both agree on overlap. Red: a state or a depth that
// depends on the scale, a depth beyond the true one.
static void testRandomBoxes(void **state) {
    (void)state;
    Random random = {4};
    static const double scales[] = {1.0, 1e-4, 1e4};
    int32_t crossing = 0;
    double least = INFINITY;
    for (int number = 0; number < 300; number++) {
        double scale = scales[number % 3];
        Pair pair = openPair("box:x=0.5,y=0.4,z=0.3", "box:x=0.6,y=0.2,z=0.5", scale);
        cdPose poseA = {cdScale(0.7 * scale, nextRandomVec3(&random)),
                        cdMakeQuat(nextRandomDirection(&random), 2.0)};
        cdPose poseB = {cdMakeVec3(number % 2 ? 1e4 * scale : 0.0, 0.0, 0.0),
                        cdMakeQuat(nextRandomDirection(&random), 1.0)};
        poseA.p = cdAdd(poseA.p, poseB.p);
        cdVec3 halfA = cdScale(scale, cdMakeVec3(0.5, 0.4, 0.3)),
               halfB = cdScale(scale, cdMakeVec3(0.6, 0.2, 0.5));
        cdVec3 axes[15], unit[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        for (int i = 0; i < 3; i++) {
            axes[i] = cdRotate(poseA.q, unit[i]);
            axes[3 + i] = cdRotate(poseB.q, unit[i]);
        }
        for (int i = 0; i < 9; i++)
            axes[6 + i] = cdNormalize(cdCross(axes[i / 3], axes[3 + i % 3]));
        double depth = INFINITY;
        for (int i = 0; i < 15; i++) {
            cdVec3 inA = cdInvRotate(poseA.q, axes[i]), inB = cdInvRotate(poseB.q, axes[i]);
            double reach = fabs(inA.x) * halfA.x + fabs(inA.y) * halfA.y + fabs(inA.z) * halfA.z +
                           fabs(inB.x) * halfB.x + fabs(inB.y) * halfB.y + fabs(inB.z) * halfB.z;
            depth = cdMin(depth, reach - fabs(cdDot(axes[i], cdSub(poseA.p, poseB.p))));
        }
        pair.near.input.poseB = pair.indexed.input.poseB = poseB;
        double slack = 2e-5 * scale;
        if (depth > slack) {
            const cdContactRegions *found = assertState(&pair, poseA, CD_OVERLAP);
            if (!isinf(found->crossing)) {
                assert_true(found->crossing <= depth + 1e-9 * scale);
                least = cdMin(least, found->crossing / depth);
                crossing++;
            }
        } else if (depth < -slack) {
            assertState(&pair, poseA, CD_FREE);
        }
        closePair(&pair);
    }
    print_message("%d pairs cross; found at least %.3f of their depth\n", crossing, least);
    assert_true(crossing > 100 && least > 0.1);
}

// Fine spheres pushed into each other and into a box, with a tolerance larger than their triangles: touching
// up to the tolerance, beyond it penetrating by the depth of a corner. Red: triangles too small to be deep
// hide the total depth.
static void testToleranceAboveTriangles(void **state) {
    (void)state;
    Body ball = makeBody("icosphere:level=4"), box = makeBody("box");
    const Body *others[2] = {&ball, &box};
    for (int i = 0; i < 4; i++) {
        const Body *a = i < 2 ? &ball : others[i - 2], *b = i < 2 ? others[i] : &ball;
        Query query = openQuery(a, b, true);
        query.input.tolerance = 0.1;
        // More regions than fit, which does not affect the state.
        query.input.poseA = poseAt(0.0, 1.95, 0.0);
        query.out = cdFindContactRegions(&query.input, NULL, query.workspace, NULL);
        assert_int_equal(query.out.state, CD_CONTACT);
        query.input.poseA = poseAt(0.0, 1.6, 0.0);
        query.out = cdFindContactRegions(&query.input, NULL, query.workspace, NULL);
        assert_int_equal(query.out.state, CD_OVERLAP);
        assert_true(query.out.crossing > 0.1 && query.out.crossing <= 0.4);
        closeQuery(&query);
    }
    destroyBody(&ball);
    destroyBody(&box);
}

// One box on another, with no room for any region: the state is the same, and the required room is reported.
// Red: reported as separate.
static void testNoRoomForRegions(void **state) {
    (void)state;
    Body box = makeBody("box");
    cdRegionsInput input = {.meshA = box.mesh, .meshB = box.mesh, .interior = CD_INTERIOR_EMPTY};
    input.poseA = input.poseB = cdIdentityPose();
    input.poseA.p.y = 2.0;
    cdWorkspace *workspace = cdCreateWorkspace();
    cdContactRegions out = cdFindContactRegions(&input, NULL, workspace, NULL);
    assert_true(out.truncated && out.state == CD_CONTACT && out.reason == CD_REASON_NONE);
    assert_true(out.regionCount == 0 && out.neededRegions == 9 && out.neededPoints == 16);
    input.poseA.p.y = 3.0;
    out = cdFindContactRegions(&input, NULL, workspace, NULL);
    assert_true(!out.truncated && out.state == CD_FREE);
    cdDestroyWorkspace(workspace);
    destroyBody(&box);
}

// Two triangles through each other, surfaces without an inside. Red: only solids tested.
static void testOpenSurfacesCross(void **state) {
    (void)state;
    static const cdVec3 points[] = {{-1, 0, -1}, {1, 0, -1}, {0, 0, 1}};
    static const int32_t corners[] = {0, 2, 1};
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points;
    def.triangles = corners;
    def.pointCount = 3;
    def.triangleCount = 1;
    Body a = makeBodyOfMesh(cdCreateMesh(&def, NULL)), b = makeBodyOfMesh(cdCreateMesh(&def, NULL));
    Query query = openQuery(&a, &b, false);
    cdPose upright = turnedPose(0.0, 0.9, 0.0, cdMakeVec3(1.0, 0.0, 0.0), 0.5 * PI);
    const cdContactRegions *found = findAt(&query, upright);
    assert_int_equal(found->state, CD_OVERLAP);
    assertDepth(found, 0.1, 1e-9);
    assert_true(fabs(found->deepPoint.y) < 1e-12);
    // The corner points down, or up: then its side lies along the other triangle.
    upright.p.y = 1.0 + 1e-6;
    assert_int_equal(findAt(&query, upright)->state, CD_CONTACT);
    upright.p.y = 1.1;
    assert_int_equal(findAt(&query, upright)->state, CD_FREE);
    closeQuery(&query);
    destroyBody(&a);
    destroyBody(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testPushedIn),
                                       cmocka_unit_test(testSeamsDoNotShow),
                                       cmocka_unit_test(testFlushInEachOther),
                                       cmocka_unit_test(testNearlyFlush),
                                       cmocka_unit_test(testThinPlate),
                                       cmocka_unit_test(testContainment),
                                       cmocka_unit_test(testSecondShell),
                                       cmocka_unit_test(testRandomBoxes),
                                       cmocka_unit_test(testToleranceAboveTriangles),
                                       cmocka_unit_test(testNoRoomForRegions),
                                       cmocka_unit_test(testOpenSurfacesCross)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

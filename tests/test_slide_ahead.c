// Features that face each other across a small gap: equal to a search of all pairs, met by a motion exactly
// if its query says so, and slides with them need few legs.
#include "contact/slide/slide_ahead.h"
#include "contact_fixture.h"
#include "mesh/mesh_data.h"
#include "mesh/shapes/closest.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

// A nut on its bolt: surfaces close to each other everywhere.
typedef struct Pair {
    cdMesh *nut, *bolt;
    cdObstacle obstacle;
    cdSlideShape shape;
    cdSlideInput input;
    cdWorkspace *workspace;
    cdSlideNear near;
    cdFacingPair facing[CD_SLIDE_FACING];
    cdSlideAhead ahead;
} Pair;

static Pair pair;

static int openPair(void **state) {
    (void)state;
    pair.nut = makeShape("nut:segments=24");
    pair.bolt = makeShape("bolt:segments=24");
    if (!cdBuildMeshParts(pair.nut, CD_PART_FEATURES, NULL)) return -1;
    if (!cdBuildMeshParts(pair.bolt, CD_PART_FEATURES, NULL)) return -1;
    pair.obstacle = (cdObstacle){pair.bolt, turnedPose(5.0, -2.0, 1.0, cdMakeVec3(0.6, 0.0, 0.8), 1.0)};
    pair.shape = (cdSlideShape){pair.nut, cdIdentityPose()};
    pair.input = (cdSlideInput){.step = {.mesh = pair.nut, .obstacles = &pair.obstacle, .obstacleCount = 1},
                                .shapes = &pair.shape,
                                .shapeCount = 1};
    pair.ahead.pairs = pair.facing;
    pair.workspace = cdCreateWorkspace();
    return pair.workspace && cdOpenSlideNear(&pair.near, &pair.input, NULL, pair.workspace) ? 0 : -1;
}

static int closePair(void **state) {
    (void)state;
    cdDestroyWorkspace(pair.workspace);
    cdDestroyMesh(pair.nut);
    cdDestroyMesh(pair.bolt);
    return 0;
}

// Off the thread's flank by up to a thousandth, where the nut meets it along some direction.
static cdPose placeNearFlank(Random *random) {
    cdPose middle =
        placeOnBolt(pair.obstacle.pose, cdMakeVec3(0.0, 0.0, 0.0), nextRandomIn(random, -0.002, 0.002));
    cdVec3 way = nextRandomDirection(random);
    cdPose target = {cdMulAdd(middle.p, 0.2, way), middle.q};
    cdFirstContactInput step = makeStep(pair.nut, middle, target, pair.bolt, pair.obstacle.pose);
    cdFirstContact contact = findContact(&step);
    assert_int_equal(contact.state, CD_CONTACT);
    double back = nextRandomIn(random, 0.0, 0.001);
    return (cdPose){cdMulAdd(contact.resolvedPose.p, -back, way), contact.resolvedPose.q};
}

static void findFacing(cdPose pose) {
    cdMeter meter = cdOpenMeter(&(cdBudget){0});
    pair.near.lists[0].reach = -1.0;
    cdFindFacing(&pair.ahead, &pair.input, &pair.near, pose, &meter);
}

static bool isFound(cdLimitKind kind, int32_t a, int32_t b) {
    for (int32_t i = 0; i < pair.ahead.count; i++) {
        const cdFacingPair *one = &pair.facing[i];
        if (one->mark.kind == kind && one->a == a && one->b == b) return true;
    }
    return false;
}

// Counts vertices that lie over a triangle by less than a reach: all pairs, by closest points. Each must be
// found. `flipped`: the triangles are of A.
static int32_t expectVertices(const cdMesh *vertices, cdPose vertexPose, const cdMesh *faces, cdPose facePose,
                              double reach, bool flipped) {
    int32_t count = 0;
    for (int32_t v = 0; v < vertices->vertexCount; v++) {
        cdVec3 p = cdPlaceMeshVertex(vertices, vertexPose, v);
        for (int32_t f = 0; f < faces->triangleCount; f++) {
            cdVec3 c[3], normal = cdRotate(facePose.q, cdGetTriangleNormal(faces, f));
            for (int k = 0; k < 3; k++)
                c[k] = cdPlaceMeshVertex(faces, facePose, faces->triangles[3 * f + k]);
            double height = cdDot(normal, cdSub(p, c[0]));
            if (!(height > 1.01 * cdGetLimitTolerance(&pair.input, (cdSlidePair){0, 0}) &&
                  height < 0.99 * reach))
                continue;
            cdClosest closest = cdFindClosestPointTriangle(p, c[0], c[1], c[2]);
            if (closest.distanceSq > height * height * (1.0 + 1e-9)) continue; // beside it
            count++;
            assert_true(flipped ? isFound(CD_LIMIT_PLANE, f, v) : isFound(CD_LIMIT_POINT, v, f));
        }
    }
    return count;
}

// Red: vertices that another triangle owns, too short a reach, feet beyond the border.
static void testFindsAllVertices(void **state) {
    (void)state;
    Random random = {1};
    int32_t expected = 0, found = 0;
    for (int i = 0; i < 4; i++) {
        cdPose pose = placeNearFlank(&random);
        findFacing(pose);
        assert_in_range(pair.ahead.count, 1, CD_SLIDE_FACING - 1);
        double reach = cdGetFacingReach(pair.nut, pair.bolt);
        expected += expectVertices(pair.nut, pose, pair.bolt, pair.obstacle.pose, reach, false);
        expected += expectVertices(pair.bolt, pair.obstacle.pose, pair.nut, pose, reach, true);
        for (int32_t k = 0; k < pair.ahead.count; k++)
            found += pair.facing[k].mark.kind != CD_LIMIT_EDGES;
    }
    assert_true(expected > 20);
    assert_in_range(found, expected, expected + expected / 20); // those within a percent of the reach
}

// The points of a pair lie on its features, and their distance is its height along the normal.
static void testHeights(void **state) {
    (void)state;
    Random random = {2};
    int32_t edges = 0;
    cdPose pose = placeNearFlank(&random);
    findFacing(pose);
    for (int32_t i = 0; i < pair.ahead.count; i++) {
        const cdLimitMark *mark = &pair.facing[i].mark;
        double height = cdGetHeightAfter(mark, pose, pose);
        assert_true(height > cdGetLimitTolerance(&pair.input, (cdSlidePair){0, 0}) &&
                    height < pair.near.lists[0].reach);
        assert_true(fabs(cdLength(cdSub(mark->point, mark->under)) - height) < 1e-12);
        if (mark->kind != CD_LIMIT_EDGES) continue;
        const int32_t *a = pair.nut->edges + 2 * pair.facing[i].a,
                      *b = pair.bolt->edges + 2 * pair.facing[i].b;
        cdClosest closest = cdFindClosestSegments(cdPlaceMeshVertex(pair.nut, pose, a[0]),
                                                  cdPlaceMeshVertex(pair.nut, pose, a[1]),
                                                  cdPlaceMeshVertex(pair.bolt, pair.obstacle.pose, b[0]),
                                                  cdPlaceMeshVertex(pair.bolt, pair.obstacle.pose, b[1]));
        assert_true(fabs(sqrt(closest.distanceSq) - height) < 1e-9);
        edges++;
    }
    assert_true(edges > 5);
}

static int32_t addRows(cdPose from, cdPose to) {
    static cdLimitRow rows[16];
    static cdLimitMark marks[16];
    cdSlideLimits limits = {.rows = rows, .marks = marks, .rowCapacity = 16};
    cdMeter meter = cdOpenMeter(&(cdBudget){0});
    cdMotion motion = cdMakeMotion(from, to, cdMakeVec3(0.0, 0.0, 0.0));
    int32_t added = cdAddRowsAhead(&pair.ahead, &pair.input, &motion, from.p, &meter, &limits);
    assert_int_equal(added, limits.rowCount);
    return added;
}

// A motion that its query reports free meets nothing; one stopped by a known pair, if it continues through
// it, meets something. Red: a height of the wrong sign, borders ignored.
static void testStoppingPairsAreMet(void **state) {
    (void)state;
    Random random = {3};
    cdWorkspace *workspace = cdCreateWorkspace();
    int stopped = 0, isFree = 0, asked = 0;
    for (int i = 0; i < 300; i++) {
        cdPose from = placeNearFlank(&random);
        cdVec3 way = cdScale(nextRandomIn(&random, 0.0005, 0.01), nextRandomDirection(&random));
        cdPose to = {cdAdd(from.p, way), from.q};
        cdFirstContactInput step = makeStep(pair.nut, from, to, pair.bolt, pair.obstacle.pose);
        cdFirstContact contact = cdFindFirstContact(&step, NULL, workspace, NULL);
        if (contact.state != CD_FREE && contact.state != CD_CONTACT) continue;
        findFacing(from);
        int32_t added = addRows(from, to);
        cdLimitKind kind = contact.kind == CD_VERTEX_FACE   ? CD_LIMIT_POINT
                           : contact.kind == CD_FACE_VERTEX ? CD_LIMIT_PLANE
                                                            : CD_LIMIT_EDGES;
        if (contact.state == CD_FREE) assert_int_equal(added, 0);
        isFree += contact.state == CD_FREE;
        if (contact.state == CD_FREE || contact.t.lo > 0.5) continue; // may have passed by the eighth
        if (!isFound(kind, contact.featureA.index, contact.featureB.index)) continue;
        stopped += added > 0;
        asked++;
    }
    assert_in_range(asked, 50, 300);
    assert_int_equal(stopped, asked);
    assert_in_range(isFree, 15, 300);
    cdDestroyWorkspace(workspace);
}

static bool hasSameRest(const cdSlide *x, const cdSlide *y) {
    return memcmp(&x->contact.resolvedPose, &y->contact.resolvedPose, sizeof x->contact.resolvedPose) == 0;
}

// A hand that pulls a nut in one direction for six steps and rotates it about the bolt's axis, then in
// another.
typedef struct Hand {
    Random random;
    cdVec3 axis, along;
    double turn;
    int steps;
} Hand;

// Returns the intended pose of the next step.
static cdPose pullFrom(Hand *hand, cdPose pose) {
    Random *random = &hand->random;
    if (hand->steps++ % 6 == 0) {
        hand->along = nextRandomDirection(random);
        hand->turn = nextRandomIn(random, -0.2, 0.2);
    }
    return (cdPose){cdMulAdd(pose.p, nextRandomIn(random, 0.005, 0.05), hand->along),
                    cdNormalizeQuat(cdMulQuat(cdMakeQuat(hand->axis, hand->turn), pose.q))};
}

// Steps of a hand. Without looking ahead a step takes 9 legs on average. Caches and a sufficient budget
// change no bit, and a held nut stays fixed. Red: pairs that depend on the pose of a list's creation,
// searches that depend on the rest of the budget.
static void testHand(void **state) {
    (void)state;
    enum { STEPS = 24 };
    Hand hand = {.random = {4}, .axis = cdRotate(pair.obstacle.pose.q, cdMakeVec3(0.0, 1.0, 0.0))};
    cdPose pose = placeOnBolt(pair.obstacle.pose, cdMakeVec3(0.0, 0.0, 0.0), 0.0);
    cdSlideInput input = pair.input, cached = pair.input;
    cdWorkspace *workspace = cdCreateWorkspace(), *own = cdCreateWorkspace(); // with lists
    cdSlideCache cache = {0};
    int64_t tests = 0, testsCached = 0;
    int legs = 0, repeated = 0;
    for (int i = 0; i < STEPS; i++) {
        input.step.start = pose;
        input.step.target = pullFrom(&hand, pose);
        cdSlide slide = cdFindSlide(&input, NULL, workspace, NULL);
        assert_false(overlapAt(pair.nut, slide.contact.resolvedPose, pair.bolt, pair.obstacle.pose));
        legs += slide.legCount;

        cached.step = input.step;
        cached.step.budget.maxPairTests = 4 * slide.contact.stats.pairTests + 1000;
        cdSlide again = cdFindSlide(&cached, &cache, own, NULL);
        tests += slide.contact.stats.pairTests;
        testsCached += again.contact.stats.pairTests;
        assert_int_equal(again.contact.reason, CD_REASON_NONE);
        assert_true(hasSameRest(&slide, &again));

        pose = slide.contact.resolvedPose;
        input.step.start = pose;
        if (slide.reached || slide.exhausted) continue;
        cdSlide still = cdFindSlide(&input, NULL, workspace, NULL);
        assert_true(memcmp(&still.contact.resolvedPose, &pose, sizeof pose) == 0);
        repeated++;
    }
    cdDestroyWorkspace(workspace);
    cdDestroyWorkspace(own);
    assert_true(legs < 6 * STEPS);
    assert_in_range(repeated, 12, STEPS);
    assert_true(testsCached < tests - tests / 20);
}

// Hands that lead the nut over an edge, where an obstacle stops it. The slide keeps the part of the arch that
// it gained. Red: it drops that part and climbs the edge repeatedly, with 24 and 13 legs in a step.
static void testKeepsPartsOfArches(void **state) {
    (void)state;
    static const struct {
        uint64_t seed;
        int steps, mostLegs;
    } cases[] = {{22, 4, 14}, {9, 8, 10}};
    cdSlideInput input = pair.input;
    cdObstacle bolt = {pair.bolt, cdIdentityPose()};
    input.step.obstacles = &bolt;
    cdWorkspace *workspace = cdCreateWorkspace();
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        Hand hand = {.random = {cases[k].seed}, .axis = {0.0, 1.0, 0.0}};
        cdPose pose = cdIdentityPose();
        for (int i = 0; i < cases[k].steps; i++) {
            input.step.start = pose;
            input.step.target = pullFrom(&hand, pose);
            cdSlide slide = cdFindSlide(&input, NULL, workspace, NULL);
            assert_in_range(slide.legCount, 1, cases[k].mostLegs);
            pose = slide.contact.resolvedPose;
        }
    }
    cdDestroyWorkspace(workspace);
}

// One workspace and one cache for slides past more obstacles than there are lists, and for slides among
// different numbers of obstacles. Each slide ends where it ends without a cache, bit for bit. Red: obstacles
// that keep the memory of their lists when A has left them, lists reused in a different layout of the
// workspace.
static void testListsOfMany(void **state) {
    (void)state;
    enum { BOLTS = CD_SLIDE_LISTS + 2, STEPS = 12 };
    Random random = {6};
    cdObstacle bolts[BOLTS];
    for (int k = 0; k < BOLTS; k++)
        bolts[k] = (cdObstacle){pair.bolt, turnedPose(10.0 * k, 0.0, 0.0, cdMakeVec3(0.0, 0.6, 0.8), 0.3)};
    cdSlideInput plain = pair.input;
    plain.step.obstacles = bolts;
    plain.step.obstacleCount = BOLTS;
    cdWorkspace *workspace = cdCreateWorkspace(), *own = cdCreateWorkspace();
    cdSlideCache cache = {0};
    for (int i = 0; i < BOLTS + STEPS; i++) {
        int k = i < BOLTS ? i : BOLTS - 1;
        if (i <= k) plain.step.start = placeOnBolt(bolts[k].pose, cdMakeVec3(0.0, 0.0, 0.0), 0.0);
        plain.step.target.p = cdMulAdd(plain.step.start.p, 0.04, nextRandomDirection(&random));
        plain.step.target.q = plain.step.start.q;
        plain.maxLegs = i % 3 == 0 ? 1 : 0;
        plain.step.obstacleCount = i < BOLTS ? BOLTS : BOLTS - i % 2;
        plain.step.obstacles = bolts + BOLTS - plain.step.obstacleCount;
        cdSlide slide = cdFindSlide(&plain, NULL, workspace, NULL);
        cdSlide again = cdFindSlide(&plain, &cache, own, NULL);
        assert_true(hasSameRest(&slide, &again) && slide.legCount == again.legCount);
        plain.step.start = slide.contact.resolvedPose;
    }
    cdDestroyWorkspace(workspace);
    cdDestroyWorkspace(own);
}

// Uses a workspace for something else: a slide along the bolt shifted by some of its segments, so that other
// triangles of it are near the nut; a query of other meshes; or nothing.
static void disturb(Random *random, cdWorkspace *workspace, cdPose pose) {
    double turns = nextRandomInt(random, 1, 12) / 24.0;
    cdObstacle near = {pair.bolt,
                       placeOnBolt(pair.obstacle.pose, cdMakeVec3(0.0, 0.25 * turns, 0.0), 2.0 * PI * turns)};
    cdSlideInput other = {.step = pair.input.step};
    other.step.obstacles = &near;
    other.step.start = other.step.target = pose;
    other.step.target.p = cdMulAdd(pose.p, 0.004, nextRandomDirection(random));
    cdSlideCache ownCache = {0};
    cdFirstContactInput step = makeStep(pair.bolt, pose, other.step.target, pair.nut, near.pose);
    cdRegionsInput regions = {.meshA = pair.nut, .meshB = pair.bolt, .poseA = pose, .poseB = near.pose};
    int how = nextRandomInt(random, 0, 5);
    if (how < 3) cdFindSlide(&other, how == 0 ? &ownCache : NULL, workspace, NULL);
    if (how == 3) cdFindFirstContact(&step, NULL, workspace, NULL);
    if (how == 4) cdFindContactRegions(&regions, NULL, workspace, NULL);
}

// Slides with one cache, in two workspaces that each run other queries in between. Each ends where it ends
// without a cache, bit for bit. Red: lists of another slide, lists that a query overwrote.
static void testBetweenOtherQueries(void **state) {
    (void)state;
    enum { STEPS = 80 };
    Random random = {8};
    cdVec3 along = {0.0, 0.0, 0.0};
    cdWorkspace *fresh = cdCreateWorkspace(), *used[2] = {cdCreateWorkspace(), cdCreateWorkspace()};
    cdSlideCache cache = {0};
    cdSlideInput input = pair.input;
    input.step.start = placeOnBolt(pair.obstacle.pose, cdMakeVec3(0.0, 0.0, 0.0), 0.0);
    int limited = 0;
    for (int i = 0; i < STEPS; i++) {
        double way = pow(10.0, nextRandomIn(&random, -4.0, -2.0));
        if (i % 8 == 0) along = nextRandomDirection(&random);
        input.step.target.p = cdMulAdd(input.step.start.p, way, along);
        input.step.target.q = input.step.start.q;
        cdWorkspace *workspace = used[nextRandomInt(&random, 0, 3) == 0];
        cdSlide slide = cdFindSlide(&input, NULL, fresh, NULL);
        cdSlide again = cdFindSlide(&input, &cache, workspace, NULL);
        assert_true(hasSameRest(&slide, &again) && slide.legCount == again.legCount);
        input.step.start = slide.contact.resolvedPose;
        disturb(&random, used[nextRandomInt(&random, 0, 1)], input.step.start);
        limited += slide.neededConstraints > 0;
    }
    assert_in_range(limited, STEPS / 3, STEPS);
    cdDestroyWorkspace(fresh);
    cdDestroyWorkspace(used[0]);
    cdDestroyWorkspace(used[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testFindsAllVertices),    cmocka_unit_test(testHeights),
        cmocka_unit_test(testStoppingPairsAreMet), cmocka_unit_test(testHand),
        cmocka_unit_test(testKeepsPartsOfArches),  cmocka_unit_test(testListsOfMany),
        cmocka_unit_test(testBetweenOtherQueries),
    };
    return cmocka_run_group_tests(tests, openPair, closePair);
}

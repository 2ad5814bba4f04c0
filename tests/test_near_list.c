// Lists of near triangles: they contain all near pairs, by brute force, and queries with them give the same
// bits as those that descend the trees.
#include "contact/pairs/near_triangles.h"
#include "continuous/first_contact.h"
#include "continuous/search/near_search.h"
#include "list_fixture.h"
#include "random.h"
#include "triangle_distance.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void getCorners(const cdMesh *mesh, cdPose pose, int32_t triangle, cdVec3 corners[3]) {
    for (int k = 0; k < 3; k++) {
        cdVec3 local = cdAdd(mesh->vertices[mesh->triangles[3 * triangle + k]], mesh->center);
        corners[k] = cdTransformPoint(pose, local);
    }
}

static const cdNearPair *findInList(const cdNearList *list, int32_t a, int32_t b) {
    for (int32_t i = 0; i < list->count; i++)
        if (list->pairs[i].a == a && list->pairs[i].b == b) return &list->pairs[i];
    return NULL;
}

// Checks by brute force that every pair of triangles nearer than the reach is on a list, once, that its gap
// is a lower bound, and that the first pairs are complete up to any limit. Returns the pairs that are both
// near and listed.
static int32_t judgeList(const cdNearList *list, double rounding) {
    int32_t listed = 0;
    for (int32_t a = 0; a < pair.nut->triangleCount; a++) {
        cdVec3 p[3], q[3];
        getCorners(pair.nut, list->pose, a, p);
        cdBox3 boxA = cdBoundPoints(p, 3);
        for (int32_t b = 0; b < pair.bolt->triangleCount; b++) {
            getCorners(pair.bolt, pair.obstacle.pose, b, q);
            cdBox3 boxB = cdBoundPoints(q, 3);
            if (!cdAreBoxesNear(&boxA, &boxB, list->reach)) continue;
            double distance = findTrianglesDistance(p, q);
            const cdNearPair *found = findInList(list, a, b);
            if (distance < list->reach * (1.0 - 1e-9)) assert_non_null(found);
            if (found == NULL) continue;
            assert_true(found->gap <= distance + rounding);
            listed++;
            assert_true(found - list->pairs < cdCountNearPairs(list, found->gap));
        }
    }
    for (int32_t i = 1; i < list->count; i++) // each once
        assert_false(list->pairs[i].a == list->pairs[i - 1].a && list->pairs[i].b == list->pairs[i - 1].b);
    return listed;
}

// Red: a reach or a gap that is too large, a sort that loses pairs.
static void testHoldsAll(void **state) {
    (void)state;
    cdPose pose = placeOnBolt(pair.obstacle.pose, cdMakeVec3(0.004, 0.003, -0.002), 0.3);
    assert_true(judgeList(makeList(pose), 1e-12) > 200);
}

// Queries a leg. True if the leaves that it visited were recorded.
static bool recordLeg(cdPose start, cdPose target, cdFirstContact *result) {
    cdObstaclesInput leg = pair.step;
    leg.start = start;
    leg.target = target;
    makeList(start);
    cdMeter meter = cdOpenMeter(&(cdBudget){0});
    cdSharedWork work = {.meter = &meter, .near = pair.near.lists};
    work.record = cdStartSlideRecord(&pair.near, makeSlide(&leg));
    assert_non_null(work.record);
    *result = cdFindFirstContactAmongBy(&leg, &work, pair.workspace, NULL);
    cdEndSlideRecord(&pair.near, result);
    return pair.near.record.isNew && cdIsRecordValid(&pair.near.record, pair.workspace);
}

// Makes the list at the end of a leg by its record.
static const cdNearList *listByRecord(const cdFirstContact *result) {
    cdMeter meter = cdOpenMeter(&(cdBudget){0});
    pair.near.lists[0].reach = -1.0;
    const cdNearList *list = getList(&pair.step, 0, result->resolvedPose, &meter);
    assert_non_null(list);
    assert_true(meter.spent < 16 * pair.near.record.count + 1); // fewer tests than the trees take
    return list;
}

// Legs of all lengths. Where a leg's query has recorded the leaves that it visited, the list at its end is
// made from these: it holds what brute force finds there. Records of other spans, of places before a search
// with another fixed mesh, and of other poses are not used. Red: bounds of nodes without the reach, a record
// that is taken for the wrong span or pose.
static void testRecords(void **state) {
    (void)state;
    Random random = {7};
    int recorded = 0, contacts = 0, wholes = 0, late = 0, listed = 0;
    for (int i = 0; i < 24; i++) {
        cdPose start = placeInTheMiddle();
        double way = pow(10.0, nextRandomIn(&random, -3.0, -0.5)), share = nextRandomIn(&random, 0.0, 1.0);
        cdPose target =
            placeOnBolt(pair.obstacle.pose, cdScale(share * way, nextRandomDirection(&random)),
                        nextRandomIn(&random, -1.0, 1.0) * (1.0 - share) * way / pair.nut->radius);
        cdFirstContact result;
        if (!recordLeg(start, target, &result)) continue;
        recorded++;
        late += pair.near.record.times.lo > 0.0; // of a later span, or after the list's part
        contacts += result.state == CD_CONTACT;
        wholes += result.state == CD_FREE;
        listed += judgeList(listByRecord(&result), 1e-12);
        makeList(start); // by the trees, as this is another place
        assert_true(cdIsRecordValid(&pair.near.record, pair.workspace)); // lists leave it
        cdFirstContactInput step = makeStep(pair.bolt, start, target, pair.nut, pair.obstacle.pose);
        cdFindFirstContact(&step, NULL, pair.workspace, NULL);
        assert_false(cdIsRecordValid(&pair.near.record, pair.workspace));
        result.resolvedTime = pair.near.record.times.lo - 1e-9; // as if A had been stopped before that part
        cdEndSlideRecord(&pair.near, &result);
        assert_true(pair.near.record.times.lo > pair.near.record.times.hi);
    }
    assert_true(contacts >= 3 && wholes >= 3 && recorded == contacts + wholes);
    assert_true(late >= 3 && listed > 1000);
}

static cdMesh *makeFine(const char *spec, double leafRadius) {
    TriangleSoup soup = {0};
    char message[256];
    assert_true(MakeShape(spec, &soup, message, sizeof message));
    cdMeshDef def = MakeSoupMeshDef(&soup);
    def.leafRadius = leafRadius;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    assert_non_null(mesh);
    DestroyTriangleSoup(&soup);
    return mesh;
}

// Two bodies whose triangles are in many leaves, in pieces: one moves along a face of the other. Two leaves
// with the same triangles are visited once. Red: leaves that are left out since the one that was visited is
// far.
static void testRecordsPieces(void **state) {
    (void)state;
    Random random = {13};
    int recorded = 0, listed = 0;
    Pair nutAndBolt = pair;
    pair.nut = makeFine("box", 0.05);
    pair.bolt = makeFine("l-shape", 0.05);
    pair.obstacle = (cdObstacle){pair.bolt, cdIdentityPose()};
    pair.step.mesh = pair.nut;
    assert_true(openLists(&pair.step, NULL, pair.workspace));
    for (int i = 0; i < 120; i++) {
        cdQuat tilt = cdMakeQuat(nextRandomDirection(&random), 1e-4);
        cdPose over = {cdMakeVec3(0.0, 4.0, 0.0), tilt}, through = {cdMakeVec3(0.0, 0.0, 0.0), tilt}, target;
        over.p.x = through.p.x = nextRandomIn(&random, -0.5, 0.5);
        cdFirstContactInput drop = makeStep(pair.nut, over, through, pair.bolt, pair.obstacle.pose);
        cdPose start = findContact(&drop).resolvedPose;
        cdVec3 along = cdMakeVec3(nextRandomIn(&random, -1.0, 1.0), 0.0, nextRandomIn(&random, -1.0, 1.0));
        target.p = cdMulAdd(cdAdd(start.p, cdMakeVec3(0.0, 1e-4, 0.0)), 0.1, along);
        target.q = start.q;
        cdFirstContact result;
        if (!recordLeg(start, target, &result)) continue;
        recorded++;
        listed += judgeList(listByRecord(&result), 1e-12);
    }
    assert_true(recorded >= 10 && listed > 50);
    cdDestroyMesh(pair.nut);
    cdDestroyMesh(pair.bolt);
    pair = nutAndBolt;
    pair.step.obstacles = &pair.obstacle;
    assert_true(openLists(&pair.step, NULL, pair.workspace));
}

// A list that is too long for its memory reduces its reach, and is complete up to there.
static void testShortens(void **state) {
    (void)state;
    cdNearPair pairs[8];
    cdNearList list = {.pairs = pairs, .capacity = 8};
    cdStartNearList(&list, pair.nut, pair.obstacle.pose, pair.bolt, 1.0);
    for (int32_t i = 0; i < 64; i++)
        assert_true(cdAddNearPair(&list, (cdNearPair){i, i, (63 - i) / 64.0}));
    assert_true(list.reach == 0.125);
    assert_int_equal(list.count, 8);
    for (int32_t i = 0; i < list.count; i++)
        assert_true(pairs[i].gap < list.reach);
    for (int32_t i = 0; i < 8; i++)
        pairs[i].gap = -1.0;
    assert_false(cdAddNearPair(&list, (cdNearPair){0, 0, -1.0})); // nothing can be dropped
}

static bool isSameContact(const cdFirstContact *x, const cdFirstContact *y) {
    return x->state == y->state && x->kind == y->kind && x->t.lo == y->t.lo && x->t.hi == y->t.hi &&
           memcmp(&x->resolvedPose, &y->resolvedPose, sizeof x->resolvedPose) == 0 &&
           memcmp(&x->point, &y->point, sizeof x->point) == 0 &&
           memcmp(&x->normal, &y->normal, sizeof x->normal) == 0 && x->featureA.index == y->featureA.index &&
           x->featureB.index == y->featureB.index;
}

// Steps from poses that have drifted from the list's, short and long ones: with a list the contact is the
// same, bit for bit, and short steps descend no tree. Red: a drift, a path or an inflation left out.
static void testSameContacts(void **state) {
    (void)state;
    Random random = {3};
    cdWorkspace *workspace = cdCreateWorkspace();
    int contacts = 0, withoutTree = 0;
    for (int i = 0; i < 150; i++) {
        const cdNearList *list = makeList(placeOnBolt(pair.obstacle.pose, cdMakeVec3(0.0, 0.0, 0.0), 0.0));
        double drift = (i % 3) * 0.001, way = pow(10.0, nextRandomIn(&random, -4.3, -1.0));
        cdVec3 off = cdScale(drift, nextRandomDirection(&random));
        cdFirstContactInput step = {.meshA = pair.nut, .meshB = pair.bolt, .startB = pair.obstacle.pose};
        step.startA = placeOnBolt(pair.obstacle.pose, off, drift);
        step.targetA = placeOnBolt(pair.obstacle.pose, cdMulAdd(off, way, nextRandomDirection(&random)),
                                   nextRandomIn(&random, -way, way));
        cdMeter meter = cdOpenMeter(&(cdBudget){0});
        cdPairSearch plain = {.timeLimit = 1.0, .meter = &meter}, by = plain;
        by.near = list;
        cdFirstContact wanted = cdFindFirstContactBy(&step, &plain, NULL, workspace, NULL);
        cdFirstContact got = cdFindFirstContactBy(&step, &by, NULL, workspace, NULL);
        assert_true(isSameContact(&wanted, &got));
        contacts += got.state == CD_CONTACT;
        withoutTree += got.stats.sphereTests == 0 && wanted.stats.sphereTests > 0;
    }
    assert_in_range(contacts, 30, 120);
    assert_in_range(withoutTree, 40, 149); // some steps leave the list
    cdDestroyWorkspace(workspace);
}

// Points of A on wide arcs, seen from a pose on the concave side: some are farther from it in the middle of
// the arc than at both ends. All are within the bound. Red: a bound without the bulge, a bound on two screws.
static void testBoundsLegs(void **state) {
    (void)state;
    Random random = {11};
    cdWorkspace *workspace = cdCreateWorkspace();
    const cdMesh *nut = pair.nut;
    int bounded = 0, beyondEnds = 0;
    for (int i = 0; i < 400; i++) {
        cdVec3 axis = nextRandomDirection(&random);
        cdVec3 arm = cdScale(nextRandomIn(&random, 0.0, 100.0), cdMakePerpendicular(axis));
        double angle = nextRandomIn(&random, 0.0, 3.0);
        cdQuat half = cdMakeQuat(axis, 0.5 * angle), back = cdConjugate(half);
        cdPose start = {cdRotate(back, arm), back}, target = {cdRotate(half, arm), half};
        cdNearList list = {.a = nut, .b = pair.bolt, .reach = 1.0};
        list.pose = (cdPose){cdScale(nextRandomIn(&random, -1.0, 1.0), arm), cdIdentityPose().q};
        cdSearch search;
        assert_true(cdOpenSearch(&search, nut, pair.bolt, start, target, pair.obstacle.pose, workspace));
        cdUseNearList(&search, &list, start, target);
        if (search.motion.screwCount > 1) assert_true(isinf(search.nearWhole));
        double ends = cdMax(cdBoundDrift(&list, start), cdBoundDrift(&list, target)), most = 0.0;
        cdMotion motion = cdMakeMotion(start, target, nut->center);
        for (int k = 0; k <= 32; k++) {
            cdPose pose = cdGetPoseAt(&motion, k / 32.0);
            cdVec3 local = cdMulAdd(nut->center, nut->radius, nextRandomDirection(&random));
            most = cdMax(most, cdBoundDrift(&list, pose));
            cdVec3 moved = cdSub(cdTransformPoint(pose, local), cdTransformPoint(list.pose, local));
            assert_true(cdLength(moved) <= search.nearWhole);
        }
        bounded += isfinite(search.nearWhole);
        beyondEnds += isfinite(search.nearWhole) && most > 1.001 * ends;
    }
    assert_in_range(bounded, 100, 399);
    assert_true(beyondEnds > 5);
    cdDestroyWorkspace(workspace);
}

typedef struct Shown {
    int32_t count;
    uint64_t sum; // of the pairs' ids, independent of their order
} Shown;

// Counts only triangles within the reach: the walk also shows some that neither planes nor boxes separate.
static bool addShown(void *context, const cdNearTriangles *near) {
    Shown *shown = context;
    if (findTrianglesDistance(near->a->corners, near->b->corners) > near->reach) return true;
    uint64_t name = (uint64_t)near->a->triangle * 1000003u + (uint64_t)near->b->triangle;
    shown->count++;
    shown->sum += name * UINT64_C(0x9E3779B97F4A7C15);
    return true;
}

// The pairs of triangles that are near after a drift are the same with the old list as with a new one there,
// checked exhaustively. Red: a drift that is too small.
static void testSameTriangles(void **state) {
    (void)state;
    cdPose middle = placeOnBolt(pair.obstacle.pose, cdMakeVec3(0.0, 0.0, 0.0), 0.0);
    cdPose beyond = placeOnBolt(pair.obstacle.pose, cdMakeVec3(0.0, 0.2, 0.0), 0.0);
    cdFirstContactInput step = makeStep(pair.nut, middle, beyond, pair.bolt, pair.obstacle.pose);
    cdPose pose = findContact(&step).resolvedPose; // at the thread's flank
    const cdNearList *list = makeList(pose);
    int32_t all = 0;
    for (int i = 0; i < 20; i++) {
        double far = 0.01 * i * list->reach;
        cdPose now = {cdAdd(pose.p, cdMakeVec3(far, -1.5 * far, 0.0)),
                      cdMulQuat(cdMakeQuat(cdMakeVec3(0.0, 0.0, 1.0), 0.5 * far), pose.q)};
        cdVec3 between = cdSub(cdTransformPoint(now, pair.nut->center),
                               cdTransformPoint(pair.obstacle.pose, pair.bolt->center));
        cdQuat inverse = cdConjugate(pair.obstacle.pose.q);
        double drift = cdBoundDrift(list, now);
        Shown byList = {0}, byPairs = {0};
        cdTriangleWalk walk = {.a = pair.nut,
                               .b = pair.bolt,
                               .toB = {cdRotate(inverse, between), cdMulQuat(inverse, now.q)},
                               .reach = 0.4 * list->reach,
                               .visit = addShown,
                               .context = &byList};
        assert_true(drift + walk.reach < list->reach);
        assert_true(cdWalkListedTriangles(&walk, list, drift));
        const cdNearList *here = makeList(now);
        walk.context = &byPairs;
        assert_true(cdWalkListedTriangles(&walk, here, here->reach));
        all += byList.count;
        assert_int_equal(byList.count, byPairs.count);
        assert_true(byList.sum == byPairs.sum);
        list = makeList(pose);
    }
    assert_true(all > 500);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testHoldsAll),      cmocka_unit_test(testShortens),
        cmocka_unit_test(testSameContacts),  cmocka_unit_test(testRecords),
        cmocka_unit_test(testRecordsPieces), cmocka_unit_test(testBoundsLegs),
        cmocka_unit_test(testSameTriangles),
    };
    return cmocka_run_group_tests(tests, openPair, closePair);
}

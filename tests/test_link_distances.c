// Safety distances of pairs of links, against distances of all pairs of triangles at sampled joint values.
//
// A base, an arm on a hinge, and a hand on a second joint of the arm. Each pair has a safety distance of its
// own, that of the query, or none.
#include "cases.h"
#include "small_mesh_fixture.h"
#include <math.h>

enum { LINKS = 3, PAIRS = 3, SAMPLES = 48, KINDS = 3 };
static const int32_t pairs[PAIRS][2] = {{1, 0}, {2, 0}, {2, 1}};
static const double TOLERANCES = 17.0; // of an end: 16, and that of the distance
static const double ROUNDING = 1e-11;

typedef struct Case {
    Machine machine;
    int kinds[LINKS]; // meshes
    cdLinkDistance own[PAIRS];
    double distances[PAIRS]; // that count for each pair
    double common;           // of the query
} Case;

// Gives some pairs a distance of their own, in any order of its links.
static void pickDistances(Random *random, Case *one) {
    one->common = 0.1 * nextRandomInt(random, 0, 2);
    one->machine.mechanism.distances = one->own;
    for (int p = 0; p < PAIRS; p++) {
        one->distances[p] = one->common;
        if (nextRandomInt(random, 0, 3) == 0) continue;
        one->distances[p] = nextRandomInt(random, 0, 3) == 0 ? 0.0 : nextRandomIn(random, 0.01, 0.4);
        int first = nextRandomInt(random, 0, 1);
        one->own[one->machine.mechanism.distanceCount++] =
            (cdLinkDistance){pairs[p][first], pairs[p][1 - first], one->distances[p]};
    }
}

static void pickCase(Random *random, Case *one) {
    *one = (Case){.common = 0.0};
    beginMachine(&one->machine);
    for (int32_t i = 0; i < LINKS; i++) {
        one->kinds[i] = nextRandomInt(random, 0, KINDS - 1);
        cdLinkJoint joint = i == 0 ? CD_LINK_FIXED : i == 1 ? CD_LINK_HINGE : pickJoint(random);
        addLink(&one->machine, i - 1, joint, pickPose(random, 2.4), nextRandomDirection(random),
                smallMeshes[one->kinds[i]], pickPose(random, 0.9));
    }
    pickDistances(random, one);
}

// Returns the distance of a pair at joint values.
static double measurePair(const Case *one, const double *values, int pair) {
    cdPose poses[LINK_MAX];
    const cdSlideShape *shapes = one->machine.shapes;
    int32_t a = pairs[pair][0], b = pairs[pair][1];
    assert_true(cdGetLinkPoses(&one->machine.mechanism, values, poses));
    return FindOracleDistance(&oracles[one->kinds[a]], cdMulPose(poses[a], shapes[a].pose),
                              &oracles[one->kinds[b]], cdMulPose(poses[b], shapes[b].pose));
}

typedef struct Tally {
    int near, free, ends, contacts; // samples nearer than the distance; in no box; ends; paths with a contact
} Tally;

// --- Sweeps

static bool isPair(const cdSweepBox *box, int pair) {
    return box->linkA == pairs[pair][0] && box->linkB == pairs[pair][1];
}

// Returns true if a box of the pair contains the values.
static bool isInBox(const cdSweep *sweep, int pair, const double *at, int32_t jointCount) {
    for (int32_t i = 0; i < sweep->boxCount; i++) {
        bool isIn = isPair(&sweptBoxes[i], pair);
        for (int32_t k = 0; k < jointCount && isIn; k++)
            isIn = sweptBoxes[i].from[k] <= at[k] && at[k] <= sweptBoxes[i].to[k];
        if (isIn) return true;
    }
    return false;
}

// Tests one sample for all pairs: nearer than the safety distance only in a box.
static void checkSample(const Case *one, const cdSweep *sweep, const double *at, int32_t jointCount,
                        Tally *tally) {
    const double values[LINKS] = {0.0, at[0], jointCount > 1 ? at[1] : 0.3};
    for (int p = 0; p < PAIRS; p++) {
        double distance = measurePair(one, values, p);
        bool isNear = distance < one->distances[p] - ROUNDING || distance == 0.0;
        bool isIn = isInBox(sweep, p, at, jointCount);
        tally->near += isNear;
        tally->free += !isIn;
        if (isNear && !isIn)
            fail_msg("links %d and %d: %g of %g, and in no box", (int)pairs[p][0], (int)pairs[p][1], distance,
                     one->distances[p]);
    }
}

// With one joint, a box begins and ends at the safety distance of its pair. The values of certain ones are
// within it.
static void checkBox(const Case *one, const cdSweep *sweep, const cdSweepBox *box, const cdSweepJoint *joints,
                     int32_t jointCount, Tally *tally) {
    int pair = 0;
    while (!isPair(box, pair))
        pair++;
    double values[LINKS] = {0.0, box->at[0], jointCount > 1 ? box->at[1] : 0.3}, most = one->distances[pair];
    if (box->certain) assert_true(measurePair(one, values, pair) <= most + sweep->tolerance + ROUNDING);
    if (jointCount > 1 || pair == 2) return; // the first joint does not move the last pair
    for (int end = 0; end < 2; end++) {
        values[1] = end == 0 ? box->from[0] : box->to[0];
        if (values[1] == joints[0].from || values[1] == joints[0].to) continue;
        tally->ends++;
        assert_near(measurePair(one, values, pair), most, TOLERANCES * sweep->tolerance + ROUNDING);
    }
}

static void checkSweep(Random *random, Case *one, int32_t jointCount, Tally *tally) {
    const cdSweepJoint joints[2] = {{1, -2.0, 2.5}, {2, -1.0, 1.5}};
    const double values[LINKS] = {0.0, 0.0, 0.3};
    cdSweepInput input = makeSweep(&one->machine, joints, jointCount);
    input.values = values;
    input.safetyDistance = one->common;
    input.resolution = jointCount > 1 ? 0x1p-4 : 0.0;
    cdSweep sweep = cdSweepMechanism(&input, workspace);
    assert_int_equal(sweep.reason, CD_REASON_NONE);
    for (int i = 0; i < SAMPLES; i++) {
        double at[2];
        for (int k = 0; k < 2; k++)
            at[k] = nextRandomIn(random, joints[k].from, joints[k].to);
        checkSample(one, &sweep, at, jointCount, tally);
    }
    for (int32_t i = 0; i < sweep.boxCount; i++)
        checkBox(one, &sweep, &sweptBoxes[i], joints, jointCount, tally);
}

// Red: a pair's own distance ignored in a search, in the test of a cell, or taken for the wrong pair.
static void test_sweeps(void **state) {
    (void)state;
    Random random = {.state = 77};
    Tally tally = {0};
    int count = countCases(16);
    for (int i = 0; i < count; i++) {
        Case one;
        pickCase(&random, &one);
        checkSweep(&random, &one, i % 4 == 3 ? 2 : 1, &tally);
    }
    print_message("%d sweeps: %d samples nearer than the distance, %d in no box, %d ends\n", count,
                  tally.near, tally.free, tally.ends);
    assert_true(tally.near > 8 * count && tally.free > 40 * count && 2 * tally.ends > count);
}

// --- Paths

// Tests that no pair is nearer than its distance before the contact, and the pair of the contact there is at
// its distance.
static void checkPath(Random *random, Case *one, Tally *tally) {
    const double times[2] = {0.0, 1.0};
    double ends[2 * LINKS] = {0.0}, values[LINKS];
    for (int i = 1; i < LINKS; i++) {
        ends[i] = nextRandomIn(random, -2.0, 2.0);
        ends[LINKS + i] = ends[i] + nextRandomIn(random, -1.5, 1.5);
    }
    const cdMechanismContactInput input = {.path = {&one->machine.mechanism, times, ends, 2},
                                           .safetyDistance = one->common};
    cdMechanismContact found = cdFindMechanismContact(&input, workspace);
    assert_true(found.state != CD_UNDECIDED);
    double end = found.state == CD_FREE ? 1.0 : found.time.lo;
    for (int i = 0; i < SAMPLES && found.state != CD_OVERLAP; i++) {
        assert_true(cdGetJointValues(&input.path, end * i / SAMPLES, values));
        for (int p = 0; p < PAIRS; p++)
            assert_true(measurePair(one, values, p) >= one->distances[p] - found.tolerance - ROUNDING);
    }
    tally->free += found.state == CD_FREE;
    if (found.state == CD_FREE) return;
    int pair = found.linkA + found.linkB - 1;
    tally->contacts += found.state == CD_CONTACT;
    assert_true(cdGetJointValues(&input.path, found.time.hi, values));
    assert_true(measurePair(one, values, pair) <= one->distances[pair] + found.tolerance + ROUNDING);
}

// Red: a pair's own distance ignored in the search, or where spheres show that a pair stays apart.
static void test_paths(void **state) {
    (void)state;
    Random random = {.state = 78};
    Tally tally = {0};
    int count = countCases(120);
    for (int i = 0; i < count; i++) {
        Case one;
        pickCase(&random, &one);
        checkPath(&random, &one, &tally);
    }
    print_message("%d paths: %d with a contact, %d free\n", count, tally.contacts, tally.free);
    assert_true(tally.contacts > count / 16 && tally.free > count / 16);
}

// Two balls that hardly move are 0.3 from each other. Red: a pair's own distance ignored where spheres show
// that a pair stays apart.
static void test_spheres(void **state) {
    (void)state;
    const double times[2] = {0.0, 1.0}, values[4] = {0.0, 0.0, 0.0, 1e-3};
    cdMesh *ball = makeBall(0.5);
    cdLinkDistance own = {1, 0, 0.25};
    Machine machine;
    beginMachine(&machine);
    addLink(&machine, -1, CD_LINK_FIXED, cdIdentityPose(), (cdVec3){0}, ball, cdIdentityPose());
    addLink(&machine, -1, CD_LINK_SLIDER, poseAt(1.3, 0.0, 0.0), (cdVec3){1.0, 0.0, 0.0}, ball,
            cdIdentityPose());
    machine.mechanism.distances = &own;
    machine.mechanism.distanceCount = 1;
    cdMechanismContactInput input = {.path = {&machine.mechanism, times, values, 2}, .safetyDistance = 1.0};
    assert_int_equal(cdFindMechanismContact(&input, workspace).state, CD_FREE);
    own.safetyDistance = 0.35;
    input.safetyDistance = 0.0;
    assert_int_equal(cdFindMechanismContact(&input, workspace).state, CD_OVERLAP);
    cdDestroyMesh(ball);
}

// --- Input

static void test_invalid_distances(void **state) {
    (void)state;
    static const cdLinkDistance bad[] = {
        {0, 0, 0.1}, {0, LINKS, 0.1}, {-1, 1, 0.1}, {0, 1, -0.1}, {0, 1, NAN}};
    const cdSweepJoint joint = {1, -1.0, 1.0};
    Random random = {.state = 79};
    Case one;
    pickCase(&random, &one);
    one.machine.mechanism.distanceCount = 1;
    cdSweepInput input = makeSweep(&one.machine, &joint, 1);
    for (int i = 0; i < (int)(sizeof bad / sizeof bad[0]); i++) {
        one.own[0] = bad[i];
        cdReason expected = isnan(bad[i].safetyDistance) ? CD_REASON_NOT_FINITE : CD_REASON_INPUT;
        assert_int_equal(cdSweepMechanism(&input, workspace).reason, expected);
    }
    one.own[0] = (cdLinkDistance){1, 0, 0.1};
    assert_int_equal(cdSweepMechanism(&input, workspace).reason, CD_REASON_NONE);
    one.machine.mechanism.distanceCount = -1;
    assert_int_equal(cdSweepMechanism(&input, workspace).reason, CD_REASON_INPUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sweeps), cmocka_unit_test(test_paths),
                                       cmocka_unit_test(test_spheres),
                                       cmocka_unit_test(test_invalid_distances)};
    return cmocka_run_group_tests(tests, openSmallMeshes, closeSmallMeshes);
}

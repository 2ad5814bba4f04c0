// Paths of mechanisms: closed forms, contracts, and random paths of several joints against sampled poses.
#include "cases.h"
#include "paths/mechanism_route.h"

#include "mechanism_fixture.h"
#include <math.h>

enum { JOINT_NODES = 6 };

static cdWorkspace *workspace;
static cdMesh *wall, *tip;
static const double tipRadius = 0.05;

static int openAll(void **state) {
    (void)state;
    workspace = cdCreateWorkspace();
    wall = makeShape("box:x=0.5,y=4,z=4");
    tip = makeBall(tipRadius);
    for (int i = 0; i < MESH_COUNT; i++)
        meshes[i] = makeShape(specs[i]);
    return 0;
}

static int closeAll(void **state) {
    (void)state;
    cdDestroyWorkspace(workspace);
    cdDestroyMesh(wall);
    cdDestroyMesh(tip);
    for (int i = 0; i < MESH_COUNT; i++)
        cdDestroyMesh(meshes[i]);
    return 0;
}

// A path of a machine, with memory for its nodes.
typedef struct Motion {
    double times[JOINT_NODES], values[JOINT_NODES * LINK_MAX];
    cdMechanismContactInput input;
} Motion;

static void beginMotion(Motion *motion, const Machine *machine, int32_t nodeCount) {
    *motion = (Motion){.input = {.path = {.mechanism = &machine->mechanism, .nodeCount = nodeCount}}};
    motion->input.path.times = motion->times;
    motion->input.path.values = motion->values;
    for (int32_t i = 0; i < nodeCount; i++)
        motion->times[i] = i;
}

static double *getNode(Motion *motion, int32_t node) {
    return &motion->values[node * motion->input.path.mechanism->linkCount];
}

// --- Closed forms

// An arm of two links of length 1 in the plane z = 0, both about z, with a ball at its tip, and a wall whose
// face is at `x`. Links: the wall, the upper arm without a mesh, the lower arm.
static void makeArm(Machine *machine, double x) {
    beginMachine(machine);
    cdVec3 up = {0.0, 0.0, 1.0};
    addLink(machine, -1, CD_LINK_FIXED, poseAt(0.0, 0.0, 0.0), up, wall, poseAt(x + 0.5, 0.0, 0.0));
    addLink(machine, -1, CD_LINK_HINGE, poseAt(0.0, 0.0, 0.0), up, tip, poseAt(0.0, 0.0, 0.0));
    machine->links[1].shapeCount = 0;
    addLink(machine, 1, CD_LINK_HINGE, poseAt(1.0, 0.0, 0.0), up, tip, poseAt(1.0, 0.0, 0.0));
}

// The arm unfolds: its first angle falls from 2 to 0.2, its second one from -2.5 to -0.1.
static void unfold(Motion *motion, const Machine *machine) {
    beginMotion(motion, machine, 2);
    getNode(motion, 0)[1] = 2.0, getNode(motion, 1)[1] = 0.2;
    getNode(motion, 0)[2] = -2.5, getNode(motion, 1)[2] = -0.1;
}

static double getTipX(double t) {
    double first = 2.0 - 1.8 * t, second = -2.5 + 2.4 * t;
    return cos(first) + cos(first + second);
}

static double findTime(double x) {
    double lo = 0.0, hi = 1.0;
    for (int i = 0; i < 200; i++) {
        double middle = 0.5 * (lo + hi);
        if (getTipX(middle) < x)
            lo = middle;
        else
            hi = middle;
    }
    return lo;
}

// Finds the time at which the tip reaches the wall to 1e-11. Red: links on screws between the nodes, a wrong
// order of the joints, a deviation left out.
static void test_two_link_arm(void **state) {
    (void)state;
    for (int i = 0; i < 20; i++) {
        Machine machine;
        Motion motion;
        double x = 0.8 + 0.05 * i;
        makeArm(&machine, x);
        unfold(&motion, &machine);
        double expected = findTime(x - tipRadius);
        cdMechanismContact found = cdFindMechanismContact(&motion.input, workspace);
        assert_int_equal(found.state, CD_CONTACT);
        assert_true(found.time.lo <= expected + 1e-11 && found.time.hi >= expected - 1e-11);
        assert_true(found.time.hi - found.time.lo < 1e-9);
        assert_true(found.resolvedTime < found.time.lo && found.resolvedTime > found.time.lo - 1e-4);
        assert_int_equal(found.edge, 0);
        assert_true(found.linkA + found.linkB == 2 && found.shapeA == 0 && found.shapeB == 0);
        assert_true(fabs(found.point.x - (x - 0.0)) < tipRadius + 1e-9);
        assert_true(fabs(fabs(found.normal.x) - 1.0) < 1e-9);
    }
}

// The tip passes the wall with a gap, or touches it, by 1e-7 of its reach. Red: a deviation that stays when
// the parts are short.
static void test_narrow_pass(void **state) {
    (void)state;
    double farthest = 0.0;
    for (int i = 0; i <= 1000000; i++)
        farthest = cdMax(farthest, getTipX(1e-6 * i));
    for (int sign = -1; sign <= 1; sign += 2) {
        Machine machine;
        Motion motion;
        makeArm(&machine, farthest + tipRadius + 1e-7 * sign);
        unfold(&motion, &machine);
        cdMechanismContact found = cdFindMechanismContact(&motion.input, workspace);
        assert_int_equal(found.state, sign > 0 ? CD_FREE : CD_CONTACT);
        motion.input.safetyDistance = 2e-7;
        found = cdFindMechanismContact(&motion.input, workspace);
        assert_int_equal(found.state, CD_CONTACT);
    }
}

// --- Tolerance

static const double ROUNDING = 1e-10; // tolerance of a contact at least

// Finds the contact of the unfolding arm earlier by at most the tolerance, with less work. Red: a tolerance
// that does not reach the search, or that the reported one exceeds.
static void test_tolerance(void **state) {
    (void)state;
    Machine machine;
    Motion motion;
    makeArm(&machine, 1.5);
    unfold(&motion, &machine);
    double expected = findTime(1.5 - tipRadius);
    int64_t last = INT64_MAX;
    for (int digits = 16; digits >= 2; digits -= 7) { // the first is below rounding
        motion.input.tolerance = pow(10.0, -digits);
        cdMechanismContact found = cdFindMechanismContact(&motion.input, workspace);
        double tolerance = motion.input.tolerance + ROUNDING;
        assert_int_equal(found.state, CD_CONTACT);
        assert_true(found.tolerance <= tolerance);
        assert_true(found.time.lo <= expected + 1e-11);
        assert_true(getTipX(found.time.lo) >= 1.5 - tipRadius - tolerance);
        assert_true(found.stats.pairTests < last);
        last = found.stats.pairTests;
    }
    makeArm(&machine, 3.0); // never reached
    assert_int_equal(cdFindMechanismContact(&motion.input, workspace).state, CD_FREE);
}

// The tip begins nearer to the wall than the tolerance, and goes through it and back, while its poses at both
// ends are free and it only turns between them. Red: a start that is judged without the deviation.
static void test_tolerance_at_start(void **state) {
    (void)state;
    const double angle = 1e-3;
    Machine machine;
    Motion motion;
    makeArm(&machine, 2.0 * cos(angle) + tipRadius + 1e-8);
    beginMotion(&motion, &machine, 2);
    getNode(&motion, 0)[1] = -angle, getNode(&motion, 1)[1] = angle;
    getNode(&motion, 0)[2] = 2.0 * angle, getNode(&motion, 1)[2] = -2.0 * angle;
    for (int digits = 2; digits < 12; digits++) {
        motion.input.tolerance = pow(10.0, -digits);
        cdMechanismContact found = cdFindMechanismContact(&motion.input, workspace);
        assert_int_equal(found.state, CD_CONTACT);
        assert_true(found.time.lo <= 0.5 && found.tolerance <= motion.input.tolerance + ROUNDING);
    }
}

// --- Bounds

// Samples how far the vertices of A leave the screw of a part, and their speed; the bounds hold, and are not
// far above. Red: a joint of the other arm left out.
static void test_bounds_of_routes(void **state) {
    (void)state;
    Random random = {31};
    double closest = 0.0, fastest = 0.0;
    for (int round = 0; round < 400; round++) {
        Machine machine;
        Motion motion;
        pickMachine(&random, &machine);
        int32_t count = machine.mechanism.linkCount, arms[2 * LINK_MAX];
        beginMotion(&motion, &machine, 2);
        for (int32_t i = 0; i < 2 * count; i++)
            motion.values[i] = nextRandomIn(&random, -2.0, 2.0);
        cdJointEdge edge = {&machine.mechanism, getNode(&motion, 0), getNode(&motion, 1)};
        cdLinkShape a = {count - 1, 0}, b = {nextRandomInt(&random, 0, count - 2), 0};
        cdRoute route = cdMakeRoute(&edge, a, b, arms);
        cdRouteBound whole = cdBoundRoute(&route, 0.0, 1.0);
        cdRelativeMotion relative = cdGetRouteMotion(&route, &whole);
        double from = nextRandomIn(&random, 0.0, 0.9), width = pow(10.0, nextRandomIn(&random, -3.0, -1.0));
        width = cdMin(width, relative.getLimit(&route, from) - from);
        double bound = relative.boundDeviation(&route, from, width) + 4.0 * route.rounding;
        const cdMesh *mesh = machine.shapes[a.link].mesh;
        cdMotion screw =
            cdMakeMotion(cdPlaceOnRoute(&route, from), cdPlaceOnRoute(&route, from + width), mesh->center);
        for (int k = 1; k < 8; k++) {
            cdPose there = cdPlaceOnRoute(&route, from + width * k / 8.0), on = cdGetPoseAt(&screw, k / 8.0);
            cdPose after = cdPlaceOnRoute(&route, from + width * k / 8.0 + 1e-6);
            for (int32_t v = 0; v < mesh->vertexCount; v++) {
                cdVec3 at = cdPlaceMeshVertex(mesh, there, v);
                double left = cdLength(cdSub(at, cdPlaceMeshVertex(mesh, on, v)));
                double speed = 1e6 * cdLength(cdSub(cdPlaceMeshVertex(mesh, after, v), at));
                assert_true(left <= bound);
                assert_true(speed <= whole.speed * (1.0 + 1e-4) + 1e-8);
                if (route.movingCount > 1) closest = cdMax(closest, left / bound);
                if (route.movingCount > 1) fastest = cdMax(fastest, speed / whole.speed);
            }
        }
    }
    assert_true(closest > 0.05 && fastest > 0.5);
}

// The bounds of an arm that ends straight: exact there, and no less over the whole edge. Red: no factor 2 for
// two joints, a ball that does not grow while a joint turns.
static void test_bounds_of_straight_arm(void **state) {
    (void)state;
    Machine machine;
    Motion motion;
    makeArm(&machine, 5.0);
    beginMotion(&motion, &machine, 2);
    double first = 0.7, second = 2.4, r = tipRadius;
    getNode(&motion, 1)[1] = first, getNode(&motion, 0)[2] = -second;
    cdJointEdge edge = {&machine.mechanism, getNode(&motion, 0), getNode(&motion, 1)};
    int32_t arms[2 * LINK_MAX];
    cdRoute route = cdMakeRoute(&edge, (cdLinkShape){2, 0}, (cdLinkShape){0, 0}, arms);
    double speed = first * (2.0 + r) + second * (1.0 + r);
    double bend = first * first * (2.0 + r) + (second * second + 2.0 * first * second) * (1.0 + r);
    cdRouteBound end = cdBoundRoute(&route, 1.0, 0.0), whole = cdBoundRoute(&route, 0.0, 1.0);
    assert_true(fabs(end.speed - speed) < 1e-6 && fabs(end.bend - bend) < 1e-6);
    assert_true(whole.speed >= speed && whole.bend >= bend && whole.speed < 2.0 * speed);
    assert_true(fabs(whole.turn - (first + second)) < 1e-6);
}

// --- Random paths against samples

enum { PATH_SAMPLES = 400 };

typedef struct PathTally {
    int states[4];
    int64_t searches;
} PathTally;

static bool counts(const Machine *machine, int32_t a, int32_t b) {
    bool hasMeshes = machine->links[a].shapeCount > 0 && machine->links[b].shapeCount > 0;
    return hasMeshes && !isIgnored(machine, a, b) && !isRigid(machine, a, b);
}

static bool overlapsAtTime(const Machine *machine, const Motion *motion, double time) {
    double values[LINK_MAX];
    assert_true(cdGetJointValues(&motion->input.path, time, values));
    for (int32_t a = 1; a < machine->mechanism.linkCount; a++)
        for (int32_t b = 0; b < a; b++)
            if (counts(machine, a, b) && overlapsAt(machine, values, a, b, workspace)) return true;
    return false;
}

static cdDistance measureAt(const Machine *machine, const Motion *motion, double time, int32_t a, int32_t b) {
    double values[LINK_MAX];
    cdPose poses[LINK_MAX];
    assert_true(cdGetJointValues(&motion->input.path, time, values));
    assert_true(cdGetLinkPoses(&machine->mechanism, values, poses));
    const cdDistanceInput at = {.meshA = machine->shapes[a].mesh,
                                .meshB = machine->shapes[b].mesh,
                                .poseA = cdMulPose(poses[a], machine->shapes[a].pose),
                                .poseB = cdMulPose(poses[b], machine->shapes[b].pose)};
    return cdFindDistance(&at, NULL, workspace, NULL);
}

// True if any pair that counts overlaps at a time, or is nearer than the safety distance.
static bool isTooNear(const Machine *machine, const Motion *motion, double time) {
    double distance = motion->input.safetyDistance;
    if (!(distance > 0.0)) return overlapsAtTime(machine, motion, time);
    for (int32_t a = 1; a < machine->mechanism.linkCount; a++)
        for (int32_t b = 0; b < a; b++) {
            if (!counts(machine, a, b)) continue;
            cdDistance found = measureAt(machine, motion, time, a, b);
            if (found.state == CD_OVERLAP || found.upper < distance - 1e-9) return true;
        }
    return false;
}

// Nothing is too near before the contact; the pair is at the tolerance there, and apart at the resolved time.
static void judgePath(const Machine *machine, const Motion *motion, const cdMechanismContact *found) {
    double last = motion->times[motion->input.path.nodeCount - 1], distance = motion->input.safetyDistance;
    double end = found->state == CD_FREE ? last : found->time.lo;
    int count = distance > 0.0 ? PATH_SAMPLES / 8 : PATH_SAMPLES;
    for (int i = 0; i < count; i++)
        assert_false(found->state != CD_OVERLAP && isTooNear(machine, motion, end * i / count));
    if (found->state == CD_OVERLAP) assert_true(isTooNear(machine, motion, found->time.lo));
    if (found->state != CD_CONTACT) return;
    assert_true(found->tolerance > 0.0 && found->tolerance <= 1e-8 + motion->input.tolerance);
    cdDistance there = measureAt(machine, motion, found->time.lo, found->linkA, found->linkB);
    assert_true(there.state == CD_OVERLAP || there.lower <= distance + found->tolerance + 1e-12);
    cdDistance before = measureAt(machine, motion, found->resolvedTime, found->linkA, found->linkB);
    assert_true(before.state == CD_FREE && before.lower > distance);
    assert_false(isTooNear(machine, motion, found->resolvedTime));
}

static void pickValues(Random *random, const Machine *machine, Motion *motion) {
    beginMotion(motion, machine, nextRandomInt(random, 2, JOINT_NODES));
    double extent = pow(10.0, nextRandomIn(random, -1.0, 0.8));
    for (int32_t i = 0; i < motion->input.path.nodeCount * machine->mechanism.linkCount; i++) {
        bool stays = i >= machine->mechanism.linkCount && nextRandomInt(random, 0, 3) == 0;
        motion->values[i] = stays ? motion->values[i - machine->mechanism.linkCount]
                                  : extent * nextRandomIn(random, -1.0, 1.0);
    }
}

// Picks a machine and a motion that begins free, mostly.
static void pickMotion(Random *random, Machine *machine, Motion *motion) {
    bool overlaps = true;
    for (int i = 0; i < 16 && overlaps; i++) {
        pickMachine(random, machine);
        pickValues(random, machine, motion);
        overlaps = overlapsAtTime(machine, motion, 0.0);
    }
}

// Random trees of two to six links, one to five edges, half of them with a safety distance, a third with a
// large tolerance. Red: an edge or a pair left out, a deviation or a rounding left out, a contact of another
// pair that is later, a resolved time after the contact.
static void test_random_paths(void **state) {
    (void)state;
    Random random = {32};
    PathTally tally = {{0}, 0};
    for (int round = 0; round < countCases(500); round++) {
        Machine machine;
        Motion motion;
        pickMotion(&random, &machine, &motion);
        if (round % 2 == 1) motion.input.safetyDistance = nextRandomIn(&random, 0.0, 0.2);
        if (round % 3 == 2) motion.input.tolerance = pow(10.0, -2 - round % 5);
        cdMechanismContact found = cdFindMechanismContact(&motion.input, workspace);
        assert_true(found.state != CD_UNDECIDED);
        judgePath(&machine, &motion, &found);
        tally.states[found.state]++;
        tally.searches += found.searchCount;
    }
    print_message("free %d, contact %d, overlap %d, searches %d\n", tally.states[CD_FREE],
                  tally.states[CD_CONTACT], tally.states[CD_OVERLAP], (int)tally.searches);
    assert_true(tally.states[CD_FREE] > 30 && tally.states[CD_CONTACT] > 60);
}

// A path that a small budget cuts again and again, continued from the certified time, ends where the whole
// search ends. Red: a certified time after the contact, no progress.
static void test_continuation(void **state) {
    (void)state;
    Random random = {33};
    int cut = 0, contacts = 0;
    for (int round = 0; round < 120; round++) {
        Machine machine;
        Motion motion;
        pickMotion(&random, &machine, &motion);
        cdMechanismContact whole = cdFindMechanismContact(&motion.input, workspace);
        if (whole.state == CD_OVERLAP) continue;
        cdMechanismContact part;
        int64_t budget = 4;
        for (int calls = 0; calls < 1000; calls++) {
            motion.input.budget.maxPairTests = budget;
            part = cdFindMechanismContact(&motion.input, workspace);
            if (part.state != CD_UNDECIDED) break;
            assert_int_equal(part.reason, CD_REASON_BUDGET);
            assert_true(part.time.lo <= (whole.state == CD_FREE ? INFINITY : whole.time.hi));
            if (!(part.time.lo > motion.input.from)) budget *= 2;
            motion.input.from = part.time.lo;
            cut++;
        }
        assert_int_equal(part.state, whole.state);
        if (whole.state != CD_CONTACT) continue;
        contacts++;
        assert_true(fabs(part.time.lo - whole.time.lo) < 1e-9 && part.edge == whole.edge);
    }
    print_message("cut %d times, contacts %d\n", cut, contacts);
    assert_true(cut > 100 && contacts > 10);
}

// --- Contracts

// A path whose values stay, many turns, and starts that overlap or touch.
static void test_special_paths(void **state) {
    (void)state;
    Machine machine;
    Motion motion;
    makeArm(&machine, 1.9);
    beginMotion(&motion, &machine, 3);
    for (int32_t i = 0; i < 3; i++)
        getNode(&motion, i)[1] = 1.0, getNode(&motion, i)[2] = 0.5;
    cdMechanismContact found = cdFindMechanismContact(&motion.input, workspace);
    assert_true(found.state == CD_FREE && found.edge == -1 && found.linkA == -1 && found.pairCount == 1);
    assert_true(found.time.lo == 2.0 * 2.0 && found.resolvedTime == 2.0);
    // The lower arm turns forty times while the upper one comes down: the tip reaches farther than the wall.
    getNode(&motion, 1)[2] = 0.5 + 80.0 * pi, getNode(&motion, 1)[1] = getNode(&motion, 2)[1] = 0.0;
    found = cdFindMechanismContact(&motion.input, workspace);
    assert_true(found.state == CD_CONTACT && found.edge == 0 && found.time.lo > 0.3 && found.time.lo < 1.0);
    judgePath(&machine, &motion, &found);
    // The tip starts in the wall's surface.
    getNode(&motion, 0)[1] = 0.0, getNode(&motion, 0)[2] = acos(0.92);
    found = cdFindMechanismContact(&motion.input, workspace);
    assert_true(found.state == CD_OVERLAP && found.time.lo == 0.0 && found.resolvedTime == 0.0);
    // The search begins after that.
    makeArm(&machine, 1.5);
    unfold(&motion, &machine);
    motion.input.from = 0.25;
    found = cdFindMechanismContact(&motion.input, workspace);
    assert_true(found.state == CD_CONTACT && fabs(found.time.lo - findTime(1.5 - tipRadius)) < 1e-9);
    motion.input.from = findTime(1.5);
    found = cdFindMechanismContact(&motion.input, workspace);
    assert_true(found.state == CD_OVERLAP && found.time.lo == motion.input.from);
}

static cdReason findReason(const Motion *motion) {
    cdMechanismContact found = cdFindMechanismContact(&motion->input, workspace);
    assert_int_equal(found.state, CD_UNDECIDED);
    assert_true(found.edge == -1 && found.linkA == -1);
    return found.reason;
}

static void test_invalid_paths(void **state) {
    (void)state;
    Machine machine;
    Motion good, bad;
    makeArm(&machine, 1.5);
    unfold(&good, &machine);
    double values[LINK_MAX];
    assert_false(cdGetJointValues(&good.input.path, NAN, values));
    assert_true(cdGetJointValues(&good.input.path, 7.0, values) && values[1] == 0.2 && values[2] == -0.1);
    assert_true(cdGetJointValues(&good.input.path, -7.0, values) && values[1] == 2.0);
    assert_true(cdGetJointValues(&good.input.path, 0.5, values) && fabs(values[1] - 1.1) < 1e-15);
#define EXPECT(change, expected)                                                                             \
    do {                                                                                                     \
        bad = good;                                                                                          \
        bad.input.path.times = bad.times, bad.input.path.values = bad.values;                                \
        change;                                                                                              \
        assert_int_equal(findReason(&bad), expected);                                                        \
    } while (0)
    EXPECT(bad.input.path.nodeCount = 1, CD_REASON_INPUT);
    EXPECT(bad.times[1] = 0.0, CD_REASON_INPUT);
    EXPECT(bad.times[0] = -1.0, CD_REASON_INPUT);
    EXPECT(bad.times[1] = INFINITY, CD_REASON_NOT_FINITE);
    EXPECT(getNode(&bad, 1)[2] = NAN, CD_REASON_NOT_FINITE);
    EXPECT(bad.input.from = 1.0, CD_REASON_INPUT);
    EXPECT(bad.input.from = -0.1, CD_REASON_INPUT);
    EXPECT(bad.input.from = NAN, CD_REASON_NOT_FINITE);
    EXPECT(bad.input.margin = -1.0, CD_REASON_INPUT);
    EXPECT(bad.input.safetyDistance = -1.0, CD_REASON_INPUT);
    EXPECT(bad.input.safetyDistance = NAN, CD_REASON_NOT_FINITE);
    EXPECT(bad.input.tolerance = -1.0, CD_REASON_INPUT);
#undef EXPECT
    machine.links[2].axis = cdMakeVec3(0.0, 0.0, 0.0);
    assert_int_equal(findReason(&good), CD_REASON_INPUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_link_arm),     cmocka_unit_test(test_narrow_pass),
        cmocka_unit_test(test_tolerance),        cmocka_unit_test(test_tolerance_at_start),
        cmocka_unit_test(test_bounds_of_routes), cmocka_unit_test(test_bounds_of_straight_arm),
        cmocka_unit_test(test_random_paths),     cmocka_unit_test(test_continuation),
        cmocka_unit_test(test_special_paths),    cmocka_unit_test(test_invalid_paths),
    };
    return cmocka_run_group_tests(tests, openAll, closeAll);
}

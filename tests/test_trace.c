// Traces of queries between meshes: they record everything, change nothing, and are correct.
#include "contact_fixture.h"
#include "foundation/geometry/screw.h"
#include "oracle/soak.h"
#include "random.h"
#include "trace_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { SWITCH_COUNT = 9, SAMPLES = 12 };

static StepMeshes set;
static cdWorkspace *workspace;
static cdTrace trace;
static cdMesh *torus, *gear, *box, *rod;

static int makeAll(void **state) {
    (void)state;
    if (!MakeStepMeshes(&set)) return 1;
    torus = makeShape("torus:segments=12");
    gear = makeShape("gear:teeth=6");
    box = makeShape("box");
    rod = makeShape("box:x=1,y=0.1,z=0.1");
    workspace = cdCreateWorkspace();
    trace = makeTrace(TRACE_ROOM);
    return 0;
}

static int freeAll(void **state) {
    (void)state;
    FreeStepMeshes(&set);
    cdDestroyWorkspace(workspace);
    freeTrace(&trace);
    cdDestroyMesh(torus);
    cdDestroyMesh(gear);
    cdDestroyMesh(box);
    cdDestroyMesh(rod);
    return 0;
}

// --- Counts

static int64_t countQuartics(void) {
    int64_t count = 0;
    for (int32_t i = 0; i < trace.eventCount; i++)
        count += trace.events[i].degree == 4;
    return count;
}

// Counts queries of hulls; one of two screws counts once.
static int64_t countProxyTests(void) {
    int64_t count = 0;
    for (int32_t i = 0; i < trace.eventCount; i++)
        count += trace.events[i].kind == CD_TRACE_HULLS && trace.events[i].screw == 0;
    return count;
}

// Counts obstacles whose hulls were tested and stayed disjoint on every screw.
static int64_t countProxyRejects(void) {
    int64_t count = 0, asked = 0, apart = 0;
    for (int32_t i = 0; i < trace.eventCount; i++) {
        const cdTraceEvent *event = &trace.events[i];
        asked += event->kind == CD_TRACE_HULLS;
        apart += event->kind == CD_TRACE_HULLS && event->a == 1;
        if (event->kind != CD_TRACE_PAIR_DECIDED) continue;
        count += asked > 0 && asked == apart;
        asked = apart = 0;
    }
    return count;
}

static void assertNodesAgree(const cdQueryStats *stats) {
    int64_t apart = countKind(&trace, CD_TRACE_NODES_DISJOINT), meet = countKind(&trace, CD_TRACE_NODES_MEET);
    assert_int_equal(apart + meet, stats->sphereTests);
    assert_int_equal(countHow(&trace, CD_TRACE_NODES_DISJOINT, CD_HOW_BOUND), stats->boundRejects);
    assert_int_equal(countHow(&trace, CD_TRACE_NODES_DISJOINT, CD_HOW_SLAB) +
                         countHow(&trace, CD_TRACE_NODES_DISJOINT, CD_HOW_BOX) +
                         countHow(&trace, CD_TRACE_NODES_DISJOINT, CD_HOW_AXIS),
                     stats->slabRejects);
    assert_int_equal(countQuartics(), stats->quarticTests);
    assert_int_equal(countKind(&trace, CD_TRACE_LABEL_SKIP), stats->labelSkips);
}

static void assertElementsAgree(const cdQueryStats *stats) {
    int64_t apart = countKind(&trace, CD_TRACE_FACES_DISJOINT);
    assert_int_equal(apart, stats->facePairRejects);
    assert_int_equal(apart + countKind(&trace, CD_TRACE_FACES_MEET), stats->facePairTests);
    assert_int_equal(countKind(&trace, CD_TRACE_OVERLAP), stats->overlapTests);
    assert_int_equal(countKind(&trace, CD_TRACE_TABLE_SKIP), stats->pairTableSkips);
    assert_int_equal(countContact(&trace, CD_TRACE_ELEMENTS, CD_EDGE_EDGE), stats->edgeEdgeTests);
    assert_int_equal(countContact(&trace, CD_TRACE_ELEMENTS, CD_VERTEX_FACE), stats->vertexFaceTests);
    assert_int_equal(countContact(&trace, CD_TRACE_ELEMENTS, CD_FACE_VERTEX), stats->faceVertexTests);
    assert_int_equal(countKind(&trace, CD_TRACE_SOLVED), stats->cubicSolves);
    assert_int_equal(countKind(&trace, CD_TRACE_SHORTENED), stats->shortenings);
}

static void assertCountsAgree(const cdQueryStats *stats) {
    assert_false(trace.truncated);
    assertNodesAgree(stats);
    assertElementsAgree(stats);
    assert_int_equal(countProxyTests(), stats->proxyTests);
    assert_int_equal(countProxyRejects(), stats->proxyRejects);
    int64_t throughout = countHow(&trace, CD_TRACE_ROUTE_PLANE, CD_HOW_THROUGHOUT);
    assert_int_equal(countKind(&trace, CD_TRACE_ROUTE_PLANE) - throughout, stats->boxPlanes);
}

static void assertEventsSound(void) {
    for (int32_t i = 0; i < trace.eventCount; i++) {
        for (int k = 0; k < trace.events[i].rootCount; k++)
            assert_true(trace.events[i].c[4 + k] >= trace.events[i].tau.lo);
        if (isEventSound(&trace.events[i])) continue;
        const cdTraceEvent *e = &trace.events[i];
        fail_msg("event %d of kind %d: t %g %g, tau %g %g", (int)i, (int)e->kind, e->t.lo, e->t.hi, e->tau.lo,
                 e->tau.hi);
    }
}

// From the begin event to the result.
static void assertFramed(const cdFirstContact *result) {
    const cdTraceEvent *first = &trace.events[0], *last = &trace.events[trace.eventCount - 1];
    assert_true(trace.eventCount >= 2);
    assert_int_equal(first->kind, CD_TRACE_QUERY);
    assert_int_equal(last->kind, CD_TRACE_DECIDED);
    assert_int_equal(last->b, result->state);
    assert_int_equal(last->contact, result->kind);
    assert_true(last->t.lo == result->t.lo && last->t.hi == result->t.hi);
}

// --- Nothing changes, nothing is missing

static void checkStep(const cdFirstContactInput *input) {
    cdFirstContact plain = cdFindFirstContact(input, NULL, workspace, NULL);
    restartTrace(&trace);
    cdFirstContact traced = cdFindFirstContact(input, NULL, workspace, &trace);
    assert_true(AreAnswersEqual(&plain, &traced));
    assert_memory_equal(&plain.stats, &traced.stats, sizeof plain.stats);
    assertCountsAgree(&traced.stats);
    assertEventsSound();
    assertFramed(&traced);
}

// Random steps of all kinds of motion, shapes and scales, each also with one optimisation disabled; every
// second one that finds contact is followed by one that continues from there. Red: a trace that changes a
// result or a count by one bit; a test not recorded, recorded twice, or as another kind; times with NaN.
static void testEverythingIsRecorded(void **state) {
    (void)state;
    static cdTouch touches[32];
    int states[4] = {0}, left = 0, asked = 0;
    for (uint64_t number = 0; number < 1200; number++) {
        RandomStep step = MakeRandomStep(&set, 81, number);
        step.input.disabled = number % 3 == 0 ? 1u << (number / 3 % SWITCH_COUNT) : 0;
        step.input.touches = number % 5 == 0 ? touches : NULL;
        step.input.touchCapacity = 32;
        checkStep(&step.input);
        cdFirstContact result = cdFindFirstContact(&step.input, NULL, workspace, NULL);
        states[result.state]++;
        asked += countKind(&trace, CD_TRACE_TOUCHES) > 0;
        if (result.state != CD_CONTACT || number % 2) continue;
        RandomStep next = MakeNextStep(&step, &result, 81, number);
        checkStep(&next.input);
        left += countKind(&trace, CD_TRACE_LEAVES) > 0;
    }
    assert_true(states[CD_FREE] > 200 && states[CD_CONTACT] > 200 && states[CD_OVERLAP] > 20);
    assert_true(left > 10 && asked > 20);
}

// A budget that ends the search: recorded up to there. Red: the last counted tests are not recorded.
static void testBudget(void **state) {
    (void)state;
    int undecided = 0;
    for (uint64_t number = 0; number < 100; number++) {
        RandomStep step = MakeRandomStep(&set, 82, number);
        step.input.budget.maxPairTests = 20;
        checkStep(&step.input);
        undecided += trace.events[trace.eventCount - 1].b == CD_UNDECIDED;
    }
    assert_true(undecided > 20);
}

// A drag with a cache, which tests the last touching pair and the last separating vector first. Red: the
// cached pair is solved and not recorded; the cached vector is not marked as such; a traced query with
// another result.
static void testDragWithCache(void **state) {
    (void)state;
    Random random = {83};
    cdPairCache plainCache = {0}, tracedCache = {0};
    cdPose pose = poseAt(0.0, 2.6, 0.0);
    int cached = 0, contacts = 0;
    for (int k = 0; k < 300; k++) {
        cdPose target = pose;
        cdVec3 pull = cdScale(-0.12, cdNormalize(pose.p)); // mostly inwards, and around
        target.p =
            cdMulAdd(cdAdd(target.p, k % 40 < 30 ? pull : cdNegate(pull)), 0.05, nextRandomVec3(&random));
        cdFirstContactInput input = makeStep(box, pose, target, gear, cdIdentityPose());
        cdFirstContact plain = cdFindFirstContact(&input, &plainCache, workspace, NULL);
        restartTrace(&trace);
        cdFirstContact traced = cdFindFirstContact(&input, &tracedCache, workspace, &trace);
        assert_true(AreAnswersEqual(&plain, &traced));
        assert_memory_equal(&plain.stats, &traced.stats, sizeof plain.stats);
        assert_int_equal(plainCache.kind, tracedCache.kind);
        assert_int_equal(plainCache.convex.state, tracedCache.convex.state);
        assertCountsAgree(&traced.stats);
        assert_true((countHow(&trace, CD_TRACE_HULLS, CD_HOW_CACHED) > 0) ==
                    (traced.proxy.separated && traced.proxy.cacheHit));
        cached += countHow(&trace, CD_TRACE_VECTOR, CD_HOW_CACHED) > 0;
        contacts += traced.state == CD_CONTACT;
        pose = traced.resolvedPose;
    }
    assert_true(cached > 30 && contacts > 30);
}

// Among several obstacles: each queried one is named before its events, in order of reach, and the end names
// the one hit. Red: events attributed to another obstacle; one queried without a record.
static void testObstacles(void **state) {
    (void)state;
    enum { COUNT = 6 };
    const cdMesh *meshes[3] = {gear, box, rod};
    Random random = {84};
    cdObstacle obstacles[COUNT];
    int contacts = 0;
    for (int k = 0; k < 150; k++) {
        for (int i = 0; i < COUNT; i++)
            obstacles[i] =
                (cdObstacle){meshes[i % 3], poseAt(3.0 * i - 6.0, nextRandomIn(&random, 1.0, 4.0), 0)};
        cdObstaclesInput input = {.mesh = k % 2 ? torus : rod,
                                  .start = poseAt(-9.0, 2.0, 0.0),
                                  .target = turnedPose(9.0, nextRandomIn(&random, 0.0, 4.0), 0.0,
                                                       nextRandomDirection(&random), 0.02 * k),
                                  .obstacles = obstacles,
                                  .obstacleCount = COUNT};
        cdWorkspace *room = cdCreateWorkspace();
        int32_t asked = -1;
        cdFirstContact plain = cdFindFirstContactAmong(&input, NULL, room, NULL);
        restartTrace(&trace);
        cdFirstContact traced = cdFindFirstContactAmong(&input, NULL, room, &trace);
        cdDestroyWorkspace(room);
        assert_int_equal(traced.obstacle, plain.obstacle);
        assert_true(AreAnswersEqual(&plain, &traced));
        assertCountsAgree(&traced.stats);
        assertEventsSound();
        assertFramed(&traced);
        assert_int_equal(trace.events[trace.eventCount - 1].a, traced.obstacle);
        double reach = 0.0;
        for (int32_t i = 0; i < trace.eventCount; i++) {
            const cdTraceEvent *event = &trace.events[i];
            if (event->kind == CD_TRACE_OBSTACLE) {
                asked = event->a;
                assert_true(asked >= 0 && asked < COUNT && event->t.lo >= reach);
                reach = event->t.lo;
            }
            if (event->kind == CD_TRACE_PAIR_DECIDED) assert_int_equal(event->a, asked);
            const cdMesh *mesh = asked >= 0 ? obstacles[asked].mesh : NULL;
            bool isNodes = event->kind == CD_TRACE_NODES_DISJOINT || event->kind == CD_TRACE_NODES_MEET;
            if (isNodes) assert_true(mesh && event->b < cdGetMeshInfo(mesh).nodeCount);
        }
        contacts += traced.state == CD_CONTACT;
    }
    assert_true(contacts > 50);
}

// The discrete method's search is recorded as well. Red: its tests or its end missing.
static void testOverlap(void **state) {
    (void)state;
    Random random = {85};
    int states[4] = {0};
    for (int k = 0; k < 300; k++) {
        cdPose pose = {cdScale(1.3, nextRandomVec3(&random)), cdMakeQuat(nextRandomDirection(&random), 1.0)};
        cdOverlapInput input = {.meshA = torus, .meshB = gear, .poseA = pose, .poseB = cdIdentityPose()};
        cdOverlap plain = cdFindOverlap(&input, NULL, workspace, NULL);
        restartTrace(&trace);
        cdOverlap traced = cdFindOverlap(&input, NULL, workspace, &trace);
        assert_int_equal(plain.state, traced.state);
        assert_memory_equal(&plain.stats, &traced.stats, sizeof plain.stats);
        assertCountsAgree(&traced.stats);
        assert_int_equal(trace.events[trace.eventCount - 1].b, traced.state);
        assert_true((countHow(&trace, CD_TRACE_OVERLAP, CD_HOW_SHARES) > 0) == (traced.state == CD_OVERLAP));
        states[traced.state]++;
    }
    assert_true(states[CD_OVERLAP] > 50 && states[CD_FREE] > 50);
}

// A trace that is too small holds the beginning and is marked. Red: written past its end, or silently short.
static void testTruncation(void **state) {
    (void)state;
    RandomStep step = MakeRandomStep(&set, 81, 4);
    restartTrace(&trace);
    cdFindFirstContact(&step.input, NULL, workspace, &trace);
    int32_t whole = trace.eventCount;
    for (int32_t capacity = 0; capacity <= whole + 1; capacity += capacity < 20 ? 1 : whole / 7 + 1) {
        cdTrace small = makeTrace(capacity + 1);
        small.eventCapacity = capacity;
        memset(&small.events[capacity], 0x5a, sizeof *small.events);
        cdTraceEvent beyond = small.events[capacity];
        cdFindFirstContact(&step.input, NULL, workspace, &small);
        assert_int_equal(small.eventCount, capacity < whole ? capacity : whole);
        assert_true(small.truncated == (capacity < whole));
        assert_memory_equal(&beyond, &small.events[capacity], sizeof beyond);
        for (int32_t i = 0; i < small.eventCount && i < capacity - 1; i++)
            assert_int_equal(small.events[i].kind, trace.events[i].kind);
        freeTrace(&small);
    }
}

// --- Correct events

// A step of the torus from about 2.5 away to somewhere near the gear, rotating by up to 120 degrees.
static cdFirstContactInput makeRandomStep(Random *random) {
    cdPose start = {cdScale(nextRandomIn(random, 1.8, 2.8), nextRandomDirection(random)),
                    cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, PI))};
    cdQuat turn = cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, 2.0));
    cdPose target = {nextRandomVec3(random), cdNormalizeQuat(cdMulQuat(turn, start.q))};
    cdFirstContactInput input = makeStep(torus, start, target, gear, cdIdentityPose());
    input.disabled = CD_DISABLE_PROXY;
    return input;
}

// Returns the gap between the spheres of two nodes at a time of the step, from the meshes' public views.
static double getSphereGap(const cdFirstContactInput *input, const cdMotion *motion,
                           const cdTraceEvent *event, double t) {
    cdSphereNode a = cdGetSphereNode(input->meshA, event->a), b = cdGetSphereNode(input->meshB, event->b);
    cdVec3 from = cdTransformPoint(cdGetPoseAt(motion, t), a.center),
           to = cdTransformPoint(input->startB, b.center);
    return cdLength(cdSub(from, to)) - a.radius - b.radius;
}

static void checkSpheres(const cdFirstContactInput *input, const cdTraceEvent *event, int64_t counts[2]) {
    cdMotion motion = cdMakeMotion(input->startA, input->targetA, cdGetMeshInfo(input->meshA).center);
    double least = INFINITY;
    for (int k = 0; k <= SAMPLES; k++) {
        double t = event->t.lo + (event->t.hi - event->t.lo) * k / SAMPLES;
        least = fmin(least, getSphereGap(input, &motion, event, t));
        if (event->degree != 4) continue;
        // The quartic is (1 + k2 tau^2) (distance^2 - radii^2), with the gap's sign.
        const cdScrew *screw = &motion.screws[event->screw];
        double tau = cdGetTauFromTime(screw, t * motion.screwCount - event->screw);
        double gap = getSphereGap(input, &motion, event, t), value = cdEvaluateTrace(event, tau);
        if (fabs(gap) > 1e-9) assert_true((value > 0.0) == (gap > 0.0));
    }
    bool apart = event->kind == CD_TRACE_NODES_DISJOINT;
    bool bySpheres = event->how == CD_HOW_BOUND || event->how == CD_HOW_QUARTIC;
    if (apart && bySpheres) assert_true(least > 0.0);
    counts[apart]++;
}

// Spheres recorded as disjoint are so at every sampled time; the quartic has the sign of their gap. Red: a
// time of another span or screw; the nodes exchanged; a quartic of another pair.
static void testSpheresAreDisjoint(void **state) {
    (void)state;
    Random random = {86};
    int64_t counts[2] = {0}, quartics = 0;
    for (int k = 0; k < 60; k++) {
        cdFirstContactInput input = makeRandomStep(&random);
        restartTrace(&trace);
        cdFindFirstContact(&input, NULL, workspace, &trace);
        for (int32_t i = 0; i < trace.eventCount; i++) {
            const cdTraceEvent *event = &trace.events[i];
            bool isNodes = event->kind == CD_TRACE_NODES_DISJOINT || event->kind == CD_TRACE_NODES_MEET;
            if (isNodes) checkSpheres(&input, event, counts);
            quartics += isNodes && event->degree == 4;
        }
    }
    assert_true(counts[0] > 1000 && counts[1] > 1000 && quartics > 50);
}

// --- Flat bounds and ranges

// Half the extent of a node's disc or box along a direction.
static double findShadow(const cdSphereNode *node, cdQuat q, bool ofBox, cdVec3 direction) {
    double sides = 0.0, cosine = cdDot(cdRotate(q, node->axes[0]), direction);
    for (int i = 0; i < 3; i++)
        sides += node->halves[i] * fabs(cdDot(cdRotate(q, node->axes[i]), direction));
    double disc = node->halves[0] * fabs(cosine) + node->radius * sqrt(fmax(0.0, 1.0 - cosine * cosine));
    return ofBox ? sides : disc;
}

// The recorded gap remains at every time, between the bounds at that time.
static void checkPlane(const cdFirstContactInput *input, const cdTraceEvent *event) {
    cdMotion motion = cdMakeMotion(input->startA, input->targetA, cdGetMeshInfo(input->meshA).center);
    cdSphereNode a = cdGetSphereNode(input->meshA, event->a), b = cdGetSphereNode(input->meshB, event->b);
    int index = (int)event->c[5] - 1;
    assert_true(event->c[6] > 0.0 && event->c[7] >= 0.0 && index >= 0 && index < 6);
    bool ofBox = event->how == CD_HOW_BOX;
    if (!ofBox) assert_int_equal(index % 3, 0);
    if (ofBox) assert_true(a.firstChild < 0 && b.firstChild < 0);
    cdVec3 axis = index < 3 ? cdRotate(cdGetPoseAt(&motion, event->t.lo).q, a.axes[index])
                            : cdRotate(input->startB.q, b.axes[index - 3]);
    cdVec3 centerB = cdTransformPoint(input->startB, b.center);
    // A bound reaches beyond its sphere, which contains everything that rotates.
    double reach =
        ofBox ? cdLength((cdVec3){a.halves[0], a.halves[1], a.halves[2]}) : hypot(a.radius, a.halves[0]);
    double beyond = fmax(0.0, reach / a.radius - 1.0);
    double side = 0.0, extentB = findShadow(&b, input->startB.q, ofBox, axis);
    for (int k = 0; k <= SAMPLES; k++) {
        cdPose pose = cdGetPoseAt(&motion, event->t.lo + (event->t.hi - event->t.lo) * k / SAMPLES);
        double between = cdDot(axis, cdSub(cdTransformPoint(pose, a.center), centerB));
        if (k == 0) side = between > 0.0 ? 1.0 : -1.0;
        double gap = side * between - findShadow(&a, pose.q, ofBox, axis) - extentB;
        assert_true(gap >= event->c[6] - beyond * event->c[7] - 1e-9);
    }
}

// Returns the distances from the screw's axis of the triangles in a leaf: {minimum of the corners, maximum}.
static cdInterval findDistances(const cdMesh *mesh, int32_t node, cdPose pose, cdVec3 onAxis, cdVec3 axis) {
    enum { ROOM = 4096 };
    static int32_t triangles[ROOM];
    cdMeshInfo info = cdGetMeshInfo(mesh);
    int32_t count = cdGetLeafTriangles(mesh, node, triangles, ROOM);
    cdInterval range = {INFINITY, 0.0};
    assert_true(count <= ROOM);
    for (int32_t i = 0; i < 3 * count; i++) {
        int32_t vertex = info.triangles[3 * triangles[i / 3] + i % 3];
        cdVec3 p = cdTransformPoint(pose, cdAdd(info.vertices[vertex], info.center));
        double distance = cdLength(cdCross(axis, cdSub(p, onAxis)));
        range.lo = fmin(range.lo, distance);
        range.hi = fmax(range.hi, distance);
    }
    return range;
}

// Leaves separated by distances from the axis: the corners of the inner one's triangles are within its end,
// those of the outer one's beyond its own.
static bool checkDistances(const cdFirstContactInput *input, const cdTraceEvent *event) {
    cdMotion motion = cdMakeMotion(input->startA, input->targetA, cdGetMeshInfo(input->meshA).center);
    cdVec3 onAxis, axis;
    assert_true(event->c[5] >= 1.0 && event->c[5] <= 5.0);
    assert_true((event->c[5] == 5.0) == (event->c[6] == event->c[7]));
    if (event->c[5] != 1.0 || !cdGetScrewAxis(&motion, &onAxis, &axis)) return false;
    cdInterval a = findDistances(input->meshA, event->a, input->startA, onAxis, axis);
    cdInterval b = findDistances(input->meshB, event->b, input->startB, onAxis, axis);
    if (!isfinite(a.lo) || !isfinite(b.lo)) return false; // not leaves
    assert_true(event->c[6] > event->c[7] ? a.lo >= event->c[6] && b.lo <= event->c[7]
                                          : b.lo >= event->c[7] && a.lo <= event->c[6]);
    return true;
}

// Nodes recorded as disjoint though their spheres meet: the recorded plane separates their discs or boxes
// throughout by the recorded gap, in any frame of B; distances from the screw's axis differ as recorded. Red:
// the axis of the other node, A's axis at another time than t.lo, a gap without the rotation, the ends
// exchanged.
static void testFlatBoundsSeparate(void **state) {
    (void)state;
    Random random = {94};
    int counts[2] = {0, 0}, distances = 0;
    for (int k = 0; k < 300; k++) {
        cdFirstContactInput input = makeRandomStep(&random);
        input.startB = (cdPose){nextRandomVec3(&random), cdMakeQuat(nextRandomDirection(&random), 2.0)};
        if (k % 4 == 0) { // nearly about B's own axis: long searches along round surfaces
            input.startA =
                (cdPose){input.startB.p, cdMulQuat(input.startB.q, cdMakeQuat((cdVec3){1, 0, 0}, 0.3))};
            input.targetA =
                (cdPose){input.startB.p, cdMulQuat(input.startB.q, cdMakeQuat((cdVec3){0, 0, 1}, 0.9))};
        }
        restartTrace(&trace);
        cdFindFirstContact(&input, NULL, workspace, &trace);
        for (int32_t i = 0; i < trace.eventCount; i++) {
            const cdTraceEvent *event = &trace.events[i];
            if (event->kind != CD_TRACE_NODES_DISJOINT) continue;
            if (event->how == CD_HOW_AXIS) distances += checkDistances(&input, event);
            if (event->how != CD_HOW_SLAB && event->how != CD_HOW_BOX) continue;
            checkPlane(&input, event);
            counts[event->how == CD_HOW_BOX]++;
        }
    }
    if (!(counts[0] > 1000 && counts[1] > 100 && distances > 20))
        fail_msg("%d slabs, %d boxes, %d distances", counts[0], counts[1], distances);
}

// The cubics vanish at the recorded roots, the root at which two elements touch is the contact's time, and
// the last event that shortens the search has it too. Red: a cubic or a root of another pair, roots that are
// no zeros, a first contact not passed on, certain roots recorded as approximate.
static void testRootsAreTheContact(void **state) {
    (void)state;
    Random random = {87};
    int contacts = 0, roots = 0, certain = 0, stepped = 0;
    for (int k = 0; k < 300; k++) {
        cdFirstContactInput input = makeRandomStep(&random);
        restartTrace(&trace);
        cdFirstContact result = cdFindFirstContact(&input, NULL, workspace, &trace);
        const cdTraceEvent *shortened = NULL, *touched = NULL;
        cdMotion motion = cdMakeMotion(input.startA, input.targetA, cdGetMeshInfo(input.meshA).center);
        for (int32_t i = 0; i < trace.eventCount; i++) {
            const cdTraceEvent *event = &trace.events[i];
            if (event->kind == CD_TRACE_SHORTENED) shortened = event;
            if (event->kind != CD_TRACE_SOLVED) continue;
            bool isCertain = event->how == CD_HOW_TOUCHED || event->how == CD_HOW_MISSED;
            certain += event->how == CD_HOW_TOUCHED;
            stepped += event->how == CD_HOW_STEPPED;
            for (int r = 0; r < event->rootCount && isCertain; r++, roots++) {
                double slope = 0.0, x = event->c[4 + r];
                for (int n = 3; n > 0; n--)
                    slope = slope * x + n * event->c[n];
                // The root is accurate to the error of the value, or to rounding where the cubic is steep.
                double error = 4.0 * event->c[8] + fabs(slope) * 1e-11;
                assert_true(fabs(cdEvaluateTrace(event, x)) <= error);
            }
            bool isContact = event->contact == result.kind && event->a == result.featureA.index &&
                             event->b == result.featureB.index && event->how != CD_HOW_MISSED;
            if (isContact) touched = event;
        }
        if (result.state != CD_CONTACT) continue;
        contacts++;
        assert_non_null(touched);
        double root = touched->c[4 + touched->rootCount - 1];
        double t =
            (touched->screw + cdGetTimeFromTau(&motion.screws[touched->screw], root)) / motion.screwCount;
        assert_true(t >= result.t.lo - 1e-12 && t <= result.t.hi + 1e-12);
        assert_non_null(shortened);
        assert_true(shortened->t.hi >= result.t.lo - 1e-12 && shortened->t.hi <= result.t.hi + 1e-12);
    }
    assert_true(contacts > 100 && roots > 500 && certain > 50 && stepped > 50);
}

// A box that rotates over another: its planes vanish at the recorded zeros, the last is that of the contact,
// and the planes cover the path up to it. Red: coefficients in another basis, times of the screw taken for
// the step's.
static void testPlanesOfBoxes(void **state) {
    (void)state;
    Random random = {88};
    int64_t contacts = 0, planes = 0, answered = 0;
    for (int k = 0; k < 300; k++) {
        cdPose start = {cdScale(3.0, nextRandomDirection(&random)), cdIdentityPose().q};
        cdQuat turn =
            cdMakeQuat(nextRandomDirection(&random), k % 4 == 0 ? 0.0 : nextRandomIn(&random, 0.0, 3.0));
        cdPose target = {cdScale(-0.5, start.p), turn};
        cdFirstContactInput input = makeStep(rod, start, target, box, cdIdentityPose());
        restartTrace(&trace);
        cdFirstContact result = cdFindFirstContact(&input, NULL, workspace, &trace);
        const cdTraceEvent *last = NULL;
        for (int32_t i = 0; i < trace.eventCount; i++) {
            const cdTraceEvent *event = &trace.events[i];
            if (event->kind != CD_TRACE_ROUTE_PLANE) continue;
            double largest = 0.0;
            for (int n = 0; n <= event->degree; n++)
                largest = fmax(largest, fabs(event->c[n]));
            bool isZero = event->how == CD_HOW_LAST && event->tau.lo < event->tau.hi;
            if (isZero) assert_true(fabs(cdEvaluateTrace(event, event->tau.hi)) < 1e-9 * largest);
            double middle = 0.5 * (event->tau.lo + event->tau.hi);
            if (event->tau.lo < event->tau.hi) assert_true(cdEvaluateTrace(event, middle) > 0.0);
            if (event->how == CD_HOW_LAST) last = event;
            planes++;
        }
        if (result.state != CD_CONTACT) continue;
        contacts++;
        assert_non_null(last);
        assert_true(fabs(last->t.hi - result.t.lo) < 1e-6);
        answered += result.stats.boxAnswers;
        if (result.stats.boxAnswers) assert_int_equal(last->contact, result.kind);
    }
    assert_true(contacts > 50 && planes > 500 && answered > 50);
}

// Vectors tried by the hulls are unit, their gap is that of the recorded difference, and the last is the
// proxy's. Red: the pair's axes taken for the world's.
static void testVectorsOfProxies(void **state) {
    (void)state;
    Random random = {89};
    int vectors = 0, separated = 0;
    for (int k = 0; k < 300; k++) {
        cdFirstContactInput input = makeRandomStep(&random);
        input.disabled = 0;
        input.startB = (cdPose){nextRandomVec3(&random), cdMakeQuat(nextRandomDirection(&random), 2.0)};
        restartTrace(&trace);
        cdFirstContact result = cdFindFirstContact(&input, NULL, workspace, &trace);
        const cdTraceEvent *last = NULL;
        int64_t steps = 0;
        for (int32_t i = 0; i < trace.eventCount; i++) {
            const cdTraceEvent *event = &trace.events[i];
            if (event->kind == CD_TRACE_HULLS) last = event;
            if (event->kind != CD_TRACE_VECTOR) continue;
            cdVec3 s = getEventVector(event, 0), m = getEventVector(event, 4);
            assert_true(fabs(cdLength(s) - 1.0) < 1e-12);
            assert_true(fabs(cdDot(s, m) - event->c[3]) < 1e-12);
            steps++;
        }
        vectors += steps > 1;
        assert_int_equal(steps, result.proxy.iterations);
        assert_non_null(last);
        assert_int_equal(last->a, result.proxy.separated);
        cdVec3 s = getEventVector(last, 0);
        assert_true(s.x == result.proxy.vector.x && s.y == result.proxy.vector.y &&
                    s.z == result.proxy.vector.z);
        assert_true(last->c[3] == result.proxy.gap);
        separated += result.proxy.separated;
    }
    assert_true(vectors > 50 && separated > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testEverythingIsRecorded),
        cmocka_unit_test(testBudget),
        cmocka_unit_test(testDragWithCache),
        cmocka_unit_test(testObstacles),
        cmocka_unit_test(testOverlap),
        cmocka_unit_test(testTruncation),
        cmocka_unit_test(testSpheresAreDisjoint),
        cmocka_unit_test(testRootsAreTheContact),
        cmocka_unit_test(testPlanesOfBoxes),
        cmocka_unit_test(testVectorsOfProxies),
        cmocka_unit_test(testFlatBoundsSeparate),
    };
    return cmocka_run_group_tests(tests, makeAll, freeAll);
}

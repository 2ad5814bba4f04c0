// cdFindPathContact against a brute-force oracle, single steps and closed forms; continued searches, batches,
// memory and bad input.
#include "cases.h"
#include "memory_fixture.h"
#include "oracle/oracle_contact.h"
#include "path_fixture.h"

#include <stdio.h>

static OracleMesh oracles[MESH_COUNT];
static cdWorkspace *workspace;

static int openAll(void **state) {
    (void)state;
    makeMeshes();
    for (int i = 0; i < MESH_COUNT; i++)
        oracles[i] = MakeOracleMesh(meshes[i]);
    workspace = cdCreateWorkspace();
    return 0;
}

static int closeAll(void **state) {
    (void)state;
    for (int i = 0; i < MESH_COUNT; i++)
        FreeOracleMesh(&oracles[i]);
    freeMeshes();
    cdDestroyWorkspace(workspace);
    return 0;
}

// --- Oracles

// The oracle's first contact on the edges of the path of a mesh alone among fixed obstacles.
typedef struct Truth {
    cdState state;
    int32_t edge, obstacle;
    double t, accuracy; // fraction of the edge
    bool isSharp;       // false: a grazing contact, or a near miss, decides
} Truth;

static int findMesh(const cdMesh *mesh) {
    int i = 0;
    while (meshes[i] != mesh)
        i++;
    return i;
}

static Truth findTruth(const cdPathInput *input) {
    Truth best = {.state = CD_FREE, .t = 1.0, .isSharp = true};
    int a = findMesh(input->shapes[0].mesh);
    for (int32_t edge = 0; edge + 1 < input->nodeCount && best.state == CD_FREE; edge++)
        for (int32_t i = 0; i < input->obstacleCount; i++) {
            int b = findMesh(input->obstacles[i].mesh);
            OracleContact found =
                FindOracleContact(&oracles[a], input->nodes[edge].pose, input->nodes[edge + 1].pose,
                                  &oracles[b], input->obstacles[i].pose);
            bool isNearMiss = found.state == CD_FREE && found.minDistance < 1e-9;
            if (found.degenerate || isNearMiss) best.isSharp = false;
            bool earlier = best.state == CD_FREE || found.t < best.t;
            if (found.state == CD_FREE || !earlier) continue;
            best.state = found.state;
            best.edge = edge;
            best.obstacle = i;
            best.t = found.t;
            best.accuracy = found.accuracy;
        }
    return best;
}

// Red: an edge or an obstacle left out, a contact at the wrong node, a half of a large turn searched as a
// whole, a wait that hides the edge after it.
static void testAgainstOracle(void **state) {
    (void)state;
    Random random = {41};
    int sharp = 0, contacts = 0, later = 0, count = countCases(60);
    for (int k = 0; k < count; k++) {
        RandomPath path;
        pickRandomPath(&random, 2.6, false, &path);
        cdPathContact found = cdFindPathContact(&path.input, workspace, NULL);
        assert_int_not_equal(found.contact.state, CD_UNDECIDED);
        Truth truth = findTruth(&path.input);
        if (!truth.isSharp) continue;
        sharp++;
        if (found.contact.state != truth.state) fail_msg("path %d: wrong state", k);
        if (truth.state != CD_CONTACT) continue;
        contacts++;
        later += truth.edge > 0;
        assert_int_equal(found.edge, truth.edge);
        assert_int_equal(found.contact.obstacle, truth.obstacle);
        const cdPathNode *node = &path.nodes[truth.edge];
        double width = node[1].time - node[0].time, time = node->time + truth.t * width;
        double slack = (1e-9 + 2.0 * truth.accuracy) * width;
        if (found.time.lo > time + slack || found.time.hi < time - slack)
            fail_msg("path %d: contact at %.17g, oracle %.17g", k, found.time.lo, time);
    }
    assert_true(sharp > count / 2 && contacts > count / 4 && later > count / 10);
}

static void checkResolved(const cdPathInput *input, const cdPathContact *found) {
    Timeline line = makeTimeline(input);
    assert_true(found->resolvedTime <= found->time.lo && found->time.lo <= found->time.hi);
    for (int32_t shape = 0; shape < input->shapeCount; shape++)
        for (int32_t i = 0; i < input->obstacleCount; i++) {
            double least = getPairDistance(input, shape, i);
            if (least < 0.0) continue;
            const cdDistanceInput at = {
                .meshA = input->shapes[shape].mesh,
                .meshB = input->obstacles[i].mesh,
                .poseA = cdMulPose(found->contact.resolvedPose, input->shapes[shape].pose),
                .poseB = i == found->contact.obstacle
                             ? found->contact.resolvedPoseB
                             : getObstaclePose(&input->obstacles[i], found->resolvedTime)};
            bool isMoving = input->obstacles[i].nodes != NULL;
            cdDistance distance = isMoving && i != found->contact.obstacle
                                      ? findDistanceAtTime(input, shape, i, &line, found->resolvedTime)
                                      : cdFindDistance(&at, NULL, NULL, NULL);
            assert_true(distance.state == CD_FREE && distance.distance >= least - 1e-10);
        }
}

// Samples the free part of a path.
static void checkSamples(const cdPathInput *input, const cdPathContact *found, int sampleCount) {
    Timeline line = makeTimeline(input);
    for (int k = 0; k < sampleCount; k++) {
        double time = line.times[0] + (found->time.lo - line.times[0]) * (k + 0.5) / sampleCount;
        for (int32_t shape = 0; shape < input->shapeCount; shape++)
            for (int32_t i = 0; i < input->obstacleCount; i++) {
                double least = getPairDistance(input, shape, i);
                if (least < 0.0) continue;
                cdDistance at = findDistanceAtTime(input, shape, i, &line, time);
                if (at.state != CD_FREE || at.distance < least - 1e-10)
                    fail_msg("sample at %.17g: distance %g", time, at.distance);
            }
    }
}

// Sets of meshes, moving obstacles, safety distances of pairs, ignored pairs. Red: a piece cut at the wrong
// time, a pose of an obstacle before its first node or after its last, the safety distance of another pair.
static void testAgainstSteps(void **state) {
    (void)state;
    Random random = {42};
    int contacts = 0, free = 0, later = 0, count = countCases(100);
    for (int k = 0; k < count; k++) {
        RandomPath path;
        pickRandomPath(&random, 3.0, true, &path);
        cdPathContact found = cdFindPathContact(&path.input, workspace, NULL);
        SlowContact slow = findSlowContact(&path.input, workspace);
        if (found.contact.state != slow.state) fail_msg("path %d: wrong state", k);
        if (found.contact.state == CD_OVERLAP) continue;
        if (fabs(found.time.lo - slow.time) > 1e-8)
            fail_msg("path %d: %.17g, not %.17g", k, found.time.lo, slow.time);
        contacts += slow.state == CD_CONTACT;
        free += slow.state == CD_FREE;
        later += slow.pieceCount > 1;
        if (slow.state == CD_CONTACT) {
            assert_int_equal(found.contact.obstacle, slow.obstacle);
            assert_int_equal(found.shape, slow.shape);
            assert_true(found.pieceCount <= slow.pieceCount);
            assert_true(found.time.lo >= path.nodes[found.edge].time &&
                        found.time.hi <= path.nodes[found.edge + 1].time);
        }
        checkResolved(&path.input, &found);
        if (k % 4 == 0) checkSamples(&path.input, &found, 40);
    }
    assert_true(contacts > count / 4 && free > count / 10 && later > count / 3);
}

// --- Closed forms

static cdPathInput makeInput(const cdPathNode *nodes, int32_t nodeCount, const cdSlideShape *shape,
                             const cdPathObstacle *obstacles, int32_t obstacleCount) {
    return (cdPathInput){.nodes = nodes,
                         .nodeCount = nodeCount,
                         .shapes = shape,
                         .shapeCount = 1,
                         .obstacles = obstacles,
                         .obstacleCount = obstacleCount};
}

// A ball follows four edges past a wall at x = 1; the third one leads to x = 1, so it meets the wall at x =
// 0.8. Red: times of the piece instead of the path, an edge off by one.
static void testBallAndWall(void **state) {
    (void)state;
    cdMesh *ball = makeBall(0.2), *wall = makeShape("box:x=0.5,y=5,z=5");
    const cdPathNode nodes[] = {{1.0, poseAt(-3.0, 0.0, 0.0)},
                                {2.0, poseAt(0.0, 0.0, 0.0)},
                                {4.0, poseAt(0.0, 0.0, 0.0)},
                                {8.0, poseAt(1.0, 0.0, 2.0)},
                                {9.0, poseAt(-1.0, 0.0, 2.0)}};
    const cdSlideShape shape = {ball, cdIdentityPose()};
    const cdPathObstacle obstacle = {.mesh = wall, .pose = poseAt(1.5, 0.0, 0.0)};
    for (int k = 0; k < 3; k++) {
        cdPathInput input = makeInput(nodes, 5, &shape, &obstacle, 1);
        input.safetyDistance = 0.1 * k;
        double expected = 4.0 + 4.0 * (0.8 - input.safetyDistance);
        cdPathContact found = cdFindPathContact(&input, workspace, NULL);
        assert_int_equal(found.contact.state, CD_CONTACT);
        assert_true(found.time.lo <= expected && found.time.hi >= expected - 1e-9);
        assert_true(found.time.hi - found.time.lo < 1e-8 && expected - found.time.lo < 1e-8);
        assert_int_equal(found.edge, 2);
        assert_int_equal(found.pieceCount, 2); // the wait is not searched
        assert_true(found.contact.normal.x < -1.0 + 1e-9);
        assert_true(found.piece.lo == 4.0 && found.piece.hi == 8.0);
        assert_true(fabs(found.contact.resolvedPose.p.x - (expected - 4.0) / 4.0) < 3e-5); // four margins
        input.nodeCount = 3;
        found = cdFindPathContact(&input, workspace, NULL);
        assert_int_equal(found.contact.state, CD_FREE);
        assert_true(found.time.lo == 4.0 && found.time.hi == 4.0 && found.resolvedTime == 4.0);
        assert_memory_equal(&found.contact.resolvedPose, &nodes[2].pose, sizeof(cdPose));
        assert_true(found.edge == -1 && found.shape == -1 && found.contact.obstacle == -1);
    }
    cdDestroyMesh(ball);
    cdDestroyMesh(wall);
}

// A thin blade crosses a thin wall within an edge: 4096 poses of the path are free. Red: a path that is
// tested at poses.
static void testBetweenSamples(void **state) {
    (void)state;
    cdMesh *blade = makeShape("box:x=1e-5,y=1,z=1");
    const cdPathNode nodes[] = {{0.0, poseAt(-3.7, 0.0, 0.0)}, {1.0, poseAt(4.0, 0.1, 0.0)}};
    const cdSlideShape shape = {blade, cdIdentityPose()};
    const cdPathObstacle obstacle = {.mesh = blade, .pose = poseAt(0.0, 0.0, 0.0)};
    cdPathInput input = makeInput(nodes, 2, &shape, &obstacle, 1);
    Timeline line = makeTimeline(&input);
    for (int k = 0; k < 4096; k++)
        assert_int_equal(findDistanceAtTime(&input, 0, 0, &line, k / 4095.0).state, CD_FREE);
    cdPathContact found = cdFindPathContact(&input, workspace, NULL);
    assert_int_equal(found.contact.state, CD_CONTACT);
    double expected = (3.7 - 2e-5) / 7.7;
    assert_true(found.time.lo <= expected && expected - found.time.lo < 1e-9);
    cdDestroyMesh(blade);
}

// A door turns out of a gap while a box passes: free only because of the times. Red: obstacles that stay at
// their first pose, or move on the set's times.
static void testDoor(void **state) {
    (void)state;
    cdMesh *box = makeShape("box:x=0.3,y=0.3,z=0.3"), *door = makeShape("box:x=0.1,y=1,z=1");
    const cdPathNode passing[] = {{0.0, poseAt(-4.0, 0.0, 0.0)}, {4.0, poseAt(4.0, 0.0, 0.0)}};
    // The door slides up by 3 from time 0 to `open`; it is at x = 0, the box reaches it at x = -0.4.
    cdPathNode opening[] = {{0.0, poseAt(0.0, 0.0, 0.0)}, {1.0, poseAt(0.0, 3.0, 0.0)}};
    const cdSlideShape shape = {box, cdIdentityPose()};
    const cdPathObstacle obstacle = {.mesh = door, .nodes = opening, .nodeCount = 2};
    cdPathInput input = makeInput(passing, 2, &shape, &obstacle, 1);
    assert_int_equal(cdFindPathContact(&input, workspace, NULL).contact.state, CD_FREE);
    opening[1].time = 5.0; // at time 1.8 it is at y = 1.08
    cdPathContact found = cdFindPathContact(&input, workspace, NULL);
    assert_int_equal(found.contact.state, CD_CONTACT);
    assert_true(found.time.lo <= 1.8 && found.time.lo > 1.8 - 1e-8);
    assert_true(fabs(found.contact.resolvedPoseB.p.y - 1.08) < 1e-5);
    const double ignored = -1.0;
    input.safetyDistances = &ignored;
    assert_int_equal(cdFindPathContact(&input, workspace, NULL).contact.state, CD_FREE);
    cdDestroyMesh(box);
    cdDestroyMesh(door);
}

// Starts in touch, by the rules of single steps: leading away is free, sliding is contact at once; arriving
// in touch is contact at the end. Red: other rules at nodes than in steps.
static void testTouches(void **state) {
    (void)state;
    cdMesh *box = makeShape("box:x=1,y=1,z=1");
    const cdSlideShape shape = {box, cdIdentityPose()};
    const cdPathObstacle obstacle = {.mesh = box, .pose = poseAt(0.0, 0.0, 0.0)};
    const cdPathNode away[] = {
        {0.0, poseAt(2.0, 0.0, 0.0)}, {1.0, poseAt(3.0, 0.0, 0.0)}, {2.0, poseAt(4.0, 0.0, 0.0)}};
    cdPathInput input = makeInput(away, 3, &shape, &obstacle, 1);
    assert_int_equal(cdFindPathContact(&input, workspace, NULL).contact.state, CD_FREE);
    const cdPathNode along[] = {{0.0, poseAt(2.0, 0.0, 0.0)}, {1.0, poseAt(2.0, 1.0, 0.0)}};
    input = makeInput(along, 2, &shape, &obstacle, 1);
    cdPathContact found = cdFindPathContact(&input, workspace, NULL);
    assert_true(found.contact.state == CD_CONTACT && found.time.lo == 0.0);
    const cdPathNode arriving[] = {{0.0, poseAt(4.0, 0.0, 0.0)},
                                   {1.0, poseAt(3.0, 0.0, 0.0)},
                                   {2.0, poseAt(2.0, 0.0, 0.0)},
                                   {3.0, poseAt(4.0, 0.0, 0.0)}};
    input = makeInput(arriving, 4, &shape, &obstacle, 1);
    found = cdFindPathContact(&input, workspace, NULL);
    assert_true(found.contact.state == CD_CONTACT && found.time.lo > 2.0 - 1e-8 && found.edge == 1);
    const cdPathNode inside[] = {{0.5, poseAt(1.5, 0.0, 0.0)}, {1.0, poseAt(3.0, 0.0, 0.0)}};
    input = makeInput(inside, 2, &shape, &obstacle, 1);
    found = cdFindPathContact(&input, workspace, NULL);
    assert_true(found.contact.state == CD_OVERLAP && found.time.lo == 0.5 && found.resolvedTime == 0.5);
    assert_true(found.contact.obstacle == 0 && found.shape == 0 && found.edge == 0);
    cdDestroyMesh(box);
}

// --- Continued searches

// Red: a continued search that starts at the wrong place, misses what lies after it, or finds what lies
// before.
static void testContinued(void **state) {
    (void)state;
    Random random = {43};
    int cut = 0, contacts = 0, count = countCases(40);
    for (int k = 0; k < count; k++) {
        RandomPath path;
        pickRandomPath(&random, 3.0, true, &path);
        cdPathContact whole = cdFindPathContact(&path.input, workspace, NULL);
        if (whole.contact.state == CD_OVERLAP) continue;
        path.input.budget.maxPairTests = nextRandomInt(&random, 60, 600);
        cdPathContact part = cdFindPathContact(&path.input, workspace, NULL);
        for (int calls = 0; part.contact.state == CD_UNDECIDED; calls++) {
            assert_int_equal(part.contact.reason, CD_REASON_BUDGET);
            assert_true(part.time.lo <= whole.time.hi + 1e-9 && calls < 10000);
            bool gains = part.time.lo > path.input.from;
            path.input.from = part.time.lo;
            if (!gains) path.input.budget.maxPairTests *= 2; // a budget below the work of a single pose
            part = cdFindPathContact(&path.input, workspace, NULL);
            cut++;
        }
        if (part.contact.state != whole.contact.state) fail_msg("path %d: wrong state", k);
        if (fabs(part.time.lo - whole.time.lo) > 1e-8)
            fail_msg("path %d: %.17g, not %.17g", k, part.time.lo, whole.time.lo);
        contacts += whole.contact.state == CD_CONTACT;
    }
    assert_true(cut > count && contacts > count / 5);
}

// After a contact a search may begin behind it: the ball passes a thin wall and then meets a second one.
// Red: a contact before `from`.
static void testFromBehind(void **state) {
    (void)state;
    cdMesh *ball = makeBall(0.2), *wall = makeShape("box:x=0.05,y=1,z=1");
    const cdPathNode straight[] = {{0.0, poseAt(-2.0, 0.0, 0.0)}, {8.0, poseAt(6.0, 0.0, 0.0)}};
    const cdSlideShape shape = {ball, cdIdentityPose()};
    const cdPathObstacle obstacles[] = {{.mesh = wall, .pose = poseAt(0.0, 0.0, 0.0)},
                                        {.mesh = wall, .pose = poseAt(4.0, 0.0, 0.0)}};
    cdPathInput input = makeInput(straight, 2, &shape, obstacles, 2);
    cdPathContact found = cdFindPathContact(&input, workspace, NULL);
    assert_true(found.contact.obstacle == 0 && fabs(found.time.lo - 1.75) < 1e-8);
    input.from = 2.5; // the ball is at x = 0.5
    found = cdFindPathContact(&input, workspace, NULL);
    assert_true(found.contact.obstacle == 1 && fabs(found.time.lo - 5.75) < 1e-8);
    input.from = 2.0; // in the first wall
    found = cdFindPathContact(&input, workspace, NULL);
    assert_true(found.contact.state == CD_OVERLAP && fabs(found.time.lo - 2.0) < 1e-12);
    cdDestroyMesh(ball);
    cdDestroyMesh(wall);
}

// The same with a rod that turns by 85 degrees about the z axis past two posts at 20 and 60 degrees, which
// stand still or slowly rise.
static void testTurningFromBehind(void **state) {
    (void)state;
    cdMesh *rod = makeShape("box:x=1,y=0.01,z=0.01"), *post = makeShape("box:x=0.01,y=0.01,z=1");
    const cdPathNode nodes[] = {{0.0, poseAt(0.0, 0.0, 0.0)},
                                {85.0, {{0.0, 0.0, 0.0}, turnAbout(0.0, 0.0, 1.0, 85.0 * pi / 180.0)}}};
    cdPathNode rising[2][2];
    cdPathObstacle obstacles[2];
    for (int i = 0; i < 2; i++) {
        double angle = (i == 0 ? 20.0 : 60.0) * pi / 180.0;
        obstacles[i] =
            (cdPathObstacle){.mesh = post, .pose = poseAt(0.9 * cos(angle), 0.9 * sin(angle), 0.0)};
        rising[i][0] = (cdPathNode){0.0, obstacles[i].pose};
        rising[i][1] = (cdPathNode){100.0, obstacles[i].pose};
        rising[i][1].pose.p.z = 0.1;
    }
    const cdSlideShape shape = {rod, cdIdentityPose()};
    for (int moving = 0; moving < 2; moving++) {
        cdPathInput input = makeInput(nodes, 2, &shape, obstacles, 2);
        cdPathContact found = cdFindPathContact(&input, workspace, NULL);
        assert_true(found.contact.obstacle == 0 && found.time.lo > 18.0 && found.time.lo < 20.0);
        for (int k = 0; k < 8; k++) {
            input.from = 23.0 + 4.0 * k;
            input.safetyDistance = k % 2 == 0 ? 0.0 : 0.01;
            found = cdFindPathContact(&input, workspace, NULL);
            assert_true(found.contact.state == CD_CONTACT && found.contact.obstacle == 1);
            assert_true(found.time.lo > 57.0 && found.time.lo < 60.0);
        }
        input.from = 66.0;
        assert_int_equal(cdFindPathContact(&input, workspace, NULL).contact.state, CD_FREE);
        for (int i = 0; i < 2; i++) {
            obstacles[i].nodes = rising[i];
            obstacles[i].nodeCount = 2;
        }
    }
    cdDestroyMesh(rod);
    cdDestroyMesh(post);
}

static bool stopAfter(void *context) {
    return --*(int *)context < 0;
}

static void testInterrupt(void **state) {
    (void)state;
    Random random = {44};
    RandomPath path;
    for (int k = 0; k < 20; k++) {
        pickRandomPath(&random, 2.5, true, &path);
        int calls = 0;
        path.input.budget = (cdBudget){.interrupt = stopAfter, .context = &calls};
        cdPathContact found = cdFindPathContact(&path.input, workspace, NULL);
        if (found.contact.state != CD_UNDECIDED) continue;
        assert_int_equal(found.contact.reason, CD_REASON_INTERRUPTED);
        checkSamples(&path.input, &found, 20);
    }
}

// --- Touches, trace, batches, memory

static void testTouchLists(void **state) {
    (void)state;
    cdMesh *box = makeShape("box:x=1,y=1,z=1");
    cdTouch touches[512];
    const cdPathNode nodes[] = {
        {0.0, poseAt(6.0, 0.0, 0.0)}, {1.0, poseAt(4.0, 0.0, 0.0)}, {2.0, poseAt(0.0, 0.0, 0.0)}};
    cdSlideShape shape = {box, cdIdentityPose()};
    const cdPathObstacle obstacle = {.mesh = box, .pose = poseAt(0.0, 0.0, 0.0)};
    for (int k = 0; k < 2; k++) {
        cdPathInput input = makeInput(nodes, 3, &shape, &obstacle, 1);
        input.touches = touches;
        input.touchCapacity = 512;
        cdPathContact found = cdFindPathContact(&input, workspace, NULL);
        assert_true(found.contact.touchCount >= 4 && !found.contact.truncated);
        assert_true(found.contact.normal.x > 1.0 - 1e-9);
        shape.pose = poseAt(0.0, 0.5, 0.0); // a set, whose touches come from another search
    }
    cdDestroyMesh(box);
}

static void testTrace(void **state) {
    (void)state;
    Random random = {45};
    static cdTraceEvent events[4096];
    for (int k = 0; k < 20; k++) {
        RandomPath path;
        pickRandomPath(&random, 2.5, true, &path);
        cdPathContact plain = cdFindPathContact(&path.input, workspace, NULL);
        cdTrace trace = {.events = events, .eventCapacity = 4096};
        cdPathContact traced = cdFindPathContact(&path.input, workspace, &trace);
        assert_int_equal(plain.contact.state, traced.contact.state);
        assert_true(plain.time.lo == traced.time.lo && plain.resolvedTime == traced.resolvedTime);
        assert_true((trace.eventCount > 0) == (plain.contact.state != CD_FREE));
    }
}

enum { BATCH = 24 };

static void runBackwards(cdTaskFunction *task, void *context, int32_t count, void *user) {
    (void)user;
    for (int32_t i = count - 1; i >= 0; i--)
        task(context, i, i % 3);
}

// Red: workers that share a workspace, results in the order of the tasks.
static void testBatch(void **state) {
    (void)state;
    static RandomPath paths[BATCH];
    cdPathInput inputs[BATCH];
    cdPathContact results[BATCH];
    Random random = {46};
    for (int k = 0; k < BATCH; k++) {
        pickRandomPath(&random, 3.0, true, &paths[k]);
        inputs[k] = paths[k].input;
        if (k % 7 == 3) inputs[k].nodeCount = 1;
    }
    const cdPathBatch batch = {inputs, results, BATCH};
    const cdTasks tasks = {.run = runBackwards, .workerCount = 3};
    for (int run = 0; run < 2; run++) {
        memset(results, 0xA5, sizeof results);
        cdFindPathContacts(&batch, workspace, run == 0 ? NULL : &tasks);
        for (int k = 0; k < BATCH; k++) {
            cdPathContact alone = cdFindPathContact(&inputs[k], workspace, NULL);
            assert_true(results[k].contact.state == alone.contact.state && results[k].edge == alone.edge);
            assert_true(results[k].time.lo == alone.time.lo && results[k].time.hi == alone.time.hi);
            assert_memory_equal(&results[k].contact.resolvedPose, &alone.contact.resolvedPose,
                                sizeof(cdPose));
            assert_memory_equal(&results[k].contact.stats, &alone.contact.stats, sizeof(cdQueryStats));
        }
    }
}

// A reserved workspace does not allocate, and without memory a path is undecided. Red: the memory of a path
// not reserved.
static void testMemory(void **state) {
    Random random = {47};
    RandomPath path;
    pickRandomPath(&random, 2.5, true, &path);
    cdWorkspace *reserved = cdCreateWorkspace(), *empty = cdCreateWorkspace();
    const cdWorkspaceNeed need = {.meshes = (const cdMesh *const *)meshes,
                                  .meshCount = MESH_COUNT,
                                  .obstacleCount = PATH_OBSTACLES,
                                  .shapeCount = PATH_SHAPES};
    assert_true(cdReserveWorkspace(reserved, &need));
    LimitedMemory memory = {.allowed = 0};
    useLimitedMemory(&memory);
    for (int k = 0; k < 10; k++) {
        pickRandomPath(&random, 2.5, true, &path);
        assert_int_not_equal(cdFindPathContact(&path.input, reserved, NULL).contact.state, CD_UNDECIDED);
    }
    assert_int_equal(memory.refused, 0);
    cdPathContact refused = cdFindPathContact(&path.input, empty, NULL);
    assert_true(refused.contact.state == CD_UNDECIDED && refused.contact.reason == CD_REASON_WORKSPACE);
    restoreMemory(state);
    cdDestroyWorkspace(reserved);
    cdDestroyWorkspace(empty);
}

// --- Bad input

static void assertRefused(const cdPathInput *input, cdReason reason) {
    cdPathContact found = cdFindPathContact(input, workspace, NULL);
    assert_int_equal(found.contact.state, CD_UNDECIDED);
    assert_int_equal(found.contact.reason, reason);
    assert_true(found.edge == -1 && found.shape == -1 && found.contact.obstacle == -1);
}

static void testBadInput(void **state) {
    (void)state;
    cdPathNode nodes[] = {
        {0.0, poseAt(-3.0, 0.0, 0.0)}, {1.0, poseAt(0.0, 0.0, 0.0)}, {2.0, poseAt(3.0, 0.0, 0.0)}};
    cdPathNode other[] = {{0.0, poseAt(0.0, 5.0, 0.0)}};
    cdSlideShape shape = {meshes[0], cdIdentityPose()};
    cdPathObstacle obstacle = {.mesh = meshes[1], .nodes = other, .nodeCount = 1};
    const cdPathInput good = makeInput(nodes, 3, &shape, &obstacle, 1);
    assert_int_equal(cdFindPathContact(&good, workspace, NULL).contact.state, CD_FREE);
    cdPathInput bad = good;
    bad.nodeCount = 1;
    assertRefused(&bad, CD_REASON_INPUT);
    bad = good;
    bad.shapeCount = 0;
    assertRefused(&bad, CD_REASON_INPUT);
    bad = good;
    bad.obstacleCount = -1;
    assertRefused(&bad, CD_REASON_INPUT);
    bad = good;
    bad.from = 2.0;
    assertRefused(&bad, CD_REASON_INPUT);
    bad.from = NAN;
    assertRefused(&bad, CD_REASON_NOT_FINITE);
    bad = good;
    bad.safetyDistance = -1.0;
    assertRefused(&bad, CD_REASON_INPUT);
    const double infinite = INFINITY;
    bad = good;
    bad.safetyDistances = &infinite;
    assertRefused(&bad, CD_REASON_NOT_FINITE);
    nodes[1].time = 0.0;
    assertRefused(&good, CD_REASON_INPUT);
    nodes[1] = (cdPathNode){NAN, poseAt(0.0, 0.0, 0.0)};
    assertRefused(&good, CD_REASON_NOT_FINITE);
    nodes[1] = (cdPathNode){1.0, {{0.0, 0.0, 0.0}, {2.0, 0.0, 0.0, 0.0}}};
    assertRefused(&good, CD_REASON_NOT_UNIT);
    nodes[1].pose = poseAt(0.0, 0.0, 0.0);
    other[0].time = -1.0;
    assertRefused(&good, CD_REASON_INPUT);
    other[0] = (cdPathNode){0.0, poseAt(NAN, 0.0, 0.0)};
    assertRefused(&good, CD_REASON_NOT_FINITE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testAgainstOracle),
        cmocka_unit_test(testAgainstSteps),
        cmocka_unit_test(testBallAndWall),
        cmocka_unit_test(testBetweenSamples),
        cmocka_unit_test(testDoor),
        cmocka_unit_test(testTouches),
        cmocka_unit_test(testContinued),
        cmocka_unit_test(testFromBehind),
        cmocka_unit_test(testTurningFromBehind),
        cmocka_unit_test(testInterrupt),
        cmocka_unit_test(testTouchLists),
        cmocka_unit_test(testTrace),
        cmocka_unit_test(testBatch),
        cmocka_unit_test_teardown(testMemory, restoreMemory),
        cmocka_unit_test(testBadInput),
    };
    return cmocka_run_group_tests(tests, openAll, closeAll);
}

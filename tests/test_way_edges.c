// Edited ways: waypoints slide and never overlap, edges are certified as cdFindPathContact certifies paths,
// undo gives the same waypoints, and files have the edited ones.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "random.h"
#include "services/way_edges.h"
#include "services/way_edits.h"
#include "stage_fixture.h"
#include "view/way_handles.h"

#include <math.h>
#include <string.h>

enum { HAND = 0, BLOCK = 1 };

// A way of the hand, a box of width 2, around the block, which is as wide.
typedef struct Trial {
    Stage *stage;
    Way way;
    WayScene scene;
} Trial;

static const cdVec3 around[] = {{4.0, 0.0, 0.0}, {4.0, 4.0, 0.0}, {0.0, 4.0, 0.0}, {-4.0, 4.0, 0.0}};
enum { AROUND = sizeof around / sizeof *around };

static Trial beginTrial(void) {
    Trial trial = {.stage = makeStage(SCENE_SLIDE)};
    cdPathNode nodes[AROUND] = {{0}};
    for (int i = 0; i < AROUND; ++i)
        nodes[i].pose = poseAt(around[i].x, around[i].y, around[i].z);
    bool changed = false;
    assert_true(SetWayNodes(&trial.way, nodes, AROUND));
    trial.way.object = HAND;
    assert_true(ReadWayScene(&trial.scene, trial.stage, HAND, 10.0, &changed));
    assert_true(changed);
    return trial;
}

static void endTrial(Trial *trial) {
    FreeWay(&trial->way);
    FreeWayScene(&trial->scene);
    freeStage(trial->stage);
}

static bool isFreeAt(const Trial *trial, cdPose pose) {
    const Stage *stage = trial->stage;
    cdOverlapInput input = {.meshA = stage->objects[HAND].mesh,
                            .meshB = stage->objects[BLOCK].mesh,
                            .poseA = pose,
                            .poseB = stage->objects[BLOCK].pose};
    return cdFindOverlap(&input, NULL, trial->scene.workspace, NULL).state == CD_FREE;
}

static cdPathContact certifyWhole(const Trial *trial) {
    cdPathInput input = {.nodes = trial->way.nodes,
                         .nodeCount = trial->way.nodeCount,
                         .shapes = trial->scene.shapes,
                         .shapeCount = trial->scene.shapeCount,
                         .obstacles = trial->scene.pathObstacles,
                         .obstacleCount = trial->scene.count};
    return cdFindPathContact(&input, trial->scene.workspace, NULL);
}

static cdPose makePose(Random *random, double size) {
    cdPose pose = {cdScale(size, nextRandomVec3(random)),
                   cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, 3.0))};
    return pose;
}

// --- Waypoints

// Waypoints are dragged through the block a thousand times, in one step or cut short. None ever overlaps it,
// by the exact test. Red: the intended pose is taken over.
static void testSlidesStayFree(void **state) {
    (void)state;
    Trial trial = beginTrial();
    Random random = {7};
    int32_t stopped = 0, cut = 0;
    for (int i = 0; i < 1000; ++i) {
        int32_t node = nextRandomInt(&random, 1, AROUND - 1);
        cdPose intended = makePose(&random, 3.0);
        bool limited = i % 2 == 1;
        cdBudget budget = {.maxPairTests = limited ? 400 : 0};
        bool done = SlideWaypoint(&trial.way, &trial.scene, node, intended, budget);
        assert_true(done || limited);
        cut += !done;
        stopped += done && !cdIsSamePose(trial.way.nodes[node].pose, intended);
        assert_true(isFreeAt(&trial, trial.way.nodes[node].pose));
    }
    if (stopped < 100 || cut < 10) fail_msg("%d stopped by the block, %d cut short", stopped, cut);
    endTrial(&trial);
}

// A waypoint that moves opens the edges beside it and no other. Red: an edge that stays certified.
static void testOnlyEdgesBesideOpen(void **state) {
    (void)state;
    for (int32_t node = 0; node < AROUND; ++node) {
        Trial trial = beginTrial();
        assert_true(CertifyWay(&trial.way, &trial.scene, (cdBudget){0}));
        assert_true(IsWayCertified(&trial.way));
        cdPose intended = trial.way.nodes[node].pose;
        assert_true(SlideWaypoint(&trial.way, &trial.scene, node, intended, (cdBudget){0}));
        assert_true(IsWayCertified(&trial.way)); // has not moved
        intended.p.z += 0.5;
        assert_true(SlideWaypoint(&trial.way, &trial.scene, node, intended, (cdBudget){0}));
        assert_true(cdIsSamePose(trial.way.nodes[node].pose, intended));
        for (int32_t i = 0; i + 1 < AROUND; ++i)
            assert_int_equal(trial.way.edges[i].state,
                             i == node || i + 1 == node ? WAY_EDGE_OPEN : WAY_EDGE_FREE);
        endTrial(&trial);
    }
}

// --- Edges

static void checkSamples(const Trial *trial) {
    enum { SAMPLES = 40 };
    cdVec3 center = trial->stage->objects[HAND].info.center;
    for (int i = 0; i <= SAMPLES; ++i) {
        double time = (double)i / SAMPLES * (trial->way.nodeCount - 1);
        assert_true(isFreeAt(trial, GetPoseOnWay(&trial->way, center, time)));
    }
}

// The way is certified exactly if cdFindPathContact finds the whole path free, and no sample of it overlaps
// then. Else the first blocked edge is that of the path's contact, at the same time and point. Red: an edge
// tested backwards or with the pose of another waypoint, a flag of one edge alone.
static void testCertificatesAreThoseOfThePath(void **state) {
    (void)state;
    Trial trial = beginTrial();
    Random random = {11};
    int32_t free = 0, blocked = 0;
    for (int i = 0; i < 400; ++i) {
        int32_t node = nextRandomInt(&random, 1, AROUND - 1);
        cdPose intended = makePose(&random, 4.0);
        intended.p.y += nextRandomInt(&random, 0, 4);
        SlideWaypoint(&trial.way, &trial.scene, node, intended, (cdBudget){0});
        assert_false(IsWayCertified(&trial.way));
        assert_true(CertifyWay(&trial.way, &trial.scene, (cdBudget){0}));
        cdPathContact found = certifyWhole(&trial);
        assert_int_equal(IsWayCertified(&trial.way), found.contact.state == CD_FREE);
        if (found.contact.state == CD_FREE) {
            ++free;
            checkSamples(&trial);
            assert_int_equal(FindWayEdge(&trial.way, WAY_EDGE_BLOCKED), -1);
            continue;
        }
        ++blocked;
        const WayEdge *edge = &trial.way.edges[found.edge];
        assert_int_equal(FindWayEdge(&trial.way, WAY_EDGE_BLOCKED), found.edge);
        assert_int_equal(edge->object, found.contact.obstacle == 0 ? BLOCK : -1); // the ground
        assert_true(fabs(found.edge + edge->time - found.time.lo) < 1e-9);
        assert_true(cdLength(cdSub(edge->point, found.contact.point)) < 1e-9);
    }
    if (free < 30 || blocked < 30) fail_msg("%d free, %d blocked", free, blocked);
    endTrial(&trial);
}

// In small parts an edge is decided as at once. Red: a part that begins again, or one that counts as free.
static void testPartsDecideAsTheWhole(void **state) {
    (void)state;
    Trial trial = beginTrial();
    Random random = {13};
    int32_t parts = 0, blocked = 0;
    for (int i = 0; i < 60; ++i) {
        for (int32_t node = 1; node < AROUND; ++node) {
            cdPose intended = makePose(&random, 4.0);
            intended.p.y += 4.0;
            SlideWaypoint(&trial.way, &trial.scene, node, intended, (cdBudget){0});
        }
        int64_t tests = 4;
        for (int32_t calls = 0; !CertifyWay(&trial.way, &trial.scene, (cdBudget){.maxPairTests = tests});) {
            assert_false(IsWayCertified(&trial.way));
            if (++calls % 8 == 0) tests *= 2;
            ++parts;
        }
        blocked += !IsWayCertified(&trial.way);
        assert_int_equal(IsWayCertified(&trial.way), certifyWhole(&trial).contact.state == CD_FREE);
    }
    if (parts < 60 || blocked < 5 || blocked > 55) fail_msg("%d parts, %d blocked", parts, blocked);
    endTrial(&trial);
}

// An obstacle that moves into the way is noticed; then an edge is blocked, and the waypoint that overlaps
// too. Red: obstacles that are read once.
static void testMovedObstaclesAreRead(void **state) {
    (void)state;
    Trial trial = beginTrial();
    bool changed = true;
    assert_true(CertifyWay(&trial.way, &trial.scene, (cdBudget){0}));
    assert_true(ReadWayScene(&trial.scene, trial.stage, HAND, 10.0, &changed));
    assert_false(changed);
    apply(trial.stage, MakeMove(HAND, poseAt(4.0, 1.0, 0.0))); // the object itself is no obstacle
    assert_true(ReadWayScene(&trial.scene, trial.stage, HAND, 10.0, &changed));
    assert_false(changed);
    apply(trial.stage, MakePlace(BLOCK, poseAt(0.0, 4.0, 0.5)));
    assert_true(ReadWayScene(&trial.scene, trial.stage, HAND, 10.0, &changed));
    assert_true(changed);
    OpenWayEdges(&trial.way);
    assert_true(CertifyWay(&trial.way, &trial.scene, (cdBudget){0}));
    assert_int_equal(trial.way.edges[0].state, WAY_EDGE_FREE);
    assert_int_equal(trial.way.edges[1].state, WAY_EDGE_BLOCKED);
    assert_int_equal(trial.way.edges[2].state, WAY_EDGE_BLOCKED);
    assert_int_equal(CountWayEdges(&trial.way, WAY_EDGE_BLOCKED), 2);
    endTrial(&trial);
}

// --- Groups

static bool isMemberFreeAt(const Trial *trial, int32_t member, cdPose hand) {
    const Stage *stage = trial->stage;
    cdPose between = cdInvMulPose(stage->objects[HAND].pose, stage->objects[member].pose);
    cdOverlapInput input = {.meshA = stage->objects[member].mesh,
                            .meshB = stage->objects[BLOCK].mesh,
                            .poseA = cdMulPose(hand, between),
                            .poseB = stage->objects[BLOCK].pose};
    return cdFindOverlap(&input, NULL, trial->scene.workspace, NULL).state == CD_FREE;
}

static void setGroup(Stage *stage, int32_t object, double value) {
    char message[512] = "";
    if (!setOption(stage, object, STAGE_GROUP, value, message, sizeof message)) fail_msg("%s", message);
}

// A copy three below the hand goes along in its group: it meets the block under the hand's way. Waypoints
// slide until both are free. Alone, the copy is an obstacle. Red: the way of the hand alone, members as
// obstacles.
static void testGroups(void **state) {
    (void)state;
    Trial trial = beginTrial();
    char message[512] = "";
    bool changed = false;
    apply(trial.stage, MakeSetGround(false));
    int32_t copy = copyObject(trial.stage, HAND, message, sizeof message);
    apply(trial.stage, MakePlace(copy, poseAt(4.0, -3.0, 0.0)));
    assert_true(ReadWayScene(&trial.scene, trial.stage, HAND, 10.0, &changed));
    assert_true(changed);
    assert_int_equal(trial.scene.count, 2);
    assert_true(CertifyWay(&trial.way, &trial.scene, (cdBudget){0}) && IsWayCertified(&trial.way));
    setGroup(trial.stage, HAND, 1.0);
    setGroup(trial.stage, copy, 1.0);
    assert_true(ReadWayScene(&trial.scene, trial.stage, HAND, 10.0, &changed));
    assert_true(changed);
    assert_int_equal(trial.scene.shapeCount, 2);
    assert_int_equal(trial.scene.count, 1);
    OpenWayEdges(&trial.way);
    assert_true(CertifyWay(&trial.way, &trial.scene, (cdBudget){0}));
    assert_int_equal(trial.way.edges[1].state, WAY_EDGE_BLOCKED);
    assert_int_equal(trial.way.edges[1].object, BLOCK);
    Random random = {19};
    for (int i = 0; i < 100; ++i) {
        cdPose up = poseAt(0.0, 8.0, 0.0), intended = makePose(&random, 3.0);
        trial.way.nodes[2].pose = up;
        assert_true(SlideWaypoint(&trial.way, &trial.scene, 2, intended, (cdBudget){0}));
        assert_true(isFreeAt(&trial, trial.way.nodes[2].pose));
        assert_true(isMemberFreeAt(&trial, copy, trial.way.nodes[2].pose));
    }
    apply(trial.stage, MakeMove(HAND, poseAt(4.0, 1.0, 0.3))); // takes the copy along
    assert_true(ReadWayScene(&trial.scene, trial.stage, HAND, 10.0, &changed));
    assert_false(changed);
    endTrial(&trial);
}

// --- Files, undo, handles

// A file has the waypoints after the edit, to the last bit. Red: the way as it was found.
static void testFilesHaveTheEdit(void **state) {
    (void)state;
    Trial trial = beginTrial();
    Random random = {17};
    SlideWaypoint(&trial.way, &trial.scene, 2, makePose(&random, 4.0), (cdBudget){0});
    assert_int_equal(SplitWayEdge(&trial.way, trial.stage->objects[HAND].info.center, 1), 2);
    FILE *file = tmpfile();
    assert_non_null(file);
    WriteWay(file, &trial.way);
    rewind(file);
    char line[512];
    assert_non_null(fgets(line, sizeof line, file));
    assert_string_equal(line, "px,py,pz,qw,qx,qy,qz\n");
    for (int32_t i = 0; i < trial.way.nodeCount; ++i) {
        cdPose pose;
        assert_non_null(fgets(line, sizeof line, file));
        int count = sscanf(line, "%lf,%lf,%lf,%lf,%lf,%lf,%lf", &pose.p.x, &pose.p.y, &pose.p.z, &pose.q.w,
                           &pose.q.x, &pose.q.y, &pose.q.z);
        assert_int_equal(count, 7);
        assert_true(cdIsSamePose(pose, trial.way.nodes[i].pose));
    }
    assert_null(fgets(line, sizeof line, file));
    fclose(file);
    endTrial(&trial);
}

// A split edge has the same motion, in two parts. Red: the middle of another edge, times that do not ascend.
static void testSplitsKeepTheMotion(void **state) {
    (void)state;
    Trial trial = beginTrial();
    cdVec3 center = trial.stage->objects[HAND].info.center;
    cdPose middle = GetPoseOnWay(&trial.way, center, 1.5), quarter = GetPoseOnWay(&trial.way, center, 1.25);
    assert_int_equal(SplitWayEdge(&trial.way, center, 1), 2);
    assert_int_equal(trial.way.nodeCount, AROUND + 1);
    assert_true(cdIsSamePose(trial.way.nodes[2].pose, middle));
    assert_true(cdLength(cdSub(GetPoseOnWay(&trial.way, center, 1.5).p, quarter.p)) < 1e-12);
    assert_true(cdIsSamePose(trial.way.nodes[AROUND].pose, poseAt(-4.0, 4.0, 0.0)));
    for (int32_t i = 0; i < trial.way.nodeCount; ++i)
        assert_true(trial.way.nodes[i].time == i);
    assert_true(CertifyWay(&trial.way, &trial.scene, (cdBudget){0}));
    assert_true(IsWayCertified(&trial.way));
    endTrial(&trial);
}

static void edit(Trial *trial, WayEdits *edits, int32_t steps, double z) {
    assert_true(BeginWayEdit(edits, &trial->way, steps));
    cdPose intended = trial->way.nodes[2].pose;
    intended.p.z = z;
    assert_true(SlideWaypoint(&trial->way, &trial->scene, 2, intended, (cdBudget){0}));
}

static double getHeight(const Trial *trial) {
    return trial->way.nodes[2].pose.p.z;
}

// Undo and redo exchange the waypoints, in order with the steps of the stage; all edges are open then. A new
// edit discards those undone; a cancelled one leaves none. More edits than are kept: the oldest are gone.
// Red: a step of the stage that is skipped, an edge that stays certified after undo.
static void testUndo(void **state) {
    (void)state;
    Trial trial = beginTrial();
    WayEdits edits = {0};
    assert_false(UndoWayEdit(&edits, &trial.way, 0));
    edit(&trial, &edits, 0, 1.0);
    edit(&trial, &edits, 3, 2.0);
    assert_true(CertifyWay(&trial.way, &trial.scene, (cdBudget){0}));
    assert_false(UndoWayEdit(&edits, &trial.way, 4)); // the stage's fourth step was later
    assert_true(IsWayCertified(&trial.way));
    assert_true(UndoWayEdit(&edits, &trial.way, 3));
    assert_int_equal(CountWayEdges(&trial.way, WAY_EDGE_OPEN), AROUND - 1);
    assert_true(getHeight(&trial) == 1.0);
    assert_true(UndoWayEdit(&edits, &trial.way, 0));
    assert_true(getHeight(&trial) == 0.0);
    assert_true(RedoWayEdit(&edits, &trial.way, 0));
    assert_false(RedoWayEdit(&edits, &trial.way, 2)); // the stage's third step comes first
    assert_true(RedoWayEdit(&edits, &trial.way, 3));
    assert_true(getHeight(&trial) == 2.0);
    assert_true(UndoWayEdit(&edits, &trial.way, 3));
    edit(&trial, &edits, 3, 3.0);
    assert_false(RedoWayEdit(&edits, &trial.way, 3));
    assert_true(BeginWayEdit(&edits, &trial.way, 3));
    assert_true(SplitWayEdge(&trial.way, trial.stage->objects[HAND].info.center, 0) == 1);
    TakeBackWayEdit(&edits, &trial.way);
    assert_int_equal(trial.way.nodeCount, AROUND);
    assert_true(getHeight(&trial) == 3.0);
    assert_false(RedoWayEdit(&edits, &trial.way, 3));
    for (int i = 0; i < 2 * WAY_EDIT_MAX; ++i)
        edit(&trial, &edits, 3, 4.0 + i);
    int undone = 0;
    while (UndoWayEdit(&edits, &trial.way, 3))
        ++undone;
    assert_int_equal(undone, WAY_EDIT_MAX);
    ForgetWayEdits(&edits);
    endTrial(&trial);
}

// A way of 300 waypoints shows handles that lie apart, its end among them, and the cursor finds each of them.
// The lit one is always shown; the start has none. Red: crowded handles, a handle that cannot be picked.
static void testHandlesAreNotCrowded(void **state) {
    (void)state;
    enum { MANY = 300 };
    Trial trial = beginTrial();
    cdPathNode nodes[MANY] = {{0}};
    for (int i = 0; i < MANY; ++i)
        nodes[i].pose = poseAt(2.0 * cos(0.02 * i), 2.0 * sin(0.02 * i), 0.0);
    assert_true(SetWayNodes(&trial.way, nodes, MANY));
    gxCamera camera = gxMakeCamera((double[3]){0.0, 0.0, 8.0}, (double[3]){0.0, 0.0, 0.0}, 0.7, 8.0);
    WaySight sight = {trial.stage->objects[HAND].info.center, &camera, 1000, 800, 1.0};
    WayHandle handles[WAY_HANDLE_MAX];
    for (int lit = 0; lit < 2; ++lit) {
        trial.way.lit = lit ? 171.0 : 0.0;
        int32_t count = ListWayHandles(&trial.way, &sight, handles);
        bool end = false, shown = false;
        if (count < 10) fail_msg("%d handles", count);
        for (int32_t i = 0; i < count; ++i) {
            end = end || handles[i].at == MANY - 1;
            shown = shown || handles[i].at == 171.0;
            assert_true(handles[i].at > 0.0);
            assert_true(PickWayHandle(&trial.way, &sight, handles[i].x + 3.0, handles[i].y) == handles[i].at);
            for (int32_t k = 0; k < i; ++k)
                assert_true(hypot(handles[i].x - handles[k].x, handles[i].y - handles[k].y) >= 18.0);
        }
        assert_true(end);
        if (lit) assert_true(shown);
    }
    assert_true(PickWayHandle(&trial.way, &sight, 500.0, 400.0) == 0.0);
    endTrial(&trial);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testSlidesStayFree),
        cmocka_unit_test(testOnlyEdgesBesideOpen),
        cmocka_unit_test(testCertificatesAreThoseOfThePath),
        cmocka_unit_test(testPartsDecideAsTheWhole),
        cmocka_unit_test(testMovedObstaclesAreRead),
        cmocka_unit_test(testGroups),
        cmocka_unit_test(testFilesHaveTheEdit),
        cmocka_unit_test(testSplitsKeepTheMotion),
        cmocka_unit_test(testUndo),
        cmocka_unit_test(testHandlesAreNotCrowded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

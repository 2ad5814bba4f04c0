// The stage, the hand and the picture together: steps by both methods, picking, dragging, headless drawing.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "hand/manipulate.h"
#include "scenes/scene_resolve.h"
#include "services/pick.h"
#include "stage_fixture.h"
#include "view/view.h" // the camera
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void assertClose(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance)) fail_msg("%.17g is not %.17g", value, expected);
}

// The box is sent through the block: continuously it stops at x = 2, discretely it arrives, and arriving
// inside is an overlap. Red: the discrete method stopping, the continuous one jumping through, the status of
// the wrong step.
static void testBothMethods(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    apply(stage, MakeMove(0, poseAt(-4.0, 0.0, 0.0)));
    assert_int_equal(stage->query.status, STAGE_CONTACT);
    assert_int_equal(stage->query.obstacle, 1);
    assertClose(stage->objects[0].pose.p.x, 2.0, 1e-4);
    assert_true(stage->objects[0].pose.p.x > 2.0);
    assertClose(stage->objects[0].intended.p.x, -4.0, 0.0);
    apply(stage, MakeRestart());
    stage->mode = SCENE_DISCRETE;
    apply(stage, MakeMove(0, poseAt(0.5, 0.1, 0.0)));
    assert_int_equal(stage->query.status, STAGE_OVERLAP);
    assertClose(stage->objects[0].pose.p.x, 0.5, 0.0);
    apply(stage, MakeMove(0, poseAt(-4.0, 0.0, 0.0)));
    assert_int_equal(stage->query.status, STAGE_FREE);
    assertClose(stage->objects[0].pose.p.x, -4.0, 0.0);
    freeStage(stage);
}

// Pushed down and sideways onto the block, the box slides on at its height; with the response "stop" it
// stays. Red: the response ignored, a slide that penetrates.
static void testResponses(void **state) {
    (void)state;
    for (int slides = 0; slides < 2; ++slides) {
        Stage *stage = makeStage(slides ? SCENE_SLIDE : SCENE_STOP);
        apply(stage, MakePlace(0, poseAt(-0.3, 2.1, 0.05)));
        apply(stage, MakeMove(0, poseAt(0.3, 1.5, 0.05)));
        const cdPose *pose = &stage->objects[0].pose;
        assert_int_equal(stage->query.status, STAGE_CONTACT);
        assert_true(pose->p.y > 2.0 && pose->p.y < 2.001);
        if (slides)
            assertClose(pose->p.x, 0.3, 1e-6);
        else
            assertClose(pose->p.x, -0.2, 1e-3);
        freeStage(stage);
    }
}

// A story whose second step stops and whose third and fourth slide on from there: step by step or directly
// from the last one, the object ends at the same pose, bit for bit. Red: a continuing step that begins where
// the hand has left the object, or at its own start, or with the response of another.
static void testStoryContinues(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    SceneData *data = &stage->data;
    cdPose above = poseAt(-0.3, 2.1, 0.05), none = poseAt(9.0, 9.0, 9.0);
    assert_non_null(AddStoryStep(data, 0, SCENE_CONTINUOUS, none, none, CD_FREE, "elsewhere"));
    assert_non_null(
        AddStoryStep(data, 0, SCENE_CONTINUOUS, above, poseAt(-0.3, 1.5, 0.05), CD_CONTACT, "down"));
    assert_non_null(AddStorySlide(data, 0, poseAt(0.1, 1.5, 0.05), CD_CONTACT, "along"));
    assert_non_null(AddStorySlide(data, 0, poseAt(0.3, 1.5, 0.05), CD_CONTACT, "on"));
    for (int32_t i = 0; i < 3; ++i)
        RunStoryStep(stage, i);
    assertClose(stage->objects[0].pose.p.x, 0.1, 1e-6);
    RunStoryStep(stage, 3);
    cdPose stepped = stage->objects[0].pose;
    assertClose(stepped.p.x, 0.3, 1e-6);
    apply(stage, MakePlace(0, none));
    RunStoryStep(stage, 3);
    assert_memory_equal(&stage->objects[0].pose, &stepped, sizeof stepped);
    char message[512] = "";
    const cdMesh *meshes[] = {stage->objects[0].mesh, stage->objects[1].mesh};
    if (!CheckSceneStory(data, meshes, message, sizeof message)) fail_msg("%s", message);
    freeStage(stage);
}

// An object that overlaps already can be moved anywhere, and is free once out. Red: stuck in the obstacle.
static void testOverlapCanBeResolved(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    apply(stage, MakePlace(0, poseAt(0.5, 0.2, 0.1)));
    assert_int_equal(stage->query.status, STAGE_OVERLAP);
    apply(stage, MakeMove(0, poseAt(0.8, 0.2, 0.1)));
    assert_int_equal(stage->query.status, STAGE_OVERLAP);
    assertClose(stage->objects[0].pose.p.x, 0.8, 0.0);
    apply(stage, MakeMove(0, poseAt(3.0, 0.2, 0.1)));
    assert_int_equal(stage->query.status, STAGE_FREE);
    freeStage(stage);
}

// An object that joins later takes part in queries, and their memory has grown with it; a missing file
// changes nothing. Red: scratch of the old size, obstacles of the old count.
static void testObjectsJoin(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    char message[512];
    for (int i = 0; i < 7; ++i) {
        int32_t added = addObject(stage, "builtin:torus-knot", message, sizeof message);
        assert_int_equal(added, 2 + i);
        assert_int_equal(stage->query.status, STAGE_FREE);
    }
    assert_string_equal(stage->objects[2].name, "torus-knot");
    assert_string_equal(stage->objects[3].name, "torus-knot 2"); // a scene file distinguishes them by name
    cdPose target = stage->objects[2].pose;
    apply(stage, MakeMove(3, target));
    assert_int_equal(stage->query.status, STAGE_CONTACT);
    assert_int_equal(stage->query.obstacle, 2);
    assert_int_equal(addObject(stage, "/nowhere.obj", message, sizeof message), -1);
    assert_non_null(strstr(message, "/nowhere.obj"));
    assert_int_equal(stage->objectCount, 9);
    freeStage(stage);
}

// A ray down the z axis at a rotated torus: through its hole it hits the object behind, at its rim the torus.
// Red: bounding spheres taken for the mesh, a pose ignored.
static void testPickingIsExact(void **state) {
    (void)state;
    SceneData data = MakeEmptySceneData();
    AddSceneObject(&data, "ring", "builtin:torus:major=1,minor=0.3", SCENE_DRIVEN)->pose =
        (cdPose){{0.0, 0.0, 2.0}, cdMakeQuat((cdVec3){1.0, 0.0, 0.0}, 0.5 * 3.14159265358979323846)};
    AddSceneObject(&data, "wall", "builtin:box:x=3,y=3,z=0.1", SCENE_FIXED);
    Stage *stage = malloc(sizeof *stage);
    char message[512];
    assert_true(LoadStage(stage, NULL, &data, message, sizeof message));
    const cdVec3 down = {0.0, 0.0, -1.0};
    double distance;
    int32_t middle = PickObject(stage, (cdVec3){0.01, 0.02, 10.0}, down, &distance);
    int32_t rim = PickObject(stage, (cdVec3){1.0, 0.0, 10.0}, down, &distance);
    bool ringFacesZ = rim == 0;
    assert_int_equal(middle, ringFacesZ ? 1 : 0);
    assert_true(ringFacesZ);
    assertClose(distance, 7.7, 0.02);
    assert_int_equal(PickObject(stage, (cdVec3){8.0, 0.0, 10.0}, down, &distance), -1);
    freeStage(stage);
}

// The same ring behind a transparent pane: visual picking gives the ring, and the pane where nothing is
// behind it; exact picking gives the pane. Red: a body in a glass box that cannot be picked.
static void testPickingGoesThroughGlass(void **state) {
    (void)state;
    SceneData data = MakeEmptySceneData();
    AddSceneObject(&data, "ring", "builtin:torus:major=1,minor=0.3", SCENE_DRIVEN)->pose =
        (cdPose){{0.0, 0.0, 2.0}, cdMakeQuat((cdVec3){1.0, 0.0, 0.0}, 0.5 * 3.14159265358979323846)};
    SceneObject *pane = AddSceneObject(&data, "pane", "builtin:box:x=3,y=3,z=0.1", SCENE_FIXED);
    pane->pose.p.z = 5.0;
    pane->transparent = true;
    Stage *stage = malloc(sizeof *stage);
    char message[512];
    assert_true(LoadStage(stage, NULL, &data, message, sizeof message));
    const cdVec3 down = {0.0, 0.0, -1.0}, rim = {1.0, 0.0, 10.0}, beside = {2.5, 0.0, 10.0};
    double distance;
    assert_int_equal(PickSeenObject(stage, rim, down, &distance), 0);
    assertClose(distance, 7.7, 0.02);
    assert_int_equal(PickSeenObject(stage, beside, down, &distance), 1);
    assertClose(distance, 4.9, 1e-6);
    assert_int_equal(PickSeenObject(stage, (cdVec3){8.0, 0.0, 10.0}, down, &distance), -1);
    assert_int_equal(PickObject(stage, rim, down, &distance), 1);
    freeStage(stage);
}

static Sight makeSight(const gxCamera *camera) {
    return (Sight){camera, 800, 600};
}

// Dragged in the view plane, the grabbed point stays under the cursor; rotated, it stays fixed. Red: a drag
// at another depth than the grabbed point's, a rotation about the centre.
static void testGrabbedPointFollows(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    gxCamera camera = MakeStageCamera(stage, 800, 600);
    Manipulation hand;
    cdVec3 grab = {4.3, 0.6, 1.0};
    const double point[3] = {grab.x, grab.y, grab.z};
    double x, y, newX, newY;
    BeginDrag(&hand, stage, 0, grab);
    assert_true(gxProjectPoint(&camera, point, 800, 600, &x, &y));
    DragTo(&hand, stage, makeSight(&camera), x, y, x - 120.0, y + 45.0, 0);
    cdVec3 moved = cdTransformPoint(hand.intended, hand.grab);
    const double movedPoint[3] = {moved.x, moved.y, moved.z};
    assert_true(gxProjectPoint(&camera, movedPoint, 800, 600, &newX, &newY));
    assertClose(newX, x - 120.0, 1e-6);
    assertClose(newY, y + 45.0, 1e-6);
    assertClose(moved.z, 1.0, 1e-9);
    DragTo(&hand, stage, makeSight(&camera), 0.0, 0.0, 80.0, -33.0, GX_MOD_CTRL);
    assert_true(cdLength(cdSub(cdTransformPoint(hand.intended, hand.grab), moved)) < 1e-12);
    assert_true(fabs(hand.intended.q.w) < 0.99);
    freeStage(stage);
}

// G X 1.5 moves by 1.5 along x whatever the mouse does, minus reverses it, an axis typed twice is free again;
// R Y 90 rotates by a quarter. Red: digits added to the mouse's motion, degrees taken for radians.
static void testModalValues(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    gxCamera camera = MakeStageCamera(stage, 800, 600);
    Sight sight = makeSight(&camera);
    Manipulation hand;
    BeginModal(&hand, stage, sight, HOLD_MODAL_MOVE, 400.0, 300.0);
    MoveModal(&hand, stage, sight, 57.0, 31.0, 0);
    const int keys[] = {'X', '1', GX_KEY_PERIOD, '5'};
    for (int i = 0; i < 4; ++i)
        assert_true(TypeModal(&hand, stage, sight, keys[i], 0));
    assertClose(hand.intended.p.x, 5.5, 1e-12);
    assertClose(hand.intended.p.y, 0.0, 1e-12);
    assert_true(TypeModal(&hand, stage, sight, GX_KEY_MINUS, 0));
    assertClose(hand.intended.p.x, 2.5, 1e-12);
    assert_false(TypeModal(&hand, stage, sight, GX_KEY_ENTER, 0));
    BeginModal(&hand, stage, sight, HOLD_MODAL_TURN, 500.0, 300.0);
    const int turn[] = {'Y', '9', '0'};
    for (int i = 0; i < 3; ++i)
        assert_true(TypeModal(&hand, stage, sight, turn[i], 0));
    cdVec3 x = cdRotate(hand.intended.q, (cdVec3){1.0, 0.0, 0.0});
    assertClose(x.z, -1.0, 1e-12);
    assertClose(hand.intended.p.x, 4.0, 1e-12);
    freeStage(stage);
}

static int32_t sumSteps(const TestTally *tally) {
    int32_t sum = 0;
    for (int32_t k = 0; k <= TALLY_STEP_MAX; k++)
        sum += tally->steps[k];
    return sum;
}

// A scene that moves bodies by itself: they move without a query, the histogram contains each test once, and
// the state at a time is independent of how it is reached. Red: a restart that keeps the scene's state, a
// frame counted twice, queries that move such bodies.
static void testSceneMovesItsBodies(void **state) {
    (void)state;
    Stage *stage = malloc(sizeof *stage);
    char message[512];
    assert_non_null(stage);
    assert_true(LoadStageScene(stage, FindScene("polytopes"), message, sizeof message));
    cdPose home = stage->objects[7].pose;
    AdvanceStageTo(stage, 0.5);
    cdPose early = stage->objects[7].pose;
    assert_memory_not_equal(&home, &early, sizeof home);
    assert_false(stage->query.present);
    assert_false(IsMovedByQueries(&stage->objects[7]));
    const SeparationTally *sum = &stage->tally.sum;
    assert_int_equal(sum->frames, 10); // 20 a second
    assert_true(sum->apart.tests > 1000 && sum->colliding.tests > 100);
    assert_int_equal(sumSteps(&sum->apart), sum->apart.tests);
    assert_int_equal(sumSteps(&sum->colliding), sum->colliding.tests);
    int32_t tinted = 0;
    for (int32_t i = 0; i < stage->objectCount; i++)
        tinted += stage->objects[i].state == CD_OVERLAP;
    assert_true(tinted > 10 && tinted < stage->objectCount / 2);
    SeparationTally then = *sum;
    AdvanceStageTo(stage, 4.0);
    assert_int_equal(stage->tally.sum.frames, TALLY_FRAME_MAX);
    AdvanceStageTo(stage, 0.5); // from the start again
    assert_memory_equal(&early, &stage->objects[7].pose, sizeof early);
    assert_memory_equal(&then.apart, &stage->tally.sum.apart, sizeof then.apart);
    apply(stage, MakeRestart());
    assert_memory_equal(&home, &stage->objects[7].pose, sizeof home);
    assert_int_equal(stage->tally.sum.frames, 0);
    freeStage(stage);
}

// A query's convex proxies: their object, and their count, which is of hulls: two boxes name each other, too,
// without a search. Red: the index among the obstacles taken for that of the object, a query without searches
// counted, planes of boxes counted as steps of a search.
static void expectProxies(const char *hand, int32_t searches) {
    Stage *stage = makeStageWithHand(hand, SCENE_STOP);
    apply(stage, MakeMove(0, poseAt(4.1, 0.0, 0.0))); // out of reach
    assert_int_equal(stage->query.proxyObstacle, -1);
    assert_int_equal(stage->tally.sum.frames, 0);
    apply(stage, MakeMove(0, poseAt(2.2, 0.0, 0.0)));
    assert_int_equal(stage->query.proxyObstacle, 1);
    assert_true(stage->query.contact.proxy.separated);
    apply(stage, MakeMove(0, poseAt(1.0, 0.0, 0.0)));
    assert_int_equal(stage->query.status, STAGE_CONTACT);
    assert_int_equal(stage->query.proxyObstacle, 1);
    assert_true(stage->query.contact.proxy.ofBoxes == (searches == 0));
    assert_int_equal(stage->tally.sum.apart.tests, searches);
    assert_int_equal(stage->tally.sum.colliding.tests, searches);
    apply(stage, MakePlace(0, poseAt(4.0, 0.0, 0.0)));
    assert_int_equal(stage->query.proxyObstacle, -1);
    freeStage(stage);
}

static void testQueriesCountTheirProxies(void **state) {
    (void)state;
    expectProxies("builtin:torus:major=0.7,minor=0.3", 1);
    expectProxies("builtin:box:x=1,y=1,z=1", 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testBothMethods),
        cmocka_unit_test(testResponses),
        cmocka_unit_test(testStoryContinues),
        cmocka_unit_test(testOverlapCanBeResolved),
        cmocka_unit_test(testObjectsJoin),
        cmocka_unit_test(testPickingIsExact),
        cmocka_unit_test(testPickingGoesThroughGlass),
        cmocka_unit_test(testGrabbedPointFollows),
        cmocka_unit_test(testModalValues),
        cmocka_unit_test(testSceneMovesItsBodies),
        cmocka_unit_test(testQueriesCountTheirProxies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

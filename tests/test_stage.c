// The stage, the hand and the picture together: steps by both methods, undo, picking, dragging, drawing
// headless.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "engine/message.h"
#include "manipulate.h"
#include "pick.h"
#include "view.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void assertClose(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance)) fail_msg("%.17g is not %.17g", value, expected);
}

static cdPose poseAt(double x, double y, double z) {
    return (cdPose){{x, y, z}, {1.0, 0.0, 0.0, 0.0}};
}

// A driven box at x = 4 and a fixed box at the origin, both two wide, unless told otherwise.
static Stage *makeStage(SceneResponse response) {
    SceneData data = MakeEmptySceneData();
    data.response = response;
    data.camera = (SceneCamera){{1.0, 0.0, 14.0}, {1.0, 0.0, 0.0}, 0.7};
    AddSceneObject(&data, "hand", "builtin:box:x=1,y=1,z=1", SCENE_DRIVEN)->pose = poseAt(4.0, 0.0, 0.0);
    AddSceneObject(&data, "block", "builtin:box:x=1,y=1,z=1", SCENE_FIXED);
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    assert_non_null(stage);
    if (!LoadStage(stage, NULL, &data, message, sizeof message)) fail_msg("%s", message);
    return stage;
}

static void freeStage(Stage *stage) {
    DestroyStage(stage);
    free(stage);
}

// The box is sent through the block: continuously it stops at x = 2, discretely it arrives, and arriving
// inside is an overlap. Red: the discrete method stopping, the continuous one jumping through, the status of
// the wrong step.
static void testBothMethods(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    MoveStageObject(stage, 0, poseAt(-4.0, 0.0, 0.0));
    assert_int_equal(stage->query.status, STAGE_CONTACT);
    assert_int_equal(stage->query.obstacle, 1);
    assertClose(stage->objects[0].pose.p.x, 2.0, 1e-4);
    assert_true(stage->objects[0].pose.p.x > 2.0);
    assertClose(stage->objects[0].intended.p.x, -4.0, 0.0);
    RestartStage(stage);
    stage->mode = SCENE_DISCRETE;
    MoveStageObject(stage, 0, poseAt(0.5, 0.1, 0.0));
    assert_int_equal(stage->query.status, STAGE_OVERLAP);
    assertClose(stage->objects[0].pose.p.x, 0.5, 0.0);
    MoveStageObject(stage, 0, poseAt(-4.0, 0.0, 0.0));
    assert_int_equal(stage->query.status, STAGE_FREE);
    assertClose(stage->objects[0].pose.p.x, -4.0, 0.0);
    freeStage(stage);
}

// Pushed down and sideways onto the block, the box slides on at its height; with the response "stop" it
// stays. Red: the response ignored, a slide that sinks in.
static void testResponses(void **state) {
    (void)state;
    for (int slides = 0; slides < 2; ++slides) {
        Stage *stage = makeStage(slides ? SCENE_SLIDE : SCENE_STOP);
        PlaceStageObject(stage, 0, poseAt(-0.3, 2.1, 0.05));
        MoveStageObject(stage, 0, poseAt(0.3, 1.5, 0.05));
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

// An object that overlaps already can be moved anywhere, and is free once out. Red: stuck in what it sank
// into.
static void testOverlapCanBeLeft(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    PlaceStageObject(stage, 0, poseAt(0.5, 0.2, 0.1));
    assert_int_equal(stage->query.status, STAGE_OVERLAP);
    MoveStageObject(stage, 0, poseAt(0.8, 0.2, 0.1));
    assert_int_equal(stage->query.status, STAGE_OVERLAP);
    assertClose(stage->objects[0].pose.p.x, 0.8, 0.0);
    MoveStageObject(stage, 0, poseAt(3.0, 0.2, 0.1));
    assert_int_equal(stage->query.status, STAGE_FREE);
    freeStage(stage);
}

// Undo goes back pose by pose to the start, and no further; a restart forgets. Red: a ring that loses its
// order.
static void testUndo(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    for (int i = 0; i < 300; ++i) {
        RememberStagePose(stage, 0);
        MoveStageObject(stage, 0, poseAt(5.0 + i, 0.0, 0.0));
    }
    for (int i = 299; i >= 300 - STAGE_UNDO_MAX; --i) {
        assert_true(UndoStage(stage));
        assertClose(stage->objects[0].pose.p.x, 4.0 + i, 0.0);
    }
    assert_false(UndoStage(stage));
    RememberStagePose(stage, 0);
    RestartStage(stage);
    assert_false(UndoStage(stage));
    assertClose(stage->objects[0].pose.p.x, 4.0, 0.0);
    freeStage(stage);
}

// An object that joins later takes part in queries, and the memory for them has grown with it; a file that is
// not there changes nothing. Red: scratch of the old size, obstacles of the old count.
static void testObjectsJoin(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    char message[512];
    for (int i = 0; i < 7; ++i) {
        int32_t added = AddStageObject(stage, "builtin:torus-knot", message, sizeof message);
        assert_int_equal(added, 2 + i);
        assert_int_equal(stage->query.status, STAGE_FREE);
    }
    cdPose target = stage->objects[2].pose;
    MoveStageObject(stage, 3, target);
    assert_int_equal(stage->query.status, STAGE_CONTACT);
    assert_int_equal(stage->query.obstacle, 2);
    assert_int_equal(AddStageObject(stage, "/nowhere.obj", message, sizeof message), -1);
    assert_non_null(strstr(message, "/nowhere.obj"));
    assert_int_equal(stage->objectCount, 9);
    freeStage(stage);
}

// A ray down the z axis at a turned torus: through its hole it hits what is behind, at its rim the torus.
// Red: bounding spheres taken for the mesh, a pose forgotten.
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

static Sight makeSight(const gxCamera *camera) {
    return (Sight){camera, 800, 600};
}

// Dragged in the view plane, the grabbed point stays under the cursor; turned, it stays where it is. Red: a
// drag at another depth than the grabbed point's, a turn about the centre.
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

// G X 1.5 moves by 1.5 along x whatever the mouse does, minus turns it round, an axis typed twice is free
// again; R Y 90 turns by a quarter. Red: digits added to the mouse's way, degrees taken for radians.
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

static int countPixels(const gxImage *image, bool (*matches)(const unsigned char *pixel)) {
    int count = 0;
    for (int i = 0; i < image->width * image->height; ++i)
        count += matches(image->pixels + 4 * (size_t)i);
    return count;
}

static bool isBlue(const unsigned char *p) {
    return p[2] > p[0] + 50 && p[2] > 110;
}

static bool isGreen(const unsigned char *p) {
    return p[1] > p[0] + 50 && p[1] > p[2] + 15;
}

static bool isOrange(const unsigned char *p) {
    return p[0] > p[2] + 90 && p[0] > p[1] + 40;
}

static gxImage draw(View *view, const Stage *stage, const ViewOptions *options) {
    gxCamera camera = MakeStageCamera(stage, 800, 600);
    DrawView(view, stage, &camera, options);
    return ReadView(view);
}

// The box is blue while free, green at contact, orange in overlap, and no OpenGL error comes up on the way.
// Red: a picture that stays empty, a status that does not reach it, a state leaked from one picture to the
// next.
static void testPictureShowsTheStatus(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    View *view = CreateHeadlessView(800, 600);
    if (!view) skip();
    int errors = gxGetErrorCount();
    ViewOptions options = GetDefaultViewOptions();
    options.ghost = GHOST_OFF;
    gxImage image = draw(view, stage, &options);
    assert_true(countPixels(&image, isBlue) > 3000);
    assert_int_equal(countPixels(&image, isGreen) + countPixels(&image, isOrange), 0);
    gxDestroyImage(&image);
    MoveStageObject(stage, 0, poseAt(-4.0, 0.0, 0.0));
    image = draw(view, stage, &options);
    assert_true(countPixels(&image, isGreen) > 3000);
    gxDestroyImage(&image);
    PlaceStageObject(stage, 0, poseAt(1.0, 0.3, 0.0));
    image = draw(view, stage, &options);
    assert_true(countPixels(&image, isOrange) > 3000);
    gxDestroyImage(&image);
    assert_int_equal(gxGetErrorCount(), errors);
    DestroyView(view);
    freeStage(stage);
}

// Every option drawn, alone and all together, at two sizes, without an OpenGL error; each changes the
// picture. Red: a key that shows nothing, a program missing a uniform, a buffer of the old size.
static void testEveryOptionShows(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    View *view = CreateHeadlessView(800, 600);
    if (!view) skip();
    int errors = gxGetErrorCount();
    stage->traced = true;
    MoveStageObject(stage, 0, (cdPose){{-4.0, 0.2, 0.1}, cdMakeQuat((cdVec3){0.0, 0.0, 1.0}, 0.5)});
    assert_int_equal(stage->query.status, STAGE_CONTACT);
    const ViewOptions bare = {.scale = 1.0};
    gxImage before = draw(view, stage, &bare);
    size_t size = 4 * (size_t)before.width * (size_t)before.height;
    ViewOptions all = GetDefaultViewOptions();
    for (int i = 0; i < 10; ++i) {
        ViewOptions one = bare;
        switch (i) {
        case 0:
            one.ghost = all.ghost = GHOST_WIRE;
            break;
        case 1:
            one.ghost = all.ghost = GHOST_SOLID;
            break;
        case 2:
            one.transparent = all.transparent = true;
            break;
        case 3:
            one.wireframe = all.wireframe = true;
            break;
        case 4:
            one.contact = all.contact = true;
            break;
        case 5:
            one.labels = all.labels = true;
            break;
        case 6:
            one.sphereTree = all.sphereTree = true;
            break;
        case 7:
            one.trace = all.trace = true;
            break;
        case 8:
            one.motion = all.motion = true;
            break;
        default:
            one.ground = all.ground = true;
            break;
        }
        gxImage after = draw(view, stage, &one);
        if (memcmp(before.pixels, after.pixels, size) == 0) fail_msg("option %d shows nothing", i);
        gxDestroyImage(&after);
    }
    gxDestroyImage(&before);
    ResizeView(view, 333, 77);
    before = draw(view, stage, &all);
    assert_int_equal(before.width, 333);
    gxDestroyImage(&before);
    assert_int_equal(gxGetErrorCount(), errors);
    DestroyView(view);
    freeStage(stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testBothMethods),           cmocka_unit_test(testResponses),
        cmocka_unit_test(testOverlapCanBeLeft),      cmocka_unit_test(testUndo),
        cmocka_unit_test(testObjectsJoin),           cmocka_unit_test(testPickingIsExact),
        cmocka_unit_test(testGrabbedPointFollows),   cmocka_unit_test(testModalValues),
        cmocka_unit_test(testPictureShowsTheStatus), cmocka_unit_test(testEveryOptionShows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

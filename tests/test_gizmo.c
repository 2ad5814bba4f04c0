// The gizmo's handles: picking, the meaning of a drag, and collision detection; typed moves; the following
// camera. On two boxes: the hand at x = 4, the block at 0.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "hand/edit.h"
#include "hand/handles.h"
#include "hand/lead.h"
#include "hand/manipulate.h"
#include "services/viewpoint.h"
#include "stage_fixture.h"
#include "window/events.h"
#include <math.h>
#include <string.h>

enum { WIDTH = 800, HEIGHT = 600 };

static void assertClose(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance)) fail_msg("%.17g is not %.17g", value, expected);
}

// The camera looks from the right, above and front, so that every handle is visible.
static App *makeApp(SceneResponse response, bool orthographic) {
    App *app = calloc(1, sizeof *app);
    Stage *stage = makeStage(response);
    if (!app) abort();
    app->stage = *stage;
    free(stage);
    app->layout = (Layout){.windowWidth = WIDTH, .windowHeight = HEIGHT, .width = WIDTH, .height = HEIGHT};
    app->camera = gxMakeCamera((double[3]){9.0, 5.5, 9.0}, (double[3]){3.0, 0.0, 0.0}, 0.7, 6.0);
    app->camera.orthographic = orthographic;
    app->shownScale = 1.0;
    app->viewOptions.gizmo = true;
    return app;
}

static void freeApp(App *app) {
    DestroyStage(&app->stage);
    free(app);
}

static GizmoSight getSight(const App *app) {
    return (GizmoSight){&app->camera, WIDTH, HEIGHT, 1.0};
}

static void project(const App *app, cdVec3 p, double *x, double *y) {
    const double point[3] = {p.x, p.y, p.z};
    assert_true(gxProjectPoint(&app->camera, point, WIDTH, HEIGHT, x, y));
}

// Runs a frame with one event.
static void send(App *app, gxEvent event) {
    gxInput input = {.eventCount = 1, .events = {event}};
    HandleInput(app, &input, 1.0 / 60.0);
    ResolveHand(app);
}

static void settle(App *app) {
    for (int i = 0; i < 40; ++i)
        ResolveHand(app);
}

static void pressKey(App *app, int key) {
    send(app, (gxEvent){.kind = GX_EVENT_KEY_DOWN, .key = key});
}

static void moveTo(App *app, double x, double y) {
    send(app, (gxEvent){.kind = GX_EVENT_MOVE, .x = x, .y = y});
}

static cdPose getPose(const App *app) {
    return app->stage.objects[0].pose;
}

// --- Picking

// Returns a point of a handle that no other handle crosses; `share` runs along it.
static cdVec3 getHandlePoint(const Gizmo *gizmo, GizmoHandle handle, double share) {
    int axis = GetHandleAxis(handle);
    cdVec3 from, to, corners[4];
    if (IsArrow(handle)) {
        GetArrow(gizmo, axis, &from, &to);
        return cdLerp(from, to, 0.85 + 0.1 * share);
    }
    if (IsSquare(handle)) {
        GetSquare(gizmo, axis, corners);
        return cdLerp(corners[0], corners[2], 0.4 + 0.2 * share);
    }
    return GetRingPoint(gizmo, axis, 0.7 + 0.2 * share);
}

// Each handle is found where it is drawn, in perspective and without; beside them nothing is. Red: an axis
// exchanged, a ring found where its far half would be, a square found at its rim only.
static void testPick(void **state) {
    (void)state;
    for (int parallel = 0; parallel < 2; ++parallel) {
        App *app = makeApp(SCENE_STOP, parallel == 1);
        Gizmo gizmo;
        double x, y;
        assert_true(FindGizmo(app, &gizmo));
        for (int h = GIZMO_ARROW_X; h < GIZMO_HANDLE_COUNT; ++h) {
            GizmoHandle handle = (GizmoHandle)h;
            assert_true(IsHandleShown(&gizmo, handle));
            project(app, getHandlePoint(&gizmo, handle, 0.5), &x, &y);
            assert_int_equal(PickHandle(&gizmo, getSight(app), x, y), handle);
        }
        for (int axis = 0; axis < 3; ++axis) { // position of a ring's far half
            cdVec3 far = GetRingPoint(&gizmo, axis, 0.7 + 3.14159265358979324);
            project(app, far, &x, &y);
            assert_false(IsBefore(&gizmo, far));
            assert_int_not_equal(PickHandle(&gizmo, getSight(app), x, y), (int)GIZMO_RING_X + axis);
        }
        project(app, gizmo.center, &x, &y);
        assert_int_equal(PickHandle(&gizmo, getSight(app), x, y),
                         GIZMO_NONE); // the object can be dragged there
        freeApp(app);
    }
}

// An arrow has the same length in pixels at every distance. Handles that point at the eye or are seen edge-on
// are hidden: the cursor could not control them. Immovable objects have no handles. Red: a gizmo that grows
// with the object, an arrow that flings the object to the horizon.
static void testShown(void **state) {
    (void)state;
    App *app = makeApp(SCENE_STOP, true);
    Gizmo near, far;
    assert_true(FindGizmo(app, &near));
    app->camera.distance *= 3.0;
    assert_true(FindGizmo(app, &far));
    assertClose(far.length / near.length, 3.0, 1e-12);
    app->camera.yaw = app->camera.pitch = 0.0; // the front
    assert_true(FindGizmo(app, &near));
    assert_true(IsHandleShown(&near, GIZMO_ARROW_X) && !IsHandleShown(&near, GIZMO_ARROW_Z));
    assert_true(IsHandleShown(&near, GIZMO_SQUARE_Z) && !IsHandleShown(&near, GIZMO_SQUARE_X));
    assert_true(IsHandleShown(&near, GIZMO_RING_Z) && !IsHandleShown(&near, GIZMO_RING_Y));
    app->stage.selected = 1;
    assert_false(FindGizmo(app, &near));
    freeApp(app);
}

// --- Dragging

// The mouse goes from the picture of one point to that of another: along an axis and in a plane the object
// moves by their difference, on a ring by the angle between them; along the object's axes likewise. Red:
// pixels taken for lengths, an axis of the world instead of the object's, an angle of the other sign.
static void testDragMeans(void **state) {
    (void)state;
    for (int i = 0; i < 4; ++i) {
        App *app = makeApp(SCENE_STOP, i % 2 == 1);
        app->viewOptions.gizmoIsLocal = i > 1;
        cdPose turned = {{4.0, 0.0, 0.0}, cdNormalizeQuat((cdQuat){0.95, 0.1, 0.25, 0.08})};
        app->stage.objects[0].pose = turned;
        Gizmo gizmo;
        cdVec3 y = {0.0, 1.0, 0.0};
        assert_true(FindGizmo(app, &gizmo));
        assertClose(cdLength(cdSub(gizmo.axes[1], i > 1 ? cdRotate(turned.q, y) : y)), 0.0, 1e-12);
        for (int h = GIZMO_ARROW_X; h < GIZMO_HANDLE_COUNT; ++h) {
            GizmoHandle handle = (GizmoHandle)h;
            if (!IsHandleShown(&gizmo, handle)) continue;
            cdVec3 from = getHandlePoint(&gizmo, handle, 0.0), to = getHandlePoint(&gizmo, handle, 1.0);
            double x0, y0, x1, y1;
            project(app, from, &x0, &y0);
            project(app, to, &x1, &y1);
            Sight sight = {&app->camera, WIDTH, HEIGHT};
            BeginHandle(&app->manipulation, &app->stage, &gizmo, handle);
            DragHandle(&app->manipulation, &app->stage, sight, x0, y0, 0.5 * (x0 + x1), 0.5 * (y0 + y1), 0);
            DragHandle(&app->manipulation, &app->stage, sight, 0.5 * (x0 + x1), 0.5 * (y0 + y1), x1, y1, 0);
            cdPose wanted = app->manipulation.intended;
            if (IsArrow(handle) || IsSquare(handle)) {
                assertClose(cdLength(cdSub(cdSub(wanted.p, turned.p), cdSub(to, from))), 0.0, 1e-9);
                assert_memory_equal(&wanted.q, &turned.q, sizeof turned.q);
                continue;
            }
            cdVec3 axis = gizmo.axes[GetHandleAxis(handle)];
            cdVec3 arm = cdInvTransformPoint(turned, from); // moves with the object
            if (fabs(cdDot(axis, gizmo.towards)) < 0.26)
                continue; // a wheel: not controlled by the point under the cursor
            assertClose(cdLength(cdSub(cdTransformPoint(wanted, arm), to)), 0.0, 1e-9);
        }
        freeApp(app);
    }
}

// A ring that is seen nearly edge-on rotates like a wheel: its near side follows the mouse. Red: a plane
// nearly parallel to the line of sight, so that a pixel is half a turn.
static void testWheel(void **state) {
    (void)state;
    App *app = makeApp(SCENE_STOP, true);
    app->camera.yaw = 0.0;
    app->camera.pitch = 0.15;
    Gizmo gizmo;
    assert_true(FindGizmo(app, &gizmo));
    Sight sight = {&app->camera, WIDTH, HEIGHT};
    BeginHandle(&app->manipulation, &app->stage, &gizmo, GIZMO_RING_Y);
    double radius = cdLength(cdSub(GetRingPoint(&gizmo, 1, 0.0), gizmo.center));
    double pixels = radius / gizmo.pixel;
    DragHandle(&app->manipulation, &app->stage, sight, 400.0, 300.0, 400.0 + 0.5 * pixels, 300.0, 0);
    assertClose(app->manipulation.offsets[0], 0.5, 1e-9);
    cdVec3 front = cdRotate(app->manipulation.intended.q, (cdVec3){0.0, 0.0, 1.0});
    assert_true(front.x > 0.4);
    app->camera.yaw = 0.15;
    app->camera.pitch = 0.0;
    assert_true(FindGizmo(app, &gizmo));
    BeginHandle(&app->manipulation, &app->stage, &gizmo, GIZMO_RING_X);
    DragHandle(&app->manipulation, &app->stage, sight, 400.0, 300.0, 400.0, 300.0 + 0.5 * pixels, 0);
    assertClose(app->manipulation.offsets[0], 0.5, 1e-9);
    front = cdRotate(app->manipulation.intended.q, (cdVec3){0.0, 0.0, 1.0});
    assert_true(front.y < -0.4);
    freeApp(app);
}

// Shift moves a tenth; Ctrl moves in steps of the object's decimal unit and of five degrees. Red: steps of
// each mouse move instead of the sum, so that slow drags never move.
static void testFineAndSteps(void **state) {
    (void)state;
    App *app = makeApp(SCENE_STOP, true);
    Gizmo gizmo;
    double x0, y0, x1, y1;
    assert_true(FindGizmo(app, &gizmo));
    Sight sight = {&app->camera, WIDTH, HEIGHT};
    project(app, gizmo.center, &x0, &y0);
    project(app, cdMulAdd(gizmo.center, 0.42, gizmo.axes[0]), &x1, &y1);
    BeginHandle(&app->manipulation, &app->stage, &gizmo, GIZMO_ARROW_X);
    DragHandle(&app->manipulation, &app->stage, sight, x0, y0, x1, y1, GX_MOD_SHIFT);
    assertClose(app->manipulation.intended.p.x, 4.042, 1e-9);
    BeginHandle(&app->manipulation, &app->stage, &gizmo, GIZMO_ARROW_X);
    for (int i = 0; i < 20; ++i)
        DragHandle(&app->manipulation, &app->stage, sight, x0 + 0.05 * i * (x1 - x0),
                   y0 + 0.05 * i * (y1 - y0), x0 + 0.05 * (i + 1) * (x1 - x0),
                   y0 + 0.05 * (i + 1) * (y1 - y0), GX_MOD_CTRL);
    assertClose(app->manipulation.intended.p.x, 4.4, 1e-9);
    freeApp(app);
}

// From a press on the arrow on: the handle lights up under the cursor, the object moves along the axis and
// stops at the block, wherever the mouse goes; one undo reverts all of it. So does Esc. Red: a handle that
// teleports the object, a press that picks the object behind the handle, an undo for each frame.
static void testDragMeets(void **state) {
    (void)state;
    for (int escapes = 0; escapes < 2; ++escapes) {
        App *app = makeApp(SCENE_STOP, false);
        Gizmo gizmo;
        double x0, y0, x1, y1;
        assert_true(FindGizmo(app, &gizmo));
        project(app, getHandlePoint(&gizmo, GIZMO_ARROW_X, 0.5), &x0, &y0);
        project(app, cdMulAdd(getHandlePoint(&gizmo, GIZMO_ARROW_X, 0.5), -5.0, gizmo.axes[0]), &x1, &y1);
        moveTo(app, x0, y0);
        assert_int_equal(app->viewOptions.gizmoHandle, GIZMO_ARROW_X);
        send(app, (gxEvent){.kind = GX_EVENT_BUTTON_DOWN, .button = GX_BUTTON_LEFT, .x = x0, .y = y0});
        assert_int_equal(app->manipulation.hold, HOLD_HANDLE);
        for (int i = 1; i <= 10; ++i)
            moveTo(app, x0 + 0.1 * i * (x1 - x0), y0 + 0.1 * i * (y1 - y0));
        settle(app);
        assertClose(app->manipulation.intended.p.x, -1.0, 1e-6);
        assertClose(getPose(app).p.x, 2.0, 1e-3);
        assert_true(getPose(app).p.x >= 2.0 && getPose(app).p.y == 0.0 && getPose(app).p.z == 0.0);
        assert_int_equal(app->stage.query.status, STAGE_CONTACT);
        if (escapes) {
            pressKey(app, GX_KEY_ESCAPE);
        } else {
            send(app, (gxEvent){.kind = GX_EVENT_BUTTON_UP, .button = GX_BUTTON_LEFT, .x = x1, .y = y1});
            settle(app);
            assertClose(getPose(app).p.x, 2.0, 1e-3);
            UndoStep(app);
        }
        assert_int_equal(app->manipulation.hold, HOLD_NOTHING);
        assert_true(getPose(app).p.x == 4.0);
        assert_false(UndoStage(&app->stage));
        freeApp(app);
    }
}

// --- Typed moves

static void typeMove(App *app, const int *keys, int count) {
    for (int i = 0; i < count; ++i)
        pressKey(app, keys[i]);
    settle(app);
}

// G X - 0.5 Enter moves exactly that far on a free path, with any response; G X - 3 Enter stops at the block,
// or slides, and never overlaps it; one undo reverts each. Red: a typed pose set without a query, rounded, or
// not reached.
static void testTypedMoves(void **state) {
    (void)state;
    static const SceneResponse responses[] = {SCENE_STOP, SCENE_SLIDE};
    const int half[] = {'G', 'X', GX_KEY_MINUS, '0', GX_KEY_PERIOD, '5', GX_KEY_ENTER};
    const int three[] = {'G', 'X', GX_KEY_MINUS, '3', GX_KEY_ENTER};
    const int quarter[] = {'R', 'Y', '9', '0', GX_KEY_ENTER};
    for (int i = 0; i < 2; ++i) {
        App *app = makeApp(responses[i], false);
        typeMove(app, half, 7);
        assert_int_equal(app->manipulation.hold, HOLD_NOTHING);
        assert_true(getPose(app).p.x == 3.5 && getPose(app).p.y == 0.0 && getPose(app).p.z == 0.0);
        UndoStep(app);
        assert_true(getPose(app).p.x == 4.0);
        typeMove(app, three, 5);
        assert_true(getPose(app).p.x >= 2.0 && getPose(app).p.x < 2.001);
        UndoStep(app);
        assert_true(getPose(app).p.x == 4.0);
        typeMove(app, quarter, 5);
        assertClose(cdRotate(getPose(app).q, (cdVec3){1.0, 0.0, 0.0}).z, -1.0, 1e-12);
        freeApp(app);
    }
}

// A typed move under a ledge slides the box along it: it arrives lower and farther than with stop. Fields do
// the same. Red: a response that applies only to the mouse.
static void testTypedSlide(void **state) {
    (void)state;
    double reached[2];
    for (int i = 0; i < 2; ++i) {
        App *app = makeApp(i == 0 ? SCENE_STOP : SCENE_SLIDE, false);
        cdPose tilted = {{4.0, 0.0, 0.0}, cdMakeQuat((cdVec3){0.0, 1.0, 0.0}, 0.6)};
        apply(&app->stage, MakePlace(1, (cdPose){{0.0, 0.0, 0.9}, cdMakeQuat((cdVec3){0.0, 1.0, 0.0}, 0.6)}));
        apply(&app->stage, MakePlace(0, tilted));
        PoseSelected(app, (cdPose){{0.5, 0.0, 0.0}, tilted.q});
        settle(app);
        reached[i] = getPose(app).p.x;
        assert_int_not_equal(app->stage.query.status, STAGE_OVERLAP);
        freeApp(app);
    }
    assert_true(reached[1] < reached[0] - 0.1);
}

// --- The camera that follows

// A step of a key moves the object and keeps its position in the picture; a drag moves it in the picture,
// since the pointer controls it, and afterwards it stays where the drag left it. Red: a camera that jumps by
// the drag's motion at its end, or follows an earlier selection.
static void testFollow(void **state) {
    (void)state;
    App *app = makeApp(SCENE_STOP, false);
    double x0, y0, x1, y1;
    ToggleFollowing(app);
    FollowSelected(app);
    project(app, getPose(app).p, &x0, &y0);
    LeadObject(app, 0, poseAt(3.0, 0.7, -0.4));
    settle(app);
    FollowSelected(app);
    assert_true(getPose(app).p.x == 3.0);
    project(app, getPose(app).p, &x1, &y1);
    assertClose(hypot(x1 - x0, y1 - y0), 0.0, 1e-9);
    gxCamera before = app->camera;
    BeginDrag(&app->manipulation, &app->stage, 0, getPose(app).p);
    DragTo(&app->manipulation, &app->stage, (Sight){&app->camera, WIDTH, HEIGHT}, 400.0, 300.0, 430.0, 280.0,
           0);
    settle(app);
    FollowSelected(app);
    app->manipulation = (Manipulation){0};
    FollowSelected(app);
    assert_true(gxIsSameCamera(&before, &app->camera));
    project(app, getPose(app).p, &x1, &y1);
    assert_true(hypot(x1 - x0, y1 - y0) > 20.0);
    app->stage.selected = 1;
    FollowSelected(app);
    assert_true(gxIsSameCamera(&before, &app->camera));
    freeApp(app);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testPick),       cmocka_unit_test(testShown),        cmocka_unit_test(testDragMeans),
        cmocka_unit_test(testWheel),      cmocka_unit_test(testFineAndSteps), cmocka_unit_test(testDragMeets),
        cmocka_unit_test(testTypedMoves), cmocka_unit_test(testTypedSlide),   cmocka_unit_test(testFollow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// A gamepad and a 6-axis device, as states without a device, on two boxes.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "engine/axes.h"
#include "services/notice.h"
#include "stage_fixture.h"
#include "window/events.h"
#include <math.h>
#include <string.h>

enum { A = 0, B = 1, LEFT_SHOULDER = 4, RIGHT_SHOULDER = 5 };

// The hand is a box at x = 4, blocked by a box at 0; the camera looks along -z from 14 away.
static App *makeApp(void) {
    App *app = calloc(1, sizeof *app);
    Stage *stage = makeStage(SCENE_STOP);
    if (!app) abort();
    ApplyStageEntry(stage, MakeSetGround(false)); // objects on it cannot rotate freely
    app->stage = *stage;
    free(stage);
    app->layout = (Layout){.windowWidth = 800, .windowHeight = 600, .width = 800, .height = 600};
    app->camera = gxMakeCamera((double[3]){1.0, 0.0, 14.0}, (double[3]){1.0, 0.0, 0.0}, 0.7, 6.0);
    return app;
}

static void freeApp(App *app) {
    DestroyStage(&app->stage);
    free(app);
}

static void run(App *app, const gxInput *input, int frames) {
    for (int i = 0; i < frames; ++i)
        HandleInput(app, input, 1.0 / 60.0);
}

static cdVec3 getPlace(const App *app) {
    return app->stage.objects[0].pose.p;
}

// A dead zone removes a stick's resting values, in any direction; beyond it directions are preserved, the
// ends are reached, and half a deflection is less than half the speed. Red: a separate dead zone of each
// axis, which bends directions to the axes.
static void testShapes(void **state) {
    (void)state;
    double shaped[2];
    gxShapeStick((const double[2]){0.1, 0.1}, 0.15, shaped);
    assert_true(shaped[0] == 0.0 && shaped[1] == 0.0);
    gxShapeStick((const double[2]){0.48, -0.64}, 0.15, shaped);
    assert_true(fabs(shaped[1] / shaped[0] + 4.0 / 3.0) < 1e-12);
    assert_true(hypot(shaped[0], shaped[1]) < 0.8);
    gxShapeStick((const double[2]){-1.0, 0.0}, 0.15, shaped);
    assert_true(shaped[0] == -1.0);
    assert_true(gxShapeAxis(1.4, 0.04) == 1.0 && gxShapeAxis(-1.4, 0.04) == -1.0 &&
                gxShapeAxis(0.03, 0.04) == 0.0);
    assert_true(gxShapeAxis(0.5, 0.04) < 0.3 && gxShapeAxis(0.5, 0.04) > 0.1);
}

// A second of the stick moves the object by half the picture's height at the target; the right shoulder makes
// it a tenth; one undo reverts the whole push. Red: speeds in units of the world, an undo step for each
// frame.
static void testPush(void **state) {
    (void)state;
    App *app = makeApp();
    gxInput input = {.gamepad = {.present = true, .axes = {1.0, -0.5}}};
    cdVec3 before = getPlace(app);
    run(app, &input, 60);
    double reach = 14.0 * tan(0.35);
    cdVec3 moved = cdSub(getPlace(app), before);
    assert_true(fabs(moved.x - reach) < 0.02 * reach);
    assert_true(fabs(moved.y - 0.5 * reach) < 0.02 * reach && fabs(moved.z) < 1e-9);
    input.gamepad.axes[0] = input.gamepad.axes[1] = 0.0;
    run(app, &input, 1);
    assert_false(app->steering.pushes);
    input.gamepad.buttons[B] = true;
    run(app, &input, 3);
    assert_true(cdLength(cdSub(getPlace(app), before)) == 0.0);
    input.gamepad.buttons[B] = false;
    input.gamepad.buttons[RIGHT_SHOULDER] = true;
    input.gamepad.axes[0] = 1.0;
    run(app, &input, 60);
    assert_true(fabs(getPlace(app).x - before.x - 0.1 * reach) < 0.002 * reach);
    freeApp(app);
}

// Pushed at the block for five seconds the box stops at it; the cap does the same as the stick. Red: a push
// that goes through, or that continues from its intended pose.
static void testPushMeets(void **state) {
    (void)state;
    for (int device = 0; device < 2; ++device) {
        App *app = makeApp();
        gxInput input = {0};
        if (device == 0)
            input.gamepad = (gxGamepad){.present = true, .axes = {-1.0}};
        else
            input.spaceMouse = (gxSpaceMouse){.state = GX_SPACE_CONNECTED, .axes = {-1.0}};
        run(app, &input, 300);
        assert_int_equal(app->stage.query.status, STAGE_CONTACT);
        assert_true(fabs(getPlace(app).x - 2.0) < 1e-3);
        freeApp(app);
    }
}

// Rotations are in the view: rx tips the top towards the viewer, ry turns the front to the right, rz rolls to
// the right. Red: an axis of the device with the wrong sign or index.
static void testTurns(void **state) {
    (void)state;
    static const cdVec3 from[] = {{0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {0.0, 1.0, 0.0}};
    static const cdVec3 to[] = {{0.0, 0.0, 1.0}, {1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}};
    for (int axis = 0; axis < 3; ++axis) {
        App *app = makeApp();
        gxInput input = {.spaceMouse = {.state = GX_SPACE_CONNECTED}};
        input.spaceMouse.axes[3 + axis] = 1.0;
        run(app, &input, 20);
        cdVec3 turned = cdRotate(app->stage.objects[0].pose.q, from[axis]);
        assert_true(cdDot(turned, to[axis]) > 0.4);
        assert_true(fabs(cdLength(getPlace(app)) - 4.0) < 1e-9); // about its own middle
        freeApp(app);
    }
}

// With the left shoulder down, or after the cap's first button, the camera moves and the object does not.
// Red: both at once; a press of the button that counts as long as it is down.
static void testCamera(void **state) {
    (void)state;
    App *app = makeApp();
    gxInput input = {.gamepad = {.present = true, .axes = {1.0}}};
    cdVec3 before = getPlace(app);
    input.gamepad.buttons[LEFT_SHOULDER] = true;
    double yaw = app->camera.yaw;
    run(app, &input, 10);
    assert_true(fabs(app->camera.yaw - yaw) > 0.1);
    assert_true(cdLength(cdSub(getPlace(app), before)) == 0.0);
    input = (gxInput){.spaceMouse = {.state = GX_SPACE_CONNECTED, .buttons = {true}, .pressed = {true}}};
    run(app, &input, 1);
    input.spaceMouse.pressed[0] = false;
    run(app, &input, 5);
    assert_true(app->steering.capMovesCamera);
    input.spaceMouse.axes[0] = 1.0;
    double x = app->camera.target[0];
    run(app, &input, 5);
    assert_true(fabs(app->camera.target[0] - x) > 0.05);
    assert_true(cdLength(cdSub(getPlace(app), before)) == 0.0);
    freeApp(app);
}

// Fixed objects are not pushed; devices that connect or disconnect are reported. Red: a crash without a
// selection, a notice every frame.
static void testNothingToPush(void **state) {
    (void)state;
    App *app = makeApp();
    gxInput input = {.gamepad = {.present = true, .name = "Pad", .axes = {1.0}}};
    for (int32_t selected = -1; selected < 2; selected += 2) {
        app->stage.selected = selected;
        run(app, &input, 3);
        assert_true(getPlace(app).x == 4.0);
    }
    assert_non_null(strstr(app->notice, "Pad"));
    ClearNotice(app);
    run(app, &input, 1);
    assert_int_equal(app->notice[0], '\0');
    input.gamepad = (gxGamepad){0};
    run(app, &input, 1);
    assert_non_null(strstr(app->notice, "disconnected"));
    freeApp(app);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testShapes),    cmocka_unit_test(testPush),
                                       cmocka_unit_test(testPushMeets), cmocka_unit_test(testTurns),
                                       cmocka_unit_test(testCamera),    cmocka_unit_test(testNothingToPush)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// The orthographic camera against its closed forms, and views along the axes.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "engine/camera.h"
#include "services/viewpoint.h"
#include <cglm/struct.h>
#include <math.h>
#include <string.h>

enum { WIDTH = 1280, HEIGHT = 720 };

static void assertClose(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance)) fail_msg("%.17g is not %.17g", value, expected);
}

static gxCamera makeCamera(bool orthographic) {
    gxCamera camera =
        gxMakeCamera((const double[3]){3.0, 2.0, 5.0}, (const double[3]){0.5, -0.2, 0.1}, 0.7, 3.0);
    camera.orthographic = orthographic;
    return camera;
}

// From the target to the right, up and away from the eye.
static void placePoint(const gxCamera *camera, double right, double up, double away, double point[3]) {
    double r[3], u[3], f[3];
    gxGetCameraAxes(camera, r, u, f);
    for (int i = 0; i < 3; ++i)
        point[i] = camera->target[i] + right * r[i] + up * u[i] + away * f[i];
}

// A length of the world has the same number of pixels at every depth, also behind the eye: the picture is 2
// tan(fov / 2) distance high. A pixel's ray passes through the points drawn there, straight ahead, starting
// before everything. Red: a depth that still scales, an aspect ignored, a ray from the eye that misses
// objects in front of it.
static void testParallelRays(void **state) {
    (void)state;
    gxCamera camera = makeCamera(true);
    double pixel = 2.0 * tan(0.35) * camera.distance / HEIGHT;
    double right[3], up[3], forward[3];
    gxGetCameraAxes(&camera, right, up, forward);
    for (int i = 0; i < 6; ++i) {
        double a = 0.4 * i - 1.0, b = 0.7 - 0.3 * i, away = 2.5 * i - 8.0, point[3], x, y;
        double origin[3], direction[3], before = 0.0, across = 0.0;
        placePoint(&camera, a, b, away, point);
        assert_true(gxProjectPoint(&camera, point, WIDTH, HEIGHT, &x, &y));
        assertClose(x, 0.5 * WIDTH + a / pixel, 1e-9);
        assertClose(y, 0.5 * HEIGHT - b / pixel, 1e-9);
        assertClose(gxGetPixelLength(&camera, point, HEIGHT), pixel, 1e-15);
        gxGetPixelRay(&camera, x, y, WIDTH, HEIGHT, origin, direction);
        for (int k = 0; k < 3; ++k)
            before += (point[k] - origin[k]) * direction[k];
        for (int k = 0; k < 3; ++k) {
            assertClose(direction[k], forward[k], 1e-15);
            across = fmax(across, fabs(origin[k] + before * direction[k] - point[k]));
        }
        assert_true(before > 0.0 && across < 1e-12);
    }
}

// The matrices agree with the projection, between the clip planes, also at a small distance. Red: perspective
// matrices, so that a click hits beside the visible object; a near plane that cuts the scene open.
static void testMatricesAgree(void **state) {
    (void)state;
    static const double distances[] = {6.0, 0.02};
    for (int i = 0; i < 2; ++i) {
        gxCamera camera = makeCamera(true);
        camera.origin[0] = 0.25;
        camera.distance = distances[i];
        gxView view = gxGetView(&camera, WIDTH, HEIGHT);
        for (int away = -2; away <= 2; ++away) {
            double point[3], x, y;
            placePoint(&camera, 0.2 * distances[i], -0.1 * distances[i], 1.5 * away, point);
            vec4s clip = glms_mat4_mulv(
                view.viewProjection,
                (vec4s){{(float)(point[0] - camera.origin[0]), (float)point[1] - (float)camera.origin[1],
                         (float)point[2] - (float)camera.origin[2], 1.0f}});
            assert_true(gxProjectPoint(&camera, point, WIDTH, HEIGHT, &x, &y));
            assertClose((double)clip.w, 1.0, 0.0);
            assertClose(640.0 * (1.0 + (double)clip.x), x, 0.05);
            assertClose(360.0 * (1.0 - (double)clip.y), y, 0.05);
            assert_true(fabsf(clip.z) < 1.0f);
        }
    }
}

// In the plane of the target both cameras show the same, so a toggle keeps the size of the target; both have
// the same pixel length there. Red: another half height.
static void testSameAtTarget(void **state) {
    (void)state;
    gxCamera parallel = makeCamera(true), perspective = makeCamera(false);
    double point[3], x, y, parallelX, parallelY;
    placePoint(&parallel, 0.8, -0.5, 0.0, point);
    assert_true(gxProjectPoint(&parallel, point, WIDTH, HEIGHT, &parallelX, &parallelY));
    assert_true(gxProjectPoint(&perspective, point, WIDTH, HEIGHT, &x, &y));
    assertClose(parallelX, x, 1e-9);
    assertClose(parallelY, y, 1e-9);
    assertClose(gxGetPixelLength(&parallel, point, HEIGHT), gxGetPixelLength(&perspective, point, HEIGHT),
                1e-15);
    placePoint(&perspective, 0.0, 0.0, perspective.distance, point); // twice as far
    assertClose(gxGetPixelLength(&perspective, point, HEIGHT),
                2.0 * gxGetPixelLength(&parallel, point, HEIGHT), 1e-15);
}

// A point under the cursor stays there during zoom and follows the cursor during pan, at every depth. Red: a
// zoom that only moves along the line of sight, which an orthographic picture does not show.
static void testZoomAndPan(void **state) {
    (void)state;
    gxCamera camera = makeCamera(true);
    double point[3], x, y, newX, newY;
    placePoint(&camera, 0.9, 0.4, -1.7, point);
    assert_true(gxProjectPoint(&camera, point, WIDTH, HEIGHT, &x, &y));
    double before = gxGetPixelLength(&camera, point, HEIGHT);
    gxZoomCamera(&camera, 0.5, x, y, WIDTH, HEIGHT);
    assertClose(gxGetPixelLength(&camera, point, HEIGHT), 0.5 * before, 1e-15);
    assert_true(gxProjectPoint(&camera, point, WIDTH, HEIGHT, &newX, &newY));
    assertClose(newX, x, 1e-9);
    assertClose(newY, y, 1e-9);
    gxPanCamera(&camera, 30.0, -20.0, HEIGHT);
    assert_true(gxProjectPoint(&camera, point, WIDTH, HEIGHT, &newX, &newY));
    assertClose(newX, x + 30.0, 1e-9);
    assertClose(newY, y - 20.0, 1e-9);
    gxFlyCamera(&camera, 0.0, 0.0, 0.5 * camera.distance);
    assert_true(gxGetPixelLength(&camera, point, HEIGHT) < 0.4 * before);
}

// A framed sphere fills the smaller of width and height except for a seventh. Red: a distance for
// perspective, from which a sphere seems larger.
static void testFrame(void **state) {
    (void)state;
    static const int sizes[][2] = {{1280, 720}, {400, 900}};
    for (int i = 0; i < 2; ++i) {
        gxCamera camera = makeCamera(true);
        gxFrameSphere(&camera, (const double[3]){1.0, 1.0, 1.0}, 0.5, sizes[i][0], sizes[i][1]);
        double point[3] = {1.0, 1.0, 1.0}, pixel = gxGetPixelLength(&camera, point, sizes[i][1]);
        assertClose(1.15 / pixel, fmin(sizes[i][0], sizes[i][1]), 1e-9);
    }
}

// Halfway between two cameras the yaw is halfway along the shorter rotation, also across 180 degrees; the
// ends are the cameras themselves. Red: a rotation from 170 to -170 degrees that takes the long path.
static void testBlend(void **state) {
    (void)state;
    gxCamera from = makeCamera(false), to = from;
    from.yaw = 170.0 / 57.29577951308232;
    to.yaw = -170.0 / 57.29577951308232;
    to.distance = 4.0 * from.distance;
    gxCamera half = gxBlendCameras(&from, &to, 0.5), end = gxBlendCameras(&from, &to, 1.0);
    assertClose(fabs(remainder(half.yaw, 6.28318530717958648)), 3.14159265358979324, 1e-12);
    assertClose(half.distance, 2.0 * from.distance, 1e-12);
    assertClose(remainder(end.yaw - to.yaw, 6.28318530717958648), 0.0, 1e-12);
    assert_true(gxIsSameCamera(&from, &from) && !gxIsSameCamera(&from, &to));
    to = from;
    to.orthographic = true;
    assert_false(gxIsSameCamera(&from, &to));
}

// From each side two axes of the world lie in the picture, like in a technical drawing, to less than a
// thousandth of a pixel; the text names that side only. Red: left and right exchanged, a top view with x to
// the left, a pitch that stops short of straight down.
static void testSides(void **state) {
    (void)state;
    static const struct {
        AxisView view;
        const char *name;
        double right[3], up[3];
    } sides[] = {{VIEW_FRONT, "front", {1, 0, 0}, {0, 1, 0}},  {VIEW_BACK, "back", {-1, 0, 0}, {0, 1, 0}},
                 {VIEW_RIGHT, "right", {0, 0, -1}, {0, 1, 0}}, {VIEW_LEFT, "left", {0, 0, 1}, {0, 1, 0}},
                 {VIEW_TOP, "top", {1, 0, 0}, {0, 0, -1}},     {VIEW_BOTTOM, "bottom", {1, 0, 0}, {0, 0, 1}}};
    App *app = calloc(1, sizeof *app);
    assert_non_null(app);
    for (size_t i = 0; i < sizeof sides / sizeof *sides; ++i) {
        char text[48];
        app->camera = makeCamera(i % 2 == 1);
        DescribeView(&app->camera, false, text, sizeof text);
        assert_string_equal(text, i % 2 == 1 ? "orthographic" : "");
        TurnToView(app, sides[i].view);
        UpdateCameraTurn(app, app->turn.begin + 0.1);
        assert_true(app->turn.active && app->camera.yaw != app->turn.to.yaw);
        UpdateCameraTurn(app, app->turn.begin + 0.21);
        assert_false(app->turn.active);
        double right[3], up[3], forward[3];
        gxGetCameraAxes(&app->camera, right, up, forward);
        for (int k = 0; k < 3; ++k) {
            assertClose(right[k], sides[i].right[k], 2e-6);
            assertClose(up[k], sides[i].up[k], 2e-6);
        }
        DescribeView(&app->camera, false, text, sizeof text);
        assert_true(strncmp(text, sides[i].name, strlen(sides[i].name)) == 0);
        assert_true((strstr(text, "orthographic") != NULL) == (i % 2 == 1));
    }
    free(app);
}

// A camera that the user moves during its rotation stays there. Red: a rotation that undoes the mouse's
// movement.
static void testTurnStopsForTheUser(void **state) {
    (void)state;
    App *app = calloc(1, sizeof *app);
    assert_non_null(app);
    app->camera = makeCamera(false);
    TurnToView(app, VIEW_TOP);
    UpdateCameraTurn(app, app->turn.begin + 0.1);
    gxOrbitCamera(&app->camera, 0.1, 0.0);
    gxCamera left = app->camera;
    UpdateCameraTurn(app, app->turn.begin + 0.15);
    assert_true(!app->turn.active && gxIsSameCamera(&app->camera, &left));
    free(app);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testParallelRays), cmocka_unit_test(testMatricesAgree),
        cmocka_unit_test(testSameAtTarget), cmocka_unit_test(testZoomAndPan),
        cmocka_unit_test(testFrame),        cmocka_unit_test(testBlend),
        cmocka_unit_test(testSides),        cmocka_unit_test(testTurnStopsForTheUser),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

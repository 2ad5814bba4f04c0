// Two eyes: where their cameras show a point, and the combined pictures.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "engine/message.h"
#include "stage_fixture.h"
#include "view/view.h"
#include "view_fixture.h"
#include <cglm/struct.h>
#include <math.h>
#include <string.h>

enum { WIDTH = 400, HEIGHT = 300 };

static gxCamera makeCamera(double shift) {
    const double eye[3] = {3.0, 2.0, 5.0}, target[3] = {0.5, 0.2, -0.3};
    gxCamera camera = gxMakeCamera(eye, target, 0.7, 4.0);
    camera.eyeShift = shift;
    return camera;
}

// A point at (right, up) of the target and `depth` distances from the eye between both.
static void placePoint(const gxCamera *camera, double right, double up, double depth, double point[3]) {
    double r[3], u[3], f[3];
    gxGetCameraAxes(camera, r, u, f);
    for (int i = 0; i < 3; ++i)
        point[i] = camera->target[i] + right * r[i] + up * u[i] + (depth - 1.0) * camera->distance * f[i];
}

// In the plane through the target both eyes agree; nearer points are farther right for the left eye
// (crossed), points behind farther left, by the eyes' distance times 1/depth - 1. Red: cameras rotated
// towards each other, whose pictures differ in height; a frustum skewed the wrong way.
static void testParallax(void **state) {
    (void)state;
    const double apart = 0.04;
    gxCamera left = makeCamera(-0.5 * apart), right = makeCamera(0.5 * apart);
    static const double depths[] = {0.4, 0.8, 1.0, 1.5, 4.0};
    for (int d = 0; d < 5; ++d) {
        for (int i = -3; i <= 3; ++i) {
            double point[3], xl, yl, xr, yr;
            placePoint(&left, 0.3 * i, -0.2 * i, depths[d], point);
            assert_true(gxProjectPoint(&left, point, WIDTH, HEIGHT, &xl, &yl));
            assert_true(gxProjectPoint(&right, point, WIDTH, HEIGHT, &xr, &yr));
            double pixels = 0.5 * HEIGHT / tan(0.5 * left.fov);
            assert_true(fabs(yl - yr) < 1e-9);
            assert_true(fabs((xl - xr) - apart * (1.0 / depths[d] - 1.0) * pixels) < 1e-9);
        }
    }
}

// Points drawn with the view's matrix are where text is placed, and the ray through the pixel leads back.
// Red: a matrix skewed otherwise than the projection of points.
static void testMatrixAgrees(void **state) {
    (void)state;
    for (int eye = -1; eye <= 1; ++eye) {
        gxCamera camera = makeCamera(0.03 * eye);
        gxView view = gxGetView(&camera, WIDTH, HEIGHT);
        for (int i = -2; i <= 2; ++i) {
            double point[3], x, y, origin[3], direction[3], across = 0.0, along = 0.0;
            placePoint(&camera, 0.4 * i, 0.3, 0.7, point);
            assert_true(gxProjectPoint(&camera, point, WIDTH, HEIGHT, &x, &y));
            vec4s clip =
                glms_mat4_mulv(view.viewProjection, (vec4s){{(float)(point[0] - camera.origin[0]),
                                                             (float)(point[1] - camera.origin[1]),
                                                             (float)(point[2] - camera.origin[2]), 1.0f}});
            assert_true(fabs(0.5 * WIDTH * (1.0 + (double)(clip.x / clip.w)) - x) < 1e-3);
            assert_true(fabs(0.5 * HEIGHT * (1.0 - (double)(clip.y / clip.w)) - y) < 1e-3);
            gxGetPixelRay(&camera, x, y, WIDTH, HEIGHT, origin, direction);
            for (int k = 0; k < 3; ++k)
                along += (point[k] - origin[k]) * direction[k];
            for (int k = 0; k < 3; ++k)
                across = fmax(across, fabs(origin[k] + along * direction[k] - point[k]));
            assert_true(across < 1e-12);
        }
    }
}

static gxImage draw(View *view, const Stage *stage, StereoStyle style, double apart) {
    ViewOptions options = GetDefaultViewOptions();
    gxCamera camera = MakeStageCamera(stage, GetEyeWidth(style, WIDTH), HEIGHT);
    options.stereo = style;
    options.eyeApart = apart;
    DrawView(view, stage, &camera, &options);
    return ReadView(view);
}

static int countDifferences(const gxImage *image) {
    int count = 0, half = image->width / 2;
    for (int y = 0; y < image->height; ++y) {
        const unsigned char *row = image->pixels + 4 * (size_t)y * (size_t)image->width;
        for (int x = 0; x < half; ++x)
            count += memcmp(row + 4 * x, row + 4 * (x + half), 3) != 0;
    }
    return count;
}

// Side by side, eyes at one position see the same, different eyes do not; an anaglyph of eyes at one position
// has no fringes: nearly grey stays so. Red: an eye's picture drawn twice, an old half picture, halves
// displaced by one, matrices whose rows do not belong together.
static void testPictures(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    apply(stage, MakeMove(0, poseAt(-4.0, 0.0, 0.0)));
    View *view = openView(WIDTH, HEIGHT);
    int errors = gxGetErrorCount();
    for (int style = STEREO_SIDE_BY_SIDE; style <= STEREO_SQUEEZED; ++style) {
        gxImage same = draw(view, stage, (StereoStyle)style, 0.0);
        gxImage apart = draw(view, stage, (StereoStyle)style, 0.06);
        assert_int_equal(countDifferences(&same), 0);
        assert_true(countDifferences(&apart) > WIDTH * HEIGHT / 200);
        gxDestroyImage(&same);
        gxDestroyImage(&apart);
    }
    gxImage mono = draw(view, stage, STEREO_OFF, 0.0), glasses = draw(view, stage, STEREO_ANAGLYPH, 0.0);
    int greys = 0;
    for (int i = 0; i < WIDTH * HEIGHT; ++i) {
        const unsigned char *m = mono.pixels + 4 * i, *g = glasses.pixels + 4 * i;
        if (abs(m[0] - m[1]) > 14 || abs(m[1] - m[2]) > 14 || m[1] < 30) continue;
        ++greys;
        bool strays = abs(g[0] - m[0]) >= 24 || abs(g[1] - m[1]) >= 24 || abs(g[2] - m[2]) >= 24;
        assert_false(strays);
    }
    assert_true(greys > 100);
    assert_int_equal(gxGetErrorCount(), errors);
    gxDestroyImage(&mono);
    gxDestroyImage(&glasses);
    DestroyView(view);
    freeStage(stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testParallax), cmocka_unit_test(testMatrixAgrees),
                                       cmocka_unit_test(testPictures)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

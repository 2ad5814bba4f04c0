// The engine without a window: camera, normals, images, and pictures drawn headless.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "engine/camera.h"
#include "engine/image.h"
#include "engine/message.h"
#include "engine/normals.h"
#include <cglm/struct.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void assertClose(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance)) fail_msg("%.17g is not %.17g", value, expected);
}

static gxCamera makeCamera(void) {
    return gxMakeCamera((const double[3]){3.0, 2.0, 5.0}, (const double[3]){0.5, -0.2, 0.1}, 0.7, 3.0);
}

// The eye is at the given position, and a pixel's ray passes through the points drawn at that pixel. Red: a
// flipped axis, a wrong aspect, half a picture's offset.
static void testRaysAndProjectionAgree(void **state) {
    (void)state;
    gxCamera camera = makeCamera();
    double eye[3];
    gxGetCameraEye(&camera, eye);
    assertClose(eye[0], 3.0, 1e-12);
    assertClose(eye[1], 2.0, 1e-12);
    assertClose(eye[2], 5.0, 1e-12);
    for (int i = 0; i < 5; ++i) {
        double px = 100.0 + 190.0 * i, py = 500.0 - 90.0 * i, origin[3], direction[3], point[3], x, y;
        gxGetPixelRay(&camera, px, py, 1280, 720, origin, direction);
        for (int k = 0; k < 3; ++k)
            point[k] = origin[k] + 4.2 * direction[k];
        assert_true(gxProjectPoint(&camera, point, 1280, 720, &x, &y));
        assertClose(x, px, 1e-9);
        assertClose(y, py, 1e-9);
    }
}

// The matrices agree with the projection. Red: matrices and picking that disagree, so that a click hits
// beside the visible object; an origin not subtracted.
static void testMatricesAgreeWithProjection(void **state) {
    (void)state;
    gxCamera camera = makeCamera();
    camera.origin[0] = 0.25;
    gxView view = gxGetView(&camera, 1280, 720);
    const double point[3] = {0.9, 0.4, -0.7};
    vec4s clip = glms_mat4_mulv(view.viewProjection, (vec4s){{0.65f, 0.6f, -0.8f, 1.0f}});
    double x, y;
    assert_true(gxProjectPoint(&camera, point, 1280, 720, &x, &y));
    assertClose(640.0 * (1.0 + (double)(clip.x / clip.w)), x, 0.01);
    assertClose(360.0 * (1.0 - (double)(clip.y / clip.w)), y, 0.01);
}

// Zooming keeps the point under the cursor at the target's depth; panning moves it with the mouse. Red: zoom
// to the middle of the picture, a pan at another speed than the mouse.
static void testZoomAndPanFollowTheCursor(void **state) {
    (void)state;
    gxCamera camera = makeCamera();
    double origin[3], direction[3], forward[3], right[3], up[3], point[3], x, y, depth = 0.0;
    gxGetPixelRay(&camera, 900.0, 200.0, 1280, 720, origin, direction);
    gxGetCameraAxes(&camera, right, up, forward);
    for (int k = 0; k < 3; ++k)
        depth += direction[k] * forward[k];
    for (int k = 0; k < 3; ++k)
        point[k] = origin[k] + camera.distance / depth * direction[k];
    gxZoomCamera(&camera, 0.5, 900.0, 200.0, 1280, 720);
    assert_true(gxProjectPoint(&camera, point, 1280, 720, &x, &y));
    assertClose(x, 900.0, 1e-6);
    assertClose(y, 200.0, 1e-6);
    gxPanCamera(&camera, 30.0, -20.0, 720);
    assert_true(gxProjectPoint(&camera, point, 1280, 720, &x, &y));
    assertClose(x, 930.0, 1e-6);
    assertClose(y, 180.0, 1e-6);
}

// At any zoom and wherever the scene lies, coordinates relative to the origin keep their digits: the target
// is less than 200 distances from it. Red: an origin that does not follow.
static void testOriginFollowsTheTarget(void **state) {
    (void)state;
    gxCamera camera =
        gxMakeCamera((const double[3]){1e4, 1e4, 1e4 + 5.0}, (const double[3]){1e4, 1e4, 1e4}, 0.7, 1.0);
    gxPanCamera(&camera, 200.0, 100.0, 720);
    for (int i = 0; i < 120; ++i)
        gxZoomCamera(&camera, 0.9, 500.0, 300.0, 1280, 720);
    double apart = 0.0;
    for (int k = 0; k < 3; ++k)
        apart = fmax(apart, fabs(camera.target[k] - camera.origin[k]));
    assert_true(apart <= 200.0 * camera.distance);
    assert_true(camera.distance > 0.0 && camera.distance < 1e-3);
}

// A framed sphere lies within the picture, wide or tall. Red: the narrow side ignored.
static void testFramedSphereFits(void **state) {
    (void)state;
    const int sizes[][2] = {{1280, 720}, {400, 900}};
    for (int i = 0; i < 2; ++i) {
        gxCamera camera = makeCamera();
        const double center[3] = {1.0, 1.0, 1.0};
        gxFrameSphere(&camera, center, 0.5, sizes[i][0], sizes[i][1]);
        double right[3], up[3], forward[3], x, y, side[3];
        gxGetCameraAxes(&camera, right, up, forward);
        for (int k = 0; k < 3; ++k)
            side[k] = center[k] + 0.5 * right[k];
        assert_true(gxProjectPoint(&camera, side, sizes[i][0], sizes[i][1], &x, &y));
        assert_true(x > 0.5 * sizes[i][0] && x < sizes[i][0]);
        for (int k = 0; k < 3; ++k)
            side[k] = center[k] + 0.5 * up[k];
        assert_true(gxProjectPoint(&camera, side, sizes[i][0], sizes[i][1], &x, &y));
        assert_true(y > 0.0 && y < 0.5 * sizes[i][1]);
    }
}

static const float cubePositions[8][3] = {{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1},
                                          {-1, -1, 1},  {1, -1, 1},  {-1, 1, 1},  {1, 1, 1}};
static const int32_t cubeTriangles[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                          2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};

// A cube's corners are split in three below 90 degrees of crease and shared above; every normal of the split
// cube is that of its face. Red: normals averaged across sharp edges, corners split for each triangle.
static void testCreasesSplitNormals(void **state) {
    (void)state;
    gxSurface sharp = gxMakeSurface(cubePositions, 8, cubeTriangles, 12, 0.7f);
    gxSurface round = gxMakeSurface(cubePositions, 8, cubeTriangles, 12, 1.7f);
    assert_int_equal(sharp.vertexCount, 24);
    assert_int_equal(round.vertexCount, 8);
    for (int i = 0; i < 24; ++i) {
        const int8_t *n = sharp.vertices[i].normal;
        assert_int_equal(abs(n[0]) + abs(n[1]) + abs(n[2]), 127);
        const float *p = sharp.vertices[i].position; // outward
        assert_true((float)n[0] * p[0] + (float)n[1] * p[1] + (float)n[2] * p[2] > 0.0f);
    }
    gxDestroySurface(&sharp);
    gxDestroySurface(&round);
}

// A picture written as PNG reads back; a write error is reported with its reason. Red: swapped channels, rows
// upside down, an unchecked write.
static void testImagesReadBack(void **state) {
    (void)state;
    char path[] = "/tmp/fc_image_XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    gxImage image = gxCreateImage(7, 5);
    for (int i = 0; i < 7 * 5 * 4; ++i)
        image.pixels[i] = (unsigned char)(i % 4 == 3 ? 255 : 7 * i);
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_true(gxWritePng(&image, out));
    assert_int_equal(fclose(out), 0);
    unsigned char bytes[4096];
    FILE *written = fopen(path, "rb");
    assert_non_null(written);
    size_t byteCount = fread(bytes, 1, sizeof bytes, written);
    fclose(written);
    gxImage back = gxDecodeImage(path, bytes, byteCount);
    assert_int_equal(back.width, 7);
    assert_int_equal(back.height, 5);
    assert_memory_equal(back.pixels, image.pixels, 7 * 5 * 4);
    out = fopen(path, "rb"); // for reading only
    assert_non_null(out);
    assert_false(gxWritePng(&image, out));
    assert_int_equal(errno, EBADF);
    fclose(out);
    remove(path);
    gxDestroyImage(&image);
    gxDestroyImage(&back);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testRaysAndProjectionAgree),
        cmocka_unit_test(testMatricesAgreeWithProjection),
        cmocka_unit_test(testZoomAndPanFollowTheCursor),
        cmocka_unit_test(testOriginFollowsTheTarget),
        cmocka_unit_test(testFramedSphereFits),
        cmocka_unit_test(testCreasesSplitNormals),
        cmocka_unit_test(testImagesReadBack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

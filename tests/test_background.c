// Pictures for papers: no background, one colour behind everything, and several pixels averaged.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "stage_fixture.h"
#include "view/view.h"
#include "view_fixture.h"

enum { WIDTH = 400, HEIGHT = 300 };

static gxImage draw(View *view, Stage *stage, BackgroundStyle background, bool ground) {
    ViewOptions options = GetDefaultViewOptions();
    options.background = background;
    stage->ground.kind = ground ? STAGE_GROUND_ON : STAGE_GROUND_OFF;
    for (int k = 0; k < 3; ++k)
        options.backgroundColor[k] = 255;
    gxCamera camera = MakeStageCamera(stage, WIDTH, HEIGHT);
    SetViewCaption(view, "caption");
    DrawView(view, stage, &camera, &options);
    return ReadView(view);
}

// The white below a pixel of the transparent picture, where it is translucent.
static int blendWithWhite(const unsigned char *pixel, int channel) {
    return (pixel[channel] * pixel[3] + 255 * (255 - pixel[3]) + 127) / 255;
}

// The transparent picture over white equals the picture on white, at every pixel: surfaces, ghosts, ground,
// strokes and text. Corners are empty, the boxes opaque. Red: lost alpha, colours darkened at edges, a
// backdrop that is still drawn.
static void testTransparentPictureOnWhite(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    View *view = openView(WIDTH, HEIGHT);
    ApplyStageEntry(stage, MakeMove(0, poseAt(-4.0, 0.0, 0.0)));
    for (int ground = 0; ground < 2; ++ground) {
        gxImage clear = draw(view, stage, BACKGROUND_TRANSPARENT, ground);
        gxImage white = draw(view, stage, BACKGROUND_PLAIN, ground);
        assert_int_equal(clear.pixels[3], 0);
        assert_true(white.pixels[0] == 255 && white.pixels[1] == 255 && white.pixels[2] == 255);
        int opaque = 0, partly = 0;
        for (int i = 0; i < WIDTH * HEIGHT; ++i) {
            const unsigned char *c = clear.pixels + 4 * (size_t)i, *w = white.pixels + 4 * (size_t)i;
            opaque += c[3] == 255;
            partly += c[3] > 0 && c[3] < 255;
            assert_int_equal(w[3], 255);
            for (int k = 0; k < 3; ++k)
                assert_in_range(blendWithWhite(c, k) - w[k] + 8, 0, 16);
        }
        assert_true(opaque > 3000);
        assert_true(partly > 500);
        gxDestroyImage(&clear);
        gxDestroyImage(&white);
    }
    DestroyView(view);
    freeStage(stage);
}

// A square of opaque red beside an empty one becomes red of half opacity, not dark red; an odd row is cut
// off. Red: colours averaged without their weight, squares shifted by a pixel.
static void testShrinkingWeighsByOpacity(void **state) {
    (void)state;
    gxImage image = gxCreateImage(4, 3);
    assert_non_null(image.pixels);
    for (int i = 0; i < 12; ++i) {
        unsigned char *pixel = image.pixels + 4 * (size_t)i;
        if (i % 2 == 0) pixel[0] = pixel[3] = 255;
        if (i % 4 == 3) pixel[1] = pixel[3] = 255;
    }
    gxImage small = gxShrinkImage(&image, 2);
    assert_int_equal(small.width, 2);
    assert_int_equal(small.height, 1);
    const unsigned char expected[8] = {255, 0, 0, 128, 128, 128, 0, 255};
    assert_memory_equal(small.pixels, expected, sizeof expected);
    gxDestroyImage(&small);
    gxDestroyImage(&image);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testTransparentPictureOnWhite),
                                       cmocka_unit_test(testShrinkingWeighsByOpacity)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// The quality of pictures while something moves: it drops where pictures are slow, and comes back where they
// are fast. What a coarse picture shows is what a fine one shows, only blurred.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "stage_fixture.h"
#include "view/quality.h"
#include "view/view.h"
#include "view_fixture.h"
#include <math.h>

static void note(QualityChoice *choice, int count, double fine, double quick, double coarse) {
    const double seconds[VIEW_QUALITY_COUNT] = {fine, quick, coarse};
    for (int i = 0; i < count; i++)
        NotePictureTime(choice, choice->moving, seconds[choice->moving]);
}

// A fast machine draws fine pictures, a slower one quick ones, a slow one coarse ones.
// Red: a quality that never drops, or drops for pictures that are fast enough.
static void testQualityFollowsTheTime(void **state) {
    (void)state;
    QualityChoice choice = {0};
    note(&choice, 100, 0.010, 0.005, 0.002);
    assert_int_equal(choice.moving, VIEW_FINE);
    note(&choice, 100, 0.040, 0.020, 0.008);
    assert_int_equal(choice.moving, VIEW_QUICK);
    note(&choice, 100, 0.120, 0.060, 0.025);
    assert_int_equal(choice.moving, VIEW_COARSE);
    note(&choice, 100, 0.040, 0.020, 0.008);
    assert_int_equal(choice.moving, VIEW_QUICK);
}

// One slow picture among fast ones is chance, and so are a few fast coarse ones: 20 frames a second or more
// stay as they are. Red: a quality that changes back and forth.
static void testOneSlowPictureIsChance(void **state) {
    (void)state;
    QualityChoice choice = {.moving = VIEW_QUICK};
    for (int i = 0; i < 100; i++)
        NotePictureTime(&choice, VIEW_QUICK, i % 3 == 0 ? 0.2 : 0.02);
    assert_int_equal(choice.moving, VIEW_QUICK);
    choice.moving = VIEW_COARSE;
    for (int i = 0; i < 100; i++)
        NotePictureTime(&choice, VIEW_COARSE, i % 20 == 0 ? 0.02 : 0.005);
    assert_int_equal(choice.moving, VIEW_COARSE);
}

// The mean of a channel over a part of the picture, part x of `parts` to the right and y down.
static double getMean(const gxImage *image, int x, int y, int parts, int channel) {
    int left = x * image->width / parts, right = (x + 1) * image->width / parts;
    int top = y * image->height / parts, bottom = (y + 1) * image->height / parts;
    double sum = 0.0;
    for (int v = top; v < bottom; v++)
        for (int u = left; u < right; u++)
            sum += image->pixels[4 * ((size_t)v * (size_t)image->width + (size_t)u) + (size_t)channel];
    return sum / ((right - left) * (bottom - top));
}

static gxImage draw(View *view, const Stage *stage, ViewQuality quality) {
    gxCamera camera = MakeStageCamera(stage, 801, 599);
    ViewOptions options = GetDefaultViewOptions();
    options.labels = false; // words are drawn beside the picture
    SetViewQuality(view, quality);
    DrawView(view, stage, &camera, &options);
    return ReadView(view);
}

// Each 40th of the picture has the same colours at every quality, within what smoothing does to edges. The
// sizes are odd. Red: a coarse picture that is shifted, cut, without marks, or with the strip in its wrong
// place.
static void testCoarsePictureShowsTheSame(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    View *view = openView(801, 599);
    apply(stage, MakeMove(0, poseAt(-4.0, 0.0, 0.0)));
    assert_int_equal(stage->query.status, STAGE_CONTACT);
    gxImage fine = draw(view, stage, VIEW_FINE), quick = draw(view, stage, VIEW_QUICK);
    gxImage coarse = draw(view, stage, VIEW_COARSE);
    assert_int_equal(quick.width, 801);
    assert_int_equal(coarse.width, 401);
    assert_int_equal(coarse.height, 300);
    enum { PARTS = 20 };
    double sum = 0.0, most = 0.0, contrast = 0.0, first = getMean(&fine, 0, 0, PARTS, 0);
    for (int i = 0; i < PARTS * PARTS; i++) {
        for (int c = 0; c < 3; c++) {
            int x = i % PARTS, y = i / PARTS;
            double f = getMean(&fine, x, y, PARTS, c);
            double off =
                fmax(fabs(getMean(&quick, x, y, PARTS, c) - f), fabs(getMean(&coarse, x, y, PARTS, c) - f));
            sum += off / (3 * PARTS * PARTS);
            most = fmax(most, off);
            contrast = fmax(contrast, fabs(f - first));
        }
    }
    assert_true(contrast > 60.0);
    if (!(sum < 1.5 && most < 25.0)) fail_msg("off by %.2f in the mean, %.2f at most", sum, most);
    gxDestroyImage(&fine);
    gxDestroyImage(&quick);
    gxDestroyImage(&coarse);
    DestroyView(view);
    freeStage(stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testQualityFollowsTheTime),
        cmocka_unit_test(testOneSlowPictureIsChance),
        cmocka_unit_test(testCoarsePictureShowsTheSame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

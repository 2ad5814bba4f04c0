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
#include <stdlib.h>
#include <string.h>

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

// Without a graphics card the first pictures are coarse, and a fine one waits until nothing happens; there
// the first drag would otherwise wait for shaders that it does not need. Red: fine first pictures in
// software.
static void testSoftwareBeginsCoarse(void **state) {
    (void)state;
    QualityChoice choice = GetFirstQuality(true);
    assert_int_equal(choice.moving, VIEW_COARSE);
    assert_true(GetFineDelay(&choice) >= 1.0);
    note(&choice, 100, 0.040, 0.020, 0.008);
    assert_int_equal(choice.moving, VIEW_QUICK);
    choice = GetFirstQuality(false);
    assert_int_equal(choice.moving, VIEW_FINE);
    assert_true(GetFineDelay(&choice) == 0.0);
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

// Fine pictures come at once until a part of one has taken longer than input may wait; then after a second
// without input. Red: a window that does not answer while it draws a still picture, a delay that stays or
// that a short part ends.
static void testSlowPartsWait(void **state) {
    (void)state;
    QualityChoice choice = {.moving = VIEW_QUICK};
    assert_true(GetFineDelay(&choice) == 0.0);
    NotePartTime(&choice, 0.02, false);
    NotePartTime(&choice, 0.08, false);
    NotePartTime(&choice, 0.02, true);
    assert_true(GetFineDelay(&choice) >= 1.0);
    note(&choice, 100, 0.120, 0.060, 0.025);
    assert_int_equal(choice.moving, VIEW_COARSE);
    assert_true(GetFineDelay(&choice) >= 1.0);
    NotePartTime(&choice, 0.02, true);
    assert_true(GetFineDelay(&choice) == 0.0);
}

static bool isSameImage(const gxImage *a, const gxImage *b) {
    return a->width == b->width && a->height == b->height &&
           memcmp(a->pixels, b->pixels, 4 * (size_t)a->width * (size_t)a->height) == 0;
}

// A fine picture in parts, after a quick one, is the fine picture, bit for bit; a mesh of 80,000 triangles
// has several parts, and so have two objects of 12. Red: triangles, an item or words left out between two
// parts, a picture that is shown before its last part, a part that clears the picture.
static void testPartsAreThePicture(void **state) {
    (void)state;
    View *view = openView(240, 160);
    const char *const names[] = {"builtin:icosphere:level=6", "builtin:box", "builtin:box"};
    char message[512];
    Stage *stage = calloc(1, sizeof *stage);
    assert_true(LoadStageMeshes(stage, names, 3, (MeshLayout){.sideBySide = true}, message, sizeof message));
    cdVec3 c = cdTransformPoint(stage->objects[0].pose, stage->objects[0].info.center);
    const double eye[3] = {c.x, c.y, c.z + 1.05},
                 target[3] = {c.x, c.y, c.z}; // so near that no triangle is merged
    gxCamera camera = gxMakeCamera(eye, target, 0.7, 4.0);
    ViewOptions options = GetDefaultViewOptions();
    SetViewCaption(view, "in parts");
    DrawView(view, stage, &camera, &options);
    gxImage whole = ReadView(view);
    SetViewQuality(view, VIEW_QUICK);
    DrawView(view, stage, &camera, &options);
    gxImage quick = ReadView(view);
    BeginViewParts(view, stage, &camera, &options);
    int parts = 1;
    for (; !DrawViewPart(view, 0.0); ++parts) {
        gxImage shown = ReadView(view);
        assert_true(isSameImage(&shown, &quick));
        gxDestroyImage(&shown);
    }
    assert_true(parts >= 6);
    gxImage last = ReadView(view);
    assert_true(isSameImage(&last, &whole));
    gxDestroyImage(&whole);
    gxDestroyImage(&quick);
    gxDestroyImage(&last);
    DestroyStage(stage);
    free(stage);
    DestroyView(view);
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
        cmocka_unit_test(testQualityFollowsTheTime),  cmocka_unit_test(testSoftwareBeginsCoarse),
        cmocka_unit_test(testOneSlowPictureIsChance), cmocka_unit_test(testSlowPartsWait),
        cmocka_unit_test(testPartsAreThePicture),     cmocka_unit_test(testCoarsePictureShowsTheSame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

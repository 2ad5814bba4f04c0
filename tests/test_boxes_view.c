// Pictures of two boxes in motion, drawn without a display: the insets, their content and position.
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

#include <string.h>

enum { WIDTH = 960, HEIGHT = 640 };

static Stage *openBoxes(void) {
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    if (!stage || !LoadStageScene(stage, FindScene("flying boxes"), message, sizeof message)) abort();
    return stage;
}

static gxImage draw(View *view, const Stage *stage, const ViewOptions *options) {
    gxCamera camera = MakeStageCamera(stage, WIDTH, HEIGHT);
    DrawView(view, stage, &camera, options);
    return ReadView(view);
}

// Counts the pixels that differ within columns [left, right) and rows above `bottom`.
static int countDifferent(const gxImage *a, const gxImage *b, int left, int right, int bottom) {
    int count = 0;
    for (int y = 0; y < bottom; ++y) {
        for (int x = left; x < right; ++x) {
            size_t at = 4 * ((size_t)y * (size_t)a->width + (size_t)x);
            count += memcmp(a->pixels + at, b->pixels + at, 4) != 0;
        }
    }
    return count;
}

// With insets both upper corners change and the middle does not; a scene without boxes has no insets; all
// without an OpenGL error. Red: drawing outside an inset's frame, a viewport or scissor left behind, insets
// everywhere.
static void testInsetsAreInTheCorners(void **state) {
    (void)state;
    View *view = openView(WIDTH, HEIGHT);
    int errors = gxGetErrorCount();
    Stage *stage = openBoxes();
    ViewOptions options = {.insets = false};
    gxImage bare = draw(view, stage, &options);
    options.insets = true;
    gxImage with = draw(view, stage, &options);
    const int third = WIDTH / 3, half = HEIGHT / 2;
    assert_true(countDifferent(&bare, &with, 0, third, half) > 20000);
    assert_true(countDifferent(&bare, &with, WIDTH - third, WIDTH, half) > 20000);
    assert_int_equal(countDifferent(&bare, &with, third, WIDTH - third, HEIGHT), 0);
    gxImage again = draw(view, stage, &options);
    assert_int_equal(countDifferent(&with, &again, 0, WIDTH, HEIGHT), 0);
    gxDestroyImage(&again);
    gxDestroyImage(&with);
    gxDestroyImage(&bare);
    freeStage(stage);
    stage = makeStage(SCENE_STOP);
    bare = draw(view, stage, &(ViewOptions){.insets = false});
    with = draw(view, stage, &options);
    assert_int_equal(countDifferent(&bare, &with, 0, WIDTH, HEIGHT), 0);
    gxDestroyImage(&with);
    gxDestroyImage(&bare);
    assert_int_equal(gxGetErrorCount(), errors);
    DestroyView(view);
    freeStage(stage);
}

// During the motion both insets change: the origin and the boundary on the left, the rotated normals on the
// right. At the contact the face with the origin is filled. Red: a view of the start only, a face of no pair.
static void testInsetsFollowTheMotion(void **state) {
    (void)state;
    View *view = openView(WIDTH, HEIGHT);
    int errors = gxGetErrorCount();
    Stage *stage = openBoxes();
    const ViewOptions options = {.insets = true, .contact = true, .normals = true, .labels = true};
    const int third = WIDTH / 3, half = HEIGHT / 2;
    gxImage before = draw(view, stage, &options);
    for (int32_t route = 0; route < 6; ++route) {
        apply(stage, MakeRoute(route));
        apply(stage, MakeScrub(stage->boxes.contact.state == CD_CONTACT ? stage->boxes.contact.t.lo : 0.5));
        gxImage after = draw(view, stage, &options);
        assert_true(countDifferent(&before, &after, 0, third, half) > 500);
        assert_true(countDifferent(&before, &after, WIDTH - third, WIDTH, half) > 200);
        gxDestroyImage(&before);
        before = after;
    }
    gxDestroyImage(&before);
    apply(stage, MakeRoute(0));
    apply(stage, MakeScrub(stage->boxes.contact.t.lo));
    gxImage touching = draw(view, stage, &options);
    apply(stage, MakeScrub(stage->boxes.contact.t.lo - 1e-6));
    gxImage apart = draw(view, stage, &options);
    assert_true(countDifferent(&touching, &apart, 0, third, half) > 300);
    gxDestroyImage(&apart);
    gxDestroyImage(&touching);
    assert_int_equal(gxGetErrorCount(), errors);
    DestroyView(view);
    freeStage(stage);
}

// A dragged step is drawn too, at every size; the smallest has no room for insets. Red: an inset of a
// negative size, a screw drawn with the matrices.
static void testHandsStepAtAllSizes(void **state) {
    (void)state;
    View *view = openView(WIDTH, HEIGHT);
    int errors = gxGetErrorCount();
    Stage *stage = openBoxes();
    stage->response = SCENE_STOP;
    int32_t a = stage->boxes.objectA;
    apply(stage, MakePlace(a, poseAt(-3.0, 0.2, 0.1)));
    apply(stage, MakeMove(a, (cdPose){{3.0, 0.1, 0.2}, cdMakeQuat((cdVec3){0.0, 0.0, 1.0}, 0.8)}));
    assert_true(stage->boxes.byHand);
    static const int sizes[][2] = {{1920, 1080}, {640, 900}, {120, 90}, {16, 16}};
    const ViewOptions on = GetDefaultViewOptions();
    for (int i = 0; i < 4; ++i) {
        ResizeView(view, sizes[i][0], sizes[i][1]);
        ViewOptions off = on;
        off.insets = false;
        gxImage with = draw(view, stage, &on), without = draw(view, stage, &off);
        int different = countDifferent(&with, &without, 0, sizes[i][0], sizes[i][1]);
        assert_true(i < 2 ? different > 20000 : different == 0);
        gxDestroyImage(&with);
        gxDestroyImage(&without);
    }
    assert_int_equal(gxGetErrorCount(), errors);
    DestroyView(view);
    freeStage(stage);
}

// A growing box is drawn at its size. Red: an affine motion drawn as its rotation.
static void testStretchedBoxIsDrawnStretched(void **state) {
    (void)state;
    View *view = openView(WIDTH, HEIGHT);
    Stage *stage = openBoxes();
    const ViewOptions options = {.insets = false};
    apply(stage, MakeRoute(4));
    apply(stage, MakeScrub(0.6));
    StageObject *object = &stage->objects[stage->boxes.objectA];
    assert_true(object->stretched);
    gxImage grown = draw(view, stage, &options);
    object->stretched = false;
    gxImage rigid = draw(view, stage, &options);
    assert_true(countDifferent(&grown, &rigid, 0, WIDTH, HEIGHT) > 2000);
    gxDestroyImage(&grown);
    gxDestroyImage(&rigid);
    DestroyView(view);
    freeStage(stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testInsetsAreInTheCorners),
        cmocka_unit_test(testInsetsFollowTheMotion),
        cmocka_unit_test(testHandsStepAtAllSizes),
        cmocka_unit_test(testStretchedBoxIsDrawnStretched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

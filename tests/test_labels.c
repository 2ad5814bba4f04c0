// Label layout: no label over another or over an object while there is room, each with a leader line to its
// point when moved away, and stable from picture to picture.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "stage_fixture.h"
#include "view/labels.h"
#include "view/view.h"
#include "view/view_data.h"
#include "view_fixture.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 800, HEIGHT = 600 };

static const gxColor white = {255, 255, 255, 255};

typedef struct Picture {
    Stage *stage;
    View *view;
    gxCamera camera;
    ViewOptions options;
} Picture;

static void openPicture(Picture *picture) {
    picture->view = openView(WIDTH, HEIGHT);
    picture->stage = makeStage(SCENE_STOP);
    picture->camera = MakeStageCamera(picture->stage, WIDTH, HEIGHT);
    picture->options = GetDefaultViewOptions();
}

static void closePicture(Picture *picture) {
    freeStage(picture->stage);
    DestroyView(picture->view);
}

static ViewPass beginPass(const Picture *picture) {
    ViewPass pass = {picture->view, picture->stage, &picture->camera, &picture->options};
    gxClearStrokes(&picture->view->front);
    BeginLabels(&pass);
    return pass;
}

static bool overlap(LabelBox a, LabelBox b) {
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

static LabelBox getLast(const View *view) {
    assert_true(view->labels.takenCount > 0);
    return view->labels.taken[view->labels.takenCount - 1];
}

// Thirty labels of one point: the shown ones are disjoint and within the picture, and many. Red: an untested
// position, circles that are left out.
static void testLabelsNeverOverlap(void **state) {
    (void)state;
    Picture picture;
    openPicture(&picture);
    ViewPass pass = beginPass(&picture);
    char text[32];
    for (int i = 0; i < 30; ++i) {
        snprintf(text, sizeof text, "label number %d", i);
        AddLabel(&pass, (cdVec3){2.0, 0.0, 0.0}, 12.0, 0.0, text, white);
    }
    const Labels *labels = &picture.view->labels;
    assert_true(labels->takenCount >= 20);
    for (int i = 0; i < labels->takenCount; ++i) {
        for (int k = 0; k < i; ++k)
            assert_false(overlap(labels->taken[i], labels->taken[k]));
        assert_true(labels->taken[i].left >= 0.0 && labels->taken[i].right <= WIDTH);
    }
    closePicture(&picture);
}

// A label of a point in the middle of the block's front is beside the block, with a line to the point, drawn
// in two strokes; a letter stays at its point. Red: objects not tested, no line, a line that ends elsewhere,
// letters that wander.
static void testObjectsStayFree(void **state) {
    (void)state;
    Picture picture;
    openPicture(&picture);
    const double middle[3] = {0.0, 0.0, 1.0}, corner[3] = {1.0, 1.0, 1.0}, low[3] = {-1.0, -1.0, 1.0};
    double x, y, left, top, right, bottom;
    assert_true(gxProjectPoint(&picture.camera, middle, WIDTH, HEIGHT, &x, &y));
    assert_true(gxProjectPoint(&picture.camera, corner, WIDTH, HEIGHT, &right, &top));
    assert_true(gxProjectPoint(&picture.camera, low, WIDTH, HEIGHT, &left, &bottom));
    ViewPass pass = beginPass(&picture);
    int before = picture.view->front.count;
    AddLabel(&pass, (cdVec3){0.0, 0.0, 1.0}, 8.0, 0.0, "the middle of the block", white);
    LabelBox box = getLast(picture.view);
    assert_false(overlap(box, (LabelBox){left + 4.0, top + 4.0, right - 4.0, bottom - 4.0}));
    assert_int_equal(picture.view->front.count - before, 2);
    AddLabel(&pass, (cdVec3){0.0, 0.0, 1.0}, 8.0, 0.0, "p", white);
    box = getLast(picture.view);
    assert_true(fabs(box.left - x - 8.0) < 1e-6 && fabs(0.5 * (box.top + box.bottom) - y) < 1e-6);
    assert_int_equal(picture.view->front.count - before, 2);
    closePicture(&picture);
}

// A moved label keeps its position in the next picture as long as there is no nearer one with spare room.
// Red: positions that are forgotten, or those of another label.
static void testPositionsAreKept(void **state) {
    (void)state;
    Picture picture;
    openPicture(&picture);
    const cdVec3 point = {-4.5, 2.5, 0.0};
    LabelBox places[2];
    for (int i = 0; i < 2; ++i) {
        ViewPass pass = beginPass(&picture);
        if (i == 0) AddLabel(&pass, point, 12.0, 0.0, "obstacle", white);
        AddLabel(&pass, point, 12.0, 0.0, "edge, 0.5 long", white);
        places[i] = getLast(picture.view);
        if (i == 0) assert_true(picture.view->labels.takenCount == 2);
    }
    // Now there is spare room: it comes back.
    assert_true(fabs(places[1].top - places[0].top) > 10.0);
    ViewPass pass = beginPass(&picture);
    double x, y;
    const double at[3] = {point.x, point.y, point.z};
    assert_true(gxProjectPoint(&picture.camera, at, WIDTH, HEIGHT, &x, &y));
    // Something near, but not on the wanted position: the label would barely fit.
    TakeLabelBox(&picture.view->labels, (LabelBox){x, y - 14.0, x + 100.0, y - 11.0});
    picture.view->labels.habits[0] = (LabelHabit){picture.view->labels.habits[0].words, 1};
    picture.view->labels.habitCount = 1;
    AddLabel(&pass, point, 12.0, 0.0, "edge, 0.7 long", white);
    LabelBox kept = getLast(picture.view);
    assert_true(0.5 * (kept.top + kept.bottom) - y > 10.0);
    closePicture(&picture);
}

static LabelBox placeOne(const Picture *picture, cdVec3 p) {
    ViewPass pass = beginPass(picture);
    AddLabel(&pass, p, 16.0, -16.0, "crossing 0.00649", white);
    return getLast(picture->view);
}

// A point moves over the block and past its border, in small steps. Where it stops its label stays. Red: two
// positions by turns, as of one that is free with more room and not free itself.
static void testPositionsSettle(void **state) {
    enum { STEPS = 120 };
    (void)state;
    Picture picture;
    openPicture(&picture);
    for (int row = -2; row <= 2; ++row) {
        for (int i = 0; i <= STEPS; ++i) {
            cdVec3 p = {3.0 * (2.0 * i / STEPS - 1.0), 0.6 * row, 1.0};
            placeOne(&picture, p);
            placeOne(&picture, p);
            LabelBox third = placeOne(&picture, p), fourth = placeOne(&picture, p);
            assert_true(third.left == fourth.left && third.top == fourth.top);
        }
    }
    closePicture(&picture);
}

// The caption is in a strip of its own under the picture: one colour from edge to edge except for text, as
// high as its lines. Without a caption the picture is as before. Red: text over the picture.
static void testCaptionHasAStrip(void **state) {
    (void)state;
    Picture picture;
    openPicture(&picture);
    SetViewCaption(picture.view, "");
    DrawView(picture.view, picture.stage, &picture.camera, &picture.options);
    gxImage plain = ReadView(picture.view);
    SetViewCaption(picture.view, "One line");
    DrawView(picture.view, picture.stage, &picture.camera, &picture.options);
    gxImage with = ReadView(picture.view);
    int strip = GetCaptionHeight(picture.view);
    assert_true(strip > 20 && strip < 60);
    const unsigned char *last = with.pixels + 4 * (size_t)(WIDTH * HEIGHT - 1);
    for (int row = HEIGHT - strip; row < HEIGHT; ++row)
        for (int column = 0; column < WIDTH / 4; ++column)
            assert_memory_equal(with.pixels + 4 * (size_t)(row * WIDTH + column), last, 3);
    const unsigned char *above = with.pixels + 4 * (size_t)((HEIGHT - strip - 1) * WIDTH);
    assert_true(memcmp(above, last, 3) != 0);
    SetViewCaption(picture.view, "");
    DrawView(picture.view, picture.stage, &picture.camera, &picture.options);
    gxImage again = ReadView(picture.view);
    assert_memory_equal(plain.pixels, again.pixels, 4 * (size_t)WIDTH * HEIGHT);
    gxDestroyImage(&plain);
    gxDestroyImage(&with);
    gxDestroyImage(&again);
    closePicture(&picture);
}

// Lines of a caption end at blanks, but not within brackets, beside "=" or before a number. Red: "[RKC01" at
// the end of a line and "4.2]" on the next.
static void testLinesEndBetweenWords(void **state) {
    (void)state;
    const char *text = "apart at t = 0.35, gap -2.5 of both [RKC01 4.2] or so";
    const char *allowed = "apart|at|t = 0.35,|gap -2.5|of|both|[RKC01 4.2]|or|so";
    for (size_t i = 0; text[i]; ++i)
        if (text[i] == ' ') assert_int_equal(MayBreakLine(text, i), allowed[i] == '|');
}

static LabelLeader addInBlock(const Picture *picture, const LabelBox *words) {
    ViewPass pass = beginPass(picture);
    picture->view->labels.habitCount = 0;
    if (words) TakeLabelBox(&picture->view->labels, *words);
    AddLabel(&pass, (cdVec3){0.0, 0.1, 1.0}, 8.0, 0.0, "on the block", white);
    assert_int_equal(picture->view->labels.leaderCount, 1);
    return picture->view->labels.leaders[0];
}

// Text in the middle of a label's would-be line: the label moves so that its line does not cross it.
// Conversely, text avoids existing lines. Red: lines not tested against text, or text against lines.
static void testLinesCrossNoText(void **state) {
    (void)state;
    Picture picture;
    openPicture(&picture);
    LabelLeader free = addInBlock(&picture, NULL);
    double x = 0.5 * (free.x0 + free.x1), y = 0.5 * (free.y0 + free.y1);
    const LabelBox words = {x - 12.0, y - 8.0, x + 12.0, y + 8.0};
    LabelLeader around = addInBlock(&picture, &words);
    for (int i = 0; i <= 100; ++i) {
        double px = around.x0 + 0.01 * i * (around.x1 - around.x0);
        double py = around.y0 + 0.01 * i * (around.y1 - around.y0);
        assert_false(px > words.left && px < words.right && py > words.top && py < words.bottom);
    }
    // A line of another label over the wanted position.
    ViewPass pass = beginPass(&picture);
    picture.view->labels.habitCount = 0;
    double at[3] = {-4.5, 2.5, 0.0};
    assert_true(gxProjectPoint(&picture.camera, at, WIDTH, HEIGHT, &x, &y));
    picture.view->labels.leaders[picture.view->labels.leaderCount++] =
        (LabelLeader){x + 30.0, y - 150.0, x + 30.0, y + 60.0};
    AddLabel(&pass, (cdVec3){-4.5, 2.5, 0.0}, 12.0, 0.0, "beside a line", white);
    LabelBox box = getLast(picture.view);
    assert_true(box.right <= x + 30.0 || box.left >= x + 30.0 || box.top >= y + 50.0 ||
                box.bottom <= y - 90.0);
    closePicture(&picture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testLabelsNeverOverlap),   cmocka_unit_test(testObjectsStayFree),
        cmocka_unit_test(testLinesCrossNoText),     cmocka_unit_test(testPositionsAreKept),
        cmocka_unit_test(testPositionsSettle),      cmocka_unit_test(testCaptionHasAStrip),
        cmocka_unit_test(testLinesEndBetweenWords),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// Contacts in a world's picture: all while there are few, else those of the selected body; arrows stay short;
// impacts move with their bodies.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "stage_fixture.h"
#include "view/marks.h"
#include "view/view.h"
#include "view/view_data.h"
#include "view_fixture.h"

#include <stdio.h>

enum { WIDTH = 640, HEIGHT = 480 };

// Boxes in a row on a floor, each resting on four points.
static Stage *makeRow(int count) {
    SceneData data = MakeEmptySceneData();
    data.gravity = (cdVec3){0.0, -10.0, 0.0};
    data.camera = (SceneCamera){{0.0, 6.0, 30.0}, {0.0, 0.0, 0.0}, 0.7};
    AddSceneObject(&data, "floor", "builtin:box:x=20,y=1,z=8", SCENE_FIXED)->pose = poseAt(0.0, -1.0, 0.0);
    for (int i = 0; i < count; ++i) {
        char name[16];
        snprintf(name, sizeof name, "box %d", i);
        SceneObject *box = AddSceneObject(&data, name, "builtin:box:x=0.5,y=0.5,z=0.5", SCENE_DYNAMIC);
        box->pose = poseAt(1.5 * (i - 0.5 * count), 0.5001, 0.0);
    }
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    if (!stage || !LoadStage(stage, NULL, &data, message, sizeof message)) fail_msg("%s", message);
    for (int i = 0; i < 20; ++i)
        ApplyStageEntry(stage, MakeAdvance(1.0 / 60.0));
    return stage;
}

static int32_t countContacts(const Stage *stage) {
    int32_t count = 0;
    cdGetWorldContacts(stage->world.scene.world, &count);
    return count;
}

typedef struct Strokes {
    int front, overlay;
} Strokes;

static Strokes countStrokes(View *view, Stage *stage, int32_t selected) {
    gxCamera camera = MakeStageCamera(stage, WIDTH, HEIGHT);
    ViewOptions options = GetDefaultViewOptions();
    stage->selected = selected;
    ViewPass pass = {view, stage, &camera, &options};
    gxClearStrokes(&view->front);
    gxClearStrokes(&view->overlay);
    AddWorld(&pass);
    return (Strokes){view->front.count, view->overlay.count};
}

// Five boxes: every contact has a mark and a force in front. Twelve: each contact is a small point that
// bodies hide, and only those of the selected body are in front, as many as of one box among five. Red: a
// crowd drawn in full, a selection without effect, contacts of another body.
static void testOfACrowdTheSelectedIsShown(void **state) {
    (void)state;
    View *view = openView(WIDTH, HEIGHT);
    Stage *few = makeRow(5), *many = makeRow(12);
    assert_true(countContacts(few) >= 15 && countContacts(few) <= 30 && countContacts(many) > 30);
    Strokes all = countStrokes(view, few, -1);
    assert_true(all.front >= 3 * countContacts(few));
    assert_int_equal(all.overlay, 0);
    Strokes none = countStrokes(view, many, -1);
    assert_int_equal(none.front, 0);
    assert_int_equal(none.overlay, countContacts(many));
    Strokes one = countStrokes(view, many, 4);
    int32_t shown = countContacts(many) - one.overlay;
    assert_true(shown >= 3 && shown <= 4 && one.front >= 3 * shown && one.front < all.front);
    freeStage(few);
    freeStage(many);
    DestroyView(view);
}

// An arrow of any length is limited to a fraction of the picture, and ends within it. Red: a force of a heavy
// body that leaves the picture.
static void testArrowsStayShort(void **state) {
    (void)state;
    View *view = openView(WIDTH, HEIGHT);
    Stage *stage = makeStage(SCENE_STOP);
    gxCamera camera = MakeStageCamera(stage, WIDTH, HEIGHT);
    ViewOptions options = GetDefaultViewOptions();
    ViewPass pass = {view, stage, &camera, &options};
    const cdVec3 from = {1.0, 0.5, 0.0};
    for (double length = 1e-3; length < 1e9; length *= 10.0) {
        cdVec3 end = BoundArrow(&pass, from, cdAdd(from, (cdVec3){0.6 * length, 0.8 * length, 0.0}));
        double a[3] = {from.x, from.y, from.z}, b[3] = {end.x, end.y, end.z}, x0, y0, x1, y1;
        assert_true(gxProjectPoint(&camera, a, WIDTH, HEIGHT, &x0, &y0));
        assert_true(gxProjectPoint(&camera, b, WIDTH, HEIGHT, &x1, &y1));
        assert_true(hypot(x1 - x0, y1 - y0) <= 0.17 * HEIGHT);
        assert_true(x1 >= 0.0 && x1 <= WIDTH && y1 >= 0.0 && y1 <= HEIGHT);
        if (length <= 0.1) assert_true(fabs(cdLength(cdSub(end, from)) - length) < 0.01 * length);
    }
    freeStage(stage);
    DestroyView(view);
}

// A cube falls and rebounds: the point of its impact is on its lower side, and stays there while it flies on,
// where the world's point would be left in the air. Red: rings at the world's point; a point of the body at
// the step's end, when a fast one has moved on.
static void testImpactsStayOnTheirBody(void **state) {
    (void)state;
    SceneData data = MakeEmptySceneData();
    data.gravity = (cdVec3){0.0, -10.0, 0.0};
    AddSceneObject(&data, "floor", "builtin:box:x=8,y=1,z=8", SCENE_FIXED)->pose = poseAt(0.0, -1.0, 0.0);
    SceneObject *cube = AddSceneObject(&data, "cube", "builtin:box:x=0.5,y=0.5,z=0.5", SCENE_DYNAMIC);
    cube->pose = (cdPose){{0.0, 4.0, 0.0}, cdMakeQuat((cdVec3){0.0, 0.0, 1.0}, 0.4)};
    cube->restitution = 0.6;
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    if (!stage || !LoadStage(stage, NULL, &data, message, sizeof message)) fail_msg("%s", message);
    const StageEvent *impact = NULL;
    for (int i = 0; i < 120 && !impact; ++i) {
        ApplyStageEntry(stage, MakeAdvance(1.0 / 60.0));
        for (int32_t age = 0; GetStageEvent(stage, age); ++age)
            if (GetStageEvent(stage, age)->kind == CD_EVENT_IMPACT) impact = GetStageEvent(stage, age);
    }
    assert_non_null(impact);
    assert_int_equal(impact->carrier, 1);
    const StageEvent kept = *impact;
    // The lowest edge, in the cube's own frame.
    assert_true(fabs(fabs(kept.local.x) - 0.5) < 0.02 && fabs(kept.local.y + 0.5) < 0.02);
    for (int i = 0; i < 15; ++i)
        ApplyStageEntry(stage, MakeAdvance(1.0 / 60.0));
    cdVec3 now = cdTransformPoint(stage->objects[1].pose, kept.local);
    assert_true(cdLength(cdSub(now, kept.point)) > 0.2);
    freeStage(stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testOfACrowdTheSelectedIsShown),
        cmocka_unit_test(testArrowsStayShort),
        cmocka_unit_test(testImpactsStayOnTheirBody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

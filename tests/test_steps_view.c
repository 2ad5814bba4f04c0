// Pictures of a stepped search, drawn without a display: every kind of event has marks, without an OpenGL
// error, and the same event always gives the same picture.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "engine/message.h"
#include "stage_fixture.h"
#include "view/palette.h"
#include "view/view.h"
#include "view_fixture.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 640, HEIGHT = 480 };

static gxImage draw(View *view, const Stage *stage) {
    gxCamera camera = MakeStageCamera(stage, WIDTH, HEIGHT);
    ViewOptions options = GetDefaultViewOptions();
    DrawView(view, stage, &camera, &options);
    return ReadView(view);
}

static int countDifferent(const gxImage *a, const gxImage *b) {
    int count = 0;
    for (size_t i = 0; i < (size_t)WIDTH * HEIGHT; ++i)
        count += memcmp(a->pixels + 4 * i, b->pixels + 4 * i, 4) != 0;
    return count;
}

// Counts the pixels that the event's marks change in the picture of the same poses.
static int countMarks(View *view, Stage *stage, int32_t at) {
    SetStep(stage, at);
    gxImage with = draw(view, stage), again = draw(view, stage);
    assert_int_equal(countDifferent(&with, &again), 0);
    cdTraceKind kind = stage->steps.shown.event.kind;
    stage->steps.shown.event.kind = CD_TRACE_TOUCHES; // which has no marks of its own
    gxImage without = draw(view, stage);
    stage->steps.shown.event.kind = kind;
    int count = countDifferent(&with, &without);
    gxDestroyImage(&with);
    gxDestroyImage(&again);
    gxDestroyImage(&without);
    return count;
}

static bool hasMarks(cdTraceKind kind) {
    return kind == CD_TRACE_NODES_DISJOINT || kind == CD_TRACE_NODES_MEET || kind == CD_TRACE_LABEL_SKIP ||
           kind == CD_TRACE_FACES_DISJOINT || kind == CD_TRACE_FACES_MEET || kind == CD_TRACE_TABLE_SKIP ||
           kind == CD_TRACE_ELEMENTS || kind == CD_TRACE_SOLVED || kind == CD_TRACE_SHORTENED ||
           kind == CD_TRACE_VECTOR || kind == CD_TRACE_HULLS;
}

// The first event of every kind in the search. Red: a missing kind, marks at the resolved pose or off the
// picture, a corner view that fails.
static void checkKinds(View *view, Stage *stage, int32_t least) {
    const StageSteps *steps = &stage->steps;
    int32_t drawn = 0;
    for (int k = 0; k < CD_TRACE_KIND_COUNT; ++k) {
        if (GetStepTotal(steps, (cdTraceKind)k) == 0) continue;
        int marks = countMarks(view, stage, steps->order[steps->firsts[k]]);
        if (!hasMarks((cdTraceKind)k)) continue;
        if (marks < 60) fail_msg("kind %d: %d pixels", k, marks);
        ++drawn;
    }
    assert_true(drawn >= least);
}

static void testEveryKindIsDrawn(void **state) {
    (void)state;
    View *view = openView(WIDTH, HEIGHT);
    int errors = gxGetErrorCount();
    Stage *stage = makeStageWithHand("builtin:torus:major=1,minor=0.3,segments=12", SCENE_STOP);
    cdPose target = {{-0.4, 0.3, 0.2}, cdMakeQuat((cdVec3){0.6, 0.0, 0.8}, 0.7)};
    apply(stage, MakeMove(stage->selected, target));
    OpenStageSteps(stage);
    checkKinds(view, stage, 6);
    ChooseStageSteps(stage, STEPS_VECTOR);
    checkKinds(view, stage, 1);
    freeStage(stage);
    DestroyView(view);
    assert_int_equal(gxGetErrorCount(), errors);
}

// The moved object is drawn at the end of the remaining interval: at the first event at the target, at the
// last at the contact. Red: a picture that does not follow the cursor.
static void testThePictureFollows(void **state) {
    (void)state;
    View *view = openView(WIDTH, HEIGHT);
    Stage *stage = makeStageWithHand("builtin:torus:major=1,minor=0.3,segments=12", SCENE_STOP);
    apply(stage, MakeMove(stage->selected, poseAt(-0.5, 0.0, 0.0)));
    gxImage before = draw(view, stage);
    OpenStageSteps(stage);
    gxImage first = draw(view, stage);
    SetStep(stage, stage->steps.trace.eventCount);
    gxImage last = draw(view, stage);
    assert_true(countDifferent(&first, &last) > 5000);
    CloseStageSteps(stage);
    gxImage after = draw(view, stage);
    assert_int_equal(countDifferent(&before, &after), 0);
    gxDestroyImage(&before);
    gxDestroyImage(&first);
    gxDestroyImage(&last);
    gxDestroyImage(&after);
    freeStage(stage);
    DestroyView(view);
}

// The walk down an index: a new picture of the remaining cell for each node. Red: a cell that does not
// shrink.
static void testTheWalkIsDrawn(void **state) {
    (void)state;
    View *view = openView(WIDTH, HEIGHT);
    int errors = gxGetErrorCount();
    Stage *stage = makeStageWithHand("builtin:gear", SCENE_STOP);
    const StageObject *object = &stage->objects[0];
    assert_non_null(GetStageSolid(stage, 0));
    stage->probe.object = 0;
    stage->probe.hasPoint = true;
    stage->probe.point =
        cdTransformPoint(object->pose, cdLerp(object->info.center, object->info.bounds.upper, 0.5));
    ChooseStageSteps(stage, STEPS_INDEX);
    int32_t count = stage->steps.trace.eventCount;
    assert_true(count >= 4);
    gxImage before = draw(view, stage);
    for (int32_t i = 1; i < count; ++i) {
        SetStep(stage, i);
        gxImage now = draw(view, stage);
        assert_true(countDifferent(&before, &now) > 100);
        gxDestroyImage(&before);
        before = now;
    }
    gxDestroyImage(&before);
    freeStage(stage);
    DestroyView(view);
    assert_int_equal(gxGetErrorCount(), errors);
}

static bool isNearColor(const gxImage *image, int x, int y, gxColor color) {
    for (int dy = -3; dy <= 3; ++dy)
        for (int dx = -3; dx <= 3; ++dx) {
            int column = x + dx, row = y + dy;
            if (column < 0 || row < 0 || column >= WIDTH || row >= HEIGHT) continue;
            const unsigned char *p = image->pixels + 4 * ((size_t)row * WIDTH + (size_t)column);
            if (abs(p[0] - color.r) + abs(p[1] - color.g) + abs(p[2] - color.b) < 24) return true;
        }
    return false;
}

static void checkPoint(const gxImage *image, const Stage *stage, cdVec3 p, gxColor color) {
    gxCamera camera = MakeStageCamera(stage, WIDTH, HEIGHT);
    double point[3] = {p.x, p.y, p.z}, x, y;
    assert_true(gxProjectPoint(&camera, point, WIDTH, HEIGHT, &x, &y));
    assert_true(isNearColor(image, (int)x, (int)y, color));
}

// The last event of a search for a separating vector shows p on the moved hull and q on the other, each in
// its colour, at the vertices of the last vector. Red: numbers of the last event, which counts steps, taken
// for vertices; p and q exchanged; nothing at the end.
static void testTheLastVectorIsDrawn(void **state) {
    (void)state;
    View *view = openView(WIDTH, HEIGHT);
    Stage *stage = makeStageWithHand("builtin:icosphere:level=2", SCENE_STOP);
    ApplyStageEntry(stage,
                    MakeMove(stage->selected, (cdPose){{2.4, 1.9, 0.7}, cdMakeQuat((cdVec3){0, 0, 1}, 0.3)}));
    ChooseStageSteps(stage, STEPS_VECTOR);
    const StageSteps *steps = &stage->steps;
    SetStep(stage, steps->trace.eventCount - 1);
    assert_int_equal(steps->shown.event.kind, CD_TRACE_HULLS);
    const cdTraceEvent *vector = &steps->trace.events[steps->trace.eventCount - 2];
    assert_int_equal(vector->kind, CD_TRACE_VECTOR);
    const StageObject *a = &stage->objects[steps->key.object], *b = &stage->objects[steps->key.other];
    cdConvexInfo hullA = cdGetConvexInfo(a->info.hull), hullB = cdGetConvexInfo(b->info.hull);
    cdVec3 p = cdTransformPoint(a->pose, cdAdd(hullA.vertices[vector->a], hullA.center));
    cdVec3 q = cdTransformPoint(b->pose, cdAdd(hullB.vertices[vector->b], hullB.center));
    gxImage image = draw(view, stage);
    checkPoint(&image, stage, p, GetBoxColor(THEME_DARK, BOX_A));
    checkPoint(&image, stage, q, GetBoxColor(THEME_DARK, BOX_B));
    gxDestroyImage(&image);
    freeStage(stage);
    DestroyView(view);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testEveryKindIsDrawn),
        cmocka_unit_test(testThePictureFollows),
        cmocka_unit_test(testTheWalkIsDrawn),
        cmocka_unit_test(testTheLastVectorIsDrawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

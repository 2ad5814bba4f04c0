// Lessons without a window: every stop opens, finds its event and shows it. Goals are in test_lesson_goals.c.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "lesson_fixture.h"
#include "lessons/lesson_focus.h"
#include "stage/shown/step_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 808, HEIGHT = 430 };

static cdPose poseAt(double x, double y, double z) {
    return (cdPose){{x, y, z}, {1.0, 0.0, 0.0, 0.0}};
}

static cdPose shifted(cdPose pose, double x, double y, double z) {
    pose.p = cdAdd(pose.p, (cdVec3){x, y, z});
    return pose;
}

// --- The tests

static int countSentences(const char *text) {
    int count = 0;
    for (const char *at = text; *at; ++at)
        count += *at == '.' && (at[1] == '\0' || at[1] == ' ');
    return count;
}

// Red: a lesson with too many stops or words, a duplicate in the list, a stop without its source.
static void testCardsAreComplete(void **state) {
    (void)state;
    int32_t count = 0;
    const Lesson *const *lessons = GetLessons(&count);
    for (int32_t i = 0; i < count; ++i) {
        assert_ptr_equal(FindLesson(lessons[i]->name), lessons[i]);
        assert_true(lessons[i]->stopCount >= 6 && lessons[i]->stopCount <= LESSON_STOP_MAX);
        for (int32_t k = 0; k < lessons[i]->stopCount; ++k) {
            const LessonStop *stop = &lessons[i]->stops[k];
            if (countSentences(stop->text) != 2 || strlen(stop->text) > 330)
                fail_msg("%s: '%s': not two short sentences", lessons[i]->name, stop->title);
            assert_non_null(stop->formula);
            assert_true(stop->source[0] == '[' && strlen(stop->title) < 40);
            assert_non_null(stop->goal);
            int tests = (stop->isReached != NULL) + (stop->isEvent != NULL) + (stop->isShown != NULL) +
                        (stop->isWay != NULL);
            assert_int_equal(tests, 1);
        }
    }
    assert_null(FindLesson("no-such-lesson"));
}

// The event exists and is the one that the page "Step by step" shows there; opened twice it is the same. Red:
// an event found by a number, a stop that depends on earlier actions.
static void checkEvent(Tour *tour, const LessonStop *stop) {
    char text[STEP_TEXT_SIZE], again[STEP_TEXT_SIZE];
    assert_true(tour->run.shows == (stop->find != NULL));
    if (!stop->find) return;
    int32_t at = tour->stage->steps.at;
    DescribeStep(tour->stage, text);
    assert_true(strlen(text) > 20);
    SetStep(tour->stage, at > 0 ? 0 : 1);
    openStop(tour, tour->run.stop);
    DescribeStep(tour->stage, again);
    assert_int_equal(tour->stage->steps.at, at);
    assert_string_equal(again, text);
}

// The extent in the picture of an event drawn in full by the library.
typedef struct Extent {
    gxCamera camera;
    double left, right, top, bottom;
    int count[CD_OWNER_B + 1], outside;
} Extent;

static void takePoint(cdVec3 p, cdDrawStyle style, void *context) {
    Extent *extent = context;
    double point[3] = {p.x, p.y, p.z}, x = 0.0, y = 0.0;
    if (style.fade > 0.0 || style.role == CD_ROLE_SPHERE || style.role == CD_ROLE_HULL) return;
    ++extent->count[style.owner];
    bool seen = gxProjectPoint(&extent->camera, point, WIDTH, HEIGHT, &x, &y);
    if (!seen || x < 0.0 || y < 0.0 || x > WIDTH || y > HEIGHT) ++extent->outside;
    extent->left = fmin(extent->left, x);
    extent->right = fmax(extent->right, x);
    extent->top = fmin(extent->top, y);
    extent->bottom = fmax(extent->bottom, y);
}

static void takeSegment(cdVec3 a, cdVec3 b, cdDrawStyle style, void *context) {
    if (style.owner == CD_OWNER_NONE) return;
    takePoint(a, style, context);
    takePoint(b, style, context);
}

static void takeTriangle(cdVec3 a, cdVec3 b, cdVec3 c, cdDrawStyle style, void *context) {
    takeSegment(a, b, style, context);
    takePoint(c, style, context);
}

static void takeSphere(cdVec3 center, double radius, cdDrawStyle style, void *context) {
    takePoint(shifted(poseAt(center.x, center.y, center.z), 0.0, radius, 0.0).p, style, context);
    takePoint(shifted(poseAt(center.x, center.y, center.z), 0.0, -radius, 0.0).p, style, context);
}

static bool isInPicture(const gxCamera *camera, cdVec3 p) {
    double point[3] = {p.x, p.y, p.z}, x = 0.0, y = 0.0;
    return gxProjectPoint(camera, point, WIDTH, HEIGHT, &x, &y) && x > 0.0 && y > 0.0 && x < WIDTH &&
           y < HEIGHT;
}

// All corners of both boxes, or the point at a solid, are in the picture.
static void checkWhole(const Tour *tour, const LessonStop *stop) {
    const Stage *stage = tour->stage;
    gxCamera camera = PlaceLessonCamera(stage, stop, WIDTH, HEIGHT);
    if (stop->search == STEPS_INDEX) {
        assert_true(isInPicture(&camera, stage->probe.point));
        return;
    }
    for (int32_t i = 0; i < 2; ++i) {
        const StageObject *box = &stage->objects[i];
        for (int k = 0; k < 8; ++k) {
            cdVec3 half = cdScale(0.5, cdSub(box->info.bounds.upper, box->info.bounds.lower));
            cdVec3 corner = {k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y, k & 4 ? half.z : -half.z};
            assert_true(box->stretched || isInPicture(&camera, cdTransformPoint(box->pose, corner)));
        }
    }
}

// Both of the pair are in the picture, and large enough. Red: a camera on the objects' middles, at the
// resolved pose instead of the shown one, from too far away.
static void checkPicture(Tour *tour, const LessonStop *stop) {
    const Stage *stage = tour->stage;
    if (stop->find && (stop->search == STEPS_INDEX || stop->search == STEPS_BOXES)) checkWhole(tour, stop);
    if (!stop->find || stop->search == STEPS_INDEX || stop->search == STEPS_BOXES) return;
    Extent extent = {.camera = PlaceLessonCamera(stage, stop, WIDTH, HEIGHT),
                     .left = WIDTH,
                     .right = 0.0,
                     .top = HEIGHT,
                     .bottom = 0.0};
    const cdDebugDraw draw = {.segment = takeSegment,
                              .triangle = takeTriangle,
                              .point = takePoint,
                              .sphere = takeSphere,
                              .context = &extent};
    cdTracedQuery query = GetStepQuery(stage);
    if (!IsStepOfNodes(stage->steps.shown.event.kind)) query.motion = NULL;
    cdDrawTraceEvent(&draw, &stage->steps.shown.event, &query);
    bool hulls = stage->steps.shown.event.kind == CD_TRACE_HULLS; // with no marks except the hulls
    double size = fmax(extent.right - extent.left, extent.bottom - extent.top);
    bool both = extent.count[CD_OWNER_A] > 0 && extent.count[CD_OWNER_B] > 0;
    // For a distant view, a corner view shows it from near.
    double least = stop->look == LESSON_LOOK_EVENT ? 12.0 : stop->shows & LESSON_SHOWS_INSETS ? 2.0 : 40.0;
    if (hulls || (both && extent.outside == 0 && size > least)) return;
    fail_msg("%s, '%s': %d and %d points, %d of them outside, %.0f pixels", tour->run.lesson->name,
             stop->title, extent.count[CD_OWNER_A], extent.count[CD_OWNER_B], extent.outside, size);
}

// All stops of a lesson in order on one stage, like a user.
static void checkLesson(const char *name) {
    const Lesson *lesson = FindLesson(name);
    assert_non_null(lesson);
    Tour tour = beginTour(lesson);
    for (int32_t i = 0; i < lesson->stopCount; ++i) {
        openStop(&tour, i);
        checkEvent(&tour, &lesson->stops[i]);
        checkPicture(&tour, &lesson->stops[i]);
    }
    endTour(&tour);
}

static void testFirstContact(void **state) {
    (void)state;
    checkLesson("first-contact");
}

static void testIndex(void **state) {
    (void)state;
    checkLesson("brep-index");
}

static void testRegions(void **state) {
    (void)state;
    checkLesson("contact-regions");
}

static void testBoxes(void **state) {
    (void)state;
    checkLesson("boxes");
}

static void testPaths(void **state) {
    (void)state;
    checkLesson("paths");
}

static void testSeparatingVectors(void **state) {
    (void)state;
    checkLesson("separating-vectors");
}

static int32_t findNothing(const StageSteps *steps) {
    (void)steps;
    return -1;
}

// A stop without its event reports that, and is still open. Red: a crash at event -1, the event of another
// stop still shown.
static void testMissingEventIsReported(void **state) {
    (void)state;
    static const LessonStop stops[] = {{.title = "Nothing", .story = 2, .find = findNothing}};
    const Lesson lesson = {.name = "none", .scene = "teapot and bunny", .stops = stops, .stopCount = 1};
    Tour tour = beginTour(&lesson);
    char message[512] = "";
    assert_true(LoadStageScene(tour.stage, FindScene(lesson.scene), message, sizeof message));
    assert_false(OpenLessonStop(&tour.run, 0, tour.stage, &tour.view, message, sizeof message));
    assert_non_null(strstr(message, "Nothing"));
    assert_false(tour.run.shows);
    assert_false(tour.stage->steps.open);
    endTour(&tour);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testCardsAreComplete),

        cmocka_unit_test(testFirstContact),
        cmocka_unit_test(testSeparatingVectors),
        cmocka_unit_test(testIndex),
        cmocka_unit_test(testRegions),
        cmocka_unit_test(testBoxes),
        cmocka_unit_test(testPaths),
        cmocka_unit_test(testMissingEventIsReported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

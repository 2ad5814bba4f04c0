// Lessons without a window: every stop opens, finds its event, shows it, and its goal is reachable.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "collision/solid.h"
#include "lesson_fixture.h"
#include "lessons/lesson_focus.h"
#include "stage/shown/step_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 808, HEIGHT = 430 };

// --- Actions that reach the goals

static cdPose poseAt(double x, double y, double z) {
    return (cdPose){{x, y, z}, {1.0, 0.0, 0.0, 0.0}};
}

static cdPose turned(cdPose pose, cdVec3 axis, double angle) {
    return (cdPose){pose.p, cdNormalizeQuat(cdMulQuat(cdMakeQuat(axis, angle), pose.q))};
}

static cdPose shifted(cdPose pose, double x, double y, double z) {
    pose.p = cdAdd(pose.p, (cdVec3){x, y, z});
    return pose;
}

static void dragBack(Stage *stage) {
    ApplyStageEntry(stage, MakeSetMode(SCENE_CONTINUOUS));
    ApplyStageEntry(stage, MakeMove(1, shifted(stage->objects[1].pose, 3.5, 0.0, 0.2)));
}

static void turnTeapot(Stage *stage) {
    ApplyStageEntry(stage, MakeMove(1, turned(stage->objects[1].pose, (cdVec3){0.0, 1.0, 0.0}, 1.05)));
}

// The first step leaves the contact, where elements are near each other.
static void dragAway(Stage *stage) {
    ApplyStageEntry(stage, MakeMove(1, shifted(stage->objects[1].pose, 0.5, 0.3, 0.0)));
    ApplyStageEntry(stage, MakeMove(1, shifted(stage->objects[1].pose, 1.0, 0.3, 0.0)));
}

// At several heights, until an edge meets an edge.
static void tryHeights(Stage *stage) {
    for (int i = 0; i < 40 && stage->query.contact.kind != CD_EDGE_EDGE; ++i) {
        ApplyStageEntry(stage, MakePlace(1, (cdPose){{1.9, -0.2 + 0.02 * i, 0.1}, stage->objects[1].pose.q}));
        ApplyStageEntry(stage, MakeMove(1, shifted(stage->objects[1].pose, -1.9, 0.0, 0.0)));
    }
}

static void comeFromAbove(Stage *stage) {
    ApplyStageEntry(stage, MakePlace(1, (cdPose){{-0.2, 2.2, 0.0}, stage->objects[1].pose.q}));
    ApplyStageEntry(stage, MakeMove(1, shifted(stage->objects[1].pose, 0.0, -2.0, 0.0)));
}

static void jumpOver(Stage *stage) {
    cdPose away = {{1.9, 0.1, 0.0}, stage->objects[1].pose.q};
    ApplyStageEntry(stage, MakeMove(1, away));
    ApplyStageEntry(stage, MakeMove(1, shifted(away, -3.8, 0.0, 0.0)));
}

static void standAside(Stage *stage) {
    ApplyStageEntry(stage, MakeMove(1, poseAt(2.6, 0.3, 0.0)));
}

// As found by the window's random trials.
static void standAskew(Stage *stage) {
    cdPose pose = {{1.496, 0.303, 0.0}, cdNormalizeQuat((cdQuat){0.8346, 0.1021, 0.1796, 0.5107})};
    ApplyStageEntry(stage, MakePlace(1, pose));
}

static void pullOut(Stage *stage) {
    ApplyStageEntry(stage, MakeMove(1, shifted(stage->objects[1].pose, 1.6, 0.0, 0.0)));
}

// Moves the sliders back.
static void slowDown(Stage *stage) {
    const SceneParam *speed = &stage->scene->params[4], *rotation = &stage->scene->params[5];
    assert_string_equal(speed->label, "speed");
    assert_string_equal(rotation->label, "rotation");
    ApplyStageEntry(stage, MakeSetParam(4, 1.0));
    ApplyStageEntry(stage, MakeSetParam(5, 2.0));
    for (int i = 0; i < 300; ++i)
        ApplyStageEntry(stage, MakeAdvance(1.0 / 60.0));
    ApplyStageEntry(stage, MakeSetParam(4, speed->initial));
    ApplyStageEntry(stage, MakeSetParam(5, rotation->initial));
}

static void makeLongStep(Stage *stage) {
    ApplyStageEntry(stage, MakeMove(1, shifted(stage->objects[1].pose, 1.5, 0.0, 0.0)));
}

// Like the cursor of the window; local frame of the gear.
static void pointAt(Stage *stage, cdVec3 point) {
    stage->probe.hasPoint = true;
    stage->probe.point = cdTransformPoint(stage->objects[0].pose, point);
    ClassifyStageProbe(stage);
}

static void pointIntoBore(Stage *stage) {
    pointAt(stage, stage->objects[0].info.center);
}

static void pointAtEdge(Stage *stage) {
    const cdMesh *solid = GetStageSolid(stage, 0)->solid;
    const cdSolidEdge edge = cdGetSolidEdge(solid, 5);
    cdVec3 a = cdGetSolidVertex(solid, edge.vertices[0]).point;
    cdVec3 b = cdGetSolidVertex(solid, edge.vertices[1]).point;
    pointAt(stage, cdAdd(cdLerp(a, b, 0.5), cdGetSolidInfo(solid).center));
}

static void drawAcross(Stage *stage) {
    const StageObject *gear = &stage->objects[0];
    cdVec3 way = {1.4 * gear->info.radius, 0.02, 0.01};
    stage->probe.hasSegment = true;
    stage->probe.from = cdTransformPoint(gear->pose, cdSub(gear->info.center, way));
    stage->probe.to = cdTransformPoint(gear->pose, cdAdd(gear->info.center, way));
    ClassifyStageProbe(stage);
}

// About its lower right edge, from its pose. Finds regions like the window's frames.
static void tipBox(Stage *stage) {
    int32_t box = stage->selected;
    const StageObject *object = &stage->objects[box];
    cdVec3 hinge = cdTransformPoint(object->pose, (cdVec3){0.5, -0.25, 0.0});
    cdVec3 axis = cdRotate(object->pose.q, (cdVec3){0.0, 0.0, 1.0});
    cdQuat turn = cdMakeQuat(axis, -0.3);
    cdPose pose = {cdAdd(hinge, cdRotate(turn, cdSub(object->pose.p, hinge))),
                   cdMulQuat(turn, object->pose.q)};
    ApplyStageEntry(stage, MakePlace(box, shifted(pose, 0.0, 0.3, 0.0)));
    ApplyStageEntry(stage, MakeMove(box, shifted(pose, 0.0, -0.2, 0.0)));
    UpdateStageRegions(stage);
}

static void drawKey(Stage *stage) {
    ApplyStageEntry(stage, MakeMove(1, shifted(stage->objects[1].pose, 0.3, 0.0, 0.0)));
    UpdateStageRegions(stage);
}

static void pullOffWall(Stage *stage) {
    ApplyStageEntry(stage, MakeMove(1, shifted(stage->objects[1].pose, 0.3, 0.0, 0.0)));
    UpdateStageRegions(stage);
}

static void liftBlock(Stage *stage) {
    ApplyStageEntry(stage, MakeMove(1, shifted(stage->objects[1].pose, 0.0, 0.3, 0.0)));
    UpdateStageRegions(stage);
}

// Over the edge and down onto the top.
static void pushOntoStep(Stage *stage) {
    cdPose flat = {{0.62, 1.2, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    ApplyStageEntry(stage, MakePlace(1, flat));
    ApplyStageEntry(stage, MakeMove(1, shifted(flat, 0.0, -1.2, 0.0)));
    UpdateStageRegions(stage);
}

static void scrubBack(Stage *stage) {
    ApplyStageEntry(stage, MakeScrub(0.2));
}

static void scrubOn(Stage *stage) {
    ApplyStageEntry(stage, MakeScrub(stage->boxes.contact.t.lo + 0.1));
}

static void scrubToNearest(Stage *stage) {
    ApplyStageEntry(stage, MakeScrub(0.55));
}

// With the box rotated in each direction.
static void tryTurns(Stage *stage) {
    for (int i = 0; i < 40 && stage->boxes.contact.pair.kind != CD_EDGE_EDGE; ++i) {
        cdPose start =
            turned(poseAt(-2.6, 0.3, 0.0), cdNormalize((cdVec3){1.0, 0.3 * i, 0.5}), 0.4 + 0.1 * i);
        ApplyStageEntry(stage, MakePlace(1, start));
        ApplyStageEntry(stage, MakeMove(1, shifted(start, 2.4, 0.3, 0.1)));
    }
}

typedef struct Solution {
    const char *lesson, *title; // of the stop
    void (*solve)(Stage *stage);
} Solution;

static const Solution solutions[] = {
    {"first-contact", "A discrete test is too late", dragBack},
    {"first-contact", "A motion between two poses", turnTeapot},
    {"first-contact", "A pair that stays disjoint", dragAway},
    {"first-contact", "The equation of two edges", tryHeights},
    {"first-contact", "First contact", comeFromAbove},
    {"first-contact", "The same step with the discrete method", jumpOver},
    {"separating-vectors", "Begin with the line of centres", standAside},
    {"separating-vectors", "Closer with every step", standAskew},
    {"separating-vectors", "When no vector remains", pullOut},
    {"separating-vectors", "Last frame's vector first", slowDown},
    {"separating-vectors", "A whole step at once", makeLongStep},
    {"brep-index", "Where is this point?", pointIntoBore},
    {"brep-index", "On a plane: one dimension less", pointAtEdge},
    {"brep-index", "A segment becomes pieces", drawAcross},
    {"boxes", "The origin reaches the sum", scrubBack},
    {"boxes", "The first contact", scrubOn},
    {"boxes", "A graze", scrubToNearest},
    {"boxes", "The same on a screw", tryTurns},
    {"contact-regions", "Touching is one region", tipBox},
    {"contact-regions", "Three of sixteen suffice", drawKey},
    {"contact-regions", "Each normal blocks a half space", pullOffWall},
    {"contact-regions", "When the geometry is ambiguous", liftBlock},
    {"contact-regions", "Slide along the regions", pushOntoStep},
};

static const Solution *findSolution(const Lesson *lesson, const LessonStop *stop) {
    for (size_t i = 0; i < sizeof solutions / sizeof *solutions; ++i) {
        if (strcmp(solutions[i].lesson, lesson->name) == 0 && strcmp(solutions[i].title, stop->title) == 0)
            return &solutions[i];
    }
    return NULL;
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
            assert_true((stop->goal != NULL) == (stop->isReached != NULL));
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

// No goal is reached when its stop is opened; each is reached by following its text, and stays so; reopened,
// it is not. Red: a goal that is always true, an unreachable one.
static void checkGoal(Tour *tour, const LessonStop *stop) {
    const char *name = tour->run.lesson->name;
    int32_t index = tour->run.stop;
    if (!stop->goal) return;
    if (stop->isReached(tour->stage) || tour->run.reached[index])
        fail_msg("%s, '%s': reached at once", name, stop->title);
    const Solution *solution = findSolution(tour->run.lesson, stop);
    if (!solution) fail_msg("%s, '%s': no solution", name, stop->title);
    solution->solve(tour->stage);
    UpdateLesson(&tour->run, tour->stage);
    if (!tour->run.reached[index]) fail_msg("%s, '%s': not reached", name, stop->title);
    assert_false(tour->run.shows); // shows the user's action, not the earlier event
    openStop(tour, index);
    assert_false(stop->isReached(tour->stage) || tour->run.reached[index]);
    solution->solve(tour->stage);
    UpdateLesson(&tour->run, tour->stage);
    ApplyStageEntry(tour->stage, MakeRestart());
    UpdateLesson(&tour->run, tour->stage);
    assert_true(tour->run.reached[index]);
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
        checkGoal(&tour, &lesson->stops[i]);
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

static void testSeparatingVectors(void **state) {
    (void)state;
    checkLesson("separating-vectors");
}

// Red: a solution of a renamed stop, which tests nothing.
static void testEverySolutionHasItsStop(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof solutions / sizeof *solutions; ++i) {
        const Lesson *lesson = FindLesson(solutions[i].lesson);
        bool found = false;
        for (int32_t k = 0; lesson && k < lesson->stopCount; ++k)
            found = found || strcmp(lesson->stops[k].title, solutions[i].title) == 0;
        if (!found) fail_msg("%s, '%s': no such stop", solutions[i].lesson, solutions[i].title);
    }
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
        cmocka_unit_test(testEverySolutionHasItsStop),
        cmocka_unit_test(testMissingEventIsReported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

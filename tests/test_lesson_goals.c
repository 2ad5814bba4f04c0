// The goals of lessons: each stop has one, which its text's action reaches and another action does not.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "collision/plan.h"
#include "lesson_actions.h"
#include "services/way_edges.h"

#include <stdlib.h>
#include <string.h>

typedef struct Solution {
    const char *lesson, *title; // of the stop
    void (*solve)(Stage *stage);
    void (*other)(Stage *stage); // another action, which does not reach the goal
} Solution;

static const Solution solutions[] = {
    {"first-contact", "A discrete test is too late", dragBack, dragBackDiscretely},
    {"first-contact", "A motion between two poses", turnTeapot, turnLittle},
    {"first-contact", "A pair that stays disjoint", dragAway, pushInto},
    {"first-contact", "Two triangles come near", leaveContact, dragAway},
    {"first-contact", "The equation of two edges", tryHeights, dragAway},
    {"first-contact", "First contact", comeFromAbove, pushInto},
    {"first-contact", "The same step with the discrete method", jumpOver, jumpContinuously},
    {"separating-vectors", "Begin with the line of centres", standAside, standAskew},
    {"separating-vectors", "Reflect the vector", tryReflections, standAside},
    {"separating-vectors", "Closer with every step", standAskew, standAside},
    {"separating-vectors", "When no vector remains", pullOut, pullLittle},
    {"separating-vectors", "Last frame's vector first", slowDown, playFast},
    {"separating-vectors", "A whole step at once", makeLongStep, makeShortStep},
    {"brep-index", "Where is this point?", pointIntoBore, pointAtEdge},
    {"brep-index", "The root divides space into three", pointBelowRoot, pointBeside},
    {"brep-index", "Halfway down", pointDeep, pointIntoBore},
    {"brep-index", "On a plane: one dimension less", pointAtEdge, pointIntoBore},
    {"brep-index", "A vertex is three planes", pointAtFace, pointAtEdge},
    {"brep-index", "A segment becomes pieces", drawAcross, drawOut},
    {"boxes", "The origin reaches the sum", scrubBack, scrubOn},
    {"boxes", "The first contact", scrubOn, scrubBack},
    {"boxes", "A graze", scrubToNearest, scrubHalf},
    {"boxes", "Parallel along the whole route", scrubToTop, scrubHalf},
    {"boxes", "Boxes that stretch and shear", scrubOn, scrubBack},
    {"boxes", "The same on a screw", tryTurns, lift},
    {"contact-regions", "Touching is one region", tipBox, lift},
    {"contact-regions", "Three of sixteen suffice", drawKey, lift},
    {"contact-regions", "Each normal blocks a half space", pullOffWall, pullOffAll},
    {"contact-regions", "A line with two normals", pullBack, lift},
    {"contact-regions", "When the geometry is ambiguous", liftBlock, moveAside},
    {"contact-regions", "So normals persist", setDownAgain, lift},
    {"contact-regions", "Many points, one contact", moveInwards, lift},
    {"contact-regions", "Back faces cannot collide", moveUp, moveDown},
    {"contact-regions", "Slide along the regions", pushOntoStep, lift},
    {"paths", "Two free poses prove nothing", pullBackDown, pullDownDiscretely},
    {"paths", "More samples do not help", endInWall, jumpBack},
    {"paths", "Every instant of an edge", lowerHook, lowerLittle},
    {"paths", "Contacts lead the way", pullAlongBar, moveFreelyAlong},
};

static void showHalves(ViewOptions *view) {
    view->sphereTree = true;
    view->treeLevel = 1;
}

static void showLeaves(ViewOptions *view) {
    view->sphereTree = true;
    view->treeLevel = -1;
}

static void showHulls(ViewOptions *view) {
    view->proxy = true;
}

static void showSufficient(ViewOptions *view) {
    view->wholeSet = false;
}

static void showFiveLevels(ViewOptions *view) {
    view->indexDepth = 5;
}

static void showFourLevels(ViewOptions *view) {
    view->indexDepth = 4;
}

static void hideNormals(ViewOptions *view) {
    view->normals = false;
}

// Goals of the cursor: `presses` of . or, if negative, of , reach it, and no fewer. Goals of overlays.
typedef struct Look {
    const char *lesson, *title; // of the stop
    int32_t presses;
    void (*show)(ViewOptions *view);
    void (*other)(ViewOptions *view); // another overlay, which does not reach the goal
} Look;

static const Look looks[] = {
    {.lesson = "first-contact", .title = "Two trees of spheres", .show = showHalves, .other = showLeaves},
    {.lesson = "first-contact", .title = "Spheres that need the equation", .presses = 10},
    {.lesson = "first-contact", .title = "In one plane, but no contact", .presses = 2},
    {.lesson = "first-contact", .title = "Only earlier times matter now", .presses = 2},
    {.lesson = "first-contact", .title = "Skipped by its label", .presses = 1},
    {.lesson = "separating-vectors",
     .title = "One direction proves it",
     .show = showHulls,
     .other = showLeaves},
    {.lesson = "separating-vectors", .title = "The two supporting vertices", .presses = 2},
    {.lesson = "brep-index",
     .title = "Which plane comes first",
     .show = showFiveLevels,
     .other = showFourLevels},
    {.lesson = "boxes", .title = "Thirty faces", .presses = 6},
    {.lesson = "boxes", .title = "The sphere of normals selects pairs", .presses = -1},
    {.lesson = "boxes", .title = "Cut the route where a sign changes", .presses = 2},
    {.lesson = "boxes", .title = "Follow one plane", .presses = 4},
    {.lesson = "contact-regions",
     .title = "Everything that touches",
     .show = showSufficient,
     .other = hideNormals},
};

// Goals of the way out. It is found and certified; `solve` edits it, or moves the object; `other` does not
// reach the goal.
typedef struct WayGoal {
    const char *title; // of the stop
    void (*solve)(Stage *stage, Way *way);
    void (*other)(Stage *stage, Way *way);
} WayGoal;

static void dragTo(Stage *stage, Way *way, int32_t node, cdVec3 by) {
    WayScene scene = {0};
    bool changed = false;
    assert_true(ReadWayScene(&scene, stage, way->object, 10.0, &changed));
    cdPose intended = way->nodes[node].pose;
    intended.p = cdAdd(intended.p, by);
    assert_true(SlideWaypoint(way, &scene, node, intended, (cdBudget){0}));
    assert_true(CertifyWay(way, &scene, (cdBudget){0}));
    FreeWayScene(&scene);
}

static void leaveAsFound(Stage *stage, Way *way) {
    (void)stage;
    (void)way;
}

static void openEdges(Stage *stage, Way *way) {
    (void)stage;
    OpenWayEdges(way);
}

static void followHalf(Stage *stage, Way *way) {
    ApplyStageEntry(stage, MakeMove(way->object, way->nodes[1].pose));
}

static void followWhole(Stage *stage, Way *way) {
    for (int32_t i = 1; i < way->nodeCount; ++i)
        ApplyStageEntry(stage, MakeMove(way->object, way->nodes[i].pose));
}

// As the pointer does at the card's camera: to the left.
static void dragAcross(Stage *stage, Way *way) {
    dragTo(stage, way, 1, (cdVec3){-1.0, 0.0, 0.4});
}

static void dragEnd(Stage *stage, Way *way) {
    dragTo(stage, way, way->nodeCount - 1, (cdVec3){0.0, 0.2, 0.0});
}

static const WayGoal wayGoals[] = {
    {"The way out", leaveAsFound, openEdges},
    {"How near it comes", followWhole, followHalf},
    {"A free pose is not a free edge", dragAcross, dragEnd},
    {"Certified edge by edge", dragEnd, dragAcross},
};

static const WayGoal *findWayGoal(const LessonStop *stop) {
    for (size_t i = 0; i < sizeof wayGoals / sizeof *wayGoals; ++i)
        if (strcmp(wayGoals[i].title, stop->title) == 0) return &wayGoals[i];
    return NULL;
}

static Way findWay(Stage *stage) {
    enum { NODES = 64, HOOK = 1 };
    WayScene scene = {0};
    Way way = {0};
    cdPathNode nodes[NODES];
    bool changed = false;
    assert_true(ReadWayScene(&scene, stage, HOOK, 0.0, &changed));
    cdPlanInput input = {.shapes = scene.shapes,
                         .shapeCount = scene.shapeCount,
                         .obstacles = scene.obstacles,
                         .obstacleCount = scene.others,
                         .start = stage->objects[HOOK].pose,
                         .budget = {.maxPairTests = 2000000},
                         .nodes = nodes,
                         .nodeCapacity = NODES};
    cdPlan plan = cdPlanPath(&input, scene.workspace);
    assert_int_equal(plan.state, CD_PLAN_FOUND);
    assert_true(SetWayNodes(&way, nodes, plan.nodeCount));
    way.object = HOOK;
    assert_true(CertifyWay(&way, &scene, (cdBudget){0}));
    FreeWayScene(&scene);
    return way;
}

static const Solution *findSolution(const Lesson *lesson, const LessonStop *stop) {
    for (size_t i = 0; i < sizeof solutions / sizeof *solutions; ++i) {
        if (strcmp(solutions[i].lesson, lesson->name) == 0 && strcmp(solutions[i].title, stop->title) == 0)
            return &solutions[i];
    }
    return NULL;
}

static const Look *findLook(const Lesson *lesson, const LessonStop *stop) {
    for (size_t i = 0; i < sizeof looks / sizeof *looks; ++i) {
        if (strcmp(looks[i].lesson, lesson->name) == 0 && strcmp(looks[i].title, stop->title) == 0)
            return &looks[i];
    }
    return NULL;
}

static void failAt(const Tour *tour, const char *problem) {
    fail_msg("%s, '%s': %s", tour->run.lesson->name, GetLessonStop(&tour->run)->title, problem);
}

static bool isReached(Tour *tour) {
    UpdateLesson(&tour->run, tour->stage, &tour->view);
    return tour->run.reached[tour->run.stop];
}

static void reopen(Tour *tour) {
    openStop(tour, tour->run.stop);
    if (isReached(tour)) failAt(tour, "reached at once");
}

static void checkSolution(Tour *tour, const Solution *solution) {
    const LessonStop *stop = GetLessonStop(&tour->run);
    reopen(tour);
    if (stop->isReached(tour->stage)) failAt(tour, "reached at once, but for the event");
    solution->other(tour->stage);
    if (isReached(tour)) failAt(tour, "reached by another action");
    for (int i = 0; i < 2; ++i) {
        reopen(tour);
        solution->solve(tour->stage);
        if (!isReached(tour)) failAt(tour, "not reached");
        assert_false(tour->run.shows); // shows the user's action, not the earlier event
    }
    ApplyStageEntry(tour->stage, MakeRestart());
    assert_true(isReached(tour));
}

static void press(Tour *tour, const Look *look) {
    MoveStep(tour->stage, look->presses > 0 ? 1 : -1);
}

static void checkPresses(Tour *tour, const Look *look) {
    reopen(tour);
    for (int32_t i = 1; i < abs(look->presses); ++i) {
        press(tour, look);
        if (isReached(tour)) failAt(tour, "reached too early");
    }
    press(tour, look);
    if (!isReached(tour)) failAt(tour, "not reached");
    assert_true(tour->run.shows);
    reopen(tour);
    ApplyStageEntry(tour->stage, MakeMove(1, shifted(tour->stage->objects[1].pose, 0.3, 0.3, 0.0)));
    UpdateLesson(&tour->run, tour->stage, &tour->view);
    for (int32_t i = 0; i < abs(look->presses); ++i)
        press(tour, look);
    if (isReached(tour)) failAt(tour, "reached in another search");
}

static void checkOverlay(Tour *tour, const Look *look) {
    reopen(tour);
    look->other(&tour->view);
    if (isReached(tour)) failAt(tour, "reached by another overlay");
    look->show(&tour->view);
    if (!isReached(tour)) failAt(tour, "not reached");
    reopen(tour);
}

static void tryWay(Tour *tour, void (*act)(Stage *stage, Way *way), bool reaches) {
    reopen(tour);
    Way way = findWay(tour->stage);
    act(tour->stage, &way);
    tour->run.way = &way;
    if (isReached(tour) != reaches) failAt(tour, reaches ? "not reached" : "reached by another action");
    tour->run.way = NULL;
    FreeWay(&way);
}

static void checkWayGoal(Tour *tour, const WayGoal *goal) {
    tryWay(tour, goal->other, false);
    if (goal->solve != leaveAsFound) tryWay(tour, leaveAsFound, false);
    tryWay(tour, goal->solve, true);
    assert_true(isReached(tour)); // without the way, too
}

// No goal is reached when its stop is opened; each is reached by following its text, by no other action, and
// stays so; reopened, it is not. Red: a goal that is always true, an unreachable one, one that any action
// reaches.
static void checkGoal(Tour *tour, const LessonStop *stop) {
    const Solution *solution = findSolution(tour->run.lesson, stop);
    const Look *look = findLook(tour->run.lesson, stop);
    const WayGoal *way = findWayGoal(stop);
    if ((solution != NULL) + (look != NULL) + (way != NULL) != 1) failAt(tour, "not one solution");
    if (way)
        checkWayGoal(tour, way);
    else if (solution)
        checkSolution(tour, solution);
    else if (look->show)
        checkOverlay(tour, look);
    else
        checkPresses(tour, look);
}

static void checkLesson(const char *name) {
    const Lesson *lesson = FindLesson(name);
    assert_non_null(lesson);
    Tour tour = beginTour(lesson);
    for (int32_t i = 0; i < lesson->stopCount; ++i) {
        openStop(&tour, i);
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

static void testPaths(void **state) {
    (void)state;
    checkLesson("paths");
}

static void testSeparatingVectors(void **state) {
    (void)state;
    checkLesson("separating-vectors");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testFirstContact), cmocka_unit_test(testSeparatingVectors),
        cmocka_unit_test(testIndex),        cmocka_unit_test(testRegions),
        cmocka_unit_test(testBoxes),        cmocka_unit_test(testPaths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

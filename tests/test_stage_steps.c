// A search stepped through: the events of known pairs, the cursor over them, and the description of each
// kind.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "stage/shown/step_text.h"
#include "stage_fixture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void assertClose(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance)) fail_msg("%.17g is not %.17g", value, expected);
}

static Stage *openStage(const char *scene) {
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    if (!stage || !LoadStageScene(stage, FindScene(scene), message, sizeof message)) abort();
    return stage;
}

// A torus dragged into a box: the hulls do not separate, not two boxes, so spheres and elements are tested.
static Stage *makeContact(void) {
    Stage *stage = makeStageWithHand("builtin:torus:major=1,minor=0.3,segments=12", SCENE_STOP);
    cdPose target = {{-0.4, 0.3, 0.2}, cdMakeQuat((cdVec3){0.6, 0.0, 0.8}, 0.7)};
    apply(stage, MakeMove(stage->selected, target));
    assert_int_equal(stage->query.contact.state, CD_CONTACT);
    return stage;
}

// The recorded search is that of the last query: the same contact, and as many events of each kind as its
// counters; the totals of all kinds add up, in any order of the lists. Red: a search from the resolved pose,
// obstacles left out, events lost between the lists.
static void testEventsAreThoseOfTheQuery(void **state) {
    (void)state;
    Stage *stage = makeContact();
    cdQueryStats stats = stage->query.contact.stats;
    double contact = stage->query.contact.t.lo;
    OpenStageSteps(stage);
    const StageSteps *steps = &stage->steps;
    assert_true(HasStep(stage));
    assert_int_equal(steps->search, STEPS_QUERY);
    assert_int_equal(steps->state, CD_CONTACT);
    int32_t sum = 0;
    for (int k = 0; k < CD_TRACE_KIND_COUNT; ++k)
        sum += GetStepTotal(steps, (cdTraceKind)k);
    assert_int_equal(sum, steps->trace.eventCount);
    assert_int_equal(GetStepTotal(steps, CD_TRACE_NODES_DISJOINT) + GetStepTotal(steps, CD_TRACE_NODES_MEET),
                     stats.sphereTests);
    assert_true(GetStepTotal(steps, CD_TRACE_ELEMENTS) > 0);
    assert_true(GetStepTotal(steps, CD_TRACE_SHORTENED) > 0);
    assert_int_equal(GetStepTotal(steps, CD_TRACE_DECIDED), 1);
    SetStep(stage, steps->trace.eventCount);
    assert_int_equal(steps->shown.event.kind, CD_TRACE_DECIDED);
    assertClose(steps->shown.event.t.lo, contact, 1e-12);
    freeStage(stage);
}

// Counts before an event, and the last of a kind at one, against a walk over all events. Red: off by one in
// the bisection.
static void testCountsAgreeWithAWalk(void **state) {
    (void)state;
    Stage *stage = makeContact();
    OpenStageSteps(stage);
    const StageSteps *steps = &stage->steps;
    int32_t counts[CD_TRACE_KIND_COUNT] = {0}, last[CD_TRACE_KIND_COUNT];
    memset(last, -1, sizeof last);
    for (int32_t i = 0; i < steps->trace.eventCount; ++i) {
        cdTraceKind kind = steps->trace.events[i].kind;
        for (int k = 0; k < CD_TRACE_KIND_COUNT; ++k)
            assert_int_equal(CountSteps(steps, (cdTraceKind)k, i), counts[k]);
        ++counts[kind];
        last[kind] = i;
        for (int k = 0; k < CD_TRACE_KIND_COUNT; ++k)
            assert_int_equal(FindStepBefore(steps, (cdTraceKind)k, i), last[k]);
    }
    freeStage(stage);
}

// From event to event: the interval only shrinks, and ends at the contact; the shown times of the moved
// object lie in [0, 1]; its pose is that of the motion, also for the library's drawing. Red: an interval of
// another obstacle, a picture and its marks at two poses.
static void testIntervalShrinksToTheContact(void **state) {
    (void)state;
    Stage *stage = makeContact();
    OpenStageSteps(stage);
    const StageSteps *steps = &stage->steps;
    double limit = 1.0;
    for (int32_t i = 0; i < steps->trace.eventCount; ++i) {
        SetStep(stage, i);
        const StepsShown *shown = &steps->shown;
        assert_true(shown->limit <= limit && shown->limit >= 0.0);
        limit = shown->limit;
        assert_true(shown->t >= 0.0 && shown->t <= 1.0);
        cdPose pose;
        assert_true(GetStepPose(stage, stage->selected, &pose));
        assert_true(cdIsSamePose(pose, cdGetPoseAt(&steps->motion, shown->t)));
        assert_true(cdIsSamePose(pose, GetStepQuery(stage).poseA));
    }
    assertClose(limit, stage->query.contact.t.hi, 1e-9);
    freeStage(stage);
}

typedef struct Drawn {
    double fade; // of the wanted sphere
    cdVec3 center;
} Drawn;

static void takeSphereOfA(cdVec3 center, double radius, cdDrawStyle style, void *context) {
    (void)radius;
    Drawn *drawn = context;
    if (style.owner == CD_OWNER_A && style.fade == drawn->fade && style.role != CD_ROLE_SPHERE)
        drawn->center = center;
}

// Finds where the library draws A's sphere nearest to B's: full, or faint beside a deciding plane, box or
// axis.
static cdVec3 findSphereOfA(const cdTraceEvent *event, const cdTracedQuery *query) {
    bool parted = event->kind == CD_TRACE_NODES_DISJOINT &&
                  (event->how == CD_HOW_SLAB || event->how == CD_HOW_BOX || event->how == CD_HOW_AXIS);
    Drawn drawn = {parted ? 0.6 : 0.0, {1e9, 1e9, 1e9}};
    const cdDebugDraw draw = {.sphere = takeSphereOfA, .context = &drawn};
    cdDrawTraceEvent(&draw, event, query);
    return drawn.center;
}

// The moved object is shown at the event: a node where its sphere is drawn nearest to the other, so that the
// sphere contains its part of the surface; triangles and elements in the tested part of the step. Red: an
// empty sphere in the air, the object still at its target while a part near the start is searched.
static void testTheObjectIsWhereTheEventIs(void **state) {
    (void)state;
    Stage *stage = makeContact();
    OpenStageSteps(stage);
    const StageSteps *steps = &stage->steps;
    int32_t nodes = 0, faces = 0;
    for (int32_t i = 0; i < steps->trace.eventCount; ++i) {
        SetStep(stage, i);
        const cdTraceEvent *event = &steps->shown.event;
        cdTracedQuery query = GetStepQuery(stage);
        if (IsStepOfNodes(event->kind)) {
            cdVec3 drawn = findSphereOfA(event, &query);
            cdVec3 node = cdTransformPoint(query.poseA, cdGetSphereNode(query.meshA, event->a).center);
            assertClose(cdLength(cdSub(node, drawn)), 0.0, 1e-12);
            ++nodes;
        }
        bool tested = event->kind == CD_TRACE_FACES_MEET || event->kind == CD_TRACE_ELEMENTS;
        if (tested) assert_true(steps->shown.t >= event->t.lo && steps->shown.t <= event->t.hi);
        faces += tested;
    }
    assert_true(nodes > 20 && faces > 2);
    freeStage(stage);
}

// For every solved cubic the marks on its curve are its zeros, in order, and the touching one is the last
// tested. Red: a curve over another parameter, a touch marked at a rejected root.
static void testRootsAreMarkedOnTheCurve(void **state) {
    (void)state;
    Stage *stage = makeContact();
    OpenStageSteps(stage);
    const StageSteps *steps = &stage->steps;
    int32_t touched = 0;
    for (int32_t i = 0; i < steps->trace.eventCount; ++i) {
        SetStep(stage, i);
        const StepsShown *shown = &steps->shown;
        const StepsCurve *curve = &shown->curve;
        if (shown->event.kind != CD_TRACE_SOLVED) continue;
        assert_true(curve->present);
        double largest = 0.0;
        for (int k = 0; k < STEPS_SAMPLE_COUNT; ++k)
            largest = fmax(largest, fabs(curve->values[k]));
        for (int32_t k = 0; k < curve->rootCount; ++k)
            assertClose(cdEvaluateTrace(&shown->event, curve->roots[k]), 0.0, 1e-9 * largest);
        if (shown->event.how != CD_HOW_TOUCHED) continue;
        ++touched;
        assert_true(curve->passed >= 0 && curve->passed < curve->rootCount);
        assertClose(curve->roots[curve->passed], shown->event.c[4 + shown->event.rootCount - 1], 1e-6);
    }
    assert_true(touched > 0);
    freeStage(stage);
}

// Skipping moves to another kind or the next test of elements, and stops at both ends; playing reaches the
// end at its speed and stops. Red: a skip that hangs, passes an end, or omits tests.
static void testCursorMoves(void **state) {
    (void)state;
    Stage *stage = makeContact();
    OpenStageSteps(stage);
    StageSteps *steps = &stage->steps;
    const cdTraceEvent *events = steps->trace.events;
    int32_t last = steps->trace.eventCount - 1, tests = 0, skips = 0;
    for (int32_t before = -1; steps->at != before && skips <= last; ++skips) {
        before = steps->at;
        SkipStep(stage, 1);
        for (int32_t k = before + 1; k < steps->at; ++k)
            assert_int_equal(events[k].kind, events[before].kind);
        tests += steps->at != before && steps->shown.event.kind == CD_TRACE_ELEMENTS;
    }
    assert_int_equal(steps->at, last);
    assert_int_equal(tests, GetStepTotal(steps, CD_TRACE_ELEMENTS));
    MoveStep(stage, 5);
    assert_int_equal(steps->at, last);
    MoveStep(stage, -STEPS_EVENT_MAX);
    assert_int_equal(steps->at, 0);
    SkipStep(stage, -1);
    assert_int_equal(steps->at, 0);
    steps->speed = 10.0;
    PlayOrPauseSteps(stage);
    PlayStageSteps(stage, 0.55);
    assert_int_equal(steps->at, 5);
    PlayStageSteps(stage, 0.06);
    assert_int_equal(steps->at, 6);
    PlayStageSteps(stage, 1e6);
    assert_int_equal(steps->at, last);
    assert_false(steps->playing);
    freeStage(stage);
}

// Searching again changes nothing on the stage: neither poses nor the query, nor the next step's result. Red:
// shared caches, a trace left in the stage's own.
static void testStageStaysAsItIs(void **state) {
    (void)state;
    Stage *stage = makeContact(), *other = makeContact();
    cdPose pose = stage->objects[0].pose;
    StageQuery query = stage->query;
    OpenStageSteps(stage);
    SetStep(stage, 20);
    assert_memory_equal(&query, &stage->query, sizeof query);
    assert_true(cdIsSamePose(pose, stage->objects[0].pose));
    CloseStageSteps(stage);
    cdPose target = poseAt(-3.0, 0.2, 0.1);
    apply(stage, MakeMove(0, target));
    apply(other, MakeMove(0, target));
    assertClose(stage->query.contact.t.lo, other->query.contact.t.lo, 0.0);
    assert_true(cdIsSamePose(stage->objects[0].pose, other->objects[0].pose));
    freeStage(stage);
    freeStage(other);
}

// Without a step there is a reason; the first step shows the events without reopening; during a drag nothing
// is shown, and afterwards the newest step; likewise with objects that join and leave. Red: a page that still
// shows the step before, or a removed object.
static void testFollowsTheLastStep(void **state) {
    (void)state;
    Stage *stage = makeStageWithHand("builtin:torus:major=1,minor=0.3,segments=12", SCENE_STOP);
    OpenStageSteps(stage);
    assert_false(HasStep(stage));
    assert_non_null(stage->steps.reason);
    apply(stage, MakeMove(0, poseAt(3.0, 0.0, 0.0)));
    RefreshStageSteps(stage, true);
    assert_false(HasStep(stage));
    RefreshStageSteps(stage, false);
    assert_true(HasStep(stage));
    assert_int_equal(stage->steps.state, CD_FREE);
    int32_t at = stage->steps.trace.eventCount - 1;
    SetStep(stage, at);
    RefreshStageSteps(stage, false);
    assert_int_equal(stage->steps.at, at); // unchanged
    apply(stage, MakeMove(0, poseAt(0.0, 0.0, 0.0)));
    RefreshStageSteps(stage, false);
    assert_int_equal(stage->steps.state, CD_CONTACT);
    assert_int_equal(stage->steps.at, 0);
    apply(stage, MakePlace(0, poseAt(5.0, 0.0, 0.0)));
    RefreshStageSteps(stage, false);
    assert_false(HasStep(stage));
    char message[512];
    ChooseStageSteps(stage, STEPS_VECTOR);
    assert_int_equal(stage->steps.key.object, 0);
    int32_t added = addObject(stage, "builtin:box:x=1,y=1,z=1", message, sizeof message);
    RefreshStageSteps(stage, false);
    assert_int_equal(stage->steps.key.object, added);
    assert_true(HasStep(stage));
    assert_true(setOption(stage, added, STAGE_REMOVED, 1.0, message, sizeof message));
    assert_false(HasStep(stage));
    freeStage(stage);
}

// The separating vector of the same pair: the vectors are unit, and the last one separates exactly if the
// hulls are disjoint. Red: poses of the step's start, a search of other hulls.
static void testVectorsAreStepped(void **state) {
    (void)state;
    Stage *stage = makeContact();
    ChooseStageSteps(stage, STEPS_VECTOR);
    const StageSteps *steps = &stage->steps;
    assert_true(HasStep(stage));
    assert_true(GetStepTotal(steps, CD_TRACE_VECTOR) > 0);
    for (int32_t i = 0; i < steps->trace.eventCount; ++i) {
        SetStep(stage, i);
        const cdTraceEvent *event = &steps->shown.event;
        if (event->kind != CD_TRACE_VECTOR) continue;
        assertClose(cdLength((cdVec3){event->c[0], event->c[1], event->c[2]}), 1.0, 1e-12);
        assert_int_equal(steps->shown.firstVector, 0);
        assert_int_equal(event->c[8] > 0.0, event->c[3] > 0.0);
    }
    freeStage(stage);
}

// The path of a point to its leaf: the nodes are those of cdTracePoint, the leaf the point's location. Red:
// the point in the world's frame, a path that begins below the root.
static void testIndexIsStepped(void **state) {
    (void)state;
    Stage *stage = makeStageWithHand("builtin:l-shape", SCENE_STOP);
    ChooseStageSteps(stage, STEPS_INDEX);
    assert_non_null(stage->steps.reason);
    assert_non_null(GetStageSolid(stage, 0));
    stage->probe.object = 0;
    stage->probe.hasPoint = true;
    stage->probe.point = cdTransformPoint(stage->objects[0].pose, (cdVec3){0.1, 0.13, 0.07});
    ClassifyStageProbe(stage);
    ChooseStageSteps(stage, STEPS_INDEX);
    const StageSteps *steps = &stage->steps;
    assert_true(HasStep(stage));
    assert_int_equal(GetStepTotal(steps, CD_TRACE_INDEX_NODE), stage->probe.pathCount);
    for (int32_t i = 0; i < stage->probe.pathCount; ++i) {
        assert_int_equal(steps->trace.events[i].a, stage->probe.nodes[i]);
        assert_int_equal(steps->trace.events[i].b, stage->probe.sides[i]);
    }
    SetStep(stage, steps->trace.eventCount);
    assert_int_equal(steps->shown.event.kind, CD_TRACE_INDEX_LEAF);
    assert_int_equal(steps->shown.event.a, stage->probe.location.kind);
    freeStage(stage);
}

// The motion path of two boxes: the picture follows, its marked face is the event's, the parts are the
// path's, and closing clears the marked face. Red: a scrub to the wrong end, a mark that stays.
static void testBoxesAreStepped(void **state) {
    (void)state;
    Stage *stage = openStage("flying boxes");
    OpenStageSteps(stage);
    const StageSteps *steps = &stage->steps;
    assert_int_equal(steps->search, STEPS_BOXES);
    assert_false(stage->playing);
    assert_int_equal(GetStepTotal(steps, CD_TRACE_ROUTE_PART), stage->boxes.contact.partCount);
    for (int32_t i = 0; i < steps->trace.eventCount; ++i) {
        SetStep(stage, i);
        const cdTraceEvent *event = &steps->shown.event;
        assertClose(stage->boxes.t, steps->shown.t, 0.0);
        if (event->kind != CD_TRACE_ROUTE_PLANE) continue;
        assert_int_equal(GetMarkedPair(&stage->boxes).a, event->a);
        assert_int_equal(GetMarkedPair(&stage->boxes).kind, event->contact);
        assert_true(steps->shown.curve.present);
    }
    assertClose(stage->boxes.t, stage->boxes.contact.t.lo, 1e-9);
    apply(stage, MakeRoute(1));
    RefreshStageSteps(stage, false);
    assert_int_equal(steps->key.route, 1);
    CloseStageSteps(stage);
    assert_int_equal(stage->boxes.marked.kind, CD_NO_CONTACT);
    freeStage(stage);
}

// Every event of every search has a description that fits, with the names of the objects; those of vectors
// begin with their numbers, as in the corner view. Red: a kind without description, a missing name, numbers
// that restart at each vector.
static void checkCaptions(Stage *stage) {
    StageSteps *steps = &stage->steps;
    char text[STEP_TEXT_SIZE], number[32];
    int vectors = 0;
    for (int32_t i = 0; i < steps->trace.eventCount; ++i) {
        SetStep(stage, i);
        DescribeStep(stage, text);
        size_t length = strlen(text);
        assert_true(length > 20 && length + 1 < STEP_TEXT_SIZE && text[length - 1] == ']');
        assert_true(text[0] >= 'A' && text[0] <= 'Z');
        cdTraceKind kind = steps->shown.event.kind;
        vectors = kind == CD_TRACE_VECTOR ? vectors + 1 : 0;
        snprintf(number, sizeof number, "Vector %d. ", vectors);
        assert_int_equal(strncmp(text, number, strlen(number)) == 0, vectors > 0);
        if (kind == CD_TRACE_ELEMENTS || kind == CD_TRACE_NODES_MEET)
            assert_true(strstr(text, stage->objects[0].name) &&
                        (strstr(text, stage->objects[1].name) || strstr(text, "ground")));
    }
}

static void testEveryEventHasADescription(void **state) {
    (void)state;
    for (int k = 0; k < CD_TRACE_KIND_COUNT; ++k)
        assert_true(strlen(GetStepKindName((cdTraceKind)k)) > 2);
    Stage *stage = makeContact();
    OpenStageSteps(stage);
    checkCaptions(stage);
    ChooseStageSteps(stage, STEPS_VECTOR);
    checkCaptions(stage);
    freeStage(stage);
    stage = openStage("flying boxes");
    OpenStageSteps(stage);
    checkCaptions(stage);
    freeStage(stage);
}

// Among many obstacles a decision names its own, not the last one queried. Red: the query's decision
// attributed to another obstacle.
static void testDecisionsNameTheirObstacle(void **state) {
    (void)state;
    Stage *stage = openStage("many obstacles");
    int32_t last = 0;
    for (int32_t i = 0; i < stage->objectCount; ++i)
        if (i != stage->selected) last = i;
    cdPose target = stage->objects[stage->selected].pose;
    target.p = cdTransformPoint(stage->objects[last].pose, stage->objects[last].info.center);
    apply(stage, MakeMove(stage->selected, target));
    OpenStageSteps(stage);
    const StageSteps *steps = &stage->steps;
    assert_int_equal(steps->state, CD_CONTACT);
    SetStep(stage, steps->trace.eventCount);
    const cdTraceEvent *event = &steps->shown.event;
    assert_true(event->kind == CD_TRACE_DECIDED && event->a >= 0);
    assert_int_not_equal(event->a, steps->shown.obstacle); // another one was queried after it
    char text[STEP_TEXT_SIZE];
    DescribeStep(stage, text);
    assert_non_null(strstr(text, stage->objects[steps->obstacleObjects[event->a]].name));
    assert_ptr_equal(GetStepQuery(stage).meshB, steps->obstacles[event->a].mesh);
    freeStage(stage);
}

// Scenes of every sort open, and have events or a reason. Red: a scene without a selected object, a world, a
// search without its subject.
static void testEveryScene(void **state) {
    (void)state;
    static const char *const scenes[] = {"dominoes", "inside out", "face on face", "many obstacles"};
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; ++i) {
        Stage *stage = openStage(scenes[i]);
        for (int search = 0; search < STEPS_SEARCH_COUNT; ++search) {
            ChooseStageSteps(stage, (StepsSearch)search);
            assert_true(HasStep(stage) || stage->steps.reason || stage->steps.trace.eventCount == 0);
            RefreshStageSteps(stage, false);
            MoveStep(stage, 3);
        }
        freeStage(stage);
    }
}

// One of two objects is removed: nothing remains to test against, until it is back. Red: a search with a
// missing object.
static void testRemovedIsNoOther(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    char message[512];
    assert_true(setOption(stage, 1, STAGE_REMOVED, 1.0, message, sizeof message));
    ChooseStageSteps(stage, STEPS_VECTOR);
    assert_non_null(stage->steps.reason);
    assert_false(HasStep(stage));
    assert_true(setOption(stage, 1, STAGE_REMOVED, 0.0, message, sizeof message));
    ChooseStageSteps(stage, STEPS_VECTOR);
    assert_null(stage->steps.reason);
    assert_true(HasStep(stage));
    freeStage(stage);
}

// The plot of two nodes reported disjoint is above zero in all of the part of interest, whatever decided: the
// spheres, a plane between discs or one between boxes; its name matches, its axis covers the step. Red: the
// gap of meeting spheres, drawn for nodes that a plane separates; an axis of another node.
static void testGapsMatchTheDecision(void **state) {
    (void)state;
    Stage *stage = makeStageWithHand("builtin:torus:major=1,minor=0.3,segments=40", SCENE_STOP);
    cdPose target = {{-0.4, 0.3, 0.2}, cdMakeQuat((cdVec3){0.6, 0.0, 0.8}, 0.7)};
    ApplyStageEntry(stage, MakeMove(stage->selected, target));
    OpenStageSteps(stage);
    const StageSteps *steps = &stage->steps;
    int planes = 0, spheres = 0;
    for (int32_t i = 0; i < steps->trace.eventCount; ++i) {
        SetStep(stage, i);
        const cdTraceEvent *event = &steps->shown.event;
        const StepsCurve *curve = &steps->shown.curve;
        if (event->kind != CD_TRACE_NODES_DISJOINT || event->how == CD_HOW_AXIS) continue;
        bool ofPlane = event->how == CD_HOW_SLAB || event->how == CD_HOW_BOX;
        assert_true(curve->present);
        for (int k = 0; k < STEPS_SAMPLE_COUNT; ++k) {
            double x = (double)k / (STEPS_SAMPLE_COUNT - 1);
            if (x >= curve->from && x <= curve->to) assert_true(curve->values[k] > -1e-12);
        }
        assert_true((strstr(GetStepCurveName(event), "plane") != NULL) == ofPlane);
        assert_non_null(strstr(GetStepCurveName(event), "length"));
        StepAxis axis = GetStepAxis(steps);
        assert_string_equal(axis.first, "0");
        assert_string_equal(axis.last, "1");
        planes += ofPlane;
        spheres += !ofPlane;
    }
    assert_true(planes > 20 && spheres > 20);
    freeStage(stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testEventsAreThoseOfTheQuery),
        cmocka_unit_test(testCountsAgreeWithAWalk),
        cmocka_unit_test(testIntervalShrinksToTheContact),
        cmocka_unit_test(testTheObjectIsWhereTheEventIs),
        cmocka_unit_test(testRootsAreMarkedOnTheCurve),
        cmocka_unit_test(testGapsMatchTheDecision),
        cmocka_unit_test(testCursorMoves),
        cmocka_unit_test(testStageStaysAsItIs),
        cmocka_unit_test(testFollowsTheLastStep),
        cmocka_unit_test(testVectorsAreStepped),
        cmocka_unit_test(testRemovedIsNoOther),
        cmocka_unit_test(testIndexIsStepped),
        cmocka_unit_test(testBoxesAreStepped),
        cmocka_unit_test(testEveryEventHasADescription),
        cmocka_unit_test(testDecisionsNameTheirObstacle),
        cmocka_unit_test(testEveryScene),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

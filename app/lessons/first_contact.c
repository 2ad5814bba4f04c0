// The lesson on first contact, after [RKC01]: one step moves a teapot into the Stanford bunny.
//
// The stops follow one query: its motion, its sphere trees, its elements, its shortening and its result.
#include "lessons/lesson.h"
#include "lessons/lesson_events.h"

#include <math.h>

enum { TEAPOT = 1, INTO_BUNNY = 2, JUMP_BEYOND = 4, STOPPED_JUMP = 5 }; // steps of the scene's story

static const double earHeight = 0.5;               // only the bunny's ears are higher; its radius is 1
static const double largeTurn = 45.0 / 57.2957795; // radians

// --- The events

static int32_t findRoots(const StageSteps *steps) {
    return FindFirstEvent(steps, CD_TRACE_NODES_MEET, CD_HOW_NONE);
}

static int32_t findLargestApart(const StageSteps *steps) {
    return FindLargestDisjoint(steps, CD_HOW_BOUND, INFINITY);
}

static bool isQuartic(const cdTraceEvent *event) {
    return event->kind == CD_TRACE_NODES_DISJOINT && event->how == CD_HOW_QUARTIC;
}

static bool areNodesOpened(const cdTraceEvent *event) {
    return event->kind == CD_TRACE_NODES_MEET;
}

static int32_t findQuartic(const StageSteps *steps) {
    return FindNearestBefore(steps, isQuartic, areNodesOpened);
}

static int32_t findFaces(const StageSteps *steps) {
    return FindFirstEvent(steps, CD_TRACE_FACES_MEET, CD_HOW_NONE);
}

static bool isMissedByVertex(const cdTraceEvent *event) {
    return event->kind == CD_TRACE_SOLVED && event->how == CD_HOW_MISSED && event->contact != CD_EDGE_EDGE;
}

static bool isMissedByEdges(const cdTraceEvent *event) {
    return event->kind == CD_TRACE_SOLVED && event->how == CD_HOW_MISSED && event->contact == CD_EDGE_EDGE;
}

static int32_t findMissed(const StageSteps *steps) {
    return FindNearestBefore(steps, isMissedByVertex, isMissedByEdges);
}

// Finds the first cubic of two edges at whose root they touch.
static int32_t findTouched(const StageSteps *steps) {
    for (int32_t i = steps->firsts[CD_TRACE_SOLVED]; i < steps->firsts[CD_TRACE_SOLVED + 1]; ++i) {
        const cdTraceEvent *event = &steps->trace.events[steps->order[i]];
        if (event->how == CD_HOW_TOUCHED && event->contact == CD_EDGE_EDGE) return steps->order[i];
    }
    return -1;
}

static bool isShortened(const cdTraceEvent *event) {
    return event->kind == CD_TRACE_SHORTENED;
}

static bool isNeverCoplanar(const cdTraceEvent *event) {
    return event->kind == CD_TRACE_ELEMENTS && event->how == CD_HOW_NO_ROOT;
}

static int32_t findShortened(const StageSteps *steps) {
    return FindNearestBefore(steps, isShortened, isNeverCoplanar);
}

static int32_t findLabelSkip(const StageSteps *steps) {
    return FindFirstEvent(steps, CD_TRACE_LABEL_SKIP, CD_HOW_NONE);
}

static int32_t findLastShortened(const StageSteps *steps) {
    return FindLastEvent(steps, CD_TRACE_SHORTENED, CD_HOW_NONE);
}

// --- The goals

static bool isContinuous(const Stage *stage) {
    return stage->query.present && stage->query.mode == SCENE_CONTINUOUS && stage->query.object == TEAPOT;
}

static bool stopsAtContact(const Stage *stage) {
    return isContinuous(stage) && stage->query.contact.state == CD_CONTACT;
}

static bool turnsFar(const Stage *stage) {
    return isContinuous(stage) && stage->query.motion.omega > largeTurn;
}

static bool testsNoElement(const Stage *stage) {
    const cdQueryStats *stats = &stage->query.contact.stats;
    return isContinuous(stage) && stage->query.contact.state == CD_FREE &&
           stats->edgeEdgeTests + stats->vertexFaceTests + stats->faceVertexTests == 0;
}

static bool jumpsUnseen(const Stage *stage) {
    const StageQuery *query = &stage->query;
    bool across = query->motion.start.p.x > 1.0 && query->motion.target.p.x < -1.0;
    return query->present && query->mode == SCENE_DISCRETE && query->object == TEAPOT && across &&
           query->status == STAGE_FREE;
}

static bool meetsEdges(const Stage *stage) {
    return stopsAtContact(stage) && stage->query.contact.kind == CD_EDGE_EDGE;
}

static bool touchesEar(const Stage *stage) {
    return stopsAtContact(stage) && stage->query.contact.point.y > earHeight;
}

// Compares triangles but meets nothing.
static bool isNear(const Stage *stage) {
    return isContinuous(stage) && stage->query.status == STAGE_NEAR;
}

static bool showsHalves(const ViewOptions *view) {
    return view->sphereTree && view->treeLevel == 1;
}

static bool showsOpenedNodes(const StageSteps *steps) {
    return areNodesOpened(&steps->shown.event);
}

static bool showsMissedEdges(const StageSteps *steps) {
    return isMissedByEdges(&steps->shown.event);
}

static bool showsNeverCoplanar(const StageSteps *steps) {
    return isNeverCoplanar(&steps->shown.event);
}

static bool isSkippedByLabel(const StageSteps *steps) {
    return steps->shown.event.kind == CD_TRACE_LABEL_SKIP;
}

// ---

static const LessonStop stops[] = {
    {.title = "A discrete test is too late",
     .text = "A discrete test examines only the final pose of the teapot, here beyond the bunny, and detects "
             "nothing. A continuous test finds the first moment of contact along the path.",
     .formula = "discrete: A(1) ∩ B = ∅      continuous: min t in [0, 1] with A(t) ∩ B ≠ ∅",
     .source = "[RKC01 1, figure 5]",
     .story = JUMP_BEYOND,
     .look = LESSON_LOOK_STEP,
     .shows = LESSON_SHOWS_LABELS,
     .goal = "Press D for the continuous method, then drag the teapot back through the bunny: it stops.",
     .isReached = stopsAtContact},
    {.title = "A motion between two poses",
     .text =
         "The true motion between two poses of a drag is unknown, so the method chooses a screw: a rotation "
         "about an axis and a translation along it. Its timing makes every coordinate a rational function of "
         "degree three in one parameter τ.",
     .formula = "rotation ω t,  translation s τ,      τ = f(t) = tan(ω t / 2) / tan(ω / 2)",
     .source = "[RKC01 2]",
     .story = STOPPED_JUMP,
     .look = LESSON_LOOK_STEP,
     .shows = LESSON_SHOWS_MOTION | LESSON_SHOWS_LABELS,
     .goal = "Make one step that turns the teapot by more than 45 degrees: R, Y, 60, Enter.",
     .isReached = turnsFar},
    {
        .title = "Two trees of spheres",
        .text =
            "Each mesh has a tree of spheres: one around all of it, two around its halves, and so on down to a "
            "few triangles. If two spheres may meet along the path, the search continues with their children.",
        .formula = "|M(t, a) − b|² ≤ (r₁ + r₂)²  for some t in [0, 1]      (1)",
        .source = "[RKC01 3, 3.1]",
        .story = INTO_BUNNY,
        .find = findRoots,
        .shows = LESSON_SHOWS_LABELS | LESSON_SHOWS_NO_GHOSTS,
        .look = LESSON_LOOK_EVENT,
        .goal =
            "Press B for the sphere tree, then Alt+[ until it shows level 1: one sphere around each half.",
        .isShown = showsHalves,
    },
    {.title = "A pair that stays disjoint",
     .text =
         "These two spheres never meet in this part of the step, so their contents are skipped: thousands of "
         "triangles with one comparison. The path of the moving sphere is bounded by its chord and its bulge "
         "from the chord, so no equation is solved.",
     .formula = "distance(b, chord of a) − bulge > r₁ + r₂",
     .source = "[RKC01 4.2]",
     .story = INTO_BUNNY,
     .find = findLargestApart,
     .shows = LESSON_SHOWS_LABELS | LESSON_SHOWS_NO_GHOSTS,
     .look = LESSON_LOOK_EVENT,
     .goal = "Make a step that is free without testing a single edge, vertex or face: drag the teapot away.",
     .isReached = testsNoElement},
    {.title = "Spheres that need the equation",
     .text =
         "If the bound is not conclusive, the squared distance of the centres decides: multiplied by its "
         "denominator it is a polynomial of degree four in τ. Only its minimum matters, so the roots of a "
         "cubic suffice.",
     .formula = "q(τ) = (1 + k² τ²)·(|M(τ, a) − b|² − (r₁ + r₂)²),      q′(τ) = 0",
     .source = "[RKC01 3.1]",
     .story = INTO_BUNNY,
     .find = findQuartic,
     .shows = LESSON_SHOWS_LABELS | LESSON_SHOWS_NO_GHOSTS | LESSON_SHOWS_INSETS,
     .look = LESSON_LOOK_EVENT,
     .reach = 3.0,
     .goal = "Press . (the next event) until two spheres may touch: those are opened, not skipped.",
     .isEvent = showsOpenedNodes},
    {.title = "Two triangles come near",
     .text =
         "Two leaves meet, and no tried plane separates two of their triangles. Two triangles first touch "
         "where a vertex meets a face or an edge meets an edge, so at most fifteen pairs of elements remain "
         "to be tested.",
     .formula = "3 vertex-face + 3 face-vertex + 9 edge-edge = 15",
     .source = "[RKC01 2, 3]",
     .story = INTO_BUNNY,
     .find = findFaces,
     .shows = LESSON_SHOWS_LABELS | LESSON_SHOWS_NO_GHOSTS | LESSON_SHOWS_INSETS,
     .look = LESSON_LOOK_EVENT,
     .reach = 3.0,
     .goal = "Make a step that ends near the bunny without touching it: the inspector says 'near'.",
     .isReached = isNear},
    {.title = "In one plane, but no contact",
     .text =
         "At the root of this cubic the vertex lies in the plane of the triangle but outside the triangle: "
         "they do not touch. Every root is therefore checked before it counts.",
     .formula = "(p(τ) − a) · ((b − a) × (c − a)) = 0,      degree 3",
     .source = "[RKC01 2]",
     .story = INTO_BUNNY,
     .find = findMissed,
     .shows = LESSON_SHOWS_LABELS | LESSON_SHOWS_NO_GHOSTS | LESSON_SHOWS_INSETS,
     .look = LESSON_LOOK_EVENT,
     .reach = 3.0,
     .goal = "Press . (the next event) until two edges are coplanar but miss each other.",
     .isEvent = showsMissedEdges},
    {.title = "The equation of two edges",
     .text = "Two edges can touch only when their four ends are coplanar: again a cubic in τ, solved with "
             "Cardano's formulas. At this root the edges cross, so they touch.",
     .formula = "(c − a(τ)) · ((b(τ) − a(τ)) × (d − c)) = 0,      degree 3",
     .source = "[RKC01 2]",
     .story = INTO_BUNNY,
     .find = findTouched,
     .shows = LESSON_SHOWS_LABELS | LESSON_SHOWS_NO_GHOSTS | LESSON_SHOWS_INSETS,
     .look = LESSON_LOOK_EVENT,
     .reach = 3.0,
     .goal = "Drag the teapot against the bunny until the inspector names an edge-edge contact.",
     .isReached = meetsEdges},
    {.title = "Only earlier times matter now",
     .text = "A contact at t_c is known, so no later one can be the first. All further tests of spheres and "
             "elements cover only [0, t_c], and most of the remaining trees is skipped.",
     .formula = "[0, 1]  →  [0, t_c]",
     .source = "[RKC01 4.3]",
     .story = INTO_BUNNY,
     .find = findShortened,
     .shows = LESSON_SHOWS_LABELS | LESSON_SHOWS_INSETS,
     .look = LESSON_LOOK_STEP,
     .goal = "Press . (the next event) until a cubic cannot vanish in the remaining step.",
     .isEvent = showsNeverCoplanar},
    {.title = "Skipped by its label",
     .text =
         "Large triangles lie in many leaves, so pairs of leaves would test the same elements again. Leaves "
         "with the same elements have the same label, and each pair of labels is tested only once.",
     .formula = "done(label a, label b)  ⇒  skip",
     .source = "[RKC01 4.4, figure 2]",
     .story = INTO_BUNNY,
     .find = findLabelSkip,
     .shows = LESSON_SHOWS_LABELS | LESSON_SHOWS_NO_GHOSTS | LESSON_SHOWS_INSETS,
     .look = LESSON_LOOK_EVENT,
     .reach = 4.5,
     .goal = "Press . (the next event) until another pair is skipped by its label.",
     .isEvent = isSkippedByLabel},
    {.title = "First contact",
     .text =
         "This pair shortened the search last, so it is the first contact: the whole path before it is free. "
         "The teapot stops here, in contact and without overlap.",
     .formula = "t_c: free on [0, t_c)",
     .source = "[RKC01 4.3, figure 4]",
     .story = INTO_BUNNY,
     .find = findLastShortened,
     .shows = LESSON_SHOWS_LABELS | LESSON_SHOWS_INSETS | LESSON_SHOWS_REGIONS | LESSON_SHOWS_NORMALS |
              LESSON_SHOWS_NO_GHOSTS,
     .look = LESSON_LOOK_EVENT,
     .reach = 10.0,
     .goal = "Move the teapot until it touches an ear of the bunny.",
     .isReached = touchesEar},
    {.title = "The same step with the discrete method",
     .text =
         "The discrete method detects an overlap after the teapot has penetrated, and must then search the "
         "path back to the contact. With a longer step it detects nothing.",
     .formula = "A(1) ∩ B ≠ ∅",
     .source = "[RKC01 5.1, figure 4 b]",
     .story = 3,
     .look = LESSON_LOOK_STEP,
     .reach = 1.15,
     .shows = LESSON_SHOWS_LABELS | LESSON_SHOWS_THROUGH,
     .goal = "In discrete mode, jump with the teapot to the left of the bunny in one step, undetected.",
     .isReached = jumpsUnseen},
};

const Lesson lessonFirstContact = {
    .name = "first-contact",
    .title = "First contact of two meshes",
    .paper = "S. Redon, A. Kheddar, S. Coquillart, CONTACT: Arbitrary in-between motions for collision "
             "detection, 2001 [RKC01]",
    .scene = "teapot and bunny",
    .stops = stops,
    .stopCount = sizeof stops / sizeof *stops};

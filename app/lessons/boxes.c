// The lesson on two boxes in motion, after [AS05]: routes of quadratic functions of t, and a drag's screw.
//
// The corner views show the boundary of the Minkowski sum with the path of the origin, and the normals of
// both boxes on one sphere.
#include "lessons/lesson.h"
#include "lessons/lesson_events.h"

#include <math.h>

enum { CORNER_ON_FACE = 0, EDGE_ON_EDGE, GRAZE, FACE_ON_FACE, GROWTH }; // the scene's routes
enum { BY_HAND = 7 };                                                   // a step of its story

static const double nearestTime = 0.547; // closest approach of the graze

static void openFirst(Stage *stage) {
    ApplyStageEntry(stage, MakeRoute(CORNER_ON_FACE));
}

static void openEdges(Stage *stage) {
    ApplyStageEntry(stage, MakeRoute(EDGE_ON_EDGE));
}

static void openGraze(Stage *stage) {
    ApplyStageEntry(stage, MakeRoute(GRAZE));
}

static void openFaces(Stage *stage) {
    ApplyStageEntry(stage, MakeRoute(FACE_ON_FACE));
}

static void openGrowth(Stage *stage) {
    ApplyStageEntry(stage, MakeRoute(GROWTH));
}

// --- The events

static int32_t findDecided(const StageSteps *steps) {
    return FindLastEvent(steps, CD_TRACE_DECIDED, CD_HOW_NONE);
}

static int32_t findFirstPlane(const StageSteps *steps) {
    return FindFirstEvent(steps, CD_TRACE_ROUTE_PLANE, CD_HOW_NONE);
}

// Finds the plane at whose zero the boxes touch.
static int32_t findLastPlane(const StageSteps *steps) {
    return FindFirstEvent(steps, CD_TRACE_ROUTE_PLANE, CD_HOW_LAST);
}

// Finds the first part that begins where a normal crossed into another octant.
static int32_t findSecondPart(const StageSteps *steps) {
    if (GetStepTotal(steps, CD_TRACE_ROUTE_PART) < 2) return -1;
    return steps->order[steps->firsts[CD_TRACE_ROUTE_PART] + 1];
}

// Finds the plane that was followed farthest.
static int32_t findLongestPlane(const StageSteps *steps) {
    int32_t longest = -1;
    double length = 0.0;
    for (int32_t i = steps->firsts[CD_TRACE_ROUTE_PLANE]; i < steps->firsts[CD_TRACE_ROUTE_PLANE + 1]; ++i) {
        const cdTraceEvent *event = &steps->trace.events[steps->order[i]];
        if (event->how != CD_HOW_FOLLOWED || event->t.hi - event->t.lo <= length) continue;
        length = event->t.hi - event->t.lo;
        longest = steps->order[i];
    }
    return longest;
}

// --- The goals

static bool isOnRoute(const Stage *stage, int32_t route) {
    return stage->boxes.present && !stage->boxes.byHand && stage->boxes.route == route;
}

static bool isBack(const Stage *stage) {
    const StageBoxes *boxes = &stage->boxes;
    return isOnRoute(stage, CORNER_ON_FACE) && boxes->state == CD_FREE &&
           boxes->t < boxes->contact.t.lo - 0.1;
}

static bool isInside(const Stage *stage) {
    return isOnRoute(stage, EDGE_ON_EDGE) && stage->boxes.state == CD_OVERLAP;
}

static bool isNearest(const Stage *stage) {
    return isOnRoute(stage, GRAZE) && fabs(stage->boxes.t - nearestTime) < 0.03;
}

static bool meetsEdges(const Stage *stage) {
    const StageBoxes *boxes = &stage->boxes;
    return boxes->present && boxes->byHand && boxes->contact.state == CD_CONTACT &&
           boxes->contact.pair.kind == CD_EDGE_EDGE;
}

static bool isAtTop(const Stage *stage) {
    return isOnRoute(stage, FACE_ON_FACE) && stage->boxes.t < 0.1;
}

static bool isGrownInside(const Stage *stage) {
    return isOnRoute(stage, GROWTH) && stage->boxes.state == CD_OVERLAP;
}

static bool isPlaneOfEdges(const StageSteps *steps) {
    const cdTraceEvent *event = &steps->shown.event;
    return event->kind == CD_TRACE_ROUTE_PLANE && event->contact == CD_EDGE_EDGE;
}

static bool isNextPart(const StageSteps *steps) {
    return steps->shown.event.kind == CD_TRACE_ROUTE_PART && steps->shown.event.b >= 0;
}

static bool isLastPlane(const StageSteps *steps) {
    return steps->shown.event.kind == CD_TRACE_ROUTE_PLANE && steps->shown.event.how == CD_HOW_LAST;
}

// ---

enum { BOTH = LESSON_SHOWS_INSETS | LESSON_SHOWS_LABELS | LESSON_SHOWS_NO_GHOSTS };

static const LessonStop stops[] = {
    {.title = "The origin reaches the sum",
     .text = "Two convex bodies share a point if and only if the origin lies in the Minkowski sum of one and "
             "the reflection of the other. In the left view the origin has moved along its path and just "
             "reached the boundary: the boxes touch.",
     .formula = "A ∩ B ≠ ∅  ⇔  0 ∈ B ⊕ (−A)",
     .source = "[AS05, Algorithm]",
     .prepare = openFirst,
     .find = findDecided,
     .search = STEPS_BOXES,
     .shows = BOTH,
     .look = LESSON_LOOK_PAIR,
     .goal = "On the timeline, go back to a time when the boxes are disjoint.",
     .isReached = isBack},
    {.title = "Thirty faces",
     .text = "The boundary of the sum of two boxes has thirty faces of three kinds, drawn in three colours. "
             "Each face belongs to one feature of each box; here the face of a corner and a face is marked.",
     .formula = "6 face + corner,  6 corner + face,  18 edge + edge  =  30",
     .source = "[AS05, Finding Relative Topology]",
     .prepare = openFirst,
     .find = findFirstPlane,
     .search = STEPS_BOXES,
     .shows = BOTH,
     .look = LESSON_LOOK_PAIR,
     .goal = "Press . (the next event) until the marked face belongs to two edges.",
     .isEvent = isPlaneOfEdges},
    {.title = "The sphere of normals selects pairs",
     .text =
         "A face of one box forms a pair with the corner of the other box whose octant contains the face's "
         "normal; two edges form a pair if their arcs cross. The sphere in the right view thus gives the "
         "thirty pairs, and no other pair is tested.",
     .formula = "signs of n_i · m_j,   i, j = 1, 2, 3   ⇒   octants   ⇒   pairs",
     .source = "[AS05, Finding Relative Topology, 1 to 6]",
     .prepare = openFirst,
     .find = findLastPlane,
     .search = STEPS_BOXES,
     .shows = BOTH,
     .look = LESSON_LOOK_PAIR,
     .goal = "Press , (the event before) back to a pair of edges: their arcs cross.",
     .isEvent = isPlaneOfEdges},
    {.title = "Cut the route where a sign changes",
     .text = "The pairs change only when a normal crosses into another octant, where one of nine products of "
             "normals is zero. Between two such times the route is homogeneous, and the thirty planes are "
             "polynomials in t.",
     .formula = "n_i(t) · m_j(t) = 0      nine polynomials",
     .source = "[AS05, Dividing the Route]",
     .prepare = openFirst,
     .find = findSecondPart,
     .search = STEPS_BOXES,
     .shows = BOTH,
     .look = LESSON_LOOK_PAIR,
     .goal = "Press . (the next event) to the next interval, which another sign change begins.",
     .isEvent = isNextPart},
    {.title = "Follow one plane",
     .text =
         "While the origin is beyond one plane, the boxes are disjoint, regardless of the other "
         "twenty-nine planes. The method therefore follows one plane to its zero and continues with the next.",
     .formula = "g_k(t) > 0 on [t₀, t₁)  ⇒  free on [t₀, t₁)",
     .source = "[ours; AS05, Algorithm]",
     .prepare = openFirst,
     .find = findLongestPlane,
     .search = STEPS_BOXES,
     .shows = BOTH,
     .look = LESSON_LOOK_PAIR,
     .goal = "Press . (the next event) from plane to plane, until the origin is inside all others.",
     .isEvent = isLastPlane},
    {.title = "The first contact",
     .text =
         "At this zero the origin is on one plane and inside all others, so it is on the boundary. Here the "
         "face belongs to two edges: both boxes turn, and an edge meets an edge.",
     .formula = "g_k(t₀) = 0   and   g_j(t₀) ≤ 0   for all other j",
     .source = "[AS05, Algorithm]",
     .prepare = openEdges,
     .find = findLastPlane,
     .search = STEPS_BOXES,
     .shows = BOTH,
     .look = LESSON_LOOK_PAIR,
     .goal = "On the timeline, move past the contact until the boxes overlap.",
     .isReached = isInside},
    {.title = "A graze",
     .text =
         "This box passes close to the other, and a method that steps through time could miss a contact or "
         "report a false one. In every part of the route the origin stays beyond some plane, which proves the "
         "route free.",
     .formula = "g_k(t) > 0 on every part  ⇒  free on [0, 1]",
     .source = "[AS05, Algorithm]",
     .prepare = openGraze,
     .find = findDecided,
     .search = STEPS_BOXES,
     .shows = BOTH,
     .look = LESSON_LOOK_PAIR,
     .goal = "On the timeline, find the moment when the boxes are closest.",
     .isReached = isNearest},
    {.title = "Parallel along the whole route",
     .text =
         "Faces and edges stay parallel, so six of the nine products are constantly zero. A constant zero "
         "does not change the topology and is ignored; the faces meet at the root of a parabola.",
     .formula = "n_i · m_j ≡ 0:  no crossing",
     .source = "[AS05, Dividing the Route]",
     .prepare = openFaces,
     .find = findLastPlane,
     .search = STEPS_BOXES,
     .shows = BOTH,
     .look = LESSON_LOOK_PAIR,
     .goal = "On the timeline, go back to the top of the parabola, where the motion begins.",
     .isReached = isAtTop},
    {.title = "Boxes that stretch and shear",
     .text =
         "The matrices may be any quadratic functions of t, so a box may be stretched and sheared. Opposite "
         "faces stay parallel, and the thirty planes need nothing more.",
     .formula = "A(t) = A₀ + A₁ t + A₂ t²",
     .source = "[AS05, Input]",
     .prepare = openGrowth,
     .find = findDecided,
     .search = STEPS_BOXES,
     .shows = BOTH,
     .look = LESSON_LOOK_PAIR,
     .goal = "On the timeline, let the box grow past the contact until the boxes overlap.",
     .isReached = isGrownInside},
    {.title = "The same on a screw",
     .text =
         "A step of your drag moves a box on the screw of the first lesson, and every plane becomes a cubic "
         "in τ. Meshes that are boxes are recognised and solved in the same way, with the same result bit "
         "for bit.",
     .formula = "x(τ):  cubic over 1 + k² τ²",
     .source = "[ours; RKC01 2]",
     .story = BY_HAND,
     .find = findDecided,
     .search = STEPS_BOXES,
     .shows = BOTH,
     .look = LESSON_LOOK_PAIR,
     .goal = "Drag the coloured box against the other until an edge meets an edge.",
     .isReached = meetsEdges},
};

const Lesson lessonBoxes = {
    .name = "boxes",
    .title = "Two boxes, analytically",
    .paper = "D. Albocher, U. Sarel, a web page on two boxes that move by quadratic matrices, 2005 [AS05]",
    .scene = "flying boxes",
    .stops = stops,
    .stopCount = sizeof stops / sizeof *stops};

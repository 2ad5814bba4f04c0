// The lesson on whole paths: what samples miss, what a certificate covers, and how a path is found and
// edited.
//
// The stops visit a hook on a bar: first single edges of a path, then the way out of the window.
#include "lessons/lesson.h"
#include "lessons/lesson_events.h"

#include <math.h>

enum { HOOK = 1, BUNNY = 3 };
enum { JUMP_UP = 2, STOPPED_UP = 3 }; // steps of the hook's story
enum { JUMP_BEHIND = 2 };             // of the bunnies'

static const double below = -0.7, along = 0.2; // positions of the hook off the bar, and along it

// --- Preparation of stops

// Lifts the hook against the bar.
static void touchBar(Stage *stage) {
    cdPose pose = stage->objects[HOOK].pose;
    pose.p.y += 0.6;
    ApplyStageEntry(stage, MakeMove(HOOK, pose));
}

static int32_t findContact(const StageSteps *steps) {
    return FindLastEvent(steps, CD_TRACE_SHORTENED, CD_HOW_NONE);
}

// --- The goals

static bool isContinuous(const Stage *stage) {
    return stage->query.present && stage->query.mode == SCENE_CONTINUOUS && stage->query.object == HOOK;
}

static bool stopsAtBar(const Stage *stage) {
    return isContinuous(stage) && stage->query.contact.state == CD_CONTACT;
}

static bool endsInside(const Stage *stage) {
    const StageQuery *query = &stage->query;
    return query->present && query->mode == SCENE_DISCRETE && query->object == BUNNY &&
           query->status == STAGE_OVERLAP;
}

static bool hangsBelow(const Stage *stage) {
    return isContinuous(stage) && stage->objects[HOOK].pose.p.y < below;
}

static bool slidesAlong(const Stage *stage) {
    return stopsAtBar(stage) && fabs(stage->objects[HOOK].pose.p.z) > along;
}

static bool isFound(const Stage *stage, const Way *way) {
    (void)stage;
    return IsWayCertified(way);
}

static bool isAtEnd(const Stage *stage, const Way *way) {
    return cdIsSamePose(stage->objects[way->object].pose, way->nodes[way->nodeCount - 1].pose);
}

static bool isBlocked(const Stage *stage, const Way *way) {
    (void)stage;
    return FindWayEdge(way, WAY_EDGE_BLOCKED) >= 0;
}

static bool isFreeAgain(const Stage *stage, const Way *way) {
    (void)stage;
    return way->edited && IsWayCertified(way);
}

// ---

static const LessonStop stops[] = {
    {.title = "Two free poses prove nothing",
     .text =
         "The hook is free at both ends of this edge of a path, and passes through the bar between them. A "
         "test of the two poses accepts the edge.",
     .formula = "A(0) ∩ B = ∅,   A(1) ∩ B = ∅,   but A(t) ∩ B ≠ ∅ for some t",
     .source = "[RKC01 1; ours]",
     .story = JUMP_UP,
     .look = LESSON_LOOK_STEP,
     .shows = LESSON_SHOWS_LABELS,
     .goal = "Press D for the continuous method, then pull the hook back down: the bar stops it.",
     .isReached = stopsAtBar},
    {.title = "More samples do not help",
     .text = "Between two samples the bunny jumped over a wall. With samples at any distance a thinner "
             "wall is missed, so no number of them is a proof.",
     .formula = "step between samples > thickness  ⇒  a contact may be missed",
     .source = "[RKC01 figure 5]",
     .scene = "one big step",
     .story = JUMP_BEHIND,
     .look = LESSON_LOOK_STEP,
     .shows = LESSON_SHOWS_LABELS,
     .goal = "Drag the bunny back, and end inside the wall: only then is it detected.",
     .isReached = endsInside},
    {.title = "Every instant of an edge",
     .text =
         "An edge of a path is one screw from pose to pose, and the search covers all of it. The earliest "
         "contact ends the search: the motion before it is free.",
     .formula = "free on [0, t_c),   contact in [t_c, t_c + ε]",
     .source = "[RKC01 2, 3; ours]",
     .story = STOPPED_UP,
     .find = findContact,
     .shows = LESSON_SHOWS_LABELS | LESSON_SHOWS_NO_GHOSTS | LESSON_SHOWS_INSETS,
     .look = LESSON_LOOK_EVENT,
     .reach = 3.0,
     .goal = "Drag the hook down until it hangs free below the bar: each step is an edge, and free.",
     .isReached = hangsBelow},
    {.title = "Contacts lead the way",
     .text =
         "Random poses rarely hit a narrow passage, but its walls are surfaces of contact. Each normal blocks "
         "some directions; a planner slides along those that remain.",
     .formula = "n · (v + w × (p − c)) ≥ 0   for every contact",
     .source = "[BV92 3; ours]",
     .prepare = touchBar,
     .shows = LESSON_SHOWS_REGIONS | LESSON_SHOWS_NORMALS | LESSON_SHOWS_LABELS | LESSON_SHOWS_NO_GHOSTS,
     .look = LESSON_LOOK_ALL,
     .goal = "Pull the hook up against the bar and along it: it slides, always in contact.",
     .isReached = slidesAlong},
    {.title = "The way out",
     .text = "Slides along such directions grow a tree of poses until one is outside. The path to it is "
             "shortened, then certified as a whole: every edge, every instant.",
     .formula = "A(t) ∩ B = ∅   for all t in [0, T]",
     .source = "[ours]",
     .look = LESSON_LOOK_ALL,
     .goal = "Press E: the way out of the hook is found and drawn.",
     .isWay = isFound},
    {.title = "How near it comes",
     .text = "The colours show the clearance, from yellow where the path is tight to blue. Searches with a "
             "safety distance certify its minimum between two bounds, for all times.",
     .formula = "lower ≤ min d(t) ≤ upper,   upper − lower ≤ ε",
     .source = "[ours]",
     .look = LESSON_LOOK_ALL,
     .goal = "Press E, then Space: the hook follows its path to the end.",
     .isWay = isAtEnd},
    {.title = "A free pose is not a free edge",
     .text =
         "A dragged waypoint slides along obstacles, so its pose is always free. The motions to and from it "
         "may be blocked, and both are searched again after each step.",
     .formula = "A(k − 1) ∩ B = ∅,   A(k) ∩ B = ∅:   edge k is free or blocked",
     .source = "[ours]",
     .look = LESSON_LOOK_ALL,
     .goal = "Press E, then drag the waypoint at the bar to the left until an edge is dashed: it is blocked.",
     .isWay = isBlocked},
    {.title = "Certified edge by edge",
     .text =
         "A path is free exactly if all its edges are, so an edit needs two new certificates and no more. "
         "Only a path whose edges are all free counts as certified.",
     .formula = "path free   ⇔   edge 1, edge 2, ..., edge n free",
     .source = "[ours]",
     .look = LESSON_LOOK_ALL,
     .goal = "Press E, then drag a waypoint, or the small middle of an edge, so that all edges stay free.",
     .isWay = isFreeAgain},
};

const Lesson lessonPaths = {
    .name = "paths",
    .title = "A whole path, certified",
    .paper = "Whole paths and plans: the collision library's own method, on the motions of [RKC01]",
    .scene = "hook on a bar",
    .stops = stops,
    .stopCount = sizeof stops / sizeof *stops};

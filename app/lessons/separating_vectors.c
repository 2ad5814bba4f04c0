// The lesson on separating vectors, after [CW96]: two plates close together, then a room of polytopes.
//
// The stops follow one search from the line of centres to a separating vector, then show how a collision is
// detected, how the cache speeds up later frames, and how a swept hull proves a whole step free.
#include "lessons/lesson.h"
#include "lessons/lesson_events.h"

enum { PLATE = 1, APART = 1, INSIDE = 2 };

// --- The events

static int32_t findCenters(const StageSteps *steps) {
    return FindFirstEvent(steps, CD_TRACE_VECTOR, CD_HOW_CENTERS);
}

static int32_t findReflected(const StageSteps *steps) {
    return FindFirstEvent(steps, CD_TRACE_VECTOR, CD_HOW_REFLECTED);
}

static int32_t findLastVector(const StageSteps *steps) {
    return FindLastEvent(steps, CD_TRACE_VECTOR, CD_HOW_NONE);
}

static int32_t findHulls(const StageSteps *steps) {
    return FindLastEvent(steps, CD_TRACE_HULLS, CD_HOW_NONE);
}

static int32_t findSeparating(const StageSteps *steps) {
    int32_t last = findLastVector(steps);
    return last >= 0 && steps->trace.events[last].c[8] > 0.0 ? last : -1;
}

// --- The goals

// Searches between both plates at their current poses, without a cache.
static cdSeparation searchNow(const Stage *stage) {
    cdSeparationInput input = {.convexA = cdGetMeshInfo(stage->objects[PLATE].mesh).hull,
                               .convexB = cdGetMeshInfo(stage->objects[0].mesh).hull,
                               .poseA = stage->objects[PLATE].pose,
                               .poseB = stage->objects[0].pose};
    return cdFindSeparatingVector(&input, NULL, NULL);
}

static bool separatesAtOnce(const Stage *stage) {
    cdSeparation found = searchNow(stage);
    return found.state == CD_FREE && found.iterations == 1;
}

static bool takesFourVectors(const Stage *stage) {
    cdSeparation found = searchNow(stage);
    return found.state == CD_FREE && found.iterations >= 4;
}

static bool isApart(const Stage *stage) {
    return searchNow(stage).state == CD_FREE;
}

// Counts the disjoint pairs of the last frames.
static bool hitsCache(const Stage *stage) {
    const TestTally *apart = &stage->tally.sum.apart;
    return stage->tally.sum.frames == TALLY_FRAME_MAX && apart->cacheHits > 0.7 * apart->tests;
}

static bool isStepFreeByHulls(const Stage *stage) {
    const StageQuery *query = &stage->query;
    double length = cdLength(cdSub(query->motion.target.p, query->motion.start.p));
    return query->present && query->mode == SCENE_CONTINUOUS && query->contact.proxy.separated &&
           query->contact.stats.sphereTests == 0 && length > 1.0;
}

static bool takesOneReflection(const Stage *stage) {
    cdSeparation found = searchNow(stage);
    return found.state == CD_FREE && found.iterations == 2;
}

static bool showsHulls(const ViewOptions *view) {
    return view->proxy;
}

static bool isSeparating(const StageSteps *steps) {
    return steps->shown.event.kind == CD_TRACE_VECTOR && steps->shown.event.c[8] > 0.0;
}

// ---

enum { SEARCH = LESSON_SHOWS_LABELS | LESSON_SHOWS_INSETS | LESSON_SHOWS_NO_GHOSTS };

static const LessonStop stops[] = {
    {.title = "One direction proves it",
     .text =
         "Two convex bodies are disjoint if and only if one lies beyond the other along some direction S. "
         "Only two vertices matter: p of one body farthest along S, and q of the other farthest against S.",
     .formula = "S · (q − p) > 0  ⇒  P ∩ Q = ∅      (Lemma 1)",
     .source = "[CW96 2.1, 2.2]",
     .story = APART,
     .find = findSeparating,
     .search = STEPS_VECTOR,
     .shows = LESSON_SHOWS_LABELS | LESSON_SHOWS_NO_GHOSTS,
     .look = LESSON_LOOK_PAIR,
     .goal = "Press H for the convex hulls and a plane between them, perpendicular to S.",
     .isShown = showsHulls},
    {.title = "Begin with the line of centres",
     .text =
         "The first vector tried points from the centre of one body to the centre of the other. Along it the "
         "projections of these two plates overlap although the plates are disjoint, so it proves nothing.",
     .formula = "S₀ = (q_c − p_c) / |q_c − p_c|",
     .source = "[CW96 2.4]",
     .story = APART,
     .find = findCenters,
     .search = STEPS_VECTOR,
     .shows = SEARCH,
     .look = LESSON_LOOK_PAIR,
     .goal = "Move the plate until the line of centres separates at once: k = 1.",
     .isReached = separatesAtOnce},
    {.title = "The two supporting vertices",
     .text =
         "The supporting vertex p lies farthest along S on its plate, and q farthest against S on the other. "
         "They are found by climbing from vertex to neighbour, starting from a table of directions.",
     .formula = "S · p = max S · p′,      −S · q = max −S · q′",
     .source = "[CW96 2.3, 2.4]",
     .story = APART,
     .find = findCenters,
     .search = STEPS_VECTOR,
     .shows = LESSON_SHOWS_LABELS | LESSON_SHOWS_NO_GHOSTS,
     .look = LESSON_LOOK_EVENT,
     .reach = 1.3,
     .goal = "Press . (the next event) until q lies beyond p along S: that vector separates.",
     .isEvent = isSeparating},
    {.title = "Reflect the vector",
     .text =
         "S failed because q lies before p. The next vector is S reflected at the plane perpendicular to r, "
         "the direction from p to q; the corner view shows both on the sphere of directions.",
     .formula = "r = (q − p) / |q − p|,      S₁ = S₀ − 2 (r · S₀) r      (2)",
     .source = "[CW96 2.2]",
     .story = APART,
     .find = findReflected,
     .search = STEPS_VECTOR,
     .shows = SEARCH,
     .look = LESSON_LOOK_PAIR,
     .goal = "Move the plate until one reflection suffices: k = 2.",
     .isReached = takesOneReflection},
    {.title = "Closer with every step",
     .text =
         "Each reflection brings the vector closer to every separating vector (Lemma 2). Here the third vector "
         "separates: the search took k = 3 steps and never computed a distance.",
     .formula = "w · S₁ > w · S₀   for every separating w",
     .source = "[CW96 3, Lemma 2]",
     .story = APART,
     .find = findSeparating,
     .search = STEPS_VECTOR,
     .shows = SEARCH,
     .look = LESSON_LOOK_PAIR,
     .goal = "Find a pose where the plates are disjoint and the search needs k = 4 or more.",
     .isReached = takesFourVectors},
    {.title = "When no vector remains",
     .text =
         "Each failed vector excludes a half space of directions, because a separating vector w must satisfy "
         "w · r ≥ 0 for every r. The remaining directions form a cone; here it is empty, so the plates "
         "collide.",
     .formula = "{ w : w · r_i ≥ 0 for all i } = ∅  ⇒  P ∩ Q ≠ ∅",
     .source = "[CW96 4.1, 4.2]",
     .story = INSIDE,
     .find = findHulls,
     .search = STEPS_VECTOR,
     .shows = SEARCH,
     .look = LESSON_LOOK_PAIR,
     .goal = "Pull the plate out until a vector separates the two.",
     .isReached = isApart},
    {.title = "Last frame's vector first",
     .text =
         "Bodies move little from frame to frame, so the vector of the last frame usually still separates a "
         "pair, at the cost of one test. Each line joins the supporting vertices of a disjoint pair with "
         "overlapping boxes, among 500 bodies.",
     .formula = "S₀ at the next frame = S at this one",
     .source = "[CW96 2.2, 5, 6]",
     .scene = "polytopes",
     .story = 2,
     .shows = LESSON_SHOWS_LABELS | LESSON_SHOWS_HULLS,
     .look = LESSON_LOOK_ALL,
     .goal = "Lower speed and rotation in the left panel and play (Space) until the vector of the frame "
             "before decides seven of ten tests.",
     .isReached = hitsCache},
    {.title = "A whole step at once",
     .text =
         "For a whole step the method takes the moving hull at both ends, thickened by the maximum bulge of "
         "any path between them. A vector that separates it from the other hull proves the step free without "
         "testing a single sphere.",
     .formula = "S · q > max (S · p(0), S · p(1)) + bulge",
     .source = "[ours]",
     .scene = "teapot and bunny",
     .story = 1,
     .find = findSeparating,
     .search = STEPS_QUERY,
     .shows = LESSON_SHOWS_LABELS,
     .look = LESSON_LOOK_STEP,
     .goal = "Make one step longer than 1 that the hulls alone prove free: G, X, 2, Enter.",
     .isReached = isStepFreeByHulls},
};

const Lesson lessonSeparatingVectors = {
    .name = "separating-vectors",
    .title = "Separating vectors of convex bodies",
    .paper = "K. Chung, W. Wang, Quick collision detection of polytopes in virtual environments, 1996 [CW96]",
    .scene = "two polytopes",
    .stops = stops,
    .stopCount = sizeof stops / sizeof *stops};

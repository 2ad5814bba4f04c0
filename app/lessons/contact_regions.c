// The lesson on contact regions, after [BV92]: where two objects touch, and which normals separate them.
//
// The stops visit scenes of the paper's figures: all regions, the sufficient subset, computed and persistent
// normals, culling, and a slide along the regions.
#include "lessons/lesson.h"

#include <math.h>

enum { MOVED = 1 }; // the driven object of each of these scenes

// --- Preparation of stops

// Moves the gear down and away from the other: its top and its faces to the left cannot collide.
static void cullGear(Stage *stage) {
    cdPose pose = stage->objects[MOVED].pose;
    pose.p = cdAdd(pose.p, (cdVec3){0.1, 0.6, 0.0});
    ApplyStageEntry(stage, MakePlace(MOVED, pose));
    pose.p = cdAdd(pose.p, (cdVec3){0.4, -0.4, 0.0});
    ApplyStageEntry(stage, MakeMove(MOVED, pose));
    CullStageStep(stage);
}

// --- The goals

// Counts the regions of a dimension in the sufficient subset.
static int32_t countSufficient(const Stage *stage, int32_t dimension) {
    int32_t count = 0;
    for (int32_t i = 0; stage->regions.present && i < stage->regions.count; ++i) {
        const cdContactRegion *region = GetStageRegion(stage, i);
        count += region->sufficient && region->dimension == dimension;
    }
    return count;
}

// Regions are computed for the picture, a frame after the step.
static bool hasRegions(const Stage *stage, int32_t points, int32_t lines, int32_t areas) {
    return stage->regions.present && countSufficient(stage, 0) == points &&
           countSufficient(stage, 1) == lines && countSufficient(stage, 2) == areas;
}

static bool touchesInLine(const Stage *stage) {
    return hasRegions(stage, 0, 1, 0);
}

static bool touchesInOneArea(const Stage *stage) {
    return hasRegions(stage, 0, 0, 1);
}

static bool touchesTwoWalls(const Stage *stage) {
    return hasRegions(stage, 0, 0, 2);
}

static bool isLifted(const Stage *stage) {
    const StageObject *block = &stage->objects[MOVED];
    return stage->query.present && block->pose.p.y > block->home.p.y + 0.1;
}

static bool liesOnStep(const Stage *stage) {
    const StageObject *block = &stage->objects[MOVED];
    return touchesInOneArea(stage) && block->pose.p.y > block->home.p.y + 0.1;
}

// True if no normal is from the step before.
static bool touchesAgain(const Stage *stage) {
    int32_t persistent = 0, computed = 0;
    for (int32_t i = 0; stage->regions.present && i < stage->regions.count; ++i) {
        const cdContactRegion *region = GetStageRegion(stage, i);
        if (!region->sufficient) continue;
        computed += region->origin == CD_NORMALS_COMPUTED;
        persistent += region->origin != CD_NORMALS_COMPUTED;
    }
    return computed > 0 && persistent == 0;
}

static bool touchesFaceAlone(const Stage *stage) {
    return hasRegions(stage, 1, 0, 0) && stage->regions.touching[0].regions.clusteredCount == 0;
}

static bool movesUp(const Stage *stage) {
    const StageQuery *query = &stage->query;
    cdVec3 moved = cdSub(query->contact.resolvedPose.p, query->motion.start.p);
    return query->present && query->object == MOVED && stage->culling.present &&
           moved.y > fabs(moved.x) + fabs(moved.z);
}

static bool showsSufficient(const ViewOptions *view) {
    return view->contact && !view->wholeSet;
}

// ---

enum { CONTACT = LESSON_SHOWS_REGIONS | LESSON_SHOWS_NORMALS | LESSON_SHOWS_LABELS | LESSON_SHOWS_NO_GHOSTS };

static const LessonStop stops[] = {
    {.title = "Touching is one region",
     .text =
         "The floor has 1152 triangles, but the box touches it in one polygon with one normal. A region is a "
         "triple: a feature of one object, a feature of the other, and the points that bound their "
         "intersection.",
     .formula = "r = (x, y, Π),      Π = [p₁, ..., p_n]",
     .source = "[BV92 3]",
     .shows = CONTACT,
     .look = LESSON_LOOK_REGIONS,
     .reach = 1.6,
     .goal = "Tip the box over an edge (Ctrl and the left button) until it touches the floor only in a line.",
     .isReached = touchesInLine},
    {.title = "Everything that touches",
     .text =
         "A key lies over the edge of a table. Features exclude their borders, so each pair meets in a point, "
         "a segment or a polygon: sixteen pairs form the intersection set.",
     .formula = "I = { (x, y, Π) : x ∩ y ≠ ∅ },      dim r = 0, 1 or 2      (Lemma 1)",
     .source = "[BV92 3, figure 3]",
     .scene = "touching objects",
     .shows = CONTACT | LESSON_SHOWS_WHOLE_SET,
     .look = LESSON_LOOK_REGIONS,
     .reach = 1.5,
     .goal = "Press Shift+C to show only the regions that suffice.",
     .isShown = showsSufficient},
    {.title = "Three of sixteen suffice",
     .text =
         "A region is needed only if the larger regions beside it do not already cover its neighbourhood in "
         "both objects. An area, a line and a point block the key as well as all sixteen regions.",
     .formula = "R = R² ∪ R¹ ∪ R⁰      (Definition 2, Theorem 1)",
     .source = "[BV92 3, figure 3]",
     .scene = "touching objects",
     .shows = CONTACT,
     .look = LESSON_LOOK_REGIONS,
     .reach = 1.5,
     .goal = "Drag the key along the table until only one area remains.",
     .isReached = touchesInOneArea},
    {.title = "Each normal blocks a half space",
     .text =
         "Floor and walls touch the cube in three areas with a normal each. No point of a region may move "
         "against its normal; the three normals together block the corner.",
     .formula = "n · v(p) ≥ 0   for every point p of the region",
     .source = "[BV92 2.2, 3]",
     .scene = "cube in a room corner",
     .shows = CONTACT,
     .look = LESSON_LOOK_REGIONS,
     .reach = 1.5,
     .goal = "Pull the cube off one of the three, and keep it on the other two.",
     .isReached = touchesTwoWalls},
    {.title = "A line with two normals",
     .text =
         "The block has slid to the foot of a step. There an edge of the block lies in the reflex edge, which "
         "adds a line to the area on the floor: it is needed although the area is beside it.",
     .formula = "N(p) of both objects without the neighbourhood of the area ≠ ∅  ⇒  keep",
     .source = "[BV92 3, figure 4]",
     .scene = "sliding into a step",
     .story = 3,
     .shows = CONTACT,
     .look = LESSON_LOOK_REGIONS,
     .reach = 1.5,
     .goal = "Pull the block back from the step until only the area remains.",
     .isReached = touchesInOneArea},
    {.title = "When the geometry is ambiguous",
     .text =
         "The block was lowered with its edge along the edge of the left tip. Two collinear edges do not "
         "determine a normal; the computed one, drawn hollow, leans and would push the block to the right.",
     .formula = "n · v < 0   would be an impulse without a cause",
     .source = "[BV92 3, figure 8]",
     .scene = "block on two fingers",
     .story = 3,
     .shows = CONTACT,
     .look = LESSON_LOOK_REGIONS,
     .reach = 1.5,
     .goal = "Lift the block off both tips.",
     .isReached = isLifted},
    {.title = "So normals persist",
     .text =
         "Here the block slid to the same pose. In the step before, the line was an edge on a face, so it "
         "keeps the normal of that face, and the block is not pushed.",
     .formula = "(x, y) touched at t − Δt  ⇒  n(t) = n(t − Δt)      (6, 7)",
     .source = "[BV92 3, figure 8]",
     .scene = "block on two fingers",
     .story = 2,
     .shows = CONTACT,
     .look = LESSON_LOOK_REGIONS,
     .reach = 1.5,
     .goal = "Lift the block and lower it onto the tips again: its normals are computed, drawn hollow.",
     .isReached = touchesAgain},
    {.title = "Many points, one contact",
     .text =
         "Within the tolerance the apex touches the face and the edge, and its four edges touch the edge "
         "too. Points closer than four tolerances form a cluster, represented by the point with a definite "
         "normal.",
     .formula = "6 points within 4 ε  →  1:  vertex on face",
     .source = "[V90 4, figure 7]",
     .scene = "apex on an edge",
     .shows = CONTACT,
     .look = LESSON_LOOK_ALL,
     .goal = "Move the pyramid inwards until its apex touches the face alone.",
     .isReached = touchesFaceAlone},
    {.title = "Back faces cannot collide",
     .text =
         "The gear moved down and to the right, so its top and its faces to the left move away from any "
         "obstacle: they are culled, drawn dashed. The velocity is linear over a face, so testing its corners "
         "suffices.",
     .formula = "v(p) · n < 0   for every corner p of f  ⇒  cull f      (13)",
     .source = "[BV92 4.1]",
     .scene = "gear teeth",
     .prepare = cullGear,
     .shows = LESSON_SHOWS_INDEX | LESSON_SHOWS_CULLING | LESSON_SHOWS_NO_GHOSTS,
     .look = LESSON_LOOK_ALL,
     .goal = "Drag the gear straight up: now its bottom is culled.",
     .isReached = movesUp},
    {.title = "Slide along the regions",
     .text =
         "Pushed farther against the step, the block takes, step by step, the motion closest to the intended "
         "one that no normal blocks. It has climbed the step without ever overlapping.",
     .formula = "min |v − w|²   with   n · v(p) ≥ 0   for all regions",
     .source = "[ours]",
     .scene = "sliding into a step",
     .story = 4,
     .shows = CONTACT,
     .look = LESSON_LOOK_ALL,
     .goal = "Push the block farther until it lies flat on top of the step.",
     .isReached = liesOnStep},
};

const Lesson lessonContactRegions = {
    .name = "contact-regions",
    .title = "Contact regions and normals",
    .paper = "W. Bouma, G. Vanecek, Modeling contacts in a physically based simulation, 1992 [BV92]",
    .scene = "face on face",
    .stops = stops,
    .stopCount = sizeof stops / sizeof *stops};

// The lesson on contact regions, after [BV92]: where two objects touch, and which normals hold them apart.
//
// The stops go through scenes of the paper's figures: all regions, those that suffice, normals that are
// computed and normals that stay, what culling leaves out, and what a slide makes of it all.
#include "lessons/lesson.h"

enum { MOVED = 1 }; // the driven object of each of these scenes

// --- What is done before the stop is shown

// The gear comes down and away from the other one: its top and what faces left cannot meet anything.
static void cullGear(Stage *stage) {
    cdPose pose = stage->objects[MOVED].pose;
    pose.p = cdAdd(pose.p, (cdVec3){0.1, 0.6, 0.0});
    ApplyStageEntry(stage, MakePlace(MOVED, pose));
    pose.p = cdAdd(pose.p, (cdVec3){0.4, -0.4, 0.0});
    ApplyStageEntry(stage, MakeMove(MOVED, pose));
    CullStageStep(stage);
}

// --- The goals

// How many regions of a dimension suffice.
static int32_t countSufficient(const Stage *stage, int32_t dimension) {
    int32_t count = 0;
    for (int32_t i = 0; stage->regions.present && i < stage->regions.count; ++i) {
        const cdContactRegion *region = GetStageRegion(stage, i);
        count += region->sufficient && region->dimension == dimension;
    }
    return count;
}

// Regions are found for the picture, a frame after the step.
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

// ---

enum { CONTACT = LESSON_SHOWS_REGIONS | LESSON_SHOWS_NORMALS | LESSON_SHOWS_LABELS | LESSON_SHOWS_NO_GHOSTS };

static const LessonStop stops[] = {
    {.title = "Touching is one region",
     .text = "The floor has 1152 triangles, and yet the box touches it in one polygon with one normal. A "
             "region is a triple: a feature of one object, a feature of the other, and the points that "
             "bound what they share.",
     .formula = "r = (x, y, Π),      Π = [p₁, ..., p_n]",
     .source = "[BV92 3]",
     .shows = CONTACT,
     .look = LESSON_LOOK_REGIONS,
     .reach = 1.6,
     .goal =
         "Tip the box over an edge (Ctrl and the left button) until it touches the floor in a line alone.",
     .isReached = touchesInLine},
    {.title = "Everything that touches",
     .text = "A key lies over the edge of a table. Features count without their borders, so that each pair "
             "meets in a point, a segment or a polygon: sixteen pairs make the intersection set.",
     .formula = "I = { (x, y, Π) : x ∩ y ≠ ∅ },      dim r = 0, 1 or 2      (Lemma 1)",
     .source = "[BV92 3, figure 3]",
     .scene = "touching objects",
     .shows = CONTACT | LESSON_SHOWS_WHOLE_SET,
     .look = LESSON_LOOK_REGIONS,
     .reach = 1.5},
    {.title = "Three of sixteen suffice",
     .text = "A region is needed only if something of the objects is left around it once the larger "
             "regions beside it are taken away. An area, a line and a point hold the key as well as all "
             "sixteen do.",
     .formula = "R = R² ∪ R¹ ∪ R⁰      (Definition 2, Theorem 1)",
     .source = "[BV92 3, figure 3]",
     .scene = "touching objects",
     .shows = CONTACT,
     .look = LESSON_LOOK_REGIONS,
     .reach = 1.5,
     .goal = "Draw the key along the table until one area is all that is left.",
     .isReached = touchesInOneArea},
    {.title = "Each normal forbids a half space",
     .text = "Floor and walls touch the cube in three areas with a normal each. No point of a region may "
             "move against its normal; the three together hold the corner.",
     .formula = "n · v(p) ≥ 0   for every point p of the region",
     .source = "[BV92 2.2, 3]",
     .scene = "cube in a room corner",
     .shows = CONTACT,
     .look = LESSON_LOOK_REGIONS,
     .reach = 1.5,
     .goal = "Pull the cube off one wall, and keep it on the other two.",
     .isReached = touchesTwoWalls},
    {.title = "A line with two normals",
     .text = "The block has slid to the foot of a step. To the area on the floor comes a line, where an "
             "edge of the block lies in the corner: it is needed although the area is beside it.",
     .formula = "N(p) of both objects, less what the area holds, ≠ ∅  ⇒  keep",
     .source = "[BV92 3, figure 4]",
     .scene = "sliding into a step",
     .story = 3,
     .shows = CONTACT,
     .look = LESSON_LOOK_REGIONS,
     .reach = 1.5},
    {.title = "When the geometry does not say",
     .text = "The block was let down with its edge along the edge of the left tip. Two edges in one line "
             "have no normal of their own; the one computed here, hollow, leans and would throw the block "
             "to the right.",
     .formula = "n · v < 0   would be an impulse that nothing caused",
     .source = "[BV92 3, figure 8]",
     .scene = "block on two fingers",
     .story = 3,
     .shows = CONTACT,
     .look = LESSON_LOOK_REGIONS,
     .reach = 1.5,
     .goal = "Lift the block off both tips.",
     .isReached = isLifted},
    {.title = "So normals persist",
     .text = "Here the block slid to the same place. The line was an edge on a face the step before, so it "
             "keeps the normal of that face, and nothing is thrown.",
     .formula = "(x, y) touched at t − Δt  ⇒  n(t) = n(t − Δt)      (6, 7)",
     .source = "[BV92 3, figure 8]",
     .scene = "block on two fingers",
     .story = 2,
     .shows = CONTACT,
     .look = LESSON_LOOK_REGIONS,
     .reach = 1.5},
    {.title = "Many points, one contact",
     .text = "Within the tolerance the apex touches the face and the edge, and its four edges touch the "
             "edge too. Points closer than four tolerances are one cluster, and the point whose normal is "
             "certain stands for all of them.",
     .formula = "6 points within 4 ε  →  1:  vertex on face",
     .source = "[V90 4, figure 7]",
     .scene = "apex on an edge",
     .shows = CONTACT,
     .look = LESSON_LOOK_ALL},
    {.title = "Back faces cannot collide",
     .text = "The gear came down and to the right, so that its top and what faces left moved away from "
             "whatever is there: left out, dashed. The velocity is linear over a face, so its corners "
             "decide for all of it.",
     .formula = "v(p) · n < 0   for every corner p of f  ⇒  cull f      (13)",
     .source = "[BV92 4.1]",
     .scene = "gear teeth",
     .prepare = cullGear,
     .shows = LESSON_SHOWS_INDEX | LESSON_SHOWS_CULLING | LESSON_SHOWS_NO_GHOSTS,
     .look = LESSON_LOOK_ALL},
    {.title = "Slide along the regions",
     .text = "Pushed on against the step, the block takes the motion nearest to the wanted one that no "
             "normal forbids, step by step. It has climbed; at no moment did it overlap.",
     .formula = "min |v − w|²   with   n · v(p) ≥ 0   for all regions",
     .source = "[ours]",
     .scene = "sliding into a step",
     .story = 4,
     .shows = CONTACT,
     .look = LESSON_LOOK_ALL,
     .goal = "Push the block on until it lies flat on top of the step.",
     .isReached = liesOnStep},
};

const Lesson lessonContactRegions = {
    .name = "contact-regions",
    .title = "Contact regions and normals",
    .paper = "W. Bouma, G. Vanecek, Modeling contacts in a physically based simulation, 1992 [BV92]",
    .scene = "face on face",
    .stops = stops,
    .stopCount = sizeof stops / sizeof *stops};

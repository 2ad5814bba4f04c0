// The lesson on the index of a solid, after [V90]: points and segments against a gear.
//
// A point inside descends the tree of planes to its leaf; points on a face and on a vertex pass through
// planes that they lie on; a segment is cut at the planes it crosses.
#include "collision/ray.h"
#include "collision/solid.h"
#include "lessons/lesson.h"
#include "lessons/lesson_events.h"

#include <math.h>

enum { GEAR = 0, IN_RIM = 3, ACROSS = 8 }; // steps of the scene's story

// --- Points and segments, in the local frame unless noted

static const cdMesh *getSolid(Stage *stage) {
    const StageSolid *known = GetStageSolid(stage, GEAR);
    return known ? known->solid : NULL;
}

static void probe(Stage *stage, cdVec3 point) {
    if (!getSolid(stage)) return;
    stage->probe.object = GEAR;
    stage->probe.hasPoint = true;
    stage->probe.point = cdTransformPoint(stage->objects[GEAR].pose, point);
    ClassifyStageProbe(stage);
}

// Finds a point in the rim: halfway from the centre to a corner of the bounds.
static cdVec3 findInside(const Stage *stage) {
    const cdMeshInfo *info = &stage->objects[GEAR].info;
    return cdLerp(info->center, info->bounds.upper, 0.5);
}

// Finds the point where the line of sight to it meets the surface.
static cdVec3 findOnFace(const Stage *stage) {
    cdVec3 inside = findInside(stage);
    cdVec3 eye = cdInvTransformPoint(stage->objects[GEAR].pose, stage->data.camera.eye);
    cdRayInput ray = {.mesh = stage->objects[GEAR].mesh,
                      .pose = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}},
                      .origin = eye,
                      .direction = cdSub(inside, eye)};
    cdRayHit hit = cdFindRayHit(&ray, NULL, NULL, NULL);
    return hit.state == CD_CONTACT ? hit.point : inside;
}

static void probeInside(Stage *stage) {
    probe(stage, findInside(stage));
}

static void probeFace(Stage *stage) {
    probe(stage, findOnFace(stage));
}

// Probes the vertex nearest to that point.
static void probeVertex(Stage *stage) {
    const cdMesh *solid = getSolid(stage);
    if (!solid) return;
    cdVec3 near = findOnFace(stage), nearest = near;
    double smallest = INFINITY;
    const cdSolidInfo info = cdGetSolidInfo(solid);
    for (int32_t i = 0; i < info.vertexCount; ++i) {
        cdVec3 vertex = cdAdd(cdGetSolidVertex(solid, i).point, info.center);
        double distance = cdLength(cdSub(vertex, near));
        if (distance >= smallest) continue;
        smallest = distance;
        nearest = vertex;
    }
    probe(stage, nearest);
}

// --- The events

static int32_t findLeaf(const StageSteps *steps) {
    return FindFirstEvent(steps, CD_TRACE_INDEX_LEAF, CD_HOW_NONE);
}

static int32_t findRoot(const StageSteps *steps) {
    return FindFirstEvent(steps, CD_TRACE_INDEX_NODE, CD_HOW_NONE);
}

// Finds the event halfway down.
static int32_t findMiddle(const StageSteps *steps) {
    int32_t count = GetStepTotal(steps, CD_TRACE_INDEX_NODE);
    return count > 1 ? steps->order[steps->firsts[CD_TRACE_INDEX_NODE] + count / 2] : -1;
}

// Finds the first plane that the point lies on.
static int32_t findOn(const StageSteps *steps) {
    for (int32_t i = 0; i < steps->trace.eventCount; ++i) {
        const cdTraceEvent *event = &steps->trace.events[i];
        if (event->kind == CD_TRACE_INDEX_NODE && event->b == 0) return i;
    }
    return -1;
}

// --- The goals

static bool isAt(const Stage *stage, cdLocationKind where) {
    return stage->probe.object == GEAR && stage->probe.hasPoint && stage->probe.location.kind == where;
}

// True if the point is outside the solid, in the bore.
static bool isInBore(const Stage *stage) {
    const StageObject *gear = &stage->objects[GEAR];
    cdVec3 middle = cdTransformPoint(gear->pose, gear->info.center);
    double distance = cdLength(cdSub(stage->probe.point, middle));
    return isAt(stage, CD_OUTSIDE) && distance < 0.25 * gear->info.radius;
}

static bool isOnEdge(const Stage *stage) {
    return isAt(stage, CD_ON_EDGE);
}

static bool isInsideTwice(const Stage *stage) {
    int32_t count = 0;
    for (int32_t i = 0; stage->probe.hasSegment && i < stage->probe.pieceCount; ++i)
        count += stage->probe.pieces[i].location.kind == CD_INSIDE;
    return count >= 2;
}

static bool isBelowRoot(const Stage *stage) {
    const StageProbe *point = &stage->probe;
    return point->object == GEAR && point->hasPoint && point->pathCount > 0 && point->sides[0] < 0;
}

static bool isDeep(const Stage *stage) {
    return stage->probe.object == GEAR && stage->probe.hasPoint && stage->probe.pathCount >= 10;
}

static bool isOnFace(const Stage *stage) {
    return isAt(stage, CD_ON_FACE);
}

static bool showsFiveLevels(const ViewOptions *view) {
    return view->index && view->indexDepth >= 5;
}

// ---

enum { WALK = LESSON_SHOWS_INDEX | LESSON_SHOWS_LABELS };

static const LessonStop stops[] = {
    {.title = "Where is this point?",
     .text =
         "A closed mesh encloses a solid, and a point is inside, outside, or on one face, edge or vertex. "
         "The index classifies it with a few comparisons: here they lead to a cell inside the solid.",
     .formula = "p  →  inside | outside | face f | edge e | vertex v",
     .source = "[V90 2, 2.4]",
     .prepare = probeInside,
     .find = findLeaf,
     .search = STEPS_INDEX,
     .shows = WALK,
     .look = LESSON_LOOK_POINT,
     .goal = "Point into the bore, in the middle of the gear, and read the label.",
     .isReached = isInBore},
    {.title = "The root divides space into three",
     .text =
         "Each node of the tree has a plane and three children: for points above the plane, below it and on "
         "it. The point is above the plane of the root, so everything below is skipped at once.",
     .formula = "h = n · p − d:      h > ε above,   |h| ≤ ε on,   h < −ε below",
     .source = "[V90 2, 2.4]",
     .prepare = probeInside,
     .find = findRoot,
     .search = STEPS_INDEX,
     .shows = WALK,
     .look = LESSON_LOOK_POINT,
     .goal =
         "Point at the half of the gear below the root's plane: the sides in the panel Solid begin with −.",
     .isReached = isBelowRoot},
    {.title = "Halfway down",
     .text =
         "The planes on the path bound a region that shrinks with every node. The number of comparisons is "
         "the depth of the leaf, not the number of faces.",
     .formula = "R(child) = R(node) ∩ half space,      cost = depth",
     .source = "[V90 2.4, 2.5]",
     .prepare = probeInside,
     .find = findMiddle,
     .search = STEPS_INDEX,
     .shows = WALK,
     .look = LESSON_LOOK_POINT,
     .goal = "Find a point whose path visits ten nodes; the panel Solid counts them.",
     .isReached = isDeep},
    {.title = "Which plane comes first",
     .text =
         "The first planes are perpendicular to the axes and halve the faces; later ones are the planes of "
         "faces. A tree of face planes alone can be as deep as the number of faces, but with these cuts it "
         "stays shallow.",
     .formula = "128 faces:   depth 128  →  19      (mean 54  →  8)",
     .source = "[V90 5; BV92 4.2]",
     .story = IN_RIM,
     .shows = WALK,
     .look = LESSON_LOOK_POINT,
     .goal = "Show five levels of cuts: Ctrl and the wheel, or the slider in the panel Solid.",
     .isShown = showsFiveLevels},
    {.title = "On a plane: one dimension less",
     .text =
         "This point lies on a face, so at the plane of the face its path takes the third child. That part of "
         "the tree divides only the plane, with lines instead of planes.",
     .formula = "dim R(on) = dim R(node) − 1",
     .source = "[V90 2, 2.1]",
     .prepare = probeFace,
     .find = findOn,
     .search = STEPS_INDEX,
     .shows = WALK,
     .look = LESSON_LOOK_POINT,
     .goal = "In the panel Solid choose the surface for the point under the pointer, and point at an edge.",
     .isReached = isOnEdge},
    {.title = "A vertex is three planes",
     .text =
         "This path took the third child three times: from space to a plane, to a line in it, and to a point "
         "on the line. The leaf is the vertex itself, with its number in the file.",
     .formula = "v = P₁ ∩ P₂ ∩ P₃",
     .source = "[V90 2, 2.2]",
     .prepare = probeVertex,
     .find = findLeaf,
     .search = STEPS_INDEX,
     .shows = WALK,
     .look = LESSON_LOOK_POINT,
     .goal =
         "In the panel Solid choose the surface, and point at a face: its path takes the third child once.",
     .isReached = isOnFace},
    {.title = "A segment becomes pieces",
     .text =
         "A segment that crosses a plane is cut there, and both parts continue separately. The result is a "
         "sequence of pieces with one location each; dashed pieces are outside, solid ones inside.",
     .formula = "[a, b]  →  out, (f₁, p₁), in, (f₂, p₂), out, ...",
     .source = "[V90 2.4, figure 3]",
     .story = ACROSS,
     .shows = WALK,
     .look = LESSON_LOOK_POINT,
     .goal = "Draw a segment that is inside twice: press S, then drag across the bore.",
     .isReached = isInsideTwice},
};

const Lesson lessonBrepIndex = {
    .name = "brep-index",
    .title = "The index of a solid",
    .paper = "G. Vanecek, A data structure for analyzing collisions of moving objects, 1990 [V90]",
    .scene = "inside out",
    .stops = stops,
    .stopCount = sizeof stops / sizeof *stops};

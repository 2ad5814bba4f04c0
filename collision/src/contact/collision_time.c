// The estimate of the time of collision from two poses [V90 3].
//
// Input: A's poses at both ends of a step, B's pose. Output: the earliest time at which a vertex, an edge or
// a face of either, inside the other at the end, entered it.
//
// (1) Points: the vertices of both solids, and a point of each face. Without the latter a box that drops onto
// an equal one has nothing inside: its vertices come down along the other's edges. A point that is inside at
// the end is pulled back along its displacement as the other solid sees it: where the segment from its start
// to its end first goes inside is its time. ([V90] gives t + d (t' - t) / |a - b| for an inside part of
// length d from the end a; measured so it is the time before t', and with more than one such part the
// earliest counts.) (2) Edges, to find those that meet with their middles: one that goes through the other
// solid at the earliest time known so far was there too late, and its time is halved between the start, where
// it is apart, and then, until it moves by less than the tolerance or for 40 steps. The edge is placed on the
// screw rather than, as in [V90], between its ends' positions: it keeps its length. An edge costs one
// classification unless it brings the time forward.
//
// Differs from [V90]: edges with an end inside are looked at too, which puts right a time that the straight
// ways of points made too late.
#include "collision/collision_time.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/rounding.h"
#include "foundation/report/meter.h"
#include "solid/solid_data.h"

enum { PIECE_MAX = 64, PIECE_ROUNDS = 64 };

// One of the two solids, as the other sees it.
typedef struct Side {
    const cdSolid *solid, *other;
    cdPose start, end; // from the solid's frame into the other's
    bool isOfB;
} Side;

typedef struct Search {
    const cdCollisionTimeInput *input;
    cdMotion motion;
    Side sides[2];
    cdMeter meter;
    cdCollisionTime *result;
} Search;

typedef struct Segment {
    cdVec3 p, q;
} Segment;

// Where on the way from p to q the inside of the solid begins. A way of more pieces than the buffer holds is
// taken up again where they end.
static bool findInside(Search *search, const cdSolid *solid, Segment way, double *from) {
    cdSegmentPiece buffer[PIECE_MAX];
    double begun = 0.0;
    for (int round = 0; round < PIECE_ROUNDS && cdSpend(&search->meter, 1); round++) {
        cdSegmentInput rest = {
            .p = cdLerp(way.p, way.q, begun), .q = way.q, .pieces = buffer, .capacity = PIECE_MAX};
        cdSegmentPieces pieces = cdPlaceSolidSegment(solid, &rest, NULL);
        for (int32_t i = 0; i < pieces.count; i++) {
            if (buffer[i].place.where != CD_INSIDE) continue;
            *from = begun + (1.0 - begun) * buffer[i].from;
            return true;
        }
        if (!pieces.truncated || pieces.count == 0) return false;
        begun += (1.0 - begun) * buffer[pieces.count - 1].to;
    }
    return false;
}

static cdPose getSidePose(const Search *search, const Side *side, double time) {
    cdPose poseA = cdGetPoseAt(&search->motion, time);
    return side->isOfB ? cdInvMulPose(poseA, search->input->poseB)
                       : cdInvMulPose(search->input->poseB, poseA);
}

// True if nothing that follows changes the result.
static bool hasEnded(const Search *search) {
    return search->result->state == CD_OVERLAP || cdIsOut(&search->meter);
}

static bool isInside(Search *search, const cdSolid *solid, cdVec3 point) {
    return cdSpend(&search->meter, 1) && cdPlaceSolidPoint(solid, point, NULL).where == CD_INSIDE;
}

static void fillResult(Search *search, cdState state, double time, const Side *side, cdPlace entity,
                       cdVec3 point) {
    cdCollisionTime *result = search->result;
    result->state = state;
    result->time = time;
    result->isOfB = side->isOfB;
    result->entity = entity;
    result->point = point;
}

// Takes a time when it is earlier than those before.
static void takeTime(Search *search, double time, const Side *side, cdPlace entity, cdVec3 point) {
    if (search->result->state == CD_CONTACT && time >= search->result->time) return;
    fillResult(search, CD_CONTACT, time, side, entity, point);
}

// --- Points

static void pullOut(Search *search, const Side *side, cdVec3 local, cdPlace entity, cdVec3 end) {
    Segment way = {cdTransformPoint(side->start, local), end};
    double time = 1.0;
    bool found = findInside(search, side->other, way, &time);
    cdVec3 there = cdLerp(way.p, way.q, time);
    cdVec3 world = side->isOfB ? cdTransformPoint(search->input->poseB, local)
                               : cdTransformPoint(search->input->poseB, there);
    bool still = !found || time <= 0.0;
    if (still && isInside(search, side->other, way.p))
        fillResult(search, CD_OVERLAP, 0.0, side, entity, world);
    else
        takeTime(search, time, side, entity, world);
}

static void testPoint(Search *search, const Side *side, cdVec3 point, cdPlace entity) {
    cdVec3 local = cdAdd(point, side->solid->info.center), end = cdTransformPoint(side->end, local);
    search->result->stats.pointsTested++;
    if (!isInside(search, side->other, end)) return;
    search->result->stats.pointsInside++;
    pullOut(search, side, local, entity, end);
}

// The middle of one of the face's triangles.
static cdVec3 getFacePoint(const cdBrep *brep, int32_t face) {
    int32_t triangle = brep->faceTriangles[brep->faces[face].firstTriangle];
    const int32_t *corners = brep->triangles + 3 * (size_t)triangle;
    cdVec3 sum = cdAdd(brep->meshPoints[corners[0]],
                       cdAdd(brep->meshPoints[corners[1]], brep->meshPoints[corners[2]]));
    return cdScale(1.0 / 3.0, sum);
}

static void testPoints(Search *search, const Side *side) {
    const cdBrep *brep = &side->solid->brep;
    for (int32_t i = 0; i < brep->vertexCount && !hasEnded(search); i++)
        testPoint(search, side, brep->points[i], (cdPlace){CD_ON_VERTEX, i});
    for (int32_t i = 0; i < brep->faceCount && !hasEnded(search); i++)
        testPoint(search, side, getFacePoint(brep, i), (cdPlace){CD_ON_FACE, i});
}

// --- Edges

static Segment getEdge(const Side *side, int32_t edge) {
    const cdBrep *brep = &side->solid->brep;
    const cdHalfEdge *half = &brep->halfEdges[2 * (size_t)edge];
    cdVec3 center = side->solid->info.center;
    return (Segment){cdAdd(brep->points[half[0].start], center), cdAdd(brep->points[half[1].start], center)};
}

static Segment placeSegment(cdPose pose, Segment segment) {
    return (Segment){cdTransformPoint(pose, segment.p), cdTransformPoint(pose, segment.q)};
}

// The points between move no farther than the ends.
static double getMove(Segment from, Segment to) {
    return cdMax(cdLength(cdSub(to.p, from.p)), cdLength(cdSub(to.q, from.q)));
}

static cdVec3 getWorldPoint(const Search *search, const Side *side, Segment edge, double along, double time) {
    cdPose pose = side->isOfB ? search->input->poseB : cdGetPoseAt(&search->motion, time);
    return cdTransformPoint(pose, cdLerp(edge.p, edge.q, along));
}

// The edge goes through the other solid at `late`, from `along` on.
static void moveBack(Search *search, const Side *side, int32_t index, double late, double along) {
    const cdPlace entity = {CD_ON_EDGE, index};
    Segment edge = getEdge(side, index), early = placeSegment(side->start, edge);
    Segment then = placeSegment(getSidePose(search, side, late), edge);
    double time = 0.0, where;
    if (findInside(search, side->other, early, &where)) {
        fillResult(search, CD_OVERLAP, 0.0, side, entity, getWorldPoint(search, side, edge, where, 0.0));
        return;
    }
    for (int i = 0; i < CD_COLLISION_TIME_STEPS && !cdIsOut(&search->meter); i++) {
        if (getMove(early, then) <= side->other->info.tolerance) break;
        double middle = 0.5 * (time + late);
        Segment placed = placeSegment(getSidePose(search, side, middle), edge);
        search->result->stats.steps++;
        if (findInside(search, side->other, placed, &where)) {
            late = middle;
            then = placed;
            along = where;
        } else {
            time = middle;
            early = placed;
        }
    }
    takeTime(search, time, side, entity, getWorldPoint(search, side, edge, along, time));
}

static void testEdges(Search *search, const Side *side) {
    double time = -1.0, along = 0.0;
    cdPose pose = side->end;
    for (int32_t i = 0; i < side->solid->brep.edgeCount && !hasEnded(search); i++) {
        if (time != search->result->time) {
            time = search->result->time;
            pose = getSidePose(search, side, time);
        }
        search->result->stats.edgesTested++;
        if (!findInside(search, side->other, placeSegment(pose, getEdge(side, i)), &along)) continue;
        search->result->stats.edgesInside++;
        moveBack(search, side, i, time, along);
    }
}

static cdReason checkInput(const cdCollisionTimeInput *input) {
    if (input->meshA->solid == NULL || input->meshB->solid == NULL) return CD_REASON_NO_PART;
    const cdPose poses[] = {input->startA, input->targetA, input->poseB};
    return cdCheckPoses(poses, 3);
}

cdCollisionTime cdEstimateCollisionTime(const cdCollisionTimeInput *input) {
    const cdCollisionTime undecided = {.reason = CD_REASON_INPUT, .entity = {CD_WHERE_UNDECIDED, -1}};
    cdCollisionTime result = undecided;
    if (!CD_REQUIRE(input && input->meshA && input->meshB)) return result;
    result.reason = checkInput(input);
    if (result.reason != CD_REASON_NONE) return result;
    const cdSolid *a = input->meshA->solid, *b = input->meshB->solid;
    Search search = {.input = input, .meter = cdOpenMeter(&input->budget), .result = &result};
    search.motion = cdMakeMotion(input->startA, input->targetA, a->info.center);
    search.sides[0] = (Side){a, b, .isOfB = false};
    search.sides[1] = (Side){b, a, .isOfB = true};
    result.state = CD_FREE;
    result.reason = CD_REASON_NONE;
    result.time = 1.0;
    for (int i = 0; i < 2; i++) {
        search.sides[i].start = getSidePose(&search, &search.sides[i], 0.0);
        search.sides[i].end = getSidePose(&search, &search.sides[i], 1.0);
        testPoints(&search, &search.sides[i]);
    }
    for (int i = 0; i < 2; i++)
        testEdges(&search, &search.sides[i]);
    result.stats.pairTests = search.meter.spent;
    if (!cdIsOut(&search.meter)) return result;
    cdCollisionTimeStats stats = result.stats;
    result = undecided;
    result.reason = search.meter.reason;
    result.stats = stats;
    return result;
}

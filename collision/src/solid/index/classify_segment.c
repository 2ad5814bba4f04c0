// Classifies the pieces of a segment against a solid, along all its paths down the index [V90 2.4].
//
// Input: p and q. Output: pieces in order along the segment. (1) The parts beyond the box extent are outside.
// (2) At a node a part between two fractions goes above, below or on; a part that crosses the plane is cut
// there, and the point of the cut is classified from that node down. (3) Adjacent pieces with the same
// location become one.
//
// Parts wait on a stack, the closest to p on top, so that pieces come out in order and nothing is allocated.
// An end of a part within the tolerance of a plane counts as on it and does not decide the side.
#include "foundation/report/recording.h"
#include "solid/index/index_leaf.h"

enum { STACK_SIZE = 512 };

// Sine of the angle to a plane below which a segment stays within its tolerance for more than 16 tolerances.
static const double smallAngle = 0.125;

// A part of the segment to be classified from a node down; a point if `from` equals `to`.
typedef struct Part {
    double from, to;
    int32_t node;
} Part;

typedef struct Walk {
    const cdSolid *solid;
    cdVec3 p, way; // less center
    double length, tolerance;
    cdSegmentPieces *out;
    int32_t capacity; // capacity for pieces
    cdTrace *trace;   // NULL: none
    Part stack[STACK_SIZE];
    int32_t count;
} Walk;

// --- (3)

// A point within a piece is redundant: it is removed if the piece continues after it.
static bool joins(const cdSegmentPieces *out, cdLocation location) {
    return out->count > 0 && cdIsSameLocation(out->pieces[out->count - 1].location, location);
}

static void addPiece(const Walk *walk, double from, double to, cdLocation location) {
    cdSegmentPieces *out = walk->out;
    if (out->truncated) return;
    if (joins(out, location)) {
        out->pieces[out->count - 1].to = cdMax(out->pieces[out->count - 1].to, to);
        return;
    }
    if (out->count >= walk->capacity) {
        out->truncated = true;
        return;
    }
    out->pieces[out->count++] = (cdSegmentPiece){from, to, location};
}

// --- (2)

static void push(Walk *walk, double from, double to, int32_t node) {
    if (walk->count == STACK_SIZE)
        walk->out->truncated = true;
    else
        walk->stack[walk->count++] = (Part){from, to, node};
}

static int32_t getChild(const cdIndexNode *node, int side) {
    return side > 0 ? node->above : side < 0 ? node->below : node->on;
}

// A plane without features sends points on it to either side.
static int32_t getPointChild(const cdIndexNode *node, double height, int side) {
    if (side == 0 && node->on == CD_NO_NODE) return height > 0.0 ? node->above : node->below;
    return getChild(node, side);
}

// `side`: side of an undivided part; CD_HOW_CUT: divided into two or three at the fraction `cut`.
static void traceNode(const Walk *walk, Part part, int side, cdTraceHow how, double cut) {
    cdTraceEvent *event = cdAddEvent(walk->trace, CD_TRACE_INDEX_NODE);
    if (!event) return;
    const cdIndexNode *node = &walk->solid->nodes[part.node];
    event->how = how;
    event->a = part.node;
    event->b = side;
    event->t = event->tau = (cdInterval){part.from, part.to};
    event->c[0] = cdGetHeight(node, cdMulAdd(walk->p, part.from, walk->way));
    event->c[1] = cdGetHeight(node, cdMulAdd(walk->p, part.to, walk->way));
    event->c[2] = cut;
}

static void traceLeaf(const Walk *walk, Part part, cdLocation location) {
    cdTraceEvent *event = cdAddEvent(walk->trace, CD_TRACE_INDEX_LEAF);
    if (!event) return;
    event->a = (int32_t)location.kind;
    event->b = location.index;
    event->t = event->tau = (cdInterval){part.from, part.to};
}

// A part at a small angle to the plane is on it while its points are.
static void descendAtSmallAngle(Walk *walk, Part part, const cdIndexNode *node, double from, double to) {
    double slope = (to - from) / (part.to - part.from), first = walk->tolerance * (slope > 0.0 ? -1.0 : 1.0);
    double enter = part.from + (first - from) / slope, leave = part.from + (-first - from) / slope;
    enter = cdMin(cdMax(enter, part.from), part.to);
    leave = cdMin(cdMax(leave, part.from), part.to);
    if (walk->trace) traceNode(walk, part, 0, CD_HOW_CUT, enter > part.from ? enter : leave);
    if (leave < part.to) push(walk, leave, part.to, getChild(node, slope > 0.0 ? 1 : -1));
    if (enter < leave) push(walk, enter, leave, node->on);
    if (part.from < enter) push(walk, part.from, enter, getChild(node, slope > 0.0 ? -1 : 1));
}

// A part at a large angle is on the plane at one point; an end within the tolerance of it does not decide.
static void descendAtLargeAngle(Walk *walk, Part part, const cdIndexNode *node, double from, double to) {
    int fromSide = cdGetSideOfHeight(from, walk->tolerance), toSide = cdGetSideOfHeight(to, walk->tolerance),
        sum = fromSide + toSide;
    if (fromSide * toSide >= 0) {
        if (walk->trace) traceNode(walk, part, sum, CD_HOW_NONE, 0.0);
        push(walk, part.from, part.to, sum != 0 ? getChild(node, sum) : getPointChild(node, from + to, 0));
        return;
    }
    double cut = part.from + (part.to - part.from) * (from / (from - to));
    if (walk->trace) traceNode(walk, part, 0, CD_HOW_CUT, cut);
    push(walk, cut, part.to, getChild(node, toSide));
    if (node->on != CD_NO_NODE) push(walk, cut, cut, node->on);
    push(walk, part.from, cut, getChild(node, fromSide));
}

// One step down; a part that crosses the plane becomes two or three.
static void descend(Walk *walk, Part part) {
    const cdIndexNode *node = &walk->solid->nodes[part.node];
    double from = cdGetHeight(node, cdMulAdd(walk->p, part.from, walk->way));
    double to = cdGetHeight(node, cdMulAdd(walk->p, part.to, walk->way));
    int fromSide = cdGetSideOfHeight(from, walk->tolerance), toSide = cdGetSideOfHeight(to, walk->tolerance);
    bool isPoint = part.from == part.to;
    if (walk->trace && (isPoint || fromSide == toSide)) traceNode(walk, part, fromSide, CD_HOW_NONE, 0.0);
    if (isPoint)
        push(walk, part.from, part.to, getPointChild(node, from, fromSide));
    else if (fromSide == toSide)
        push(walk, part.from, part.to, getPointChild(node, from + to, fromSide));
    else if (node->on != CD_NO_NODE && fabs(to - from) < smallAngle * walk->length * (part.to - part.from))
        descendAtSmallAngle(walk, part, node, from, to);
    else
        descendAtLargeAngle(walk, part, node, from, to);
}

static void reachLeaf(const Walk *walk, Part part) {
    cdLocation location = cdGetLeafLocation(part.node);
    if (walk->trace) traceLeaf(walk, part, location);
    addPiece(walk, part.from, part.to, location);
}

static void walkDown(Walk *walk, double from, double to) {
    push(walk, from, to, 0);
    while (walk->count > 0) {
        Part part = walk->stack[--walk->count];
        if (part.node >= 0)
            descend(walk, part);
        else
            reachLeaf(walk, part);
    }
}

// --- (1)

// Finds the fractions between which the segment is in the extent. False: nowhere.
static bool clipToExtent(const cdSolid *solid, cdVec3 p, cdVec3 way, double clip[2]) {
    cdVec3 center = solid->info.center, lower = cdSub(solid->info.bounds.lower, center),
           upper = cdSub(solid->info.bounds.upper, center);
    const double low[3] = {lower.x, lower.y, lower.z}, high[3] = {upper.x, upper.y, upper.z};
    const double start[3] = {p.x, p.y, p.z}, slope[3] = {way.x, way.y, way.z};
    clip[0] = 0.0;
    clip[1] = 1.0;
    for (int k = 0; k < 3; k++) {
        double a = low[k] - solid->info.tolerance - start[k], b = high[k] + solid->info.tolerance - start[k];
        if (slope[k] == 0.0 && (a > 0.0 || b < 0.0)) return false;
        if (slope[k] == 0.0) continue;
        double first = a / slope[k], last = b / slope[k];
        clip[0] = cdMax(clip[0], cdMin(first, last));
        clip[1] = cdMin(clip[1], cdMax(first, last));
    }
    return clip[0] < clip[1];
}

cdSegmentPieces cdClassifySolidSegment(const cdSolid *solid, const cdSegmentInput *input, cdTrace *trace) {
    const cdLocation outside = {CD_OUTSIDE, -1};
    cdSegmentPieces pieces = {.pieces = input->pieces};
    cdVec3 p = input->p, q = input->q;
    Walk walk;
    walk.solid = solid;
    walk.p = cdSub(p, solid->info.center);
    walk.way = cdSub(q, p);
    walk.length = cdLength(walk.way);
    walk.tolerance = solid->pointTolerance;
    walk.out = &pieces;
    walk.capacity = input->pieces != NULL ? input->capacity : 0;
    walk.trace = trace;
    walk.count = 0;
    double clip[2];
    bool finite = isfinite(p.x + p.y + p.z + q.x + q.y + q.z);
    if (!finite || walk.length <= solid->pointTolerance) {
        cdVec3 at = finite ? p : (cdVec3){NAN, NAN, NAN};
        addPiece(&walk, 0.0, finite ? 0.0 : 1.0, cdClassifySolidPoint(solid, at, trace));
        return pieces;
    }
    if (!clipToExtent(solid, walk.p, walk.way, clip)) {
        addPiece(&walk, 0.0, 1.0, outside);
        return pieces;
    }
    if (clip[0] > 0.0) addPiece(&walk, 0.0, clip[0], outside);
    if (clip[0] == 0.0) walkDown(&walk, 0.0, 0.0);
    walkDown(&walk, clip[0], clip[1]);
    if (clip[1] == 1.0) walkDown(&walk, 1.0, 1.0);
    if (clip[1] < 1.0) addPiece(&walk, clip[1], 1.0, outside);
    return pieces;
}

cdSegmentPieces cdClassifySegment(const cdSegmentInput *input, cdTrace *trace) {
    bool given = CD_REQUIRE(input != NULL && input->mesh != NULL && input->mesh->solid != NULL);
    return given ? cdClassifySolidSegment(input->mesh->solid, input, trace) : (cdSegmentPieces){0};
}

// Classifies points and segments by a face's outline; see face_outline.h.
//
// Source: the open face of [BV92 3], Lemma 1, with a margin. A point is inside if no edge of the outline is
// within the margin and a ray from it crosses the outline an odd number of times. For a segment:
// (1) The points of a line within the margin of one edge are those in a disc about its start or in the
// rectangle along it; both together are convex, so they are one interval. Its end is the next edge's start.
// (2) The intervals of all edges, in order and joined, leave gaps, in which nothing crosses the outline.
// (3) A gap is inside if its middle is, or if it contains a part that is known to be.
// (4) Its ends are then moved onto the outline: to the middle of the interval there, where a line across an
// edge passes the edge. Not farther than twice the margin, as a line along an edge has a long interval.
#include "contact/overlay/face_outline.h"
#include "foundation/memory/sort.h"

static const double END_SHIFT = 2.0; // margins

static cdVec2 project(const cdFaceOutline *outline, cdVec3 point) {
    return cdProjectToPlane(&outline->plane, point);
}

static cdVec2 projectStart(const cdFaceOutline *outline, int32_t halfEdge) {
    return project(outline, outline->brep->points[outline->brep->halfEdges[halfEdge].start]);
}

// With up to four left turns they cannot wind twice.
static bool isConvex(const cdVec2 *corners, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        int32_t next = i + 1 < count ? i + 1 : 0, last = next + 1 < count ? next + 1 : 0;
        if (!(cdCross2(corners[i], corners[next], corners[last]) > 0.0)) return false;
    }
    return count > 2;
}

// Projects the corners of a face that has few, once for all tests.
static void projectCorners(cdFaceOutline *outline) {
    if (outline->tree != NULL || outline->face->loopCount != 1) return;
    int32_t first = outline->brep->loops[outline->face->firstLoop], at = first, count = 0;
    do {
        if (count == CD_FEW_CORNERS) return;
        outline->corners[count++] = projectStart(outline, at);
        at = outline->brep->halfEdges[at].next;
    } while (at != first);
    outline->cornerCount = count;
    outline->convex = isConvex(outline->corners, count);
}

cdFaceOutline cdMakeFaceOutline(const cdFeatures *features, int32_t face, double margin) {
    const cdBrepFace *f = &features->brep.faces[face];
    int32_t index = features->faceOutlines[face];
    cdFaceOutline outline;
    outline.brep = &features->brep;
    outline.face = f;
    outline.tree = index < 0 ? NULL : &features->outlines[index];
    outline.plane = cdGetFacePlane(f);
    outline.margin = margin;
    outline.cornerCount = 0;
    outline.convex = false;
    projectCorners(&outline);
    return outline;
}

// The sides of the outline that may meet a box, loop by loop; of a face with few sides all.

typedef struct SideWalk {
    const cdFaceOutline *outline;
    cdBox3 box;
    int32_t loop, first, at; // without a tree: half-edges
    cdVec2 start;
    const cdSideNode *run; // with a tree
    int32_t node, side;    // side: also with few corners
} SideWalk;

static SideWalk startWalk(const cdFaceOutline *outline, double left, double right, double bottom,
                          double top) {
    SideWalk walk = {.outline = outline, .loop = outline->face->firstLoop, .first = -1};
    if (outline->tree != NULL) walk.box = (cdBox3){{left, bottom, 0.0}, {right, top, 0.0}};
    return walk;
}

static bool getTreeSide(SideWalk *walk, cdVec2 *a, cdVec2 *b) {
    const cdSideTree *tree = walk->outline->tree;
    if (walk->run == NULL || walk->side == walk->run->count) {
        walk->run = cdGetNextRun(tree, &walk->box, &walk->node);
        walk->side = 0;
    }
    if (walk->run == NULL) return false;
    const cdSide *side = &tree->sides[walk->run->first + walk->side++];
    *a = (cdVec2){side->from.x, side->from.y};
    *b = (cdVec2){side->to.x, side->to.y};
    return true;
}

static bool getNextSide(SideWalk *walk, cdVec2 *a, cdVec2 *b) {
    const cdFaceOutline *outline = walk->outline;
    if (outline->cornerCount > 0) {
        if (walk->side == outline->cornerCount) return false;
        *a = outline->corners[walk->side++];
        *b = outline->corners[walk->side < outline->cornerCount ? walk->side : 0];
        return true;
    }
    if (outline->tree != NULL) return getTreeSide(walk, a, b);
    if (walk->first < 0) {
        if (walk->loop == outline->face->firstLoop + outline->face->loopCount) return false;
        walk->first = walk->at = outline->brep->loops[walk->loop++];
        walk->start = projectStart(outline, walk->first);
    }
    *a = walk->start;
    walk->at = outline->brep->halfEdges[walk->at].next;
    *b = walk->start = projectStart(outline, walk->at);
    if (walk->at == walk->first) walk->first = -1;
    return true;
}

static double distanceSqToSegment(cdVec2 p, cdVec2 a, cdVec2 b) {
    double ex = b.x - a.x, ey = b.y - a.y, rx = p.x - a.x, ry = p.y - a.y;
    double lengthSq = ex * ex + ey * ey, along = rx * ex + ry * ey;
    double t = along <= 0.0 ? 0.0 : along >= lengthSq ? 1.0 : along / lengthSq;
    double dx = rx - t * ex, dy = ry - t * ey;
    return dx * dx + dy * dy;
}

// True if the ray from p along x crosses the edge from a to b; an end counts with the edge above it.
static bool crossesRay(cdVec2 p, cdVec2 a, cdVec2 b) {
    if ((a.y > p.y) == (b.y > p.y)) return false;
    return (cdCross2(a, b, p) > 0.0) == (b.y > a.y);
}

static bool isInside(const cdFaceOutline *outline, cdVec2 p) {
    double margin = outline->margin;
    bool inside = false;
    // A side to the left of the point by twice the margin is neither near it nor on the ray.
    SideWalk walk = startWalk(outline, p.x - 2.0 * margin, INFINITY, p.y - margin, p.y + margin);
    for (cdVec2 a, b; getNextSide(&walk, &a, &b);) {
        // Most edges are above or below the ray altogether.
        if (cdMin(a.y, b.y) > p.y + margin || cdMax(a.y, b.y) < p.y - margin) continue;
        if (distanceSqToSegment(p, a, b) <= margin * margin) return false;
        if (crossesRay(p, a, b)) inside = !inside;
    }
    return inside;
}

static bool isBeyondDisc(const cdFaceOutline *outline, cdVec2 p) {
    double reach = outline->face->radius + outline->margin;
    return p.x * p.x + p.y * p.y > reach * reach;
}

bool cdIsInsideOutline(const cdFaceOutline *outline, cdVec3 point) {
    cdVec2 p = project(outline, point);
    return !isBeyondDisc(outline, p) && isInside(outline, p);
}

// --- (1)

typedef struct Line2 {
    cdVec2 start, along; // along[0, 1] is the segment
    double lengthSq;
} Line2;

static void widen(cdStretch *stretch, double from, double to) {
    if (!(from <= to)) return;
    stretch->from = cdMin(stretch->from, from);
    stretch->to = cdMax(stretch->to, to);
}

static void widenByDisc(cdStretch *stretch, const Line2 *line, cdVec2 center, double radius) {
    double rx = center.x - line->start.x, ry = center.y - line->start.y;
    double across = line->along.x * ry - line->along.y * rx;
    double rest = radius * radius * line->lengthSq - across * across;
    if (rest < 0.0) return;
    double middle = (line->along.x * rx + line->along.y * ry) / line->lengthSq;
    double half = sqrt(rest) / line->lengthSq;
    widen(stretch, middle - half, middle + half);
}

// Cuts the stretch to where lower <= value + t * slope <= upper.
static void clip(cdStretch *stretch, double value, double slope, double lower, double upper) {
    if (slope == 0.0) {
        if (value < lower || value > upper) stretch->to = -INFINITY;
        return;
    }
    double t0 = (lower - value) / slope, t1 = (upper - value) / slope;
    stretch->from = cdMax(stretch->from, cdMin(t0, t1));
    stretch->to = cdMin(stretch->to, cdMax(t0, t1));
}

static cdStretch findNearStretch(const Line2 *line, cdVec2 a, cdVec2 b, double margin) {
    cdStretch near = {INFINITY, -INFINITY}, inner = {-INFINITY, INFINITY};
    double ex = b.x - a.x, ey = b.y - a.y, length = sqrt(ex * ex + ey * ey);
    widenByDisc(&near, line, a, margin);
    if (!(length > 0.0)) return near;
    ex /= length, ey /= length;
    double rx = line->start.x - a.x, ry = line->start.y - a.y;
    clip(&inner, rx * ex + ry * ey, line->along.x * ex + line->along.y * ey, 0.0, length);
    clip(&inner, ry * ex - rx * ey, line->along.y * ex - line->along.x * ey, -margin, margin);
    widen(&near, inner.from, inner.to);
    return near;
}

// `deep` knows some sides that are not near; NULL: none.
static int32_t listNearStretches(const cdFaceOutline *outline, const Line2 *line, const cdDeepStretch *deep,
                                 cdStretch *stretches, int32_t capacity) {
    unsigned farSides = deep != NULL ? deep->farSides : 0;
    double x0 = line->start.x, x1 = x0 + line->along.x, y0 = line->start.y, y1 = y0 + line->along.y;
    double left = cdMin(x0, x1) - outline->margin, right = cdMax(x0, x1) + outline->margin;
    double bottom = cdMin(y0, y1) - outline->margin, top = cdMax(y0, y1) + outline->margin;
    int32_t count = 0;
    SideWalk walk = startWalk(outline, left, right, bottom, top);
    for (cdVec2 a, b; getNextSide(&walk, &a, &b); farSides >>= 1) {
        if (farSides & 1) continue;
        if (cdMin(a.x, b.x) > right || cdMax(a.x, b.x) < left) continue;
        if (cdMin(a.y, b.y) > top || cdMax(a.y, b.y) < bottom) continue;
        cdStretch near = findNearStretch(line, a, b, outline->margin);
        if (!(near.from <= near.to && near.to >= 0.0 && near.from <= 1.0)) continue;
        if (count == capacity) return -1;
        stretches[count++] = near;
    }
    return count;
}

// --- (2)

static bool isStretchBefore(const void *a, const void *b) {
    return ((const cdStretch *)a)->from < ((const cdStretch *)b)->from;
}

static int32_t joinStretches(cdStretch *stretches, int32_t count) {
    int32_t joined = 0;
    for (int32_t i = 0; i < count; i++) {
        if (joined > 0 && stretches[i].from <= stretches[joined - 1].to)
            stretches[joined - 1].to = cdMax(stretches[joined - 1].to, stretches[i].to);
        else
            stretches[joined++] = stretches[i];
    }
    return joined;
}

// --- (3), (4)

static double shiftInto(const cdStretch *near, double shift) {
    return cdMin(0.5 * (near->to - near->from), shift);
}

static bool isGapInside(const cdFaceOutline *outline, const Line2 *line, const cdDeepStretch *deep,
                        cdStretch gap) {
    if (deep != NULL) return gap.from <= deep->part.from && deep->part.to <= gap.to;
    double middle = 0.5 * (gap.from + gap.to);
    cdVec2 p = {line->start.x + middle * line->along.x, line->start.y + middle * line->along.y};
    return isInside(outline, p);
}

// Turns stretches near the outline into the gaps between them, in place: a gap is written after both its
// neighbours were read.
static int32_t keepInnerGaps(const cdFaceOutline *outline, const Line2 *line, const cdDeepStretch *deep,
                             cdStretch *stretches, int32_t count) {
    double shift = END_SHIFT * outline->margin / sqrt(line->lengthSq);
    cdStretch before = {-INFINITY, 0.0};
    bool isFirst = true;
    int32_t kept = 0;
    for (int32_t i = 0; i <= count; i++) {
        bool isLast = i == count;
        cdStretch after = isLast ? (cdStretch){1.0, INFINITY} : stretches[i];
        cdStretch gap = {cdMax(before.to, 0.0), cdMin(after.from, 1.0)};
        if (gap.from < gap.to && isGapInside(outline, line, deep, gap)) {
            if (!isFirst) gap.from = cdMax(0.0, before.to - shiftInto(&before, shift));
            if (!isLast) gap.to = cdMin(1.0, after.from + shiftInto(&after, shift));
            stretches[kept++] = gap;
        }
        before = after;
        isFirst = false;
    }
    return kept;
}

int32_t cdFindInnerStretches(const cdFaceOutline *outline, cdVec3 from, cdVec3 to, const cdDeepStretch *deep,
                             cdStretch *stretches, int32_t capacity) {
    cdVec2 p = project(outline, from), q = project(outline, to);
    Line2 line = {p, {q.x - p.x, q.y - p.y}, 0.0};
    line.lengthSq = line.along.x * line.along.x + line.along.y * line.along.y;
    if (capacity < 1) return -1;
    if (!(line.lengthSq > outline->margin * outline->margin)) {
        cdVec2 middle = {p.x + 0.5 * line.along.x, p.y + 0.5 * line.along.y};
        stretches[0] = (cdStretch){0.0, 1.0};
        return isInside(outline, middle) ? 1 : 0;
    }
    int32_t count = listNearStretches(outline, &line, deep, stretches, capacity - 1);
    if (count < 0) return -1;
    cdSortItems(stretches, (size_t)count, sizeof *stretches, isStretchBefore);
    count = joinStretches(stretches, count);
    return keepInnerGaps(outline, &line, deep, stretches, count);
}

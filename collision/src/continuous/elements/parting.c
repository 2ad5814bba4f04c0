// Planes that separate two triangles, or two of their elements, over the part of interest: parting.h.
//
// Any fixed direction is a certificate: what moves is bounded by its chord and bulge. Rounding of doubles is
// less than the search's inflation.
#include "continuous/elements/parting.h"

// True if the plane of one triangle separates the two over the part of interest.
bool cdPlanesPart(const cdSearch *search, const cdMovingTriangle *a, const cdFixedTriangle *b) {
    double slack = a->bulge * search->bulgeShare + search->inflation;
    double lowest = INFINITY, highest = -INFINITY;
    for (int k = 0; k < 3; k++) {
        double start = cdDot(b->normal, a->v[k].from);
        double end = start + search->lambdaEnd * cdDot(b->normal, a->v[k].step);
        lowest = cdMin(lowest, cdMin(start, end));
        highest = cdMax(highest, cdMax(start, end));
    }
    if (lowest > b->upper + slack || highest < b->lower - slack) return true;
    double heightB[3];
    for (int k = 0; k < 3; k++)
        heightB[k] = cdDot(a->normal, b->v[k]);
    return cdMin(heightB[0], cdMin(heightB[1], heightB[2])) > a->upper + slack ||
           cdMax(heightB[0], cdMax(heightB[1], heightB[2])) < a->lower - slack;
}

// Returns the minimum height of A's swept corners along a direction.
static double lowestSwept(const cdSearch *search, const cdMovingTriangle *a, cdVec3 m) {
    double lowest = INFINITY;
    for (int k = 0; k < 3; k++) {
        double from = cdDot(m, a->v[k].from), to = from + search->lambdaEnd * cdDot(m, a->v[k].step);
        lowest = cdMin(lowest, cdMin(from, to));
    }
    return lowest;
}

static double highestOf(const cdVec3 v[3], cdVec3 m) {
    return cdMax(cdDot(m, v[0]), cdMax(cdDot(m, v[1]), cdDot(m, v[2])));
}

// True if a plane through an edge of one triangle, perpendicular to it, separates the two. This rejects
// neighbours that lie side by side.
bool cdSidesPart(const cdSearch *search, const cdMovingTriangle *a, const cdFixedTriangle *b) {
    double slack = a->bulge * search->bulgeShare + search->inflation;
    for (int k = 0; k < 3; k++) {
        cdVec3 m = cdCross(cdSub(b->v[(k + 1) % 3], b->v[k]), b->normal);
        if (lowestSwept(search, a, m) > highestOf(b->v, m) + slack * cdSumAbs(m)) return true;
    }
    for (int k = 0; k < 3; k++) {
        cdVec3 m = cdCross(a->normal, cdSub(a->v[(k + 1) % 3].from, a->v[k].from)); // inwards
        if (lowestSwept(search, a, m) > highestOf(b->v, m) + slack * cdSumAbs(m)) return true;
    }
    return false;
}

// True if the spheres over two edges stay separated along the moving one's chord.
bool cdAreEdgesApart(const cdSearch *search, const cdMovedVertex *a0, const cdMovedVertex *a1, cdVec3 b0,
                     cdVec3 b1) {
    cdVec3 d0 = cdScale(0.5, cdSub(cdAdd(a0->from, a1->from), cdAdd(b0, b1)));
    cdVec3 step = cdScale(0.5 * search->lambdaEnd, cdAdd(a0->step, a1->step));
    double lengths = 0.5 * (cdLength(cdSub(a1->from, a0->from)) + cdLength(cdSub(b1, b0)));
    double reach = lengths + cdMax(a0->bulge, a1->bulge) * search->bulgeShare + search->inflation;
    double along = -cdDot(d0, step), stepSq = cdLengthSq(step);
    if (along <= 0.0) return cdLengthSq(d0) > reach * reach;
    if (along >= stepSq) return cdLengthSq(cdAdd(d0, step)) > reach * reach;
    return cdLengthSq(cdMulAdd(d0, along / stepSq, step)) > reach * reach;
}

// --- Elements

static double getSlack(const cdSearch *search, double bulge) {
    return bulge * search->bulgeShare + search->inflation;
}

static double findHigherEnd(const cdSearch *search, const cdMovedVertex *v, cdVec3 m, double *lower) {
    double from = cdDot(m, v->from), to = from + search->lambdaEnd * cdDot(m, v->step);
    *lower = cdMin(from, to);
    return cdMax(from, to);
}

static bool partsEdges(const cdSearch *search, const cdMovedVertex *a0, const cdMovedVertex *a1, cdVec3 b0,
                       cdVec3 b1, cdVec3 m) {
    double lower0, lower1, slack = getSlack(search, cdMax(a0->bulge, a1->bulge)) * cdSumAbs(m);
    double upper0 = findHigherEnd(search, a0, m, &lower0), upper1 = findHigherEnd(search, a1, m, &lower1);
    double h0 = cdDot(m, b0), h1 = cdDot(m, b1);
    return cdMin(lower0, lower1) > cdMax(h0, h1) + slack || cdMax(upper0, upper1) < cdMin(h0, h1) - slack;
}

bool cdSidesPartEdges(const cdSearch *search, const cdMovedVertex *a0, const cdMovedVertex *a1, cdVec3 b0,
                      cdVec3 b1) {
    cdVec3 e = cdSub(a1->from, a0->from), f = cdSub(b1, b0);
    cdVec3 across = cdNormalize(cdCross(e, f));
    return partsEdges(search, a0, a1, b0, b1, cdCross(across, f)) ||
           partsEdges(search, a0, a1, b0, b1, cdCross(across, e));
}

bool cdSidesPartVertex(const cdSearch *search, const cdMovedVertex *a, const cdFixedTriangle *b) {
    double slack = getSlack(search, a->bulge);
    for (int k = 0; k < 3; k++) {
        cdVec3 m = cdCross(cdSub(b->v[(k + 1) % 3], b->v[k]), b->normal); // outwards
        double lower;
        findHigherEnd(search, a, m, &lower);
        if (lower > highestOf(b->v, m) + slack * cdSumAbs(m)) return true;
    }
    return false;
}

bool cdSidesPartFace(const cdSearch *search, const cdMovingTriangle *a, cdVec3 b) {
    double slack = getSlack(search, a->bulge);
    for (int k = 0; k < 3; k++) {
        cdVec3 m = cdCross(a->normal, cdSub(a->v[(k + 1) % 3].from, a->v[k].from)); // inwards
        if (lowestSwept(search, a, m) > cdDot(m, b) + slack * cdSumAbs(m)) return true;
    }
    return false;
}

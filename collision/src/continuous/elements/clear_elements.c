// Elements of a search that keeps a clearance; see clear_elements.h.
//
// (1) The pair as two triangles with equal corners. (2) The cheap test over the part of interest. (3) The
// first contact. (4) A contact at the very start of the step: times after 4, 64, ... tolerances of path are
// tried until the pair has left; a second search with the clearance less three tolerances certifies the
// motion up to there.
#include "continuous/elements/clear_elements.h"
#include "continuous/elements/contact_geometry.h"
#include "continuous/elements/touch_normal.h"
#include "continuous/offset/offset_contact.h"
#include "continuous/offset/offset_pair.h"
#include "mesh/shapes/triangle_overlap.h"

// In tolerances: depth below the clearance allowed at a start, and of a pair that leaves; path up to the
// first time tried; factor from each to the next.
static const double START_DEPTH = 1.0, LEAVE_DEPTH = 3.0, LEAVE_FIRST = 4.0, LEAVE_GROWTH = 16.0;

// --- (1)

static cdOffsetPair makeOffsetPair(const cdSearch *search, const cdElementPair *pair, double distance) {
    cdOffsetPair offset = {.screw = search->screw, .distance = distance};
    for (int k = 0; k < 3; k++) {
        offset.a[k] = pair->moving[k < pair->movingCount ? k : pair->movingCount - 1].x;
        offset.b[k] = pair->fixed[k < pair->fixedCount ? k : pair->fixedCount - 1];
    }
    return offset;
}

// --- (2)

static bool isApart(const cdSearch *search, const cdOffsetPair *offset, cdInterval tau) {
    cdOffsetPath path = cdBoundOffsetPath(search->screw, offset->a, tau.lo, cdMax(tau.lo, tau.hi));
    return cdIsPathApart(&path, offset->b, search->inflation);
}

// --- (4)

static bool isFree(cdSearch *search, const cdOffsetPair *offset, double tau0, double tau1) {
    return cdFindOffsetContact(offset, tau0, tau1, search->meter).state == CD_FREE;
}

// Returns the time by which a pair in contact at the start has left; negative: it does not leave.
static double findLeaveTime(cdSearch *search, const cdOffsetPair *offset) {
    cdOffsetPair deep = *offset;
    deep.distance -= LEAVE_DEPTH * search->tolerance.distance;
    double path = cdBoundPath(search->screw, search->a), before = 0.0;
    if (!(deep.distance > 0.0 && path > 0.0)) return -1.0;
    double tau = LEAVE_FIRST * search->tolerance.distance / path;
    for (; before < 1.0; tau *= LEAVE_GROWTH) {
        tau = cdMin(tau, 1.0);
        if (!isFree(search, &deep, before, tau)) return -1.0;
        // An interval of no length tests the distance at tau alone.
        if (cdFindOffsetContact(offset, tau, tau, search->meter).state == CD_FREE) return tau;
        before = tau;
    }
    return -1.0;
}

// --- (3)

cdElementContact cdFindClearContact(cdSearch *search, const cdElementPair *pair, cdInterval tau) {
    const cdElementContact none = {CD_FREE, 1.0};
    cdOffsetPair offset = makeOffsetPair(search, pair, search->clearance);
    // The motion before the span is free, except for elements that touch at the start and have left.
    cdInterval part = {search->collectTouches ? tau.lo : cdMax(tau.lo, search->span.tau0), tau.hi};
    if (tau.lo > tau.hi || isApart(search, &offset, part)) return none;
    search->stats.cubicSolves++;
    cdOffsetContact found = cdFindOffsetContact(&offset, tau.lo, tau.hi, search->meter);
    bool atStart = found.state == CD_CONTACT && search->screwIndex == 0 && found.tau.lo == 0.0;
    if (atStart && !search->collectTouches) {
        double left = findLeaveTime(search, &offset);
        if (left >= tau.hi) return none;
        if (left >= 0.0) found = cdFindOffsetContact(&offset, left, tau.hi, search->meter);
    }
    search->stats.separationSteps += found.steps;
    return (cdElementContact){found.state, found.state == CD_FREE ? 1.0 : found.tau.lo};
}

// --- Poses

static cdOffsetPair makeStillPair(const cdScrew *still, const cdVec3 a[3], const cdVec3 b[3]) {
    cdOffsetPair offset = {.screw = still};
    for (int k = 0; k < 3; k++) {
        offset.a[k] = a[k];
        offset.b[k] = b[k];
    }
    return offset;
}

bool cdAreTrianglesTooNear(const cdSearch *search, const cdVec3 a[3], const cdVec3 b[3]) {
    double reach = search->overlapOnly ? search->overlapReach
                                       : search->clearance - START_DEPTH * search->tolerance.distance;
    const cdScrew still = {.s = 0.0};
    cdOffsetPair offset = makeStillPair(&still, a, b);
    cdOffsetPath path = cdBoundOffsetPath(&still, a, 0.0, 0.0);
    if (cdIsPathApart(&path, b, search->inflation)) return false;
    if (cdTrianglesOverlap(a, b)) return true;
    cdOffsetWork work;
    cdOpenOffsetWork(&work, &offset);
    double distance = cdFindOffsetNearest(&work, 0.0).distance;
    return search->overlapOnly ? distance <= reach : distance < reach;
}

// Returns the point between the surfaces, given the nearest points of the triangles.
static cdVec3 findMidpoint(const cdSearch *search, cdVec3 onA, cdVec3 onB, cdVec3 normal) {
    cdVec3 surfaceA = cdMulAdd(onA, -search->a->rounding, normal);
    cdVec3 surfaceB = cdMulAdd(onB, search->b->rounding, normal);
    return cdScale(0.5, cdAdd(surfaceA, surfaceB));
}

cdVec3 cdFindPointBetween(const cdSearch *search, const cdVec3 a[3], const cdVec3 b[3]) {
    if (cdTrianglesOverlap(a, b)) return cdFindSharedPoint(a, b);
    const cdScrew still = {.s = 0.0};
    cdOffsetPair offset = makeStillPair(&still, a, b);
    cdOffsetWork work;
    cdOpenOffsetWork(&work, &offset);
    cdOffsetNearest nearest = cdFindOffsetNearest(&work, 0.0);
    cdVec3 onB = cdAdd(nearest.onB, b[0]), onA = cdAdd(nearest.onA, b[0]);
    return findMidpoint(search, onA, onB, cdNormalize(cdSub(onA, onB)));
}

// --- Features

// Returns the feature of an element's mesh for a feature of its offset triangle. `isFace`: the element is a
// triangle, `isEdge`: an edge, else a vertex.
static cdFeature findFeature(const cdMesh *mesh, const cdOffsetFeature *found, int32_t element, bool isFace,
                             bool isEdge) {
    const int32_t *corners = isFace ? mesh->triangles + 3 * element : mesh->edges + 2 * element;
    int32_t first = found->corners[0], second = found->corners[1];
    if (found->kind == CD_FEATURE_FACE) return cdGetMeshFeature(mesh, CD_FEATURE_FACE, element);
    if (found->kind == CD_FEATURE_VERTEX)
        return cdGetMeshFeature(mesh, CD_FEATURE_VERTEX, isFace || isEdge ? corners[first] : element);
    if (isEdge) return cdGetMeshFeature(mesh, CD_FEATURE_EDGE, element);
    // Edge k joins corners k and k + 1.
    int32_t side = (first + 1) % 3 == second ? first : second;
    return cdGetMeshFeature(mesh, CD_FEATURE_EDGE, mesh->triangleEdges[3 * element + side]);
}

cdTouch cdDescribeClearContact(const cdSearch *search, cdContactKind kind, int32_t a, int32_t b, double tau) {
    cdElementPair pair = cdGetElementPair(search, kind, a, b);
    // A distance so large that the search for their contact ends at its first step.
    double enough = 2.0 * search->clearance + 1024.0 * search->tolerance.distance;
    cdOffsetPair offset = makeOffsetPair(search, &pair, enough);
    cdOffsetContact found = cdFindOffsetContact(&offset, tau, tau, NULL);
    cdVec3 point, normal = found.normal;
    // A clearance that is lost in rounding gives no direction.
    if (!(found.distance > search->tolerance.distance && cdLengthSq(normal) > 0.0)) {
        cdDescribeContact(search, &pair, tau, &point, &normal);
        normal = cdMendNormal(search, kind, &pair, tau, point, normal);
    }
    cdTouch touch = {.kind = found.kind, .normal = normal};
    bool isEdge = kind == CD_EDGE_EDGE;
    touch.featureA = findFeature(search->a, &found.featureA, a, kind == CD_FACE_VERTEX, isEdge);
    touch.featureB = findFeature(search->b, &found.featureB, b, kind == CD_VERTEX_FACE, isEdge);
    touch.point = findMidpoint(search, found.pointA, found.pointB, normal);
    return touch;
}

static bool isSameFeature(const cdFeature *x, const cdFeature *y) {
    return x->kind == y->kind && x->index == y->index;
}

int32_t cdDropRepeatedTouches(cdTouch *touches, int32_t count) {
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++) {
        bool known = false;
        for (int32_t k = 0; k < kept && !known; k++)
            known = isSameFeature(&touches[i].featureA, &touches[k].featureA) &&
                    isSameFeature(&touches[i].featureB, &touches[k].featureB);
        if (!known) touches[kept++] = touches[i];
    }
    return kept;
}

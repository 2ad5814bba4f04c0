// Directions that certify a distance: families of one parameter, tau, whose zeros are those of
// polynomials.
//
// Two convex sets are farther apart than d exactly if some unit direction n separates them by more than d. As
// A moves, the direction between the nearest points stays fixed in B's frame where B holds a face, or an edge
// or a vertex below a vertex of A; fixed in A's frame, the other way round; and perpendicular to both where
// it lies between two edges. Then
//     (1 + k2 tau^2) (n . x(tau) - h - d) > 0 for every corner x of the moving one, h the extent of the other
//     along n,
// is a cubic in tau [numerics section 2: the plane of [RKC01 2], moved outwards by d]; offset_edges.c has
// the third. For a vertex and a face its zero is that of the contact itself. For a vertex and a vertex or
// an edge the surface is curved, and following one direction to its zero is a step of Newton's method
// from the safe side: the next direction starts there.
//
// Errors: a cubic loses 16 rounding units of the sum of its terms' sizes, its Bernstein coefficients 8 more,
// and following them cdGetFollowError.
#include "continuous/offset/offset_pair.h"
#include "foundation/numbers/bernstein.h"

static const double equationError = 16.0 * CD_EPSILON, formError = 8.0 * CD_EPSILON;

// Returns the largest tau' such that the unit direction n, fixed in the view, certifies [tau, tau']; tau when
// that is not above `least`.
static double followFixed(const cdOffsetView *view, cdVec3 n, double distance, double tau, double least) {
    const cdScrew *screw = &view->screw;
    cdVec3 origin = view->fixed->v[0];
    double top = 0.0, last = 1.0, slide = screw->s * cdDot(n, screw->u);
    for (int k = 1; k < view->fixed->count; k++)
        top = cdMax(top, cdDot(n, cdSub(view->fixed->v[k], origin)));
    for (int i = 0; i < view->movingCount; i++) {
        const cdMovingPoint *p = &view->moving[i];
        cdVec3 delta = cdSub(p->x, origin);
        double height = cdDot(n, delta) - (top + distance);
        double c1 = 2.0 * cdDot(n, p->b) + slide;
        double c2 = screw->k2 * height + 2.0 * cdDot(n, cdCross(screw->g, p->b)), c3 = screw->k2 * slide;
        double terms = cdSumAbs(delta) + view->fixedExtent + 2.0 * p->bScale + fabs(screw->s);
        double error = equationError * (1.0 + screw->k2) * (cdSumAbs(n) * terms + distance) +
                       (formError + cdGetFollowError(3)) * (fabs(height) + fabs(c1) + fabs(c2) + fabs(c3));
        double b[4] = {height - error, height + c1 / 3.0 - error, height + (2.0 * c1 + c2) / 3.0 - error,
                       height + c1 + c2 + c3 - error};
        last = cdMin(last, cdFollowAbove(b, 3, tau, last));
        if (last <= least) return tau;
    }
    return last;
}

// Returns the part of a direction across an edge. Applied twice: the first leaves a rounding remainder.
static cdVec3 crossEdge(cdVec3 direction, cdVec3 edge) {
    cdVec3 along = cdNormalize(edge), n = cdNormalize(cdMulAdd(direction, -cdDot(direction, along), along));
    return cdNormalize(cdMulAdd(n, -cdDot(n, along), along));
}

static cdVec3 orient(cdVec3 direction, cdVec3 toward) {
    return cdDot(direction, toward) < 0.0 ? cdNegate(direction) : direction;
}

static cdVec3 getEdge(const cdOffsetShape *shape, int edge) {
    return cdSub(shape->v[cdGetOffsetEdgeEnd(shape, edge)], shape->v[edge]);
}

// Returns the unit direction from a shape to a point that is at `toward` from its nearest one, by the feature
// there.
static cdVec3 findDirection(const cdOffsetShape *shape, cdFeatureKind kind, int index, cdVec3 toward) {
    if (kind == CD_FEATURE_FACE) return orient(shape->normal, toward);
    if (kind == CD_FEATURE_EDGE) return crossEdge(toward, getEdge(shape, index));
    return cdNormalize(toward);
}

// Zero for edges so nearly parallel that the vector between the nearest points is the better direction:
// rounding turns the product of the edges by its unit over their angle, that vector by the size's over its
// length.
static cdVec3 findEdgesNormal(const cdOffsetWork *work, int a, int b, double tau, cdVec3 toward) {
    cdVec3 edgeA = cdNormalize(cdTurnForth(&work->views[0].screw, getEdge(&work->a, a), tau));
    cdVec3 edgeB = cdNormalize(getEdge(&work->b, b)), n = cdCross(edgeA, edgeB);
    double sine = cdLength(n), blur = 8.0 * CD_EPSILON;
    if (!(sine > blur && sine * cdLength(toward) > blur * work->size)) return (cdVec3){0.0, 0.0, 0.0};
    return orient(crossEdge(cdScale(1.0 / sine, n), edgeB), toward);
}

cdVec3 cdFindOffsetNormal(const cdOffsetWork *work, const cdOffsetNearest *nearest, double tau) {
    const cdScrew *screw = &work->views[0].screw;
    cdVec3 toward = cdSub(nearest->onA, nearest->onB);
    if (nearest->kindA == CD_FEATURE_EDGE && nearest->kindB == CD_FEATURE_EDGE) {
        cdVec3 n = findEdgesNormal(work, nearest->a, nearest->b, tau, toward);
        if (cdLengthSq(n) > 0.0) return n;
    }
    if (nearest->kindA == CD_FEATURE_VERTEX || nearest->kindB == CD_FEATURE_EDGE)
        return findDirection(&work->b, nearest->kindB, nearest->b, toward);
    cdVec3 back = cdTurnBack(screw, cdNegate(toward), tau);
    return cdNegate(cdTurnForth(screw, findDirection(&work->a, nearest->kindA, nearest->a, back), tau));
}

// The family that belongs to the features of the nearest points.
typedef enum Family { FAMILY_OF_B, FAMILY_OF_A, FAMILY_OF_EDGES, FAMILY_COUNT } Family;

static Family chooseFamily(const cdOffsetNearest *nearest) {
    if (nearest->kindA == CD_FEATURE_VERTEX) return FAMILY_OF_B;
    return nearest->kindB == CD_FEATURE_VERTEX ? FAMILY_OF_A : FAMILY_OF_EDGES;
}

static double followFamily(const cdOffsetWork *work, const cdOffsetNearest *nearest, Family family,
                           double tau, double least) {
    cdVec3 toward = cdSub(nearest->onA, nearest->onB);
    if (family == FAMILY_OF_EDGES) {
        if (nearest->kindA != CD_FEATURE_EDGE || nearest->kindB != CD_FEATURE_EDGE) return tau;
        return cdFollowOffsetEdges(work, nearest->a, nearest->b, toward, tau);
    }
    if (family == FAMILY_OF_B) {
        cdVec3 n = findDirection(&work->b, nearest->kindB, nearest->b, toward);
        return followFixed(&work->views[0], n, work->distance, tau, least);
    }
    cdVec3 back = cdTurnBack(&work->views[0].screw, cdNegate(toward), tau);
    cdVec3 n = findDirection(&work->a, nearest->kindA, nearest->a, back);
    return followFixed(&work->views[1], n, work->distance, tau, least);
}

// The distance determines the nearest points to half of the digits only: a vertex may be named where the
// nearest point lies a little inside an edge, and the direction of that edge is wanted. `toward`: from the
// other shape. Takes the edge at the vertex, or the face at the edge, unless the direction clearly leaves it
// behind.
static void promote(const cdOffsetShape *shape, cdVec3 toward, cdFeatureKind *kind, int *index) {
    static const double behind = 0x1p-20;
    double reach = behind * cdLength(toward);
    if (*kind == CD_FEATURE_VERTEX) {
        double least = reach;
        int vertex = *index;
        for (int k = 0; k < shape->edgeCount; k++) {
            int end = cdGetOffsetEdgeEnd(shape, k);
            if (k != vertex && end != vertex) continue;
            double rise = cdDot(toward, cdNormalize(getEdge(shape, k))) * (end == vertex ? -1.0 : 1.0);
            if (!(rise < least)) continue;
            least = rise;
            *kind = CD_FEATURE_EDGE;
            *index = k;
        }
    }
    if (*kind != CD_FEATURE_EDGE || !shape->hasFace) return;
    cdVec3 inward = cdCross(shape->normal, cdNormalize(getEdge(shape, *index)));
    if (cdDot(toward, inward) < reach) *kind = CD_FEATURE_FACE;
}

// Follows directions of the features adjacent to those of the nearest points.
static double followOthers(const cdOffsetWork *work, const cdOffsetNearest *nearest, double tau,
                           double least) {
    cdVec3 toward = cdSub(nearest->onA, nearest->onB);
    cdVec3 turned = cdTurnBack(&work->views[0].screw, toward, tau);
    cdOffsetNearest other = *nearest;
    double last = least;
    promote(&work->a, turned, &other.kindA, &other.a);
    promote(&work->b, cdNegate(toward), &other.kindB, &other.b);
    for (int k = 0; k < FAMILY_COUNT; k++)
        last = cdMax(last, followFamily(work, &other, (Family)k, tau, last));
    // Along a surface its normal may last for the whole step.
    other.kindA = other.kindB = CD_FEATURE_FACE;
    if (work->a.hasFace) last = cdMax(last, followFamily(work, &other, FAMILY_OF_A, tau, last));
    if (work->b.hasFace) last = cdMax(last, followFamily(work, &other, FAMILY_OF_B, tau, last));
    if (nearest->kindA == CD_FEATURE_EDGE && nearest->kindB == CD_FEATURE_EDGE) {
        cdVec3 n = findEdgesNormal(work, nearest->a, nearest->b, tau, toward);
        if (cdLengthSq(n) > 0.0)
            last = cdMax(last, followFixed(&work->views[0], n, work->distance, tau, last));
    }
    return last;
}

// Follows directions around a vertex or an edge. Of two edges, which are nearly parallel where their own
// family fails, an end of A's is followed.
static double followCurves(const cdOffsetWork *work, const cdOffsetNearest *nearest, double tau) {
    cdFeatureKind kindA = nearest->kindA, kindB = nearest->kindB;
    if (kindA == CD_FEATURE_FACE || kindB == CD_FEATURE_FACE) return tau;
    if (kindA == CD_FEATURE_EDGE && kindB == CD_FEATURE_VERTEX)
        return cdFollowOffsetCurve(work, 1, kindA, nearest->a, nearest->b, tau);
    return cdFollowOffsetCurve(work, 0, kindB, nearest->b, nearest->a, tau);
}

double cdFollowOffset(const cdOffsetWork *work, const cdOffsetNearest *nearest, double tau, double enough,
                      bool curved) {
    Family family = chooseFamily(nearest);
    double last = followFamily(work, nearest, family, tau, tau);
    if (curved) last = cdMax(last, followCurves(work, nearest, tau));
    for (int k = 0; k < FAMILY_COUNT && !(last > enough); k++)
        if (k != (int)family) last = cdMax(last, followFamily(work, nearest, (Family)k, tau, last));
    return last > enough ? last : followOthers(work, nearest, tau, last);
}

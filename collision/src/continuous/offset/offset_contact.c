// First time at which two triangles come within a distance; see offset_contact.h.
//
// The points within d of a convex set are a union of balls about vertices, cylinders about edges and prisms
// on faces, each with an equation of its own (degree 4 and 6 and 3 in tau) and conditions where it holds.
// Finding the roots of all and deciding the conditions leaves seams between the pieces. So the distance is
// certified by directions instead, from the left: (1) Find the nearest points at tau; within d they are the
// contact. (2) The family of directions that belongs to their features certifies the distance up to the first
// zero of its cubics (offset_directions.c): for a vertex and a face, or two edges, the zero of the piece's
// own equation. Points behind count as well, so no seam is left. (3) A step of the distance over the speed is
// always safe. (4) Repeat from there: from step to step the remainder shrinks by its square where the zero is
// simple, by half where it is double.
#include "continuous/offset/offset_contact.h"
#include "continuous/offset/offset_pair.h"
#include "foundation/memory/hooks.h"
#include "mesh/shapes/triangle_overlap.h"

// Most pairs need less than ten; grazing ones some twenty. From the third step all families are tried, from
// the sixth the expensive curved ones, too.
enum { MAX_STEPS = 64, EVERY_STEP = 5, CURVED_STEP = 6 };

// --- results

static cdOffsetFeature nameFeature(const cdOffsetShape *shape, cdFeatureKind kind, int index) {
    if (kind == CD_FEATURE_FACE) return (cdOffsetFeature){kind, {-1, -1}};
    int end = kind == CD_FEATURE_EDGE ? cdGetOffsetEdgeEnd(shape, index) : index;
    return (cdOffsetFeature){kind, {shape->corner[index], shape->corner[end]}};
}

static cdOffsetContact makeResult(const cdOffsetWork *work, cdState state, double lo, double hi) {
    return (cdOffsetContact){.state = state, .tau = {lo, hi}, .tolerance = work->tolerance};
}

static void describe(const cdOffsetWork *work, const cdOffsetNearest *nearest, double tau, cdVec3 origin,
                     cdVec3 before, cdOffsetContact *result) {
    result->distance = nearest->distance;
    result->kind = nearest->kindA == CD_FEATURE_VERTEX   ? CD_VERTEX_FACE
                   : nearest->kindB == CD_FEATURE_VERTEX ? CD_FACE_VERTEX
                                                         : CD_EDGE_EDGE;
    result->featureA = nameFeature(&work->a, nearest->kindA, nearest->a);
    result->featureB = nameFeature(&work->b, nearest->kindB, nearest->b);
    result->pointA = cdAdd(nearest->onA, origin);
    result->pointB = cdAdd(nearest->onB, origin);
    result->normal = cdFindOffsetNormal(work, nearest, tau);
    // So near that rounding may have turned the vector between them.
    bool blurred = nearest->distance < 0.25 * work->tolerance;
    if (blurred && cdDot(result->normal, before) < 0.0) result->normal = cdNegate(result->normal);
}

// --- the steps

static bool isCrossing(const cdOffsetWork *work) {
    cdVec3 a[3], b[3];
    for (int k = 0; k < 3; k++) {
        a[k] = work->placed[k < work->a.count ? k : work->a.count - 1];
        b[k] = work->b.v[k < work->b.count ? k : work->b.count - 1];
    }
    return cdTrianglesOverlap(a, b);
}

static bool isValid(const cdOffsetWork *work, double tau0, double tau1) {
    return tau0 >= 0.0 && tau0 <= tau1 && tau1 <= 1.0 && work->distance >= 0.0 && work->size <= 1e100;
}

static cdOffsetContact findContact(cdOffsetWork *work, double tau0, double tau1, cdVec3 origin,
                                   cdMeter *meter) {
    double tau = tau0;
    cdVec3 before = {0.0, 0.0, 0.0};
    cdOffsetContact result = makeResult(work, CD_UNDECIDED, tau0, tau1);
    result.reason = CD_REASON_PRECISION;
    for (int step = 1; step <= MAX_STEPS; step++) {
        if (!cdSpend(meter, 1)) {
            result.reason = meter->reason != CD_REASON_NONE ? meter->reason : CD_REASON_BUDGET;
            break;
        }
        cdOffsetNearest nearest = cdFindOffsetNearest(work, tau);
        double gap = nearest.distance - work->distance;
        result.steps = step;
        // A little less than the tolerance, so that rounding of the distance does not break it.
        if (gap <= 0.96875 * work->tolerance) {
            result.state = CD_CONTACT;
            result.reason = CD_REASON_NONE;
            describe(work, &nearest, tau, origin, before, &result);
            result.tau.hi = tau;
            return result;
        }
        before = cdSub(nearest.onA, nearest.onB);
        double way = gap - 0.5 * work->tolerance;
        double safe = way < work->speed * (1.0 - tau) ? tau + way / work->speed : 1.0;
        double next =
            cdFollowOffset(work, &nearest, tau, step < EVERY_STEP ? safe : 1.0, step >= CURVED_STEP);
        // At the start triangles may cross far from their edges; later steps are certified not to.
        if (step == 1 && !(next > tau) && isCrossing(work)) {
            nearest.distance = 0.0;
            result.state = CD_CONTACT;
            result.reason = CD_REASON_NONE;
            describe(work, &nearest, tau, origin, before, &result);
            result.normal = (cdVec3){0.0, 0.0, 0.0};
            result.tau.hi = tau;
            return result;
        }
        tau = result.tau.lo = cdMin(cdMax(next, safe), tau1);
        if (tau >= tau1) {
            result = makeResult(work, CD_FREE, tau1, tau1);
            result.steps = step;
            return result;
        }
    }
    return result;
}

cdOffsetContact cdFindOffsetContact(const cdOffsetPair *pair, double tau0, double tau1, cdMeter *meter) {
    cdOffsetContact invalid = {.reason = CD_REASON_INPUT, .tau = {tau0, tau1}};
    if (!CD_REQUIRE(pair && pair->screw)) return invalid;
    cdOffsetWork work;
    cdOpenOffsetWork(&work, pair);
    if (!isValid(&work, tau0, tau1)) return invalid;
    return findContact(&work, tau0, tau1, pair->b[0], meter);
}

// Features, point, normal and resolved time of a first contact.
//
// The normal is that of the face, or the cross product of the edges [RKC01 2's equations], turned to the side
// from which the motion came: where the cubic falls through zero the elements were on the positive side.
// Where neither defines it (parallel edges, motion within the plane, grazing) it is the direction between the
// closest points a little earlier. Stopping follows numerics.md section 4: the mesh stops while the touching
// pair is still separated by about 2 margins, so it neither overlaps nor sticks.
#include "continuous/elements/contact_geometry.h"
#include "foundation/geometry/screw.h"

enum { LOOK_BACK_ROUNDS = 60, RESOLVE_ROUNDS = 80 };

cdFeature cdGetMeshFeature(const cdMesh *mesh, cdFeatureKind kind, int32_t index) {
    cdFeature feature = {.kind = kind, .index = index, .id = index, .vertexId = {-1, -1}};
    if (kind == CD_FEATURE_VERTEX) {
        feature.id = feature.vertexId[0] = feature.vertexId[1] = mesh->vertexIds[index];
    } else if (kind == CD_FEATURE_EDGE) {
        for (int i = 0; i < 2; i++)
            feature.vertexId[i] = mesh->vertexIds[mesh->edges[2 * index + i]];
    } else if (kind == CD_FEATURE_FACE) {
        feature.id = mesh->faceIds[index];
    }
    return feature;
}

// Returns the direction normal to both elements at tau, signed so that a positive cubic means A on its side;
// may be zero.
static cdVec3 elementNormal(const cdSearch *search, const cdElementPair *pair, double tau) {
    const cdVec3 *fixed = pair->fixed;
    cdVec3 moving[3];
    for (int i = 0; i < pair->movingCount; i++)
        moving[i] = cdPlaceMovingPoint(search->screw, &pair->moving[i], tau);
    if (pair->movingCount == 1) return cdCross(cdSub(fixed[1], fixed[0]), cdSub(fixed[2], fixed[0]));
    if (pair->movingCount == 2) return cdCross(cdSub(moving[1], moving[0]), cdSub(fixed[1], fixed[0]));
    return cdNegate(cdCross(cdSub(moving[1], moving[0]), cdSub(moving[2], moving[0])));
}

// Returns the direction from B to A when the pair was last clearly separated; zero if it never was.
static cdVec3 directionBefore(const cdSearch *search, const cdElementPair *pair, double root) {
    double back = search->tolerance.width;
    for (int round = 0; round < LOOK_BACK_ROUNDS; round++, back *= 2.0) {
        double tau = cdMax(0.0, root - back);
        cdClosest closest = cdFindClosestElements(search->screw, pair, tau);
        double clear = 64.0 * search->tolerance.distance;
        if (closest.distanceSq > clear * clear) return cdNormalize(cdSub(closest.onFirst, closest.onSecond));
        if (tau == 0.0) break;
    }
    return (cdVec3){0.0, 0.0, 0.0};
}

void cdDescribeContact(const cdSearch *search, const cdElementPair *pair, double root, cdVec3 *point,
                       cdVec3 *normal) {
    cdClosest closest = cdFindClosestElements(search->screw, pair, root);
    *point = cdScale(0.5, cdAdd(closest.onFirst, closest.onSecond));
    cdCubic cubic = cdMakeElementCubic(search, pair);
    double slope = cdEvaluateCubicSlope(&cubic, root);
    cdVec3 n = cdNormalize(elementNormal(search, pair, root));
    bool crossing = fabs(slope) > 1e3 * cubic.error && cdLengthSq(n) > 0.0;
    if (crossing) {
        *normal = slope < 0.0 ? n : cdNegate(n);
        return;
    }
    cdVec3 before = directionBefore(search, pair, root);
    if (cdLengthSq(before) > 0.0) {
        *normal = before;
        return;
    }
    // Touching throughout: against the motion of the point, along the elements' normal if there is one.
    cdScrew back = *search->screw;
    cdVec3 later = cdGetPointAt(&back, closest.onFirst, cdMin(1.0, 0x1p-20)),
           motion = cdSub(later, closest.onFirst);
    if (cdLengthSq(n) == 0.0) n = cdLengthSq(motion) > 0.0 ? cdNormalize(motion) : (cdVec3){0.0, 0.0, 1.0};
    *normal = cdDot(n, motion) > 0.0 ? cdNegate(n) : n;
}

double cdFindResolvedTau(const cdSearch *search, const cdElementPair *pair, double before, double margin) {
    double speed = cdBoundElementSpeed(search->screw, pair);
    if (!(speed > 0.0)) return 0.0;
    double near = before, far = before, gapFar = 0.0;
    for (double back = 2.0 * margin / speed; gapFar < 2.0 * margin; back *= 2.0) {
        if (far <= 0.0) return 0.0;
        near = far;
        far = cdMax(0.0, before - back);
        gapFar = sqrt(cdFindClosestElements(search->screw, pair, far).distanceSq) - search->clearance;
    }
    for (int round = 0; round < RESOLVE_ROUNDS && gapFar > 2.5 * margin; round++) {
        double middle = 0.5 * (far + near);
        double gap = sqrt(cdFindClosestElements(search->screw, pair, middle).distanceSq) - search->clearance;
        if (gap < 1.5 * margin) {
            near = middle;
        } else {
            far = middle;
            gapFar = gap;
        }
    }
    return far;
}

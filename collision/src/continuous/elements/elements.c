// The elementary equations and their certified first contact; see elements.h.
//
// Source: [RKC01] section 2 in the form of numerics.md section 2, with q = 1 + k2 tau^2 and N(v) the turned
// direction times q. The edge-edge equation takes the moving edge's own start as reference point, so that w =
// 0 there and only differences of nearby points enter: the error bound then scales with the pair, not with
// its distance from an origin. (1) Build the cubic. (2) Find where it may vanish. (3) Decide a narrow suspect
// by the distance of the elements at its root, a wide one (double root, motion within the plane, parallel
// edges) by separating directions.
#include "continuous/elements/elements.h"

// Bound on each equation's error in rounding units of the sum of its terms' sizes; terms are at most a dozen
// roundings deep.
static const double equationError = 16.0 * CD_EPSILON;

cdCubic cdMakePlaneCubic(const cdScrew *screw, const cdMovingPoint *p, cdVec3 normal, double normalScale,
                         cdVec3 origin) {
    cdVec3 delta = cdSub(p->x, origin);
    double height = cdDot(normal, delta);
    double slide = screw->s * cdDot(normal, screw->u);
    cdCubic cubic;
    cubic.c[0] = height;
    cubic.c[1] = 2.0 * cdDot(normal, p->b) + slide;
    cubic.c[2] = screw->k2 * height + 2.0 * cdDot(normal, cdCross(screw->g, p->b));
    cubic.c[3] = screw->k2 * slide;
    cubic.scale = normalScale * (1.0 + screw->k2);
    cubic.error = equationError * cubic.scale * (cdSumAbs(delta) + 2.0 * p->bScale + fabs(screw->s));
    return cubic;
}

cdCubic cdMakeVertexFaceCubic(const cdScrew *screw, const cdMovingPoint *p, const cdVec3 face[3]) {
    cdVec3 e1 = cdSub(face[1], face[0]), e2 = cdSub(face[2], face[0]);
    return cdMakePlaneCubic(screw, p, cdCross(e1, e2), cdSumAbs(e1) * cdSumAbs(e2), face[0]);
}

cdCubic cdMakeFaceVertexCubic(const cdScrew *inverse, const cdVec3 face[3], cdVec3 vertex) {
    cdMovingPoint p = cdMakeMovingPoint(inverse, vertex);
    return cdMakeVertexFaceCubic(inverse, &p, face);
}

cdMovingEdge cdMakeMovingEdge(const cdScrew *screw, const cdMovingPoint *start, const cdMovingPoint *end) {
    cdMovingEdge edge = {.a = start->x, .e = cdSub(end->x, start->x)};
    cdVec3 g = screw->g, b = start->b, e = edge.e;
    cdVec3 slide = cdScale(screw->s, screw->u);
    cdVec3 ge = cdCross(g, e);
    edge.n1 = cdScale(2.0, ge);
    edge.n2 = cdMulAdd(cdScale(screw->k2, e), 2.0, cdCross(g, ge));
    edge.m1 = cdAdd(cdScale(2.0, cdCross(b, e)), cdCross(slide, e));
    cdVec3 turning = cdMulAdd(cdCross(cdCross(g, b), e), 2.0, cdCross(b, ge));
    edge.m2 = cdMulAdd(cdCross(slide, edge.n1), 2.0, turning);
    edge.m3 = cdCross(slide, edge.n2);
    // |N(e)| adds up to this times |e| when all its terms are taken as positive.
    double turned = 1.0 + cdSumAbs(g) * (2.0 + 3.0 * cdSumAbs(g));
    edge.lengthScale = cdSumAbs(e) * turned;
    edge.velocityScale = 2.0 * start->bScale + fabs(screw->s);
    return edge;
}

cdCubic cdMakeEdgeEdgeCubic(const cdMovingEdge *moving, cdVec3 start, cdVec3 end) {
    cdVec3 delta = cdSub(moving->a, start), f = cdSub(end, start);
    cdVec3 moment = cdCross(f, delta);
    cdCubic cubic;
    cubic.c[0] = cdDot(moment, moving->e);
    cubic.c[1] = cdDot(moment, moving->n1) + cdDot(f, moving->m1);
    cubic.c[2] = cdDot(moment, moving->n2) + cdDot(f, moving->m2);
    cubic.c[3] = cdDot(f, moving->m3);
    cubic.scale = moving->lengthScale * cdSumAbs(f);
    cubic.error = equationError * cubic.scale * (cdSumAbs(delta) + moving->velocityScale);
    return cubic;
}

cdClosest cdFindClosestElements(const cdScrew *screw, const cdElementPair *pair, double tau) {
    cdVec3 moving[3];
    for (int i = 0; i < pair->movingCount; i++)
        moving[i] = cdPlaceMovingPoint(screw, &pair->moving[i], tau);
    const cdVec3 *fixed = pair->fixed;
    if (pair->movingCount == 2) return cdFindClosestSegments(moving[0], moving[1], fixed[0], fixed[1]);
    if (pair->movingCount == 1) return cdFindClosestPointTriangle(moving[0], fixed[0], fixed[1], fixed[2]);
    cdClosest swapped = cdFindClosestPointTriangle(fixed[0], moving[0], moving[1], moving[2]);
    return (cdClosest){swapped.onSecond, swapped.onFirst, swapped.distanceSq};
}

double cdBoundElementSpeed(const cdScrew *screw, const cdElementPair *pair) {
    double speed = 0.0;
    for (int i = 0; i < pair->movingCount; i++)
        speed = cdMax(speed, cdLength(pair->moving[i].b));
    return 2.0 * speed + fabs(screw->s);
}

cdElementContact cdFindElementContact(const cdScrew *screw, const cdElementPair *pair, const cdCubic *cubic,
                                      double lo, double hi, const cdElementTolerance *tolerance,
                                      cdQueryStats *stats, cdMeter *meter) {
    cdSuspect suspects[CD_MAX_SUSPECTS];
    stats->cubicSolves++;
    int count = cdFindSuspects(cubic, suspects);
    for (int i = 0; i < count && suspects[i].lo <= hi; i++) {
        const cdSuspect *suspect = &suspects[i];
        if (suspect->hi < lo) continue;
        double width = suspect->hi - suspect->lo;
        if (width > 0.5 * tolerance->width) {
            cdElementContact found = cdStepBySeparation(screw, pair, cdMax(lo, suspect->lo), suspect->hi, hi,
                                                        tolerance, stats, meter);
            if (found.state != CD_FREE) return found;
            continue;
        }
        if (suspect->root < lo) continue;
        // The true contact is within `width` of the root, so the elements are this close there.
        double reach = tolerance->distance + width * cdBoundElementSpeed(screw, pair);
        cdClosest closest = cdFindClosestElements(screw, pair, suspect->root);
        if (closest.distanceSq <= reach * reach) return (cdElementContact){CD_CONTACT, suspect->root};
    }
    return (cdElementContact){CD_FREE, 1.0};
}

cdElementContact cdFindTouchAtEnd(const cdScrew *screw, const cdElementPair *pair, const cdCubic *cubic,
                                  const cdElementTolerance *tolerance) {
    const cdElementContact none = {CD_FREE, 1.0};
    double reach = tolerance->distance;
    if (!cdElementsMayTouch(cubic, reach, 1.0, 1.0)) return none;
    bool touches = cdFindClosestElements(screw, pair, 1.0).distanceSq <= reach * reach;
    return touches ? (cdElementContact){CD_CONTACT, 1.0} : none;
}

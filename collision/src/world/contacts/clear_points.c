// Contact points of bodies that keep a distance; see clear_points.h.
//
// (1) A vertex over a face is measured from its plane, edges that cross along their common perpendicular
// [BV92 2.2]. (2) A vertex near a vertex or an edge keeps the distance to that point or line. (3) A first
// contact gives the point midway between the surfaces; the offsets lead from there to the features.
#include "world/contacts/clear_points.h"

// --- (1)

static cdVec3 getNormalAlong(cdVec3 own, cdVec3 along) {
    if (cdLengthSq(own) == 0.0) return along;
    return cdDot(own, along) < 0.0 ? cdNegate(own) : own;
}

static cdVec3 getAlong(const cdMesh *mesh, int32_t edge) {
    const int32_t *ends = mesh->edges + 2 * (size_t)edge;
    return cdNormalize(cdSub(mesh->vertices[ends[1]], mesh->vertices[ends[0]]));
}

static void setCrossing(cdContactPoint *point, const cdClearPair *pair, const cdMesh *meshA,
                        const cdMesh *meshB, cdPose toB) {
    cdVec3 alongA = getAlong(meshA, pair->a), alongB = getAlong(meshB, pair->b);
    cdVec3 cross = cdCross(cdRotate(toB.q, alongA), alongB);
    if (cdLength(cross) < CD_STABLE_SINE) return; // the plane between them stays with B
    point->kind = CD_EDGE_ON_EDGE;
    point->edgeA = alongA;
    point->edgeB = cdDot(cross, pair->normal) < 0.0 ? cdNegate(alongB) : alongB;
}

// --- (2)

static void setRound(cdContactPoint *point, const cdClearPair *pair, const cdMesh *meshA,
                     const cdMesh *meshB) {
    point->kind = CD_POINT_AROUND;
    if (pair->kindA == CD_FEATURE_EDGE) point->edgeA = getAlong(meshA, pair->a);
    if (pair->kindB == CD_FEATURE_EDGE) point->edgeB = getAlong(meshB, pair->b);
}

static cdLocation makeLocation(cdFeatureKind kind, int32_t index) {
    cdLocationKind where = kind == CD_FEATURE_VERTEX ? CD_ON_VERTEX
                           : kind == CD_FEATURE_EDGE ? CD_ON_EDGE
                                                     : CD_ON_FACE;
    return (cdLocation){where, index};
}

cdContactPoint cdMakeClearPoint(const cdClearPair *pair, const cdMesh *meshA, const cdMesh *meshB, cdPose toB,
                                cdPointOffsets offsets) {
    cdContactPoint point = {.kind = CD_POINT_ON_PLANE,
                            .localA = cdAdd(cdInvTransformPoint(toB, pair->onA), meshA->center),
                            .localB = cdAdd(pair->onB, meshB->center),
                            .normal = pair->normal,
                            .offsets = offsets,
                            .featureA = pair->kindA,
                            .featureB = pair->kindB,
                            .locationA = makeLocation(pair->kindA, pair->a),
                            .locationB = makeLocation(pair->kindB, pair->b)};
    if (pair->kindB == CD_FEATURE_FACE) {
        point.normal = getNormalAlong(cdGetTriangleNormal(meshB, pair->b), pair->normal);
    } else if (pair->kindA == CD_FEATURE_FACE) {
        point.kind = CD_PLANE_ON_POINT;
        point.normal = getNormalAlong(cdGetTriangleNormal(meshA, pair->a), cdInvRotate(toB.q, pair->normal));
    } else if (pair->kindA == CD_FEATURE_EDGE && pair->kindB == CD_FEATURE_EDGE) {
        setCrossing(&point, pair, meshA, meshB, toB);
    } else {
        setRound(&point, pair, meshA, meshB);
    }
    return point;
}

// --- (3)

cdContactPoint cdMakeClearTouch(const cdTouch *touch, const cdMesh *meshA, const cdMesh *meshB,
                                cdPose relativeA, cdPointOffsets offsets) {
    cdVec3 center = cdTransformPoint(relativeA, meshA->center);
    cdPose toB = {cdSub(center, meshB->center), relativeA.q};
    cdVec3 between = cdSub(touch->point, meshB->center);
    cdClearPair pair = {.kindA = touch->featureA.kind,
                        .kindB = touch->featureB.kind,
                        .a = touch->featureA.index,
                        .b = touch->featureB.index,
                        .onA = cdMulAdd(between, offsets.a, touch->normal),
                        .onB = cdMulAdd(between, -offsets.b, touch->normal),
                        .normal = touch->normal};
    cdContactPoint point = cdMakeClearPoint(&pair, meshA, meshB, toB, offsets);
    // A vertex is more accurate than the contact's point.
    if (pair.kindA == CD_FEATURE_VERTEX) point.localA = cdAdd(meshA->vertices[pair.a], meshA->center);
    if (pair.kindB == CD_FEATURE_VERTEX) point.localB = cdAdd(meshB->vertices[pair.b], meshB->center);
    point.locationA.kind = point.locationB.kind = CD_LOCATION_UNDECIDED;
    point.corner = (int32_t)touch->kind;
    return point;
}

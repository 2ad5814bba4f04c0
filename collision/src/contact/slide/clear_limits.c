// Limits of a body that keeps a clearance; see clear_limits.h.
//
// (1) The pairs by contact/pairs/clear_pairs.h. Features that touch may be as much as the tolerance nearer
// than the clearance. (2) A vertex over a face keeps to its plane, and edges that cross keep to their common
// perpendicular, as without a clearance. Vertices and edges otherwise keep a radius, which the height follows
// exactly: so a body rolls around the rounded corner that a clearance makes of a sharp one.
#include "contact/slide/clear_limits.h"
#include "contact/pairs/near_triangles.h"

// --- (1)

// Returns a slope that is level over all of A within the tolerance.
static double getSlope(const cdMesh *a, double tolerance) {
    double radius = a->radius + a->rounding;
    return radius > tolerance ? tolerance / radius : 1.0;
}

cdClearList cdListClearPairs(const cdSlideInput *input, cdSlidePair meshes, cdPose pose, cdInterval heights,
                             cdMeter *meter, cdWorkspace *workspace) {
    const cdMesh *mesh = cdGetSlideMesh(input, meshes);
    const cdObstacle *other = cdGetSlideObstacle(input, meshes);
    cdPose own = cdPlaceSlideShape(input, meshes.shape, pose);
    double clearance = cdGetSlideClearance(input, meshes), tolerance = cdGetLimitTolerance(input, meshes);
    cdClearSearch search = {.a = mesh,
                            .b = other->mesh,
                            .toB = cdFindToB(mesh, own, other->mesh, other->pose),
                            .nearest = cdMax(clearance + heights.lo, 0.5 * clearance),
                            .farthest = clearance + heights.hi,
                            .slope = getSlope(mesh, tolerance),
                            .meter = meter};
    return cdFindClearPairs(&search, cdOpenArena(&workspace->arena));
}

// --- (2)

static cdVec3 getMeshEdge(const cdMesh *mesh, cdPose pose, int32_t edge) {
    const int32_t *ends = &mesh->edges[2 * (size_t)edge];
    return cdRotate(pose.q, cdSub(mesh->vertices[ends[1]], mesh->vertices[ends[0]]));
}

static cdLimitKind getKind(cdFeatureKind a, cdFeatureKind b) {
    if (a == CD_FEATURE_FACE) return CD_LIMIT_PLANE;
    if (b == CD_FEATURE_FACE) return CD_LIMIT_POINT;
    return a == CD_FEATURE_EDGE && b == CD_FEATURE_EDGE ? CD_LIMIT_EDGES : CD_LIMIT_ROUND;
}

// A feature of each mesh.
typedef struct FeaturePair {
    cdSlidePair meshes;
    cdFeatureKind kindA, kindB;
    int32_t a, b;
    cdPose pose; // of A
} FeaturePair;

static cdLimitMark makeMark(const cdSlideInput *input, const FeaturePair *features) {
    cdSlidePair meshes = features->meshes;
    const cdObstacle *other = cdGetSlideObstacle(input, meshes);
    cdPose own = cdPlaceSlideShape(input, meshes.shape, features->pose);
    cdLimitMark mark = {.kind = getKind(features->kindA, features->kindB),
                        .clearance = cdGetSlideClearance(input, meshes),
                        .pair = meshes};
    mark.certain = mark.kind != CD_LIMIT_ROUND;
    if (features->kindA == CD_FEATURE_EDGE)
        mark.edgeA = getMeshEdge(cdGetSlideMesh(input, meshes), own, features->a);
    if (features->kindB == CD_FEATURE_EDGE) mark.edgeB = getMeshEdge(other->mesh, other->pose, features->b);
    return mark;
}

cdLimitMark cdMakeClearMark(const cdSlideInput *input, cdSlidePair meshes, cdPose pose,
                            const cdClearPair *pair) {
    const cdObstacle *other = cdGetSlideObstacle(input, meshes);
    FeaturePair features = {meshes, pair->kindA, pair->kindB, pair->a, pair->b, pose};
    cdLimitMark mark = makeMark(input, &features);
    mark.point = cdTransformPoint(other->pose, cdAdd(pair->onA, other->mesh->center));
    mark.under = cdTransformPoint(other->pose, cdAdd(pair->onB, other->mesh->center));
    mark.normal = cdRotate(other->pose.q, pair->normal);
    return mark;
}

cdLimitMark cdMakeClearStop(const cdSlideInput *input, cdPose pose, const cdFirstContact *stop,
                            int32_t shape) {
    cdSlidePair meshes = {shape, stop->obstacle};
    FeaturePair features = {
        meshes, stop->featureA.kind, stop->featureB.kind, stop->featureA.index, stop->featureB.index, pose};
    cdLimitMark mark = makeMark(input, &features);
    double half = 0.5 * input->step.safetyDistance; // the contact's point is midway between the surfaces
    mark.normal = stop->normal;
    mark.point = cdMulAdd(stop->point, half + cdGetSlideMesh(input, meshes)->rounding, stop->normal);
    mark.under =
        cdMulAdd(stop->point, -half - cdGetSlideObstacle(input, meshes)->mesh->rounding, stop->normal);
    return mark;
}

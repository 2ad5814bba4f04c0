// Closest points; see collision/closest_point.h.
//
// (1) The point in the mesh's frame. (2) The nearest point of the surface by the tree (nearest_point.c), the
// feature it lies on and the normal. (3) For a closed mesh the sign, by the winding number (winding.c). It is
// exact whatever feature is nearest, and defined for nested shells, where a pseudonormal of the nearest
// feature would describe one shell alone.
#include "collision/closest_point.h"
#include "continuous/nearest/nearest.h"
#include "continuous/nearest/surface_feature.h"
#include "continuous/nearest/winding.h"
#include "continuous/rays/ray_triangle.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/rounding.h"
#include "foundation/report/recording.h"

// Shorter gaps give no direction, in errors.
static const double DIRECTION_ERRORS = 1024.0;

// Returns the direction from the surface to the point, in the mesh's frame.
static cdVec3 findNormal(const cdMesh *mesh, const cdNearestPoint *nearest, cdVec3 point, double error,
                         const cdClosestPoint *result) {
    cdVec3 gap = cdSub(point, nearest->point);
    cdVec3 normal = cdGetTriangleNormal(mesh, nearest->triangle);
    if (nearest->distance > DIRECTION_ERRORS * error || !(cdLengthSq(normal) > 0.0)) return cdNormalize(gap);
    double side = cdDot(normal, gap);
    if (nearest->distance <= error && result->hasSign) side = 0.0; // too near to decide: outwards
    return side < 0.0 ? cdNegate(normal) : normal;
}

// (3)
static void findSign(const cdMesh *mesh, cdVec3 point, const cdNearestPoint *nearest,
                     cdClosestPoint *result) {
    const cdMeshInfo *info = &mesh->info;
    result->hasSign = info->closed && info->manifold && info->oriented;
    if (!result->hasSign) return;
    result->windingNumber = cdFindWindingNumber(mesh, point, &result->stats);
    result->signedDistance = result->windingNumber != 0 ? -nearest->distance : nearest->distance;
}

static void describe(const cdClosestPointInput *input, cdVec3 point, const cdNearestPoint *nearest,
                     cdClosestPoint *result) {
    const cdMesh *mesh = input->mesh;
    result->lower = nearest->lower;
    result->beyond = !nearest->found;
    if (result->beyond) return;
    if (!input->withoutSign && !(mesh->rounding > 0.0)) findSign(mesh, point, nearest, result);
    cdQuat turn = cdNormalizeQuat(input->pose.q);
    result->distance = nearest->distance;
    result->upper = nearest->distance + result->error;
    result->triangle = nearest->triangle;
    result->point = cdAdd(cdRotate(turn, cdAdd(nearest->point, mesh->center)), input->pose.p);
    result->normal = cdRotate(turn, findNormal(mesh, nearest, point, result->error, result));
    result->feature =
        cdLocateFeature(mesh, CD_FEATURE_FACE, nearest->triangle, nearest->point, result->error);
}

// The same for the shape about the triangles: a point within it has the distance 0, and is its own nearest
// point.
static void applyRounding(const cdClosestPointInput *input, cdClosestPoint *result) {
    double rounding = input->mesh->rounding;
    if (!(rounding > 0.0)) return;
    result->error += 8.0 * CD_EPSILON * rounding;
    result->lower = cdMax(0.0, result->lower - rounding - 8.0 * CD_EPSILON * rounding);
    if (result->beyond) return;
    bool isInside = result->distance <= rounding;
    result->point = isInside ? input->point : cdMulAdd(result->point, rounding, result->normal);
    result->distance = cdMax(0.0, result->distance - rounding);
    result->upper = result->distance + result->error;
}

static cdReason checkInput(const cdClosestPointInput *input) {
    if (!isfinite(input->point.x + input->point.y + input->point.z)) return CD_REASON_NOT_FINITE;
    cdReason reason = cdCheckLimit(input->maxDistance);
    return reason != CD_REASON_NONE ? reason : cdCheckPose(input->pose);
}

cdClosestPoint cdFindClosestPoint(const cdClosestPointInput *input, cdTriangleCache *cache,
                                  cdWorkspace *workspace, cdTrace *trace) {
    (void)workspace;
    cdClosestPoint result = {.state = CD_UNDECIDED,
                             .reason = CD_REASON_INPUT,
                             .distance = INFINITY,
                             .upper = INFINITY,
                             .triangle = -1,
                             .signedDistance = NAN};
    if (!CD_REQUIRE(input && input->mesh)) return result;
    const cdMesh *mesh = input->mesh;
    result.reason = checkInput(input);
    if (result.reason != CD_REASON_NONE) return result;
    result.reason = CD_REASON_INPUT;
    cdQuat turn = cdNormalizeQuat(input->pose.q);
    cdVec3 point = cdSub(cdInvRotate(turn, cdSub(input->point, input->pose.p)), mesh->center); // (1)
    if (!cdIsSizeInRange(mesh, point)) return result;
    cdRecordQuery(trace, CD_TRACE_QUERY, CD_HOW_DISTANCE, 0, 0);
    double most = (input->maxDistance > 0.0 ? input->maxDistance : INFINITY) + mesh->rounding;
    cdNearestPoint nearest =
        cdFindNearestPoint(mesh, point, most, cache ? cache->triangle - 1 : -1, NULL, &result.stats, trace);
    result.state = CD_FREE;
    result.reason = CD_REASON_NONE;
    result.error = cdGetNearestPointError(mesh, point);
    describe(input, point, &nearest, &result); // (2)
    applyRounding(input, &result);
    if (cache && nearest.found) cache->triangle = nearest.triangle + 1;
    cdRecordQuery(trace, CD_TRACE_DECIDED, CD_HOW_DISTANCE, 0, (int32_t)result.state);
    return result;
}

// The distance of two meshes, and of one from several; see distance.h.
//
// (1) The cached pair, if these meshes have it, and from it the point of B nearest to A's, of A nearest to
// that, and so on a few times: each gives a bound on the distance, usually a close one. (2) The descent finds
// the nearest pair of elements, or the first triangles that share a point. (3) The features its points lie
// on, as far as rounding determines them, the normal, and the bounds. Among obstacles the one whose bounding
// sphere is nearest is tested first, so that most others are rejected at once.
#include "collision/distance.h"
#include "continuous/elements/contact_geometry.h"
#include "continuous/nearest/nearest.h"
#include "continuous/nearest/surface_feature.h"
#include "continuous/query_stats.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/rounding.h"

// --- (1)

enum { APPROACHES = 6 };

// Finds the point of A, then of B, nearest to the other's last point, in turn, while the distance shrinks.
static void approach(cdDescent *descent) {
    const cdMesh *a = descent->a, *b = descent->b;
    bool known = descent->best.kind != CD_NO_CONTACT;
    cdVec3 from = known ? descent->best.onA : (cdVec3){0.0, 0.0, 0.0}; // B's centre
    int32_t hints[2] = {-1, -1};
    for (int turn = known ? 1 : 0; turn < APPROACHES; turn++) {
        bool toA = turn % 2 == 0;
        cdVec3 point = toA ? cdMulTransposedMat3Vec3(&descent->turn, cdSub(from, descent->offset)) : from;
        cdNearestPoint nearest = cdFindNearestPoint(toA ? a : b, point, turn == 0 ? INFINITY : descent->least,
                                                    hints[toA], descent->meter, NULL, NULL);
        if (!nearest.found) return;
        cdVec3 last = from;
        from = nearest.point;
        if (toA) from = cdAdd(cdMulMat3Vec3(&descent->turn, from), descent->offset);
        hints[toA] = nearest.triangle;
        if (turn == 0) continue;
        if (!(nearest.distance < 0.999 * descent->least)) return;
        descent->least = nearest.distance;
        cdSetNearestDirection(descent, cdSub(from, last));
    }
}

// --- (3)

static cdVec3 getWorldPoint(const cdDescent *descent, const cdDistanceInput *input, cdVec3 p) {
    return cdTransformPoint(input->poseB, cdAdd(p, descent->b->center));
}

// Returns a direction perpendicular to both elements; of either sign, and zero where they define none.
static cdVec3 getElementNormal(const cdDescent *descent, const cdNearestPair *pair) {
    const cdMesh *a = descent->a, *b = descent->b;
    if (pair->kind == CD_VERTEX_FACE) return cdGetTriangleNormal(b, pair->b);
    if (pair->kind == CD_FACE_VERTEX) return cdMulMat3Vec3(&descent->turn, cdGetTriangleNormal(a, pair->a));
    const int32_t *edgeA = a->edges + 2 * pair->a, *edgeB = b->edges + 2 * pair->b;
    cdVec3 alongA = cdMulMat3Vec3(&descent->turn, cdSub(a->vertices[edgeA[1]], a->vertices[edgeA[0]]));
    return cdNormalize(cdCross(alongA, cdSub(b->vertices[edgeB[1]], b->vertices[edgeB[0]])));
}

// Shorter gaps give no direction, in errors.
static const double DIRECTION_ERRORS = 1024.0;

static cdVec3 findNormal(const cdDescent *descent, const cdNearestPair *pair) {
    cdVec3 gap = cdSub(pair->onA, pair->onB);
    if (cdLength(gap) > DIRECTION_ERRORS * descent->error) return cdNormalize(gap);
    cdVec3 normal = getElementNormal(descent, pair);
    if (!(cdLengthSq(normal) > 0.0)) return cdNormalize(gap);
    return cdDot(normal, gap) < 0.0 ? cdNegate(normal) : normal;
}

static void describeNearest(const cdDescent *descent, const cdDistanceInput *input, cdDistance *result) {
    const cdNearestPair *pair = &descent->best;
    static const cdFeatureKind partsA[] = {CD_NO_FEATURE, CD_FEATURE_VERTEX, CD_FEATURE_FACE,
                                           CD_FEATURE_EDGE};
    static const cdFeatureKind partsB[] = {CD_NO_FEATURE, CD_FEATURE_FACE, CD_FEATURE_VERTEX,
                                           CD_FEATURE_EDGE};
    cdVec3 ownA = cdMulTransposedMat3Vec3(&descent->turn, cdSub(pair->onA, descent->offset));
    result->featureA = cdLocateFeature(descent->a, partsA[pair->kind], pair->a, ownA, descent->error);
    result->featureB = cdLocateFeature(descent->b, partsB[pair->kind], pair->b, pair->onB, descent->error);
    result->pointA = getWorldPoint(descent, input, pair->onA);
    result->pointB = getWorldPoint(descent, input, pair->onB);
    result->normal = cdRotate(input->poseB.q, findNormal(descent, pair));
}

static void describeCrossing(const cdDescent *descent, const cdDistanceInput *input, cdDistance *result) {
    cdVec3 a[3], b[3];
    cdPlaceDescentTriangle(descent, descent->crossingA, a);
    for (int k = 0; k < 3; k++)
        b[k] = descent->b->vertices[descent->b->triangles[3 * descent->crossingB + k]];
    result->state = CD_OVERLAP;
    result->distance = result->lower = result->upper = 0.0;
    result->featureA = cdGetMeshFeature(descent->a, CD_FEATURE_FACE, descent->crossingA);
    result->featureB = cdGetMeshFeature(descent->b, CD_FEATURE_FACE, descent->crossingB);
    result->pointA = result->pointB = getWorldPoint(descent, input, cdFindSharedPoint(a, b));
}

// `most` is infinity where there is no limit.
static void describe(const cdDescent *descent, const cdDistanceInput *input, double most, bool whole,
                     cdDistance *result) {
    result->error = descent->error;
    result->stats = descent->stats;
    if (descent->crosses) {
        describeCrossing(descent, input, result);
        return;
    }
    double found = sqrt(descent->best.distanceSq);
    result->state = whole ? CD_FREE : CD_UNDECIDED;
    result->beyond = whole && found > most;
    double least = result->beyond ? most : whole ? found : cdMin(cdMin(found, descent->open), most);
    result->lower = cdMax(0.0, least - descent->error);
    if (result->beyond || descent->best.kind == CD_NO_CONTACT) return;
    result->distance = found;
    result->upper = found + descent->error;
    describeNearest(descent, input, result);
}

// Turns the distance of the triangles into that of the shapes about them, and the points into those of their
// surfaces.
static void applyRounding(const cdDistanceInput *input, cdDistance *result) {
    double ofA = input->meshA->rounding, ofB = input->meshB->rounding, both = ofA + ofB;
    if (!(both > 0.0) || result->state == CD_OVERLAP) return;
    result->error += 8.0 * CD_EPSILON * both;
    result->lower = cdMax(0.0, result->lower - both - 8.0 * CD_EPSILON * both);
    if (!(result->distance < INFINITY)) return;
    result->pointA = cdMulAdd(result->pointA, -ofA, result->normal);
    result->pointB = cdMulAdd(result->pointB, ofB, result->normal);
    result->distance -= both;
    result->upper = result->distance + result->error;
    if (result->distance > 0.0) return;
    result->state = CD_OVERLAP;
    result->distance = result->lower = result->upper = 0.0;
    result->pointA = result->pointB = cdLerp(result->pointA, result->pointB, 0.5);
    result->normal = (cdVec3){0.0, 0.0, 0.0};
}

static cdReason checkInput(const cdDistanceInput *input) {
    if (!CD_REQUIRE(input && input->meshA && input->meshB)) return CD_REASON_INPUT;
    cdReason reason = cdCheckLimit(input->maxDistance);
    if (reason != CD_REASON_NONE) return reason;
    return cdCheckPoses((const cdPose[]){input->poseA, input->poseB}, 2);
}

cdDistance cdFindDistanceBy(const cdDistanceInput *input, cdMeter *meter, cdPairCache *cache,
                            cdTrace *trace) {
    cdDistance result = {
        .state = CD_UNDECIDED, .reason = checkInput(input), .distance = INFINITY, .upper = INFINITY};
    if (result.reason != CD_REASON_NONE) return result;
    result.reason = CD_REASON_INPUT;
    double most = input->maxDistance > 0.0 ? input->maxDistance : INFINITY;
    most += input->meshA->rounding + input->meshB->rounding;
    cdDescent descent = {.a = input->meshA,
                         .b = input->meshB,
                         .least = most,
                         .coarse = INFINITY,
                         .crossings = true,
                         .meter = meter,
                         .trace = trace};
    cdOpenDescent(&descent, cdInvMulPose(input->poseB, input->poseA));
    if (!isfinite(descent.error)) return result;
    descent.slack = descent.error;
    if (cache)
        cdOfferNearest(&descent, (cdContactKind)cache->nearestKind, cache->nearestA, cache->nearestB); // (1)
    approach(&descent);
    bool whole = cdDescend(&descent);                // (2)
    describe(&descent, input, most, whole, &result); // (3)
    applyRounding(input, &result);
    cdReason limit = meter->reason != CD_REASON_NONE ? meter->reason : CD_REASON_WORKSPACE;
    result.reason = result.state == CD_UNDECIDED ? limit : CD_REASON_NONE;
    if (cache && descent.best.kind != CD_NO_CONTACT) {
        cache->nearestKind = (int32_t)descent.best.kind;
        cache->nearestA = descent.best.a;
        cache->nearestB = descent.best.b;
    }
    return result;
}

cdDistance cdFindDistance(const cdDistanceInput *input, cdPairCache *cache, cdWorkspace *workspace,
                          cdTrace *trace) {
    (void)workspace; // the descent keeps its nodes on the stack
    cdMeter meter = cdOpenMeter(input ? &input->budget : &(cdBudget){0});
    cdDistance result = cdFindDistanceBy(input, &meter, cache, trace);
    result.stats.pairTests = meter.spent;
    return result;
}

// --- Among obstacles

static double getSpheresApart(const cdDistanceAmongInput *input, int32_t index) {
    const cdObstacle *other = &input->obstacles[index];
    cdVec3 own = cdTransformPoint(input->pose, input->mesh->center);
    cdVec3 theirs = cdTransformPoint(other->pose, other->mesh->center);
    double apart = cdLength(cdSub(own, theirs)) - (input->mesh->radius + other->mesh->radius);
    return apart - (input->mesh->rounding + other->mesh->rounding);
}

static int32_t findNearestSphere(const cdDistanceAmongInput *input) {
    int32_t nearest = 0;
    double least = INFINITY;
    for (int32_t i = 0; i < input->obstacleCount; i++) {
        double apart = getSpheresApart(input, i);
        if (!(apart < least)) continue;
        least = apart;
        nearest = i;
    }
    return nearest;
}

// True if an answer comes before the best so far: overlap, else nearer, else the earlier obstacle.
static bool isNearer(const cdDistance *found, int32_t index, const cdDistance *best, int32_t bestIndex) {
    if (found->beyond || !(found->distance < INFINITY)) return false;
    if (bestIndex < 0 || found->distance < best->distance) return true;
    return found->distance == best->distance && index < bestIndex;
}

// Adds another answer's tests and its lower bound to the best so far.
static void join(cdDistance *best, const cdDistance *found, int32_t index) {
    cdQueryStats stats = best->stats;
    cdAddQueryStats(&stats, &found->stats);
    bool undecided = best->state == CD_UNDECIDED || found->state == CD_UNDECIDED;
    cdReason reason = best->reason != CD_REASON_NONE ? best->reason : found->reason;
    double lower = cdMin(best->lower, found->lower);
    if (isNearer(found, index, best, best->obstacle)) {
        *best = *found;
        best->obstacle = index;
    }
    best->stats = stats;
    best->reason = best->state == CD_OVERLAP ? CD_REASON_NONE : reason;
    if (best->state == CD_OVERLAP) return;
    best->lower = lower;
    if (undecided) best->state = CD_UNDECIDED;
    best->beyond = !undecided && best->obstacle < 0;
}

static cdReason checkAmong(const cdDistanceAmongInput *input) {
    if (!CD_REQUIRE(input->obstacles != NULL || input->obstacleCount <= 0)) return CD_REASON_INPUT;
    for (int32_t i = 0; i < input->obstacleCount; i++)
        if (!CD_REQUIRE(input->obstacles[i].mesh != NULL)) return CD_REASON_INPUT;
    cdReason reason = cdCheckLimit(input->maxDistance);
    return reason != CD_REASON_NONE ? reason : cdCheckPose(input->pose);
}

cdDistance cdFindDistanceAmong(const cdDistanceAmongInput *input, cdPairCache *caches, cdWorkspace *workspace,
                               cdTrace *trace) {
    (void)workspace;
    cdDistance best = {.reason = CD_REASON_INPUT, .obstacle = -1, .distance = INFINITY, .upper = INFINITY};
    if (!CD_REQUIRE(input && input->mesh)) return best;
    best.reason = checkAmong(input);
    if (best.reason != CD_REASON_NONE) return best;
    cdMeter meter = cdOpenMeter(&input->budget);
    double most = input->maxDistance > 0.0 ? input->maxDistance : INFINITY;
    best = (cdDistance){
        .state = CD_FREE, .obstacle = -1, .beyond = true, .distance = INFINITY, .lower = most, .upper = most};
    best.upper = INFINITY;
    int32_t first = findNearestSphere(input);
    for (int32_t turn = 0; turn < input->obstacleCount && best.state != CD_OVERLAP; turn++) {
        int32_t i = turn == 0 ? first : turn <= first ? turn - 1 : turn;
        const cdObstacle *other = &input->obstacles[i];
        const cdDistanceInput pair = {.meshA = input->mesh,
                                      .meshB = other->mesh,
                                      .poseA = input->pose,
                                      .poseB = other->pose,
                                      .maxDistance = cdMin(most, best.distance)};
        cdDistance found = cdFindDistanceBy(&pair, &meter, caches ? &caches[i] : NULL, trace);
        join(&best, &found, i);
    }
    best.stats.pairTests = meter.spent;
    return best;
}

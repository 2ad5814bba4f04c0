// Rays against the bodies of a world.
//
// Bodies are tested in the order of their indices, and their shapes in order, each only if the ray passes the
// sphere around it before the best hit so far; the query of its mesh then decides. So equal distances go to
// the lower index, and the spheres change no result.
#include "continuous/rays/ray_rounded.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/rounding.h"
#include "world/queries/body_filter.h"

#include <string.h>

typedef struct WorldRay {
    const cdWorld *world;
    const cdWorldRayInput *input;
    cdVec3 direction; // unit, or not finite
    cdPointStats stats;
} WorldRay;

static cdReason checkInput(const cdWorldRayInput *input) {
    cdVec3 o = input->origin, d = input->direction;
    if (!isfinite(o.x + o.y + o.z) || !isfinite(d.x) || !isfinite(d.y) || !isfinite(d.z))
        return CD_REASON_NOT_FINITE;
    cdReason reason = cdCheckLimit(input->maxDistance);
    return reason == CD_REASON_NONE && !(cdMaxAbs(d) > 0.0) ? CD_REASON_INPUT : reason;
}

static WorldRay makeRay(const cdWorld *world, const cdWorldRayInput *input) {
    double largest = cdMaxAbs(input->direction);
    cdVec3 direction = cdNormalize(cdScale(1.0 / largest, input->direction));
    return (WorldRay){.world = world, .input = input, .direction = direction};
}

// True if the ray may hit a sphere within `most`. Comparisons that keep NaN.
static bool mayHit(const WorldRay *ray, cdBoundSphere sphere, double most) {
    cdVec3 to = cdSub(sphere.center, ray->input->origin);
    double along = cdDot(to, ray->direction);
    double radius = sphere.radius + CD_SPHERE_SLACK * (cdSumAbs(to) + sphere.radius + sphere.size);
    if (along < -radius || along - radius > most) return false;
    return !(cdLength(cdMulAdd(to, -along, ray->direction)) > radius);
}

static cdRayHit hitShape(WorldRay *ray, const cdWorldBody *body, const cdWorldShape *shape, double most) {
    cdRayInput input = {.mesh = shape->mesh,
                        .pose = cdPlaceShape(shape, body->pose),
                        .origin = ray->input->origin,
                        .direction = ray->input->direction,
                        .maxDistance = isfinite(most) ? most : 0.0,
                        .cullBackFaces = ray->input->cullBackFaces,
                        .anyHit = ray->input->anyHit};
    cdRayHit hit =
        shape->mesh->rounding > 0.0 ? cdFindRoundedRayHit(&input) : cdFindRayHit(&input, NULL, NULL, NULL);
    ray->stats.nodeTests += hit.stats.nodeTests;
    ray->stats.triangleTests += hit.stats.triangleTests;
    ray->stats.exactTests += hit.stats.exactTests;
    return hit;
}

static cdRayHit makeNoHit(cdState state, cdReason reason) {
    return (cdRayHit){
        .state = state, .reason = reason, .distance = INFINITY, .fraction = INFINITY, .triangle = -1};
}

// Returns the nearest hit of a body's shapes within `most`, or the first undecided one.
static cdWorldRayHit hitBody(WorldRay *ray, int32_t index, double most) {
    const cdWorldBody *body = &ray->world->bodies[index];
    cdWorldRayHit best = {.body = -1, .shape = -1, .hit = makeNoHit(CD_FREE, CD_REASON_NONE)};
    if (!mayHit(ray, cdGetBodySphere(body), most)) return best;
    for (int32_t i = 0; i < body->shapeCount; i++) {
        const cdWorldShape *shape = cdGetShape(ray->world, body, i);
        double limit = cdMin(most, best.hit.distance);
        if (limit == 0.0) break; // a bound of 0 would mean no limit, and nothing is nearer
        if (body->shapeCount > 1 && !mayHit(ray, cdGetShapeSphere(body, shape), limit)) continue;
        cdRayHit hit = hitShape(ray, body, shape, limit);
        bool nearer = hit.state == CD_CONTACT && (best.body < 0 || hit.distance < best.hit.distance);
        if (hit.state == CD_UNDECIDED || nearer)
            best = (cdWorldRayHit){cdGetBodyId(ray->world, index), i, hit};
        if (hit.state == CD_UNDECIDED || (nearer && ray->input->anyHit)) break;
    }
    return best;
}

static double getLimit(const cdWorldRayInput *input) {
    return input->maxDistance > 0.0 ? input->maxDistance : INFINITY;
}

cdWorldRayHit cdFindWorldRayHit(const cdWorld *world, const cdWorldRayInput *input) {
    cdWorldRayHit best = {.body = -1, .shape = -1, .hit = makeNoHit(CD_UNDECIDED, CD_REASON_INPUT)};
    if (!CD_REQUIRE(world != NULL && input != NULL && cdIsValidFilter(&input->filter))) return best;
    cdReason reason = checkInput(input);
    best.hit = makeNoHit(reason == CD_REASON_NONE ? CD_FREE : CD_UNDECIDED, reason);
    if (reason != CD_REASON_NONE) return best;
    WorldRay ray = makeRay(world, input);
    for (int32_t i = 0; i < world->bodyCount; i++) {
        if (!cdIsBodyTested(world, &input->filter, i)) continue;
        // A bound of 0 would mean no limit, and nothing is nearer.
        double most = cdMin(getLimit(input), best.hit.distance);
        if (most == 0.0) break;
        cdWorldRayHit own = hitBody(&ray, i, most);
        cdState state = own.hit.state;
        bool nearer = state == CD_CONTACT && (best.body < 0 || own.hit.distance < best.hit.distance);
        if (nearer || state == CD_UNDECIDED) best = own;
        if (state == CD_UNDECIDED || (nearer && input->anyHit)) break;
    }
    best.hit.stats = ray.stats;
    return best;
}

// --- All hits

// True if hits[k] comes before a hit of a body with a higher index.
static bool comesBefore(const cdWorldRayHit *known, const cdWorldRayHit *hit) {
    return known->hit.distance <= hit->hit.distance;
}

// Inserts a hit in order, and drops the last one if there is no room.
static void insertHit(cdWorldRayHit *hits, int32_t *count, int32_t capacity, const cdWorldRayHit *hit) {
    int32_t at = *count;
    while (at > 0 && !comesBefore(&hits[at - 1], hit))
        at--;
    if (at == capacity) return;
    int32_t moved = *count < capacity ? *count - at : capacity - 1 - at;
    memmove(&hits[at + 1], &hits[at], (size_t)moved * sizeof *hits);
    hits[at] = *hit;
    if (*count < capacity) ++*count;
}

cdWorldRayHits cdFindWorldRayHits(const cdWorld *world, const cdWorldRayInput *input, cdWorldRayHit *hits,
                                  int32_t capacity) {
    cdWorldRayHits result = {.state = CD_UNDECIDED, .reason = CD_REASON_INPUT};
    bool room = capacity == 0 || (capacity > 0 && hits != NULL);
    if (!CD_REQUIRE(world != NULL && input != NULL && room && cdIsValidFilter(&input->filter))) return result;
    result.reason = checkInput(input);
    if (result.reason != CD_REASON_NONE) return result;
    cdWorldRayInput each = *input;
    each.anyHit = false;
    WorldRay ray = makeRay(world, &each);
    double most = getLimit(input);
    for (int32_t i = 0; i < world->bodyCount; i++) {
        if (!cdIsBodyTested(world, &input->filter, i)) continue;
        cdWorldRayHit own = hitBody(&ray, i, most);
        if (own.hit.state == CD_UNDECIDED)
            return (cdWorldRayHits){.state = CD_UNDECIDED, .reason = own.hit.reason};
        if (own.hit.state != CD_CONTACT) continue;
        insertHit(hits, &result.hitCount, capacity, &own);
        result.neededHits++;
    }
    result.state = result.neededHits > 0 ? CD_CONTACT : CD_FREE;
    result.truncated = result.neededHits > result.hitCount;
    return result;
}

// The closest point of any body, and queries of a mesh among the bodies of a world.
//
// (1) The closest point: bodies in the order of their indices, and their shapes in order, each only if the
// sphere around it is nearer than the best point so far. (2) A mesh: the shapes of the bodies that it can
// reach by their spheres are the obstacles of the query among obstacles (query.h), in that order. They are
// listed in the workspace.
#include "continuous/sphere_sweep.h"
#include "foundation/memory/hooks.h"
#include "foundation/memory/workspace.h"
#include "foundation/numbers/rounding.h"
#include "world/queries/body_filter.h"

// --- (1)

static cdReason checkPoint(const cdWorldPointInput *input) {
    if (!isfinite(input->point.x + input->point.y + input->point.z)) return CD_REASON_NOT_FINITE;
    return cdCheckLimit(input->maxDistance);
}

// Comparisons that keep NaN.
static bool mayBeNearer(cdBoundSphere sphere, cdVec3 point, double most) {
    cdVec3 to = cdSub(sphere.center, point);
    double slack = CD_SPHERE_SLACK * (cdSumAbs(to) + sphere.radius + sphere.size);
    return !(cdLength(to) - sphere.radius - slack > most);
}

static void addStats(cdPointStats *stats, const cdPointStats *more) {
    stats->nodeTests += more->nodeTests;
    stats->triangleTests += more->triangleTests;
    stats->exactTests += more->exactTests;
}

typedef struct PointSearch {
    const cdWorld *world;
    const cdWorldPointInput *input;
    double most; // distance of the nearest point so far
    cdPointStats stats;
    cdWorldClosestPoint best;
} PointSearch;

static void searchShape(PointSearch *search, int32_t index, int32_t shapeIndex) {
    const cdWorldBody *body = &search->world->bodies[index];
    const cdWorldShape *shape = cdGetShape(search->world, body, shapeIndex);
    cdWorldClosestPoint *best = &search->best;
    cdClosestPointInput one = {.mesh = shape->mesh,
                               .pose = cdPlaceShape(shape, body->pose),
                               .point = search->input->point,
                               .maxDistance = isfinite(search->most) ? search->most : 0.0,
                               .withoutSign = search->input->withoutSign};
    cdClosestPoint closest = cdFindClosestPoint(&one, NULL, NULL, NULL);
    addStats(&search->stats, &closest.stats);
    bool nearer = !closest.beyond && (best->body < 0 || closest.distance < best->closest.distance);
    if (closest.state == CD_UNDECIDED || nearer)
        *best = (cdWorldClosestPoint){cdGetBodyId(search->world, index), shapeIndex, closest};
    search->most = cdMin(search->most, best->closest.distance);
}

static bool isSearchOver(const PointSearch *search) {
    return search->best.closest.state == CD_UNDECIDED || !(search->most > 0.0);
}

static void searchBody(PointSearch *search, int32_t index) {
    const cdWorldBody *body = &search->world->bodies[index];
    for (int32_t i = 0; i < body->shapeCount && !isSearchOver(search); i++) {
        cdBoundSphere sphere = cdGetShapeSphere(body, cdGetShape(search->world, body, i));
        if (mayBeNearer(sphere, search->input->point, search->most)) searchShape(search, index, i);
    }
}

cdWorldClosestPoint cdFindWorldClosestPoint(const cdWorld *world, const cdWorldPointInput *input) {
    PointSearch search = {.world = world,
                          .input = input,
                          .best = {.body = -1,
                                   .shape = -1,
                                   .closest = {.reason = CD_REASON_INPUT,
                                               .beyond = true,
                                               .distance = INFINITY,
                                               .upper = INFINITY,
                                               .triangle = -1,
                                               .signedDistance = NAN}}};
    if (!CD_REQUIRE(world != NULL && input != NULL && cdIsValidFilter(&input->filter))) return search.best;
    search.best.closest.reason = checkPoint(input);
    if (search.best.closest.reason != CD_REASON_NONE) return search.best;
    search.best.closest.state = CD_FREE;
    search.most = input->maxDistance > 0.0 ? input->maxDistance : INFINITY;
    for (int32_t i = 0; i < world->bodyCount && !isSearchOver(&search); i++) {
        if (!cdIsBodyTested(world, &input->filter, i)) continue;
        if (mayBeNearer(cdGetBodySphere(&world->bodies[i]), input->point, search.most))
            searchBody(&search, i);
    }
    if (search.best.closest.state == CD_UNDECIDED) search.best.body = search.best.shape = -1;
    search.best.closest.stats = search.stats;
    return search.best;
}

// --- (2)

// The shapes that a query tests; in the memory of the workspace.
typedef struct Candidates {
    cdObstacle *obstacles; // obstacles[count]
    cdBodyId *bodies;      // bodies[count]: the ids of their bodies, by index
    int32_t *shapes;       // shapes[count]: their indices in these
    int32_t count;
} Candidates;

static void listShapes(const cdWorld *world, int32_t index, const cdSphereSweep *sweep, double distance,
                       Candidates *list) {
    const cdWorldBody *body = &world->bodies[index];
    for (int32_t i = 0; i < body->shapeCount; i++) {
        const cdWorldShape *shape = cdGetShape(world, body, i);
        cdPose pose = cdPlaceShape(shape, body->pose);
        cdSphereSweep still = cdMakeStillSweep(shape->mesh, pose);
        if (cdFindReachTime(sweep, &still, distance) > 1.0) continue;
        list->bodies[list->count] = cdGetBodyId(world, index);
        list->shapes[list->count] = i;
        list->obstacles[list->count++] = (cdObstacle){shape->mesh, pose};
    }
}

// @errors false: no memory
static bool listCandidates(const cdWorld *world, const cdBodyFilter *filter, const cdSphereSweep *sweep,
                           double distance, cdWorkspace *workspace, Candidates *list) {
    size_t most = (size_t)world->shapeCount + 1;
    size_t each = sizeof *list->obstacles + sizeof *list->bodies + sizeof *list->shapes;
    unsigned char *memory = cdUseWorkPart(workspace, CD_WORK_BODIES, most * each);
    if (memory == NULL) return false;
    *list = (Candidates){.obstacles = (cdObstacle *)memory};
    list->bodies = (cdBodyId *)(list->obstacles + most);
    list->shapes = (int32_t *)(list->bodies + most);
    for (int32_t i = 0; i < world->bodyCount; i++)
        if (cdIsBodyTested(world, filter, i)) listShapes(world, i, sweep, distance, list);
    return true;
}

// Finds the first candidate from `from` on that overlaps or is undecided; its index is `obstacle`.
static cdOverlap findFrom(const cdWorldOverlapInput *input, const Candidates *list, int32_t from,
                          int64_t spent, cdWorkspace *workspace) {
    cdOverlapAmongInput among = {.mesh = input->mesh,
                                 .pose = input->pose,
                                 .obstacles = list->obstacles + from,
                                 .obstacleCount = list->count - from,
                                 .budget = input->budget};
    if (among.budget.maxPairTests > 0) among.budget.maxPairTests -= spent;
    cdOverlap overlap = cdFindOverlapAmong(&among, NULL, workspace, NULL);
    if (overlap.obstacle >= 0) overlap.obstacle += from;
    return overlap;
}

// Returns the first candidate behind `at` that is a shape of another body.
static int32_t findNextBody(const Candidates *list, int32_t at) {
    int32_t next = at + 1;
    while (next < list->count && list->bodies[next] == list->bodies[at])
        next++;
    return next;
}

// Lists the bodies that overlap behind the first one, which is candidate `at`.
static void listOverlaps(const cdWorldOverlapInput *input, const Candidates *list, int32_t at,
                         cdWorldOverlap *result, cdWorkspace *workspace) {
    cdOverlap next = result->overlap;
    int64_t spent = next.stats.pairTests, most = input->budget.maxPairTests;
    while (next.state == CD_OVERLAP) {
        if (result->bodyCount < input->bodyCapacity) input->bodies[result->bodyCount++] = list->bodies[at];
        result->neededBodies++;
        int32_t from = findNextBody(list, at);
        if (from == list->count) break;
        if (most > 0 && spent >= most) {
            next = (cdOverlap){.reason = CD_REASON_BUDGET};
            break;
        }
        next = findFrom(input, list, from, spent, workspace);
        spent += next.stats.pairTests;
        at = next.obstacle;
    }
    if (next.state == CD_UNDECIDED && result->overlap.state == CD_OVERLAP)
        result->overlap.reason = next.reason;
    result->truncated = next.state == CD_UNDECIDED || result->neededBodies > result->bodyCount;
    result->overlap.stats.pairTests = spent;
}

static bool isValidOverlap(const cdWorld *world, const cdWorldOverlapInput *input,
                           const cdWorkspace *workspace) {
    if (!CD_REQUIRE(world != NULL && input != NULL && workspace != NULL)) return false;
    bool room = input->bodies == NULL || input->bodyCapacity >= 0;
    return CD_REQUIRE(input->mesh != NULL && room && cdIsValidFilter(&input->filter));
}

cdWorldOverlap cdFindWorldOverlap(const cdWorld *world, const cdWorldOverlapInput *input,
                                  cdWorkspace *workspace) {
    cdWorldOverlap result = {.body = -1, .shape = -1, .overlap = {.reason = CD_REASON_INPUT, .obstacle = -1}};
    if (!isValidOverlap(world, input, workspace)) return result;
    result.overlap.reason = cdCheckPose(input->pose);
    if (result.overlap.reason != CD_REASON_NONE) return result;
    Candidates list;
    cdSphereSweep sweep = cdMakeSphereSweep(input->mesh, input->pose, input->pose);
    result.overlap.reason = CD_REASON_WORKSPACE;
    if (!listCandidates(world, &input->filter, &sweep, 0.0, workspace, &list)) return result;
    result.overlap = findFrom(input, &list, 0, 0, workspace);
    int32_t at = result.overlap.obstacle;
    if (at >= 0) result.body = list.bodies[at], result.shape = list.shapes[at];
    if (input->bodies != NULL) listOverlaps(input, &list, at, &result, workspace);
    if (at >= 0) result.overlap.obstacle = 0;
    return result;
}

cdWorldFirstContact cdFindWorldFirstContact(const cdWorld *world, const cdWorldContactInput *input,
                                            cdWorkspace *workspace) {
    cdWorldFirstContact result = {
        .body = -1, .shape = -1, .contact = {.reason = CD_REASON_INPUT, .obstacle = -1}};
    if (!CD_REQUIRE(world != NULL && input != NULL && workspace != NULL)) return result;
    if (!CD_REQUIRE(input->mesh != NULL && cdIsValidFilter(&input->filter))) return result;
    cdObstaclesInput among = {.mesh = input->mesh,
                              .start = input->start,
                              .target = input->target,
                              .margin = input->margin,
                              .safetyDistance = input->safetyDistance,
                              .disabled = input->disabled,
                              .budget = input->budget,
                              .touches = input->touches,
                              .touchCapacity = input->touchCapacity};
    Candidates list = {0};
    result.contact = cdFindFirstContactAmong(&among, NULL, workspace, NULL); // refuses invalid input
    if (result.contact.state == CD_UNDECIDED) return result;
    cdSphereSweep sweep = cdMakeSphereSweep(input->mesh, input->start, input->target);
    if (!listCandidates(world, &input->filter, &sweep, input->safetyDistance, workspace, &list)) {
        result.contact =
            (cdFirstContact){.reason = CD_REASON_WORKSPACE, .resolvedPose = input->start, .obstacle = -1};
        return result;
    }
    among.obstacles = list.obstacles;
    among.obstacleCount = list.count;
    result.contact = cdFindFirstContactAmong(&among, NULL, workspace, NULL);
    if (result.contact.obstacle < 0) return result;
    result.body = list.bodies[result.contact.obstacle];
    result.shape = list.shapes[result.contact.obstacle];
    result.contact.obstacle = 0;
    return result;
}

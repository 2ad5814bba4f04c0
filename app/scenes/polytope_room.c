// Runs the experiment with polytopes in a closed room; see polytope_room.h.
//
// A frame:
// (1) Move and turn.
// (2) Find the tightest boxes, from the supporting vertices along the six axes, by climbing from those of the
// last
//     frame. Move bodies that stick through a wall back inside and reflect them.
// (3) Broad phase. Both lists of pairs are sorted, so one merge carries over the caches of overlapping pairs.
// (4) Test the pairs, timed as one block.
// (5) Count, and reverse bodies.
#include "scenes/polytope_room.h"
#include "engine/platform/clock.h"
#include "shapes/elementary.h"
#include "shapes/random_numbers.h"
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

PolytopeRoomDef GetDefaultPolytopeRoom(void) {
    return (PolytopeRoomDef){.shape = POLYTOPE_ELLIPSOID,
                             .bodyCount = 500,
                             .vertexCount = 500,
                             .hullCount = 24,
                             .speed = 0.05,
                             .turn = 10.0 * pi / 180.0,
                             .density = 0.35,
                             .seed = 1,
                             .support = CD_SUPPORT_TABLE};
}

const char *GetPolytopeShapeName(PolytopeShape shape) {
    static const char *const names[POLYTOPE_SHAPE_COUNT] = {"ellipsoid", "rod", "plate", "mix"};
    return names[shape];
}

// --- Polytopes

PolytopeShape GetPolytopeHullShape(const PolytopeRoomDef *def, int32_t hull) {
    return def->shape == POLYTOPE_MIX ? (PolytopeShape)(hull % POLYTOPE_MIX) : def->shape;
}

// Below 1e9, the limit of built-in meshes.
uint64_t GetPolytopeHullSeed(const PolytopeRoomDef *def, int32_t hull) {
    return (def->seed % 1000000u * 1000u + (uint64_t)hull) % 1000000000u;
}

static cdConvex *makeHull(const PolytopeRoomDef *def, int32_t index) {
    cdVec3 *points = malloc((size_t)def->vertexCount * sizeof *points);
    if (points == NULL) return NULL;
    SamplePolytope(GetPolytopeHullShape(def, index), GetPolytopeHullSeed(def, index), def->vertexCount,
                   points);
    cdConvexDef hullDef = {.points = points, .pointCount = def->vertexCount};
    cdConvex *hull = cdCreateConvex(&hullDef, NULL);
    free(points);
    return hull;
}

// --- The room

static void placeBody(PolytopeRoom *room, PolytopeBody *body, uint64_t *state) {
    body->pose.p = cdScale(room->halfSide - 1.0, NextRandomInCube(state));
    cdVec3 axis = NextRandomDirection(state);
    body->pose.q = cdMakeQuat(axis, 2.0 * pi * NextRandom(state));
    body->velocity = cdScale(room->def.speed, NextRandomDirection(state));
    body->turnAxis = NextRandomDirection(state);
    body->turn = room->def.turn;
    for (int k = 0; k < 6; k++)
        body->extremes[k] = -1;
}

static bool fillRoom(PolytopeRoom *room) {
    const PolytopeRoomDef *def = &room->def;
    uint64_t state = def->seed;
    for (int32_t i = 0; i < room->hullCount; i++) {
        room->hulls[i] = makeHull(def, i);
        if (room->hulls[i] == NULL) return false;
    }
    for (int32_t i = 0; i < room->bodyCount; i++) {
        room->bodies[i].hull = room->hulls[i % room->hullCount];
        placeBody(room, &room->bodies[i], &state);
    }
    return true;
}

static bool reservePairs(PolytopeRoom *room, int32_t count) {
    if (count <= room->pairCapacity) return true;
    int32_t capacity = count + count / 2;
    PolytopePair *pairs = realloc(room->pairs, (size_t)capacity * sizeof *pairs);
    if (pairs != NULL) room->pairs = pairs;
    PolytopePair *spare = realloc(room->spare, (size_t)capacity * sizeof *spare);
    if (spare != NULL) room->spare = spare;
    cdSeparation *results = realloc(room->results, (size_t)capacity * sizeof *results);
    if (results != NULL) room->results = results;
    if (pairs == NULL || spare == NULL || results == NULL) return false;
    room->pairCapacity = capacity;
    return true;
}

PolytopeRoom *MakePolytopeRoom(const PolytopeRoomDef *def) {
    bool good = def->bodyCount >= 1 && def->bodyCount <= POLYTOPE_BODY_MAX && def->vertexCount >= 4 &&
                def->hullCount >= 0 && def->density > 0.0 && def->speed >= 0.0 && def->speed < 1.0 &&
                isfinite(def->turn);
    PolytopeRoom *room = good ? calloc(1, sizeof *room) : NULL;
    if (room == NULL) return NULL;
    room->def = *def;
    room->bodyCount = def->bodyCount;
    room->hullCount = def->hullCount > 0 && def->hullCount < def->bodyCount ? def->hullCount : def->bodyCount;
    room->halfSide = cdMax(0.5 * cdCbrt(def->bodyCount * 4.0 / 3.0 * pi / def->density), 1.5);
    room->bodies = calloc((size_t)room->bodyCount, sizeof *room->bodies);
    room->hulls = calloc((size_t)room->hullCount, sizeof *room->hulls);
    room->sweep = cdCreateBroadPhase(room->bodyCount);
    good = room->bodies != NULL && room->hulls != NULL && room->sweep != NULL &&
           reservePairs(room, 16 * room->bodyCount) && fillRoom(room);
    if (good) return room;
    DestroyPolytopeRoom(room);
    return NULL;
}

void DestroyPolytopeRoom(PolytopeRoom *room) {
    if (room == NULL) return;
    for (int32_t i = 0; room->hulls != NULL && i < room->hullCount; i++)
        cdDestroyConvex(room->hulls[i]);
    cdDestroyBroadPhase(room->sweep);
    free(room->hulls);
    free(room->bodies);
    free(room->pairs);
    free(room->spare);
    free(room->results);
    free(room);
}

// --- Steps (1) and (2)

// Returns the height of the hull along a world direction, from its supporting vertex.
static double findHeight(PolytopeBody *body, int side, cdVec3 direction) {
    const cdConvexInfo info = cdGetConvexInfo(body->hull);
    const cdVec3 *vertices = info.vertices;
    cdVec3 local = cdInvRotate(body->pose.q, direction);
    int32_t at = cdFindSupportVertex(body->hull, local, CD_SUPPORT_TABLE, body->extremes[side]);
    body->extremes[side] = at;
    cdVec3 world = cdTransformPoint(body->pose, cdAdd(info.center, vertices[at]));
    return cdDot(direction, world);
}

static void findBox(PolytopeBody *body) {
    body->box.lower = (cdVec3){-findHeight(body, 0, (cdVec3){-1.0, 0.0, 0.0}),
                               -findHeight(body, 2, (cdVec3){0.0, -1.0, 0.0}),
                               -findHeight(body, 4, (cdVec3){0.0, 0.0, -1.0})};
    body->box.upper =
        (cdVec3){findHeight(body, 1, (cdVec3){1.0, 0.0, 0.0}), findHeight(body, 3, (cdVec3){0.0, 1.0, 0.0}),
                 findHeight(body, 5, (cdVec3){0.0, 0.0, 1.0})};
}

// Keeps one coordinate of a body inside, and turns the velocity inwards.
static void bounceAxis(double wall, double *position, double *velocity, double *lower, double *upper) {
    double shift = *lower < -wall ? -wall - *lower : *upper > wall ? wall - *upper : 0.0;
    if (shift == 0.0) return;
    *position += shift;
    *lower += shift;
    *upper += shift;
    *velocity = copysign(*velocity, shift);
}

static void moveBody(const PolytopeRoom *room, PolytopeBody *body) {
    body->pose.p = cdAdd(body->pose.p, body->velocity);
    body->pose.q = cdNormalizeQuat(cdMulQuat(cdMakeQuat(body->turnAxis, body->turn), body->pose.q));
    findBox(body);
    cdBox3 *box = &body->box;
    cdVec3 *p = &body->pose.p, *v = &body->velocity;
    bounceAxis(room->halfSide, &p->x, &v->x, &box->lower.x, &box->upper.x);
    bounceAxis(room->halfSide, &p->y, &v->y, &box->lower.y, &box->upper.y);
    bounceAxis(room->halfSide, &p->z, &v->z, &box->lower.z, &box->upper.z);
}

// --- Step (3)

// Stores the pairs of the broad phase, with the caches of those that overlapped before.
static void carryCaches(PolytopeRoom *room, const cdBroadPhasePair *pairs, int32_t count) {
    int32_t old = 0;
    for (int32_t i = 0; i < count; i++) {
        const int32_t a = pairs[i].bodyA, b = pairs[i].bodyB;
        while (old < room->pairCount &&
               (room->pairs[old].bodyA < a || (room->pairs[old].bodyA == a && room->pairs[old].bodyB < b)))
            old++;
        bool known = old < room->pairCount && room->pairs[old].bodyA == a && room->pairs[old].bodyB == b;
        room->spare[i] = known ? room->pairs[old]
                               : (PolytopePair){.bodyA = a, .bodyB = b, .overlap = room->overlapCount++};
    }
    PolytopePair *swap = room->pairs;
    room->pairs = room->spare;
    room->spare = swap;
    room->pairCount = count;
}

static bool findPairs(PolytopeRoom *room) {
    for (int32_t i = 0; i < room->bodyCount; i++)
        cdSetBroadPhaseBox(room->sweep, i, &room->bodies[i].box);
    cdBroadPhaseUpdate update = cdUpdateBroadPhase(room->sweep);
    room->stats.exchanges += update.exchanges;
    if (update.outOfMemory || !reservePairs(room, update.pairCount)) return false;
    carryCaches(room, update.pairs, update.pairCount);
    return true;
}

// --- Steps (4) and (5)

cdSeparationInput GetPolytopeQuery(const PolytopeRoom *room, const PolytopePair *pair) {
    const PolytopeBody *a = &room->bodies[pair->bodyA], *b = &room->bodies[pair->bodyB];
    return (cdSeparationInput){.convexA = a->hull,
                               .convexB = b->hull,
                               .poseA = a->pose,
                               .poseB = b->pose,
                               .support = room->def.support};
}

static void testPairs(PolytopeRoom *room) {
    double begin = gxGetTime();
    for (int32_t i = 0; i < room->pairCount; i++) {
        cdSeparationInput input = GetPolytopeQuery(room, &room->pairs[i]);
        cdConvexCache *cache = room->def.noCache ? NULL : &room->pairs[i].cache;
        room->results[i] = cdFindSeparatingVector(&input, cache, NULL);
    }
    room->stats.seconds += gxGetTime() - begin;
}

static void countTest(PolytopeStats *stats, const cdSeparation *result) {
    bool colliding = result->state == CD_OVERLAP;
    int32_t k = result->iterations < POLYTOPE_STEP_MAX ? result->iterations : POLYTOPE_STEP_MAX;
    stats->tests++;
    stats->collidingTests += colliding;
    stats->touchingTests += result->state == CD_CONTACT;
    stats->undecided += result->state == CD_UNDECIDED;
    stats->fallbacks += result->fallback;
    stats->supportSteps += result->supportSteps;
    (colliding ? stats->collidingSteps : stats->disjointSteps)[k]++;
    *(colliding ? &stats->collidingRepeated : &stats->disjointRepeated) += result->repeated;
    *(colliding ? &stats->collidingHits : &stats->disjointHits) += result->cacheHit;
}

static void reverseBody(PolytopeBody *body) {
    body->velocity = cdNegate(body->velocity);
    body->turn = -body->turn;
}

static void judgePairs(PolytopeRoom *room) {
    for (int32_t i = 0; i < room->bodyCount; i++)
        room->bodies[i].colliding = false;
    for (int32_t i = 0; i < room->pairCount; i++) {
        countTest(&room->stats, &room->results[i]);
        if (room->results[i].state != CD_OVERLAP) continue;
        room->bodies[room->pairs[i].bodyA].colliding = true;
        room->bodies[room->pairs[i].bodyB].colliding = true;
    }
}

// Reverses the bodies of pairs that begin to collide, each body once.
static void reverseBodies(PolytopeRoom *room) {
    for (int32_t i = 0; i < room->pairCount; i++) {
        PolytopePair *pair = &room->pairs[i];
        bool was = pair->colliding;
        pair->colliding = room->results[i].state == CD_OVERLAP;
        if (was || !pair->colliding) continue;
        room->bodies[pair->bodyA].reversing = true;
        room->bodies[pair->bodyB].reversing = true;
    }
    for (int32_t i = 0; i < room->bodyCount; i++) {
        if (room->bodies[i].reversing) reverseBody(&room->bodies[i]);
        room->stats.reversals += room->bodies[i].reversing;
        room->bodies[i].reversing = false;
    }
}

bool StepPolytopeRoom(PolytopeRoom *room) {
    double begin = gxGetTime();
    for (int32_t i = 0; i < room->bodyCount; i++)
        moveBody(room, &room->bodies[i]);
    if (!findPairs(room)) return false;
    room->stats.broadSeconds += gxGetTime() - begin;
    testPairs(room);
    judgePairs(room);
    reverseBodies(room);
    room->stats.frames++;
    return true;
}

int32_t GetLargestStep(const int64_t steps[POLYTOPE_STEP_MAX + 1]) {
    for (int32_t k = POLYTOPE_STEP_MAX; k > 0; k--) {
        if (steps[k] > 0) return k;
    }
    return 0;
}

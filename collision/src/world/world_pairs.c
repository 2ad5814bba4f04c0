// Finds the pairs of bodies that may touch in an advance, and their current contact points.
//
// (1) A box bounds each body's path to its target: its own box at both ends, widened by the deviation of
// turning points from their chords, by the distance the body keeps, and by half the tolerance of the search
// for contact points. The path is straight for the middle of the mesh, with a uniform turn about it; bodies
// with disjoint boxes are free on it. (2) Sweep and prune [CW96 1]. (3) Pairs that persist keep their caches,
// contact points and regions; the others give their memory to new ones.
#include "foundation/memory/hooks.h"
#include "mesh/mesh_data.h"
#include "world/pair_tasks.h"

#include <math.h>

// --- (1)

// Returns the distance by which a body extends beyond its triangles.
static double getOffset(const cdWorld *world, const cdWorldBody *body) {
    return body->mesh->rounding + 0.5 * world->def.safetyDistance;
}

// Returns the distance beyond a body's triangles within which its contact points are sought.
static double getReach(const cdWorld *world, const cdWorldBody *body) {
    return getOffset(world, body) + 0.5 * cdGetTouchTolerance(world->margin);
}

static cdVec3 getHalfSize(const cdMesh *mesh, cdQuat q) {
    cdVec3 half = cdScale(0.5, cdSub(mesh->info.bounds.upper, mesh->info.bounds.lower));
    cdVec3 x = cdRotate(q, (cdVec3){half.x, 0.0, 0.0}), y = cdRotate(q, (cdVec3){0.0, half.y, 0.0}),
           z = cdRotate(q, (cdVec3){0.0, 0.0, half.z});
    return (cdVec3){fabs(x.x) + fabs(y.x) + fabs(z.x), fabs(x.y) + fabs(y.y) + fabs(z.y),
                    fabs(x.z) + fabs(y.z) + fabs(z.z)};
}

static cdBox3 getBox(const cdMesh *mesh, cdPose pose, double wider) {
    cdVec3 center = cdTransformPoint(pose, mesh->center), half = getHalfSize(mesh, pose.q);
    half = cdAdd(half, (cdVec3){wider, wider, wider});
    return (cdBox3){cdSub(center, half), cdAdd(center, half)};
}

static cdBox3 joinBoxes(cdBox3 a, cdBox3 b) {
    return (cdBox3){{cdMin(a.lower.x, b.lower.x), cdMin(a.lower.y, b.lower.y), cdMin(a.lower.z, b.lower.z)},
                    {cdMax(a.upper.x, b.upper.x), cdMax(a.upper.y, b.upper.y), cdMax(a.upper.z, b.upper.z)}};
}

static cdBox3 getPathBox(const cdWorld *world, const cdWorldBody *body) {
    const cdMesh *mesh = body->mesh;
    cdQuat turn = cdMulQuat(body->target.q, cdConjugate(body->pose.q));
    double sine = cdLength((cdVec3){turn.x, turn.y, turn.z}), angle = 2.0 * asin(cdMin(1.0, sine));
    double wider = getReach(world, body) + mesh->radius * 0.125 * angle * angle;
    return joinBoxes(getBox(mesh, body->pose, wider), getBox(mesh, body->target, wider));
}

static bool boxesMeet(cdBox3 a, cdBox3 b) {
    return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y &&
           b.lower.y <= a.upper.y && a.lower.z <= b.upper.z && b.lower.z <= a.upper.z;
}

// --- (2)

static double clamp(double x, double lower, double upper) {
    return cdMax(lower, cdMin(x, upper));
}

// Extends a box to the point of another that is closest to its centre.
static cdBox3 reachBox(cdBox3 box, cdBox3 other) {
    cdVec3 middle = cdLerp(box.lower, box.upper, 0.5);
    cdVec3 near = {clamp(middle.x, other.lower.x, other.upper.x),
                   clamp(middle.y, other.lower.y, other.upper.y),
                   clamp(middle.z, other.lower.z, other.upper.z)};
    return joinBoxes(box, (cdBox3){near, near});
}

// A touching pair persists through the advance even if a correction separates it, since it owns the energy of
// that correction.
static cdBroadPhaseUpdate updateBroadPhase(cdWorld *world) {
    int32_t at = 0; // index into the pairs, which are ordered by A
    for (int32_t i = 0; i < world->bodyCount; i++) {
        if (!world->bodies[i].present) continue;
        cdBox3 box = getPathBox(world, &world->bodies[i]);
        while (at < world->pairCount && world->pairs[at]->bodyA < i)
            at++;
        for (; at < world->pairCount && world->pairs[at]->bodyA == i; at++) {
            const cdWorldPair *pair = world->pairs[at];
            const cdWorldBody *other = &world->bodies[pair->bodyB];
            bool tied = pair->touches || pair->arrives;
            if (tied && other->present) box = reachBox(box, getPathBox(world, other));
        }
        cdSetBroadPhaseBox(world->broadPhase, i, &box);
    }
    return cdUpdateBroadPhase(world->broadPhase);
}

// --- (3)

static void endTouch(cdWorld *world, double time, cdWorldPair *pair) {
    if (pair->wasTouching)
        cdNoteEvent(world, (cdContactEvent){.time = time,
                                            .kind = CD_EVENT_END,
                                            .bodyA = cdGetBodyId(world, pair->bodyA),
                                            .bodyB = cdGetBodyId(world, pair->bodyB),
                                            .point = pair->lastPoint,
                                            .normal = pair->lastNormal});
}

static void leavePair(cdWorld *world, double time, cdWorldPair *pair) {
    endTouch(world, time, pair);
    cdLeaveSensor(world, time, pair);
    world->spare[world->spareCount++] = pair;
}

static void beginPair(const cdWorld *world, cdWorldPair *pair, int32_t bodyA, int32_t bodyB) {
    cdResetPair(pair, bodyA, bodyB);
    pair->offsets =
        (cdPointOffsets){getOffset(world, &world->bodies[bodyA]), getOffset(world, &world->bodies[bodyB])};
}

static cdWorldPair *takePair(cdWorld *world, int32_t bodyA, int32_t bodyB) {
    cdWorldPair *pair = world->spareCount > 0 ? world->spare[--world->spareCount] : cdCreatePair();
    if (pair == NULL) return NULL;
    beginPair(world, pair, bodyA, bodyB);
    cdJudgePair(world, bodyA, bodyB, &pair->passes, &pair->senses);
    return pair;
}

// A pair whose filter has changed ends if its two collide or sense each other no longer, and begins if they
// do.
static void judgeAgain(cdWorld *world, double time, cdWorldPair *pair) {
    bool passes, senses;
    cdJudgePair(world, pair->bodyA, pair->bodyB, &passes, &senses);
    pair->asks = false;
    if (passes == pair->passes && senses == pair->senses) return;
    endTouch(world, time, pair);
    cdLeaveSensor(world, time, pair);
    beginPair(world, pair, pair->bodyA, pair->bodyB);
    pair->passes = passes;
    pair->senses = senses;
}

static int comparePairs(const cdWorldPair *pair, cdBroadPhasePair wanted) {
    if (pair->bodyA != wanted.bodyA) return pair->bodyA < wanted.bodyA ? -1 : 1;
    return pair->bodyB == wanted.bodyB ? 0 : pair->bodyB < wanted.bodyB ? -1 : 1;
}

static bool isWanted(const cdWorld *world, cdBroadPhasePair pair) {
    return cdIsWantedPair(world, pair.bodyA, pair.bodyB);
}

bool cdReservePairs(cdWorld *world, int32_t count) {
    int32_t all = world->pairCount + world->spareCount, needed = count > all ? count : all;
    if (needed <= world->pairCapacity) return true;
    int32_t capacity = 2 * needed + 16;
    cdWorldPair **arrays[3];
    for (int k = 0; k < 3; k++)
        arrays[k] = cdAllocate((size_t)capacity * sizeof *arrays[k]);
    cdWorldPair ***own[3] = {&world->pairs, &world->spare, &world->merged};
    cdPairTask *tasks = cdAllocate((size_t)capacity * sizeof *tasks);
    bool good = arrays[0] != NULL && arrays[1] != NULL && arrays[2] != NULL && tasks != NULL;
    for (int32_t i = 0; i < world->pairCount && good; i++)
        arrays[0][i] = world->pairs[i];
    for (int32_t i = 0; i < world->spareCount && good; i++)
        arrays[1][i] = world->spare[i];
    for (int k = 0; k < 3; k++) {
        cdFree(good ? *own[k] : arrays[k]);
        if (good) *own[k] = arrays[k];
    }
    cdFree(good ? world->pairTasks : tasks);
    if (good) world->pairTasks = tasks;
    if (good) world->pairCapacity = capacity;
    return good;
}

// True if the pairs are already those wanted, as in most steps.
static bool areSamePairs(const cdWorld *world, const cdBroadPhasePair *wanted, int32_t count) {
    int32_t at = 0;
    for (int32_t i = 0; i < count; i++) {
        if (!isWanted(world, wanted[i])) continue;
        if (at == world->pairCount || comparePairs(world->pairs[at], wanted[i]) != 0) return false;
        at++;
    }
    return at == world->pairCount;
}

// Ends the pairs that are no longer wanted and keeps their memory for new ones.
static void leaveUnwanted(cdWorld *world, const cdAdvance *advance, const cdBroadPhasePair *wanted,
                          int32_t count) {
    int32_t kept = 0, at = 0;
    for (int32_t i = 0; i < world->pairCount; i++) {
        cdWorldPair *pair = world->pairs[i];
        while (at < count && comparePairs(pair, wanted[at]) > 0)
            at++;
        if (at == count || comparePairs(pair, wanted[at]) != 0 || !isWanted(world, wanted[at])) {
            leavePair(world, advance->begin, pair);
            continue;
        }
        if (pair->asks) judgeAgain(world, advance->begin, pair);
        world->pairs[kept++] = pair;
    }
    world->pairCount = kept;
}

void cdDropPairs(cdWorld *world, int32_t body) {
    int32_t kept = 0;
    for (int32_t i = 0; i < world->pairCount; i++) {
        cdWorldPair *pair = world->pairs[i];
        if (pair->bodyA == body || pair->bodyB == body)
            leavePair(world, world->time, pair);
        else
            world->pairs[kept++] = pair;
    }
    world->pairCount = kept;
}

bool cdUpdatePairs(cdWorld *world, const cdAdvance *advance) {
    const cdBroadPhaseUpdate update = updateBroadPhase(world);
    if (update.outOfMemory) return false;
    const cdBroadPhasePair *wanted = update.pairs;
    int32_t wantedCount = update.pairCount, at = 0, count = 0;
    if (!world->asks && areSamePairs(world, wanted, wantedCount)) return true;
    if (!cdReservePairs(world, wantedCount)) return false;
    leaveUnwanted(world, advance, wanted, wantedCount);
    world->asks = false;
    bool good = true;
    for (int32_t i = 0; i < wantedCount; i++) {
        if (!isWanted(world, wanted[i])) continue;
        bool there = at < world->pairCount && comparePairs(world->pairs[at], wanted[i]) == 0;
        cdWorldPair *pair = there ? world->pairs[at++] : takePair(world, wanted[i].bodyA, wanted[i].bodyB);
        good = good && pair != NULL;
        if (pair != NULL) world->merged[count++] = pair;
    }
    cdWorldPair **pairs = world->merged;
    world->merged = world->pairs;
    world->pairs = pairs;
    world->pairCount = count;
    return good;
}

// --- Contact points

static void noteTouch(cdWorld *world, const cdAdvance *advance, cdWorldPair *pair) {
    const cdWorldBody *a = &world->bodies[pair->bodyA], *b = &world->bodies[pair->bodyB];
    if (pair->touches) {
        cdPlacedPoint placed = cdPlacePoint(&pair->points[0], a->pose, b->pose);
        pair->lastPoint = placed.point;
        pair->lastNormal = placed.normal;
    }
    if (pair->touches == pair->wasTouching) return;
    cdNoteEvent(world, (cdContactEvent){.time = advance->begin,
                                        .kind = pair->touches ? CD_EVENT_BEGIN : CD_EVENT_END,
                                        .bodyA = cdGetBodyId(world, pair->bodyA),
                                        .bodyB = cdGetBodyId(world, pair->bodyB),
                                        .point = pair->lastPoint,
                                        .normal = pair->lastNormal});
    pair->wasTouching = pair->touches;
}

static bool mayTouch(const cdWorld *world, const cdWorldPair *pair) {
    const cdWorldBody *a = &world->bodies[pair->bodyA], *b = &world->bodies[pair->bodyB];
    return boxesMeet(getBox(a->mesh, a->pose, getReach(world, a)),
                     getBox(b->mesh, b->pose, getReach(world, b)));
}

static void findPoints(const cdPairTools *tools, cdPairTask *task) {
    const cdWorld *world = tools->world;
    cdWorldPair *pair = world->pairs[task->pair];
    task->lacksMemory = !cdFindPairPoints(pair, &world->bodies[pair->bodyA], &world->bodies[pair->bodyB],
                                          world->margin, tools->meter, tools->workspace);
}

void cdUpdatePoints(cdWorld *world, const cdAdvance *advance) {
    cdBeginPairTasks(world);
    for (int32_t i = 0; i < world->pairCount; i++) {
        cdWorldPair *pair = world->pairs[i];
        if (pair->passes || cdIsRigidPair(world, pair)) continue;
        if (!cdSpend(&world->meter, 1)) return;
        if (mayTouch(world, pair)) {
            if (!cdHasPointsHere(pair, &world->bodies[pair->bodyA], &world->bodies[pair->bodyB]))
                cdAddPairTask(world, i);
        } else {
            pair->pointCount = pair->regionPointCount = 0;
            pair->touches = false;
        }
    }
    cdRunPairTasks(world, advance, findPoints);
    for (int32_t i = 0; i < world->pairCount && !cdIsOut(&world->meter); i++)
        if (!world->pairs[i]->passes) noteTouch(world, advance, world->pairs[i]);
}

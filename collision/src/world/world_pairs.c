// Finds the pairs of shapes that may touch in an advance, and their current contact points.
//
// (1) A box bounds each body's path to its target: the boxes of its shapes at both ends, widened by the
// deviation of turning points from their chords, by the distance the body keeps, and by half the tolerance of
// the search for contact points. The path is straight for the middle of the body, with a uniform turn about
// it; bodies with disjoint boxes are free on it. (2) Sweep and prune [CW96 1]. (3) The shapes of two near
// bodies (near_shapes.c). (4) Pairs that persist keep their caches, contact points and regions; the others
// give their memory to new ones. (5) Bodies touch while any pair of their shapes does: an event for the first
// and for the last.
#include "world/world_pairs.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/functions.h"
#include "mesh/mesh_data.h"
#include "world/pair_tasks.h"

#include <math.h>

// --- (1)

// Returns the distance by which a shape extends beyond its triangles.
static double getOffset(const cdWorld *world, const cdWorldShape *shape) {
    return shape->mesh->rounding + 0.5 * world->def.safetyDistance;
}

double cdGetShapeReach(const cdWorld *world, const cdWorldShape *shape) {
    return getOffset(world, shape) + 0.5 * cdGetTouchTolerance(world->margin);
}

static cdVec3 getHalfSize(const cdMesh *mesh, cdQuat q) {
    cdVec3 half = cdScale(0.5, cdSub(mesh->info.bounds.upper, mesh->info.bounds.lower));
    cdVec3 x = cdRotate(q, (cdVec3){half.x, 0.0, 0.0}), y = cdRotate(q, (cdVec3){0.0, half.y, 0.0}),
           z = cdRotate(q, (cdVec3){0.0, 0.0, half.z});
    return (cdVec3){fabs(x.x) + fabs(y.x) + fabs(z.x), fabs(x.y) + fabs(y.y) + fabs(z.y),
                    fabs(x.z) + fabs(y.z) + fabs(z.z)};
}

cdBox3 cdGetMeshBox(const cdMesh *mesh, cdPose pose, double wider) {
    cdVec3 center = cdTransformPoint(pose, mesh->center), half = getHalfSize(mesh, pose.q);
    half = cdAdd(half, (cdVec3){wider, wider, wider});
    return (cdBox3){cdSub(center, half), cdAdd(center, half)};
}

static cdBox3 getPathBox(const cdWorld *world, const cdWorldBody *body) {
    cdQuat turn = cdMulQuat(body->target.q, cdConjugate(body->pose.q));
    double sine = cdLength((cdVec3){turn.x, turn.y, turn.z}), angle = 2.0 * cdAsin(cdMin(1.0, sine));
    cdBox3 whole = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    for (int32_t i = 0; i < body->shapeCount; i++) {
        const cdWorldShape *shape = cdGetShape(world, body, i);
        double wider = cdGetShapeReach(world, shape) + body->core * 0.125 * angle * angle;
        cdBox3 from = cdGetMeshBox(shape->mesh, cdPlaceShape(shape, body->pose), wider),
               to = cdGetMeshBox(shape->mesh, cdPlaceShape(shape, body->target), wider);
        cdBox3 path = cdJoinBoxes(&from, &to);
        whole = i == 0 ? path : cdJoinBoxes(&whole, &path);
    }
    return whole;
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
    return cdJoinBoxes(&box, &(cdBox3){near, near});
}

// A touching pair persists through the advance even if a correction separates it, since it owns the energy of
// that correction.
static cdBroadPhaseUpdate updateBroadPhase(cdWorld *world) {
    int32_t at = 0; // index into the pairs, which are ordered by A
    for (int32_t i = 0; i < world->bodyCount; i++)
        if (world->bodies[i].present) world->pathBoxes[i] = getPathBox(world, &world->bodies[i]);
    for (int32_t i = 0; i < world->bodyCount; i++) {
        if (!world->bodies[i].present) continue;
        cdBox3 box = world->pathBoxes[i];
        while (at < world->pairCount && world->pairs[at]->bodyA < i)
            at++;
        for (; at < world->pairCount && world->pairs[at]->bodyA == i; at++) {
            int32_t other = world->pairs[at]->bodyB;
            if (cdIsTiedPair(world->pairs[at]) && world->bodies[other].present)
                box = reachBox(box, world->pathBoxes[other]);
        }
        cdSetBroadPhaseBox(world->broadPhase, i, &box);
    }
    return cdUpdateBroadPhase(world->broadPhase);
}

// --- (3)

static bool listNearPairs(cdWorld *world, const cdBroadPhaseUpdate *update) {
    int32_t at = 0; // index into the pairs, in the same order
    world->nearCount = 0;
    for (int32_t i = 0; i < update->pairCount; i++) {
        int32_t bodyA = update->pairs[i].bodyA, bodyB = update->pairs[i].bodyB;
        if (cdIsWantedPair(world, bodyA, bodyB) && !cdListNearShapes(world, bodyA, bodyB, &at)) return false;
    }
    return true;
}

// --- (4), (5)

// Counts of the pairs of two bodies that still touch, and of those whose one is in the other, a sensor.
typedef struct Ties {
    int32_t touching, inside;
} Ties;

static Ties countTies(const cdWorld *world, int32_t first, int32_t end) {
    Ties ties = {0, 0};
    for (int32_t i = first; i < end; i++) {
        ties.touching += world->pairs[i]->wasTouching;
        ties.inside += world->pairs[i]->sensing.inside;
    }
    return ties;
}

static cdContactEvent makeTouchEvent(const cdWorld *world, double time, cdContactEventKind kind,
                                     const cdWorldPair *pair) {
    return (cdContactEvent){.time = time,
                            .kind = kind,
                            .bodyA = cdGetBodyId(world, pair->bodyA),
                            .bodyB = cdGetBodyId(world, pair->bodyB),
                            .shapeA = pair->shapeA,
                            .shapeB = pair->shapeB,
                            .point = pair->lastPoint,
                            .normal = pair->lastNormal};
}

// Ends what is between two shapes.
static void endTies(cdWorld *world, double time, cdWorldPair *pair, Ties *ties) {
    if (pair->wasTouching && --ties->touching == 0)
        cdNoteEvent(world, makeTouchEvent(world, time, CD_EVENT_END, pair));
    ties->inside -= pair->sensing.inside;
    cdLeaveSensor(world, time, pair, ties->inside == 0);
}

static void leavePair(cdWorld *world, double time, cdWorldPair *pair, Ties *ties) {
    endTies(world, time, pair, ties);
    world->spare[world->spareCount++] = pair;
}

static void beginPair(const cdWorld *world, cdWorldPair *pair, cdNearPair near) {
    cdResetPair(pair, near.bodyA, near.shapeA, near.bodyB, near.shapeB);
    pair->offsets = (cdPointOffsets){getOffset(world, cdGetShapeA(world, pair)),
                                     getOffset(world, cdGetShapeB(world, pair))};
}

static bool areSameBodies(const cdWorldPair *pair, cdNearPair near) {
    return pair->bodyA == near.bodyA && pair->bodyB == near.bodyB;
}

// `known`: a pair of the same bodies, whose filters have been judged; NULL: none.
static cdWorldPair *takePair(cdWorld *world, cdNearPair near, const cdWorldPair *known) {
    cdWorldPair *pair = world->spareCount > 0 ? world->spare[--world->spareCount] : cdCreatePair();
    if (pair == NULL) return NULL;
    beginPair(world, pair, near);
    if (known == NULL) {
        cdJudgePair(world, near.bodyA, near.bodyB, &pair->passes, &pair->senses);
    } else {
        pair->passes = known->passes;
        pair->senses = known->senses;
    }
    return pair;
}

// Pairs [first, end) of two bodies whose filters have changed end if these collide or sense each other no
// longer, and begin if they do.
static void judgeAgain(cdWorld *world, double time, int32_t first, int32_t end, Ties *ties) {
    bool passes, senses;
    cdJudgePair(world, world->pairs[first]->bodyA, world->pairs[first]->bodyB, &passes, &senses);
    for (int32_t i = first; i < end; i++) {
        cdWorldPair *pair = world->pairs[i];
        pair->asks = false;
        if (passes == pair->passes && senses == pair->senses) continue;
        endTies(world, time, pair, ties);
        beginPair(world, pair, (cdNearPair){pair->bodyA, pair->bodyB, pair->shapeA, pair->shapeB});
        pair->passes = passes;
        pair->senses = senses;
    }
}

static int compareNumbers(int32_t a, int32_t b) {
    return a < b ? -1 : a > b;
}

int cdComparePairs(const cdWorldPair *pair, cdNearPair near) {
    int order = compareNumbers(pair->bodyA, near.bodyA);
    if (order == 0) order = compareNumbers(pair->bodyB, near.bodyB);
    if (order == 0) order = compareNumbers(pair->shapeA, near.shapeA);
    return order != 0 ? order : compareNumbers(pair->shapeB, near.shapeB);
}

bool cdReservePairs(cdWorld *world, int32_t count) {
    int32_t all = world->pairCount + world->spareCount, needed = count > all ? count : all;
    if (!cdReserveNearPairs(world, count)) return false;
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

// True if the pairs are already the near ones, as in most steps.
static bool areSamePairs(const cdWorld *world) {
    if (world->nearCount != world->pairCount) return false;
    for (int32_t i = 0; i < world->nearCount; i++)
        if (cdComparePairs(world->pairs[i], world->nearPairs[i]) != 0) return false;
    return true;
}

// Ends the pairs that are no longer near and keeps their memory for new ones.
static void leaveDistant(cdWorld *world, const cdAdvance *advance) {
    int32_t kept = 0, at = 0;
    for (int32_t i = 0, end; i < world->pairCount; i = end) {
        end = cdGetPairsEnd(world, i);
        Ties ties = countTies(world, i, end);
        int32_t first = kept;
        for (int32_t k = i; k < end; k++) {
            cdWorldPair *pair = world->pairs[k];
            while (at < world->nearCount && cdComparePairs(pair, world->nearPairs[at]) > 0)
                at++;
            bool near = at < world->nearCount && cdComparePairs(pair, world->nearPairs[at]) == 0;
            if (near)
                world->pairs[kept++] = pair;
            else
                leavePair(world, advance->begin, pair, &ties);
        }
        if (kept > first && world->pairs[first]->asks) judgeAgain(world, advance->begin, first, kept, &ties);
    }
    world->pairCount = kept;
}

void cdDropPairs(cdWorld *world, int32_t body) {
    int32_t kept = 0;
    for (int32_t i = 0, end; i < world->pairCount; i = end) {
        end = cdGetPairsEnd(world, i);
        Ties ties = countTies(world, i, end);
        for (int32_t k = i; k < end; k++) {
            cdWorldPair *pair = world->pairs[k];
            if (pair->bodyA == body || pair->bodyB == body)
                leavePair(world, world->time, pair, &ties);
            else
                world->pairs[kept++] = pair;
        }
    }
    world->pairCount = kept;
}

bool cdUpdatePairs(cdWorld *world, const cdAdvance *advance) {
    const cdBroadPhaseUpdate update = updateBroadPhase(world);
    if (update.outOfMemory || !listNearPairs(world, &update)) return false;
    if (!world->asks && areSamePairs(world)) return true;
    if (!cdReservePairs(world, world->nearCount)) return false;
    leaveDistant(world, advance);
    world->asks = false;
    int32_t at = 0, count = 0;
    bool good = true;
    for (int32_t i = 0; i < world->nearCount; i++) {
        cdNearPair near = world->nearPairs[i];
        cdWorldPair *next = at < world->pairCount ? world->pairs[at] : NULL,
                    *last = count > 0 ? world->merged[count - 1] : NULL;
        bool there = next != NULL && cdComparePairs(next, near) == 0;
        const cdWorldPair *known = last != NULL && areSameBodies(last, near)   ? last
                                   : next != NULL && areSameBodies(next, near) ? next
                                                                               : NULL;
        cdWorldPair *pair = there ? next : takePair(world, near, known);
        at += there;
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

// Notes where pairs [first, end) of two bodies touch, and if the bodies begin or cease to.
static void noteTouch(cdWorld *world, const cdAdvance *advance, int32_t first, int32_t end) {
    const cdWorldPair *begins = NULL, *ends = NULL;
    for (int32_t i = first; i < end; i++) {
        cdWorldPair *pair = world->pairs[i];
        if (pair->wasTouching && ends == NULL) ends = pair;
        if (!pair->touches) continue;
        cdPlacedPoint placed = cdPlacePairPoint(world, pair, &pair->points[0], CD_AT_START);
        pair->lastPoint = placed.point;
        pair->lastNormal = placed.normal;
        if (begins == NULL) begins = pair;
    }
    if (begins != NULL && ends == NULL)
        cdNoteEvent(world, makeTouchEvent(world, advance->begin, CD_EVENT_BEGIN, begins));
    if (begins == NULL && ends != NULL)
        cdNoteEvent(world, makeTouchEvent(world, advance->begin, CD_EVENT_END, ends));
    for (int32_t i = first; i < end; i++)
        world->pairs[i]->wasTouching = world->pairs[i]->touches;
}

static bool mayTouch(const cdWorld *world, const cdPlacedShape *a, const cdPlacedShape *b,
                     const cdWorldPair *pair) {
    double reachA = cdGetShapeReach(world, cdGetShapeA(world, pair)),
           reachB = cdGetShapeReach(world, cdGetShapeB(world, pair));
    cdBox3 boxA = cdGetMeshBox(a->mesh, a->pose, reachA), boxB = cdGetMeshBox(b->mesh, b->pose, reachB);
    return cdBoxesMeet(&boxA, &boxB);
}

static void findPoints(const cdPairTools *tools, cdPairTask *task) {
    const cdWorld *world = tools->world;
    cdWorldPair *pair = world->pairs[task->pair];
    cdPlacedShape a = cdGetPlacedA(world, pair), b = cdGetPlacedB(world, pair);
    task->lacksMemory = !cdFindPairPoints(pair, &a, &b, world->margin, tools->meter, tools->workspace);
}

void cdUpdatePoints(cdWorld *world, const cdAdvance *advance) {
    cdBeginPairTasks(world);
    for (int32_t i = 0; i < world->pairCount; i++) {
        cdWorldPair *pair = world->pairs[i];
        if (pair->passes || cdIsRigidPair(world, pair)) continue;
        if (!cdSpend(&world->meter, 1)) return;
        cdPlacedShape a = cdGetPlacedA(world, pair), b = cdGetPlacedB(world, pair);
        if (mayTouch(world, &a, &b, pair)) {
            if (!cdHasPointsHere(pair, &a, &b)) cdAddPairTask(world, i);
        } else {
            pair->pointCount = pair->regionPointCount = 0;
            pair->touches = false;
        }
    }
    cdRunPairTasks(world, advance, findPoints);
    for (int32_t i = 0, end; i < world->pairCount && !cdIsOut(&world->meter); i = end) {
        end = cdGetPairsEnd(world, i);
        if (!world->pairs[i]->passes) noteTouch(world, advance, i, end);
    }
}

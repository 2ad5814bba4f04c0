// Finds the pairs of shapes that may touch in an advance, and their current contact points.
//
// (1) Bodies whose paths come near each other (path_boxes.c). (2) The shapes of two near bodies
// (near_shapes.c); pairs of still bodies stay. (3) Pairs that persist keep their caches, contact points and
// regions; the others give their memory to new ones. (4) Bodies touch while any pair of their shapes does: an
// event for the first and for the last.
#include "world/world_pairs.h"
#include "foundation/memory/hooks.h"
#include "mesh/mesh_data.h"
#include "world/contacts/touch_points.h"
#include "world/pair_tasks.h"

#include <math.h>

// --- (1), (2)

// Adds the pairs of still bodies that precede a pair of bodies: they stay.
static bool addStillPairs(cdWorld *world, int32_t bodyA, int32_t bodyB, int32_t *next) {
    for (; *next < world->pairCount; ++*next) {
        const cdNearShapes *near = &world->entries[*next].near;
        if (near->bodyA > bodyA || (near->bodyA == bodyA && near->bodyB >= bodyB)) break;
        if (!cdIsActivePair(world, near) && !cdListNearPair(world, *near)) return false;
    }
    return true;
}

static bool listNearPairs(cdWorld *world, const cdBroadPhaseUpdate *update) {
    int32_t at = 0, next = 0; // indices into the pairs, in the same order
    world->nearCount = 0;
    for (int32_t i = 0; i < update->pairCount; i++) {
        int32_t bodyA = update->pairs[i].bodyA, bodyB = update->pairs[i].bodyB;
        if (world->active[bodyA] == CD_STILL && world->active[bodyB] == CD_STILL) continue;
        if (!addStillPairs(world, bodyA, bodyB, &next)) return false;
        if (cdIsWantedPair(world, bodyA, bodyB) && !cdListNearShapes(world, bodyA, bodyB, &at)) return false;
    }
    return addStillPairs(world, INT32_MAX, INT32_MAX, &next);
}

// --- (3), (4)

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
    cdShownPair shown = cdShowPair(world, pair);
    return (cdContactEvent){.time = time,
                            .kind = kind,
                            .bodyA = shown.bodyA,
                            .bodyB = shown.bodyB,
                            .shapeA = shown.shapeA,
                            .shapeB = shown.shapeB,
                            .point = pair->lastPoint,
                            .normal = cdShowVector(&shown, pair->lastNormal)};
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

static bool areSameBodies(const cdWorldPair *pair, cdNearShapes near) {
    cdNearShapes own = cdGetNearPair(pair);
    return own.bodyA == near.bodyA && own.bodyB == near.bodyB;
}

// `known`: a pair of the same bodies, which has their order; NULL: none.
static void beginPair(const cdWorld *world, cdWorldPair *pair, cdNearShapes near, const cdWorldPair *known) {
    const cdWorldBody *a = &world->bodies[near.bodyA], *b = &world->bodies[near.bodyB];
    bool turned = known != NULL ? known->bodyA != near.bodyA : a->radius > b->radius;
    if (turned)
        cdResetPair(pair, near.bodyB, near.shapeB, near.bodyA, near.shapeA);
    else
        cdResetPair(pair, near.bodyA, near.shapeA, near.bodyB, near.shapeB);
    pair->offsets = (cdPointOffsets){cdGetOffset(world, cdGetShapeA(world, pair)),
                                     cdGetOffset(world, cdGetShapeB(world, pair))};
}

// `known`: a pair of the same bodies, whose filters have been judged; NULL: none.
static cdWorldPair *takePair(cdWorld *world, cdNearShapes near, const cdWorldPair *known) {
    cdWorldPair *pair = world->spareCount > 0 ? world->spare[--world->spareCount] : cdCreatePair();
    if (pair == NULL) return NULL;
    beginPair(world, pair, near, known);
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
    cdNearShapes near = cdGetNearPair(world->pairs[first]);
    cdJudgePair(world, near.bodyA, near.bodyB, &passes, &senses);
    for (int32_t i = first; i < end; i++) {
        cdWorldPair *pair = world->pairs[i];
        pair->asks = false;
        if (passes == pair->passes && senses == pair->senses) continue;
        endTies(world, time, pair, ties);
        beginPair(world, pair, cdGetNearPair(pair), pair);
        pair->passes = passes;
        pair->senses = senses;
    }
}

static int compareNumbers(int32_t a, int32_t b) {
    return a < b ? -1 : a > b;
}

int cdComparePairs(const cdNearShapes *one, const cdNearShapes *other) {
    int order = compareNumbers(one->bodyA, other->bodyA);
    if (order == 0) order = compareNumbers(one->bodyB, other->bodyB);
    if (order == 0) order = compareNumbers(one->shapeA, other->shapeA);
    return order != 0 ? order : compareNumbers(one->shapeB, other->shapeB);
}

static bool isSameNear(const cdNearShapes *one, const cdNearShapes *other) {
    return one->bodyA == other->bodyA && one->bodyB == other->bodyB && one->shapeA == other->shapeA &&
           one->shapeB == other->shapeB;
}

// Reserves the entries of this many pairs, and their links in lists. Those there are stay. False: no memory.
static bool reserveEntries(cdWorld *world, int32_t capacity) {
    cdPairEntry *entries = cdGrowArray(world->entries, world->pairCount, capacity, sizeof *entries);
    if (entries == NULL) return false;
    world->entries = entries;
    cdPairEntry *merged = cdGrowArray(world->mergedEntries, 0, capacity, sizeof *merged);
    if (merged == NULL) return false;
    world->mergedEntries = merged;
    return cdReservePairLists(world, capacity);
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
    bool good = arrays[0] != NULL && arrays[1] != NULL && arrays[2] != NULL && tasks != NULL &&
                reserveEntries(world, capacity);
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
        if (!isSameNear(&world->entries[i].near, &world->nearPairs[i])) return false;
    return true;
}

static void keepPair(cdWorld *world, int32_t from, int32_t to) {
    world->pairs[to] = world->pairs[from];
    world->entries[to] = world->entries[from];
}

// Ends the pairs that are no longer near and keeps their memory for new ones.
static void leaveDistant(cdWorld *world, const cdAdvance *advance) {
    int32_t kept = 0, at = 0;
    for (int32_t i = 0, end; i < world->pairCount; i = end) {
        end = cdGetPairsEnd(world, i);
        Ties ties = countTies(world, i, end);
        int32_t first = kept;
        for (int32_t k = i; k < end; k++) {
            const cdNearShapes *near = &world->entries[k].near;
            while (at < world->nearCount && cdComparePairs(near, &world->nearPairs[at]) > 0)
                at++;
            if (at < world->nearCount && isSameNear(near, &world->nearPairs[at]))
                keepPair(world, k, kept++);
            else
                leavePair(world, advance->begin, world->pairs[k], &ties);
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
                keepPair(world, k, kept++);
        }
    }
    world->pairCount = kept;
    world->activeChange = true;
}

// Takes new pairs for those of world->nearPairs that there are not yet. False: no memory.
static bool mergePairs(cdWorld *world) {
    int32_t at = 0, count = 0;
    bool good = true;
    for (int32_t i = 0; i < world->nearCount; i++) {
        cdNearShapes near = world->nearPairs[i];
        cdWorldPair *next = at < world->pairCount ? world->pairs[at] : NULL,
                    *last = count > 0 ? world->merged[count - 1] : NULL;
        bool there = next != NULL && isSameNear(&world->entries[at].near, &near);
        const cdWorldPair *known = last != NULL && areSameBodies(last, near)   ? last
                                   : next != NULL && areSameBodies(next, near) ? next
                                                                               : NULL;
        cdWorldPair *pair = there ? next : takePair(world, near, known);
        good = good && pair != NULL;
        if (pair == NULL) continue;
        world->mergedEntries[count] = there ? world->entries[at] : (cdPairEntry){.near = near};
        world->merged[count++] = pair;
        at += there;
    }
    cdWorldPair **pairs = world->merged;
    cdPairEntry *entries = world->mergedEntries;
    world->merged = world->pairs;
    world->mergedEntries = world->entries;
    world->pairs = pairs;
    world->entries = entries;
    world->pairCount = count;
    return good;
}

bool cdUpdatePairs(cdWorld *world, const cdAdvance *advance) {
    const cdBroadPhaseUpdate update = cdUpdateBoxes(world);
    if (update.outOfMemory || !listNearPairs(world, &update)) return false;
    if (!world->asks && areSamePairs(world)) return true;
    if (!cdReservePairs(world, world->nearCount)) return false;
    leaveDistant(world, advance);
    world->asks = false;
    bool good = mergePairs(world);
    cdListActivePairs(world);
    cdListIslands(world);
    return good;
}

// --- Contact points

void cdForgetFarTouches(cdWorld *world) {
    for (int32_t i = cdFirstActivePair(world); i >= 0; i = cdNextActivePair(world, i)) {
        cdWorldPair *pair = world->pairs[i];
        if (pair->passes || pair->pointCount == pair->regionPointCount) continue;
        cdPlacedShape a = cdGetPlacedA(world, pair), b = cdGetPlacedB(world, pair);
        cdDropFarTouches(pair, &a, &b);
        pair->touches = pair->pointCount > 0;
    }
}

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
    for (int32_t i = cdFirstActivePair(world); i >= 0; i = cdNextActivePair(world, i)) {
        cdWorldPair *pair = world->pairs[i];
        if (pair->passes || cdIsRigidPair(world, pair)) continue;
        if (!cdSpend(&world->meter, 1)) return;
        cdPlacedShape a = cdGetPlacedA(world, pair), b = cdGetPlacedB(world, pair);
        if (mayTouch(world, &a, &b, pair)) {
            if (!cdHasPointsHere(pair, &a, &b)) cdAddPairTask(world, i);
        } else {
            cdForgetPairPoints(pair, &a, &b);
        }
    }
    cdRunPairTasks(world, advance, findPoints);
    for (int32_t i = cdFirstActivePair(world), end; i >= 0 && !cdIsOut(&world->meter);
         i = cdNextActivePair(world, end - 1)) {
        end = cdGetPairsEnd(world, i);
        if (!world->pairs[i]->passes) noteTouch(world, advance, i, end);
    }
}

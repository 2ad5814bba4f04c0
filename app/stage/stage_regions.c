// Contact regions of the object moved last, kept from step to step.
//
// Steps of UpdateStageRegions: (1) whose contact, and whether anything has happened. (2) Who is in reach.
// (3) The regions with each of them, with those of the step before and the relative velocity. (4) The list.
#include "stage/stage.h"

#include "engine/clock.h"

#include <stdlib.h>
#include <string.h>

enum { REGION_MIN = 64, REGION_MAX = 4096, POINTS_PER_REGION = 8 };

// A gap at rest is at most four margins wide: features that rest count as touching with room to spare.
static const double MARGINS_IN_TOLERANCE = 8.0;
static const double DEFAULT_TOLERANCE = 8e-6; // cdRegionsInput.tolerance

static void forgetBefore(StageRegions *regions) {
    for (int32_t i = 0; i < regions->capacity; ++i)
        regions->touching[i].before.regionCount = regions->touching[i].regions.regionCount = 0;
}

static bool reserve(StageRegions *regions, int32_t capacity) {
    if (capacity <= regions->capacity) return true;
    size_t n = (size_t)capacity;
    StageTouching *touching = realloc(regions->touching, n * sizeof *touching);
    if (touching) regions->touching = touching;
    cdPose *poses = realloc(regions->poses, n * sizeof *poses);
    if (poses) regions->poses = poses;
    if (!touching || !poses) return false;
    memset(touching + regions->capacity, 0, (n - (size_t)regions->capacity) * sizeof *touching);
    for (int32_t i = regions->capacity; i < capacity; ++i)
        poses[i] = cdIdentityPose();
    regions->capacity = capacity;
    return true;
}

// --- (1)

// The object moved last; before any step the one in hand; -1: no object's contact is of interest. What the
// world moves keeps a gap in which there are no regions; its contact points are the world's.
static int32_t chooseObject(const Stage *stage) {
    if (stage->query.present) return stage->query.object;
    if (stage->boxes.present && !stage->boxes.byHand) return -1; // the route's own contact is shown
    return stage->selected >= 0 && stage->objects[stage->selected].isBody ? -1 : stage->selected;
}

static bool hasMoved(const Stage *stage, int32_t object) {
    const StageRegions *regions = &stage->regions;
    if (!regions->present || regions->interrupted || regions->object != object) return true;
    if (regions->stepCount != stage->queryCount) return true;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        if (i >= regions->capacity || !cdIsSamePose(stage->objects[i].pose, regions->poses[i])) return true;
    }
    return false;
}

static bool hasChanged(const Stage *stage, int32_t object) {
    const StageRegions *regions = &stage->regions;
    bool hasSolids = regions->comes && !IsStageSolidComing(stage);
    return regions->late || hasSolids || hasMoved(stage, object);
}

// --- (2)

static double chooseTolerance(const Stage *stage, const StageObject *a, const StageObject *b) {
    double larger = a->info.radius > b->info.radius ? a->info.radius : b->info.radius;
    return cdMax(DEFAULT_TOLERANCE * larger, MARGINS_IN_TOLERANCE * stage->data.margin);
}

static bool isInReach(const Stage *stage, const StageObject *a, const StageObject *b) {
    cdVec3 centerA = cdTransformPoint(a->pose, a->info.center);
    cdVec3 centerB = cdTransformPoint(b->pose, b->info.center);
    double reach = a->info.radius + b->info.radius + chooseTolerance(stage, a, b);
    return cdLengthSq(cdSub(centerB, centerA)) <= reach * reach;
}

// --- (3)

// Per step, of an object that went from one pose to another.
static cdRelativeVelocity getVelocity(const StageObject *object, cdPose before) {
    cdMotion motion = cdMakeMotion(before, object->pose, object->info.center);
    return cdGetMotionVelocity(&motion, 1.0);
}

// As the points of A have moved since the list before, seen from the obstacle; where neither has, because
// something is in the way, as the hand wants it.
static cdRelativeVelocity getRelativeVelocity(const Stage *stage, int32_t obstacle) {
    const StageRegions *regions = &stage->regions;
    const StageObject *a = &stage->objects[regions->object], *b = &stage->objects[obstacle];
    if (cdIsSamePose(a->pose, regions->poses[regions->object]) &&
        cdIsSamePose(b->pose, regions->poses[obstacle]))
        return cdGetMotionVelocity(&stage->query.motion, stage->query.contact.resolvedTime);
    cdRelativeVelocity velocityA = getVelocity(a, regions->poses[regions->object]);
    cdRelativeVelocity velocityB = getVelocity(b, regions->poses[obstacle]);
    velocityA.linear = cdSub(velocityA.linear, cdGetVelocityAt(&velocityB, velocityA.origin));
    velocityA.angular = cdSub(velocityA.angular, velocityB.angular);
    return velocityA;
}

// Room for `count` regions; what was in the arrays is lost.
static bool reserveArrays(cdContactRegions *regions, int32_t count) {
    if (count <= regions->regionCapacity) return true;
    free(regions->regions);
    free(regions->points);
    size_t points = (size_t)count * POINTS_PER_REGION;
    regions->regions = malloc((size_t)count * sizeof *regions->regions);
    regions->points = malloc(points * sizeof *regions->points);
    bool good = regions->regions && regions->points;
    regions->regionCapacity = good ? count : 0;
    regions->pointCapacity = good ? (int32_t)points : 0;
    return good;
}

// The stage's own, which is idle between its queries, unless it is too small.
static cdScratch reserveScratch(Stage *stage, const cdRegionsInput *input, const cdContactRegions *out) {
    StageRegions *all = &stage->regions;
    size_t size =
        cdGetContactScratchSize(input->surfaceA, input->surfaceB, out->regionCapacity, out->pointCapacity);
    if (size <= stage->scratch.byteCount) return stage->scratch;
    if (size <= all->scratch.byteCount) return all->scratch;
    cdDestroyScratch(&all->scratch);
    all->scratch = cdCreateScratch(size);
    return all->scratch;
}

// The solids of both, where both are solids: what penetrates is told by them, whichever way it is found.
static void addSolids(Stage *stage, int32_t obstacle, cdRegionsInput *input) {
    StageRegions *all = &stage->regions;
    const StageSolid *found = WantStageSolid(stage, all->object, &all->comes);
    const cdSolid *solid = found ? found->solid : NULL; // making another moves the list
    found = WantStageSolid(stage, obstacle, &all->comes);
    if (!solid || !found || !found->solid) return;
    input->solidA = solid;
    input->solidB = found->solid;
    input->withoutIndex = !all->usesIndex;
}

static void findRegions(Stage *stage, int32_t obstacle, bool lasts) {
    StageRegions *all = &stage->regions;
    StageTouching *touching = &all->touching[obstacle];
    const StageObject *a = &stage->objects[all->object], *b = &stage->objects[obstacle];
    cdRegionsInput input = {.surfaceA = GetStageSurface(stage, all->object),
                            .surfaceB = GetStageSurface(stage, obstacle),
                            .poseA = a->pose,
                            .poseB = b->pose,
                            .tolerance = chooseTolerance(stage, a, b),
                            .budget = BeginShownQuery(stage)};
    touching->regions.regionCount = 0;
    if (!input.surfaceA || !input.surfaceB) return;
    all->surface = input.surfaceA;
    touching->surface = input.surfaceB;
    addSolids(stage, obstacle, &input);
    cdRelativeVelocity velocity;
    if (lasts) {
        velocity = getRelativeVelocity(stage, obstacle);
        input.velocity = &velocity;
        input.previous = &touching->before;
    }
    int32_t capacity = touching->regions.regionCapacity;
    for (capacity = capacity > 0 ? capacity : REGION_MIN; capacity <= REGION_MAX; capacity *= 2) {
        if (!reserveArrays(&touching->regions, capacity)) return;
        cdScratch scratch = reserveScratch(stage, &input, &touching->regions);
        if (scratch.byteCount == 0) return;
        cdFindContactRegions(&input, &touching->regions, scratch);
        if (!touching->regions.truncated) break;
    }
    cdReason reason = touching->regions.reason;
    all->late = all->late || reason == CD_REASON_BUDGET || reason == CD_REASON_INTERRUPTED;
    touching->indexed = input.solidA != NULL && !input.withoutIndex;
    touching->present = true;
}

// What was found becomes what is of the step before; its arrays are filled next.
static void passOn(StageTouching *touching, bool lasts) {
    cdContactRegions now = touching->regions;
    touching->regions = touching->before;
    touching->before = now;
    if (!lasts || !touching->present) touching->before.regionCount = 0;
    touching->regions.regionCount = 0;
    touching->present = false;
}

// --- (4)

static bool reserveList(StageRegions *regions, int32_t count) {
    if (count <= regions->listCapacity) return true;
    StageRegion *larger = realloc(regions->list, 2 * (size_t)count * sizeof *larger);
    if (!larger) return false;
    regions->list = larger;
    regions->listCapacity = 2 * count;
    return true;
}

// Penetration is worst, then touch; what could not be decided counts for less than either.
static bool isWorse(cdState a, cdState b) {
    static const int ranks[] = {
        [CD_UNDECIDED] = 1, [CD_FREE] = 0, [CD_CONTACT] = 2, [CD_OVERLAP] = 3};
    return ranks[a] > ranks[b];
}

static void listRegions(StageRegions *all, int32_t obstacle) {
    const StageTouching *touching = &all->touching[obstacle];
    const cdContactRegions *regions = &touching->regions;
    if (!touching->present || !reserveList(all, all->count + regions->regionCount)) return;
    for (int32_t i = 0; i < regions->regionCount; ++i) {
        all->list[all->count++] = (StageRegion){obstacle, i};
        all->sufficientCount += regions->regions[i].sufficient;
    }
    ++all->askedCount;
    all->indexedCount += touching->indexed;
    all->truncated = all->truncated || regions->truncated;
    if (isWorse(regions->state, all->state)) all->state = regions->state;
    bool deeper = all->deepest < 0 || regions->depth > all->touching[all->deepest].regions.depth;
    if (regions->state == CD_OVERLAP && deeper) all->deepest = obstacle;
}

static void makeList(Stage *stage) {
    StageRegions *all = &stage->regions;
    all->count = all->sufficientCount = all->askedCount = all->indexedCount = 0;
    all->truncated = false;
    all->state = CD_FREE;
    all->deepest = -1;
    for (int32_t i = 0; i < stage->objectCount; ++i)
        listRegions(all, i);
}

// With each that is in reach. False: the work was given up.
static bool findAll(Stage *stage, int32_t object, bool lasts) {
    StageRegions *all = &stage->regions;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        passOn(&all->touching[i], lasts);
        if (i != object && !stage->objects[i].removed &&
            isInReach(stage, &stage->objects[object], &stage->objects[i]))
            findRegions(stage, i, lasts);
        if (stage->limit.givenUp) return false;
    }
    return true;
}

// There is no list until the new one is there: while it is made others may ask.
static void clearList(StageRegions *all, int32_t object) {
    all->present = all->late = all->comes = false;
    all->object = object;
    all->count = all->sufficientCount = 0;
    all->state = CD_UNDECIDED;
    all->deepest = -1;
}

void UpdateStageRegions(Stage *stage) {
    StageRegions *all = &stage->regions;
    int32_t object = chooseObject(stage);
    if (object < 0) {
        all->present = false;
        all->count = all->sufficientCount = 0;
        return;
    }
    if (!hasChanged(stage, object) || !reserve(all, stage->objectCapacity)) return;
    bool lasts = all->present && all->object == object && stage->query.present && !all->interrupted &&
                 hasMoved(stage, object);
    if (!lasts) forgetBefore(all);
    clearList(all, object);
    double begin = gxGetTime();
    if (!findAll(stage, object, lasts)) {
        all->interrupted = true;
        return;
    }
    all->microseconds = 1e6 * (gxGetTime() - begin);
    makeList(stage);
    for (int32_t i = 0; i < stage->objectCount; ++i)
        all->poses[i] = stage->objects[i].pose;
    all->stepCount = stage->queryCount;
    all->present = true;
    all->interrupted = false;
}

bool AreRegionsDue(const Stage *stage) {
    int32_t object = chooseObject(stage);
    return object < 0 ? stage->regions.present : hasChanged(stage, object);
}

void DestroyStageRegions(Stage *stage) {
    StageRegions *all = &stage->regions;
    for (int32_t i = 0; i < all->capacity; ++i) {
        cdContactRegions *both[] = {&all->touching[i].regions, &all->touching[i].before};
        for (int k = 0; k < 2; ++k) {
            free(both[k]->regions);
            free(both[k]->points);
        }
    }
    free(all->touching);
    free(all->poses);
    free(all->list);
    cdDestroyScratch(&all->scratch);
    *all = (StageRegions){0};
}

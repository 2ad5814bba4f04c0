// Contact regions of the object moved last, kept from step to step.
//
// Steps of UpdateStageRegions: (1) The object, and whether anything has happened. (2) The obstacles within
// reach. (3) The regions with each of them, from those of the previous step and the relative velocity. (4)
// The list.
#include "stage/shown/stage_regions.h"

#include "engine/platform/clock.h"
#include "stage/motion/stage_limit.h"
#include "stage/objects/stage_bounds.h"
#include "stage/objects/stage_filter.h"
#include "stage/shown/stage_solid.h"
#include "stage/world/stage_ground.h"

#include <stdlib.h>
#include <string.h>

enum { REGION_MIN = 64, REGION_MAX = 4096, POINTS_PER_REGION = 8 };

// How the list follows from the previous one.
typedef enum Sequel {
    SEQUEL_NONE,  // the objects were placed: no region persists
    SEQUEL_STEP,  // they have moved since
    SEQUEL_REPEAT // nothing has moved: solids were completed, or time ran out
} Sequel;

// The gap of a resting contact is at most four margins wide: its features count as touching with a reserve.
static const double MARGINS_IN_TOLERANCE = 8.0;
static const double DEFAULT_TOLERANCE = 8e-6; // cdRegionsInput.tolerance

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

// Returns the object moved last; before any step the selected one; -1: no contact is of interest. Bodies that
// the world moves keep a gap in which there are no regions; their contact points are the world's.
static int32_t chooseObject(const Stage *stage) {
    if (stage->query.present) return stage->query.object;
    if (stage->boxes.present && !stage->boxes.byHand) return -1; // the route's own contact is shown
    return stage->selected >= 0 && stage->objects[stage->selected].isBody ? -1 : stage->selected;
}

static bool hasMoved(const Stage *stage, int32_t object) {
    const StageRegions *regions = &stage->regions;
    if (!regions->present || regions->interrupted || regions->object != object) return true;
    if (regions->stepCount != stage->recent.count) return true;
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

// Velocity per step of an object that moved from one pose to another.
static cdVelocity getVelocity(const StageObject *object, cdPose before) {
    cdMotion motion = cdMakeMotion(before, object->pose, object->info.center);
    return cdGetMotionVelocity(&motion, 1.0);
}

// Returns the motions of both since the previous list. If a contact blocked both, A's is the intended one.
static void findVelocities(const Stage *stage, int32_t obstacle, cdVelocity *velocityA,
                           cdVelocity *velocityB) {
    const StageRegions *regions = &stage->regions;
    const StageObject *a = &stage->objects[regions->object], *b = &stage->objects[obstacle];
    cdPose beforeA = regions->poses[regions->object], beforeB = regions->poses[obstacle];
    bool moved = !cdIsSamePose(a->pose, beforeA) || !cdIsSamePose(b->pose, beforeB);
    double resolvedTime = stage->query.contact.resolvedTime;
    *velocityA = moved ? getVelocity(a, beforeA) : cdGetMotionVelocity(&stage->query.motion, resolvedTime);
    *velocityB = getVelocity(b, beforeB);
}

// Reserves memory for finding `count` regions; discards the arrays' content.
static bool reserveArrays(StageTouching *touching, int32_t count) {
    if (count <= touching->capacityFound) return true;
    cdContactRegions *found = &touching->found;
    free(found->regions);
    free(found->points);
    found->regions = malloc((size_t)count * sizeof *found->regions);
    found->points = malloc((size_t)count * POINTS_PER_REGION * sizeof *found->points);
    bool good = found->regions && found->points;
    touching->capacityFound = good ? count : 0;
    return good;
}

// Two solids overlap as solids, whichever method finds it. Beside an open mesh the solid of the other changes
// nothing, and is not built.
static cdInterior chooseInterior(Stage *stage, int32_t obstacle) {
    StageRegions *all = &stage->regions;
    bool comesA = false, comesB = false, isGround = IsGroundIndex(obstacle, stage->objectCount);
    const StageSolid *found = WantStageSolid(stage, all->object, &comesA);
    bool isSolidA = found && found->solid; // read now: building another one moves the list
    found = isGround || !(isSolidA || comesA) ? NULL : WantStageSolid(stage, obstacle, &comesB);
    bool isSolidB = isGround || (found && found->solid);
    if ((comesA && (comesB || isSolidB)) || (isSolidA && comesB)) all->comes = true;
    if (!isSolidA || !isSolidB) return CD_INTERIOR_EMPTY;
    return all->usesIndex ? CD_INTERIOR_AUTO : CD_INTERIOR_BY_TREES;
}

static void findRegions(Stage *stage, int32_t obstacle, Sequel sequel) {
    StageRegions *all = &stage->regions;
    StageTouching *touching = &all->touching[obstacle];
    const StageObject *a = &stage->objects[all->object], *b = &stage->objects[obstacle];
    cdRegionsInput input = {.meshA = a->mesh,
                            .meshB = b->mesh,
                            .poseA = a->pose,
                            .poseB = b->pose,
                            .tolerance = chooseTolerance(stage, a, b),
                            .budget = BeginShownQuery(stage)};
    all->mesh = input.meshA;
    touching->mesh = input.meshB;
    input.interior = chooseInterior(stage, obstacle);
    if (sequel == SEQUEL_STEP) findVelocities(stage, obstacle, &touching->velocityA, &touching->velocityB);
    if (touching->lasts) {
        input.velocityA = &touching->velocityA;
        input.velocityB = &touching->velocityB;
        input.previous = sequel == SEQUEL_STEP ? &touching->regions : &touching->before;
    }
    int32_t capacity = touching->capacityFound;
    for (capacity = capacity > 0 ? capacity : REGION_MIN; capacity <= REGION_MAX; capacity *= 2) {
        if (!reserveArrays(touching, capacity)) return;
        input.regions = touching->found.regions;
        input.points = touching->found.points;
        input.regionCapacity = touching->capacityFound;
        input.pointCapacity = touching->capacityFound * POINTS_PER_REGION;
        touching->found = cdFindContactRegions(&input, NULL, stage->scratch.workspace, NULL);
        if (!touching->found.truncated) break;
    }
    cdReason reason = touching->found.reason;
    all->late = all->late || reason == CD_REASON_BUDGET || reason == CD_REASON_INTERRUPTED;
    touching->indexed = input.interior == CD_INTERIOR_AUTO;
    touching->isFound = true;
}

static void begin(StageTouching *touching, Sequel sequel) {
    touching->isFound = false;
    bool lasts = sequel == SEQUEL_REPEAT && touching->present && touching->lasts;
    touching->lasts = lasts || sequel == SEQUEL_STEP;
}

static void swapArrays(cdContactRegions *a, int32_t *capacityA, cdContactRegions *b, int32_t *capacityB) {
    cdContactRegions regions = *a;
    int32_t capacity = *capacityA;
    *a = *b;
    *capacityA = *capacityB;
    *b = regions;
    *capacityB = capacity;
}

// The regions found replace the earlier ones, which become those of the previous step. A repetition keeps the
// previous step's.
static void replaceRegions(StageTouching *touching, Sequel sequel) {
    if (sequel != SEQUEL_REPEAT)
        swapArrays(&touching->before, &touching->capacityBefore, &touching->regions, &touching->capacity);
    swapArrays(&touching->regions, &touching->capacity, &touching->found, &touching->capacityFound);
    touching->present = touching->isFound;
    if (!touching->present) touching->regions.regionCount = 0;
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

// Penetration is worst, then touch; undecided states rank below both.
static bool isWorse(cdState a, cdState b) {
    static const int ranks[] = {[CD_UNDECIDED] = 1, [CD_FREE] = 0, [CD_CONTACT] = 2, [CD_OVERLAP] = 3};
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
    bool deeper = all->deepest < 0 || regions->crossing > all->touching[all->deepest].regions.crossing;
    if (regions->state == CD_OVERLAP && deeper) all->deepest = obstacle;
}

static void makeList(Stage *stage) {
    StageRegions *all = &stage->regions;
    all->count = all->sufficientCount = all->askedCount = all->indexedCount = 0;
    all->truncated = false;
    all->state = CD_FREE;
    all->deepest = -1;
    for (int32_t i = 0; i <= stage->objectCount; ++i)
        listRegions(all, i); // the last is the ground
}

// Finds the translation that separates the object from the one that it penetrates deepest.
static Parting findParting(Stage *stage) {
    const StageRegions *all = &stage->regions;
    if (all->deepest < 0) return (Parting){0};
    const StageObject *a = &stage->objects[all->object], *b = &stage->objects[all->deepest];
    const PartingInput input = {.meshA = a->mesh,
                                .meshB = b->mesh,
                                .poseA = a->pose,
                                .poseB = b->pose,
                                .budget = BeginShownQuery(stage)};
    return FindParting(&input, stage->scratch.workspace);
}

// The ground's box may differ or have moved since the previous step: nothing persists then.
static void findGround(Stage *stage, const StageObject *object, Sequel sequel) {
    StageRegions *all = &stage->regions;
    int32_t ground = PlaceStageGround(stage, object, object->pose, object->pose);
    StageTouching *touching = &all->touching[stage->objectCount];
    const StageObject *placed = ground >= 0 ? &stage->objects[ground] : NULL;
    bool same = placed && touching->mesh == placed->mesh && cdIsSamePose(all->poses[ground], placed->pose);
    if (!same) sequel = SEQUEL_NONE;
    begin(touching, sequel);
    if (!placed ||
        GetLowestPoint(object, object->pose) > stage->ground.height + chooseTolerance(stage, object, placed))
        return;
    all->poses[ground] = placed->pose;
    findRegions(stage, ground, sequel);
}

// Finds the regions with each obstacle within reach, and with the ground. Returns false if it was abandoned.
static bool findAll(Stage *stage, int32_t object, Sequel sequel) {
    StageRegions *all = &stage->regions;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        begin(&all->touching[i], sequel);
        if (i != object && IsObjectPresent(&stage->objects[i]) &&
            CanObjectsCollide(&stage->objects[object], &stage->objects[i]) &&
            isInReach(stage, &stage->objects[object], &stage->objects[i]))
            findRegions(stage, i, sequel);
        if (stage->limit.givenUp) return false;
    }
    findGround(stage, &stage->objects[object], sequel);
    return !stage->limit.givenUp;
}

// There is no list of other poses, and none until the new one is complete: other code may read it meanwhile.
static void clearList(StageRegions *all, int32_t object) {
    all->present = false;
    all->object = object;
    all->count = all->sufficientCount = 0;
    all->state = CD_UNDECIDED;
    all->deepest = -1;
}

static Sequel chooseSequel(const Stage *stage, int32_t object) {
    const StageRegions *all = &stage->regions;
    if (!all->present || all->object != object || all->interrupted) return SEQUEL_NONE;
    if (!hasMoved(stage, object)) return SEQUEL_REPEAT;
    return stage->query.present ? SEQUEL_STEP : SEQUEL_NONE;
}

void UpdateStageRegions(Stage *stage) {
    StageRegions *all = &stage->regions;
    int32_t object = chooseObject(stage);
    if (object < 0) {
        all->present = false;
        all->count = all->sufficientCount = 0;
        return;
    }
    if (!hasChanged(stage, object) || !reserve(all, stage->objectCapacity + 1)) return;
    Sequel sequel = chooseSequel(stage, object);
    if (sequel != SEQUEL_REPEAT) clearList(all, object);
    all->late = all->comes = false;
    double start = gxGetTime();
    if (!findAll(stage, object, sequel)) {
        all->late = sequel == SEQUEL_REPEAT;
        all->interrupted = !all->late;
        return;
    }
    all->microseconds = 1e6 * (gxGetTime() - start);
    for (int32_t i = 0; i <= stage->objectCount; ++i)
        replaceRegions(&all->touching[i], sequel);
    makeList(stage);
    all->parting = findParting(stage);
    for (int32_t i = 0; i < stage->objectCount; ++i)
        all->poses[i] = stage->objects[i].pose;
    all->stepCount = stage->recent.count;
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
        StageTouching *touching = &all->touching[i];
        cdContactRegions *arrays[] = {&touching->regions, &touching->before, &touching->found};
        for (int k = 0; k < 3; ++k) {
            free(arrays[k]->regions);
            free(arrays[k]->points);
        }
    }
    free(all->touching);
    free(all->poses);
    free(all->list);
    *all = (StageRegions){0};
}

// Distance of the selected object from the others, and distances of surface points; see stage_clearance.h.
//
// (1) The object, and whether anything has moved since. (2) The minimum distance, starting from the previous
// nearest elements. (3) The objects that are near enough to be coloured; each has a surface of its own
// (stage_tint.h). (4) Points in rows, continued where the last call stopped. A point is not queried if its
// distance from the others' bounding boxes exceeds the reach.
#include "stage/shown/stage_clearance.h"

#include "engine/platform/clock.h"
#include "stage/motion/stage_limit.h"
#include "stage/objects/stage_bounds.h"
#include "stage/objects/stage_filter.h"
#include "stage/shown/stage_tint.h"

#include <math.h>
#include <stdlib.h>

enum { MANY_POINTS = 40000 };    // they take more than a few frames
enum { SKIPPED_PER_QUERY = 16 }; // points beyond the reach that cost as much as one query

static const double tintTime = 0.01; // maximum seconds of a window's frame for points
// Distances are known slightly beyond the coloured range, so that the last contour line is correct.
static const double REACH = 1.25;

double GetUsualClearance(const Stage *stage) {
    cdVec3 center;
    double radius;
    GetStageBounds(stage, &center, &radius);
    double wanted = radius / 8.0, power = pow(10.0, floor(log10(fmax(wanted, 1e-300))));
    double lead = wanted / power;
    return (lead >= 5.0 ? 5.0 : lead >= 2.0 ? 2.0 : 1.0) * power;
}

double GetClearanceBelow(const Stage *stage) {
    return stage->clearance.below > 0.0 ? stage->clearance.below : GetUsualClearance(stage);
}

void SetClearanceBelow(Stage *stage, double below) {
    stage->clearance.below = below;
    for (int32_t i = 0; i < stage->clearance.tintCount; ++i)
        stage->clearance.tints[i].done = 0;
}

// --- (1)

static int32_t chooseObject(const Stage *stage) {
    int32_t object = stage->selected >= 0 ? stage->selected : stage->query.present ? stage->query.object : -1;
    return object < stage->objectCount && stage->objectCount > 1 ? object : -1;
}

static bool grow(StageClearance *clearance, int32_t capacity) {
    if (capacity <= clearance->capacity) return true;
    size_t count = (size_t)capacity;
    cdPose *poses = realloc(clearance->poses, count * sizeof *poses);
    if (poses) clearance->poses = poses;
    cdObstacle *others = realloc(clearance->others, count * sizeof *others);
    if (others) clearance->others = others;
    int32_t *otherObjects = realloc(clearance->otherObjects, count * sizeof *otherObjects);
    if (otherObjects) clearance->otherObjects = otherObjects;
    cdPairCache *caches = calloc(count, sizeof *caches);
    if (!poses || !others || !otherObjects || !caches) {
        free(caches);
        return false;
    }
    free(clearance->caches);
    clearance->caches = caches;
    clearance->capacity = capacity;
    return true;
}

static bool isUpToDate(const Stage *stage, int32_t object) {
    const StageClearance *clearance = &stage->clearance;
    if (!clearance->searched || clearance->late || clearance->object != object ||
        clearance->objectCount != stage->objectCount)
        return false;
    for (int32_t i = 0; i < stage->objectCount; ++i)
        if (!cdIsSamePose(clearance->poses[i], stage->objects[i].pose)) return false;
    return true;
}

// --- (2)

// Skips stretched boxes: they differ from their meshes.
static int32_t listOthers(Stage *stage, int32_t object) {
    StageClearance *clearance = &stage->clearance;
    int32_t count = 0;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        clearance->poses[i] = stage->objects[i].pose;
        if (i == object || stage->objects[i].stretched || !IsObjectPresent(&stage->objects[i])) continue;
        if (!CanObjectsCollide(&stage->objects[object], &stage->objects[i])) continue;
        clearance->others[count] = (cdObstacle){stage->objects[i].mesh, stage->objects[i].pose};
        clearance->otherObjects[count++] = i;
    }
    return count;
}

static void findDistance(Stage *stage, int32_t object, int32_t otherCount) {
    StageClearance *clearance = &stage->clearance;
    const cdDistanceAmongInput input = {.mesh = stage->objects[object].mesh,
                                        .pose = stage->objects[object].pose,
                                        .obstacles = clearance->others,
                                        .obstacleCount = otherCount,
                                        .budget = BeginShownQuery(stage)};
    double begin = gxGetTime();
    clearance->searched = clearance->present = false; // until it is found: other code may read it meanwhile
    cdDistance found = cdFindDistanceAmong(&input, clearance->caches, stage->scratch.workspace, NULL);
    int32_t nearest = found.obstacle;
    if (stage->limit.givenUp) return;
    clearance->distance = found;
    clearance->late = found.reason == CD_REASON_BUDGET || found.reason == CD_REASON_INTERRUPTED;
    clearance->microseconds = 1e6 * (gxGetTime() - begin);
    clearance->object = object;
    clearance->objectCount = stage->objectCount;
    clearance->obstacle = nearest >= 0 ? clearance->otherObjects[nearest] : -1;
    clearance->searched = true;
    clearance->present = nearest >= 0;
}

// --- (3)

static double getSphereGap(const StageObject *a, const StageObject *b) {
    cdVec3 centerA = cdTransformPoint(a->pose, a->info.center);
    cdVec3 centerB = cdTransformPoint(b->pose, b->info.center);
    return cdLength(cdSub(centerA, centerB)) - a->info.radius - b->info.radius;
}

static void chooseTints(Stage *stage, int32_t object, double reach) {
    const StageObject *selected = &stage->objects[object];
    bool near = false;
    for (int32_t i = 0; i < stage->clearance.tintCount; ++i)
        stage->clearance.tints[i].used = false; // also those of removed objects
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        const StageObject *other = &stage->objects[i];
        if (i == object || other->stretched || !IsObjectPresent(other) ||
            !CanObjectsCollide(selected, other) || getSphereGap(selected, other) > reach)
            continue;
        StageTint *tint = NeedStageTint(stage, i);
        if (tint) tint->used = true;
        near = true;
    }
    StageTint *own = near ? NeedStageTint(stage, object) : NULL;
    if (own) own->used = true;
}

// --- (4)

// Returns a lower bound of the distance between a point and the mesh in a box, in its frame.
static double getBoundsDistance(const cdMeshInfo *info, cdVec3 p) {
    cdVec3 out = {fmax(0.0, fmax(info->bounds.lower.x - p.x, p.x - info->bounds.upper.x)),
                  fmax(0.0, fmax(info->bounds.lower.y - p.y, p.y - info->bounds.upper.y)),
                  fmax(0.0, fmax(info->bounds.lower.z - p.z, p.z - info->bounds.upper.z))};
    return cdLength(out);
}

// Returns the point's distance from one object if it is less than `least`, else `least`. Counts its queries.
static double queryObject(const StageObject *other, cdVec3 world, double least, int32_t *hint,
                          int32_t *queried) {
    cdVec3 local = cdInvTransformPoint(other->pose, world);
    if (getBoundsDistance(&other->info, local) > least) return least;
    ++*queried;
    cdClosestPointInput input = {
        .mesh = other->mesh, .pose = other->pose, .point = world, .maxDistance = least, .withoutSign = true};
    cdTriangleCache cache = {*hint + 1};
    cdClosestPoint found = cdFindClosestPoint(&input, &cache, NULL, NULL);
    if (!(found.distance < INFINITY)) return least;
    *hint = found.triangle;
    return found.distance;
}

// Returns its cost, in points that are skipped.
static int32_t queryPoint(const Stage *stage, StageTint *tint, int32_t index) {
    const StageClearance *clearance = &stage->clearance;
    const StageObject *owner = &stage->objects[tint->object];
    cdVec3 world = cdTransformPoint(owner->pose, cdAdd(tint->surface.points[index], owner->info.center));
    double least = tint->reach;
    int32_t queried = 0, none = -1;
    if (tint->object != clearance->object) {
        least =
            queryObject(&stage->objects[clearance->object], world, least, &tint->nearest[index], &queried);
    } else {
        for (int32_t i = 0; i < clearance->tintCount; ++i) {
            const StageTint *other = &clearance->tints[i];
            if (!other->used || other->object == tint->object) continue;
            least = queryObject(&stage->objects[other->object], world, least,
                                clearance->tintCount == 2 ? &tint->nearest[index] : &none, &queried);
            none = -1;
        }
    }
    tint->values[index] = (float)least;
    return 1 + SKIPPED_PER_QUERY * queried;
}

static bool isTimeOver(const Stage *stage, double begin) {
    return IsStageLate(stage) || (HasStageLimit(stage) && gxGetTime() - begin > tintTime);
}

// Returns the work left.
static int32_t queryPoints(const Stage *stage, StageTint *tint, int32_t work, bool unlimited, double begin) {
    enum { POINTS_PER_CHECK = 64 }; // points between two readings of the clock
    int32_t count = tint->surface.pointCount, before = tint->done;
    while (tint->done < count && (unlimited || work > 0)) {
        work -= queryPoint(stage, tint, tint->next);
        tint->next = (tint->next + 1) % count;
        ++tint->done;
        if (tint->done % POINTS_PER_CHECK == 0 && !unlimited && isTimeOver(stage, begin)) work = 0;
    }
    tint->version += tint->done > before;
    if (tint->done == count && count > 0) tint->whole = true;
    return work;
}

// Marks all points' distances as outdated.
static void forgetPoints(StageClearance *clearance) {
    for (int32_t i = 0; i < clearance->tintCount; ++i)
        clearance->tints[i].done = 0;
}

// Hides the colours: their distances will soon be long outdated.
static void hideTints(StageClearance *clearance) {
    for (int32_t i = 0; i < clearance->tintCount; ++i)
        clearance->tints[i].whole = false;
}

void UpdateStageTints(Stage *stage, int32_t work) {
    StageClearance *clearance = &stage->clearance;
    if (!clearance->present || !clearance->coloured) {
        hideTints(clearance);
        return;
    }
    double reach = REACH * GetClearanceBelow(stage);
    chooseTints(stage, clearance->object, reach);
    bool unlimited = work <= 0;
    double begin = gxGetTime();
    work = work < INT32_MAX / SKIPPED_PER_QUERY ? SKIPPED_PER_QUERY * work : INT32_MAX;
    for (int32_t i = 0; i < clearance->tintCount; ++i) {
        StageTint *tint = &clearance->tints[i];
        if (!tint->used || tint->reach != reach) tint->done = 0;
        if (!tint->used) tint->whole = false;
        tint->reach = reach;
    }
    for (int32_t i = 0; i < clearance->tintCount; ++i) {
        StageTint *tint = &clearance->tints[i];
        if (tint->used && IsTintReady(tint)) work = queryPoints(stage, tint, work, unlimited, begin);
    }
}

bool IsDistanceDue(const Stage *stage) {
    const StageClearance *clearance = &stage->clearance;
    int32_t object = clearance->wanted ? chooseObject(stage) : -1;
    if (object < 0 || stage->objects[object].stretched) return clearance->present;
    return !isUpToDate(stage, object);
}

void UpdateStageDistance(Stage *stage) {
    StageClearance *clearance = &stage->clearance;
    int32_t object = clearance->wanted ? chooseObject(stage) : -1;
    if (object < 0 || stage->objects[object].stretched || !grow(clearance, stage->objectCount)) {
        clearance->searched = clearance->present = false;
        hideTints(clearance);
        return;
    }
    if (isUpToDate(stage, object)) return;
    forgetPoints(clearance);
    findDistance(stage, object, listOthers(stage, object));
}

void UpdateStageClearance(Stage *stage, int32_t work) {
    UpdateStageDistance(stage);
    UpdateStageTints(stage, work);
}

static bool isTrue(const StageTint *tint) {
    return !tint->maker && tint->done == tint->surface.pointCount;
}

bool IsClearanceDue(const Stage *stage) {
    const StageClearance *clearance = &stage->clearance;
    if (!clearance->present || !clearance->coloured) return false;
    for (int32_t i = 0; i < clearance->tintCount; ++i)
        if (clearance->tints[i].used && !isTrue(&clearance->tints[i])) return true;
    return false;
}

bool IsTintMade(const Stage *stage) {
    const StageClearance *clearance = &stage->clearance;
    bool made = false;
    for (int32_t i = 0; i < clearance->tintCount; ++i) {
        const StageTint *tint = &clearance->tints[i];
        if (!tint->used || isTrue(tint)) continue;
        if (!IsTintComing(tint)) return false;
        made = true;
    }
    return made;
}

bool IsTintHidden(const Stage *stage) {
    const StageClearance *clearance = &stage->clearance;
    for (int32_t i = 0; i < clearance->tintCount; ++i) {
        const StageTint *tint = &clearance->tints[i];
        if (tint->used && !tint->whole && tint->surface.pointCount > MANY_POINTS) return true;
    }
    return false;
}

double GetTintShare(const Stage *stage) {
    const StageClearance *clearance = &stage->clearance;
    double done = 0.0, count = 0.0;
    for (int32_t i = 0; i < clearance->tintCount; ++i) {
        const StageTint *tint = &clearance->tints[i];
        if (!tint->used) continue;
        done += tint->done;
        count += tint->maker ? cdGetMeshInfo(tint->mesh).vertexCount : tint->surface.pointCount;
    }
    return count > 0.0 ? done / count : 1.0;
}

const StageTint *GetStageTint(const Stage *stage, int32_t object) {
    const StageClearance *clearance = &stage->clearance;
    if (!clearance->present || !clearance->coloured) return NULL;
    for (int32_t i = 0; i < clearance->tintCount; ++i)
        if (clearance->tints[i].used && clearance->tints[i].object == object)
            return clearance->tints[i].whole ? &clearance->tints[i] : NULL;
    return NULL;
}

void DestroyStageClearance(Stage *stage) {
    StageClearance *clearance = &stage->clearance;
    for (int32_t i = 0; i < clearance->tintCount; ++i)
        DropStageTint(&clearance->tints[i]);
    free(clearance->tints);
    free(clearance->poses);
    free(clearance->others);
    free(clearance->otherObjects);
    free(clearance->caches);
    *clearance = (StageClearance){0};
}

// Finds the objects in sensors.
//
// Input: the stage's objects. Output: pairs of a sensor and an object. (1) Pairs of which neither has moved
// keep their result. (2) Others: bounding spheres, then the exact overlap test of the surfaces, then the
// winding number of one about a vertex of the other.
#include "stage/shown/stage_sensors.h"

#include "collision/closest_point.h"
#include "stage/motion/stage_limit.h"
#include "stage/objects/stage_filter.h"
#include "stage/shown/stage_overlaps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool IsStageSensor(const Stage *stage, int32_t object) {
    return IsObjectPresent(&stage->objects[object]) && stage->objects[object].options[STAGE_SENSOR] != 0.0;
}

bool HasStageSensors(const Stage *stage) {
    bool has = false;
    for (int32_t i = 0; !has && i < stage->objectCount; ++i)
        has = IsStageSensor(stage, i);
    return has;
}

static bool isUnchanged(const Stage *stage, int32_t object) {
    const StageSensors *all = &stage->sensors;
    return object < all->testedCount && IsSameTested(all->tested[object], DescribeTested(stage, object));
}

bool AreSensorsDue(const Stage *stage) {
    if (!HasStageSensors(stage)) return stage->sensors.count > 0;
    for (int32_t i = 0; i < stage->objectCount; ++i)
        if (!isUnchanged(stage, i)) return true;
    return stage->sensors.testedCount != stage->objectCount;
}

// --- (1)

static bool wasInside(const Stage *stage, int32_t sensor, int32_t object) {
    const StageSensors *all = &stage->sensors;
    bool was = false;
    for (int32_t i = 0; !was && i < all->count; ++i)
        was = all->list[i].sensor == sensor && all->list[i].object == object;
    return was;
}

static bool isSensed(const Stage *stage, int32_t sensor, int32_t object) {
    const StageObject *a = &stage->objects[sensor], *b = &stage->objects[object];
    if (sensor == object || !IsObjectPresent(b) || a->stretched || b->stretched) return false;
    if (a->body == SCENE_FIXED && b->body == SCENE_FIXED) return false;
    StageFilter first = GetStageFilter(a), second = GetStageFilter(b);
    if (second.sensor) return false;
    first.sensor = false;
    return DoFiltersCollide(first, second);
}

// --- (2)

static bool spheresMeet(const StageObject *a, const StageObject *b) {
    cdVec3 between =
        cdSub(cdTransformPoint(a->pose, a->info.center), cdTransformPoint(b->pose, b->info.center));
    double reach = a->info.radius + a->info.roundingRadius + b->info.radius + b->info.roundingRadius;
    return cdLength(between) <= 1.000001 * reach;
}

// True if a vertex of `inner` is inside the closed surface of `outer`.
static bool encloses(const StageObject *outer, const StageObject *inner) {
    if (inner->info.vertexCount == 0) return false;
    cdVec3 local = cdAdd(inner->info.vertices[0], inner->info.center);
    cdClosestPointInput input = {
        .mesh = outer->mesh, .pose = outer->pose, .point = cdTransformPoint(inner->pose, local)};
    cdClosestPoint found = cdFindClosestPoint(&input, NULL, NULL, NULL);
    return found.hasSign && found.windingNumber != 0;
}

static bool isInside(Stage *stage, int32_t sensor, int32_t object) {
    const StageObject *a = &stage->objects[sensor], *b = &stage->objects[object];
    if (isUnchanged(stage, sensor) && isUnchanged(stage, object)) return wasInside(stage, sensor, object);
    if (!spheresMeet(a, b)) return false;
    cdOverlapInput input = {.meshA = a->mesh,
                            .meshB = b->mesh,
                            .poseA = a->pose,
                            .poseB = b->pose,
                            .budget = BeginShownQuery(stage)};
    cdState state = cdFindOverlap(&input, NULL, stage->scratch.workspace, NULL).state;
    if (state == CD_UNDECIDED) return wasInside(stage, sensor, object);
    return state == CD_OVERLAP || encloses(a, b) || encloses(b, a);
}

// @errors NULL: no memory
static StageInside *findAll(Stage *stage, int32_t *count) {
    StageInside *list = NULL;
    int32_t capacity = 0;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        if (!IsStageSensor(stage, i)) continue;
        for (int32_t k = 0; k < stage->objectCount; ++k) {
            if (!isSensed(stage, i, k) || !isInside(stage, i, k) || stage->limit.givenUp) continue;
            if (*count == capacity) {
                capacity = capacity > 0 ? 2 * capacity : 8;
                StageInside *larger = realloc(list, (size_t)capacity * sizeof *larger);
                if (!larger) {
                    free(list);
                    return NULL;
                }
                list = larger;
            }
            list[(*count)++] = (StageInside){i, k};
        }
    }
    return list ? list : malloc(sizeof *list);
}

static bool keepTested(Stage *stage) {
    StageSensors *all = &stage->sensors;
    size_t count = (size_t)stage->objectCount;
    StageTested *tested = realloc(all->tested, (count + 1) * sizeof *tested);
    if (!tested) return false;
    all->tested = tested;
    all->testedCount = stage->objectCount;
    for (int32_t i = 0; i < stage->objectCount; ++i)
        tested[i] = DescribeTested(stage, i);
    return true;
}

void UpdateStageSensors(Stage *stage) {
    StageSensors *all = &stage->sensors;
    if (!AreSensorsDue(stage)) return;
    int32_t count = 0;
    StageInside *list = findAll(stage, &count);
    if (!list || stage->limit.givenUp || !keepTested(stage)) {
        free(list);
        return;
    }
    free(all->list);
    all->list = list;
    all->count = count;
}

// ---

int32_t CountInStageSensor(const Stage *stage, int32_t sensor) {
    int32_t count = 0;
    for (int32_t i = 0; i < stage->sensors.count; ++i)
        count += stage->sensors.list[i].sensor == sensor;
    return count;
}

void DescribeStageSensor(const Stage *stage, int32_t sensor, char *text, size_t textSize) {
    size_t used = 0;
    snprintf(text, textSize, "empty");
    for (int32_t i = 0; i < stage->sensors.count && used < textSize; ++i) {
        const StageInside *inside = &stage->sensors.list[i];
        if (inside->sensor != sensor || inside->object >= stage->objectCount) continue;
        int written = snprintf(text + used, textSize - used, "%s%s", used > 0 ? ", " : "",
                               stage->objects[inside->object].name);
        used += written > 0 ? (size_t)written : 0;
    }
}

void DestroyStageSensors(Stage *stage) {
    free(stage->sensors.tested);
    free(stage->sensors.list);
    stage->sensors = (StageSensors){0};
}

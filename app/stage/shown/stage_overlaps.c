// Finds all overlapping pairs of a stage, and tests them again until they separate.
//
// Steps of UpdateStageOverlaps: (1) Pairs of the list that have moved are tested again. (2) Objects that have
// changed otherwise are tested against all others: by bounding spheres, then by the exact overlap test.
#include "stage/shown/stage_overlaps.h"

#include "stage/motion/stage_limit.h"
#include "stage/motion/stage_query.h"
#include "stage/objects/stage_filter.h"
#include "stage/world/stage_ground.h"

#include <stdlib.h>
#include <string.h>

StageTested DescribeTested(const Stage *stage, int32_t index) {
    const StageObject *object = &stage->objects[index < 0 ? 0 : index];
    if (index < 0 || !IsObjectPresent(object)) return (StageTested){0};
    bool moves = object->body == SCENE_DRIVEN || object->body == SCENE_DYNAMIC;
    StageFilter filter = GetStageFilter(object);
    return (StageTested){.mesh = object->mesh,
                         .pose = object->pose,
                         .moves = moves,
                         .category = filter.category,
                         .mask = filter.mask,
                         .group = filter.group,
                         .sensor = filter.sensor};
}

static bool haveSameFilter(StageTested a, StageTested b) {
    return a.category == b.category && a.mask == b.mask && a.group == b.group && a.sensor == b.sensor;
}

bool IsSameTested(StageTested a, StageTested b) {
    return a.mesh == b.mesh &&
           (!a.mesh || (a.moves == b.moves && haveSameFilter(a, b) && cdIsSamePose(a.pose, b.pose)));
}

// Objects that were added since have not been tested.
static bool isTested(const Stage *stage, int32_t object) {
    const StageOverlaps *all = &stage->overlaps;
    StageTested tested = object < all->testedCapacity ? all->tested[object] : (StageTested){0};
    return IsSameTested(tested, DescribeTested(stage, object));
}

static bool hasChanged(const Stage *stage, const StageOverlap *pair) {
    for (int k = 0; k < 2; ++k)
        if (!IsSameTested(pair->tested[k], DescribeTested(stage, pair->objects[k]))) return true;
    return false;
}

bool AreOverlapsDue(const Stage *stage) {
    const StageOverlaps *all = &stage->overlaps;
    if (stage->boxes.present) return all->count > 0;
    if (all->ground != stage->ground.kind) return true;
    for (int32_t i = 0; i < all->count; ++i)
        if (hasChanged(stage, &all->list[i])) return true;
    for (int32_t i = 0; i < stage->objectCount; ++i)
        if (!isTested(stage, i)) return true;
    return false;
}

static bool reserve(Stage *stage) {
    StageOverlaps *all = &stage->overlaps;
    int32_t count = stage->objectCapacity;
    if (count <= all->testedCapacity) return true;
    StageTested *tested = realloc(all->tested, (size_t)count * sizeof *tested);
    if (!tested) return false;
    memset(tested + all->testedCapacity, 0, (size_t)(count - all->testedCapacity) * sizeof *tested);
    all->tested = tested;
    all->testedCapacity = count;
    return true;
}

static bool spheresMeet(const StageObject *a, const StageObject *b) {
    cdVec3 centerA = cdTransformPoint(a->pose, a->info.center);
    cdVec3 centerB = cdTransformPoint(b->pose, b->info.center);
    return cdLength(cdSub(centerB, centerA)) <= 1.000001 * (a->info.radius + b->info.radius);
}

// Tests two objects, or one and the ground.
static cdState testPair(Stage *stage, int32_t first, int32_t second) {
    const StageObject *a = &stage->objects[first], *b = &stage->objects[second < 0 ? first : second];
    if (second < 0) return CanMeetGround(a) && CrossesStageGround(stage, a, a->pose) ? CD_OVERLAP : CD_FREE;
    if (!DoStageObjectsMeet(stage, first, second) || !spheresMeet(a, b)) return CD_FREE;
    cdOverlapInput input = {.meshA = a->mesh,
                            .meshB = b->mesh,
                            .poseA = a->pose,
                            .poseB = b->pose,
                            .budget = BeginShownQuery(stage)};
    return cdFindOverlap(&input, NULL, stage->scratch.workspace, NULL).state;
}

// --- (1)

static void testListed(Stage *stage) {
    StageOverlaps *all = &stage->overlaps;
    for (int32_t i = all->count - 1; i >= 0 && !stage->limit.givenUp; --i) {
        StageOverlap *pair = &all->list[i];
        if (!hasChanged(stage, pair)) continue;
        StageTested a = DescribeTested(stage, pair->objects[0]), b = DescribeTested(stage, pair->objects[1]);
        bool stays = a.mesh && (b.mesh || pair->objects[1] < 0) && (a.moves || b.moves);
        cdState state = stays ? testPair(stage, pair->objects[0], pair->objects[1]) : CD_FREE;
        if (stage->limit.givenUp || state == CD_UNDECIDED) continue;
        pair->tested[0] = a;
        pair->tested[1] = b;
        if (state != CD_OVERLAP) *pair = all->list[--all->count];
    }
}

// --- (2)

static bool isListed(const StageOverlaps *all, int32_t a, int32_t b) {
    for (int32_t i = 0; i < all->count; ++i) {
        const int32_t *pair = all->list[i].objects;
        if ((pair[0] == a && pair[1] == b) || (pair[0] == b && pair[1] == a)) return true;
    }
    return false;
}

static void addPair(Stage *stage, int32_t a, int32_t b) {
    StageOverlaps *all = &stage->overlaps;
    if (all->count == all->capacity) {
        int32_t capacity = all->capacity > 0 ? 2 * all->capacity : 16;
        StageOverlap *larger = realloc(all->list, (size_t)capacity * sizeof *larger);
        if (!larger) return;
        all->list = larger;
        all->capacity = capacity;
    }
    all->list[all->count++] =
        (StageOverlap){.objects = {a, b}, .tested = {DescribeTested(stage, a), DescribeTested(stage, b)}};
}

// Tests a changed object against all others. Those before it that have changed too were tested against it.
static void testObject(Stage *stage, int32_t object, const bool *changed) {
    StageTested own = DescribeTested(stage, object);
    bool decided = true;
    for (int32_t i = -1; own.mesh && i < stage->objectCount; ++i) {
        StageTested other = DescribeTested(stage, i);
        if (i == object || (i >= 0 && (!other.mesh || (i < object && changed[i])))) continue;
        if ((!own.moves && !other.moves) || isListed(&stage->overlaps, object, i)) continue;
        cdState state = testPair(stage, object, i);
        if (stage->limit.givenUp) return;
        if (state == CD_OVERLAP) addPair(stage, object, i);
        decided = decided && state != CD_UNDECIDED;
    }
    if (decided) stage->overlaps.tested[object] = own;
}

void UpdateStageOverlaps(Stage *stage) {
    StageOverlaps *all = &stage->overlaps;
    if (stage->boxes.present) all->count = 0; // boxes have a state of their own
    if (!AreOverlapsDue(stage) || stage->boxes.present || !reserve(stage)) return;
    if (all->ground != stage->ground.kind) {
        memset(all->tested, 0, (size_t)all->testedCapacity * sizeof *all->tested);
        all->count = 0;
        all->ground = stage->ground.kind;
    }
    testListed(stage);
    bool *changed = calloc((size_t)stage->objectCount + 1, sizeof *changed);
    for (int32_t i = 0; changed && i < stage->objectCount; ++i)
        changed[i] = !isTested(stage, i);
    for (int32_t i = 0; changed && i < stage->objectCount && !stage->limit.givenUp; ++i)
        if (changed[i]) testObject(stage, i, changed);
    free(changed);
}

void CarryStageOverlaps(Stage *stage, int32_t object, cdPose from) {
    StageOverlaps *all = &stage->overlaps;
    if (object >= all->testedCapacity) return;
    StageTested now = DescribeTested(stage, object), before = now;
    before.pose = from;
    if (IsSameTested(all->tested[object], before)) all->tested[object] = now;
}

bool OverlapsInStage(const Stage *stage, int32_t object) {
    const StageOverlaps *all = &stage->overlaps;
    for (int32_t i = 0; i < all->count; ++i) {
        for (int k = 0; k < 2; ++k)
            if (all->list[i].objects[k] == object && all->list[i].tested[k].moves) return true;
    }
    return false;
}

void DestroyStageOverlaps(Stage *stage) {
    free(stage->overlaps.tested);
    free(stage->overlaps.list);
    stage->overlaps = (StageOverlaps){0};
}

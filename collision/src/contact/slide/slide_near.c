// Lists of near triangles for a slide; see slide_near.h.
#include "contact/slide/slide_near.h"
#include "continuous/first_contact.h"
#include "continuous/search/near_search.h"
#include "mesh/build/index_table.h"

#include <string.h>

// The reach of a list, as a share of the larger leaf radius. Facing features (slide_ahead.c) are within
// 0.0125.
static const double REACH = 0.02;

// Drift of A beyond which a list is recomputed, as a share of its reach: from there facing features are on
// it.
static const double LEAVE = 0.36;

// The reach of a leg's record, in reaches of a list: more than 1 for the rounding of poses.
static const double RECORDED = 1.001;

// Pair tests of which lists may take a quarter, where the budget sets no number.
enum { LIST_TESTS = 1 << 20 };

size_t cdGetSlideNearSize(int32_t triangleCount, int64_t pairCount) {
    size_t firsts = ((size_t)triangleCount + 1) * sizeof(int32_t);
    return (size_t)pairCount * sizeof(cdNearList) + firsts +
           (CD_SLIDE_LISTS + 1) * CD_SLIDE_LIST_PAIRS * sizeof(cdNearPair) +
           CD_SLIDE_LISTS * CD_SLIDE_LIST_GROUPS * sizeof(cdNearGroup) +
           CD_SLIDE_RECORD * sizeof(cdNearLeaves) + 256;
}

static bool isStillNear(const cdNearList *list, cdPose pose) {
    return cdBoundDrift(list, pose) <= LEAVE * list->reach;
}

// --- From one slide to the next

// Identifies the lists that a slide left in its workspace. Stored in the last words of the slide's cache.
typedef struct KeptLists {
    uint64_t workspace, mark; // of the workspace as that slide left it; 0: none
    uint64_t sum;             // of the meshes and the poses of the obstacles
} KeptLists;

_Static_assert(sizeof(KeptLists) == CD_KEPT_LIST_WORDS * sizeof(double), "the cache has room for it");

static uint64_t addPose(uint64_t sum, const cdPose *pose) {
    uint64_t words[sizeof *pose / sizeof sum];
    memcpy(words, pose, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        sum = cdMixHash(sum, words[i]);
    return sum;
}

static uint64_t sumMeshes(const cdSlideInput *input) {
    const cdObstaclesInput *step = &input->step;
    uint64_t sum = cdMixHash((uint64_t)step->obstacleCount, (uint64_t)input->shapeCount);
    for (int32_t i = 0; i < input->shapeCount; i++)
        sum = addPose(cdMixHash(sum, input->shapes[i].mesh->id), &input->shapes[i].pose);
    for (int32_t i = 0; i < step->obstacleCount; i++)
        sum = addPose(cdMixHash(sum, step->obstacles[i].mesh->id), &step->obstacles[i].pose);
    return sum;
}

// Returns the index in near->pairs of a list's memory; CD_SLIDE_LISTS: it has none of these.
static int findSlot(const cdSlideNear *near, const cdNearList *list) {
    int slot = 0;
    while (slot < CD_SLIDE_LISTS && list->pairs != near->pairs[slot])
        slot++;
    return slot;
}

static const size_t keptOffset = CD_SLIDE_CACHE_WORDS - CD_KEPT_LIST_WORDS;

static bool areKept(const cdSlideNear *near, const cdSlideInput *input, const cdSlideCache *cache) {
    KeptLists kept = {.workspace = 0};
    if (cache != NULL) memcpy(&kept, &cache->words[keptOffset], sizeof kept);
    return kept.workspace == near->workspace->id && kept.mark == near->workspace->listMark &&
           kept.sum == sumMeshes(input);
}

// Reuses the lists of the last slide, except those that A has moved away from, and empties all others.
static void takeLists(cdSlideNear *near, const cdSlideInput *input, const cdSlideCache *cache) {
    bool kept = areKept(near, input, cache);
    int64_t pairCount = cdCountSlidePairs(input);
    for (int64_t i = 0; i < pairCount; i++) {
        cdNearList *list = &near->lists[i];
        cdPose start = cdPlaceSlideShape(input, cdGetSlidePair(input, i).shape, input->step.start);
        if (kept && list->pairs != NULL && isStillNear(list, start))
            near->given |= 1 << findSlot(near, list);
        else
            *list = (cdNearList){.reach = -1.0};
    }
}

void cdKeepSlideLists(const cdSlideNear *near, const cdSlideInput *input, cdSlideCache *cache) {
    if (cache == NULL) return;
    KeptLists kept = {near->workspace->id, near->workspace->listMark, sumMeshes(input)};
    memcpy(&cache->words[keptOffset], &kept, sizeof kept);
}

// --- Lists

static int32_t getLargest(const cdSlideInput *input) {
    int32_t largest = 0;
    for (int32_t i = 0; i < input->shapeCount; i++)
        if (input->shapes[i].mesh->triangleCount > largest) largest = input->shapes[i].mesh->triangleCount;
    return largest;
}

bool cdOpenSlideNear(cdSlideNear *near, const cdSlideInput *input, const cdSlideCache *cache,
                     cdWorkspace *workspace) {
    *near = (cdSlideNear){.workspace = workspace};
    int32_t largest = getLargest(input);
    size_t pairCount = (size_t)cdCountSlidePairs(input);
    size_t size = cdGetSlideNearSize(largest, (int64_t)pairCount);
    cdMemory memory = {.next = cdUseWorkPart(workspace, CD_WORK_LISTS, size), .left = size};
    near->room.pairs = cdTakeMemory(&memory, CD_SLIDE_LIST_PAIRS, sizeof *near->room.pairs);
    near->record.leaves = cdTakeMemory(&memory, CD_SLIDE_RECORD, sizeof *near->record.leaves);
    near->record.capacity = CD_SLIDE_RECORD;
    cdDropNearRecord(&near->record);
    for (int i = 0; i < CD_SLIDE_LISTS; i++) {
        near->pairs[i] = cdTakeMemory(&memory, CD_SLIDE_LIST_PAIRS, sizeof *near->pairs[i]);
        near->groups[i] = cdTakeMemory(&memory, CD_SLIDE_LIST_GROUPS, sizeof *near->groups[i]);
    }
    near->lists = cdTakeMemory(&memory, pairCount, sizeof *near->lists);
    near->room.firsts = cdTakeMemory(&memory, (size_t)largest + 1, sizeof *near->room.firsts);
    if (near->room.firsts == NULL) return false;
    takeLists(near, input, cache);
    workspace->listMark++;
    return true;
}

// @errors false: all is in use
static bool giveMemory(cdSlideNear *near, cdNearList *list) {
    int slot = 0;
    while (near->given & 1 << slot)
        slot++;
    if (slot == CD_SLIDE_LISTS) return false;
    near->given |= 1 << slot;
    list->pairs = near->pairs[slot];
    list->capacity = CD_SLIDE_LIST_PAIRS;
    list->groups = near->groups[slot];
    list->groupCapacity = CD_SLIDE_LIST_GROUPS;
    return true;
}

double cdGetListReach(const cdMesh *a, const cdMesh *b) {
    return REACH * cdMax(a->tree.leafRadius, b->tree.leafRadius);
}

// --- Records

// The record is that of one pair. A mesh alone has its pairs by their obstacles.
static void chooseRecorded(cdSlideNear *near, int32_t pair) {
    if (near->record.obstacle == pair) return;
    cdDropNearRecord(&near->record);
    near->record.obstacle = pair;
}

cdNearRecord *cdStartSlideRecord(cdSlideNear *near, const cdSlideInput *input) {
    int32_t found = -1;
    near->record.isNew = false;
    if (!cdIsSingleShape(input)) return NULL;
    for (int32_t i = 0; i < input->step.obstacleCount; i++) {
        if (!(near->lists[i].reach > 0.0)) continue;
        if (found >= 0) return NULL; // there is room for one
        found = i;
    }
    if (found < 0) return NULL;
    chooseRecorded(near, found);
    near->record.reach = RECORDED * cdGetListReach(input->shapes[0].mesh, input->step.obstacles[found].mesh);
    return &near->record;
}

void cdEndSlideRecord(cdSlideNear *near, const cdFirstContact *result) {
    cdInterval times = near->record.times;
    if (!near->record.isNew) return;
    bool isReached = result->state == CD_FREE || result->state == CD_CONTACT;
    near->recordPose = result->resolvedPose;
    if (isReached && times.lo <= result->resolvedTime && result->resolvedTime <= times.hi) return;
    cdDropNearRecord(&near->record);
}

// True if the record of the last leg holds all pairs within the reach of a list.
static bool isRecorded(const cdSlideNear *near, const cdNearList *list) {
    const cdNearRecord *record = &near->record;
    if (!cdIsRecordValid(record, near->workspace) || list != &near->lists[record->obstacle]) return false;
    cdNearList there = {.a = list->a, .b = list->b, .pose = near->recordPose, .reach = record->reach};
    return list->reach + cdBoundDrift(&there, list->pose) <= record->reach * (1.0 - 0x1p-20);
}

static bool makeList(cdSlideNear *near, cdNearList *list, const cdMesh *a, cdPose pose,
                     const cdObstacle *other, double reach, cdMeter *meter) {
    cdStartNearList(list, a, pose, other->mesh, reach);
    bool made = isRecorded(near, list)
                    ? cdFillNearListBy(list, &near->record, &near->room, other->pose, meter, near->workspace)
                    : cdFillNearList(list, &near->room, other->pose, meter, near->workspace);
    if (!made) list->reach = cdIsOut(meter) ? -1.0 : 0.0;
    return made;
}

const cdNearList *cdGetSlideList(cdSlideNear *near, const cdSlideInput *input, cdSlidePair pair, cdPose pose,
                                 cdMeter *meter) {
    cdNearList *list = &near->lists[cdGetSlidePairIndex(input, pair)];
    const cdMesh *mesh = cdGetSlideMesh(input, pair);
    const cdObstacle *other = cdGetSlideObstacle(input, pair);
    if (cdGetPairClearance(mesh, other->mesh, input->step.safetyDistance) > 0.0)
        return NULL; // lists do not reach that far
    pose = cdPlaceSlideShape(input, pair.shape, pose);
    if (list->pairs == NULL && !giveMemory(near, list)) return NULL;
    if (list->reach == 0.0 && cdIsSamePose(list->pose, pose)) return NULL;
    if (isStillNear(list, pose)) return list;
    double reach = cdGetListReach(mesh, other->mesh);
    return makeList(near, list, mesh, pose, other, reach, meter) ? list : NULL;
}

void cdStartListing(const cdObstaclesInput *step, cdMeter *meter) {
    int64_t most = step->budget.maxPairTests > 0 ? step->budget.maxPairTests : LIST_TESTS;
    cdStartSlice(meter, most / 4);
}

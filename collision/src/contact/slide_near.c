// Lists of near triangles for a slide; see slide_near.h.
#include "contact/slide_near.h"
#include "contact/near_triangles.h"

// Shares of the larger leaf radius up to which triangles are listed, and of a list's reach that A may drift
// until it is made anew.
static const double REACH = 0.05, LEAVE = 0.5;

static size_t getWalkSize(const cdObstaclesInput *step) {
    size_t largest = 0;
    for (int32_t i = 0; i < step->obstacleCount; i++) {
        size_t size = cdGetTriangleWalkSize(step->mesh, step->obstacles[i].mesh);
        if (size > largest) largest = size;
    }
    return largest;
}

size_t cdGetSlideNearSize(const cdObstaclesInput *step) {
    size_t firsts = ((size_t)step->mesh->triangleCount + 1) * sizeof(int32_t);
    return (size_t)step->obstacleCount * sizeof(cdNearList) + firsts +
           (CD_SLIDE_LISTS + 1) * CD_SLIDE_LIST_PAIRS * sizeof(cdNearPair) + getWalkSize(step) + 128;
}

bool cdOpenSlideNear(cdSlideNear *near, const cdObstaclesInput *step, cdMemory memory) {
    *near = (cdSlideNear){.given = 0};
    near->lists = cdTakeMemory(&memory, (size_t)step->obstacleCount, sizeof *near->lists);
    near->room.pairs = cdTakeMemory(&memory, CD_SLIDE_LIST_PAIRS, sizeof *near->room.pairs);
    near->room.firsts =
        cdTakeMemory(&memory, (size_t)step->mesh->triangleCount + 1, sizeof *near->room.firsts);
    bool opened = near->lists != NULL && near->room.pairs != NULL && near->room.firsts != NULL;
    for (int i = 0; i < CD_SLIDE_LISTS; i++) {
        near->pairs[i] = cdTakeMemory(&memory, CD_SLIDE_LIST_PAIRS, sizeof *near->pairs[i]);
        opened = opened && near->pairs[i] != NULL;
    }
    for (int32_t i = 0; opened && i < step->obstacleCount; i++)
        near->lists[i] = (cdNearList){.reach = -1.0};
    near->memory = memory;
    return opened;
}

// false: all is given.
static bool giveMemory(cdSlideNear *near, cdNearList *list) {
    if (near->given == CD_SLIDE_LISTS) return false;
    list->pairs = near->pairs[near->given++];
    list->capacity = CD_SLIDE_LIST_PAIRS;
    return true;
}

static bool listTriangles(void *context, const cdNearTriangles *pair) {
    return cdAddNearPair(context,
                         (cdNearPair){pair->a->triangle, pair->b->triangle, cdBoundTriangleGap(pair)});
}

cdPose cdFindToObstacle(const cdMesh *a, cdPose poseA, const cdObstacle *other) {
    cdVec3 armA = cdRotate(poseA.q, a->center), armB = cdRotate(other->pose.q, other->mesh->center);
    cdVec3 between = cdAdd(cdSub(poseA.p, other->pose.p), cdSub(armA, armB));
    cdQuat inverse = cdConjugate(other->pose.q);
    return (cdPose){cdRotate(inverse, between), cdNormalizeQuat(cdMulQuat(inverse, poseA.q))};
}

double cdGetListReach(const cdMesh *a, const cdMesh *b) {
    return REACH * cdMax(a->tree.leafRadius, b->tree.leafRadius);
}

static bool makeList(cdSlideNear *near, cdNearList *list, const cdMesh *a, cdPose pose,
                     const cdObstacle *other, cdMeter *meter) {
    cdStartNearList(list, a, pose, other->mesh, cdGetListReach(a, other->mesh));
    cdTriangleWalk walk = {.a = a,
                           .b = other->mesh,
                           .toB = cdFindToObstacle(a, pose, other),
                           .reach = list->reach,
                           .coarse = true,
                           .visit = listTriangles,
                           .context = list,
                           .meter = meter};
    bool made = cdWalkNearTriangles(&walk, near->memory);
    if (made)
        cdSortNearList(list, &near->room);
    else
        list->reach = cdIsOut(meter) ? -1.0 : 0.0;
    return made;
}

const cdNearList *cdGetSlideList(cdSlideNear *near, const cdObstaclesInput *step, int32_t obstacle,
                                 cdPose pose, cdMeter *meter) {
    cdNearList *list = &near->lists[obstacle];
    if (list->pairs == NULL && !giveMemory(near, list)) return NULL;
    if (list->reach == 0.0 && cdIsSamePose(list->pose, pose)) return NULL;
    if (cdBoundDrift(list, pose) <= LEAVE * list->reach) return list;
    return makeList(near, list, step->mesh, pose, &step->obstacles[obstacle], meter) ? list : NULL;
}

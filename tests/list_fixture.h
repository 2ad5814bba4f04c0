// Shared by the tests of lists of near triangles: a nut on its bolt, and the lists of a slide of the nut.
#ifndef TESTS_LIST_FIXTURE_H
#define TESTS_LIST_FIXTURE_H

#include "contact/slide/slide_near.h"
#include "contact_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

// A nut on its bolt: surfaces close to each other everywhere.
typedef struct Pair {
    cdMesh *nut, *bolt;
    cdObstacle obstacle;
    cdObstaclesInput step;
    cdWorkspace *workspace;
    cdSlideNear near;
} Pair;

static Pair pair;

// Returns the slide of a step, for calls within the next one.
static inline const cdSlideInput *makeSlide(const cdObstaclesInput *step) {
    static cdSlideShape alone;
    static cdSlideInput input;
    alone = (cdSlideShape){step->mesh, cdIdentityPose()};
    input = (cdSlideInput){.step = *step, .shapes = &alone, .shapeCount = 1};
    return &input;
}

static inline bool openLists(const cdObstaclesInput *step, const cdSlideCache *cache,
                             cdWorkspace *workspace) {
    return cdOpenSlideNear(&pair.near, makeSlide(step), cache, workspace);
}

static inline const cdNearList *getList(const cdObstaclesInput *step, int32_t obstacle, cdPose pose,
                                        cdMeter *meter) {
    return cdGetSlideList(&pair.near, makeSlide(step), (cdSlidePair){0, obstacle}, pose, meter);
}

static inline int openPair(void **state) {
    (void)state;
    pair.nut = makeShape("nut:segments=12");
    pair.bolt = makeShape("bolt:segments=12");
    if (!cdBuildMeshParts(pair.nut, CD_PART_FEATURES, NULL)) abort();
    if (!cdBuildMeshParts(pair.bolt, CD_PART_FEATURES, NULL)) abort();
    pair.obstacle = (cdObstacle){pair.bolt, turnedPose(5.0, -2.0, 1.0, cdMakeVec3(0.6, 0.0, 0.8), 1.0)};
    pair.step = (cdObstaclesInput){.mesh = pair.nut, .obstacles = &pair.obstacle, .obstacleCount = 1};
    pair.workspace = cdCreateWorkspace();
    return pair.workspace && openLists(&pair.step, NULL, pair.workspace) ? 0 : -1;
}

static inline int closePair(void **state) {
    (void)state;
    cdDestroyWorkspace(pair.workspace);
    cdDestroyMesh(pair.nut);
    cdDestroyMesh(pair.bolt);
    return 0;
}

static inline const cdNearList *makeList(cdPose pose) {
    cdMeter meter = cdOpenMeter(&(cdBudget){0});
    pair.near.lists[0].reach = -1.0;
    const cdNearList *list = getList(&pair.step, 0, pose, &meter);
    assert_non_null(list);
    return list;
}

static inline cdPose placeInTheMiddle(void) {
    return placeOnBolt(pair.obstacle.pose, cdMakeVec3(0.0, 0.0, 0.0), 0.0);
}

#endif

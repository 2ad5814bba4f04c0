// Obstacles of an object at one pose, for queries that move nothing.
#include "stage/motion/stage_query.h"

#include "stage/objects/stage_filter.h"
#include "stage/objects/stage_members.h"
#include "stage/world/stage_ground.h"
#include "stage/world/stage_joints.h"

bool DoStageObjectsMeet(const Stage *stage, int32_t object, int32_t other) {
    return CanObjectsCollide(&stage->objects[object], &stage->objects[other]) &&
           !PassByStageJoint(stage, object, other);
}

static void addObstacle(Stage *stage, int32_t index, int32_t *count) {
    stage->scratch.obstacles[*count] = (cdObstacle){stage->objects[index].mesh, stage->objects[index].pose};
    stage->scratch.obstacleObjects[(*count)++] = index;
}

int32_t ListStageObstacles(Stage *stage, int32_t object, cdPose from, cdPose to) {
    const StageObject *moved = &stage->objects[object];
    int32_t count = 0, ground = CanMeetGround(moved) ? PlaceStageGround(stage, moved, from, to) : -1;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        if (i == object || !IsObjectPresent(&stage->objects[i])) continue;
        if (DoStageObjectsMeet(stage, object, i)) addObstacle(stage, i, &count);
    }
    if (ground >= 0) addObstacle(stage, ground, &count);
    return count;
}

int32_t ListOutsideObstacles(Stage *stage, int32_t object, cdPose from, cdPose to) {
    int32_t listed = ListStageObstacles(stage, object, from, to), count = 0;
    bool together = IsInStageGroup(stage, object);
    for (int32_t i = 0; i < listed; ++i) {
        int32_t other = stage->scratch.obstacleObjects[i];
        if (together && other < stage->objectCount && IsGroupMember(stage, other)) continue;
        stage->scratch.obstacles[count] = stage->scratch.obstacles[i];
        stage->scratch.obstacleObjects[count++] = other;
    }
    return count;
}

// Tests against the listed obstacles.
static cdOverlap findOverlap(const Stage *stage, int32_t object, cdPose pose, int32_t count, cdBudget budget,
                             int32_t *obstacle) {
    cdOverlapAmongInput input = {.mesh = stage->objects[object].mesh,
                                 .pose = pose,
                                 .obstacles = stage->scratch.obstacles,
                                 .obstacleCount = count,
                                 .budget = budget};
    cdOverlap found = cdFindOverlapAmong(&input, NULL, stage->scratch.workspace, NULL);
    *obstacle = found.obstacle >= 0 ? stage->scratch.obstacleObjects[found.obstacle] : -1;
    return found;
}

cdOverlap FindStageOverlap(Stage *stage, int32_t object, cdPose pose, cdBudget budget, int32_t *obstacle) {
    int32_t count = ListStageObstacles(stage, object, pose, pose);
    return findOverlap(stage, object, pose, count, budget, obstacle);
}

cdOverlap FindOverlapOutside(Stage *stage, int32_t object, cdPose pose, cdBudget budget, int32_t *obstacle) {
    int32_t count = ListOutsideObstacles(stage, object, pose, pose);
    return findOverlap(stage, object, pose, count, budget, obstacle);
}

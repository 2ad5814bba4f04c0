// Reports pairs that overlap now and did not at the last check.
#include "stage/stage_check.h"
#include "stage/motion/stage_query.h"
#include "stage/objects/stage_filter.h"
#include "stage/world/stage_ground.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// True if queries, or the world, keep the pair from overlapping.
static bool isKeptDisjoint(const Stage *stage, int32_t a, int32_t b) {
    const StageObject *first = &stage->objects[a], *second = &stage->objects[b];
    if (!IsObjectPresent(first) || !IsObjectPresent(second)) return false;
    if (first->body == SCENE_MOVED || second->body == SCENE_MOVED) return false;
    if (stage->boxes.present && !stage->boxes.byHand) return false;
    if (!DoStageObjectsMeet(stage, a, b)) return false;
    return first->body != SCENE_FIXED || second->body != SCENE_FIXED;
}

static bool isNear(const StageObject *a, const StageObject *b) {
    cdVec3 offset =
        cdSub(cdTransformPoint(a->pose, a->info.center), cdTransformPoint(b->pose, b->info.center));
    return cdLength(offset) <= a->info.radius + b->info.radius;
}

static bool overlap(const Stage *stage, int32_t a, int32_t b) {
    const StageObject *first = &stage->objects[a], *second = &stage->objects[b];
    if (!isNear(first, second)) return false;
    cdObstacle obstacle = {second->mesh, second->pose};
    cdOverlapAmongInput input = {
        .mesh = first->mesh, .pose = first->pose, .obstacles = &obstacle, .obstacleCount = 1};
    cdOverlap found = cdFindOverlapAmong(&input, NULL, stage->scratch.workspace, NULL);
    return found.state == CD_OVERLAP;
}

// The pair of an object with the ground uses the diagonal: the entry of the object with itself.
static bool isSunk(const Stage *stage, int32_t index) {
    const StageObject *object = &stage->objects[index];
    bool isKept = IsObjectPresent(object) && object->body != SCENE_MOVED && object->body != SCENE_FIXED;
    if (stage->boxes.present && !stage->boxes.byHand) return false;
    return isKept && CanMeetGround(object) && CrossesStageGround(stage, object, object->pose);
}

// All pairs are new if the number of objects has changed.
static bool makeRoom(StageCheck *check, int32_t objectCount) {
    if (check->overlaps && check->objectCount == objectCount) return true;
    DestroyStageCheck(check);
    check->overlaps = calloc((size_t)objectCount * (size_t)objectCount + 1, sizeof *check->overlaps);
    check->objectCount = objectCount;
    check->placeCount = -1;
    return check->overlaps != NULL;
}

bool CheckStage(StageCheck *check, Stage *stage, char *message, size_t messageSize) {
    int32_t count = stage->objectCount;
    if (!makeRoom(check, count)) return true;
    bool discrete = stage->mode == SCENE_DISCRETE;
    bool excused = discrete || check->discrete || stage->changes.places != check->placeCount;
    bool good = true;
    for (int32_t a = 0; a < count; ++a) {
        for (int32_t b = a + 1; b < count; ++b) {
            if (!isKeptDisjoint(stage, a, b)) continue;
            bool *before = &check->overlaps[(size_t)a * (size_t)count + (size_t)b];
            bool now = overlap(stage, a, b);
            if (now && !*before && !excused) {
                good = false;
                snprintf(message, messageSize, "%s and %s overlap after a query", stage->objects[a].name,
                         stage->objects[b].name);
            }
            *before = now;
        }
        bool *before = &check->overlaps[(size_t)a * (size_t)count + (size_t)a], now = isSunk(stage, a);
        if (now && !*before && !excused) {
            good = false;
            snprintf(message, messageSize, "%s overlaps the ground after a query", stage->objects[a].name);
        }
        *before = now;
    }
    check->discrete = discrete;
    check->placeCount = stage->changes.places;
    return good;
}

void DestroyStageCheck(StageCheck *check) {
    free(check->overlaps);
    *check = (StageCheck){0};
}

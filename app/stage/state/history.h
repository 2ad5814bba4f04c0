// Moments of a session to which it can return; see stage/journal/stage_history.h.
#ifndef APP_STATE_HISTORY_H
#define APP_STATE_HISTORY_H

#include "scenes/scene.h"
#include "stage/state/base.h"
#include "stage/state/world.h"

// A state of the stage between two operations: its poses, and the snapshot of its world.
typedef struct StageMoment {
    int64_t frame;  // operations done
    int32_t entry;  // the next one or the last one done,
    int32_t within; // of which so many repetitions are done
    StageBase base; // with poses
    int32_t selected, storyNext;
    void *snapshot;      // of cdSaveWorld; NULL: the stage has no world
    size_t snapshotSize; // bytes
    StageWorld world;    // counters and events; pointers are of the moment
    cdBodyId *bodies;    // bodies[base.objectCount], as in SceneWorld
    bool *left;          // left[base.objectCount]: the object has left the world's bounds
    SceneJoint *joints;  // joints[data.jointCount]: those of the stage's data
    size_t byteCount;    // of this moment
} StageMoment;

typedef struct StageHistory {
    StageMoment *moments; // moments[count], in order
    int32_t count, capacity;
    int64_t every;    // frames between two moments; 0: not chosen yet
    size_t byteCount; // of all moments
    size_t byteLimit; // 0: 64 MiB
} StageHistory;

#endif

// A stage that checks itself: in continuous mode no two objects come to overlap that did not before.
//
// For tests that press keys at random. Whether two objects overlap is asked of the exact test, not of the
// query that moved them. Overlaps that something else than a query has brought about are no faults: the
// discrete method, a typed pose, undo, the steps of a story, scenes that put their bodies themselves.
#ifndef APP_STAGE_CHECK_H
#define APP_STAGE_CHECK_H

#include "stage/state/stage_state.h"

typedef struct StageCheck {
    int64_t placeCount; // of the stage at the last check
    bool discrete;      // so was its mode then
    bool *overlaps;     // overlaps[objectCount * objectCount] at the last check; NULL: none yet
    int32_t objectCount;
} StageCheck;

// After a frame. False with a message that names two objects: a query has led one into the other.
bool CheckStage(StageCheck *check, Stage *stage, char *message, size_t messageSize);
void DestroyStageCheck(StageCheck *check);

#endif

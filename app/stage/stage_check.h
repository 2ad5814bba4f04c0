// Self-check of a stage: in continuous mode no query may cause two objects to overlap.
//
// For tests that press keys at random. Overlaps are found by the exact test, not by the query that moved the
// objects. Overlaps with another cause are allowed: the discrete method, a typed pose, undo, the steps of a
// story, scenes that set their bodies' poses.
#ifndef APP_STAGE_CHECK_H
#define APP_STAGE_CHECK_H

#include "stage/state/stage_state.h"

typedef struct StageCheck {
    int64_t placeCount; // of the stage at the last check
    bool discrete;      // its mode was discrete at the last check
    bool *overlaps;     // overlaps[objectCount * objectCount] at the last check; NULL: none yet
    int32_t objectCount;
} StageCheck;

// Call it after a frame. Returns false, with a message that names two objects, if a query made them overlap.
bool CheckStage(StageCheck *check, Stage *stage, char *message, size_t messageSize);
void DestroyStageCheck(StageCheck *check);

#endif

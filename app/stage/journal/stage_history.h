// The history of a session: moments to which it can return, so that a step back repeats few operations.
//
// A moment is kept every 64 frames, as long as nothing moves by itself but the world: its snapshot
// (collision/world_snapshot.h) has every bit of it. Scenes that move objects themselves and boxes on routes
// have state of their own, so they have no moments while they do. If all moments together need more than 64
// MiB, every second one is dropped and they are kept half as often. Without memory a moment is left out.
#ifndef APP_STAGE_HISTORY_H
#define APP_STAGE_HISTORY_H

#include "stage/state/stage_state.h"

// A position in a sequence of entries.
typedef struct StagePosition {
    int64_t frame;
    int32_t entry, within; // as in StageMoment
} StagePosition;

// Keeps the stage's current state, if it is time for that and it can be kept.
void KeepStageMoment(StageHistory *history, const Stage *stage, StagePosition at);
// Returns the last moment before a frame. @errors NULL: no moment is as early. @lifetime until the history
// changes
const StageMoment *FindStageMoment(const StageHistory *history, int64_t frame);
// Drops the moments after a frame.
void CutStageHistory(StageHistory *history, int64_t frame);
void ClearStageHistory(StageHistory *history);

#endif

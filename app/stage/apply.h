// Applies operations to a stage: the only way to change a result.
//
// An entry is applied in this order: paused work is abandoned, changed parameters of the scene are recorded,
// the operation runs, its inverse becomes a step of undo, and the entry joins the journal with its outcome.
// The listeners of the journal are called, a recording among them. Undo and replays use the same function.
#ifndef APP_STAGE_APPLY_H
#define APP_STAGE_APPLY_H

#include "stage/state/stage_state.h"

// Applies an entry once. Entries without effect are not recorded: an abandoned step, or one without progress
// in its time. `message` may be NULL. @errors false with a message; nothing has changed
bool ApplyStage(Stage *stage, const StageEntry *entry, char *message, size_t messageSize);
// The same for entries that cannot fail, or whose message nobody reads.
bool ApplyStageEntry(Stage *stage, StageEntry entry);
// Applies an entry of a journal as it was applied then: with its limit, and without a step of undo.
bool ReplayStageEntry(Stage *stage, const StageEntry *entry, char *message, size_t messageSize);

#endif

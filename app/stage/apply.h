// The one door to a stage: every change of a result goes through it.
//
// An entry is applied in this order: paused work is given up, changed parameters of the scene are noted, the
// deed is done, its inverse becomes a step of undo, and the entry joins the journal with its outcome. The
// listeners of the journal, a recording among them, are told of it. Undo and replays use the same door.
#ifndef APP_STAGE_APPLY_H
#define APP_STAGE_APPLY_H

#include "stage/state/stage_state.h"

// Does what the entry says, once. One that comes to nothing is not in the journal: a step that was given up,
// or that gained nothing in its time. `message` may be NULL.
// @errors false with a message, and nothing has changed
bool ApplyStage(Stage *stage, const StageEntry *entry, char *message, size_t messageSize);
// The same for entries that nothing refuses, or where nobody reads why.
bool ApplyStageEntry(Stage *stage, StageEntry entry);
// Does what an entry of a journal says as it was done then: with its limit, and no step of undo.
bool ReplayStageEntry(Stage *stage, const StageEntry *entry, char *message, size_t messageSize);

#endif

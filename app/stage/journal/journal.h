// The journal of a stage: all operations since its start, in order.
//
// A stage is a deterministic function of its operations: the same operations from the same beginning give the
// same bits. ApplyStage (stage/apply.h) adds each entry with its outcome, and calls the listeners. The
// journal begins again when the stage is restarted; when it becomes too long, it begins at the current poses.
#ifndef APP_JOURNAL_H
#define APP_JOURNAL_H

#include "stage/journal/stage_base.h"

const char *const *GetStageOpNames(void); // "mode", "response", ..., NULL. @lifetime static

// Calls the listener after each entry from now on. @errors false: there are STAGE_LISTENER_MAX already
bool AddStageListener(Stage *stage, StageListener listener);
// Removes the listener with this context.
void RemoveStageListener(Stage *stage, const void *context);

// Adds an entry that has been applied, with its outcome. Copies its mesh's name and its nodes.
void NoteStageEntry(Stage *stage, StageEntry entry);
// Adds an entry for each parameter of the scene that has changed since it was last recorded.
void NoteStageParams(Stage *stage);
// Marks the current parameters as recorded.
void ReadStageParams(Stage *stage);

// Begins the journal at the scene's start, or at the current poses with empty query caches. The latter is
// possible only if nothing moves by itself. @errors false: no memory
bool BeginStageJournal(Stage *stage, bool atStart);
bool CanBeginAnywhere(const Stage *stage);
// Begins the journal at the current poses; where that is impossible, marks it as full.
void BeginJournalHere(Stage *stage);
// Discards the entries but keeps the beginning. The caller has copied them.
void DropStageEntries(Stage *stage);
// Restores a journal's beginning, and begins the stage's own journal there. Removes objects added since.
// @errors false: no memory, or the stage has fewer objects than the beginning
bool RestoreStageBase(Stage *stage, const StageBase *base);
// Returns to a moment of the history, and begins the stage's journal there. @errors false: no memory, or a
// mesh of that moment is gone; the stage is then at the moment's poses or at its start
bool RestoreStageMoment(Stage *stage, const StageMoment *moment);
// Removes the added objects from index `count` on.
void RemoveAddedObjects(Stage *stage, int32_t count);

// Returns the outcome of the entry just applied; `eventsBefore`: the world's contact events before it.
StageOutcome DescribeOutcome(const Stage *stage, const StageEntry *entry, int64_t eventsBefore);
// Replaces what an entry owns by copies. @errors false: no memory; nothing is owned then
bool CopyStageEntry(StageEntry *entry);
void FreeStageEntry(StageEntry *entry); // what it owns
void DestroyStageEntries(StageEntry *entries, int32_t count);
void DestroyStageJournal(Stage *stage);

// Hashes a mesh's vertices and triangles.
uint64_t HashMesh(const cdMesh *mesh);
// Returns the first object with the same initial mesh as this one.
int32_t FindFirstUser(const Stage *stage, int32_t object);

// Hashes all poses and velocities; sensitive to each bit.
uint64_t HashStage(const Stage *stage);

#endif

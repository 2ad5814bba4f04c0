// The journal of a stage: everything that was done to it since its start, in order.
//
// A stage is a deterministic function of what is done to it: the same operations from the same beginning end
// in the same bits. ApplyStage (stage/apply.h) adds each entry with its outcome, and tells the listeners. The
// journal begins again when the stage is restarted; where it becomes too long, at the poses of that moment.
#ifndef APP_JOURNAL_H
#define APP_JOURNAL_H

#include "stage/state/stage_state.h"

const char *const *GetStageOpNames(void); // "mode", "response", ..., NULL. @lifetime static

// From now on the listener is told of every entry. @errors false: there are STAGE_LISTENER_MAX already
bool AddStageListener(Stage *stage, StageListener listener);
// The listener with this context is told no more.
void RemoveStageListener(Stage *stage, const void *context);

// Adds an entry that has been applied, with its outcome. Copies its mesh's name.
void NoteStageEntry(Stage *stage, StageEntry entry);
// Adds an entry for each parameter of the scene that has changed since the last one.
void NoteStageParams(Stage *stage);
// Takes the parameters as they are for noted.
void ReadStageParams(Stage *stage);

// The journal begins here: at the scene's start, or at the poses as they are, with nothing remembered of
// earlier queries. The latter only where nothing moves by itself. false: no memory
bool BeginStageJournal(Stage *stage, bool atStart);
bool CanBeginAnywhere(const Stage *stage);
// It begins at the poses as they are, or is full where that cannot be.
void BeginJournalAnew(Stage *stage);
// Forgets the entries, not where they began: whoever calls has them elsewhere.
void DropStageEntries(Stage *stage);
// Puts the stage where a journal began, and begins its own there. Objects added since are removed.
// @errors false where memory ends, or where there are fewer objects than then
bool RestoreStageBase(Stage *stage, const StageBase *base);
// The stage's objects beyond `count`, added ones, go.
void RemoveAddedObjects(Stage *stage, int32_t count);

// Where the stage is now; @errors false: no memory
bool DescribeStageBase(const Stage *stage, bool atStart, StageBase *base);
// What came of an entry that has just been done; `eventsBefore`: contact events of the world until then.
StageOutcome DescribeOutcome(const Stage *stage, const StageEntry *entry, int64_t eventsBefore);
bool CopyStageBase(const StageBase *from, StageBase *to); // false: no memory
void DestroyStageBase(StageBase *base);
void DestroyStageEntries(StageEntry *entries, int32_t count);
void DestroyStageJournal(Stage *stage);

// Of a mesh's vertices and triangles.
uint64_t HashMesh(const cdMesh *mesh);
// The first object that came with the same mesh as this one.
int32_t FindFirstUser(const Stage *stage, int32_t object);

// Of all poses and velocities: one bit that differs makes another number.
uint64_t HashStage(const Stage *stage);

#endif

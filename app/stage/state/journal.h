// The journal of a stage; see stage/journal/journal.h.
#ifndef APP_STATE_JOURNAL_H
#define APP_STATE_JOURNAL_H

#include "scenes/scene.h"
#include "stage/state/entry.h"
#include "stage/state/ground.h"

enum { JOURNAL_ENTRY_MAX = 1 << 17, JOURNAL_PARAM_MAX = SCENE_PARAM_MAX, STAGE_LISTENER_MAX = 4 };

// Beginning of a journal: a scene's start, or any poses if nothing moves by itself.
typedef struct StageBase {
    SceneMode mode;
    SceneResponse response;
    bool falls;
    StageGroundKind ground;
    double time;
    int32_t objectCount; // the scene's objects and those added before
    cdPose *poses;       // poses[objectCount]; NULL: those of the scene's start
    StageEntry *edits;   // edits[editCount], STAGE_SET_OPTION: options that differ from their initial values
    int32_t editCount;
    double params[JOURNAL_PARAM_MAX]; // of the scene
} StageBase;

// Receives each entry after it has been applied.
typedef struct StageListener {
    void (*listen)(const StageEntry *entry, void *context); // NULL: a free slot
    void *context;
} StageListener;

typedef struct StageJournal {
    StageBase base;
    StageEntry *entries; // entries[count]
    int32_t count, capacity;
    int64_t frames;                   // of all entries, with their repetitions
    int64_t done;                     // number of entries ever added
    int64_t begins;                   // number of beginnings
    bool full;                        // later operations are not recorded
    StageOp op;                       // of the entry that is being applied, or STAGE_OP_COUNT
    StageOutcome outcome;             // of the last entry applied
    double params[JOURNAL_PARAM_MAX]; // of the scene, as last recorded
    StageListener listeners[STAGE_LISTENER_MAX];
} StageJournal;

#endif

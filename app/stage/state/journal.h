// The journal of a stage; see stage/journal/journal.h.
#ifndef APP_STATE_JOURNAL_H
#define APP_STATE_JOURNAL_H

#include "scenes/scene.h"
#include "stage/state/entry.h"
#include "stage/state/ground.h"

enum { JOURNAL_ENTRY_MAX = 1 << 17, JOURNAL_PARAM_MAX = SCENE_PARAM_MAX, STAGE_LISTENER_MAX = 4 };

// Where a journal begins: a scene's start, or, where nothing moves by itself, any poses.
typedef struct StageBase {
    SceneMode mode;
    SceneResponse response;
    bool falls;
    StageGroundKind ground;
    double time;
    int32_t objectCount; // the scene's and those added until then
    cdPose *poses;       // poses[objectCount]; NULL: each where it is at the scene's start
    StageEntry *edits;   // edits[editCount], STAGE_SET_OPTION: of objects that are not as they came
    int32_t editCount;
    double params[JOURNAL_PARAM_MAX]; // of the scene
} StageBase;

// Someone who is told of each entry after it has been applied.
typedef struct StageListener {
    void (*listen)(const StageEntry *entry, void *context); // NULL: a free slot
    void *context;
} StageListener;

typedef struct StageJournal {
    StageBase base;
    StageEntry *entries; // entries[count]
    int32_t count, capacity;
    int64_t frames;                   // of all entries, each as often as it was done
    int64_t done;                     // how many were ever noted
    int64_t begins;                   // how often it has begun
    bool full;                        // what was done since is not in it
    StageOp op;                       // of the entry that is being applied; STAGE_OP_COUNT: none is
    StageOutcome outcome;             // of the entry applied last
    double params[JOURNAL_PARAM_MAX]; // of the scene, as last noted
    StageListener listeners[STAGE_LISTENER_MAX];
} StageJournal;

#endif

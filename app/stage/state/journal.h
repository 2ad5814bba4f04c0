// The journal of a stage; see stage/journal/journal.h.
#ifndef APP_STATE_JOURNAL_H
#define APP_STATE_JOURNAL_H

#include "stage/state/base.h"
#include "stage/state/history.h"

enum { JOURNAL_ENTRY_MAX = 1 << 17, STAGE_LISTENER_MAX = 4 };

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
    StageHistory history;             // of these entries
    int64_t done;                     // number of entries ever added
    int64_t begins;                   // number of beginnings
    bool full;                        // later operations are not recorded
    StageOp op;                       // of the entry that is being applied, or STAGE_OP_COUNT
    StageOutcome outcome;             // of the last entry applied
    double params[JOURNAL_PARAM_MAX]; // of the scene, as last recorded
    StageListener listeners[STAGE_LISTENER_MAX];
} StageJournal;

#endif

// Undo and redo of edits of a way, beside those of the stage.
//
// An edit keeps the waypoints from before it and the number of the stage's steps then, so that Ctrl+Z takes
// back whichever was last. A bounded list: when it is full the oldest edit is discarded.
#ifndef APP_WAY_EDITS_H
#define APP_WAY_EDITS_H

#include "view/way.h"

enum { WAY_EDIT_MAX = 32 };

typedef struct WayEdit {
    cdPathNode *nodes; // nodes[nodeCount], owned: before the edit, or after it if it can be redone
    int32_t nodeCount;
    int32_t stageSteps; // steps of the stage that could be undone then
} WayEdit;

// Zeroed: none.
typedef struct WayEdits {
    WayEdit list[WAY_EDIT_MAX]; // list[doneCount + redoCount]
    int32_t doneCount, redoCount;
} WayEdits;

// Keeps the way as it is, before an edit. Discards what could be redone. @errors false: out of memory
bool BeginWayEdit(WayEdits *edits, const Way *way, int32_t stageSteps);
// Takes back the last edit without redo: for a cancelled drag, and one that has moved nothing.
void TakeBackWayEdit(WayEdits *edits, Way *way);
// Exchange the waypoints with those of the last edit, or of the last one undone. All edges are open then.
// Return false if there is no edit, or if the stage has a later step to undo, or an earlier
// one to redo.
bool UndoWayEdit(WayEdits *edits, Way *way, int32_t stageSteps);
bool RedoWayEdit(WayEdits *edits, Way *way, int32_t stageSteps);
void ForgetWayEdits(WayEdits *edits);

#endif

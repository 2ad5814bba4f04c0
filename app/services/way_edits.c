// Keeps the waypoints of a way from before each edit.
#include "services/way_edits.h"

#include "services/way_edges.h"

#include <stdlib.h>
#include <string.h>

static cdPathNode *copyNodes(const cdPathNode *nodes, int32_t count) {
    cdPathNode *copies = malloc((size_t)count * sizeof *copies);
    if (copies) memcpy(copies, nodes, (size_t)count * sizeof *copies);
    return copies;
}

static void discardRedo(WayEdits *edits) {
    for (; edits->redoCount > 0; --edits->redoCount)
        free(edits->list[edits->doneCount + edits->redoCount - 1].nodes);
}

bool BeginWayEdit(WayEdits *edits, const Way *way, int32_t stageSteps) {
    cdPathNode *nodes = copyNodes(way->nodes, way->nodeCount);
    if (!nodes) return false;
    discardRedo(edits);
    if (edits->doneCount == WAY_EDIT_MAX) {
        free(edits->list[0].nodes);
        memmove(edits->list, edits->list + 1, (WAY_EDIT_MAX - 1) * sizeof *edits->list);
        --edits->doneCount;
    }
    edits->list[edits->doneCount++] = (WayEdit){nodes, way->nodeCount, stageSteps};
    return true;
}

static bool exchange(WayEdit *edit, Way *way) {
    int32_t count = way->nodeCount;
    cdPathNode *nodes = copyNodes(way->nodes, count);
    if (!nodes || !SetWayNodes(way, edit->nodes, edit->nodeCount)) {
        free(nodes);
        return false;
    }
    free(edit->nodes);
    edit->nodes = nodes;
    edit->nodeCount = count;
    return true;
}

static bool isUnchanged(const WayEdit *edit, const Way *way) {
    bool same = edit->nodeCount == way->nodeCount;
    for (int32_t i = 0; same && i < way->nodeCount; ++i)
        same = cdIsSamePose(edit->nodes[i].pose, way->nodes[i].pose);
    return same;
}

void TakeBackWayEdit(WayEdits *edits, Way *way) {
    discardRedo(edits);
    if (edits->doneCount == 0) return;
    WayEdit *edit = &edits->list[--edits->doneCount];
    if (!isUnchanged(edit, way)) exchange(edit, way);
    free(edit->nodes);
}

bool UndoWayEdit(WayEdits *edits, Way *way, int32_t stageSteps) {
    if (edits->doneCount == 0) return false;
    WayEdit *edit = &edits->list[edits->doneCount - 1];
    if (stageSteps > edit->stageSteps || !exchange(edit, way)) return false;
    --edits->doneCount;
    ++edits->redoCount;
    return true;
}

bool RedoWayEdit(WayEdits *edits, Way *way, int32_t stageSteps) {
    if (edits->redoCount == 0) return false;
    WayEdit *edit = &edits->list[edits->doneCount];
    if (stageSteps != edit->stageSteps || !exchange(edit, way)) return false;
    ++edits->doneCount;
    --edits->redoCount;
    return true;
}

void ForgetWayEdits(WayEdits *edits) {
    discardRedo(edits);
    while (edits->doneCount > 0)
        free(edits->list[--edits->doneCount].nodes);
}

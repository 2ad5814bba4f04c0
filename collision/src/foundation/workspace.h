// The parts of a workspace, each with its owner and its invariant.
//
// Memory of the arena belongs to one call: everything in it is invalid when the call returns. The other parts
// outlive calls, and say below what holds between them.
#ifndef CD_WORKSPACE_H
#define CD_WORKSPACE_H

#include "foundation/memory.h"

typedef enum cdWorkPart {
    // continuous/search_memory.c: tables of a search, stamped with a generation. Between queries: its header
    // says for which sizes it is laid out, or is zeroed; no stamp is above the header's generation.
    CD_WORK_SEARCH = 0,
    // continuous/obstacles.c: the order in which obstacles are searched. Of one call.
    CD_WORK_REACHES,
    // contact/regions.c: pairs of features. Of one call.
    CD_WORK_PAIRS,
    // contact/slide.c: limits, regions and facing pairs of a slide. Of one call.
    CD_WORK_SLIDE,
    // contact/slide_near.c: lists of near triangles. Between slides: as the slide left them whose `listMark`
    // the workspace has, of the obstacles and poses that its cache says.
    CD_WORK_LISTS,
    // world/contact_set.c: regions and contact points of a pair of bodies. Of one call.
    CD_WORK_POINTS,
    CD_WORK_PART_COUNT
} cdWorkPart;

struct cdWorkspace {
    cdBlock parts[CD_WORK_PART_COUNT];
    cdArena arena;
    uint64_t id;       // of no other workspace of the process
    uint64_t listMark; // grows by one with each slide that touches CD_WORK_LISTS
};

// Returns the memory of a part, at least this large. Growing zeroes it. NULL: no memory.
void *cdUseWorkPart(struct cdWorkspace *workspace, cdWorkPart part, size_t size);

#endif

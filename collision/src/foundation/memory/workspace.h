// The parts of a workspace, each with its owner and its invariant.
//
// Memory of the arena belongs to one call and is invalid when the call returns. The other parts outlive
// calls; their comments give the invariants between calls.
#ifndef CD_WORKSPACE_H
#define CD_WORKSPACE_H

#include "foundation/memory/item_table.h"
#include "foundation/memory/memory.h"

typedef enum cdWorkPart {
    // continuous/search/search_memory.c: hash tables of tested pairs. Between queries no slot has a
    // generation above that of the workspace.
    CD_WORK_TABLES = 0,
    // continuous/search/search_memory.c: the stack of a descent. Valid for one call.
    CD_WORK_STACK,
    // continuous/search/search_memory.c: places of the nodes of the mesh with the number `placedMesh`, which
    // CD_ITEMS_FIXED_FOURS and CD_ITEMS_FIXED_TRIANGLES hold. They outlive a call.
    CD_WORK_PLACES,
    // continuous/profiles/axis_profile.c: profiles of all nodes about a screw's axis. Valid for one search.
    CD_WORK_PROFILES,
    // continuous/obstacles.c: the order in which obstacles are searched. Valid for one call.
    CD_WORK_REACHES,
    // contact/regions.c: pairs of features. Valid for one call.
    CD_WORK_PAIRS,
    // contact/normals/known_cones.c: cones of B's vertices, each with the number of its mesh, 0: none. They
    // outlive a call.
    CD_WORK_CONES,
    // contact/slide/slide.c: limits, regions and facing pairs of a slide. Valid for one call.
    CD_WORK_SLIDE,
    // contact/slide/slide_near.c: lists of near triangles. Between slides they are those of the slide that
    // set `listMark`; its cache has their obstacles and poses.
    CD_WORK_LISTS,
    // paths/path_pieces.c: caches, safety distances and poses of the pairs of a path. Valid for one call.
    CD_WORK_PATH,
    // paths/mechanism_sweep.c, paths/mechanism_clearance.c: cells that are searched at once. Valid for one
    // call.
    CD_WORK_SWEEP,
    // The same: cells that wait, and the last ones taken from them. Valid for one call.
    CD_WORK_CELLS,
    CD_WORK_TAKEN,
    // paths/plan.c: the trees of a plan, and its path. Valid for one call.
    CD_WORK_PLAN,
    // paths/trap_loops.c, paths/trap_flood.c: loops, or cells, of a search for traps. Valid for one call.
    CD_WORK_TRAP,
    // world/contacts/contact_set.c: regions and contact points of a pair of bodies. Valid for one call.
    CD_WORK_POINTS,
    // world/queries/mesh_queries.c: the bodies that a query of a world tests. Valid for one call.
    CD_WORK_BODIES,
    CD_WORK_PART_COUNT
} cdWorkPart;

// Items of a search, by the number of a vertex or of a node's four
// (continuous/search/search_memory.h).
typedef enum cdWorkItems {
    CD_ITEMS_VERTICES = 0,    // vertices of A, moved
    CD_ITEMS_MOVED_FOURS,     // fours of A's nodes
    CD_ITEMS_FIXED_FOURS,     // of B's
    CD_ITEMS_MOVED_TRIANGLES, // triangles of A's leaves
    CD_ITEMS_FIXED_TRIANGLES, // of B's
    CD_WORK_ITEMS_COUNT
} cdWorkItems;

struct cdWorkspace {
    cdBlock parts[CD_WORK_PART_COUNT];
    // Between queries: no entry has a generation above the workspace's, which each span of a search raises.
    cdItemTable items[CD_WORK_ITEMS_COUNT];
    uint32_t generation;
    cdArena arena;
    // Workspaces of further workers (collision/tasks.h), each used like this one by a single call.
    struct cdWorkspace **workers; // workers[workerCount - 1]
    int32_t workerCount;          // including this one; 0: only this one
    uint64_t id;                  // unique in the process
    uint64_t placedMesh;          // cdMesh.id; 0: CD_WORK_PLACES is not set
    uint64_t listMark; // grows by one with each slide that touches CD_WORK_LISTS, and with their block
};

// Creates workspaces for so many workers, this one being the first. False: no memory.
bool cdMakeWorkerSpaces(struct cdWorkspace *workspace, int32_t workerCount);

static inline struct cdWorkspace *cdGetWorkerSpace(struct cdWorkspace *workspace, int32_t worker) {
    return worker == 0 ? workspace : workspace->workers[worker - 1];
}

// Returns the memory of a part, at least this large. Growing loses its content: tables are empty then, the
// lists belong to no slide, and all other parts are not set. NULL: no memory.
void *cdUseWorkPart(struct cdWorkspace *workspace, cdWorkPart part, size_t size);

// The same, and keeps the first `used` bytes. It grows to twice the size, at least.
void *cdGrowWorkPart(struct cdWorkspace *workspace, cdWorkPart part, size_t used, size_t size);

#endif

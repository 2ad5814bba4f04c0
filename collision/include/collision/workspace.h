// Working memory of queries.
//
// A query works in memory that the caller owns. A workspace grows when a query needs more than any query
// before it, and keeps what it has; so a loop of like queries does not allocate. One thread at a time uses a
// workspace; threads that query the same meshes have one each. A workspace never changes a result.
//
// Memory comes from the hooks of collision/base.h. Where a workspace cannot grow, the query is CD_UNDECIDED
// with CD_REASON_WORKSPACE.
#ifndef COLLISION_WORKSPACE_H
#define COLLISION_WORKSPACE_H

#include "collision/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

// Working memory of queries. @lifetime from cdCreateWorkspace to cdDestroyWorkspace
typedef struct cdWorkspace cdWorkspace;

// Returns an empty workspace.
// @errors NULL: no memory
CD_API cdWorkspace *cdCreateWorkspace(void);
// Frees a workspace; nothing for NULL.
CD_API void cdDestroyWorkspace(cdWorkspace *workspace);

// The largest queries that a workspace shall have memory for.
typedef struct cdWorkspaceNeed {
    const cdMesh *const *meshes;           // meshes[meshCount]; any two of them may meet in a query
    int32_t meshCount;                     // above 0
    int32_t obstacleCount;                 // obstacles of one query at most; 0: one
    int32_t regionCapacity, pointCapacity; // of the contact regions of one query; 0: none are asked for
    int32_t workerCount;                   // of the cdTasks of batches (collision/tasks.h); 0: one
} cdWorkspaceNeed;

// Allocates the memory now, for callers that must not allocate in a loop: queries of these meshes, and
// slides and contact regions of those that have a surface, do not allocate after it.
// @errors false: no memory, or an invalid need; the workspace stays usable
CD_API bool cdReserveWorkspace(cdWorkspace *workspace, const cdWorkspaceNeed *need);

// Returns the bytes that the workspace holds.
CD_API size_t cdGetWorkspaceSize(const cdWorkspace *workspace);

#ifdef __cplusplus
}
#endif
#endif

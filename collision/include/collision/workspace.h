// Working memory of queries.
//
// Queries work in memory that the caller owns. A workspace grows if a query needs more than all queries
// before it, and keeps its memory, so a loop of similar queries does not allocate. One thread at a time uses
// a workspace; threads that query the same meshes have one each. A workspace never changes a result.
//
// Memory comes from the hooks of base.h. If a workspace cannot grow, the query is CD_UNDECIDED with
// CD_REASON_WORKSPACE.
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
// Frees a workspace. NULL is allowed.
CD_API void cdDestroyWorkspace(cdWorkspace *workspace);

// Sizes of the largest queries, for cdReserveWorkspace.
typedef struct cdWorkspaceNeed {
    const cdMesh *const *meshes;           // meshes[meshCount]; a query may take any two of them
    int32_t meshCount;                     // above 0
    int32_t obstacleCount;                 // maximum number of obstacles in one query; 0: one
    int32_t regionCapacity, pointCapacity; // of the contact regions of one query; 0: no such query
    int32_t shapeCount;  // maximum number of meshes of a rigid set that slides or follows a path; 0: one
    int32_t workerCount; // of the cdTasks of batches (collision/tasks.h); 0: one
} cdWorkspaceNeed;

// Allocates memory in advance, for callers that must not allocate in a loop. Queries of these meshes do not
// allocate afterwards, nor do slides and contact regions of those that have their features.
// @errors false: no memory, or an invalid need; the workspace stays usable
CD_API bool cdReserveWorkspace(cdWorkspace *workspace, const cdWorkspaceNeed *need);

// Returns the size of the workspace, bytes.
CD_API size_t cdGetWorkspaceSize(const cdWorkspace *workspace);

#ifdef __cplusplus
}
#endif
#endif

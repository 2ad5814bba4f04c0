// Snapshots of a world: its whole state as bytes, and back, bit for bit.
//
// A world that is restored continues as the saved one did: the same calls give the same bits of every body,
// contact, event and result of a step. A snapshot has the settings, bodies, joints, hands, contact points
// with their forces, the caches of pairs, the contacts and events of the last step, and the time. It does not
// have the budget (cdSetWorldBudget), which stays that of the world, and the meshes.
//
//     size_t size = cdSaveWorld(world, NULL, 0);
//     void *bytes = malloc(size);
//     cdSaveWorld(world, bytes, size);
//     ...
//     cdRestoreResult result = cdRestoreWorld(world, bytes, size, NULL, 0);
//
// A snapshot refers to each body's mesh by an id that is unique in the process, so it is valid only in the
// process that saved it, and as long as these meshes exist. A rebuilt mesh is another mesh. A part that is
// added to a mesh later (cdBuildMeshParts) may change the future. Bytes have the layout of the machine.
#ifndef COLLISION_WORLD_SNAPSHOT_H
#define COLLISION_WORLD_SNAPSHOT_H

#include "collision/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// Writes a snapshot of the world to bytes[capacity] if it fits; else it writes nothing. `bytes` may be NULL
// if `capacity` is 0. Not during a step. Allocates nothing. Equal states give equal bytes.
// @return size of the snapshot, bytes; 0: `world` is NULL
CD_API size_t cdSaveWorld(const cdWorld *world, void *bytes, size_t capacity);

// Result of cdRestoreWorld. All except CD_RESTORED leave the world unchanged.
typedef enum cdRestoreResult {
    CD_RESTORED = 0,
    CD_RESTORE_FOREIGN,       // not the bytes of a snapshot, or of another kind of machine
    CD_RESTORE_OTHER_VERSION, // a snapshot of another version of the library
    CD_RESTORE_WRONG_SIZE,    // `byteCount` is not the size of the snapshot
    CD_RESTORE_DAMAGED,       // the checksum differs, or a number is out of its range
    CD_RESTORE_NO_MESH,       // the mesh of a body is neither given nor in the world, or lacks its features
    CD_RESTORE_NO_MEMORY,     // no memory
    CD_RESTORE_NO_WORLD       // a pointer is NULL
} cdRestoreResult;

// Returns a name for messages, such as "damaged". @lifetime static
CD_API const char *cdGetRestoreResultName(cdRestoreResult result);

// Restores the state that was saved. `world` may be the saved one, or any other, such as a new one; all its
// bodies and joints, its contacts and events are replaced. Bodies and joints that were added since are gone,
// and their ids will be given again, as the same calls give the same ids; removed ones are back.
//
// The mesh of each body is sought by its id, first in meshes[meshCount], then among the meshes of all bodies
// that the world has now, even if removed. Entries of `meshes` may be NULL; the search is fastest if the
// mesh of the body with index i is meshes[i]. `meshes` may be NULL if `meshCount` is 0: enough if since the
// snapshot bodies were added, or removed, or both without using the slot of a removed one again. Give the
// meshes for another world, and for a snapshot that is later than the one restored last. @lifetime each mesh
// at least that of the world
CD_API cdRestoreResult cdRestoreWorld(cdWorld *world, const void *bytes, size_t byteCount,
                                      const cdMesh *const *meshes, int32_t meshCount);

#ifdef __cplusplus
}
#endif
#endif

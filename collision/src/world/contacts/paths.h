// The paths of two bodies from their poses to their targets, as those of their shapes: tests for first
// contact and the contact points that these give.
//
// Poses of a path are those of A's mesh in the frame of B's mesh.
#ifndef CD_PATHS_H
#define CD_PATHS_H

#include "continuous/first_contact.h"
#include "world/pair_tasks.h"

// Returns the input of the query for a screw of two shapes.
cdFirstContactInput cdMakePath(const cdWorld *world, const cdWorldShape *a, const cdWorldShape *b,
                               cdPose start, cdPose target);

// Finds the first contact on a path. `cache`: of the pair; NULL: none. `startsFree`: its start needs no test
// for overlap.
cdFirstContact cdFindStepContact(const cdPairTools *tools, cdPairTask *task, cdPairCache *cache,
                                 const cdFirstContactInput *path, bool startsFree);

// Returns the contact point of a touch of the pair at a pose of its path.
cdContactPoint cdMakePathTouch(const cdWorldPair *pair, const cdFirstContactInput *path, const cdTouch *touch,
                               cdPose relative);

// Returns the contact point of a first contact on a path, and the pose there.
cdContactPoint cdMakePathPoint(const cdWorldPair *pair, const cdFirstContactInput *path,
                               const cdFirstContact *contact, cdPose *relative);

// detours.c: true if the two bodies of a task are free on a detour to their targets, with all their shapes.
// Sets `added` if it found another contact point.
bool cdFindDetour(const cdPairTools *tools, cdPairTask *task, bool *added);

#endif

// Memory of a stage, for the files that make and change its objects.
#ifndef APP_STAGE_ROOM_H
#define APP_STAGE_ROOM_H

#include "stage/mesh_source.h"
#include "stage/state/stage_state.h"

// Room for so many objects. false: no memory
bool ReserveStageObjects(Stage *stage, int32_t objectCapacity);
// Empty pair caches and enough workspace for every object that a query may move. false: no memory
bool ReserveStageQueries(Stage *stage);
// How the object, of the stage or not yet, would lie to the others there: free, overlap or undecided.
cdState TestStagePlace(const Stage *stage, const StageObject *object, cdPose pose, cdBudget budget);
// Drops what queries remember of those before; no result depends on it.
void ForgetStageCaches(Stage *stage);
// How a mesh is scaled that joins: as those of the scene are.
MeshPlacement GetAddedPlacement(const Stage *stage);
// The mesh is the stage's from now on. false: no memory, and it is destroyed
bool KeepStageMesh(Stage *stage, StageMesh mesh);

#endif

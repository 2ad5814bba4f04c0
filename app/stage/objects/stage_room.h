// Memory of a stage, for the files that create and change its objects.
#ifndef APP_STAGE_ROOM_H
#define APP_STAGE_ROOM_H

#include "stage/mesh_source.h"
#include "stage/state/stage_state.h"

// Reserves memory for so many objects. @errors false: no memory
bool ReserveStageObjects(Stage *stage, int32_t objectCapacity);
// Reserves the workspace for every object that a query may move. @errors false: no memory
bool ReserveStageQueries(Stage *stage);
// Tests a new or present object at a pose against the others: free, overlap or undecided.
cdState TestStagePlace(const Stage *stage, const StageObject *object, cdPose pose, cdBudget budget);
// Returns the placement of meshes that are added: as those of the scene.
MeshPlacement GetAddedPlacement(const Stage *stage);
// Adds the mesh to the stage and takes ownership. @errors false: no memory; the mesh is destroyed
bool KeepStageMesh(Stage *stage, StageMesh mesh);

#endif

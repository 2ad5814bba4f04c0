// The solids of a stage's objects, and the user's queries of one of them: a point, a segment.
//
// A solid is built when it is first needed and kept with its mesh's address, so that objects with the same
// mesh share it. For a mesh that is no solid the report with the reason is kept.
#ifndef APP_STAGE_SOLID_H
#define APP_STAGE_SOLID_H

#include "stage/state/stage_state.h"

// Returns the object's solid or the report; builds it at the first call, and waits for it. @errors NULL: no
// memory
const StageSolid *GetStageSolid(Stage *stage, int32_t object);
// The same without waiting: the solid is built beside the frames; meanwhile returns NULL with `comes` set.
// Returns NULL also for a mesh that is not closed. Without a limit on queries it is built at once.
const StageSolid *WantStageSolid(Stage *stage, int32_t object, bool *comes);
// True while a solid is built beside the frames.
bool IsStageSolidComing(const Stage *stage);
// Returns the object that ChooseSolidObject waits for, and the seconds since its solid was begun; -1: none.
int32_t GetAwaitedSolid(const Stage *stage, double *seconds);
double GetAwaitedSolidShare(const Stage *stage); // of the work done, from 0 to 1
// Interrupts the thread that builds a solid: it ends soon, without a solid. A later request builds it.
void InterruptStageSolid(Stage *stage);
// Keeps a solid that is finished, wanted or not. Not while work is paused, which may use others.
void KeepFinishedStageSolid(Stage *stage);
// Returns NULL if it was not requested yet.
const StageSolid *FindStageSolid(const Stage *stage, int32_t object);
// Does not wait for a solid that is being built: its thread keeps that mesh and frees it when it is done.
void DestroyStageSolids(Stage *stage);

// Chooses the object whose index is shown: the selected one if it is a solid, else the first solid; -1: no
// solid. Also -1 while that is not known yet (GetAwaitedSolid).
int32_t ChooseSolidObject(Stage *stage);

// Classifies the probe's point and segment again, at their object's current pose.
void ClassifyStageProbe(Stage *stage);

// Finds the faces that the last step culls, if there was a step: only of a solid, and without waiting only of
// one that is finished.
void CullStageStep(Stage *stage);

#endif

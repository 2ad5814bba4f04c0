// The solids of a stage's objects, and what is asked of one of them by hand: a point, a segment.
//
// A solid is made when it is first needed and kept with its mesh's address, so that objects of one mesh share
// it. A mesh that is no solid is remembered with the report that says why.
#ifndef APP_STAGE_SOLID_H
#define APP_STAGE_SOLID_H

#include "stage/state/stage_state.h"

// The object's solid, or why it has none; makes it at the first call, and waits for it. @errors NULL: no
// memory
const StageSolid *GetStageSolid(Stage *stage, int32_t object);
// The same where no frame must wait: then it is made beside the frames, and meanwhile NULL with `comes` set;
// NULL also of a mesh that is not closed. Without a limit on queries it is made at once.
const StageSolid *WantStageSolid(Stage *stage, int32_t object, bool *comes);
// True while one is made beside the frames.
bool IsStageSolidComing(const Stage *stage);
// The object that ChooseSolidObject waits for, and the seconds since its solid was begun; -1: for none.
int32_t GetAwaitedSolid(const Stage *stage, double *seconds);
// Keeps one that is done, wanted or not. Not while work is paused, which may look at others.
void KeepFinishedStageSolid(Stage *stage);
// NULL as long as nobody asked for it.
const StageSolid *FindStageSolid(const Stage *stage, int32_t object);
// Does not wait for one that is being made: its thread keeps that mesh, frees it when it is done, and the
// stage has it no longer.
void DestroyStageSolids(Stage *stage);

// The object whose index is shown: the selected one when it is a solid, else the first that is; -1: none is.
// Where no frame must wait also while that is not known yet (GetAwaitedSolid).
int32_t ChooseSolidObject(Stage *stage);

// Classifies the probe's point and segment anew, where their object is now.
void ClassifyStageProbe(Stage *stage);

// Finds what the last step culls, or that there was none: of a solid alone, and where no frame must wait of
// one that is there already.
void CullStageStep(Stage *stage);

#endif

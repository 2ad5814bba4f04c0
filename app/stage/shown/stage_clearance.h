// Distances of the selected object from all others, as a minimum and over its surface.
//
// Input: a stage. Output: the minimum distance with its two nearest points and features
// (collision/distance.h), computed again when something has moved; and distances at the corners of a fine
// surface, for colouring the object and those near it. In a window a thread computes the surface. Distances
// are computed in parts, so that no frame waits for them. An object has no colours until all of its distances
// are known. While something moves the oldest are replaced first; soon after everything stands still all are
// current.
#ifndef APP_STAGE_CLEARANCE_H
#define APP_STAGE_CLEARANCE_H

#include "stage/state/stage_state.h"

// Returns a round length, about an eighth of the stage's size.
double GetUsualClearance(const Stage *stage);
// Returns the length in force.
double GetClearanceBelow(const Stage *stage);
void SetClearanceBelow(Stage *stage, double below);

// Computes the distance again if needed.
void UpdateStageDistance(Stage *stage);
// True if UpdateStageDistance has something to do.
bool IsDistanceDue(const Stage *stage);
// Computes at most `work` distances of points, fewer if the frame's time is up; 0: all that are due. Not
// while the distance is due.
void UpdateStageTints(Stage *stage, int32_t work);
// Updates both.
void UpdateStageClearance(Stage *stage, int32_t work);
// True if distances of some points are outdated.
bool IsClearanceDue(const Stage *stage);
// True if a thread computes a surface, and nothing else is left to do meanwhile.
bool IsTintMade(const Stage *stage);
// True if a large surface has no colours yet but will get some.
bool IsTintHidden(const Stage *stage);
// Returns the share of the points whose distances are current, from 0 to 1.
double GetTintShare(const Stage *stage);
// Returns the object's colours; NULL: none, or not yet.
const StageTint *GetStageTint(const Stage *stage, int32_t object);

void DestroyStageClearance(Stage *stage);

#endif

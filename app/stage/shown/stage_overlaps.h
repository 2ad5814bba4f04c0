// All pairs of objects that overlap, for display: no pose depends on them.
//
// Input: a stage. Output: the list of the overlapping pairs with a driven or dynamic object. Continuous steps
// and worlds never begin an overlap. Others can: a scene or meshes as they are opened, a typed pose of a
// fixed object, the discrete method, an option. They may last: objects that overlap pass through each other
// until they separate. So an object is tested when its pose or mesh differs from the one tested, unless a
// certified motion led there; pairs of the list are tested until they are free.
#ifndef APP_STAGE_OVERLAPS_H
#define APP_STAGE_OVERLAPS_H

#include "stage/state/stage_state.h"

// Describes an object as it is now; mesh NULL: it is not present, or -1.
StageTested DescribeTested(const Stage *stage, int32_t object);
// True if tests of the object before and now have the same results.
bool IsSameTested(StageTested a, StageTested b);
// Updates the list for the current poses. Continues in a later call if the frame's time is up.
void UpdateStageOverlaps(Stage *stage);
// True if UpdateStageOverlaps has something to do.
bool AreOverlapsDue(const Stage *stage);
// For certified motions: the object that was at `from` begins no overlap on its path.
void CarryStageOverlaps(Stage *stage, int32_t object, cdPose from);
// True if a driven or dynamic object overlaps something.
bool OverlapsInStage(const Stage *stage, int32_t object);
void DestroyStageOverlaps(Stage *stage);

#endif

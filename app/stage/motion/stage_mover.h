// The body of the stage's world that a motion moves, and its objects: one, or all members of the group.
#ifndef APP_STAGE_MOVER_H
#define APP_STAGE_MOVER_H

#include "stage/state/stage_state.h"

typedef struct StageMover {
    int32_t object; // the one that is led; its frame is the body's
    cdBodyId body;  // -1: there is no such body, or no memory
    bool together;  // moves all members of the group
    bool carrier;   // the body exists for this motion alone; all obstacles are the caller's
    bool overlaps;  // passes through obstacles that it overlapped
    cdPose pose;    // of the body after the motion
} StageMover;

// Finds the body that moves the object, or adds one.
StageMover BeginStageMotion(Stage *stage, int32_t object);
// Removes the body if it was added.
void EndStageMotion(Stage *stage, const StageMover *mover);

// True if the motion moves the object.
bool DoesStageFollow(const Stage *stage, const StageMover *mover, int32_t object);
// Returns the pose of one of its objects for a pose of the body.
cdPose GetFollowerPose(const Stage *stage, const StageMover *mover, int32_t object, cdPose pose);
// True if one of its objects and another object block each other.
bool DoesMoverMeet(const Stage *stage, const StageMover *mover, int32_t other);
// True if all of its objects push dynamic ones.
bool DoesMoverPush(const Stage *stage, const StageMover *mover);
// Returns the CD_DISABLE_... flags of its queries.
uint32_t GetMoverDisabled(const Stage *stage, const StageMover *mover);
// Puts the ground under its path from the present poses, as PlaceStageGround does.
int32_t PlaceMoverGround(Stage *stage, const StageMover *mover, cdPose to);

#endif

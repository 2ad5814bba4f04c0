// The bodies of several objects in the stage's world: one driven body with a shape for each of them.
//
// (1) The group's own, instead of bodies of its members. It exists if steps move none of them: all are
// driven, with the same collision filter, no sensors, and no joint connects one. So the world stops the whole
// group, and the group pushes. (2) A carrier, for one motion: of other groups, whose members have bodies of
// their own, and of an object whose body has several shapes, as the one mesh of all their triangles. Carriers
// collide with no body; the caller lists obstacles.
//
// The first shape is the led object, whose frame is the body's; then follow the other members in their order.
#ifndef APP_STAGE_GROUP_H
#define APP_STAGE_GROUP_H

#include "stage/state/stage_state.h"

// True if the group is one body of the world that is being created. `runs`: its bodies move by themselves.
bool IsStageGroupOneBody(const Stage *stage, const StageWorldKey *key, bool runs);
// Adds the group's body to a world without bodies of the members. @errors false: no memory
bool AddStageGroup(Stage *stage, StageWorld *world);
// Adapts the group's body to the current poses, with the frame of a member. Returns the body. @errors -1: no
// memory
cdBodyId FormStageGroup(Stage *stage, int32_t led);
// Moves the group's body as a whole.
void PlaceStageGroup(Stage *stage, cdPose pose);

// Adds a carrier of the object, or of the group of which it is a member. @errors -1: no memory
cdBodyId AddStageCarrier(Stage *stage, int32_t led, bool together);

// Returns the object of a shape, for a body whose frame is that of member `led`.
int32_t GetGroupMember(const Stage *stage, int32_t led, int32_t shape);
// Returns the pose of a member for one of its body, as the world computes it.
cdPose GetGroupPose(const Stage *stage, cdBodyId body, int32_t led, int32_t member, cdPose pose);
// Sets the members' poses to those of the group's body after a step. Returns false if it has not moved.
bool TakeGroupPoses(Stage *stage);

#endif

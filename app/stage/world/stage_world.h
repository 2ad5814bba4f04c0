// The stage's world: objects of a scene that drags and forces move (collision/world.h).
//
// Every stage has a world. It is stepped if the scene has dynamic or kinematic objects, or if the response is
// Bounce: driven objects are dynamic bodies then. Each object is a body of it, except those that the scene
// moves. Fixed and driven objects get the poses of the stage, the others those of the world. A driven object
// stands still in steps, unless it pushes. Otherwise nothing moves by itself: all objects are driven bodies,
// which only queries and the scene move. When that changes the world is created again with the velocities
// that the bodies have. The members of the group may be one body (stage_group.h).
#ifndef APP_STAGE_WORLD_H
#define APP_STAGE_WORLD_H

#include "stage/state/stage_state.h"

// Creates the world, or creates it again, as the stage's response, mode and objects require. If its bodies
// cannot move by themselves it is not stepped, and `trouble` says why.
void UpdateStageWorld(Stage *stage);
void DestroyStageWorld(Stage *stage);
// Sets the energies of a world that is present, with the work since the start of the scene.
void TakeStageEnergy(StageWorld *world);
// Restores an object that had left the world's bounds, and its body.
void TakeBackStageObject(Stage *stage, int32_t object);

// True if something moves by itself: a world, boxes on their routes, the scene.
bool MovesByItself(const Stage *stage);
// True if gravity can be switched on in a scene that has none.
bool CanStageFall(const Stage *stage);

// Writes the current velocities and joints to a scene with the stage's objects at their current poses.
// @errors false: no memory
bool DescribeStageBodies(const Stage *stage, SceneData *data);

// Returns the event that was the `age`-th from last; NULL: there is no such event, or it was overwritten.
const StageEvent *GetStageEvent(const Stage *stage, int32_t age);
// Returns the name of the object of an event or a contact; "the ground" for -1. @lifetime the stage's
const char *GetStageBodyName(const Stage *stage, int32_t object);
// Returns the object of a body, of several the first one; -1: the ground.
int32_t FindStageObject(const Stage *stage, cdBodyId body);
// Returns the object of a shape of a body; -1: the ground.
int32_t FindStageShape(const Stage *stage, cdBodyId body, int32_t shape);
// True if the object's body has a contact point in the world.
bool TouchesInStageWorld(const Stage *stage, int32_t object);
// Returns the radius of the smallest dynamic body; 0: no dynamic body.
double GetSmallestBodyRadius(const Stage *stage);

#endif

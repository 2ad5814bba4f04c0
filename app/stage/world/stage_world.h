// The stage's world: objects of a scene that forces move (collision/world.h).
//
// A stage has a world if its scene has dynamic objects, or if the response is Bounce: driven objects are
// dynamic bodies then. Each object is a body of it, except those that the scene moves. Fixed and dragged
// objects get the poses of the stage, the others those of the world. When that changes the world is created
// again with the velocities that the bodies have.
#ifndef APP_STAGE_WORLD_H
#define APP_STAGE_WORLD_H

#include "stage/state/stage_state.h"

// Creates the world, creates it again or destroys it, as the stage's response, mode and objects require. If
// that fails the stage has none, and `trouble` says why.
void UpdateStageWorld(Stage *stage);
void DestroyStageWorld(Stage *stage);

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
// Returns the object of a body; -1: the ground.
int32_t FindStageObject(const Stage *stage, cdBodyId body);
// True if the object's body has a contact point in the world.
bool TouchesInStageWorld(const Stage *stage, int32_t object);
// Returns the radius of the smallest dynamic body; 0: no dynamic body.
double GetSmallestBodyRadius(const Stage *stage);

#endif

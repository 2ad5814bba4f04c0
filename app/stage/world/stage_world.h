// The stage's world: what of a scene moves by forces (collision/world.h).
//
// A stage has a world when its scene has dynamic objects, or when what the hand holds shall bounce: driven
// objects are dynamic bodies then. Each object but those that the scene moves is a body of it; fixed ones and
// those that a hand leads are put where they are, the others are put where the world says. The world is made
// anew when that changes, with the velocities that the bodies have.
#ifndef APP_STAGE_WORLD_H
#define APP_STAGE_WORLD_H

#include "stage/state/stage_state.h"

// Makes the world, makes it anew, or takes it away, as the stage's response, mode and objects ask for. Where
// that fails the stage has none, and `trouble` says why.
void UpdateStageWorld(Stage *stage);
void DestroyStageWorld(Stage *stage);

// True if something here moves by itself: a world, boxes on their routes, the scene.
bool MovesByItself(const Stage *stage);
// Whether there is something that gravity could be switched on for, in a scene that has none.
bool CanStageFall(const Stage *stage);

// Velocities and joints as they are now, into a scene with the stage's objects where they are. false: no
// memory
bool DescribeStageBodies(const Stage *stage, SceneData *data);

// The event that was the `age`-th from last; NULL: there is none, or it is forgotten.
const StageEvent *GetStageEvent(const Stage *stage, int32_t age);
// Of an event or a contact; "the ground" for -1. @lifetime the stage's
const char *GetStageBodyName(const Stage *stage, int32_t object);
// The object of a body; -1: the ground.
int32_t FindStageObject(const Stage *stage, int32_t body);
// The radius of the smallest dynamic body; 0: there is none.
double GetSmallestBodyRadius(const Stage *stage);

#endif

// The stage's world: what of a scene moves by forces (collision/world.h).
//
// A stage has a world when its scene has dynamic objects, or when what the hand holds shall bounce: driven
// objects are dynamic bodies then. Each object but those that the scene moves is a body of it; fixed ones and
// those that a hand leads are put where they are, the others are put where the world says. The world is made
// anew when that changes, with the velocities that the bodies have.
#ifndef APP_STAGE_WORLD_H
#define APP_STAGE_WORLD_H

#include "scenes/scene_world.h"
#include "stage/stage_ground.h"

typedef struct Stage Stage;

enum { STAGE_EVENT_MAX = 64 };

typedef struct StageEvent {
    double time; // of the stage
    cdContactEventKind kind;
    int32_t objects[2]; // -1: the ground; of one that left the second is none
    cdVec3 point;
    double speed, impulse;
} StageEvent;

// What a world is made for; another one is made when it differs.
typedef struct StageWorldKey {
    bool made;
    bool bounces; // driven objects are bodies
    bool falls;   // gravity that the scene does not have
    StageGroundKind ground;
    int32_t objectCount;
    int64_t editCount; // of the objects' options
} StageWorldKey;

typedef struct StageWorld {
    bool present;
    char trouble[256]; // why there is none though something should move, or why it stands still; "": nothing
    bool outOfMemory;  // then the world is not what the stage's objects ask for, and `trouble` says so
    StageWorldKey key;
    SceneWorld scene;     // bodies[objectCount]; behind the last object the ground, where there is one
    const cdMesh *ground; // NULL: none
    cdMesh *slab;         // that one where it is this world's alone, owned
    double begin;         // the stage's time when it was made
    int32_t held;         // the object in the hand; -1: none
    bool still;           // all bodies rest, and nothing but a hand can change that
    bool touched;         // by a hand since the scene's start: the way here cannot be gone again
    int32_t bodyCount;    // dynamic ones
    int32_t restCount;    // those that rest
    cdWorldStep step;     // the last one
    double microseconds;  // that it took
    double lostTime;      // in all
    double drift;         // the worst
    double driftMargins;  // the worst, in margins
    cdWorldEnergy first, energy;
    StageEvent events[STAGE_EVENT_MAX]; // a ring
    int64_t eventCount, impactCount;
} StageWorld;

// Makes the world, makes it anew, or takes it away, as the stage's response, mode and objects ask for. Where
// that fails the stage has none, and `trouble` says why.
void UpdateStageWorld(Stage *stage);
void DestroyStageWorld(Stage *stage);

// Whether there is something that gravity could be switched on for, in a scene that has none.
bool CanStageFall(const Stage *stage);

// All dynamic bodies `dt` seconds on.
void StepStageWorld(Stage *stage, double dt);

// An object has been put somewhere: its body too, at rest.
void TellStageWorld(Stage *stage, int32_t object);

// A hand on a body: `grab` in its mesh's frame is pulled to `target`, world frame.
void HoldStageBody(Stage *stage, int32_t object, cdVec3 grab, cdVec3 target);
// Lets go; `drops`: at rest, else it flies on.
void ReleaseStageBody(Stage *stage, bool drops);

// Velocities and joints as they are now, into a scene with the stage's objects where they are. false: no
// memory
bool DescribeStageBodies(const Stage *stage, SceneData *data);

// The event that was the `age`-th from last; NULL: there is none, or it is forgotten.
const StageEvent *GetStageEvent(const Stage *stage, int32_t age);
// Of an event or a contact; "ground" for -1. @lifetime the stage's
const char *GetStageBodyName(const Stage *stage, int32_t object);
// The object of a body; -1: the ground.
int32_t FindStageObject(const Stage *stage, int32_t body);
// The radius of the smallest dynamic body; 0: there is none.
double GetSmallestBodyRadius(const Stage *stage);

#endif

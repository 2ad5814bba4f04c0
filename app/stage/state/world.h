// The world of a stage; see stage/world/stage_world.h.
#ifndef APP_STATE_WORLD_H
#define APP_STATE_WORLD_H

#include "scenes/scene_world.h"
#include "stage/state/ground.h"
#include "stage/state/limit.h"

enum { STAGE_EVENT_MAX = 64 };

typedef struct StageEvent {
    double time; // of the stage
    cdContactEventKind kind;
    int32_t objects[2]; // -1: the ground; unused second one if a body left the world
    cdVec3 point;
    int32_t carrier; // the moving object that carries the point; -1: none
    cdVec3 local;    // the point in its frame
    double speed, impulse;
} StageEvent;

// The settings for which a world was created; it is created again when they differ.
typedef struct StageWorldKey {
    bool made;
    bool bounces; // driven objects are dynamic bodies
    bool falls;   // gravity that the scene lacks
    StageGroundKind ground;
    int32_t objectCount;
    int64_t editCount; // of the objects' options
} StageWorldKey;

typedef struct StageWorld {
    bool present;      // bodies move by themselves: the world is stepped
    char trouble[256]; // why no body moves though something should move, or why it stands still; or ""
    bool outOfMemory;  // the world does not match the stage's objects; `trouble` says so
    StageWorldKey key;
    SceneWorld scene;                   // bodies[objectCount]; the ground, if any, is behind the last object
    const cdMesh *ground;               // NULL: none
    cdBodyId groundBody;                // -1: none
    cdBodyId groupBody;                 // the one body of all members of the group; -1: none
    int32_t groupLed;                   // the member whose frame is that body's
    cdMesh *slab;                       // `ground` if it is owned by this world
    double begin;                       // the stage's time when it was created
    int32_t held;                       // the object held by the drag; -1: none
    bool still;                         // all bodies are asleep until a drag changes that
    bool touched;                       // by the user since the scene's start: the motion cannot be repeated
    int32_t bodyCount;                  // dynamic ones
    int32_t asleepCount;                // sleeping dynamic bodies
    cdWorldStep step;                   // the last one
    StageStop stop;                     // the reason why its step was abandoned
    double microseconds;                // time of the last step
    double blockedTime;                 // total
    double drift;                       // maximum
    double driftMargins;                // maximum, in margins
    cdWorldEnergy first, energy;        // at the beginning of this world, and now
    cdWorldEnergy earlier;              // of the world before it; only its work and what was dissipated count
    StageEvent events[STAGE_EVENT_MAX]; // a ring
    int64_t eventCount, impactCount;
} StageWorld;

#endif

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
    int32_t objects[2]; // -1: the ground; of one that left the second is none
    cdVec3 point;
    int32_t carrier; // the moving object that the point is on; -1: none
    cdVec3 local;    // the point on it, its frame
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
    int32_t asleepCount;  // those that rest
    cdWorldStep step;     // the last one
    StageStop stop;       // where it was given up
    double microseconds;  // that it took
    double blockedTime;   // in all
    double drift;         // the worst
    double driftMargins;  // the worst, in margins
    cdWorldEnergy first, energy;
    StageEvent events[STAGE_EVENT_MAX]; // a ring
    int64_t eventCount, impactCount;
} StageWorld;

#endif

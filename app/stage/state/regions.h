// The contact regions of a stage; see stage/shown/stage_regions.h.
#ifndef APP_STATE_REGIONS_H
#define APP_STATE_REGIONS_H

#include "collision/regions.h"
#include "stage/shown/parting.h"

// The object with one of the others.
typedef struct StageTouching {
    bool present;                     // in reach
    const cdMesh *mesh;               // of the other
    bool indexed;                     // found by the B-rep index of both solids, else by the sphere trees
    cdContactRegions regions;         // world frame; arrays owned
    cdContactRegions before;          // of the step before; regionCount 0: none
    int32_t capacity, capacityBefore; // of regions in each; of points more in proportion
} StageTouching;

// One of the list.
typedef struct StageRegion {
    int32_t obstacle; // the object it is with
    int32_t index;    // into its regions
} StageRegion;

// What stays chosen while regions come and go: the pair of features, and which of its regions.
typedef struct StageChoice {
    bool made;
    int32_t obstacle, part;
    cdLocation locationA, locationB;
} StageChoice;

typedef struct StageRegions {
    bool wanted;             // by those who look: each step of a story, or of a scene by itself, is followed
    bool usesIndex;          // of the solids; else the sphere trees are asked. The answer is the same
    bool present;            // the list is of where the objects are now
    int32_t object;          // whose contact it is
    const cdMesh *mesh;      // of it
    StageTouching *touching; // touching[capacity], of each other object
    cdPose *poses;           // poses[capacity]: where the objects were when the list was made
    int32_t capacity;
    StageRegion *list; // list[count]: all regions, by obstacle, then as the query gave them
    int32_t count, listCapacity;
    int32_t sufficientCount;
    cdState state;        // the worst
    int32_t deepest;      // the obstacle it is deepest in; -1: penetrates none
    Parting parting;      // from that one; by the hulls alone, so that it is quick
    int32_t stepCount;    // of the stage when the list was made
    bool interrupted;     // something was put somewhere since: what comes next has no step before
    bool late;            // some were not found in time: they are looked for again
    bool comes;           // some lack the solids, which are being made: they are looked for again, then
    double microseconds;  // that finding them took
    int32_t indexedCount; // obstacles asked by the index
    int32_t askedCount;   // obstacles asked at all
    bool truncated;
    StageChoice choice;
} StageRegions;

#endif

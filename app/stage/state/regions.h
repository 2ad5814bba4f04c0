// The contact regions of a stage; see stage/shown/stage_regions.h.
#ifndef APP_STATE_REGIONS_H
#define APP_STATE_REGIONS_H

#include "collision/regions.h"
#include "stage/shown/parting.h"

// The object's contact with one of the others.
typedef struct StageTouching {
    bool present;             // within reach
    const cdMesh *mesh;       // the other's
    bool indexed;             // found by the B-rep index of both solids, else by the sphere trees
    cdContactRegions regions; // world frame; arrays owned
    cdContactRegions before;  // of the previous step
    cdContactRegions found;   // by a search in progress, if `isFound`; they replace `regions` at its end
    bool isFound;
    bool lasts; // the regions follow from `before`, by these velocities
    cdVelocity velocityA, velocityB;
    int32_t capacity, capacityBefore, capacityFound; // of regions in each; points in proportion
} StageTouching;

// A row of the list.
typedef struct StageRegion {
    int32_t obstacle; // the other object
    int32_t index;    // into its regions
} StageRegion;

// The chosen region while regions come and go: a pair of features, and which of its regions.
typedef struct StageChoice {
    bool made;
    int32_t obstacle, part;
    cdLocation locationA, locationB;
} StageChoice;

typedef struct StageRegions {
    bool wanted;        // by the view or a panel: each step of a story, or of a scene by itself, is followed
    bool usesIndex;     // of the solids; else the sphere trees are used. The result is the same
    bool present;       // the list is for the objects' current poses
    int32_t object;     // the object in contact
    const cdMesh *mesh; // its mesh
    StageTouching *touching; // touching[capacity], for each other object
    cdPose *poses;           // poses[capacity]: of the objects when the list was built
    int32_t capacity;
    StageRegion *list; // list[count]: all regions, by obstacle, then in the query's order
    int32_t count, listCapacity;
    int32_t sufficientCount;
    cdState state;        // the worst
    int32_t deepest;      // the obstacle with the deepest penetration; -1: none
    Parting parting;      // from that one; by the hulls alone, which is quick
    int32_t stepCount;    // of the stage when the list was built
    bool interrupted;     // something was placed since: the next step has no predecessor
    bool late;            // some were not found in time: they are searched for again
    bool comes;           // some lack solids that are being built: they are searched for again afterwards
    double microseconds;  // time of the search
    int32_t indexedCount; // obstacles tested by the index
    int32_t askedCount;   // all obstacles tested
    bool truncated;
    StageChoice choice;
} StageRegions;

#endif

// Where the object moved last touches the others: its contact regions, step by step.
//
// Input: a stage after a step. Output: one list of regions, of the whole intersection set, each with the
// obstacle it is with (collision/regions.h, [BV92 3]). Regions are found anew when something has moved or a
// step was asked, and only when somebody looks. Those of the step before are handed on for each obstacle, so
// that normals persist and a region's age counts the steps it has lasted. An object that was put somewhere
// without a step begins anew. Arrays grow outside queries.
#ifndef APP_STAGE_REGIONS_H
#define APP_STAGE_REGIONS_H

#include "collision/regions.h"
#include "stage/parting.h"

typedef struct Stage Stage;

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
    cdPlace placeA, placeB;
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

// Brings the list to where the objects are now; does nothing when nothing has happened since.
void UpdateStageRegions(Stage *stage);
// True if UpdateStageRegions has something to do.
bool AreRegionsDue(const Stage *stage);
void DestroyStageRegions(Stage *stage);

// Nothing was in the way of the last step, and yet the object touches something: it rests or slides on it.
bool IsRestingInTouch(const Stage *stage);

const cdContactRegion *GetStageRegion(const Stage *stage, int32_t row);
const cdVec3 *GetStageRegionPoints(const Stage *stage, int32_t row); // points[pointCount] of the region
// A sphere about a region's points.
void GetStageRegionBounds(const Stage *stage, int32_t row, cdVec3 *center, double *radius);

void ChooseStageRegion(Stage *stage, int32_t row); // -1: none
int32_t FindChosenRegion(const Stage *stage);      // its row now; -1: none, or it is gone

#endif

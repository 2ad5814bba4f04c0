// How far the selected object is from all others, and how far every place of its surface is.
//
// Input: a stage. Output: the least distance with its two nearest points and features (collision/distance.h),
// found anew when something has moved; and, for the object and for what is near it, distances at the corners
// of a fine surface, for colouring. These come in parts, so that no frame waits for them: while something
// moves the oldest are replaced first, and when all stands still they are soon all true.
#ifndef APP_STAGE_CLEARANCE_H
#define APP_STAGE_CLEARANCE_H

#include "collision/distance.h"
#include "stage/fine_surface.h"

typedef struct Stage Stage;

// The distances of one object's surface from the others, or from the selected one.
typedef struct StageTint {
    int32_t object;
    const cdMesh *mesh; // of which the surface was made
    FineSurface surface;
    float *values;    // values[surface.pointCount], lengths; `reach` where farther
    int32_t *nearest; // the triangle nearest to each when last asked, -1: none
    int32_t done;     // how many points are true
    int32_t next;     // the point to ask next
    double reach;     // up to which distances are known
    uint32_t version; // raised with every change
    bool used;        // the object is near enough to have colours
} StageTint;

typedef struct StageClearance {
    bool wanted;   // by those who look
    bool coloured; // surfaces too
    double below;  // distances below it have a colour; 0: GetUsualClearance
    bool asked;    // the search is of where the objects are now
    bool present;  // it has found something: what follows
    int32_t object, obstacle;
    cdDistance distance;
    bool late;             // it was not found in time: it is looked for again
    double microseconds;   // that finding it took
    cdPose *poses;         // poses[capacity]: where the objects were then
    cdObstacle *others;    // others[capacity]
    int32_t *otherObjects; // which object each is
    cdPairCache *caches;   // caches[capacity], by object
    int32_t capacity;
    int32_t objectCount; // of the stage then
    StageTint *tints;    // tints[tintCount]
    int32_t tintCount;
} StageClearance;

// A round length, about an eighth of the stage's size.
double GetUsualClearance(const Stage *stage);
// The one that is in force.
double GetClearanceBelow(const Stage *stage);
void SetClearanceBelow(Stage *stage, double below);

// Brings the distance up to date.
void UpdateStageDistance(Stage *stage);
// True if UpdateStageDistance has something to do.
bool IsDistanceDue(const Stage *stage);
// Asks for at most `work` distances of points, fewer where the frame's time is up; 0: for all that are due.
// Not while the distance is due.
void UpdateStageTints(Stage *stage, int32_t work);
// Both.
void UpdateStageClearance(Stage *stage, int32_t work);
// Whether some points' distances are not true yet.
bool IsClearanceDue(const Stage *stage);
// The object's; NULL: it has no colours.
const StageTint *GetStageTint(const Stage *stage, int32_t object);

void DestroyStageClearance(Stage *stage);

#endif

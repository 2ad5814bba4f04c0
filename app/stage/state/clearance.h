// The clearance of a stage's objects; see stage/shown/stage_clearance.h.
#ifndef APP_STATE_CLEARANCE_H
#define APP_STATE_CLEARANCE_H

#include "collision/distance.h"
#include "collision/query.h"
#include "stage/shown/fine_surface.h"

typedef struct StageTintMaker StageTintMaker; // computes the surface of one beside the window's frames

// The distances of one object's surface from the others, or from the selected one.
typedef struct StageTint {
    int32_t object;
    const cdMesh *mesh; // whose surface it is
    FineSurface surface;
    gxSurface drawing;     // of the surface, as pictures need it; empty where the mesh's own triangles serve
    StageTintMaker *maker; // NULL: the surface is there
    float *values;         // values[surface.pointCount], lengths; `reach` where farther
    int32_t *nearest;      // the triangle nearest to each when last asked, -1: none
    int32_t done;          // how many points are true
    int32_t next;          // the point to ask next
    double reach;          // up to which distances are known
    uint32_t version;      // raised with every change
    bool used;             // the object is near enough to have colours
    bool whole;            // all points have been true since it is: before that nothing is shown
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

#endif

// The clearance of a stage's objects; see stage/shown/stage_clearance.h.
#ifndef APP_STATE_CLEARANCE_H
#define APP_STATE_CLEARANCE_H

#include "collision/distance.h"
#include "collision/query.h"
#include "stage/shown/fine_surface.h"

typedef struct StageTintMaker StageTintMaker; // computes a surface beside the window's frames

// Distances of one object's surface from the others, or from the selected one.
typedef struct StageTint {
    int32_t object;
    const cdMesh *mesh; // the mesh of the surface
    FineSurface surface;
    gxSurface drawing;     // drawing of the surface; empty if the mesh's own triangles serve
    StageTintMaker *maker; // NULL: the surface is finished
    float *values;         // values[surface.pointCount], lengths; `reach` where farther
    int32_t *nearest;      // the triangle nearest to each at the last query; -1: none
    int32_t done;          // number of points with current distances
    int32_t next;          // the point to query next
    double reach;          // maximum distance that queries search
    uint32_t version;      // raised with every change
    bool used;             // the object is near enough to have colours
    bool whole;            // all points have been current since `used`; before that nothing is shown
} StageTint;

typedef struct StageClearance {
    bool wanted;   // by the view or a panel
    bool coloured; // surfaces too
    double below;  // distances below it are coloured; 0: GetUsualClearance
    bool searched; // the search is for the objects' current poses
    bool present;  // a pair was found: the fields below are valid
    int32_t object, obstacle;
    cdDistance distance;
    bool late;             // not found in time: searched again
    double microseconds;   // time of the query
    cdPose *poses;         // poses[capacity]: of the objects at that query
    cdObstacle *others;    // others[capacity]
    int32_t *otherObjects; // the object of each
    cdPairCache *caches;   // caches[capacity], by object
    int32_t capacity;
    int32_t objectCount; // of the stage at that query
    StageTint *tints;    // tints[tintCount]
    int32_t tintCount;
} StageClearance;

#endif

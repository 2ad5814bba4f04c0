// What the pictures of an event share: its two meshes, its elements, its colour.
#ifndef APP_OVERLAY_STEPS_H
#define APP_OVERLAY_STEPS_H

#include "view/view_data.h"

// The moved mesh where it is shown, and the obstacle that the event is about.
typedef struct StepMeshes {
    const cdMesh *a, *b;
    cdPose poseA, poseB;
} StepMeshes;

// The corners of both elements: 1 of a vertex, 2 of an edge, 3 of a triangle.
typedef struct StepElements {
    cdVec3 a[3], b[3];
    int countA, countB;
} StepElements;

// false: the event is about no obstacle.
bool FindStepMeshes(const Stage *stage, StepMeshes *meshes);
bool IsStepOfElements(cdTraceKind kind);
bool IsStepOfFaces(cdTraceKind kind);
// false: the event is not about elements.
bool GetStepElements(const StepMeshes *meshes, const cdTraceEvent *event, StepElements *elements);
gxColor GetStepColor(const cdTraceEvent *event); // by what came of it

#endif

// Computes the gap of two nodes over a step for the plot of the page "Step by step".
//
// Input: an event of two nodes. Output: the gap of the volumes that decided. (1) Spheres: the distance of
// their surfaces. (2) Discs or boxes: the distance of their projections on the axis across the plane that
// separates them (collision/trace.h). Below 0 they overlap, as they may outside the interval of interest.
#include "stage/shown/stage_steps.h"

#include <math.h>

static double clampShare(double x) {
    return fmin(fmax(x, 0.0), 1.0);
}

// --- (2)

static double findShadow(const cdSphereNode *node, cdQuat q, bool ofBox, cdVec3 direction) {
    cdVec3 normal = cdRotate(q, node->axes[0]);
    if (!ofBox)
        return node->halves[0] * fabs(cdDot(normal, direction)) +
               node->radius * cdLength(cdCross(normal, direction));
    double extent = 0.0;
    for (int i = 0; i < 3; ++i)
        extent += node->halves[i] * fabs(cdDot(cdRotate(q, node->axes[i]), direction));
    return extent;
}

static void makePlaneGap(const cdMotion *motion, const cdTraceEvent *event, const cdSphereNode *a,
                         const cdSphereNode *b, cdPose poseB, double values[STEPS_SAMPLE_COUNT]) {
    cdPose start = cdGetPoseAt(motion, clampShare(event->t.lo));
    int index = (int)fmin(fmax(event->c[5], 1.0), 6.0) - 1;
    cdVec3 axis = index < 3 ? cdRotate(start.q, a->axes[index]) : cdRotate(poseB.q, b->axes[index - 3]);
    cdVec3 fixed = cdTransformPoint(poseB, b->center);
    if (cdDot(axis, cdSub(cdTransformPoint(start, a->center), fixed)) < 0.0) axis = cdNegate(axis);
    bool ofBox = event->how == CD_HOW_BOX;
    double ofB = findShadow(b, poseB.q, ofBox, axis);
    for (int i = 0; i < STEPS_SAMPLE_COUNT; ++i) {
        cdPose pose = cdGetPoseAt(motion, (double)i / (STEPS_SAMPLE_COUNT - 1));
        cdVec3 between = cdSub(cdTransformPoint(pose, a->center), fixed);
        values[i] = cdDot(axis, between) - findShadow(a, pose.q, ofBox, axis) - ofB;
    }
}

// --- (1)

static void makeSphereGap(const cdMotion *motion, const cdSphereNode *a, const cdSphereNode *b, cdPose poseB,
                          double values[STEPS_SAMPLE_COUNT]) {
    cdVec3 fixed = cdTransformPoint(poseB, b->center);
    for (int i = 0; i < STEPS_SAMPLE_COUNT; ++i) {
        cdPose pose = cdGetPoseAt(motion, (double)i / (STEPS_SAMPLE_COUNT - 1));
        values[i] = cdLength(cdSub(cdTransformPoint(pose, a->center), fixed)) - a->radius - b->radius;
    }
}

void MakeStepGap(const StageSteps *steps, const cdMesh *meshA, StepsShown *shown) {
    const cdObstacle *obstacle = &steps->obstacles[shown->obstacle];
    const cdTraceEvent *event = &shown->event;
    cdSphereNode a = cdGetSphereNode(meshA, event->a), b = cdGetSphereNode(obstacle->mesh, event->b);
    StepsCurve *curve = &shown->curve;
    *curve = (StepsCurve){.present = true, .passed = -1};
    if (event->how == CD_HOW_SLAB || event->how == CD_HOW_BOX)
        makePlaneGap(&steps->motion, event, &a, &b, obstacle->pose, curve->values);
    else
        makeSphereGap(&steps->motion, &a, &b, obstacle->pose, curve->values);
    curve->from = clampShare(event->t.lo);
    curve->to = clampShare(event->t.hi);
}

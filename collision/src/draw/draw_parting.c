// Draws the plane or the screw's axis that separates two nodes whose spheres may touch.
//
// Input: an event CD_TRACE_NODES_DISJOINT with how SLAB, BOX or AXIS. Output: calls of the cdDebugDraw
// callbacks, world frame. (1) A slab is drawn as a disc by two circles, a box by its edges: A's at both ends
// of the tested interval, in full where it is closer to the plane. (2) The plane is halfway through the
// remaining gap between B's bound and A's, which is thickened for its turn and the bulge of its path, as in
// node_trace.c. (3) About the screw's axis, the facing ends of the nodes' ranges of distances are circles.
#include "draw/draw_parting.h"
#include "draw/draw_parts.h"
#include "foundation/geometry/screw.h"

#include <math.h>

typedef struct Parting {
    const cdDebugDraw *draw;
    const cdTraceEvent *event;
    cdSphereNode a, b;
    cdPose ends[2], poseB; // ends: A's poses at both ends of the tested interval
    bool isEvents;         // they are those of the event
} Parting;

bool cdIsParting(const cdTraceEvent *event) {
    bool parts = event->how == CD_HOW_SLAB || event->how == CD_HOW_BOX || event->how == CD_HOW_AXIS;
    return event->kind == CD_TRACE_NODES_DISJOINT && parts;
}

// --- (1)

static cdDrawStyle getStyle(cdDrawOwner owner, double fade) {
    return (cdDrawStyle){CD_ROLE_CULLED, owner, fade};
}

static void drawDisc(const cdDebugDraw *draw, const cdSphereNode *node, cdPose pose, cdDrawStyle style) {
    cdVec3 center = cdTransformPoint(pose, node->center), up = cdRotate(pose.q, node->axes[0]);
    cdVec3 x = cdRotate(pose.q, cdScale(node->radius, node->axes[1]));
    cdVec3 y = cdRotate(pose.q, cdScale(node->radius, node->axes[2]));
    for (int side = -1; side <= 1; side += 2)
        cdDrawCircle(draw, cdMulAdd(center, side * node->halves[0], up), x, y, style);
}

static cdVec3 getCorner(const cdSphereNode *node, cdPose pose, int corner) {
    cdVec3 p = node->center;
    for (int i = 0; i < 3; i++)
        p = cdMulAdd(p, corner >> i & 1 ? node->halves[i] : -node->halves[i], node->axes[i]);
    return cdTransformPoint(pose, p);
}

static void drawBox(const cdDebugDraw *draw, const cdSphereNode *node, cdPose pose, cdDrawStyle style) {
    for (int corner = 0; corner < 8; corner++)
        for (int i = 0; i < 3; i++)
            if (!(corner >> i & 1))
                cdDrawSegment(draw, getCorner(node, pose, corner), getCorner(node, pose, corner | 1 << i),
                              style);
}

static void drawBound(const Parting *parting, const cdSphereNode *node, cdPose pose, cdDrawStyle style) {
    if (parting->event->how == CD_HOW_BOX)
        drawBox(parting->draw, node, pose, style);
    else
        drawDisc(parting->draw, node, pose, style);
}

// --- (2)

static double findExtent(const Parting *parting, const cdSphereNode *node, cdQuat q, cdVec3 direction) {
    if (parting->event->how != CD_HOW_BOX) {
        cdVec3 normal = cdRotate(q, node->axes[0]);
        return node->halves[0] * fabs(cdDot(normal, direction)) +
               node->radius * cdLength(cdCross(normal, direction));
    }
    double extent = 0.0;
    for (int i = 0; i < 3; i++)
        extent += node->halves[i] * fabs(cdDot(cdRotate(q, node->axes[i]), direction));
    return extent;
}

static cdVec3 drawPlaneBetween(const Parting *parting) {
    const cdTraceEvent *event = parting->event;
    cdVec3 centerB = cdTransformPoint(parting->poseB, parting->b.center), between[2];
    int index = event->c[5] >= 1.0 && event->c[5] <= 6.0 ? (int)event->c[5] - 1 : 0;
    cdVec3 axis = index < 3 ? cdRotate(parting->ends[0].q, parting->a.axes[index])
                            : cdRotate(parting->poseB.q, parting->b.axes[index - 3]);
    for (int i = 0; i < 2; i++)
        between[i] = cdSub(cdTransformPoint(parting->ends[i], parting->a.center), centerB);
    if (cdDot(axis, between[0]) < 0.0) axis = cdNegate(axis);
    double first = cdDot(axis, between[0]), last = cdDot(axis, between[1]);
    int nearer = last < first;
    bool moves = !cdIsSamePose(parting->ends[0], parting->ends[1]);
    if (moves) drawBound(parting, &parting->a, parting->ends[!nearer], getStyle(CD_OWNER_A, 0.5));
    drawBound(parting, &parting->a, parting->ends[nearer], getStyle(CD_OWNER_A, 0.0));
    drawBound(parting, &parting->b, parting->poseB, getStyle(CD_OWNER_B, 0.0));
    double ofB = findExtent(parting, &parting->b, parting->poseB.q, axis);
    double ofA = findExtent(parting, &parting->a, parting->ends[0].q, axis) + event->c[7];
    // The event's gap is that from the chord: the end of a part of the path may be off it.
    double gap = parting->isEvents ? event->c[6] : cdMin(first, last) - ofA - ofB;
    cdVec3 middle = cdMulAdd(centerB, 0.5, between[nearer]);
    if (!(gap > 0.0)) return middle; // the shown pose is not one of the event
    double height = ofB + 0.5 * gap - cdDot(axis, cdSub(middle, centerB));
    cdVec3 center = cdMulAdd(middle, height, axis);
    cdVec3 x = cdScale(cdMax(parting->a.radius, parting->b.radius), cdFindSquare(axis));
    cdDrawPlane(parting->draw, center, x, cdCross(axis, x));
    return center;
}

// --- (3)

static void drawDistance(const Parting *parting, cdVec3 onAxis, cdVec3 axis, cdVec3 center, double distance,
                         cdDrawOwner owner) {
    if (!isfinite(distance)) return;
    cdVec3 x = cdScale(distance, cdFindSquare(axis));
    cdVec3 middle = cdMulAdd(onAxis, cdDot(axis, cdSub(center, onAxis)), axis);
    cdDrawCircle(parting->draw, middle, x, cdCross(axis, x), getStyle(owner, 0.0));
}

static cdVec3 drawAboutAxis(const Parting *parting, const cdMotion *motion) {
    const cdTraceEvent *event = parting->event;
    cdVec3 centerA = cdTransformPoint(parting->ends[0], parting->a.center);
    cdVec3 centerB = cdTransformPoint(parting->poseB, parting->b.center);
    cdVec3 onAxis, axis, middle = cdLerp(centerA, centerB, 0.5);
    if (motion == NULL || !cdGetScrewAxis(motion, &onAxis, &axis)) return middle;
    if (event->c[5] == 1.0) {
        drawDistance(parting, onAxis, axis, centerA, event->c[6], CD_OWNER_A);
        drawDistance(parting, onAxis, axis, centerB, event->c[7], CD_OWNER_B);
    }
    cdVec3 foot = cdMulAdd(onAxis, cdDot(axis, cdSub(middle, onAxis)), axis);
    double reach = 2.0 * (parting->a.radius + parting->b.radius) + cdLength(cdSub(centerA, centerB));
    cdDrawSegment(parting->draw, cdMulAdd(foot, -reach, axis), cdMulAdd(foot, reach, axis),
                  cdGetStyle(CD_ROLE_SCREW));
    return middle;
}

cdVec3 cdDrawParting(const cdDebugDraw *draw, const cdTraceEvent *event, const cdTracedQuery *query) {
    Parting parting = {.draw = draw,
                       .event = event,
                       .a = cdGetSphereNode(query->meshA, event->a),
                       .b = cdGetSphereNode(query->meshB, event->b),
                       .ends = {query->poseA, query->poseA},
                       .poseB = query->poseB,
                       .isEvents = query->motion != NULL};
    if (query->motion) {
        parting.ends[0] = cdGetPoseAt(query->motion, cdMin(event->t.lo, 1.0));
        parting.ends[1] = cdGetPoseAt(query->motion, cdMin(event->t.hi, 1.0));
    }
    if (event->how == CD_HOW_AXIS) return drawAboutAxis(&parting, query->motion);
    return drawPlaneBetween(&parting);
}

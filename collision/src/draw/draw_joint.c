// Draws a joint: its points, the links to its bodies, its axis, and its limits in the frame of B.
//
// A limited angle is an arc about B's axis, from the lower to the upper limit, with a radius at each end and
// one at the current angle; a cone is a circle; a limited length is a line with a mark at each end.
#include "draw/draw_joint.h"
#include "foundation/numbers/functions.h"
#include "world/step_work.h"

#include <math.h>

enum { ARC_SEGMENTS = 24 };

static const double TURN = 6.28318530717958647693;

// Parts of A's radius.
static const double AXIS = 0.5, ARC = 0.4, MARK = 0.1;

// A joint at the current poses of its bodies.
typedef struct JointView {
    const cdDebugDraw *draw;
    const cdWorldJoint *joint;
    cdJointPlace place;
    cdVec3 a, b;   // its points
    double radius; // of A
} JointView;

static void drawLine(const JointView *view, cdVec3 from, cdVec3 to) {
    cdDrawSegment(view->draw, from, to, cdGetStyle(CD_ROLE_SCREW));
}

// Draws a line through a point, `half` to both sides.
static void drawAcross(const JointView *view, cdVec3 middle, cdVec3 half) {
    drawLine(view, cdSub(middle, half), cdAdd(middle, half));
}

// --- Links

static void drawLinks(const JointView *view) {
    const cdWorldJoint *joint = view->joint;
    cdDrawPoint(view->draw, view->a, cdGetStyle(CD_ROLE_SCREW));
    drawLine(view, view->place.a.centroid, view->a);
    bool apart = joint->kind == CD_JOINT_DISTANCE;
    if (apart) {
        cdDrawPoint(view->draw, view->b, cdGetStyle(CD_ROLE_SCREW));
        drawLine(view, view->a, view->b);
    }
    if (joint->bodyB >= 0) drawLine(view, apart ? view->b : view->a, view->place.b.centroid);
}

// --- Angles

// Returns the point at an angle on a circle of two perpendicular arms.
static cdVec3 placeOnArc(cdVec3 middle, cdVec3 first, cdVec3 second, double angle) {
    return cdMulAdd(cdMulAdd(middle, cdCos(angle), first), cdSin(angle), second);
}

static void drawArc(const JointView *view, cdVec3 middle, cdVec3 first, cdVec3 second, double from,
                    double to) {
    cdVec3 last = placeOnArc(middle, first, second, from);
    for (int i = 1; i <= ARC_SEGMENTS; i++) {
        cdVec3 next = placeOnArc(middle, first, second, from + (to - from) * i / ARC_SEGMENTS);
        drawLine(view, last, next);
        last = next;
    }
}

static void drawHinge(const JointView *view) {
    const cdWorldJoint *joint = view->joint;
    cdQuat turn = view->place.poseB.q;
    cdVec3 axis = cdRotate(turn, joint->axisB), side = cdRotate(turn, cdFindPerpendicular(joint->axisB));
    cdVec3 first = cdScale(ARC * view->radius, side),
           second = cdScale(ARC * view->radius, cdCross(axis, side));
    drawAcross(view, view->a, cdScale(AXIS * view->radius, cdRotate(view->place.poseA.q, joint->axisA)));
    if (!joint->limited) return;
    double position = cdGetJointPosition(joint, view->place.poseA, view->place.poseB);
    // An arc longer than a turn, or without an end, is cut to the turn around the current angle.
    double from = cdMax(joint->lower, position - 0.5 * TURN), to = cdMin(joint->upper, position + 0.5 * TURN);
    drawArc(view, view->a, first, second, from, to);
    drawLine(view, view->a, placeOnArc(view->a, first, second, position));
    if (from == joint->lower) drawLine(view, view->a, placeOnArc(view->a, first, second, from));
    if (to == joint->upper) drawLine(view, view->a, placeOnArc(view->a, first, second, to));
}

static void drawCone(const JointView *view) {
    const cdWorldJoint *joint = view->joint;
    cdVec3 axis = cdRotate(view->place.poseB.q, joint->axisB), side = cdFindPerpendicular(axis);
    double reach = AXIS * view->radius, wide = reach * cdSin(joint->upper);
    cdVec3 middle = cdMulAdd(view->a, reach * cdCos(joint->upper), axis);
    drawLine(view, view->a, cdMulAdd(view->a, reach, cdRotate(view->place.poseA.q, joint->axisA)));
    drawArc(view, middle, cdScale(wide, side), cdScale(wide, cdCross(axis, side)), 0.0, TURN);
}

// --- Lengths

static void drawMark(const JointView *view, cdVec3 at, cdVec3 along) {
    cdVec3 side = cdFindPerpendicular(along);
    drawAcross(view, at, cdScale(MARK * view->radius, side));
    drawAcross(view, at, cdScale(MARK * view->radius, cdCross(along, side)));
}

static void drawSlider(const JointView *view) {
    const cdWorldJoint *joint = view->joint;
    cdVec3 along = cdGetJointDirection(joint, view->place.poseA, view->place.poseB);
    double position = cdGetJointPosition(joint, view->place.poseA, view->place.poseB), least = joint->lower,
           most = joint->upper;
    // Without a limit the axis is as long as that of a hinge.
    double from = cdMax(least, position - (least > -INFINITY ? INFINITY : AXIS * view->radius)),
           to = cdMin(most, position + (most < INFINITY ? INFINITY : AXIS * view->radius));
    drawLine(view, cdMulAdd(view->b, from, along), cdMulAdd(view->b, to, along));
    if (least > -INFINITY) drawMark(view, cdMulAdd(view->b, least, along), along);
    if (most < INFINITY) drawMark(view, cdMulAdd(view->b, most, along), along);
}

// Marks the limits of a distance on the line from B to A.
static void drawDistance(const JointView *view) {
    const cdWorldJoint *joint = view->joint;
    cdVec3 along = cdGetJointDirection(joint, view->place.poseA, view->place.poseB);
    if (joint->lower > -INFINITY) drawMark(view, cdMulAdd(view->b, joint->lower, along), along);
    if (joint->upper < INFINITY) drawMark(view, cdMulAdd(view->b, joint->upper, along), along);
}

static void drawFixed(const JointView *view) {
    double half = MARK * view->radius;
    const cdVec3 axes[] = {{half, 0.0, 0.0}, {0.0, half, 0.0}, {0.0, 0.0, half}};
    for (int i = 0; i < 3; i++)
        drawAcross(view, view->a, cdRotate(view->place.poseA.q, axes[i]));
}

void cdDrawJoint(const cdDebugDraw *draw, const cdWorld *world, const cdWorldJoint *joint) {
    JointView view = {.draw = draw,
                      .joint = joint,
                      .place = cdGetJointPlace(world, joint, CD_AT_START),
                      .radius = world->bodies[joint->bodyA].radius};
    view.a = cdTransformPoint(view.place.poseA, joint->pointA);
    view.b = cdTransformPoint(view.place.poseB, joint->pointB);
    drawLinks(&view);
    if (joint->kind == CD_JOINT_HINGE) drawHinge(&view);
    if (joint->kind == CD_JOINT_BALL && joint->limited) drawCone(&view);
    if (joint->kind == CD_JOINT_SLIDER) drawSlider(&view);
    if (joint->kind == CD_JOINT_DISTANCE && joint->limited) drawDistance(&view);
    if (joint->kind == CD_JOINT_FIXED) drawFixed(&view);
}

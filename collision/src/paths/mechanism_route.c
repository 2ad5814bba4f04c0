// Relative motions of two meshes of a mechanism; see mechanism_route.h.
//
// As seen from B a point of A is at z = J[0](v[0]) J[1](v[1]) ... x, joints from B to A, constant poses left
// out, and each value v changes at a constant rate. Let V[k] bound the speed that joint k alone gives the
// point: its rate times the distance from its axis (hinge), its rate (slider), and let w[k] be the rate of a
// hinge, 0 of a slider. A hinge turns what the joints beyond it do, so the second derivatives of z by the
// values v[j] and v[k], where j is nearer to B or j = k, are at most w[j] V[k] in all, and
//     |z''| <= sum over k of V[k] (w[k] + 2 sum over j nearer to B of w[j]).
// The distances from the axes are those of a ball about A, which is passed through the joints from A to B and
// grows by what they move it within half the part (mechanism_chain.c has the same growth).
//
// The screw P of a part has (P x)'' <= cdBoundScrewBend. Both paths have the same ends, so they differ by at
// most (|z''| + |(P x)''|) / 8 for a part of length 1. One joint that moves alone is a screw: no difference.
#include "paths/mechanism_route.h"
#include "continuous/deviation.h"
#include "foundation/numbers/rounding.h"
#include "mesh/mesh_data.h"

#include <math.h>

static const double poseRounding = 64.0; // rounding units of all lengths, for two meshes,
static const double linkRounding = 32.0; // and for each link between them
static const double maxTurn = 1.2;       // of a part, radians
static const double slack = 1.0 + 1e-9;  // covers rounding of a bound
static const double fullTurn = 2.0 * 3.14159265358979323846;

// --- Values and poses

static double getValue(const cdJointEdge *edge, int32_t link, double s) {
    double from = edge->from[link], to = edge->to[link];
    return s >= 1.0 ? to : from + s * (to - from);
}

static double getRate(const cdJointEdge *edge, int32_t link) {
    if (edge->mechanism->links[link].joint == CD_LINK_FIXED) return 0.0;
    return fabs(edge->to[link] - edge->from[link]);
}

static bool isHinge(const cdJointEdge *edge, int32_t link) {
    return edge->mechanism->links[link].joint == CD_LINK_HINGE;
}

// Returns the pose of a link in its parent's frame.
static cdPose placeLink(const cdJointEdge *edge, int32_t link, double s) {
    const cdLink *own = &edge->mechanism->links[link];
    if (own->joint == CD_LINK_FIXED) return own->frame;
    cdPose moved = cdMoveJoint(own->joint == CD_LINK_HINGE, cdNormalize(own->axis), getValue(edge, link, s));
    return cdMulPose(own->frame, moved);
}

static const cdSlideShape *getShape(const cdJointEdge *edge, cdLinkShape shape) {
    return &edge->mechanism->links[shape.link].shapes[shape.shape];
}

// Returns the pose of a mesh in the frame above its arm.
static cdPose climb(const cdJointEdge *edge, cdLinkShape shape, const int32_t *arm, int32_t count, double s) {
    cdPose pose = getShape(edge, shape)->pose;
    for (int32_t i = 0; i < count; i++)
        pose = cdMulPose(placeLink(edge, arm[i], s), pose);
    pose.q = cdNormalizeQuat(pose.q);
    return pose;
}

cdPose cdPlaceOnRoute(const cdRoute *route, double s) {
    cdPose a = climb(&route->edge, route->a, route->armA, route->countA, s);
    cdPose b = climb(&route->edge, route->b, route->armB, route->countB, s);
    cdPose pose = cdInvMulPose(b, a);
    pose.q = cdNormalizeQuat(pose.q);
    return pose;
}

cdPose cdPlaceShapeOnEdge(const cdJointEdge *edge, cdLinkShape shape, double s) {
    cdPose pose = getShape(edge, shape)->pose;
    for (int32_t link = shape.link; link >= 0; link = edge->mechanism->links[link].parent)
        pose = cdMulPose(placeLink(edge, link, s), pose);
    pose.q = cdNormalizeQuat(pose.q);
    return pose;
}

// --- Routes

// Adds what a link between the meshes contributes to the rounding of their relative pose.
static void measureLink(const cdJointEdge *edge, int32_t link, double *length, double *turns) {
    double largest = cdMax(fabs(edge->from[link]), fabs(edge->to[link]));
    *length += cdLength(edge->mechanism->links[link].frame.p);
    if (edge->mechanism->links[link].joint == CD_LINK_SLIDER) *length += largest;
    if (isHinge(edge, link)) *turns += largest / fullTurn;
}

static double measureShape(const cdSlideShape *shape) {
    return shape->mesh->radius + shape->mesh->rounding + cdLength(shape->mesh->center) +
           cdLength(shape->pose.p);
}

static void addLink(cdRoute *route, int32_t *arm, int32_t *count, int32_t link, double *length,
                    double *turns) {
    arm[(*count)++] = link;
    route->movingCount += getRate(&route->edge, link) > 0.0;
    measureLink(&route->edge, link, length, turns);
}

cdRoute cdMakeRoute(const cdJointEdge *edge, cdLinkShape a, cdLinkShape b, int32_t *arms) {
    const cdLink *links = edge->mechanism->links;
    int32_t *armB = arms + edge->mechanism->linkCount;
    cdRoute route = {.edge = *edge, .a = a, .b = b, .armA = arms, .armB = armB};
    double length = measureShape(getShape(edge, a)) + measureShape(getShape(edge, b)), turns = 0.0;
    for (int32_t linkA = a.link, linkB = b.link; linkA != linkB;) {
        if (linkA > linkB) {
            addLink(&route, arms, &route.countA, linkA, &length, &turns);
            linkA = links[linkA].parent;
        } else {
            addLink(&route, armB, &route.countB, linkB, &length, &turns);
            linkB = links[linkB].parent;
        }
    }
    double units = poseRounding + linkRounding * (route.countA + route.countB);
    route.rounding = units * CD_EPSILON * length * (1.0 + turns);
    return route;
}

// --- Bounds

// The ball about A, and sums over the joints that it has passed.
typedef struct Passage {
    cdVec3 center;
    double radius;
    double speed, bend, turn;
} Passage;

// Passes the motion of a joint; `sense`: -1 for joints of B's arm, which are passed downwards.
static void passJoint(const cdJointEdge *edge, int32_t link, double from, double width, double sense,
                      Passage *ball) {
    const cdLink *own = &edge->mechanism->links[link];
    if (own->joint == CD_LINK_FIXED) return;
    cdVec3 axis = cdNormalize(own->axis);
    double lo = getValue(edge, link, from), hi = getValue(edge, link, cdMin(1.0, from + width));
    double middle = sense * (0.5 * (lo + hi)), rate = getRate(edge, link);
    double half = 0.5 * fabs(hi - lo) + 4.0 * CD_EPSILON * (fabs(lo) + fabs(hi));
    if (own->joint == CD_LINK_SLIDER) {
        ball->center = cdMulAdd(ball->center, middle, axis);
        ball->radius += half;
        ball->speed += rate;
        return;
    }
    cdVec3 foot = cdScale(cdDot(axis, ball->center), axis);
    double lever = cdLength(cdSub(ball->center, foot)), speed = rate * (lever + ball->radius);
    ball->bend += rate * (speed + 2.0 * ball->speed);
    ball->speed += speed;
    ball->turn += rate;
    ball->center = half < 1.0 ? cdTransformPoint(cdMoveJoint(true, axis, middle), ball->center) : foot;
    ball->radius += cdMin(half, 1.0) * lever;
}

cdRouteBound cdBoundRoute(const cdRoute *route, double from, double width) {
    const cdJointEdge *edge = &route->edge;
    const cdSlideShape *a = getShape(edge, route->a);
    Passage ball = {.center = cdTransformPoint(a->pose, a->mesh->center),
                    .radius = a->mesh->radius + a->mesh->rounding + route->rounding};
    for (int32_t i = 0; i < route->countA; i++) {
        passJoint(edge, route->armA[i], from, width, 1.0, &ball);
        ball.center = cdTransformPoint(edge->mechanism->links[route->armA[i]].frame, ball.center);
    }
    for (int32_t i = route->countB - 1; i >= 0; i--) {
        ball.center = cdInvTransformPoint(edge->mechanism->links[route->armB[i]].frame, ball.center);
        passJoint(edge, route->armB[i], from, width, -1.0, &ball);
    }
    return (cdRouteBound){slack * ball.speed, slack * ball.bend, slack * ball.turn};
}

// --- The relative motion

static cdPosePair placePair(const void *context, double s, bool inWorld) {
    (void)inWorld; // B's frame serves for both
    return (cdPosePair){cdPlaceOnRoute(context, s), cdIdentityPose()};
}

static double getLimit(const void *context, double from) {
    const cdRoute *route = context;
    double turn = cdBoundRoute(route, from, 0.0).turn;
    return turn * (1.0 - from) <= maxTurn ? 1.0 : from + maxTurn / turn;
}

static double boundDeviation(const void *context, double from, double width) {
    const cdRoute *route = context;
    if (route->movingCount <= 1) return 0.0;
    const cdMesh *mesh = getShape(&route->edge, route->a)->mesh;
    double bend = cdBoundRoute(route, from, width).bend * width * width;
    cdPose start = cdPlaceOnRoute(route, from), target = cdPlaceOnRoute(route, cdMin(1.0, from + width));
    cdMotion screw = cdMakeMotion(start, target, mesh->center);
    return slack * (bend + cdBoundScrewBend(&screw, mesh->radius + mesh->rounding)) / 8.0;
}

cdRelativeMotion cdGetRouteMotion(const cdRoute *route, const cdRouteBound *bound) {
    return (cdRelativeMotion){.context = route,
                              .place = placePair,
                              .getLimit = getLimit,
                              .boundDeviation = boundDeviation,
                              .speed = bound->speed,
                              .rounding = route->rounding};
}

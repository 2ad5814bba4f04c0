// Chains of a mechanism; see mechanism_chain.h.
//
// Bound on the motion. A ball contains A for all values in the cell. Seen from B, a hinge of a half range h
// moves a point at the distance R from its axis by at most min(h, 2) R, and a slider moves all points by h.
// The ball begins as A's bounding sphere. Beyond a joint it must contain all of its motion: at the middle of
// the range its radius grows by min(h, 1) times the distance of its centre from the axis, where h >= 1 puts
// the centre on the axis. A joint moves the meshes relative to one another, so B can be taken to move
// instead: joints near B have the shorter lever there. All divisions of the chain into joints that move B and
// joints that move A are tried. The values of the joints are changed one after the other, so their bounds
// add up; and each holds for all values of the others.
#include "paths/mechanism_chain.h"
#include "continuous/first_contact.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/rounding.h"
#include "mesh/mesh_data.h"

#include <math.h>

static const double FULL_TURN = 2.0 * 3.14159265358979323846;

// --- Checks

static cdReason checkShapes(const cdLink *link) {
    if (link->shapeCount < 0) return CD_REASON_INPUT;
    if (link->shapeCount > 0 && !CD_REQUIRE(link->shapes != NULL)) return CD_REASON_INPUT;
    cdReason reason = CD_REASON_NONE;
    for (int32_t i = 0; i < link->shapeCount && reason == CD_REASON_NONE; i++) {
        if (!CD_REQUIRE(link->shapes[i].mesh != NULL)) return CD_REASON_INPUT;
        reason = cdCheckPose(link->shapes[i].pose);
    }
    return reason;
}

static cdReason checkLink(const cdLink *link, int32_t index) {
    if (link->parent < -1 || link->parent >= index) return CD_REASON_INPUT;
    if (link->joint < CD_LINK_FIXED || link->joint > CD_LINK_SLIDER) return CD_REASON_INPUT;
    cdReason reason = cdCheckPose(link->frame);
    if (reason == CD_REASON_NONE) reason = checkShapes(link);
    if (reason != CD_REASON_NONE || link->joint == CD_LINK_FIXED) return reason;
    double length = cdLength(link->axis);
    if (!isfinite(length)) return CD_REASON_NOT_FINITE;
    return length > 0.0 ? CD_REASON_NONE : CD_REASON_INPUT;
}

static cdReason checkDistances(const cdMechanism *mechanism) {
    cdReason reason = CD_REASON_NONE;
    for (int32_t i = 0; i < mechanism->distanceCount && reason == CD_REASON_NONE; i++) {
        const cdLinkDistance *own = &mechanism->distances[i];
        bool areValid = own->a >= 0 && own->a < mechanism->linkCount && own->b >= 0 &&
                        own->b < mechanism->linkCount && own->a != own->b;
        reason = areValid ? cdCheckMargin(own->safetyDistance) : CD_REASON_INPUT;
    }
    return reason;
}

cdReason cdCheckMechanism(const cdMechanism *mechanism, const double *values) {
    if (!CD_REQUIRE(mechanism->links != NULL) || mechanism->linkCount < 1) return CD_REASON_INPUT;
    if (mechanism->ignoredCount < 0 || mechanism->distanceCount < 0) return CD_REASON_INPUT;
    if (mechanism->ignoredCount > 0 && !CD_REQUIRE(mechanism->ignored != NULL)) return CD_REASON_INPUT;
    if (mechanism->distanceCount > 0 && !CD_REQUIRE(mechanism->distances != NULL)) return CD_REASON_INPUT;
    cdReason reason = checkDistances(mechanism);
    for (int32_t i = 0; i < mechanism->linkCount && reason == CD_REASON_NONE; i++) {
        reason = checkLink(&mechanism->links[i], i);
        if (values != NULL && !isfinite(values[i])) reason = CD_REASON_NOT_FINITE;
    }
    return reason;
}

// --- Poses

cdPose cdMoveJoint(bool isHinge, cdVec3 axis, double value) {
    if (isHinge) return (cdPose){{0.0, 0.0, 0.0}, cdMakeQuat(axis, value)};
    return (cdPose){cdScale(value, axis), {1.0, 0.0, 0.0, 0.0}};
}

static cdPose moveLink(const cdLink *link, double value) {
    if (link->joint == CD_LINK_FIXED) return cdIdentityPose();
    return cdMoveJoint(link->joint == CD_LINK_HINGE, cdNormalize(link->axis), value);
}

// Returns the pose of a link in its parent's frame.
static cdPose placeLink(const cdMechanism *mechanism, const double *values, int32_t link) {
    const cdLink *own = &mechanism->links[link];
    return cdMulPose(own->frame, moveLink(own, values != NULL ? values[link] : 0.0));
}

bool cdGetLinkPoses(const cdMechanism *mechanism, const double *values, cdPose *poses) {
    if (!CD_REQUIRE(mechanism != NULL && poses != NULL)) return false;
    if (cdCheckMechanism(mechanism, values) != CD_REASON_NONE) return false;
    for (int32_t i = 0; i < mechanism->linkCount; i++) {
        cdPose pose = placeLink(mechanism, values, i);
        int32_t parent = mechanism->links[i].parent;
        poses[i] = parent < 0 ? pose : cdMulPose(poses[parent], pose);
        poses[i].q = cdNormalizeQuat(poses[i].q);
    }
    return true;
}

static int32_t findSwept(const cdSweepJoint *joints, int32_t jointCount, int32_t link) {
    for (int32_t i = 0; i < jointCount; i++)
        if (joints[i].link == link) return i;
    return -1;
}

cdPose cdPlaceLinkShape(const cdSweepInput *input, const double *at, cdLinkShape shape) {
    const cdMechanism *mechanism = input->mechanism;
    cdPose pose = mechanism->links[shape.link].shapes[shape.shape].pose;
    for (int32_t link = shape.link; link >= 0; link = mechanism->links[link].parent) {
        const cdLink *own = &mechanism->links[link];
        int32_t index = findSwept(input->joints, input->jointCount, link);
        double value = index >= 0 ? at[index] : input->values != NULL ? input->values[link] : 0.0;
        pose = cdMulPose(cdMulPose(own->frame, moveLink(own, value)), pose);
    }
    return pose;
}

// Half of a chain, from the common ancestor of both links down to a mesh: joints[count] in the opposite
// order, and the constant poses after[k] beyond joint k, and `first` before the last one found.
typedef struct Arm {
    int32_t links[CD_SWEEP_JOINT_MAX], indices[CD_SWEEP_JOINT_MAX];
    cdPose after[CD_SWEEP_JOINT_MAX];
    cdPose first;
    int32_t count;
} Arm;

typedef struct Sweep {
    const cdMechanism *mechanism;
    const double *values;
    const cdSweepJoint *joints;
    int32_t jointCount;
} Sweep;

static void climb(Arm *arm, const Sweep *sweep, int32_t link) {
    const cdLink *own = &sweep->mechanism->links[link];
    int32_t index = findSwept(sweep->joints, sweep->jointCount, link);
    if (index < 0) {
        arm->first = cdMulPose(placeLink(sweep->mechanism, sweep->values, link), arm->first);
        return;
    }
    arm->links[arm->count] = link;
    arm->indices[arm->count] = index;
    arm->after[arm->count++] = arm->first;
    arm->first = own->frame;
}

static cdPose invert(cdPose pose) {
    return cdInvMulPose(pose, cdIdentityPose());
}

static cdChainJoint makeJoint(const Sweep *sweep, const Arm *arm, int32_t k, bool isReversed) {
    const cdLink *own = &sweep->mechanism->links[arm->links[k]];
    cdVec3 axis = cdNormalize(own->axis);
    return (cdChainJoint){arm->indices[k], own->joint == CD_LINK_HINGE, isReversed ? cdNegate(axis) : axis};
}

static cdPose settle(cdPose pose) {
    pose.q = cdNormalizeQuat(pose.q);
    return pose;
}

// Joins the arm of B, inverted, with that of A.
static cdChain joinArms(const Sweep *sweep, const Arm *a, const Arm *b) {
    cdChain chain = {.count = 0};
    cdPose pose = cdIdentityPose();
    for (int32_t k = 0; k < b->count; k++) {
        chain.between[chain.count] = settle(cdMulPose(pose, invert(b->after[k])));
        chain.joints[chain.count++] = makeJoint(sweep, b, k, true);
        pose = cdIdentityPose();
    }
    pose = cdMulPose(invert(b->first), a->first);
    for (int32_t k = a->count - 1; k >= 0; k--) {
        chain.between[chain.count] = settle(pose);
        chain.joints[chain.count++] = makeJoint(sweep, a, k, false);
        pose = a->after[k];
    }
    chain.between[chain.count] = settle(pose);
    return chain;
}

cdChain cdMakeChain(const cdMechanism *mechanism, const double *values, const cdSweepJoint *joints,
                    int32_t jointCount, cdLinkShape a, cdLinkShape b) {
    const Sweep sweep = {mechanism, values, joints, jointCount};
    const cdSlideShape *shapeA = &mechanism->links[a.link].shapes[a.shape];
    const cdSlideShape *shapeB = &mechanism->links[b.link].shapes[b.shape];
    Arm armA = {.first = shapeA->pose}, armB = {.first = shapeB->pose};
    int32_t linkA = a.link, linkB = b.link;
    while (linkA != linkB) {
        if (linkA > linkB) {
            climb(&armA, &sweep, linkA);
            linkA = mechanism->links[linkA].parent;
        } else {
            climb(&armB, &sweep, linkB);
            linkB = mechanism->links[linkB].parent;
        }
    }
    cdChain chain = joinArms(&sweep, &armA, &armB);
    chain.a = shapeA->mesh;
    chain.b = shapeB->mesh;
    return chain;
}

cdPose cdGetChainPose(const cdChain *chain, const double *values) {
    cdPose pose = chain->between[0];
    for (int32_t k = 0; k < chain->count; k++) {
        const cdChainJoint *joint = &chain->joints[k];
        pose = cdMulPose(pose, cdMoveJoint(joint->isHinge, joint->axis, values[k]));
        pose = cdMulPose(pose, chain->between[k + 1]);
    }
    return settle(pose);
}

double cdGetChainLength(const cdChain *chain, const cdChainCell *cell) {
    const cdMesh *a = chain->a, *b = chain->b;
    double length =
        a->radius + a->rounding + b->radius + b->rounding + cdLength(a->center) + cdLength(b->center);
    double turns = 0.0;
    for (int32_t k = 0; k <= chain->count; k++)
        length += cdLength(chain->between[k].p);
    for (int32_t k = 0; k < chain->count; k++) {
        double largest = cdMax(fabs(cell->lo[k]), fabs(cell->hi[k]));
        if (chain->joints[k].isHinge)
            turns += largest / FULL_TURN;
        else
            length += largest;
    }
    return length * (1.0 + turns);
}

// --- Bounds

typedef struct Ball {
    cdVec3 center;
    double radius;
} Ball;

// Moves a ball through the joint `k`; returns a bound on the motion of its points by half the range.
static double passJoint(Ball *ball, const cdChainJoint *joint, double middle, double half) {
    if (!joint->isHinge) {
        ball->center = cdMulAdd(ball->center, middle, joint->axis);
        ball->radius += half;
        return half;
    }
    cdVec3 foot = cdScale(cdDot(joint->axis, ball->center), joint->axis);
    double lever = cdLength(cdSub(ball->center, foot));
    double moved = cdMin(half, 2.0) * (lever + ball->radius);
    if (half < 1.0)
        ball->center = cdTransformPoint(cdMoveJoint(true, joint->axis, middle), ball->center);
    else
        ball->center = foot;
    ball->radius += cdMin(half, 1.0) * lever;
    return moved;
}

static double getMiddle(const cdChainCell *cell, int32_t k) {
    return 0.5 * (cell->lo[k] + cell->hi[k]);
}

// Half the range, rounding included.
static double getHalf(const cdChainCell *cell, int32_t k) {
    return 0.5 * (cell->hi[k] - cell->lo[k]) + 4.0 * CD_EPSILON * (fabs(cell->lo[k]) + fabs(cell->hi[k]));
}

// Bounds the motion by each joint, where the first `split` joints move B and the others A.
static void boundJoints(const cdChain *chain, const cdChainCell *cell, int32_t split, double *moved) {
    const cdMesh *a = chain->a, *b = chain->b;
    Ball ball = {cdTransformPoint(chain->between[chain->count], a->center), a->radius + a->rounding};
    for (int32_t k = chain->count - 1; k >= split; k--) {
        moved[k] = passJoint(&ball, &chain->joints[k], getMiddle(cell, k), getHalf(cell, k));
        ball.center = cdTransformPoint(chain->between[k], ball.center);
    }
    ball = (Ball){cdInvTransformPoint(chain->between[0], b->center), b->radius + b->rounding};
    for (int32_t k = 0; k < split; k++) {
        moved[k] = passJoint(&ball, &chain->joints[k], -getMiddle(cell, k), getHalf(cell, k));
        ball.center = cdInvTransformPoint(chain->between[k + 1], ball.center);
    }
}

cdChainBound cdBoundChain(const cdChain *chain, const cdChainCell *cell) {
    cdChainBound bound = {.all = chain->count > 0 ? INFINITY : 0.0};
    for (int32_t k = 0; k < chain->count; k++)
        bound.own[k] = bound.others[k] = INFINITY;
    for (int32_t split = 0; split <= chain->count; split++) {
        double moved[CD_SWEEP_JOINT_MAX], sum = 0.0;
        boundJoints(chain, cell, split, moved);
        for (int32_t k = 0; k < chain->count; k++)
            sum += moved[k];
        bound.all = cdMin(bound.all, sum);
        for (int32_t k = 0; k < chain->count; k++) {
            double others = 0.0;
            for (int32_t j = 0; j < chain->count; j++)
                if (j != k) others += moved[j];
            bound.own[k] = cdMin(bound.own[k], moved[k]);
            bound.others[k] = cdMin(bound.others[k], others);
        }
    }
    return bound;
}

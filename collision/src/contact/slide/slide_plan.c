// Plans the next leg of a slide, by the limits at A's pose: no queries.
//
// (1) The pose nearest to the intended one at which touching features stay as near as they are: steps of
// least constraint along the pull on A (slide_motion.h), each brought back to the limits at its end, until
// they stop. (2) If the straight path to it dips into a limit: the allowed motion, bent by raising each row's
// bound by the height that the path loses by turning, and shortened. (3) If that gains less than half: over a
// raised pose halfway.
#include "contact/slide/slide_work.h"

enum { BENDS = 3, MODELS = 24, SHORTENINGS = 8 };

// In margins: how much a path may dip.
static const double DIP = 0.1;

// Limits on a step of the model, as a share of the pull.
static const double LEAST_SHARE = 0x1p-6, LARGEST_SHARE = 4.0;

// Fractions of a path at which heights are tested: denser near its beginning.
enum { SHARES = 6 };
static const double shares[SHARES] = {1.0, 0.5, 0.25, 0x1p-4, 0x1p-6, 0x1p-8};

// Returns the penetration on the path of a leg, 0 or below. For the next program it raises each row's bound
// by the height that the path loses against its first velocities by turning.
static double measureDip(cdSlideWork *slide, cdPose to) {
    double dip = 0.0;
    for (int32_t i = 0; i < slide->limits.rowCount; i++)
        slide->limits.rows[i].bound = cdGetOwnBound(slide, i);
    cdTwist first = cdFindFirstTwist(slide->pose, to, slide->local);
    cdMotion motion = cdMakeMotion(slide->pose, to, slide->local);
    for (int k = 0; k < SHARES; k++) {
        cdPose at = cdGetPoseAt(&motion, shares[k]);
        for (int32_t i = 0; i < slide->limits.rowCount; i++) {
            cdLimitRow *row = &slide->limits.rows[i];
            double height = cdGetRowHeight(slide, i, at);
            dip = cdMin(dip, height);
            row->bound = cdMax(row->bound, cdApplyLimitRow(row, first) - height / shares[k]);
        }
    }
    return dip;
}

// A pose of the model, the metric there and the step that is left.
typedef struct ModelPose {
    cdPose pose;
    cdBodyMetric metric;
    cdTwist left;
} ModelPose;

static ModelPose makeModelPose(const cdSlideWork *slide, cdPose pose) {
    return (ModelPose){.pose = pose,
                       .metric = cdMakeBodyMetric(slide->inertia, slide->radius, pose.q),
                       .left = cdFindPoseStep(pose, slide->input->step.target, slide->local)};
}

// Steps from a pose, while features that touch at A's pose stay as near as they are, by the velocities
// nearest to the intended ones. False: there is no such step.
static bool stepModel(cdSlideWork *slide, cdPose at, const cdBodyMetric *metric, cdTwist intended,
                      double slack, cdPose *to, cdTwist *way) {
    cdSlideLimits *limits = &slide->limits;
    cdVec3 center = cdTransformPoint(at, slide->local);
    for (int32_t i = 0; i < limits->rowCount; i++)
        limits->moved[i] = cdMoveLimit(&limits->marks[i], cdGetMetPose(slide, &limits->marks[i]), at, center);
    cdLeastProblem problem = {.metric = *metric,
                              .intended = intended,
                              .rows = limits->moved,
                              .rowCount = limits->rowCount,
                              .slack = slack};
    if (!cdSpendProgram(slide)) return false;
    cdLeastMotion next = cdFindLeastMotion(&problem);
    slide->out->roundCount += next.rounds;
    *way = next.velocity;
    *to = cdApplyTwist(at, next.velocity, slide->local);
    return next.feasible;
}

// Steps along a share of the pull.
static bool stepAlongPull(cdSlideWork *slide, const ModelPose *at, double share, double slack, cdPose *to,
                          cdTwist *way) {
    cdTwist intended = cdScaleTwist(share, cdFindPullOfStep(&at->metric, at->left));
    return stepModel(slide, at->pose, &at->metric, intended, slack, to, way);
}

// Brings a pose back to the distance of those features.
static bool stepBack(cdSlideWork *slide, double slack, cdPose *pose) {
    cdBodyMetric metric = cdMakeBodyMetric(slide->inertia, slide->radius, pose->q);
    cdTwist none = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}, back;
    return stepModel(slide, *pose, &metric, none, slack, pose, &back);
}

// Returns the share for the next step. The first of the last two steps went along `way`, and the pull changed
// from `before` to `now`: the share that brings a quadratic function to its minimum along that way (J.
// Barzilai, J. Borwein, Two-point step size gradient methods, IMA J. Numer. Anal. 8, 1988).
static double chooseShare(const cdSlideWork *slide, cdTwist way, cdTwist before, cdTwist now) {
    cdTwist change = {cdSub(before.linear, now.linear), cdSub(before.angular, now.angular)};
    cdTwist sum = {cdAdd(way.linear, change.linear), cdAdd(way.angular, change.angular)};
    cdTwist gap = {cdSub(way.linear, change.linear), cdSub(way.angular, change.angular)};
    double plus = cdGetTwistSize(&slide->metric, sum), minus = cdGetTwistSize(&slide->metric, gap);
    double size = cdGetTwistSize(&slide->metric, way), product = 0.25 * (plus * plus - minus * minus);
    if (!(product > size * size / LARGEST_SHARE)) return LARGEST_SHARE;
    return cdMax(LEAST_SHARE, size * size / product);
}

// Finds, without a query, the pose nearest to the intended one at which touching features stay as near as
// they are: by steps that are each brought back to that distance, and shortened until they lead nearer.
// False: no such pose, or it gains nothing.
static bool findNearest(cdSlideWork *slide, double slack, cdPose *to) {
    ModelPose at = makeModelPose(slide, slide->pose);
    cdTwist way, lastWay = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}, lastPull = lastWay;
    double distance = slide->distance, share = 1.0;
    bool second = false;
    for (int round = 0; round < MODELS; round++) {
        cdPose there;
        if (!stepAlongPull(slide, &at, share, slack, &there, &way)) break;
        if (cdBoundTwist(way, slide->radius) < share * slide->margin) break;
        if (!stepBack(slide, slack, &there)) break;
        ModelPose next = makeModelPose(slide, there);
        double left = cdGetTwistSize(&next.metric, next.left);
        if (!(left < distance)) {
            share *= 0.25;
            continue;
        }
        cdTwist pull = cdScaleTwist(1.0 / share, way);
        share = second ? chooseShare(slide, lastWay, lastPull, pull) : share;
        second = true;
        lastWay = way;
        lastPull = pull;
        at = next;
        distance = left;
    }
    *to = at.pose;
    return distance < slide->distance;
}

// Bends a share of the allowed motion: where it would dip below the planes, it rises by as much at first.
// False: this share of it cannot be bent so, or gains nothing.
static bool bendMotion(cdSlideWork *slide, cdTwist allowed, double share, double slack, cdPose *to) {
    cdTwist bent = cdScaleTwist(share, allowed);
    bool clear = false;
    for (int round = 0; round < BENDS; round++) {
        *to = cdApplyTwist(slide->pose, bent, slide->local);
        clear = measureDip(slide, *to) >= -DIP * slide->margin;
        if (clear) break;
        cdLeastMotion next = cdFindAllowed(slide, share, slack);
        slide->out->roundCount += next.rounds;
        if (!next.feasible) break;
        bent = next.velocity;
    }
    return clear && cdIsNearer(slide, *to);
}

// Returns the penetration on the path between two poses near A's, 0 or below.
static double measurePath(const cdSlideWork *slide, cdPose from, cdPose to) {
    double dip = 0.0;
    cdMotion motion = cdMakeMotion(from, to, slide->local);
    for (int k = 0; k < 2 * SHARES; k++) {
        double share = shares[k / 2];
        cdPose at = cdGetPoseAt(&motion, k % 2 == 0 ? share : 1.0 - share);
        for (int32_t i = 0; i < slide->limits.rowCount; i++)
            dip = cdMin(dip, cdGetRowHeight(slide, i, at));
    }
    return dip;
}

// Finds a pose over which A reaches another one clear of the surfaces along its path: halfway, raised by
// twice the dip of the straight path. False: no such pose.
static bool findArch(cdSlideWork *slide, cdPose to, double dip, cdPose *over) {
    cdSlideLimits *limits = &slide->limits;
    cdMotion motion = cdMakeMotion(slide->pose, to, slide->local);
    cdPose middle = cdGetPoseAt(&motion, 0.5);
    cdVec3 center = cdTransformPoint(middle, slide->local);
    for (int32_t i = 0; i < limits->rowCount; i++) {
        limits->moved[i] =
            cdMoveLimit(&limits->marks[i], cdGetMetPose(slide, &limits->marks[i]), middle, center);
        limits->moved[i].bound -= 2.0 * dip;
    }
    cdLeastProblem problem = {.metric = cdMakeBodyMetric(slide->inertia, slide->radius, middle.q),
                              .rows = limits->moved,
                              .rowCount = limits->rowCount};
    if (!cdSpendProgram(slide)) return false;
    cdLeastMotion lift = cdFindLeastMotion(&problem);
    slide->out->roundCount += lift.rounds;
    if (!lift.feasible) return false;
    *over = cdApplyTwist(middle, lift.velocity, slide->local);
    double least = -DIP * slide->margin;
    return measurePath(slide, slide->pose, *over) >= least && measurePath(slide, *over, to) >= least;
}

// Leads to the nearest pose, or along as much of the allowed motion as can be bent and gains; else along a
// little of it unbent. If bending gains less than half as much as that pose: over an arch to it.
cdSlidePlan cdMakeSlidePlan(cdSlideWork *slide, cdTwist allowed, double slack) {
    cdSlidePlan plan = {.arched = false};
    bool nearest = findNearest(slide, slack, &plan.nearest);
    double dip = nearest ? measureDip(slide, plan.nearest) : 0.0;
    bool found = nearest && dip >= -DIP * slide->margin;
    if (found) plan.to = plan.nearest;
    double share = 1.0;
    for (int round = 0; round < SHORTENINGS && !found; round++, share *= 0.5)
        found = bendMotion(slide, allowed, share, slack, &plan.to);
    cdResetBounds(slide);
    if (!found) plan.to = cdApplyTwist(slide->pose, cdScaleTwist(share, allowed), slide->local);
    if (!nearest || dip >= -DIP * slide->margin) return plan;
    double gain = slide->distance - cdGetDistanceLeft(slide, plan.to);
    if (gain < 0.5 * (slide->distance - cdGetDistanceLeft(slide, plan.nearest)))
        plan.arched = findArch(slide, plan.nearest, dip, &plan.over);
    return plan;
}

// Where the next leg of a slide is to lead, by what is known at A's pose: no queries.
//
// (1) The pose nearest to the intended one that keeps what touches as near as it is: steps of least
// constraint along what pulls A there (slide_motion.h), each brought back to the limits as they are where it
// led, until they end. (2) Where the straight way to it dips into a limit: the allowed motion, bent by asking
// each row for as much more as the way loses by turning, and shortened. (3) Where that gains less than half:
// over a pose halfway that is raised.
#include "contact/slide/slide_work.h"

enum { BENDS = 3, MODELS = 24, SHORTENINGS = 8 };

// In margins: how much a way may dip.
static const double DIP = 0.1;

// Of what pulls, a step of the model.
static const double LEAST_SHARE = 0x1p-6, LARGEST_SHARE = 4.0;

// Where on a way heights are looked at: the more often, the nearer to where it begins.
enum { SHARES = 6 };
static const double shares[SHARES] = {1.0, 0.5, 0.25, 0x1p-4, 0x1p-6, 0x1p-8};

// On the way that a leg would take: how far in each other anything comes, 0 or below. Asks of each row, for
// the next program, for as much as that way loses against its first velocities by turning.
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

// From a pose along a share of what pulls A from there, as far as what touches at A's pose stays as near as
// it is; of no share: back to where it does. false: there is no such way.
static bool stepModel(cdSlideWork *slide, cdPose at, double share, double slack, cdPose *to, cdTwist *way) {
    cdSlideLimits *limits = &slide->limits;
    cdVec3 center = cdTransformPoint(at, slide->local);
    for (int32_t i = 0; i < limits->rowCount; i++)
        limits->moved[i] = cdMoveLimit(&limits->marks[i], cdGetMetPose(slide, &limits->marks[i]), at, center);
    cdBodyMetric metric = cdMakeBodyMetric(slide->inertia, slide->radius, at.q);
    cdTwist pull = cdFindPull(&metric, at, slide->input->step.target, slide->local);
    cdLeastProblem problem = {.metric = metric,
                              .intended = cdScaleTwist(share, pull),
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

// The share that the next step should take, where of the two last ones the first went along `way` and what
// pulls changed from `before` to `now`: as much as brings a quadratic function to its least along that way
// (J. Barzilai, J. Borwein, Two-point step size gradient methods, IMA J. Numer. Anal. 8, 1988).
static double chooseShare(const cdSlideWork *slide, cdTwist way, cdTwist before, cdTwist now) {
    cdTwist change = {cdSub(before.linear, now.linear), cdSub(before.angular, now.angular)};
    cdTwist sum = {cdAdd(way.linear, change.linear), cdAdd(way.angular, change.angular)};
    cdTwist gap = {cdSub(way.linear, change.linear), cdSub(way.angular, change.angular)};
    double plus = cdGetTwistSize(&slide->metric, sum), minus = cdGetTwistSize(&slide->metric, gap);
    double size = cdGetTwistSize(&slide->metric, way), product = 0.25 * (plus * plus - minus * minus);
    if (!(product > size * size / LARGEST_SHARE)) return LARGEST_SHARE;
    return cdMax(LEAST_SHARE, size * size / product);
}

// The pose nearest to the intended one that keeps what touches now as near as it is, found without a query:
// by steps that are each brought back to where it does, and shortened until they lead nearer. false: there is
// none, or it gains nothing.
static bool findNearest(cdSlideWork *slide, double slack, cdPose *to) {
    cdPose at = slide->pose, next;
    cdTwist way, lastWay = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}, lastPull = lastWay, back;
    double distance = slide->distance, share = 1.0;
    bool second = false;
    for (int round = 0; round < MODELS; round++) {
        if (!stepModel(slide, at, share, slack, &next, &way)) break;
        if (cdBoundTwist(way, slide->radius) < share * slide->margin) break;
        if (!stepModel(slide, next, 0.0, slack, &next, &back)) break;
        double there = cdGetDistanceLeft(slide, next);
        if (!(there < distance)) {
            share *= 0.25;
            continue;
        }
        cdTwist pull = cdScaleTwist(1.0 / share, way);
        share = second ? chooseShare(slide, lastWay, lastPull, pull) : share;
        second = true;
        lastWay = way;
        lastPull = pull;
        at = next;
        distance = there;
    }
    *to = at;
    return distance < slide->distance;
}

// A share of the allowed motion bent: where it would dip below the planes, it rises by as much at first.
// false: this share of it cannot be bent so, or gains nothing.
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

// How far in each other anything comes on a way between poses near A's, 0 or below.
static double measureWay(const cdSlideWork *slide, cdPose from, cdPose to) {
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

// A pose by way of which A comes to another one clear of what it leads along: halfway, raised by twice what
// the straight way dips. false: there is none.
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
    return measureWay(slide, slide->pose, *over) >= least && measureWay(slide, *over, to) >= least;
}

// To the nearest pose, or as much of the allowed motion as can be bent and gains; else a little of it as it
// is. Where bending gains less than half of what the nearest pose would: there by way of an arch.
cdSlidePlan cdMakeSlidePlan(cdSlideWork *slide, cdTwist allowed, double slack) {
    cdSlidePlan plan = {.arched = false};
    bool nearest = findNearest(slide, slack, &plan.nearest);
    double dip = nearest ? measureDip(slide, plan.nearest) : 0.0;
    bool found = nearest && dip >= -DIP * slide->margin;
    if (found) plan.to = plan.nearest;
    double share = 1.0;
    for (int round = 0; round < SHORTENINGS && !found; round++, share *= 0.5)
        found = bendMotion(slide, allowed, share, slack, &plan.to);
    cdAskForOwn(slide);
    if (!found) plan.to = cdApplyTwist(slide->pose, cdScaleTwist(share, allowed), slide->local);
    if (!nearest || dip >= -DIP * slide->margin) return plan;
    double gain = slide->distance - cdGetDistanceLeft(slide, plan.to);
    if (gain < 0.5 * (slide->distance - cdGetDistanceLeft(slide, plan.nearest)))
        plan.arched = findArch(slide, plan.nearest, dip, &plan.over);
    return plan;
}

// The legs of a slide; see slide_legs.h. The steps are numbered as in slide.c.
#include "contact/slide/slide_legs.h"
#include "continuous/query_stats.h"

enum { TRIES = 6, LOOKS = 12 };

// In margins: shorter motions do not count (twice the tolerance within which contacts are known); a leg
// stopped before this was stopped at once; allowed violation of a row; height by which A is lifted.
static const double STILL = 16.0, STOPPED = 3.0, SLACK = 0.01, LIFT = 2.0;

static double getTravel(const cdSlideWork *slide, cdPose from, cdPose to) {
    return cdBoundTwist(cdFindTwist(from, to, slide->local), slide->radius);
}

// --- (4) Legs

static cdFirstContact goLeg(cdSlideWork *slide, cdPose from, cdPose to) {
    cdSetStep leg = {.input = slide->input,
                     .start = from,
                     .target = to,
                     .center = slide->local,
                     .meter = &slide->meter,
                     .caches = cdGetPairCaches(slide),
                     .near = slide->near.lists,
                     .record = cdStartSlideRecord(&slide->near, slide->input)};
    cdFirstContact result = cdFindSetContact(&leg, &slide->legShape, slide->workspace, NULL);
    cdEndSlideRecord(&slide->near, &result);
    cdAddQueryStats(&slide->out->contact.stats, &result.stats);
    slide->out->legCount++;
    return result;
}

// True if a leg led anywhere: to its end, or some distance before contact or the meter stopped it.
static bool hasGone(const cdSlideWork *slide, const cdFirstContact *leg, cdPose from) {
    if (leg->state == CD_FREE) return true;
    bool isCut = leg->state == CD_UNDECIDED && cdIsStopped(slide);
    return (leg->state == CD_CONTACT || isCut) &&
           getTravel(slide, from, leg->resolvedPose) >= STOPPED * slide->margin;
}

// Keeps the pose between two legs that count as one.
static bool goneOver(cdSlideWork *slide, cdPose over, bool gone) {
    slide->hasOver = gone;
    slide->over = over;
    return gone;
}

static double getSlack(const cdSlideWork *slide) {
    double size = cdGetTwistSize(&slide->metric, slide->intended);
    return cdMax(SLACK * slide->margin, 0x1p-38 * size);
}

// Goes off all contacts by the gap that stops keep, and continues from there. False: there is no such path.
static bool goLifted(cdSlideWork *slide, cdPose to, cdPose *reached) {
    for (int32_t i = 0; i < slide->limits.rowCount; i++)
        slide->limits.rows[i].bound = cdGetOwnBound(slide, i) + LIFT * slide->margin;
    cdLeastProblem problem = {
        .metric = slide->metric, .rows = slide->limits.rows, .rowCount = slide->limits.rowCount};
    if (!cdSpendProgram(slide)) return false;
    cdLeastMotion lift = cdFindLeastMotion(&problem);
    cdResetBounds(slide);
    if (!lift.feasible || !lift.limited || !cdHasLegs(slide)) return false;
    cdPose above = cdApplyTwist(slide->pose, lift.velocity, slide->local);
    if (goLeg(slide, slide->pose, above).state != CD_FREE || !cdHasLegs(slide)) return false;
    to = cdApplyTwist(to, lift.velocity, slide->local);
    cdFirstContact leg = goLeg(slide, above, to);
    *reached = leg.resolvedPose;
    return goneOver(slide, above, hasGone(slide, &leg, above) && cdIsNearer(slide, leg.resolvedPose));
}

// Goes over the arch to the nearest pose. If the first of its two legs is stopped, that leg counts if it ends
// nearer to the intended pose than the plan without an arch would. False: nothing was gained.
static bool goArched(cdSlideWork *slide, const cdSlidePlan *plan, cdPose *reached) {
    if (slide->out->legCount + 2 > slide->legLimit) return false;
    cdFirstContact leg = goLeg(slide, slide->pose, plan->over);
    *reached = leg.resolvedPose;
    if (leg.state != CD_FREE)
        return hasGone(slide, &leg, slide->pose) && cdIsNearer(slide, leg.resolvedPose) &&
               cdGetDistanceLeft(slide, leg.resolvedPose) < cdGetDistanceLeft(slide, plan->to);
    leg = goLeg(slide, plan->over, plan->nearest);
    *reached = leg.resolvedPose;
    bool gone = hasGone(slide, &leg, plan->over) && cdIsNearer(slide, leg.resolvedPose);
    return goneOver(slide, plan->over, gone);
}

// Adds a limit for the contact that stopped a leg. False: it was no contact, there is no room, or the allowed
// motion does not lead into it, and its row would only forbid to lift A off.
static bool addStop(cdSlideWork *slide, const cdFirstContact *stop, cdTwist allowed, double slack) {
    cdSlideLimits *limits = &slide->limits;
    if (stop->state != CD_CONTACT ||
        !cdAddStop(slide->input, slide->pose, slide->center, stop, slide->legShape, limits))
        return false;
    bool opposes = cdApplyLimitRow(&limits->rows[limits->rowCount - 1], allowed) < -slack;
    if (!opposes) limits->rowCount--;
    return opposes;
}

// True if no limit blocks the beginning of the straight path to the intended pose. Its first velocities are
// not those that pull A there.
static bool allowsStraight(const cdSlideWork *slide, double slack) {
    cdTwist first = cdFindFirstTwist(slide->pose, slide->input->step.target, slide->local);
    for (int32_t i = 0; i < slide->limits.rowCount; i++)
        if (cdApplyLimitRow(&slide->limits.rows[i], first) < slide->limits.rows[i].bound - slack)
            return false;
    return true;
}

// Finds the allowed motion, and plans a leg along it. Features ahead that a plan runs into become limits, and
// the plan is computed again. False: nothing worth a leg is allowed.
static bool planAllowed(cdSlideWork *slide, double slack, cdLeastMotion *allowed, cdSlidePlan *plan) {
    for (int look = 0;; look++) {
        *allowed = cdFindAllowed(slide, 1.0, slack);
        slide->out->roundCount += allowed->rounds;
        if (!allowed->feasible || cdBoundTwist(allowed->velocity, slide->radius) < STILL * slide->margin)
            return false;
        bool straight = !allowed->limited && allowsStraight(slide, slack);
        *plan = straight ? (cdSlidePlan){.to = slide->input->step.target, .straight = true}
                         : cdMakeSlidePlan(slide, allowed->velocity, slack);
        if (look == LOOKS || plan->arched || !cdHasLegs(slide)) return true;
        cdLookAhead(slide);
        cdMotion path = cdMakeMotion(slide->pose, plan->to, slide->local);
        int32_t added =
            cdAddRowsAhead(&slide->ahead, slide->input, &path, slide->center, &slide->meter, &slide->limits);
        if (added == 0) return true;
    }
}

cdLegResult cdGoAllowed(cdSlideWork *slide, cdPose *reached) {
    double slack = getSlack(slide);
    for (int attempt = 0; attempt < TRIES && cdHasLegs(slide); attempt++) {
        cdLeastMotion allowed;
        cdSlidePlan plan;
        if (!planAllowed(slide, slack, &allowed, &plan)) return CD_LEG_NONE;
        if (plan.arched && goArched(slide, &plan, reached)) return CD_LEG_GONE;
        if (!cdHasLegs(slide)) return CD_LEG_NONE; // a plan that the meter cut short is no plan
        if (plan.straight && slide->limits.rowCount == 0) return CD_LEG_NONE; // see cdGoStraight
        cdPose to = plan.to;
        if (!plan.straight && getTravel(slide, slide->pose, to) < STILL * slide->margin) return CD_LEG_NONE;
        cdFirstContact leg = goLeg(slide, slide->pose, to);
        *reached = leg.resolvedPose;
        if (leg.state == CD_FREE && plan.straight) return CD_LEG_REACHED;
        if (hasGone(slide, &leg, slide->pose)) return cdIsNearer(slide, *reached) ? CD_LEG_GONE : CD_LEG_NONE;
        if (addStop(slide, &leg, allowed.velocity, slack)) continue;
        if (leg.state != CD_CONTACT || !goLifted(slide, to, reached)) return CD_LEG_NONE;
        return CD_LEG_GONE;
    }
    return CD_LEG_NONE;
}

// --- (5)

// True if a limit certainly stops the straight path: it goes into a plane, steeply, by more than any gap.
// Remembered limits and those ahead do not: the path may pass beside them.
static bool isStraightBarred(const cdSlideWork *slide) {
    double size = cdBoundTwist(slide->intended, slide->radius);
    for (int32_t i = 0; i < slide->limits.rowCount; i++) {
        const cdLimitMark *mark = &slide->limits.marks[i];
        if (mark->kept != 0 || !mark->certain) continue;
        double along = cdApplyLimitRow(&slide->limits.rows[i], slide->intended);
        if (along < -0.25 * size && along < -2.0 * slide->limits.tolerance) return true;
    }
    return false;
}

cdLegResult cdGoStraight(cdSlideWork *slide, const cdFirstContact *known, cdPose *reached) {
    cdFirstContact leg;
    if (isStraightBarred(slide) || (known == NULL && !cdHasLegs(slide))) return CD_LEG_NONE;
    leg = known != NULL ? *known : goLeg(slide, slide->pose, slide->input->step.target);
    *reached = leg.resolvedPose;
    if (leg.state == CD_FREE) return CD_LEG_REACHED;
    return hasGone(slide, &leg, slide->pose) ? CD_LEG_GONE : CD_LEG_NONE;
}

// Sliding: a step that meets contact goes on along what the contacts allow.
//
// Source: god-objects with six degrees of freedom: M. Ortega, S. Redon, S. Coquillart, "A six
// degree-of-freedom god-object method for haptic display of rigid bodies with surface properties", IEEE
// TVCG 13, 2007, section 3; Gauss' principle of least constraint by a quadratic program (least_constraint.h);
// limits from contact regions [BV92] (slide_limits.h).
// (1) The whole step by continuous detection; free: done. Its contact is what the result tells of. (2) At the
// pose reached: the rest of the way as the six velocities along which the distance from the intended pose
// falls fastest (cdFindPull), the limits there, and the allowed motion nearest to them. (3) The
// nearest pose that keeps what touches as near as it is, by such programs one after the other without a
// query, each result brought back to where it does. Where the way to that pose would cut into what it leads
// along: the allowed motion bent, so that it stays clear while it turns, and shortened until it can be and
// leads nearer to the intended pose; or, where that gains little, two legs over a pose halfway that is
// raised. (4) A leg of continuous detection along it. What stops it at once, though no limit tells of it,
// becomes a limit by its own point and normal, and (3) is repeated; where the limits allow what is stopped
// all the same, because surfaces touch exactly, A is first lifted off by the gap that stops keep. (5) Where
// nothing is allowed, or nothing gained, the straight way is tried once more, unless a limit is sure to stop
// it. (6) From the new pose again by (2). What held A back before in this step, and is still near, is then a
// limit too, that lets A come up to it: else a leg forgets one corner while it goes along another, and back.
// Where nothing is gained with those, once more without.
//
// Whether A is left at a pose depends on that pose and on the intended one alone, and each leg leads nearer
// to the intended pose in the metric of the body's inertia. So there is no circling, the pose where nothing
// more is gained is where the next step, with the same intended pose, ends as well, and it matters little in
// how many steps a hand led there.
#include "contact/slide_limits.h"
#include "continuous/query_stats.h"
#include "foundation/hooks.h"
#include "foundation/rounding.h"
#include "mesh/mesh_data.h"

#include <math.h>

enum { DEFAULT_LEGS = 24, TRIES = 6, BENDS = 3, MODELS = 24, SHORTENINGS = 8 };

// In margins: allowed motions below this are none (twice the tolerance within which contacts are known); a
// leg that is stopped before this was stopped at once; what a row may be missed by; how much A is lifted, and
// how much a leg may dip.
static const double STILL = 16.0, STOPPED = 3.0, SLACK = 0.01, LIFT = 2.0, DIP = 0.1;

// In radii: how far off what is remembered may be.
static const double NEAR = 0.05;

// Of what pulls, a step of the model.
static const double LEAST_SHARE = 0x1p-6, LARGEST_SHARE = 4.0;

// What held A back at an earlier pose of the step, and that pose.
typedef struct KeptLimit {
    cdLimitMark mark;
    cdPose from;
} KeptLimit;

enum { MOST_KEPT = 16 };

typedef struct Slide {
    const cdSlideInput *input;
    cdSlide *out;
    cdSlideLimits limits;
    // For continuous queries, and for contact regions: apart, since queries that find the tables of the last
    // one need not clear them.
    cdScratch scratch, regionScratch;
    cdVec3 local;  // reference point, in A's frame
    double radius; // of A about it
    double margin; // the least in force
    double inertia[6];
    int32_t legLimit;
    KeptLimit kept[MOST_KEPT]; // the oldest is replaced
    int32_t keptCount;
    // At the pose where A is:
    cdPose pose;
    cdVec3 center;
    cdTwist intended; // the rest of the way
    double distance;  // and how far that is
    cdBodyMetric metric;
} Slide;

// --- Memory: rows, their marks, regions and points, then what queries work in.

static size_t alignUp(size_t size) {
    return (size + 63) & ~(size_t)63;
}

static size_t getOwnSize(void) {
    return 2 * alignUp(CD_SLIDE_ROWS * sizeof(cdLimitRow)) + alignUp(CD_SLIDE_ROWS * sizeof(cdLimitMark)) +
           alignUp(CD_SLIDE_REGIONS * sizeof(cdContactRegion)) + alignUp(CD_SLIDE_POINTS * sizeof(cdVec3)) +
           64;
}

static size_t getRegionSize(const cdSlideInput *input) {
    size_t largest = 0;
    for (int32_t i = 0; i < input->step.obstacleCount; i++) {
        if (!CD_REQUIRE(input->surface && input->obstacleSurfaces && input->obstacleSurfaces[i])) return 0;
        size_t size = cdGetContactScratchSize(input->surface, input->obstacleSurfaces[i], CD_SLIDE_REGIONS,
                                              CD_SLIDE_POINTS);
        if (size > largest) largest = size;
    }
    return alignUp(largest);
}

size_t cdGetSlideScratchSize(const cdSlideInput *input) {
    if (!CD_REQUIRE(input && input->step.mesh)) return 0;
    const cdObstaclesInput *step = &input->step;
    return getOwnSize() + getRegionSize(input) +
           cdGetObstaclesScratchSize(step->mesh, step->obstacles, step->obstacleCount);
}

static void *takeMemory(cdScratch *scratch, size_t byteCount) {
    void *taken = scratch->memory;
    scratch->memory = (char *)scratch->memory + alignUp(byteCount);
    scratch->byteCount -= alignUp(byteCount);
    return taken;
}

static bool layOutMemory(Slide *slide, cdScratch scratch) {
    size_t regionSize = getRegionSize(slide->input);
    if (!scratch.memory || scratch.byteCount < getOwnSize() + regionSize) return false;
    size_t odd = (64 - (uintptr_t)scratch.memory % 64) % 64;
    scratch.memory = (char *)scratch.memory + odd;
    scratch.byteCount -= odd;
    cdSlideLimits *limits = &slide->limits;
    limits->rows = takeMemory(&scratch, CD_SLIDE_ROWS * sizeof(cdLimitRow));
    limits->moved = takeMemory(&scratch, CD_SLIDE_ROWS * sizeof(cdLimitRow));
    limits->marks = takeMemory(&scratch, CD_SLIDE_ROWS * sizeof(cdLimitMark));
    limits->rowCapacity = CD_SLIDE_ROWS;
    limits->regions.regions = takeMemory(&scratch, CD_SLIDE_REGIONS * sizeof(cdContactRegion));
    limits->regions.points = takeMemory(&scratch, CD_SLIDE_POINTS * sizeof(cdVec3));
    limits->regions.regionCapacity = CD_SLIDE_REGIONS;
    limits->regions.pointCapacity = CD_SLIDE_POINTS;
    slide->regionScratch = (cdScratch){takeMemory(&scratch, regionSize), regionSize};
    slide->scratch = scratch;
    return true;
}

// --- Where A is

static void measureBody(Slide *slide) {
    const cdSlideInput *input = slide->input;
    cdSurfaceInfo info = cdGetSurfaceInfo(input->surface);
    slide->local = info.centroid;
    slide->radius = info.radius + cdLength(cdSub(info.centroid, info.center));
    for (int i = 0; i < 6; i++)
        slide->inertia[i] = info.inertia[i];
    slide->margin = INFINITY;
    for (int32_t i = 0; i < input->step.obstacleCount; i++)
        slide->margin = cdMin(slide->margin, cdGetStopMargin(input, i));
    slide->legLimit = input->maxLegs > 0 ? input->maxLegs : DEFAULT_LEGS;
}

// How far a pose is from the intended one.
static double getDistance(const Slide *slide, cdPose pose) {
    cdBodyMetric metric = cdMakeBodyMetric(slide->inertia, slide->radius, pose.q);
    return cdGetPoseDistance(&metric, pose, slide->input->step.target, slide->local);
}

static void putAt(Slide *slide, cdPose pose) {
    slide->pose = pose;
    slide->center = cdTransformPoint(pose, slide->local);
    slide->metric = cdMakeBodyMetric(slide->inertia, slide->radius, pose.q);
    slide->intended = cdFindPull(&slide->metric, pose, slide->input->step.target, slide->local);
    slide->distance = getDistance(slide, pose);
}

static bool isNearer(const Slide *slide, cdPose pose) {
    return getDistance(slide, pose) < slide->distance;
}

static double getTravel(const Slide *slide, cdPose from, cdPose to) {
    return cdBoundTwist(cdFindTwist(from, to, slide->local), slide->radius);
}

// --- (4) Legs

static bool hasLegs(const Slide *slide) {
    return slide->out->legCount < slide->legLimit;
}

static cdFirstContact goLeg(Slide *slide, cdPose from, cdPose to, int32_t *obstacle) {
    cdObstaclesInput leg = slide->input->step;
    leg.start = from;
    leg.target = to;
    leg.touches = NULL;
    cdFirstContact result = cdFindFirstContactAmong(&leg, obstacle, slide->scratch, NULL);
    cdAddQueryStats(&slide->out->contact.stats, &result.stats);
    slide->out->legCount++;
    return result;
}

// Whether a leg led anywhere: to its end, or a way before it was stopped.
static bool hasGone(const Slide *slide, const cdFirstContact *leg, cdPose from) {
    if (leg->state == CD_FREE) return true;
    return leg->state == CD_CONTACT && getTravel(slide, from, leg->restPose) >= STOPPED * slide->margin;
}

// --- (2), (3)

// Of a share of what is intended.
static cdLeastMotion findAllowed(Slide *slide, double share, double slack) {
    cdLeastProblem problem = {.metric = slide->metric,
                              .intended =
                                  share < 1.0 ? cdScaleTwist(share, slide->intended) : slide->intended,
                              .rows = slide->limits.rows,
                              .rowCount = slide->limits.rowCount,
                              .slack = slack};
    return cdFindLeastMotion(&problem);
}

static double getSlack(const Slide *slide) {
    double size = cdGetTwistSize(&slide->metric, slide->intended);
    return cdMax(SLACK * slide->margin, 0x1p-38 * size);
}

static double applyRow(const cdLimitRow *row, cdTwist twist) {
    return cdDot(row->linear, twist.linear) + cdDot(row->angular, twist.angular);
}

// Where A was when it met a limit.
static cdPose getMet(const Slide *slide, const cdLimitMark *mark) {
    return mark->kept > 0 ? slide->kept[mark->kept - 1].from : slide->pose;
}

static double getHeight(const Slide *slide, int32_t row, cdPose at) {
    const cdLimitMark *mark = &slide->limits.marks[row];
    return cdGetHeightAfter(mark, getMet(slide, mark), at);
}

// What a row asks for by itself: to come no nearer than when it was met.
static double getOwnBound(const Slide *slide, int32_t row) {
    return slide->limits.marks[row].kept > 0 ? -getHeight(slide, row, slide->pose) : 0.0;
}

// Where on a way heights are looked at: the more often, the nearer to where it begins.
enum { SHARES = 6 };
static const double shares[SHARES] = {1.0, 0.5, 0.25, 0x1p-4, 0x1p-6, 0x1p-8};

// On the way that a leg would take: how far in each other anything comes, 0 or below. Asks of each row, for
// the next program, for as much as that way loses against its first velocities by turning.
static double measureDip(Slide *slide, cdPose to) {
    double dip = 0.0;
    for (int32_t i = 0; i < slide->limits.rowCount; i++)
        slide->limits.rows[i].bound = getOwnBound(slide, i);
    cdTwist first = cdFindFirstTwist(slide->pose, to, slide->local);
    cdMotion motion = cdMakeMotion(slide->pose, to, slide->local);
    for (int k = 0; k < SHARES; k++) {
        cdPose at = cdGetPoseAt(&motion, shares[k]);
        for (int32_t i = 0; i < slide->limits.rowCount; i++) {
            cdLimitRow *row = &slide->limits.rows[i];
            double height = getHeight(slide, i, at);
            dip = cdMin(dip, height);
            row->bound = cdMax(row->bound, applyRow(row, first) - height / shares[k]);
        }
    }
    return dip;
}

static void askForOwn(Slide *slide) {
    for (int32_t i = 0; i < slide->limits.rowCount; i++)
        slide->limits.rows[i].bound = getOwnBound(slide, i);
}

// From a pose along a share of what pulls A from there, as far as what touches at A's pose stays as near as
// it is; of no share: back to where it does. false: there is no such way.
static bool stepModel(Slide *slide, cdPose at, double share, double slack, cdPose *to, cdTwist *way) {
    cdSlideLimits *limits = &slide->limits;
    cdVec3 center = cdTransformPoint(at, slide->local);
    for (int32_t i = 0; i < limits->rowCount; i++)
        limits->moved[i] = cdMoveLimit(&limits->marks[i], getMet(slide, &limits->marks[i]), at, center);
    cdBodyMetric metric = cdMakeBodyMetric(slide->inertia, slide->radius, at.q);
    cdTwist pull = cdFindPull(&metric, at, slide->input->step.target, slide->local);
    cdLeastProblem problem = {.metric = metric,
                              .intended = cdScaleTwist(share, pull),
                              .rows = limits->moved,
                              .rowCount = limits->rowCount,
                              .slack = slack};
    cdLeastMotion next = cdFindLeastMotion(&problem);
    slide->out->roundCount += next.rounds;
    *way = next.velocity;
    *to = cdApplyTwist(at, next.velocity, slide->local);
    return next.feasible;
}

// The share that the next step should take, where of the two last ones the first went along `way` and what
// pulls changed from `before` to `now`: as much as brings a quadratic function to its least along that way
// (J. Barzilai, J. Borwein, Two-point step size gradient methods, IMA J. Numer. Anal. 8, 1988).
static double chooseShare(const Slide *slide, cdTwist way, cdTwist before, cdTwist now) {
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
static bool findNearest(Slide *slide, double slack, cdPose *to) {
    cdPose at = slide->pose, next;
    cdTwist way, lastWay = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}, lastPull = lastWay, back;
    double distance = slide->distance, share = 1.0;
    bool second = false;
    for (int round = 0; round < MODELS; round++) {
        if (!stepModel(slide, at, share, slack, &next, &way)) break;
        if (cdBoundTwist(way, slide->radius) < share * slide->margin) break;
        if (!stepModel(slide, next, 0.0, slack, &next, &back)) break;
        double there = getDistance(slide, next);
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
static bool bendMotion(Slide *slide, cdTwist allowed, double share, double slack, cdPose *to) {
    cdTwist bent = cdScaleTwist(share, allowed);
    bool clear = false;
    for (int round = 0; round < BENDS; round++) {
        *to = cdApplyTwist(slide->pose, bent, slide->local);
        clear = measureDip(slide, *to) >= -DIP * slide->margin;
        if (clear) break;
        cdLeastMotion next = findAllowed(slide, share, slack);
        slide->out->roundCount += next.rounds;
        if (!next.feasible) break;
        bent = next.velocity;
    }
    return clear && isNearer(slide, *to);
}

// How far in each other anything comes on a way between poses near A's, 0 or below.
static double measureWay(const Slide *slide, cdPose from, cdPose to) {
    double dip = 0.0;
    cdMotion motion = cdMakeMotion(from, to, slide->local);
    for (int k = 0; k < 2 * SHARES; k++) {
        double share = shares[k / 2];
        cdPose at = cdGetPoseAt(&motion, k % 2 == 0 ? share : 1.0 - share);
        for (int32_t i = 0; i < slide->limits.rowCount; i++)
            dip = cdMin(dip, getHeight(slide, i, at));
    }
    return dip;
}

// A pose by way of which A comes to another one clear of what it leads along: halfway, raised by twice what
// the straight way dips. false: there is none.
static bool findArch(Slide *slide, cdPose to, double dip, cdPose *over) {
    cdSlideLimits *limits = &slide->limits;
    cdMotion motion = cdMakeMotion(slide->pose, to, slide->local);
    cdPose middle = cdGetPoseAt(&motion, 0.5);
    cdVec3 center = cdTransformPoint(middle, slide->local);
    for (int32_t i = 0; i < limits->rowCount; i++) {
        limits->moved[i] = cdMoveLimit(&limits->marks[i], getMet(slide, &limits->marks[i]), middle, center);
        limits->moved[i].bound -= 2.0 * dip;
    }
    cdLeastProblem problem = {.metric = cdMakeBodyMetric(slide->inertia, slide->radius, middle.q),
                              .rows = limits->moved,
                              .rowCount = limits->rowCount};
    cdLeastMotion lift = cdFindLeastMotion(&problem);
    slide->out->roundCount += lift.rounds;
    if (!lift.feasible) return false;
    *over = cdApplyTwist(middle, lift.velocity, slide->local);
    double least = -DIP * slide->margin;
    return measureWay(slide, slide->pose, *over) >= least && measureWay(slide, *over, to) >= least;
}

// Where the next leg is to lead, and two that lead farther, if there are such.
typedef struct Plan {
    cdPose to;
    bool arched;
    cdPose over, nearest;
} Plan;

// To the nearest pose, or as much of the allowed motion as can be bent and gains; else a little of it as it
// is. Where bending gains less than half of what the nearest pose would: there by way of an arch.
static Plan makePlan(Slide *slide, cdTwist allowed, double slack) {
    Plan plan = {.arched = false};
    bool nearest = findNearest(slide, slack, &plan.nearest);
    double dip = nearest ? measureDip(slide, plan.nearest) : 0.0;
    bool found = nearest && dip >= -DIP * slide->margin;
    if (found) plan.to = plan.nearest;
    double share = 1.0;
    for (int round = 0; round < SHORTENINGS && !found; round++, share *= 0.5)
        found = bendMotion(slide, allowed, share, slack, &plan.to);
    askForOwn(slide);
    if (!found) plan.to = cdApplyTwist(slide->pose, cdScaleTwist(share, allowed), slide->local);
    if (!nearest || dip >= -DIP * slide->margin) return plan;
    double gain = slide->distance - getDistance(slide, plan.to);
    if (gain < 0.5 * (slide->distance - getDistance(slide, plan.nearest)))
        plan.arched = findArch(slide, plan.nearest, dip, &plan.over);
    return plan;
}

// --- (4)

// Off all that touches by the gap that stops keep, and on from there. false: there is no such way.
static bool goLifted(Slide *slide, cdPose to, cdPose *reached) {
    for (int32_t i = 0; i < slide->limits.rowCount; i++)
        slide->limits.rows[i].bound = getOwnBound(slide, i) + LIFT * slide->margin;
    cdLeastProblem problem = {
        .metric = slide->metric, .rows = slide->limits.rows, .rowCount = slide->limits.rowCount};
    cdLeastMotion lift = cdFindLeastMotion(&problem);
    askForOwn(slide);
    if (!lift.feasible || !lift.held || !hasLegs(slide)) return false;
    cdPose above = cdApplyTwist(slide->pose, lift.velocity, slide->local);
    int32_t obstacle;
    if (goLeg(slide, slide->pose, above, &obstacle).state != CD_FREE || !hasLegs(slide)) return false;
    to = cdApplyTwist(to, lift.velocity, slide->local);
    cdFirstContact leg = goLeg(slide, above, to, &obstacle);
    *reached = leg.restPose;
    return hasGone(slide, &leg, above) && isNearer(slide, leg.restPose);
}

// To the nearest pose by way of the arch. false: that is not gone, or led no nearer.
static bool goArched(Slide *slide, const Plan *plan, cdPose *reached) {
    int32_t obstacle;
    if (slide->out->legCount + 2 > slide->legLimit) return false;
    if (goLeg(slide, slide->pose, plan->over, &obstacle).state != CD_FREE) return false;
    cdFirstContact leg = goLeg(slide, plan->over, plan->nearest, &obstacle);
    *reached = leg.restPose;
    return hasGone(slide, &leg, plan->over) && isNearer(slide, leg.restPose);
}

// What stopped a leg as a limit. false: the limits knew it, as far as velocities tell, or it is none: a row
// that the allowed motion meets would only forbid to lift A off.
static bool addStop(Slide *slide, const cdFirstContact *stop, int32_t obstacle, cdTwist allowed,
                    double slack) {
    cdSlideLimits *limits = &slide->limits;
    if (stop->state != CD_CONTACT ||
        !cdAddStop(slide->input, slide->pose, slide->center, stop, obstacle, limits))
        return false;
    bool opposes = applyRow(&limits->rows[limits->rowCount - 1], allowed) < -slack;
    if (!opposes) limits->rowCount--;
    return opposes;
}

// Whether no limit is in the way of the straight way to the intended pose, as it begins. Its first velocities
// are not those that pull A there.
static bool allowsStraight(const Slide *slide, double slack) {
    cdTwist first = cdFindFirstTwist(slide->pose, slide->input->step.target, slide->local);
    for (int32_t i = 0; i < slide->limits.rowCount; i++)
        if (applyRow(&slide->limits.rows[i], first) < slide->limits.rows[i].bound - slack) return false;
    return true;
}

typedef enum LegResult { LEG_GONE, LEG_NONE, LEG_REACHED } LegResult;

// From A's pose on along what the limits allow.
static LegResult goAllowed(Slide *slide, cdPose *reached) {
    double slack = getSlack(slide);
    for (int attempt = 0; attempt < TRIES && hasLegs(slide); attempt++) {
        cdLeastMotion allowed = findAllowed(slide, 1.0, slack);
        slide->out->roundCount += allowed.rounds;
        if (!allowed.feasible || cdBoundTwist(allowed.velocity, slide->radius) < STILL * slide->margin)
            return LEG_NONE;
        bool straight = !allowed.held && allowsStraight(slide, slack);
        Plan plan = {.to = slide->input->step.target};
        if (!straight) plan = makePlan(slide, allowed.velocity, slack);
        if (plan.arched && goArched(slide, &plan, reached)) return LEG_GONE;
        if (!hasLegs(slide)) return LEG_NONE;
        cdPose to = plan.to;
        if (!straight && getTravel(slide, slide->pose, to) < STILL * slide->margin) return LEG_NONE;
        int32_t obstacle;
        cdFirstContact leg = goLeg(slide, slide->pose, to, &obstacle);
        *reached = leg.restPose;
        if (leg.state == CD_FREE && straight) return LEG_REACHED;
        if (hasGone(slide, &leg, slide->pose)) return isNearer(slide, *reached) ? LEG_GONE : LEG_NONE;
        if (addStop(slide, &leg, obstacle, allowed.velocity, slack)) continue;
        if (leg.state != CD_CONTACT || !goLifted(slide, to, reached)) return LEG_NONE;
        return LEG_GONE;
    }
    return LEG_NONE;
}

// --- (5)

// Whether some limit stops the straight way for certain: it goes into a plane, steeply, by more than any gap.
static bool isStraightBarred(const Slide *slide) {
    double size = cdBoundTwist(slide->intended, slide->radius);
    for (int32_t i = 0; i < slide->limits.rowCount; i++) {
        double along = applyRow(&slide->limits.rows[i], slide->intended);
        if (slide->limits.marks[i].certain && along < -0.25 * size && along < -2.0 * slide->limits.tolerance)
            return true;
    }
    return false;
}

static LegResult goStraight(Slide *slide, const cdFirstContact *known, cdPose *reached) {
    cdFirstContact leg;
    int32_t obstacle;
    if (isStraightBarred(slide) || (known == NULL && !hasLegs(slide))) return LEG_NONE;
    leg = known != NULL ? *known : goLeg(slide, slide->pose, slide->input->step.target, &obstacle);
    *reached = leg.restPose;
    if (leg.state == CD_FREE) return LEG_REACHED;
    return hasGone(slide, &leg, slide->pose) ? LEG_GONE : LEG_NONE;
}

// --- (6)

static void tellLimits(const Slide *slide) {
    cdSlide *out = slide->out;
    const cdSlideInput *input = slide->input;
    for (int32_t i = 0; i < slide->limits.rowCount; i++) {
        if (out->limitCount++ >= input->limitCapacity || input->limits == NULL) continue;
        const cdLimitMark *mark = &slide->limits.marks[i];
        input->limits[i] = (cdSlideLimit){.point = mark->point,
                                          .normal = mark->normal,
                                          .push = slide->limits.rows[i].push,
                                          .obstacle = mark->obstacle};
    }
    out->truncated = input->limits != NULL && out->limitCount > input->limitCapacity;
}

// Whether two limits are of one place on A and one normal, or nearly so.
static bool isSamePlace(const Slide *slide, const KeptLimit *a, const KeptLimit *b) {
    cdVec3 onA = cdInvTransformPoint(a->from, a->mark.point),
           onB = cdInvTransformPoint(b->from, b->mark.point);
    return a->mark.obstacle == b->mark.obstacle && a->mark.kind == b->mark.kind &&
           cdDot(a->mark.normal, b->mark.normal) > 0.99 &&
           cdLengthSq(cdSub(onA, onB)) < 1e-4 * slide->radius * slide->radius;
}

// Remembers what pushed in the last program, in place of what is the same or the oldest.
static void keepLimits(Slide *slide) {
    const cdSlideLimits *limits = &slide->limits;
    for (int32_t i = 0; i < limits->rowCount; i++) {
        if (limits->marks[i].kept > 0 || !(limits->rows[i].push > 0.0)) continue;
        KeptLimit limit = {limits->marks[i], slide->pose};
        int32_t place = 0;
        while (place < slide->keptCount && place < MOST_KEPT &&
               !isSamePlace(slide, &slide->kept[place], &limit))
            place++;
        if (place == slide->keptCount || place == MOST_KEPT) place = slide->keptCount++ % MOST_KEPT;
        slide->kept[place] = limit;
    }
}

// Adds what is remembered and farther than regions are looked for, but not far. false: nothing.
static bool addKept(Slide *slide) {
    cdSlideLimits *limits = &slide->limits;
    int32_t before = limits->rowCount;
    for (int32_t k = 0; k < slide->keptCount && k < MOST_KEPT; k++) {
        KeptLimit *kept = &slide->kept[k];
        double height = cdGetHeightAfter(&kept->mark, kept->from, slide->pose);
        if (!(height > limits->tolerance && height < NEAR * slide->radius)) continue;
        if (limits->rowCount == limits->rowCapacity) break;
        limits->marks[limits->rowCount] = kept->mark;
        limits->marks[limits->rowCount].kept = k + 1;
        limits->rows[limits->rowCount++] = cdMoveLimit(&kept->mark, kept->from, slide->pose, slide->center);
    }
    return limits->rowCount > before;
}

// A leg or two from A's pose, with what is remembered; where that leads nowhere, without.
static LegResult goOn(Slide *slide, cdPose *reached) {
    for (int remembers = 1; remembers >= 0; remembers--) {
        cdCollectLimits(slide->input, slide->pose, slide->center, slide->intended, &slide->limits,
                        slide->regionScratch);
        slide->out->regionCount += slide->limits.regionCount;
        if (slide->limits.rowCount == 0) return LEG_NONE;
        if (remembers && !addKept(slide)) remembers = 0;
        LegResult result = goAllowed(slide, reached);
        if (result != LEG_NONE) return result;
    }
    return LEG_NONE;
}

// Legs from the start until nothing is gained. `straight`: the whole step's contact.
static void slideOn(Slide *slide, const cdFirstContact *straight) {
    cdPose reached = slide->input->step.start;
    const cdFirstContact *known = straight;
    LegResult result = LEG_GONE;
    while (result == LEG_GONE && (known != NULL || hasLegs(slide))) {
        putAt(slide, reached);
        result = goOn(slide, &reached);
        keepLimits(slide);
        if (result == LEG_NONE) result = goStraight(slide, known, &reached);
        known = NULL;
    }
    if (result == LEG_NONE) {
        reached = slide->pose;
        tellLimits(slide);
    }
    slide->out->contact.restPose = reached;
    slide->out->reached = result == LEG_REACHED;
    slide->out->exhausted = result != LEG_REACHED && !hasLegs(slide);
}

// --- (1)

cdSlide cdFindSlide(const cdSlideInput *input, cdScratch scratch, cdTrace *trace) {
    cdSlide out = {.contact = {.state = CD_UNDECIDED}, .obstacle = -1};
    if (!CD_REQUIRE(input && input->step.mesh && input->surface)) return out;
    out.contact.restPose = input->step.start;
    Slide slide = {.input = input, .out = &out};
    if (!layOutMemory(&slide, scratch)) return out;
    cdFirstContact straight = cdFindFirstContactAmong(&input->step, &out.obstacle, slide.scratch, trace);
    out.contact = straight;
    out.legCount = 1;
    out.reached = straight.state == CD_FREE;
    if (straight.state != CD_CONTACT) return out;
    measureBody(&slide);
    slideOn(&slide, &straight);
    if (out.reached) out.contact.restTime = 1.0;
    return out;
}

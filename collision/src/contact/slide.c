// Sliding: a step that meets contact goes on along what the contacts allow.
//
// Source: god-objects with six degrees of freedom: M. Ortega, S. Redon, S. Coquillart, "A six
// degree-of-freedom god-object method for haptic display of rigid bodies with surface properties", IEEE
// TVCG 13, 2007, section 3; Gauss' principle of least constraint by a quadratic program (least_constraint.h);
// limits from contact regions [BV92] (slide_limits.h).
// (1) The whole step by continuous detection; free: done. Its contact is what the result tells of. (2) At the
// pose reached: the rest of the way as the six velocities along which the distance from the intended pose
// falls fastest (cdFindPull), the limits there, and the allowed motion nearest to them. (3) The
// plan of a leg (slide_plan.c): the nearest pose that keeps what touches as near as it is, by such programs
// one after the other without a query, each result brought back to where it does. Where the way to that pose
// would cut into what it leads along: the allowed motion bent, so that it stays clear while it turns, and
// shortened until it can be and leads nearer to the intended pose; or, where that gains little, two legs over
// a pose halfway that is raised. (4) A leg of continuous detection along it. What stops it at once, though no
// limit tells of it, becomes a limit by its own point and normal, and (3) is repeated; where the limits allow
// what is stopped all the same, because surfaces touch exactly, A is first lifted off by the gap that stops
// keep. (5) Where nothing is allowed, or nothing gained, the straight way is tried once more, unless a limit
// is sure to stop it. (6) From the new pose again by (2). What held A back before in this step, and is still
// near, is then a limit too, that lets A come up to it: else a leg forgets one corner while it goes along
// another, and back. Where nothing is gained with those, once more without.
//
// Whether A is left at a pose depends on that pose and on the intended one alone, and each leg leads nearer
// to the intended pose in the metric of the body's inertia. So there is no circling, the pose where nothing
// more is gained is where the next step, with the same intended pose, ends as well, and it matters little in
// how many steps a hand led there.
#include "contact/slide_work.h"
#include "continuous/first_contact.h"
#include "continuous/query_stats.h"
#include "foundation/hooks.h"
#include "foundation/rounding.h"
#include "mesh/mesh_data.h"

#include <math.h>

enum { DEFAULT_LEGS = 24, TRIES = 6 };

// In margins: allowed motions below this are none (twice the tolerance within which contacts are known); a
// leg that is stopped before this was stopped at once; what a row may be missed by; how much A is lifted.
static const double STILL = 16.0, STOPPED = 3.0, SLACK = 0.01, LIFT = 2.0;

// In radii: how far off what is remembered may be.
static const double NEAR = 0.05;

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
    return getOwnSize() + getRegionSize(input) + alignUp(cdGetSlideNearSize(step)) +
           cdGetObstaclesScratchSize(step->mesh, step->obstacles, step->obstacleCount);
}

static void *takeMemory(cdScratch *scratch, size_t byteCount) {
    void *taken = scratch->memory;
    scratch->memory = (char *)scratch->memory + alignUp(byteCount);
    scratch->byteCount -= alignUp(byteCount);
    return taken;
}

static bool layOutMemory(cdSlideWork *slide, cdScratch scratch) {
    size_t regionSize = getRegionSize(slide->input), nearSize = cdGetSlideNearSize(&slide->input->step);
    if (!scratch.memory || scratch.byteCount < getOwnSize() + regionSize + alignUp(nearSize)) return false;
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
    cdMemory near = {takeMemory(&scratch, nearSize), nearSize};
    slide->scratch = scratch;
    return cdOpenSlideNear(&slide->near, &slide->input->step, near);
}

// --- Where A is

static void measureBody(cdSlideWork *slide) {
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

static void putAt(cdSlideWork *slide, cdPose pose) {
    slide->pose = pose;
    slide->center = cdTransformPoint(pose, slide->local);
    slide->metric = cdMakeBodyMetric(slide->inertia, slide->radius, pose.q);
    slide->intended = cdFindPull(&slide->metric, pose, slide->input->step.target, slide->local);
    slide->distance = cdGetDistanceLeft(slide, pose);
}

static double getTravel(const cdSlideWork *slide, cdPose from, cdPose to) {
    return cdBoundTwist(cdFindTwist(from, to, slide->local), slide->radius);
}

// --- (4) Legs

static bool isStopped(const cdSlideWork *slide) {
    return slide->meter.reason != CD_REASON_NONE;
}

static bool hasLegs(const cdSlideWork *slide) {
    return slide->out->legCount < slide->legLimit && !isStopped(slide);
}

static cdFirstContact goLeg(cdSlideWork *slide, cdPose from, cdPose to, int32_t *obstacle) {
    cdObstaclesInput leg = slide->input->step;
    leg.start = from;
    leg.target = to;
    leg.touches = NULL;
    cdSharedWork work = {&slide->meter, slide->near.lists};
    cdFirstContact result = cdFindFirstContactAmongBy(&leg, &work, obstacle, slide->scratch, NULL);
    cdAddQueryStats(&slide->out->contact.stats, &result.stats);
    cdTellTests(&slide->near, result.stats.pairTests);
    slide->out->legCount++;
    return result;
}

// True if a leg led anywhere: to its end, or a way before it was stopped, by contact or by the meter.
static bool hasGone(const cdSlideWork *slide, const cdFirstContact *leg, cdPose from) {
    if (leg->state == CD_FREE) return true;
    bool isCut = leg->state == CD_UNDECIDED && isStopped(slide);
    return (leg->state == CD_CONTACT || isCut) &&
           getTravel(slide, from, leg->restPose) >= STOPPED * slide->margin;
}

static double getSlack(const cdSlideWork *slide) {
    double size = cdGetTwistSize(&slide->metric, slide->intended);
    return cdMax(SLACK * slide->margin, 0x1p-38 * size);
}

// Off all that touches by the gap that stops keep, and on from there. false: there is no such way.
static bool goLifted(cdSlideWork *slide, cdPose to, cdPose *reached) {
    for (int32_t i = 0; i < slide->limits.rowCount; i++)
        slide->limits.rows[i].bound = cdGetOwnBound(slide, i) + LIFT * slide->margin;
    cdLeastProblem problem = {
        .metric = slide->metric, .rows = slide->limits.rows, .rowCount = slide->limits.rowCount};
    if (!cdSpendProgram(slide)) return false;
    cdLeastMotion lift = cdFindLeastMotion(&problem);
    cdAskForOwn(slide);
    if (!lift.feasible || !lift.held || !hasLegs(slide)) return false;
    cdPose above = cdApplyTwist(slide->pose, lift.velocity, slide->local);
    int32_t obstacle;
    if (goLeg(slide, slide->pose, above, &obstacle).state != CD_FREE || !hasLegs(slide)) return false;
    to = cdApplyTwist(to, lift.velocity, slide->local);
    cdFirstContact leg = goLeg(slide, above, to, &obstacle);
    *reached = leg.restPose;
    return hasGone(slide, &leg, above) && cdIsNearer(slide, leg.restPose);
}

// To the nearest pose by way of the arch. false: that is not gone, or led no nearer.
static bool goArched(cdSlideWork *slide, const cdSlidePlan *plan, cdPose *reached) {
    int32_t obstacle;
    if (slide->out->legCount + 2 > slide->legLimit) return false;
    if (goLeg(slide, slide->pose, plan->over, &obstacle).state != CD_FREE) return false;
    cdFirstContact leg = goLeg(slide, plan->over, plan->nearest, &obstacle);
    *reached = leg.restPose;
    return hasGone(slide, &leg, plan->over) && cdIsNearer(slide, leg.restPose);
}

// What stopped a leg as a limit. false: the limits knew it, as far as velocities tell, or it is none: a row
// that the allowed motion meets would only forbid to lift A off.
static bool addStop(cdSlideWork *slide, const cdFirstContact *stop, int32_t obstacle, cdTwist allowed,
                    double slack) {
    cdSlideLimits *limits = &slide->limits;
    if (stop->state != CD_CONTACT ||
        !cdAddStop(slide->input, slide->pose, slide->center, stop, obstacle, limits))
        return false;
    bool opposes = cdApplyLimitRow(&limits->rows[limits->rowCount - 1], allowed) < -slack;
    if (!opposes) limits->rowCount--;
    return opposes;
}

// Whether no limit is in the way of the straight way to the intended pose, as it begins. Its first velocities
// are not those that pull A there.
static bool allowsStraight(const cdSlideWork *slide, double slack) {
    cdTwist first = cdFindFirstTwist(slide->pose, slide->input->step.target, slide->local);
    for (int32_t i = 0; i < slide->limits.rowCount; i++)
        if (cdApplyLimitRow(&slide->limits.rows[i], first) < slide->limits.rows[i].bound - slack)
            return false;
    return true;
}

typedef enum LegResult { LEG_GONE, LEG_NONE, LEG_REACHED } LegResult;

// From A's pose on along what the limits allow.
static LegResult goAllowed(cdSlideWork *slide, cdPose *reached) {
    double slack = getSlack(slide);
    for (int attempt = 0; attempt < TRIES && hasLegs(slide); attempt++) {
        cdLeastMotion allowed = cdFindAllowed(slide, 1.0, slack);
        slide->out->roundCount += allowed.rounds;
        if (!allowed.feasible || cdBoundTwist(allowed.velocity, slide->radius) < STILL * slide->margin)
            return LEG_NONE;
        bool straight = !allowed.held && allowsStraight(slide, slack);
        cdSlidePlan plan = {.to = slide->input->step.target};
        if (!straight) plan = cdMakeSlidePlan(slide, allowed.velocity, slack);
        if (plan.arched && goArched(slide, &plan, reached)) return LEG_GONE;
        if (!hasLegs(slide)) return LEG_NONE; // nor is a plan that the meter cut short
        cdPose to = plan.to;
        if (!straight && getTravel(slide, slide->pose, to) < STILL * slide->margin) return LEG_NONE;
        int32_t obstacle;
        cdFirstContact leg = goLeg(slide, slide->pose, to, &obstacle);
        *reached = leg.restPose;
        if (leg.state == CD_FREE && straight) return LEG_REACHED;
        if (hasGone(slide, &leg, slide->pose)) return cdIsNearer(slide, *reached) ? LEG_GONE : LEG_NONE;
        if (addStop(slide, &leg, obstacle, allowed.velocity, slack)) continue;
        if (leg.state != CD_CONTACT || !goLifted(slide, to, reached)) return LEG_NONE;
        return LEG_GONE;
    }
    return LEG_NONE;
}

// --- (5)

// Whether some limit stops the straight way for certain: it goes into a plane, steeply, by more than any gap.
static bool isStraightBarred(const cdSlideWork *slide) {
    double size = cdBoundTwist(slide->intended, slide->radius);
    for (int32_t i = 0; i < slide->limits.rowCount; i++) {
        double along = cdApplyLimitRow(&slide->limits.rows[i], slide->intended);
        if (slide->limits.marks[i].certain && along < -0.25 * size && along < -2.0 * slide->limits.tolerance)
            return true;
    }
    return false;
}

static LegResult goStraight(cdSlideWork *slide, const cdFirstContact *known, cdPose *reached) {
    cdFirstContact leg;
    int32_t obstacle;
    if (isStraightBarred(slide) || (known == NULL && !hasLegs(slide))) return LEG_NONE;
    leg = known != NULL ? *known : goLeg(slide, slide->pose, slide->input->step.target, &obstacle);
    *reached = leg.restPose;
    if (leg.state == CD_FREE) return LEG_REACHED;
    return hasGone(slide, &leg, slide->pose) ? LEG_GONE : LEG_NONE;
}

// --- (6)

static void tellLimits(const cdSlideWork *slide) {
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
static bool isSamePlace(const cdSlideWork *slide, const cdKeptLimit *a, const cdKeptLimit *b) {
    cdVec3 onA = cdInvTransformPoint(a->from, a->mark.point),
           onB = cdInvTransformPoint(b->from, b->mark.point);
    return a->mark.obstacle == b->mark.obstacle && a->mark.kind == b->mark.kind &&
           cdDot(a->mark.normal, b->mark.normal) > 0.99 &&
           cdLengthSq(cdSub(onA, onB)) < 1e-4 * slide->radius * slide->radius;
}

// Remembers what pushed in the last program, in place of what is the same or the oldest.
static void keepLimits(cdSlideWork *slide) {
    const cdSlideLimits *limits = &slide->limits;
    for (int32_t i = 0; i < limits->rowCount; i++) {
        if (limits->marks[i].kept > 0 || !(limits->rows[i].push > 0.0)) continue;
        cdKeptLimit limit = {limits->marks[i], slide->pose};
        int32_t place = 0;
        while (place < slide->keptCount && place < CD_SLIDE_KEPT &&
               !isSamePlace(slide, &slide->kept[place], &limit))
            place++;
        if (place == slide->keptCount || place == CD_SLIDE_KEPT) place = slide->keptCount++ % CD_SLIDE_KEPT;
        slide->kept[place] = limit;
    }
}

// Adds what is remembered and farther than regions are looked for, but not far. false: nothing.
static bool addKept(cdSlideWork *slide) {
    cdSlideLimits *limits = &slide->limits;
    int32_t before = limits->rowCount;
    for (int32_t k = 0; k < slide->keptCount && k < CD_SLIDE_KEPT; k++) {
        cdKeptLimit *kept = &slide->kept[k];
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
static LegResult goOn(cdSlideWork *slide, cdPose *reached) {
    cdSlideLimits *limits = &slide->limits;
    cdCollectLimits(slide->input, slide->pose, slide->center, slide->intended, &slide->meter, &slide->near,
                    limits, slide->regionScratch);
    slide->out->regionCount += limits->regionCount;
    if (limits->rowCount == 0 || isStopped(slide)) return LEG_NONE;
    int32_t ownCount = limits->rowCount;
    if (addKept(slide)) {
        LegResult result = goAllowed(slide, reached);
        if (result != LEG_NONE) return result;
        limits->rowCount = ownCount; // what stopped those legs goes with what they remembered
        cdAskForOwn(slide);
    }
    return goAllowed(slide, reached);
}

// Legs from the start until nothing is gained. `straight`: the whole step's contact.
static void slideOn(cdSlideWork *slide, const cdFirstContact *straight) {
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
    slide->out->reason = result != LEG_REACHED ? slide->meter.reason : CD_REASON_NONE;
}

// --- (1)

cdSlide cdFindSlide(const cdSlideInput *input, cdScratch scratch, cdTrace *trace) {
    cdSlide out = {.contact = {.state = CD_UNDECIDED, .reason = CD_REASON_INPUT}, .obstacle = -1};
    if (!CD_REQUIRE(input && input->step.mesh && input->surface)) return out;
    out.contact.restPose = input->step.start;
    cdSlideWork slide = {.input = input, .out = &out, .meter = cdOpenMeter(&input->step.budget)};
    out.contact.reason = out.reason = CD_REASON_SCRATCH;
    if (!layOutMemory(&slide, scratch)) return out;
    cdSharedWork work = {.meter = &slide.meter};
    cdFirstContact straight =
        cdFindFirstContactAmongBy(&input->step, &work, &out.obstacle, slide.scratch, trace);
    out.contact = straight;
    out.reason = straight.reason;
    out.legCount = 1;
    out.reached = straight.state == CD_FREE;
    out.exhausted = isStopped(&slide) && !out.reached;
    if (straight.state != CD_CONTACT) return out;
    cdTellTests(&slide.near, straight.stats.pairTests);
    measureBody(&slide);
    slideOn(&slide, &straight);
    if (out.reached) out.contact.restTime = 1.0;
    out.contact.stats.pairTests = slide.meter.spent;
    return out;
}

// Sliding: a step that meets contact goes on along what the contacts allow.
//
// Source: god-objects with six degrees of freedom: M. Ortega, S. Redon, S. Coquillart, "A six
// degree-of-freedom god-object method for haptic display of rigid bodies with surface properties", IEEE
// TVCG 13, 2007, section 3; Gauss' principle of least constraint by a quadratic program (least_constraint.h);
// limits from contact regions [BV92] (slide_limits.h).
// (1) The whole step by continuous detection; free: done. Its contact is what the result tells of. (2) At
// the pose reached: the rest of the way as the six velocities along which the distance from the intended
// pose falls fastest (cdFindPull), the limits there, and the allowed motion nearest to them. (3) The plan of
// a leg (slide_plan.c): the nearest pose that keeps what touches as near as it is, by such programs one
// after the other without a query, each result brought back to where it does. Where the way to that pose
// would cut into what it leads along: the allowed motion bent, so that it stays clear while it turns, and
// shortened until it can be and leads nearer to the intended pose; or, where that gains little, two legs
// over a pose halfway that is raised, or the first of them as far as it leads nearer than the bent one. What
// the plan would run into among the features that face each other across a small gap (slide_ahead.c) becomes
// a limit with that gap, and the plan is made again. (4) A leg of continuous detection along it. What stops
// it at once, though no limit tells of it, becomes a limit by its own point and normal, and (3) is repeated;
// where the limits allow what is stopped all the same, because surfaces touch exactly, A is first lifted off
// by the gap that stops keep. (5) Where nothing is allowed, or nothing gained, the straight way is tried
// once more, unless a limit is sure to stop it. (6) From the new pose again by (2). What held A back before
// in this step, and is still near, is then a limit too, that lets A come up to it: else a leg forgets one
// corner while it goes along another, and back. Where nothing is gained with those, once more without, as a
// slide that begins there; then without what is ahead.
//
// The pose and the intended pose alone decide if A stays there, and each leg leads nearer to the intended
// pose in the metric of the body's inertia. So there is no circling, the pose where nothing
// more is gained is where the next step, with the same intended pose, ends as well, and it matters little in
// how many steps a hand led there.
#include "contact/slide/slide_legs.h"
#include "continuous/first_contact.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/rounding.h"
#include "mesh/mesh_data.h"
#include "solid/features/features_data.h"

#include <math.h>

enum { DEFAULT_LEGS = 24 };

// In radii: how far off what is remembered may be.
static const double NEAR = 0.05;

// --- Memory: rows, their marks, regions, points and facing pairs

size_t cdGetSlideSize(void) {
    return 2 * CD_SLIDE_ROWS * sizeof(cdLimitRow) + CD_SLIDE_ROWS * sizeof(cdLimitMark) +
           CD_SLIDE_REGIONS * sizeof(cdContactRegion) + CD_SLIDE_POINTS * sizeof(cdVec3) +
           CD_SLIDE_FACING * sizeof(cdFacingPair) + 128;
}

static bool layOutMemory(cdSlideWork *slide, cdWorkspace *workspace) {
    size_t size = cdGetSlideSize();
    cdMemory memory = {.next = cdUseWorkPart(workspace, CD_WORK_SLIDE, size), .left = size};
    cdSlideLimits *limits = &slide->limits;
    limits->rows = cdTakeMemory(&memory, CD_SLIDE_ROWS, sizeof *limits->rows);
    limits->moved = cdTakeMemory(&memory, CD_SLIDE_ROWS, sizeof *limits->moved);
    limits->marks = cdTakeMemory(&memory, CD_SLIDE_ROWS, sizeof *limits->marks);
    limits->rowCapacity = CD_SLIDE_ROWS;
    limits->regions.regions = cdTakeMemory(&memory, CD_SLIDE_REGIONS, sizeof *limits->regions.regions);
    limits->regions.points = cdTakeMemory(&memory, CD_SLIDE_POINTS, sizeof *limits->regions.points);
    slide->ahead.pairs = cdTakeMemory(&memory, CD_SLIDE_FACING, sizeof *slide->ahead.pairs);
    slide->workspace = workspace;
    return slide->ahead.pairs != NULL &&
           cdOpenSlideNear(&slide->near, &slide->input->step, slide->cache, workspace);
}

// --- Where A is

static void measureBody(cdSlideWork *slide) {
    const cdSlideInput *input = slide->input;
    const cdMesh *mesh = input->step.mesh;
    cdSkin skin = cdMeasureSkin(mesh);
    slide->local = skin.centroid;
    slide->radius = mesh->radius + mesh->rounding + cdLength(cdSub(skin.centroid, mesh->center));
    for (int i = 0; i < 6; i++)
        slide->inertia[i] = skin.inertia[i];
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

// --- (6)

static void tellLimits(const cdSlideWork *slide) {
    cdSlide *out = slide->out;
    const cdSlideInput *input = slide->input;
    for (int32_t i = 0; i < slide->limits.rowCount; i++) {
        out->neededLimits++;
        if (out->limitCount >= input->limitCapacity || input->limits == NULL) continue;
        const cdLimitMark *mark = &slide->limits.marks[i];
        // A's surface is by its rounding nearer to the obstacle than its triangles are.
        cdVec3 point = cdMulAdd(mark->point, -input->step.mesh->rounding, mark->normal);
        input->limits[out->limitCount++] = (cdSlideLimit){.point = point,
                                                          .normal = mark->normal,
                                                          .push = slide->limits.rows[i].push,
                                                          .obstacle = mark->obstacle};
    }
    if (input->limits != NULL && out->neededLimits > out->limitCount) out->truncated = true;
}

// True if two limits are of the same place on A and the same normal, or nearly so.
static bool isSameLocation(const cdSlideWork *slide, const cdKeptLimit *a, const cdKeptLimit *b) {
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
               !isSameLocation(slide, &slide->kept[place], &limit))
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

// Leaves the limits of A's own pose alone.
static void dropOthers(cdSlideWork *slide, int32_t ownCount) {
    slide->limits.rowCount = ownCount; // what stopped those legs goes with them
    cdDropRowsAhead(&slide->ahead);
    cdAskForOwn(slide);
}

// A leg or two from A's pose: with what is remembered and what is ahead; where that leads nowhere, without
// what is remembered, as a slide that begins here; then by the limits here alone.
static cdLegResult goOn(cdSlideWork *slide, cdPose *reached) {
    cdSlideLimits *limits = &slide->limits;
    cdLimitRequest request = {slide->input,  slide->cache,    slide->pose,
                              slide->center, slide->intended, &slide->meter};
    cdCollectLimits(&request, &slide->near, limits, slide->workspace);
    cdFindFacing(&slide->ahead, slide->input, &slide->near, slide->pose, &slide->meter);
    slide->out->regionCount += limits->regionCount;
    int32_t ownCount = limits->rowCount;
    cdLegResult result = CD_LEG_NONE;
    if (addKept(slide)) result = cdGoAllowed(slide, reached);
    if (result == CD_LEG_NONE && slide->ahead.count > 0) {
        dropOthers(slide, ownCount);
        result = cdGoAllowed(slide, reached);
    }
    if (result != CD_LEG_NONE) return result;
    dropOthers(slide, ownCount);
    slide->ahead.count = 0;
    return ownCount > 0 ? cdGoAllowed(slide, reached) : CD_LEG_NONE;
}

// Adds a pose to the way. One where A is already adds nothing.
static void addToWay(cdSlideWork *slide, cdPose pose) {
    const cdSlideInput *input = slide->input;
    cdSlide *out = slide->out;
    out->neededPoses++;
    if (input->poses == NULL) return;
    if (out->poseCount < input->poseCapacity)
        input->poses[out->poseCount++] = pose;
    else
        out->truncated = true;
}

static void goneTo(cdSlideWork *slide, cdPose reached) {
    if (slide->hasOver) addToWay(slide, slide->over);
    slide->hasOver = false;
    addToWay(slide, reached);
}

// Legs from the start until nothing is gained. `straight`: the whole step's contact.
static void slideOn(cdSlideWork *slide, const cdFirstContact *straight) {
    cdPose reached = slide->input->step.start;
    const cdFirstContact *known = straight;
    cdLegResult result = CD_LEG_GONE;
    while (result == CD_LEG_GONE && (known != NULL || cdHasLegs(slide))) {
        putAt(slide, reached);
        result = goOn(slide, &reached);
        keepLimits(slide);
        if (result == CD_LEG_NONE) result = cdGoStraight(slide, known, &reached);
        if (result != CD_LEG_NONE) goneTo(slide, reached);
        known = NULL;
    }
    if (result == CD_LEG_NONE) {
        reached = slide->pose;
        tellLimits(slide);
    }
    slide->out->contact.resolvedPose = reached;
    slide->out->reached = result == CD_LEG_REACHED;
    slide->out->exhausted = result != CD_LEG_REACHED && !cdHasLegs(slide);
    slide->out->contact.reason = result != CD_LEG_REACHED ? slide->meter.reason : CD_REASON_NONE;
}

// --- (1)

// Makes the lists at the start, by a share of the budget. Those that it does not suffice for are made later.
static void listAtStart(cdSlideWork *slide) {
    const cdObstaclesInput *step = &slide->input->step;
    cdStartListing(step, &slide->meter);
    for (int32_t i = 0; i < step->obstacleCount; i++) {
        if (cdIsObstacleNear(slide->input, i, step->start))
            cdGetSlideList(&slide->near, step, i, step->start, &slide->meter);
    }
    cdEndSlice(&slide->meter);
}

// The whole step. Where the last slide was stopped, this one is likely to be: then by lists, which it needs
// anyway. A trace tells of the trees.
static cdFirstContact goWholeStep(cdSlideWork *slide, cdTrace *trace) {
    const cdObstaclesInput *step = &slide->input->step;
    if (trace == NULL && cdHasLimitCache(slide->input, slide->cache, step->start)) listAtStart(slide);
    cdSharedWork work = {.meter = &slide->meter,
                         .caches = cdGetPairCaches(slide),
                         .near = trace == NULL ? slide->near.lists : NULL};
    return cdFindFirstContactAmongBy(step, &work, slide->workspace, trace);
}

static void slideFrom(cdSlideWork *slide, const cdFirstContact *straight) {
    measureBody(slide);
    slideOn(slide, straight);
    if (slide->out->reached) slide->out->contact.resolvedTime = 1.0;
    slide->out->contact.stats.pairTests = slide->meter.spent;
}

// A rounded mesh needs none: its clearance is above 0.
static bool hasFeatures(const cdMesh *mesh) {
    return mesh->rounding > 0.0 || mesh->features != NULL;
}

// Returns what is wrong with the input; CD_REASON_NONE: nothing.
static cdReason checkInput(const cdSlideInput *input) {
    const cdObstaclesInput *step = &input->step;
    cdReason reason = cdCheckStep(step);
    if (reason == CD_REASON_NONE && step->obstacleTargets != NULL) reason = CD_REASON_INPUT;
    if (reason != CD_REASON_NONE) return reason;
    bool hasParts = hasFeatures(step->mesh);
    for (int32_t i = 0; i < step->obstacleCount; i++)
        hasParts = hasParts && hasFeatures(step->obstacles[i].mesh);
    return hasParts ? CD_REASON_NONE : CD_REASON_NO_PART;
}

cdSlide cdFindSlide(const cdSlideInput *input, cdSlideCache *cache, cdWorkspace *workspace, cdTrace *trace) {
    cdSlide out = {.contact = {.reason = CD_REASON_INPUT, .obstacle = -1}};
    if (!CD_REQUIRE(input && input->step.mesh && workspace)) return out;
    out.contact.resolvedPose = input->step.start;
    out.contact.reason = checkInput(input);
    if (out.contact.reason != CD_REASON_NONE) return out;
    cdSlideWork slide = {
        .input = input, .cache = cache, .out = &out, .meter = cdOpenMeter(&input->step.budget)};
    out.contact.reason = CD_REASON_WORKSPACE;
    if (!layOutMemory(&slide, workspace)) return out;
    cdFirstContact straight = goWholeStep(&slide, trace);
    out.contact = straight;
    out.legCount = 1;
    out.reached = straight.state == CD_FREE;
    out.exhausted = cdIsStopped(&slide) && !out.reached;
    if (straight.state == CD_CONTACT)
        slideFrom(&slide, &straight);
    else if (!cdIsSamePose(straight.resolvedPose, input->step.start))
        goneTo(&slide, straight.resolvedPose);
    cdKeepSlideLists(&slide.near, &input->step, cache);
    return out;
}

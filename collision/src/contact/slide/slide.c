// Sliding: a step that meets contact continues along the contacts.
//
// Source: god-objects with six degrees of freedom: M. Ortega, S. Redon, S. Coquillart, "A six
// degree-of-freedom god-object method for haptic display of rigid bodies with surface properties", IEEE
// TVCG 13, 2007, section 3; Gauss' principle of least constraint by a quadratic program (least_constraint.h);
// limits from contact regions [BV92] (slide_limits.h).
// (1) The whole step by continuous detection; free: done. Its contact is the one that the result describes.
// (2) At the pose reached: the remaining motion as the six velocities along which the distance from the
// intended pose falls fastest (cdFindPull), the limits there, and the allowed motion nearest to them. (3) The
// plan of a leg (slide_plan.c): the nearest pose at which touching features stay as near as they are, by
// successive programs without a query; each result is brought back to that distance. If the straight path to
// that pose would cut into a limit: the allowed motion bent, so that it stays clear while it turns, and
// shortened until it can be and leads nearer to the intended pose. If that gains little: two legs over a
// raised pose halfway, or the first of them as far as it leads nearer than the bent one. Features that face
// each other across a small gap and that the plan would run into (slide_ahead.c) become limits with that gap,
// and the plan is computed again. (4) A leg of continuous detection along it. A contact that stops it at once
// without being a limit becomes one by its own point and normal, and (3) is repeated. If the limits allow a
// motion that is stopped anyway, because surfaces touch exactly, A is first lifted off by the gap that stops
// keep. (5) If nothing is allowed, or nothing gained, the straight path is tried once more, unless a limit is
// sure to stop it. (6) From the new pose again by (2). Limits that stopped A earlier in this step, and are
// still near, then allow A to come up to them: otherwise a leg forgets one corner while it follows another,
// and back. If nothing is gained with those, once more without, as a slide that begins there; then without
// the features ahead.
//
// The pose and the intended pose alone decide if A stays there, and each leg leads nearer to the intended
// pose in the metric of the body's inertia. So there is no circling; the next step with the same intended
// pose ends at the same pose; and the number of steps in which a hand led there matters little.
#include "contact/slide/slide_legs.h"
#include "continuous/first_contact.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/rounding.h"
#include "mesh/mesh_data.h"

#include <math.h>

enum { DEFAULT_LEGS = 24 };

// In radii: limit distance of remembered limits.
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
    return slide->ahead.pairs != NULL && cdOpenSlideNear(&slide->near, slide->input, slide->cache, workspace);
}

// --- A's pose

static void measureBody(cdSlideWork *slide) {
    const cdSlideInput *input = slide->input;
    cdSetMeasures measures = cdMeasureSet(input);
    slide->local = measures.centroid;
    slide->radius = measures.radius;
    for (int i = 0; i < 6; i++)
        slide->inertia[i] = measures.inertia[i];
    slide->margin = INFINITY;
    int64_t pairCount = cdCountSlidePairs(input);
    for (int64_t i = 0; i < pairCount; i++)
        slide->margin = cdMin(slide->margin, cdGetStopMargin(input, cdGetSlidePair(input, i)));
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

static void reportLimits(const cdSlideWork *slide) {
    cdSlide *out = slide->out;
    const cdSlideInput *input = slide->input;
    for (int32_t i = 0; i < slide->limits.rowCount; i++) {
        out->neededConstraints++;
        if (out->constraintCount >= input->constraintCapacity || input->constraints == NULL) continue;
        const cdLimitMark *mark = &slide->limits.marks[i];
        // A's surface is nearer to the obstacle than its triangles are, by its rounding.
        cdVec3 point = cdMulAdd(mark->point, -cdGetSlideMesh(input, mark->pair)->rounding, mark->normal);
        input->constraints[out->constraintCount++] = (cdSlideConstraint){.point = point,
                                                                         .normal = mark->normal,
                                                                         .push = slide->limits.rows[i].push,
                                                                         .obstacle = mark->pair.obstacle,
                                                                         .shape = mark->pair.shape};
    }
    if (input->constraints != NULL && out->neededConstraints > out->constraintCount) out->truncated = true;
}

// True if two limits have the same point of A and the same normal, or nearly so.
static bool isSameLocation(const cdSlideWork *slide, const cdKeptLimit *a, const cdKeptLimit *b) {
    cdVec3 onA = cdInvTransformPoint(a->from, a->mark.point),
           onB = cdInvTransformPoint(b->from, b->mark.point);
    return a->mark.pair.obstacle == b->mark.pair.obstacle && a->mark.pair.shape == b->mark.pair.shape &&
           a->mark.kind == b->mark.kind && cdDot(a->mark.normal, b->mark.normal) > 0.99 &&
           cdLengthSq(cdSub(onA, onB)) < 1e-4 * slide->radius * slide->radius;
}

// Remembers the limits that pushed in the last program; they replace the same ones or the oldest.
static void keepLimits(cdSlideWork *slide) {
    const cdSlideLimits *limits = &slide->limits;
    for (int32_t i = 0; i < limits->rowCount; i++) {
        if (limits->marks[i].kept > 0 || !(limits->rows[i].push > 0.0)) continue;
        cdKeptLimit limit = {limits->marks[i], slide->pose};
        int32_t slot = 0;
        while (slot < slide->keptCount && slot < CD_SLIDE_KEPT &&
               !isSameLocation(slide, &slide->kept[slot], &limit))
            slot++;
        if (slot == slide->keptCount || slot == CD_SLIDE_KEPT) slot = slide->keptCount++ % CD_SLIDE_KEPT;
        slide->kept[slot] = limit;
    }
}

// Adds remembered limits that are farther than regions are searched for, but not far. False: none.
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

// Keeps the limits of A's own pose alone.
static void dropOthers(cdSlideWork *slide, int32_t ownCount) {
    slide->limits.rowCount = ownCount; // limits of contacts that stopped those legs are dropped with them
    cdDropRowsAhead(&slide->ahead);
    cdResetBounds(slide);
}

// Goes a leg or two by the limits here and features ahead; if that leads nowhere, by the limits alone.
// Without features ahead both are the same.
static cdLegResult goByOwnLimits(cdSlideWork *slide, int32_t ownCount, cdPose *reached) {
    int32_t before = slide->out->legCount;
    dropOthers(slide, ownCount);
    if (slide->hasAhead && slide->ahead.count == 0 && ownCount == 0) return CD_LEG_NONE; // see cdGoStraight
    cdLegResult result = cdGoAllowed(slide, reached);
    if (result != CD_LEG_NONE || ownCount == 0) return result;
    if (slide->out->legCount > before) cdLookAhead(slide);
    if (slide->ahead.count == 0) return CD_LEG_NONE;
    dropOthers(slide, ownCount);
    slide->ahead.count = 0;
    return cdGoAllowed(slide, reached);
}

// Goes a leg or two from A's pose: with remembered limits and features ahead; if that leads nowhere, without
// remembered limits, as a slide that begins here.
static cdLegResult continueSlide(cdSlideWork *slide, cdPose *reached) {
    cdSlideLimits *limits = &slide->limits;
    cdLimitRequest request = {slide->input,  slide->cache,    slide->pose,
                              slide->center, slide->intended, &slide->meter};
    cdCollectLimits(&request, &slide->near, limits, slide->workspace);
    slide->ahead.count = 0;
    slide->hasAhead = false;
    slide->out->regionCount += limits->regionCount;
    int32_t ownCount = limits->rowCount;
    cdLegResult result = addKept(slide) ? cdGoAllowed(slide, reached) : CD_LEG_NONE;
    return result != CD_LEG_NONE ? result : goByOwnLimits(slide, ownCount, reached);
}

// Adds a pose to the path. A's current pose adds nothing.
static void addToPath(cdSlideWork *slide, cdPose pose) {
    const cdSlideInput *input = slide->input;
    cdSlide *out = slide->out;
    out->neededPoses++;
    if (input->poses == NULL) return;
    if (out->poseCount < input->poseCapacity)
        input->poses[out->poseCount++] = pose;
    else
        out->truncated = true;
}

static void addReached(cdSlideWork *slide, cdPose reached) {
    if (slide->hasOver) addToPath(slide, slide->over);
    slide->hasOver = false;
    addToPath(slide, reached);
}

// Goes legs from the start until nothing is gained. `straight`: the whole step's contact.
static void slideOn(cdSlideWork *slide, const cdFirstContact *straight) {
    cdPose reached = slide->input->step.start;
    const cdFirstContact *known = straight;
    cdLegResult result = CD_LEG_GONE;
    while (result == CD_LEG_GONE && (known != NULL || cdHasLegs(slide))) {
        putAt(slide, reached);
        result = continueSlide(slide, &reached);
        keepLimits(slide);
        if (result == CD_LEG_NONE) result = cdGoStraight(slide, known, &reached);
        if (result != CD_LEG_NONE) addReached(slide, reached);
        known = NULL;
    }
    if (result == CD_LEG_NONE) {
        reached = slide->pose;
        reportLimits(slide);
    }
    slide->out->contact.resolvedPose = reached;
    slide->out->reached = result == CD_LEG_REACHED;
    slide->out->exhausted = result != CD_LEG_REACHED && !cdHasLegs(slide);
    slide->out->contact.reason = result != CD_LEG_REACHED ? slide->meter.reason : CD_REASON_NONE;
}

// --- (1)

// Builds the lists at the start, with a share of the budget. Lists beyond it are built later.
static void listAtStart(cdSlideWork *slide) {
    const cdSlideInput *input = slide->input;
    cdStartListing(&input->step, &slide->meter);
    int64_t pairCount = cdCountSlidePairs(input);
    for (int64_t i = 0; i < pairCount; i++) {
        cdSlidePair pair = cdGetSlidePair(input, i);
        if (cdIsPairNear(input, pair, input->step.start))
            cdGetSlideList(&slide->near, input, pair, input->step.start, &slide->meter);
    }
    cdEndSlice(&slide->meter);
}

// Searches the whole step. If the last slide was stopped, this one is likely to be: then by lists, which it
// needs anyway. With a trace it uses the trees.
static cdFirstContact goWholeStep(cdSlideWork *slide, cdTrace *trace) {
    const cdObstaclesInput *step = &slide->input->step;
    if (trace == NULL && cdHasLimitCache(slide->input, slide->cache, step->start)) listAtStart(slide);
    cdSetStep whole = {.input = slide->input,
                       .start = step->start,
                       .target = step->target,
                       .center = slide->local,
                       .meter = &slide->meter,
                       .caches = cdGetPairCaches(slide),
                       .near = trace == NULL ? slide->near.lists : NULL,
                       .reports = true};
    return cdFindSetContact(&whole, &slide->legShape, slide->workspace, trace);
}

static void slideFrom(cdSlideWork *slide, const cdFirstContact *straight) {
    slideOn(slide, straight);
    if (slide->out->reached) slide->out->contact.resolvedTime = 1.0;
    slide->out->contact.stats.pairTests = slide->meter.spent;
}

// A rounded mesh needs no features: its clearance is above 0.
static bool hasFeatures(const cdMesh *mesh) {
    return mesh->rounding > 0.0 || mesh->features != NULL;
}

// Returns the defect of the input, or CD_REASON_NONE.
static cdReason checkInput(const cdSlideInput *input) {
    const cdObstaclesInput *step = &input->step;
    cdReason reason = cdCheckStep(step);
    if (reason == CD_REASON_NONE && step->obstacleTargets != NULL) reason = CD_REASON_INPUT;
    for (int32_t i = 0; i < input->shapeCount && reason == CD_REASON_NONE; i++)
        reason = cdCheckPose(input->shapes[i].pose);
    if (reason != CD_REASON_NONE) return reason;
    bool hasParts = true;
    for (int32_t i = 0; i < input->shapeCount; i++)
        hasParts = hasParts && hasFeatures(input->shapes[i].mesh);
    for (int32_t i = 0; i < step->obstacleCount; i++)
        hasParts = hasParts && hasFeatures(step->obstacles[i].mesh);
    return hasParts ? CD_REASON_NONE : CD_REASON_NO_PART;
}

// True if there are meshes.
static bool hasMeshes(const cdSlideInput *input) {
    if (input->shapes == NULL) return input->step.mesh != NULL;
    for (int32_t i = 0; i < input->shapeCount; i++)
        if (input->shapes[i].mesh == NULL) return false;
    return input->shapeCount > 0;
}

cdSlide cdFindSlide(const cdSlideInput *given, cdSlideCache *cache, cdWorkspace *workspace, cdTrace *trace) {
    cdSlide out = {.contact = {.reason = CD_REASON_INPUT, .obstacle = -1}, .shape = -1};
    if (!CD_REQUIRE(given && hasMeshes(given) && workspace)) return out;
    cdSlideShape alone = {given->step.mesh, cdIdentityPose()};
    cdSlideInput whole = *given;
    const cdSlideInput *input = &whole;
    if (given->shapes == NULL) whole.shapes = &alone, whole.shapeCount = 1;
    out.contact.resolvedPose = input->step.start;
    out.contact.reason = checkInput(input);
    if (out.contact.reason != CD_REASON_NONE) return out;
    cdForgetManyPlaces(workspace);
    cdSlideWork slide = {
        .input = input, .cache = cache, .out = &out, .meter = cdOpenMeter(&input->step.budget)};
    out.contact.reason = CD_REASON_WORKSPACE;
    if (!layOutMemory(&slide, workspace)) return out;
    measureBody(&slide);
    cdFirstContact straight = goWholeStep(&slide, trace);
    out.contact = straight;
    out.shape = slide.legShape;
    out.legCount = 1;
    out.reached = straight.state == CD_FREE;
    out.exhausted = cdIsStopped(&slide) && !out.reached;
    if (straight.state == CD_CONTACT)
        slideFrom(&slide, &straight);
    else if (!cdIsSamePose(straight.resolvedPose, input->step.start))
        addReached(&slide, straight.resolvedPose);
    cdKeepSlideLists(&slide.near, input, cache);
    return out;
}

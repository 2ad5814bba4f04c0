// Minimum distance of a mechanism over a box of joint values, by searches with a safety distance.
//
// (0) All pairs are sampled, and a descent from the nearest sample lowers the smallest distance. (1) In each
// round some cells are searched (mechanism_nearest.c). Each search begins with the smallest distance that is
// known before the round, so the caller's tasks may make them at once; a round is the same without tasks. A
// stack has the cells that wait, the first on top, and each round takes some, from the next pairs if there
// are not as many. (2) Searches are accepted in their order. One that uses more than the
// budget leaves then is made again with that, and ends the search. What an earlier search has certified for a
// larger safety distance holds for the smallest one.
#include "collision/mechanism.h"
#include "contact/batch_run.h"
#include "continuous/query_stats.h"
#include "foundation/memory/hooks.h"
#include "foundation/memory/workspace.h"
#include "foundation/numbers/rounding.h"
#include "mesh/mesh_data.h"
#include "paths/mechanism_nearest.h"

#include <math.h>

enum { ROUND_SEARCHES = 16 };
static const double FINE = 1e-6, COARSE = 1e-3; // default precision, of the radius

// The searches that are made at once.
typedef struct Round {
    cdNearSearch known;               // at the start of the round
    int64_t spent;                    // pair tests of the call before
    bool samples;                     // they are samples of pairs; else searches of cells
    cdNearCell cells[ROUND_SEARCHES]; // cells[count]
    cdNearSearch found[ROUND_SEARCHES];
    int32_t count;
} Round;

typedef struct Clearance {
    cdNearSearch known;
    int64_t spent;
    cdReason reason; // of a stop
    cdWorkspace *workspace;
    cdChainCursor at;   // the last pair that was begun
    bool hasBegunPairs; // all of them
    Round *round;
    cdNearCell *stack; // stack[height]
    int32_t height;
} Clearance;

static bool isStopped(const Clearance *clear) {
    return clear->known.result.state == CD_CONTACT || clear->reason != CD_REASON_NONE;
}

// --- (1)

// `spent`: pair tests of the call before.
static void searchOne(Round *round, int32_t index, int64_t spent, cdWorkspace *workspace) {
    cdNearSearch *found = &round->found[index];
    cdMeter meter = cdContinueMeter(&round->known.input->budget, spent);
    *found = round->known;
    found->meter = &meter;
    found->workspace = workspace;
    cdSearchNearest(found, &round->cells[index]);
    found->result.reason = meter.reason;
    found->result.stats.pairTests = meter.spent - spent;
}

static void findOne(const void *context, int32_t index, cdWorkspace *workspace) {
    Round *round = *(Round *const *)context;
    searchOne(round, index, round->spent, workspace);
}

static void refuseOne(const void *context, int32_t index, cdReason reason) {
    Round *round = *(Round *const *)context;
    round->found[index] = round->known;
    round->found[index].result.reason = reason;
}

static bool reserveStack(Clearance *clear) {
    size_t item = sizeof *clear->stack, used = (size_t)clear->height;
    clear->stack = cdGrowWorkPart(clear->workspace, CD_WORK_CELLS, used * item,
                                  (used + CD_NEAR_PARTS * ROUND_SEARCHES) * item);
    if (clear->stack == NULL) clear->reason = CD_REASON_WORKSPACE;
    return clear->stack != NULL;
}

// Takes the first cells.
static void takeCells(Clearance *clear) {
    Round *round = clear->round;
    const cdSweepInput *input = clear->known.input;
    while (clear->height > 0 && round->count < ROUND_SEARCHES)
        round->cells[round->count++] = clear->stack[--clear->height];
    while (round->count < ROUND_SEARCHES && !clear->hasBegunPairs) {
        clear->hasBegunPairs = !cdFindNextPair(input->mechanism, &clear->at);
        if (!clear->hasBegunPairs) round->cells[round->count++] = cdBeginNearCell(input, &clear->at);
    }
}

// --- (2)

static void takeNearest(cdNearSearch *known, const cdNearSearch *found) {
    cdMechanismClearance before = known->result;
    if (found->result.upper < before.upper) known->result = found->result;
    known->result.state = found->result.state == CD_CONTACT ? CD_CONTACT : before.state;
    known->result.searchCount = before.searchCount + found->result.searchCount;
    known->result.distanceCount = before.distanceCount + found->result.distanceCount;
    known->result.stats = before.stats;
    cdAddQueryStats(&known->result.stats, &found->result.stats);
    known->precision = cdMax(known->precision, found->precision);
    known->leastEnd = cdMin(known->leastEnd, found->leastEnd);
}

static void acceptOne(Clearance *clear, int32_t index) {
    Round *round = clear->round;
    cdNearSearch *found = &round->found[index], *known = &clear->known;
    if (isStopped(clear)) return;
    if (cdExceedsBudget(&known->input->budget, clear->spent, found->result.stats.pairTests))
        searchOne(round, index, clear->spent, clear->workspace);
    clear->spent += found->result.stats.pairTests;
    clear->reason = found->result.reason;
    double kept = cdMin(known->kept, found->kept);
    takeNearest(known, found);
    cdKeepBelowNearest(known);
    known->kept = cdMin(known->kept, kept);
}

// Makes the searches of a round. Returns false if no cell waits.
static bool runRound(Clearance *clear) {
    Round *round = clear->round;
    cdMechanismClearance *counters = &round->known.result;
    if (!reserveStack(clear)) return false;
    round->known = clear->known;
    counters->searchCount = counters->distanceCount = 0;
    counters->stats = (cdQueryStats){0};
    round->spent = clear->spent;
    round->count = 0;
    takeCells(clear);
    const cdBatchRun run = {&round, round->count, findOne, refuseOne};
    cdRunBatch(&run, clear->workspace, clear->known.input->tasks);
    for (int32_t i = 0; i < round->count; i++)
        acceptOne(clear, i);
    for (int32_t i = round->count - 1; i >= 0; i--)
        for (int32_t k = round->found[i].partCount - 1; k >= 0; k--)
            clear->stack[clear->height++] = round->found[i].parts[k];
    return round->count > 0;
}

// --- All

static double choosePrecision(const cdMechanismClearanceInput *input) {
    if (input->precision > 0.0) return input->precision;
    const cdMechanism *mechanism = input->sweep.mechanism;
    double radius = 0.0;
    for (int32_t i = 0; i < mechanism->linkCount; i++)
        for (int32_t k = 0; k < mechanism->links[i].shapeCount; k++) {
            const cdMesh *mesh = mechanism->links[i].shapes[k].mesh;
            radius = cdMax(radius, mesh->radius + mesh->rounding);
        }
    return (input->sweep.jointCount > 1 ? COARSE : FINE) * radius;
}

// (0)
static void samplePairs(Clearance *clear) {
    cdMeter meter = cdOpenMeter(&clear->known.input->budget);
    clear->known.meter = &meter;
    clear->known.workspace = clear->workspace;
    for (cdChainCursor at = cdBeginChains(); cdFindNextPair(clear->known.input->mechanism, &at);)
        cdSampleNearest(&clear->known, &at);
    cdDescendNearest(&clear->known);
    cdKeepBelowNearest(&clear->known);
    clear->reason = meter.reason;
    clear->spent = clear->known.result.stats.pairTests = meter.spent;
    clear->known.meter = NULL;
}

static void searchPairs(Clearance *clear) {
    clear->round = cdUseWorkPart(clear->workspace, CD_WORK_SWEEP, sizeof *clear->round);
    if (clear->round == NULL) {
        clear->reason = CD_REASON_WORKSPACE;
        return;
    }
    samplePairs(clear);
    clear->at = cdBeginChains();
    while (!isStopped(clear) && runRound(clear))
        continue;
}

// Moves the nearest points from the frame of B's mesh to the world.
static void placePoints(Clearance *clear) {
    cdMechanismClearance *result = &clear->known.result;
    if (result->linkB < 0) return;
    cdPose pose =
        cdPlaceLinkShape(clear->known.input, result->at, (cdLinkShape){result->linkB, result->shapeB});
    result->pointA = cdTransformPoint(pose, result->pointA);
    result->pointB = cdTransformPoint(pose, result->pointB);
}

cdMechanismClearance cdFindMechanismClearance(const cdMechanismClearanceInput *input,
                                              cdWorkspace *workspace) {
    cdMechanismClearance refused = {.reason = CD_REASON_INPUT, .upper = INFINITY, .linkA = -1, .linkB = -1};
    if (!CD_REQUIRE(input != NULL && workspace != NULL)) return refused;
    refused.reason = cdCheckSweep(&input->sweep);
    if (refused.reason == CD_REASON_NONE) refused.reason = cdCheckMargin(input->precision);
    if (refused.reason != CD_REASON_NONE) return refused;
    Clearance clear = {.known = {.input = &input->sweep, .result = refused, .leastEnd = INFINITY},
                       .workspace = workspace};
    clear.known.result.state = CD_FREE;
    clear.known.precision = choosePrecision(input);
    searchPairs(&clear);
    cdMechanismClearance *result = &clear.known.result;
    result->reason = clear.reason;
    placePoints(&clear);
    result->lower = isStopped(&clear) ? 0.0 : cdMin(clear.known.kept, clear.known.leastEnd);
    if (result->state == CD_FREE && (result->reason != CD_REASON_NONE || !(result->lower > 0.0)))
        result->state = CD_UNDECIDED;
    return *result;
}

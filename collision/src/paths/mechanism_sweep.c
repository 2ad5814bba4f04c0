// Sweeps of a mechanism: a subdivision of the box of joint values, for each pair of meshes.
//
// (1) The chain of a pair has the varying joints between its meshes; the box is that of their values. It is
// divided into cells (mechanism_cells.c). (2) A stack has the cells that wait and the boxes that were found,
// in the order of the subdivision, the first on top. In each round the first ROUND_CELLS cells are swept,
// from the next pairs if there are not as many. Each is replaced by its parts. The cells of a round do not
// depend on one another, so the caller's tasks may sweep them; a round is the same without tasks. (3) Boxes
// on top of the stack are written to the result. A box that continues the last one extends it. (4) Each cell
// may use all that the budget leaves at the start of the round. Cells are accepted in their order. One that
// uses more than is left then is swept again with that, and ends the sweep. The stack and the next pairs
// remain as undecided boxes.
#include "collision/mechanism.h"
#include "contact/batch_run.h"
#include "continuous/query_stats.h"
#include "foundation/memory/hooks.h"
#include "foundation/memory/workspace.h"
#include "paths/mechanism_cells.h"

enum { ROUND_CELLS = 64 };

// An item of the stack.
typedef struct Item {
    bool isBox;
    union {
        cdSweepBox box;
        struct {
            int32_t pair; // index in Round.pairs
            cdSweepCell cell;
        };
    };
} Item;

// The cells that are swept at once.
typedef struct Round {
    const cdSweepInput *input;
    int64_t spent; // pair tests of the call before the round
    cdSweepPair pairs[ROUND_CELLS];
    const Item *items[ROUND_CELLS]; // items[count]: the cells
    cdSweptCell results[ROUND_CELLS];
    int32_t count;
} Round;

typedef struct Sweep {
    const cdSweepInput *input;
    cdSweep *result;
    int64_t spent;   // pair tests
    cdReason reason; // of a stop
    cdWorkspace *workspace;
    cdChainCursor at;   // the last pair that was begun
    bool hasBegunPairs; // all of them
    Round *round;
    Item *stack, *taken; // stack[height]; taken[takenCount], in order
    int32_t height, takenCount;
    cdSweepBox lastPair;   // a box of the pair of the last box
    int32_t firstBox;      // the first one of that pair
    int32_t touchingCount; // pairs with a box
} Sweep;

// --- (3)

// True if `box` continues `last` along exactly one joint.
static bool continues(const cdSweepBox *last, const cdSweepBox *box, int32_t jointCount, int32_t *along) {
    if (last->certain != box->certain) return false;
    *along = -1;
    for (int32_t k = 0; k < jointCount; k++) {
        if (last->from[k] == box->from[k] && last->to[k] == box->to[k]) continue;
        if (*along >= 0 || last->to[k] != box->from[k]) return false;
        *along = k;
    }
    return *along >= 0;
}

static void mergeLast(Sweep *sweep) {
    cdSweep *result = sweep->result;
    int32_t along;
    while (result->boxCount - sweep->firstBox >= 2) {
        cdSweepBox *last = &sweep->input->boxes[result->boxCount - 2];
        if (!continues(last, last + 1, sweep->input->jointCount, &along)) return;
        last->to[along] = last[1].to[along];
        result->boxCount--;
    }
}

static double getShare(const cdSweepInput *input, const cdSweepBox *box) {
    double share = 1.0;
    for (int32_t i = 0; i < input->jointCount; i++)
        share *= (box->to[i] - box->from[i]) / (input->joints[i].to - input->joints[i].from);
    return share;
}

static bool isOfLastPair(const Sweep *sweep, const cdSweepBox *box) {
    const cdSweepBox *last = &sweep->lastPair;
    return sweep->touchingCount > 0 && box->linkA == last->linkA && box->linkB == last->linkB &&
           box->shapeA == last->shapeA && box->shapeB == last->shapeB;
}

static void addBox(Sweep *sweep, const cdSweepBox *box) {
    cdSweep *result = sweep->result;
    if (!isOfLastPair(sweep, box)) {
        sweep->lastPair = *box;
        sweep->firstBox = result->boxCount;
        sweep->touchingCount++;
    }
    if (box->certain) result->state = CD_CONTACT;
    if (!box->certain && result->state == CD_FREE) result->state = CD_UNDECIDED;
    if (!box->certain)
        result->undecidedShare = cdMin(1.0, result->undecidedShare + getShare(sweep->input, box));
    if (result->boxCount == sweep->input->boxCapacity) {
        result->truncated = true;
        result->neededBoxes++;
        return;
    }
    sweep->input->boxes[result->boxCount++] = *box;
    mergeLast(sweep);
}

static cdSweepBox makeBox(const cdSweepInput *input, const cdSweepPair *pair, const cdSweepCell *cell) {
    cdSweepBox box = {.linkA = pair->at.a.link,
                      .linkB = pair->at.b.link,
                      .shapeA = pair->at.a.shape,
                      .shapeB = pair->at.b.shape,
                      .certain = cell->kind == CD_CELL_CERTAIN};
    for (int32_t i = 0; i < input->jointCount; i++) {
        box.from[i] = box.at[i] = input->joints[i].from;
        box.to[i] = input->joints[i].to;
    }
    for (int32_t k = 0; k < pair->chain.count; k++) {
        int32_t i = pair->chain.joints[k].index;
        box.from[i] = cell->range.lo[k];
        box.to[i] = cell->range.hi[k];
        box.at[i] = box.certain ? cell->at[k] : cell->range.lo[k];
    }
    return box;
}

// --- (2)

static bool growItems(Sweep *sweep, cdWorkPart part, Item **items, int32_t used, int32_t count) {
    size_t size = sizeof **items;
    void *grown = cdGrowWorkPart(sweep->workspace, part, (size_t)used * size, (size_t)count * size);
    if (grown != NULL) *items = grown;
    return grown != NULL;
}

// Makes room for a round: its cells may have three parts each.
static bool reserveRound(Sweep *sweep) {
    if (growItems(sweep, CD_WORK_TAKEN, &sweep->taken, 0, sweep->height + ROUND_CELLS) &&
        growItems(sweep, CD_WORK_CELLS, &sweep->stack, sweep->height,
                  sweep->height + CD_CELL_PARTS * ROUND_CELLS))
        return true;
    sweep->reason = CD_REASON_WORKSPACE;
    return false;
}

// Begins the next pair. False: there is no other.
static bool beginPair(Sweep *sweep, cdSweepPair *pair) {
    cdChain chain;
    if (sweep->hasBegunPairs || !cdFindNextChain(sweep->input, &sweep->at, &chain)) {
        sweep->hasBegunPairs = true;
        return false;
    }
    *pair = cdOpenSweepPair(sweep->input, &chain, &sweep->at);
    sweep->result->pairCount++;
    return true;
}

// Returns the index of a pair that no cell of the round belongs to.
static int32_t findUnusedPair(const Sweep *sweep) {
    bool used[ROUND_CELLS] = {false};
    for (int32_t i = 0; i < sweep->takenCount; i++)
        if (!sweep->taken[i].isBox) used[sweep->taken[i].pair] = true;
    int32_t pair = 0;
    while (used[pair])
        pair++;
    return pair;
}

// Takes the first cells and the boxes between them.
static void takeItems(Sweep *sweep) {
    int32_t count = 0;
    for (sweep->takenCount = 0; sweep->height > 0 && count < ROUND_CELLS; sweep->takenCount++) {
        sweep->taken[sweep->takenCount] = sweep->stack[--sweep->height];
        count += !sweep->taken[sweep->takenCount].isBox;
    }
    for (; count < ROUND_CELLS; count++) {
        int32_t index = findUnusedPair(sweep);
        cdSweepPair *pair = &sweep->round->pairs[index];
        if (!beginPair(sweep, pair)) return;
        sweep->taken[sweep->takenCount++] = (Item){.pair = index, .cell = cdBeginSweepCell(pair)};
    }
}

static void pushPart(Sweep *sweep, int32_t index, const cdSweepCell *part) {
    Item *item = &sweep->stack[sweep->height++];
    item->isBox = part->kind != CD_CELL_OPEN;
    if (item->isBox) {
        item->box = makeBox(sweep->input, &sweep->round->pairs[index], part);
    } else {
        item->pair = index;
        item->cell = *part;
    }
}

// Replaces the cells by their parts.
static void putBack(Sweep *sweep) {
    int32_t next = sweep->round->count;
    for (int32_t i = sweep->takenCount - 1; i >= 0; i--) {
        const Item *item = &sweep->taken[i];
        if (item->isBox) {
            sweep->stack[sweep->height++] = *item;
            continue;
        }
        const cdSweptCell *swept = &sweep->round->results[--next];
        for (int32_t k = swept->partCount - 1; k >= 0; k--)
            pushPart(sweep, item->pair, &swept->parts[k]);
    }
}

// `spent`: pair tests of the call before.
static void sweepOne(Round *round, int32_t index, int64_t spent, cdWorkspace *workspace) {
    const Item *item = round->items[index];
    cdMeter meter = cdContinueMeter(&round->input->budget, spent);
    cdSweepOneCell(&round->pairs[item->pair], &item->cell, &meter, workspace, &round->results[index]);
}

// Leaves a cell undecided.
static void leaveCell(Round *round, int32_t index, cdReason reason) {
    cdSweptCell *result = &round->results[index];
    *result = (cdSweptCell){.partCount = 1, .reason = reason};
    result->parts[0] = round->items[index]->cell;
    result->parts[0].kind = CD_CELL_UNDECIDED;
}

static void sweepItem(const void *context, int32_t index, cdWorkspace *workspace) {
    Round *round = *(Round *const *)context;
    sweepOne(round, index, round->spent, workspace);
}

static void refuseItem(const void *context, int32_t index, cdReason reason) {
    leaveCell(*(Round *const *)context, index, reason);
}

// --- (4)

static void acceptCell(Sweep *sweep, int32_t index) {
    cdSweptCell *swept = &sweep->round->results[index];
    if (sweep->reason != CD_REASON_NONE) {
        leaveCell(sweep->round, index, sweep->reason);
        return;
    }
    if (cdExceedsBudget(&sweep->input->budget, sweep->spent, swept->stats.pairTests))
        sweepOne(sweep->round, index, sweep->spent, sweep->workspace);
    sweep->spent += swept->stats.pairTests;
    sweep->reason = swept->reason;
    cdSweep *result = sweep->result;
    result->cellCount++;
    result->searchCount += swept->searchCount;
    result->tolerance = cdMax(result->tolerance, swept->tolerance);
    cdAddQueryStats(&result->stats, &swept->stats);
}

// Sweeps the first cells. Returns false if no cell waits.
static bool sweepRound(Sweep *sweep) {
    Round *round = sweep->round;
    if (!reserveRound(sweep)) return false;
    round->spent = sweep->spent;
    takeItems(sweep);
    round->count = 0;
    for (int32_t i = 0; i < sweep->takenCount; i++)
        if (!sweep->taken[i].isBox) round->items[round->count++] = &sweep->taken[i];
    const cdBatchRun run = {&round, round->count, sweepItem, refuseItem};
    cdRunBatch(&run, sweep->workspace, sweep->input->tasks);
    for (int32_t i = 0; i < round->count; i++)
        acceptCell(sweep, i);
    putBack(sweep);
    while (sweep->height > 0 && sweep->stack[sweep->height - 1].isBox)
        addBox(sweep, &sweep->stack[--sweep->height].box);
    return round->count > 0;
}

// Adds the rest of the stack and the pairs after it as undecided boxes.
static void leaveRest(Sweep *sweep) {
    while (sweep->height > 0) {
        const Item *item = &sweep->stack[--sweep->height];
        cdSweepBox box =
            item->isBox ? item->box : makeBox(sweep->input, &sweep->round->pairs[item->pair], &item->cell);
        addBox(sweep, &box);
    }
    for (cdSweepPair pair; beginPair(sweep, &pair);) {
        cdSweepCell cell = cdBeginSweepCell(&pair);
        cdSweepBox box = makeBox(sweep->input, &pair, &cell);
        addBox(sweep, &box);
    }
}

cdSweep cdSweepMechanism(const cdSweepInput *input, cdWorkspace *workspace) {
    cdSweep result = {.state = CD_UNDECIDED, .reason = CD_REASON_INPUT, .undecidedShare = 1.0};
    if (!CD_REQUIRE(input != NULL && workspace != NULL)) return result;
    result.reason = cdCheckSweep(input);
    if (result.reason != CD_REASON_NONE) return result;
    result = (cdSweep){.state = CD_FREE};
    Sweep sweep = {.input = input, .result = &result, .workspace = workspace, .at = cdBeginChains()};
    sweep.round = cdUseWorkPart(workspace, CD_WORK_SWEEP, sizeof *sweep.round);
    if (sweep.round == NULL)
        sweep.reason = CD_REASON_WORKSPACE;
    else
        sweep.round->input = input;
    while (sweep.reason == CD_REASON_NONE && sweepRound(&sweep))
        continue;
    leaveRest(&sweep);
    result.freePairCount = result.pairCount - sweep.touchingCount;
    result.neededBoxes += result.boxCount;
    result.reason = sweep.reason;
    return result;
}

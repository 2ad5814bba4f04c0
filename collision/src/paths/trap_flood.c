// Floods of cells; see trap_flood.h.
//
// A free path passes from cell to cell. Where it leaves one through an edge or a corner, all cells there
// contain that point, so none of them is blocked, and the flood enters each across faces.
#include "paths/trap_flood.h"
#include "foundation/memory/workspace.h"

#include <math.h>
#include <string.h>

enum { SLOTS = 1 << 17, CELLS_MAX = SLOTS / 2, LEVELS = 10 };
enum { COORDINATE_BITS = 21, COORDINATE_MAX = 1 << (COORDINATE_BITS - 1) };

typedef struct Cell {
    int32_t at[3];
} Cell;

static uint64_t getKey(Cell cell) {
    uint64_t key = 0;
    for (int k = 0; k < 3; k++)
        key = key << COORDINATE_BITS | (uint64_t)(uint32_t)(cell.at[k] + COORDINATE_MAX);
    return key;
}

static Cell getCell(uint64_t key) {
    Cell cell;
    for (int k = 2; k >= 0; k--, key >>= COORDINATE_BITS)
        cell.at[k] = (int32_t)(key & ((1u << COORDINATE_BITS) - 1)) - COORDINATE_MAX;
    return cell;
}

// Keeps a cell as seen. False: it was.
static bool see(cdTrapFlood *flood, uint64_t key) {
    uint64_t slot = (key * 0x9E3779B97F4A7C15u) >> 40;
    for (slot %= SLOTS; flood->slots[slot] != 0; slot = (slot + 1) % SLOTS)
        if (flood->slots[slot] == key + 1) return false;
    flood->slots[slot] = key + 1;
    flood->seenCount++;
    return true;
}

static double getHalfDiagonal(const cdTrapFlood *flood) {
    return 0.5 * flood->width * sqrt((double)flood->dimensions) + cdGetTrapRounding(flood->work);
}

// Returns the gap of the sphere from the obstacles' bounds in the middle of a cell.
static double getGap(const cdTrapFlood *flood, Cell cell) {
    cdVec3 center = flood->center;
    for (int32_t k = 0; k < flood->dimensions; k++)
        center = cdMulAdd(center, flood->width * cell.at[k], flood->basis[k]);
    return cdGetSphereGap(&flood->work->bounds, center, flood->radius);
}

static bool isCellBlocked(cdTrapFlood *flood, Cell cell) {
    double values[3] = {0.0};
    for (int32_t k = 0; k < flood->dimensions; k++)
        values[k] = flood->width * cell.at[k];
    flood->work->out->cellCount++;
    return cdSpend(&flood->work->meter, 1) && flood->isBlocked(flood, values, getHalfDiagonal(flood));
}

// Puts the neighbours of a cell that are not blocked onto the stack, those farthest out on top.
static void enterNeighbours(cdTrapFlood *flood, Cell cell) {
    double gaps[6];
    uint64_t *added = flood->stack + flood->stackCount;
    int32_t count = 0;
    for (int32_t k = 0; k < 2 * flood->dimensions; k++) {
        Cell next = cell;
        next.at[k / 2] += k % 2 == 0 ? 1 : -1;
        if (!see(flood, getKey(next)) || isCellBlocked(flood, next)) continue;
        double gap = getGap(flood, next);
        int32_t at = count++;
        for (; at > 0 && gaps[at - 1] > gap; at--)
            gaps[at] = gaps[at - 1], added[at] = added[at - 1];
        gaps[at] = gap, added[at] = getKey(next);
    }
    flood->stackCount += count;
}

// Returns true if the flood ends inside. `isFull`: receives true if a limit ended it.
static bool endsInside(cdTrapFlood *flood, bool *isFull) {
    const Cell start = {{0, 0, 0}};
    double half = getHalfDiagonal(flood);
    memset(flood->slots, 0, SLOTS * sizeof *flood->slots);
    flood->seenCount = 0;
    see(flood, getKey(start));
    flood->stack[0] = getKey(start);
    flood->stackCount = 1;
    while (flood->stackCount > 0) {
        Cell cell = getCell(flood->stack[--flood->stackCount]);
        if (getGap(flood, cell) + half > 0.0) return false;
        *isFull = flood->seenCount > CELLS_MAX - 8 || cdIsOut(&flood->work->meter);
        if (*isFull) return false;
        enterNeighbours(flood, cell);
    }
    return !cdIsOut(&flood->work->meter);
}

// Opens the meter of a flood, a part of the whole call.
static cdMeter openPart(const cdMeter *whole) {
    cdBudget budget = whole->budget;
    int64_t left = budget.maxPairTests - whole->spent, share = budget.maxPairTests / 3;
    budget.maxPairTests = left < share ? left : share;
    if (budget.maxPairTests < 1) budget.maxPairTests = 1;
    return cdOpenMeter(&budget);
}

// Counts its work. Only a reason other than the budget ends the whole call.
static void closePart(cdTrapWork *work, const cdMeter *whole) {
    cdMeter part = work->meter;
    work->meter = *whole;
    cdSpend(&work->meter, part.spent);
    bool isOwn = part.reason == CD_REASON_NONE || part.reason == CD_REASON_BUDGET;
    if (!isOwn) cdStopMeter(&work->meter, part.reason);
}

void cdRunTrapFlood(cdTrapFlood *flood, uint32_t proof) {
    cdTrapWork *work = flood->work;
    cdMeter whole = work->meter;
    bool isFull = false, trapped = false;
    flood->width = flood->radius;
    work->meter = openPart(&whole);
    for (int32_t i = 0; i < LEVELS && !isFull && !trapped; i++, flood->width *= 0.5)
        trapped = endsInside(flood, &isFull);
    closePart(work, &whole);
    work->isCut = work->isCut || isFull;
    if (trapped) work->out->proofs |= proof;
}

bool cdMakeTrapFlood(cdTrapFlood *flood, size_t otherSize) {
    size_t size = (SLOTS + CELLS_MAX) * sizeof(uint64_t) + otherSize + 4 * 16;
    cdMemory memory = {.next = cdUseWorkPart(flood->work->workspace, CD_WORK_TRAP, size), .left = size};
    if (memory.next == NULL) return false;
    flood->slots = cdTakeMemory(&memory, SLOTS, sizeof(uint64_t));
    flood->stack = cdTakeMemory(&memory, CELLS_MAX, sizeof(uint64_t));
    flood->other = cdTakeMemory(&memory, otherSize, 1);
    return true;
}

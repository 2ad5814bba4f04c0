// Cells of the sweep of a pair of meshes: each is decided, or divided, by itself.
//
// A cell depends on its range and on what the cell that it is a part of has found, and on nothing else. So
// cells may be swept in any order and on any threads, and give the same bits.
#ifndef CD_MECHANISM_CELLS_H
#define CD_MECHANISM_CELLS_H

#include "paths/mechanism_search.h"

// A pair of meshes that is swept.
typedef struct cdSweepPair {
    cdChain chain;
    cdChainCursor at;                 // the meshes
    cdChainCell box;                  // whole ranges
    double least[CD_SWEEP_JOINT_MAX]; // smallest width of a cell
    double distance;                  // that counts as contact
} cdSweepPair;

typedef enum cdCellKind {
    CD_CELL_OPEN = 0, // to be swept
    CD_CELL_CERTAIN,  // contains a contact
    CD_CELL_UNDECIDED // to be swept no further
} cdCellKind;

// A part of the box of joint values, of the joints of a pair's chain.
typedef struct cdSweepCell {
    cdCellKind kind;
    cdChainCell range;
    double at[CD_SWEEP_JOINT_MAX]; // certain: values with a contact
    // Open. Bits 2 k and 2 k + 1 of `stopped`: the search from the lower and the upper end of joint k stops
    // there.
    unsigned stopped;
    double shallow; // motion that exceeded the depth of the vertices found last; 0: none was tried
    cdChainHints hints;
} cdSweepCell;

enum { CD_CELL_PARTS = 3 };

// The parts that remain of an open cell.
typedef struct cdSweptCell {
    cdSweepCell parts[CD_CELL_PARTS]; // parts[partCount], in the order of the subdivision
    int32_t partCount;                // 0: the cell is free
    cdReason reason;                  // of a stop, which leaves the cell undecided
    double tolerance;                 // largest one of a contact, length
    int64_t searchCount;              // searches along one joint
    cdQueryStats stats;               // pairTests: all work
} cdSweptCell;

// Returns the pair at a cursor.
cdSweepPair cdOpenSweepPair(const cdSweepInput *input, const cdChain *chain, const cdChainCursor *at);

// Returns the cell of the whole ranges.
cdSweepCell cdBeginSweepCell(const cdSweepPair *pair);

// Sweeps an open cell.
void cdSweepOneCell(const cdSweepPair *pair, const cdSweepCell *cell, cdMeter *meter, cdWorkspace *workspace,
                    cdSweptCell *result);

#endif

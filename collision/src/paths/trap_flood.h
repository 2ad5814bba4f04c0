// A flood of cells from the start: the proofs that a ball, or the set by translations, cannot get out.
//
// The positions form a grid of closed cells. A cell is blocked if no position in it is free, for certain. The
// flood enters all neighbours across faces that are not blocked. If it ends without a cell that may be out,
// no free path leads out. Cells are halved until it does, or until a third of the budget is used up.
#ifndef CD_TRAP_FLOOD_H
#define CD_TRAP_FLOOD_H

#include "paths/trap_work.h"

typedef struct cdTrapFlood {
    cdTrapWork *work;
    // Returns true if a cell is blocked: all positions within `half` of the values, coordinates along the
    // basis.
    bool (*isBlocked)(struct cdTrapFlood *flood, const double *values, double half);
    cdVec3 basis[3]; // basis[dimensions], orthonormal
    int32_t dimensions;
    cdVec3 center;   // of a sphere that is outside of the obstacles' bounds when the set is out
    double radius;   // of it; the first width of the cells
    double width;    // of a cell
    uint64_t *slots; // keys of the cells seen, plus 1; 0: none
    uint64_t *stack; // keys of the cells whose neighbours are to be entered
    int32_t seenCount, stackCount;
    void *other; // memory for `isBlocked`
} cdTrapFlood;

// Takes the memory, and `otherSize` bytes for `other`. False: no memory.
bool cdMakeTrapFlood(cdTrapFlood *flood, size_t otherSize);

// Floods from the start. Adds the proof if the flood ends inside.
void cdRunTrapFlood(cdTrapFlood *flood, uint32_t proof);

#endif

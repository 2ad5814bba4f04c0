// Searches for the minimum distance of pairs of meshes of a mechanism, cell by cell.
//
// A search begins with the smallest distance that is known, and lowers it. It depends on nothing else, so
// several may run at once (mechanism_clearance.c).
#ifndef CD_MECHANISM_NEAREST_H
#define CD_MECHANISM_NEAREST_H

#include "paths/mechanism_search.h"

// A part of the box of joint values, of the joints of a pair's chain.
typedef struct cdNearCell {
    cdChainCursor at; // the meshes
    cdChainCell range;
    cdChainHints hints;
} cdNearCell;

enum { CD_NEAR_PARTS = 2 };

typedef struct cdNearSearch {
    const cdSweepInput *input;
    // The state, the smallest distance `upper` and its place; points in the frame of mesh B. The counters are
    // those of this search.
    cdMechanismClearance result;
    double precision;
    double kept;                     // safety distance of the searches: what they certify is not nearer
    double leastEnd;                 // minimum of the bounds of cells of the smallest size
    cdNearCell parts[CD_NEAR_PARTS]; // parts[partCount]: of the cell, in order, to be searched
    int32_t partCount;
    cdMeter *meter;
    cdWorkspace *workspace;
} cdNearSearch;

// Sets the safety distance that belongs to the smallest distance.
void cdKeepBelowNearest(cdNearSearch *search);

// Measures a grid of samples of a pair.
void cdSampleNearest(cdNearSearch *search, const cdChainCursor *at);

// Lowers the smallest distance by a descent from its place.
void cdDescendNearest(cdNearSearch *search);

// Returns the cell of the whole ranges of a pair.
cdNearCell cdBeginNearCell(const cdSweepInput *input, const cdChainCursor *at);

// Certifies a cell, or leaves parts of it.
void cdSearchNearest(cdNearSearch *search, const cdNearCell *cell);

#endif

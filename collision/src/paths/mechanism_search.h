// Searches of a pair of meshes of a mechanism along one joint.
#ifndef CD_MECHANISM_SEARCH_H
#define CD_MECHANISM_SEARCH_H

#include "collision/distance.h"
#include "continuous/first_contact.h"
#include "paths/mechanism_chain.h"

// A vertex of one mesh, the probe, that is off the other one, the shell (mechanism_enclosed.c).
typedef struct cdAnchor {
    int32_t vertex; // -1: none
    int32_t hint;   // triangle of the shell near it; -1: none
    double depth;   // lower bound on its distance from the shell; 0: it is not on its side
} cdAnchor;

// Results of queries of a pair at near values, at which the next ones begin.
typedef struct cdChainHints {
    cdPairCache cache;
    cdAnchor anchors[2][2]; // of the probes A and B: inside and outside the shell
} cdChainHints;

// A pair of meshes that is swept.
typedef struct cdChainWork {
    cdChain chain;
    cdMeter *meter;
    cdWorkspace *workspace;
    cdChainHints hints;
    double rounding;  // of a relative pose in the box, length
    double tolerance; // largest one of a contact
    int64_t searchCount;
    cdQueryStats stats;
} cdChainWork;

// Returns empty hints.
cdChainHints cdBeginChainHints(void);

// Prepares the sweep of a chain within a box, without hints.
cdChainWork cdOpenChainWork(const cdChain *chain, const cdChainCell *box, cdMeter *meter,
                            cdWorkspace *workspace);

// Returns true if the meshes' bounding spheres are farther from each other than the distance in all of the
// cell. `moved`: cdChainBound.all of the cell.
bool cdIsChainFar(const cdChainWork *work, const cdChainCell *cell, double moved, double distance);

// Result of a search along one joint.
typedef struct cdChainSearch {
    cdState state;    // CD_OVERLAP: nearer than the distance at the start
    double value;     // of the joint: from the start up to it the meshes are farther than the distance
    double touch;     // CD_CONTACT: a value at which they are at the distance, within `tolerance`
    double tolerance; // length
} cdChainSearch;

// Moves joint k from one end of the cell to the other, `backwards` from the upper one. The other joints are
// at the middle of their ranges. The meshes are farther than `distance` from each other before `value`,
// rounding and tolerances included.
cdChainSearch cdSearchChain(cdChainWork *work, const cdChainCell *cell, int32_t k, bool backwards,
                            double distance);

// The same for contact at `distance` itself: within a tolerance, the meshes are at this distance at `touch`.
cdChainSearch cdTouchChain(cdChainWork *work, const cdChainCell *cell, int32_t k, double distance);

// Returns true if the meshes are within `distance` at the middle of the cell. `depth`: receives
// the length by which they may move there and still share a point; 0: unknown.
bool cdOverlapsInChain(cdChainWork *work, const cdChainCell *cell, double distance, double *depth);

// Returns true if the meshes are farther than `distance`, above 0, from each other at the middle of the cell,
// rounding included.
bool cdIsChainFarther(cdChainWork *work, const cdChainCell *cell, double distance);

// Returns a length: the meshes share a point as long as no point of A moves farther than that relative to B
// from the values; 0: there is no such length. Searches no longer once it is above `least`.
double cdFindEnclosedDepth(cdChainWork *work, const double *values, double least);

// Returns a part of the range of the only joint throughout which the meshes touch. It contains `at`, where
// they do, and is only that if no part is known (mechanism_enclosed.c). `least`: length of its steps.
cdInterval cdFollowContact(cdChainWork *work, double at, cdInterval range, double least);

// Returns CD_OVERLAP if the meshes are within `distance` at the middle of the cell, CD_FREE if they are
// farther for certain, else CD_UNDECIDED.
cdState cdJudgeChain(cdChainWork *work, const cdChainCell *cell, double distance);

// Returns the distance at the middle of the cell, or infinity if it is above `most`.
cdDistance cdMeasureChain(cdChainWork *work, const cdChainCell *cell, double most);

static inline void cdGetCellMiddle(const cdChainWork *work, const cdChainCell *cell, double *values) {
    for (int32_t k = 0; k < work->chain.count; k++)
        values[k] = cell->lo[k] + 0.5 * (cell->hi[k] - cell->lo[k]);
}

#endif

// The pairs of nodes that a descent of two sphere trees tests together: two siblings of A with two of B.
//
// Siblings are adjacent (mesh_data.h), so four pairs load as easily as one: lane k has the sibling k >> 1 of
// A and the sibling k & 1 of B. A mask excludes unwanted lanes.
#ifndef CD_NODE_OPENING_H
#define CD_NODE_OPENING_H

#include "mesh/mesh_data.h"

typedef struct cdNodeOpening {
    int32_t twinsA, twinsB;
    int lanes; // bit k: lane k is tested
} cdNodeOpening;

static inline int32_t cdGetLaneNodeA(const cdNodeOpening *opening, int lane) {
    return 2 * opening->twinsA - 1 + (lane >> 1);
}

static inline int32_t cdGetLaneNodeB(const cdNodeOpening *opening, int lane) {
    return 2 * opening->twinsB - 1 + (lane & 1);
}

// Return the lanes of a node of A, of B.
static inline int cdGetLanesOfA(int32_t node) {
    return cdGetTwinLane(node) ? 12 : 3;
}

static inline int cdGetLanesOfB(int32_t node) {
    return cdGetTwinLane(node) ? 10 : 5;
}

// Returns the opening of a single pair.
static inline cdNodeOpening cdTakePair(int32_t a, int32_t b) {
    return (cdNodeOpening){cdGetTwinsOf(a), cdGetTwinsOf(b), cdGetLanesOfA(a) & cdGetLanesOfB(b)};
}

// Returns the pairs of children of a pair. Either node may be opened; one much larger than the other is
// opened alone.
static inline cdNodeOpening cdOpenPair(const cdSphereTree *treeA, int32_t a, bool opensA,
                                       const cdSphereTree *treeB, int32_t b, bool opensB) {
    static const double muchLarger = 1.5;
    if (opensA && opensB) {
        double radiusA = cdGetNodeRadius(treeA, a), radiusB = cdGetNodeRadius(treeB, b);
        opensA = muchLarger * radiusA >= radiusB;
        opensB = muchLarger * radiusB >= radiusA;
    }
    int32_t twinsA = cdGetTwinsOf(opensA ? treeA->links[a].firstChild : a);
    int32_t twinsB = cdGetTwinsOf(opensB ? treeB->links[b].firstChild : b);
    return (cdNodeOpening){twinsA, twinsB,
                           (opensA ? 15 : cdGetLanesOfA(a)) & (opensB ? 15 : cdGetLanesOfB(b))};
}

#endif

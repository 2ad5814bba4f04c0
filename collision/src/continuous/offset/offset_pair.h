// Two triangles on their way to a distance d: the state that the files offset_*.c share.
//
// All coordinates are relative to B's first corner, so that errors scale with the pair and not with its
// place.
#ifndef CD_OFFSET_PAIR_H
#define CD_OFFSET_PAIR_H

#include "continuous/elements/elements.h"
#include "continuous/offset/offset_contact.h"

// A triangle by its distinct corners: three, two (a segment) or one (a point).
typedef struct cdOffsetShape {
    cdVec3 v[3];
    int32_t corner[3]; // their numbers in the triangle
    int count;
    int edgeCount; // 3, 1 or 0
    bool hasFace;  // its area is not 0
    // Unit vectors along the first edge, across it in the plane, and their cross product. The corners are
    // at (0, 0), (length, 0) and (side, height).
    cdVec3 along, across, normal;
    double length, side, height;
    double tilt; // bound on the angle by which rounding may turn the normal
} cdOffsetShape;

// The pair as one of its members sees it: `fixed` at rest, the other one moving along `screw`.
typedef struct cdOffsetView {
    cdScrew screw;
    cdMovingPoint moving[3];
    const cdOffsetShape *fixed;
    int movingCount;
    double fixedExtent; // of the fixed one, sum of the absolute coordinates of a vector across it at most
} cdOffsetView;

// The nearest points of the two at some tau, in B's frame.
typedef struct cdOffsetNearest {
    double distance;
    cdVec3 onA, onB;
    cdFeatureKind kindA, kindB;
    int a, b; // distinct corner, or the first one of an edge
} cdOffsetNearest;

// Distances of the pairs of edges when last computed; they shrink by no more than the speed allows.
typedef struct cdOffsetBounds {
    double distance[3][3], tau[3][3];
    int lastA, lastB; // the pair that was the nearest
} cdOffsetBounds;

typedef struct cdOffsetWork {
    cdOffsetShape a, b;    // A at tau = 0
    cdOffsetView views[2]; // B at rest; A at rest, B moves along the inverse screw
    double distance;       // d
    double size;           // that errors scale with
    double speed;          // bound on the speed of A's points, length per tau
    double tolerance;
    cdOffsetBounds bounds;
    cdVec3 placed[3]; // A's distinct corners at the tau of the last cdFindOffsetNearest
} cdOffsetWork;

// offset_pair.c
void cdOpenOffsetWork(cdOffsetWork *work, const cdOffsetPair *pair);

// offset_nearest.c: the distance is not below the true one, and exceeds it by a few rounding units of the
// size at most. Of triangles that cross it is that of their vertices and edges.
cdOffsetNearest cdFindOffsetNearest(cdOffsetWork *work, double tau);

// offset_directions.c: the largest tau' such that one family of directions certifies the distance to stay
// above d on [tau, tau']; tau where none does. More than `enough` ends the search among the families.
// `curved`: those of offset_curves.c are among them.
double cdFollowOffset(const cdOffsetWork *work, const cdOffsetNearest *nearest, double tau, double enough,
                      bool curved);

// The unit direction from B to A by the features of the nearest points, which is more accurate than the
// difference of these; in B's frame.
cdVec3 cdFindOffsetNormal(const cdOffsetWork *work, const cdOffsetNearest *nearest, double tau);

// offset_edges.c: the same for the direction that stays perpendicular to an edge of A and one of B, given
// by their first distinct corners. `toward`: from B to A, at tau.
double cdFollowOffsetEdges(const cdOffsetWork *work, int edgeA, int edgeB, cdVec3 toward, double tau);

// offset_curves.c: the same for the direction from a vertex or an edge of a view's fixed shape to the
// distinct corner `leader` of the moving one.
double cdFollowOffsetCurve(const cdOffsetWork *work, int view, cdFeatureKind kind, int index, int leader,
                           double tau);

// A vector of A's frame at tau, seen from A's frame at tau = 0; and the opposite.
static inline cdVec3 cdTurnBack(const cdScrew *screw, cdVec3 v, double tau) {
    double share = 2.0 * tau / (1.0 + screw->k2 * tau * tau);
    cdVec3 once = cdCross(screw->g, v);
    return cdMulAdd(v, share, cdSub(cdScale(tau, cdCross(screw->g, once)), once));
}

static inline cdVec3 cdTurnForth(const cdScrew *screw, cdVec3 v, double tau) {
    double share = 2.0 * tau / (1.0 + screw->k2 * tau * tau);
    cdVec3 once = cdCross(screw->g, v);
    return cdMulAdd(v, share, cdMulAdd(once, tau, cdCross(screw->g, once)));
}

static inline int cdGetOffsetEdgeEnd(const cdOffsetShape *shape, int edge) {
    return edge + 1 < shape->count ? edge + 1 : 0;
}

#endif

// Two triangles that approach a distance d: the state that the files offset_*.c share.
//
// All coordinates are relative to B's first corner, so that errors scale with the pair and not with its
// position.
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

// The pair as seen from one member: `fixed` stands still, the other one moves along `screw`.
typedef struct cdOffsetView {
    cdScrew screw;
    cdMovingPoint moving[3];
    const cdOffsetShape *fixed;
    int movingCount;
    double fixedExtent; // largest sum of the absolute coordinates of a vector across the fixed one
} cdOffsetView;

// The nearest points of both at some tau, in B's frame.
typedef struct cdOffsetNearest {
    double distance;
    cdVec3 onA, onB;
    cdFeatureKind kindA, kindB;
    int a, b; // distinct corner, or the first one of an edge
} cdOffsetNearest;

// Distances of the pairs of edges when last computed; they shrink by no more than the speed allows.
typedef struct cdOffsetBounds {
    double distance[3][3], tau[3][3];
    int lastA, lastB; // the nearest pair
} cdOffsetBounds;

typedef struct cdOffsetWork {
    cdOffsetShape a, b;    // A at tau = 0
    cdOffsetView views[2]; // B stands still; A stands still and B moves along the inverse screw
    double distance;       // d
    double size;           // errors scale with it
    double speed;          // bound on the speed of A's points, length per tau
    double tolerance;
    cdOffsetBounds bounds;
    cdVec3 placed[3]; // A's distinct corners at the tau of the last cdFindOffsetNearest
} cdOffsetWork;

// offset_pair.c
void cdOpenOffsetWork(cdOffsetWork *work, const cdOffsetPair *pair);

// offset_nearest.c: returns the nearest points. The distance is not below the true one, and exceeds it by at
// most a few rounding units of the size. For triangles that cross it is that of their vertices and edges.
cdOffsetNearest cdFindOffsetNearest(cdOffsetWork *work, double tau);

// offset_directions.c: returns the largest tau' such that one family of directions certifies a distance above
// d on [tau, tau']; tau if none does. More than `enough` ends the search among the families. `curved`:
// includes those of offset_curves.c.
double cdFollowOffset(const cdOffsetWork *work, const cdOffsetNearest *nearest, double tau, double enough,
                      bool curved);

// Returns the unit direction from B to A by the features of the nearest points, in B's frame. It is more
// accurate than the difference of these points.
cdVec3 cdFindOffsetNormal(const cdOffsetWork *work, const cdOffsetNearest *nearest, double tau);

// offset_edges.c: the same for the direction that stays perpendicular to an edge of A and one of B, given by
// their first distinct corners. `toward`: from B to A, at tau.
double cdFollowOffsetEdges(const cdOffsetWork *work, int edgeA, int edgeB, cdVec3 toward, double tau);

// offset_curves.c: the same for the direction from a vertex or an edge of a view's fixed shape to the
// distinct corner `leader` of the moving one.
double cdFollowOffsetCurve(const cdOffsetWork *work, int view, cdFeatureKind kind, int index, int leader,
                           double tau);

// Rotates a vector of A's frame at tau to A's frame at tau = 0; and the inverse.
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

// First time at which a moving and a fixed triangle come within a distance d of each other.
//
// Triangle A moves along one screw of at most 90 degrees in the frame of B, which is fixed. Either may
// have equal corners: (a, b, b) is a segment, (v, v, v) a point. So a sphere is a point with its radius
// added to d, and a capsule a segment.
//
// Guarantee of cdFindOffsetContact, with `tau` and `tolerance` of the result:
// CD_FREE: the distance is greater than d on all of [tau0, tau1].
// CD_CONTACT: the distance is greater than d on [tau0, tau.lo) and at most d + tolerance at tau.lo, which
// equals tau.hi. Triangles within d + tolerance at tau0 have tau.lo = tau0.
// CD_UNDECIDED: the distance is greater than d on [tau0, tau.lo); a limit was reached there.
//
// The tolerance is derived from the rounding of the polynomials' coefficients: 1024 rounding units of the sum
// of the triangles' extents, their distance at tau = 0, the length of A's path and d. The interval has no
// width, so nothing is added for it. The result does not depend on tau1, except for CD_FREE where no contact
// comes before it.
#ifndef CD_OFFSET_CONTACT_H
#define CD_OFFSET_CONTACT_H

#include "collision/query.h"
#include "foundation/report/meter.h"

// Two triangles and the distance to find. Coordinates are in B's frame, and A's are those at tau = 0.
typedef struct cdOffsetPair {
    const cdScrew *screw; // of A
    cdVec3 a[3], b[3];
    double distance; // d, 0 or more
} cdOffsetPair;

// A vertex, an edge or the face of one of the two triangles.
typedef struct cdOffsetFeature {
    cdFeatureKind kind;
    int32_t corners[2]; // of the triangle: the vertex twice, the edge's ends, -1 for the face
} cdOffsetFeature;

typedef struct cdOffsetContact {
    cdState state;
    cdReason reason; // when undecided: CD_REASON_PRECISION, CD_REASON_INPUT or that of the meter
    cdInterval tau;
    double tolerance; // length
    double distance;  // of the two triangles at tau.lo; 0: they share a point
    // The features that hold the nearest points. The kind is that of a pair of elements that contains both:
    // CD_VERTEX_FACE with a vertex of A, else CD_FACE_VERTEX with a vertex of B.
    cdContactKind kind;
    cdOffsetFeature featureA, featureB;
    cdVec3 pointA, pointB; // nearest points at tau.lo
    cdVec3 normal;         // unit, from B to A; zero where the triangles cross at tau0
    int32_t steps;         // number of distances computed
} cdOffsetContact;

// Returns the first contact in [tau0, tau1], part of [0, 1]. Each step counts as a test of the meter's, which
// may be NULL.
cdOffsetContact cdFindOffsetContact(const cdOffsetPair *pair, double tau0, double tau1, cdMeter *meter);

// A bound on A's path over a part of its screw: each corner lies within `bulge` of its chord.
typedef struct cdOffsetPath {
    cdVec3 from[3], to[3];
    double bulge;
} cdOffsetPath;

cdOffsetPath cdBoundOffsetPath(const cdScrew *screw, const cdVec3 a[3], double tau0, double tau1);

// True only if a path and a fixed triangle stay farther than d from each other. The cheap test before
// cdFindOffsetContact: it misses pairs that pass each other closely.
bool cdIsPathApart(const cdOffsetPath *path, const cdVec3 b[3], double distance);

#endif

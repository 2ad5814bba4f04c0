// The neighbourhood of a feature as a cone: the shape of a surface about one of its points, seen from so near
// that only the faces through the point remain [BV92 3: N_s(p)].
//
// The cone of a closed surface is the region that it encloses near the point: half of space below a face, a
// wedge about an edge, anything at a vertex. It is cut into convex pieces. A surface that is not closed has
// no inside: its cone is the sheet itself, a flat piece for each face's sector at the point. A piece is given
// by directions that span it: every point of it is a sum of them with factors of 0 or more. Apex: the origin.
//
// Frame: that of the work (region_work.h).
#ifndef CD_CONTACT_CONE_H
#define CD_CONTACT_CONE_H

#include "contact/region_work.h"

enum { CD_MAX_CONE_FACES = 128, CD_MAX_CONE_SECTORS = 24, CD_MAX_CONE_PIECES = 48, CD_MAX_CONE_RAYS = 256 };

// One face's sector of a vertex's neighbourhood: from one direction to the other, counter-clockwise about the
// normal, less than half a turn.
typedef struct cdConeSector {
    cdVec3 from, to, normal;
} cdConeSector;

typedef struct cdConePiece {
    int32_t firstRay, rayCount;
} cdConePiece;

typedef struct cdLocalCone {
    cdVec3 rays[CD_MAX_CONE_RAYS];
    cdConePiece pieces[CD_MAX_CONE_PIECES];
    int32_t rayCount, pieceCount;
    cdVec3 normals[CD_MAX_CONE_FACES]; // of the faces about the point, outwards
    int32_t normalCount;
    cdVec3 edges[CD_MAX_CONE_FACES]; // directions of the edges at the point
    int32_t edgeCount;
    cdVec3 inward;   // mean direction into it [V90 4]; for a sheet along it; zero: none
    double reach;    // the shortest edge at the point
    bool closed;     // encloses a volume; else a sheet
    bool convex;     // one piece of a closed surface
    bool incomplete; // too many faces: pieces are missing
} cdLocalCone;

// Computes the cone of a feature, at any of its points.
void cdFindLocalCone(const cdRegionWork *work, cdWorkSide side, cdLocation location, cdLocalCone *cone);

// Computes the pieces and the reach of a feature's cone, perhaps without its normals, edges and inward
// direction. Those of B's vertices are kept in the workspace. (known_cones.c)
void cdFindConePieces(const cdRegionWork *work, cdWorkSide side, cdLocation location, cdLocalCone *cone);

// Adds a piece. False: no room.
bool cdAddConePiece(cdLocalCone *cone, const cdVec3 *rays, int32_t rayCount);

// Cuts the inside of closed sectors about a point into convex pieces (cone_split.c). False: no room.
bool cdSplitCone(const cdConeSector *sectors, int32_t sectorCount, cdLocalCone *cone);

// Returns the direction into a face that has half-edge `h` on its border, perpendicular to that border.
cdVec3 cdGetInvector(const cdRegionWork *work, cdWorkSide side, int32_t halfEdge);

// Returns the unit direction along a half-edge.
cdVec3 cdGetHalfEdgeVector(const cdRegionWork *work, cdWorkSide side, int32_t halfEdge);

// --- Constraints (cone_constraints.c)

enum { CD_MAX_CONSTRAINTS = 12, CD_MAX_WEDGE_PAIRS = 4 };

// H_1(r) and H_2(r) of a 1D region of two convex edges whose normal is not chosen yet: any normal that
// separates the two keeps a piece of A in the one from a piece of B in the other [BV92 Definition 1].
typedef struct cdWedgePair {
    int32_t edgeA, edgeB;
} cdWedgePair;

// Constraints of regions: with normals n, A may move by v only where n . v >= 0 for each.
typedef struct cdConstraints {
    cdVec3 normals[CD_MAX_CONSTRAINTS];
    int32_t normalCount;
    cdWedgePair wedges[CD_MAX_WEDGE_PAIRS];
    int32_t wedgeCount;
    double slack; // a direction counts as within a half space if beyond it by at most this sine
} cdConstraints;

void cdAddConstraintNormal(cdConstraints *constraints, cdVec3 normal);

// True if no translation that the constraints allow, however small, brings the two cones to overlap. False
// also if that is undecided.
bool cdAreConesConstrained(const cdRegionWork *work, const cdLocalCone *a, const cdLocalCone *b,
                           const cdConstraints *constraints);

// True if the plane with this normal through the apex has all of A above and all of B below.
bool cdIsSeparating(const cdLocalCone *a, const cdLocalCone *b, cdVec3 normal, double slack);

// True if it has some piece of A above and some piece of B below.
bool cdIsSeparatingPieces(const cdLocalCone *a, const cdLocalCone *b, cdVec3 normal, double slack);

// --- Normals

// Returns the slack in the direction of a feature of this length, for poses within the tolerance.
double cdGetAngleSlack(const cdRegionWork *work, double length);

// Returns the normals that a region's features determine, without a choice; 0: none (contact_normals.c).
int32_t cdFindDeterminateNormals(const cdRegionWork *work, const cdContactRegion *region, cdVec3 normals[3]);

// Chooses normals where the features determine none [V90 4]; fills the region's (indeterminate_normals.c).
void cdChooseNormals(const cdRegionWork *work, cdContactRegion *region);

// Returns the vector from B's feature to A's across a region between vertices and edges.
cdVec3 cdGetRegionGap(const cdRegionWork *work, const cdContactRegion *region);

// Returns the velocity of A at the region's first point as seen from B; zero: unknown.
cdVec3 cdGetRegionVelocity(const cdRegionWork *work, const cdContactRegion *region);

static inline int cdGetLocationDimension(cdLocation location) {
    return location.kind == CD_ON_VERTEX ? 0 : location.kind == CD_ON_EDGE ? 1 : 2;
}

// True if x is y or bounds it.
static inline bool cdIsInClosure(const cdFeatures *features, cdLocation x, cdLocation y) {
    if (x.kind == y.kind) return x.index == y.index;
    return cdGetLocationDimension(x) < cdGetLocationDimension(y) && cdAreAdjacent(features, x, y);
}

#endif

// The contact points of a pair of shapes at their present poses.
//
// Input: a pair and its two shapes. Output: its points, from the sufficient subset of its contact regions
// [BV92 3], with normals that persist from the previous step, and from first contacts that no region implies.
// Points that persist keep their impulses, with which the solver begins.
#ifndef CD_CONTACT_SET_H
#define CD_CONTACT_SET_H

#include "world/world_data.h"

// Reserves memory for the contact points of bodies with these meshes, for each of `workerCount` workers (0:
// one). False: no memory.
bool cdReservePairWork(cdWorkspace *workspace, int32_t workerCount, const cdMesh *const meshes[2]);

enum { CD_PAIR_REGIONS = 128 }; // maximum of the regions that a pair keeps

// Creates a pair with its memory for regions. NULL: no memory.
cdWorldPair *cdCreatePair(void);
void cdDestroyPair(cdWorldPair *pair);
// Resets a pair for two other shapes; keeps its memory.
void cdResetPair(cdWorldPair *pair, int32_t bodyA, int32_t shapeA, int32_t bodyB, int32_t shapeB);

// Returns the tolerance of the search for points: 8 margins, twice the largest gap that a stop leaves.
double cdGetTouchTolerance(double margin);

// A shape at the current pose of its body.
typedef struct cdPlacedShape {
    const cdMesh *mesh;
    cdPose pose;   // pose of the mesh's frame
    double radius; // of the mesh about its center, rounding included
    const cdWorldBody *body;
} cdPlacedShape;

cdPlacedShape cdGetPlacedA(const cdWorld *world, const cdWorldPair *pair);
cdPlacedShape cdGetPlacedB(const cdWorld *world, const cdWorldPair *pair);

// True if the paths tested before show that the two are disjoint, also by the distance that they keep.
bool cdAreKnownApart(const cdWorldPair *pair, const cdPlacedShape *a, const cdPlacedShape *b);

// True if the points are those at the shapes' poses, bit for bit.
bool cdHasPointsHere(const cdWorldPair *pair, const cdPlacedShape *a, const cdPlacedShape *b);

// Updates the points at the shapes' poses; does nothing if they are those already. Sets
// `touches` if there are any points. Points of first contacts stay while their gap is within the tolerance,
// their elements are still close and no region implies them. If the meter runs out the pair is
// unchanged.
// @errors false: the workspace cannot grow, and points are missing
bool cdFindPairPoints(cdWorldPair *pair, const cdPlacedShape *a, const cdPlacedShape *b, double margin,
                      cdMeter *meter, cdWorkspace *workspace);

// Forgets the points: the shapes are too far apart for any.
void cdForgetPairPoints(cdWorldPair *pair, const cdPlacedShape *a, const cdPlacedShape *b);

// Adds the point of a first contact. Returns false if the pair is full or already implies the point, by the
// same elements, the same position and normal, or the hull of points with its normal. Contacts inside
// elements supersede contacts at borders that coincide with them and push in about the same direction.
bool cdAddPairPoint(cdWorldPair *pair, const cdContactPoint *point);

// Adds a point though others seem to imply it. Replaces one of the same elements. False: no room.
bool cdAddNeededPoint(cdWorldPair *pair, const cdContactPoint *point);

#endif

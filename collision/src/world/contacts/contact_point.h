// A point at which two bodies touch: what of each touches, its gap at any two poses, and how it moves.
//
// Made of a point of a contact region, or of a first contact. It is the pair of a point and a plane, or of
// two lines, each fixed in its body: the constraints of [BV92 2.2], point on plane and edge on edge. Its gap
// is then exact at any poses, for planes and lines without end. Frames: "local" is the mesh's frame.
#ifndef CD_CONTACT_POINT_H
#define CD_CONTACT_POINT_H

#include "collision/regions.h"
#include "solid/features/features_data.h"

typedef enum cdPointKind {
    CD_POINT_ON_PLANE = 0, // a point of A above a plane of B
    CD_PLANE_ON_POINT,     // a plane of A above a point of B
    CD_EDGE_ON_EDGE,       // two lines that cross
    CD_POINT_AROUND        // a point near a point, or near a line, at a distance
} cdPointKind;

// Sine of an angle below which lines have no common perpendicular that stays: a step may turn them by more.
#define CD_STABLE_SINE 0.05

// How far the surface of each body reaches beyond the features that the points are of: the rounding of its
// mesh and half the safety distance.
typedef struct cdPointOffsets {
    double a, b;
} cdPointOffsets;

typedef struct cdContactPoint {
    cdPointKind kind;
    cdVec3 localA, localB; // points of A and B, local: of a plane or a line any point of it near the contact
    // Unit, from B to A, local in the body that has the plane. Of edges: in B, where they were met; stands
    // for their common perpendicular when they come to run along each other.
    cdVec3 normal;
    // Unit, local. Of lines that cross cross(edgeA, edgeB) in the world points from B to A. Of a point near a
    // line that line's; zero of points.
    cdVec3 edgeA, edgeB;
    cdPointOffsets offsets;
    // What it is recognised by: the region's features. Of a first contact `where` is CD_WHERE_UNDECIDED and
    // the indices are those of the meshes' features. With a distance they always are.
    cdFeatureKind featureA, featureB; // of a first contact, and with a distance
    cdLocation locationA, locationB;
    // Which of the region's points for one normal, counted in order about it; 0 begins another region or
    // normal. Of a first contact its cdContactKind.
    int32_t corner;
    // Of a first contact: where an edge or a triangle ends. Of several such that meet at a vertex not all are
    // what touches there.
    bool atBorder;
    // Of the last solve: along the normal, and along the two tangents.
    double impulse, friction[2];
} cdContactPoint;

static inline bool cdIsTouchPoint(const cdContactPoint *point) {
    return point->locationA.where == CD_WHERE_UNDECIDED;
}

// Two unit tangents, along which friction is counted: an orthonormal frame with the unit normal, that turns
// no more than it does but near the one direction opposite to (0.36, 0.48, 0.8).
void cdMakeTangents(cdVec3 normal, cdVec3 tangents[2]);

// Where it is in the world.
typedef struct cdPlacedPoint {
    cdVec3 point;  // where impulses act on both
    cdVec3 normal; // unit, from B to A
    double gap;    // below 0: in each other
} cdPlacedPoint;

cdPlacedPoint cdPlacePoint(const cdContactPoint *point, cdPose poseA, cdPose poseB);
double cdGetPointGap(const cdContactPoint *point, cdPose poseA, cdPose poseB);

// How a body moves; all zero of a fixed one.
typedef struct cdMoving {
    cdVec3 centroid, velocity, angular; // world
} cdMoving;

// d gap / dt: dot(normal, velocity of A - velocity of B at the point).
double cdGetGapRate(const cdPlacedPoint *placed, const cdMoving *a, const cdMoving *b);

// The points of a region of the sufficient subset: one for each of its points (of polygons the corners of its
// convex hull, at most 16 of them, the outermost ones) and each of its normals. Returns how many were
// written to points[capacity].
int32_t cdMakeRegionPoints(const cdContactRegions *regions, const cdContactRegion *region,
                           const cdFeatures *featuresA, cdPose poseA, const cdFeatures *featuresB,
                           cdPose poseB, cdContactPoint *points, int32_t capacity);

// The point of a first contact between A and B that was asked in B's frame (poseB the identity, A's poses
// relative to it) and without a distance: its elements are the meshes'.
// Where the normal is not that of the elements (a vertex that met the border of a face from beside it, edges
// that run along each other) it is fixed in B.
cdContactPoint cdMakeTouchPoint(const cdTouch *touch, const cdMesh *meshA, const cdMesh *meshB,
                                cdPose relativeA);

#endif

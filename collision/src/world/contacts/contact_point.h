// A contact point of two bodies: the touching features, its gap at any two poses, and the gap's rate.
//
// It comes from a point of a contact region or from a first contact, and is a point and a plane, or two
// lines, each fixed in its body: the constraints of [BV92 2.2], point on plane and edge on edge. Its gap is
// exact at any poses, for infinite planes and lines. Frames: "local" is the mesh's frame.
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

// Sine of the angle below which the common perpendicular of two lines is unstable: a step may turn them by
// more.
#define CD_STABLE_SINE 0.05

// The distance of each body's effective surface from its features: the rounding of its mesh and half the
// safety distance.
typedef struct cdPointOffsets {
    double a, b;
} cdPointOffsets;

typedef struct cdContactPoint {
    cdPointKind kind;
    cdVec3 localA, localB; // points of A and B, local; on a plane or line, any point of it near the contact
    // Unit, from B to A, local in the body that has the plane. For edges: in B, at the last pose of contact;
    // replaces their common perpendicular if they become parallel.
    cdVec3 normal;
    // Directions of the lines, unit, local. For crossing lines, cross(edgeA, edgeB) in the world points from
    // B to A at the contact. Zero for points.
    cdVec3 edgeA, edgeB;
    cdPointOffsets offsets;
    // Identity of the point: the region's features. For a first contact `where` is CD_LOCATION_UNDECIDED and
    // the indices are those of mesh elements, as always if the bodies keep a distance.
    cdFeatureKind featureA, featureB; // for a first contact, or with a distance
    cdLocation locationA, locationB;
    // Number of the region's point for one normal, counted in order about it; 0 begins another region or
    // normal. For a first contact its cdContactKind.
    int32_t corner;
    // True for a first contact at the end of an edge or a triangle. If several such meet at a vertex, not all
    // of them touch there.
    bool atBorder;
    // Impulses of the last solve: along the normal, and along the two tangents.
    double impulse, friction[2];
} cdContactPoint;

static inline bool cdIsTouchPoint(const cdContactPoint *point) {
    return point->locationA.kind == CD_LOCATION_UNDECIDED;
}

// Computes two unit tangents, the directions of friction: an orthonormal frame with the unit normal. It turns
// no more than the normal does, except near the direction opposite to (0.36, 0.48, 0.8).
void cdMakeTangents(cdVec3 normal, cdVec3 tangents[2]);

// A contact point in the world.
typedef struct cdPlacedPoint {
    cdVec3 point;  // point at which impulses act on both
    cdVec3 normal; // unit, from B to A
    double gap;    // below 0: they overlap
} cdPlacedPoint;

cdPlacedPoint cdPlacePoint(const cdContactPoint *point, cdPose poseA, cdPose poseB);
double cdGetPointGap(const cdContactPoint *point, cdPose poseA, cdPose poseB);

// The motion of a body; all zero if fixed.
typedef struct cdMoving {
    cdVec3 centroid, velocity, angular; // world
} cdMoving;

// Returns d gap / dt: dot(normal, velocity of A - velocity of B at the point).
double cdGetGapRate(const cdPlacedPoint *placed, const cdMoving *a, const cdMoving *b);

// Creates the contact points of a region of the sufficient subset: one for each of its points and each of its
// normals. The points of a polygon are the corners of its convex hull, at most the outermost 16. Returns the
// number written to points[capacity].
int32_t cdMakeRegionPoints(const cdContactRegions *regions, const cdContactRegion *region,
                           const cdFeatures *featuresA, cdPose poseA, const cdFeatures *featuresB,
                           cdPose poseB, cdContactPoint *points, int32_t capacity);

// Returns the point of a first contact of A and B that was found in B's frame (poseB the identity, A's poses
// relative to it) and without a distance: its elements are the meshes'. If the normal is not that of the
// elements (a vertex that met the border of a face from the side, parallel edges), it is fixed in B.
cdContactPoint cdMakeTouchPoint(const cdTouch *touch, const cdMesh *meshA, const cdMesh *meshB,
                                cdPose relativeA);

#endif

// State shared by the files that intersect two faces: both in the plane of B's face.
#ifndef CD_INTERSECT_FACES_H
#define CD_INTERSECT_FACES_H

#include "contact/overlay/polygon_overlay.h"
#include "contact/region_work.h"

enum { CD_FRAME_CORNERS = 4 };

// A face of A in the frame of the work.
typedef struct cdPlacedFace {
    int32_t face;
    cdWorkPlane plane;
    cdVec3 middle;
    cdVec3 corners[CD_FRAME_CORNERS]; // of a face with one loop of at most so many corners
    int32_t cornerCount;              // 0: another face
} cdPlacedFace;

// Axes of the plane of a face of B.
typedef struct cdFaceFrame {
    int32_t face;
    cdWorkPlane plane;
    cdVec3 axisX, axisY;              // axisX x axisY is its normal
    cdVec2 corners[CD_FRAME_CORNERS]; // along these, of a face with one loop of at most so many corners
    int32_t cornerCount;              // 0: another face
} cdFaceFrame;

typedef struct cdFaceOverlap {
    int32_t faceA, faceB;
    cdWorkPlane planeA, planeB;
    cdVec3 axisX, axisY; // of B's plane; axisX x axisY is its normal
    bool turnsOver;      // A's normal is opposed to B's
} cdFaceOverlap;

cdFaceOverlap cdMakeFaceOverlap(const cdRegionWork *work, int32_t faceA, int32_t faceB);
cdVec2 cdProjectToFace(const cdFaceOverlap *faces, cdVec3 point);

// Returns the height of A's plane above a point of B's plane, along B's normal; and that point.
double cdFindOverlapHeight(const cdFaceOverlap *faces, cdVec2 at, cdVec3 *point);

// True if the overlap of two outlines in B's plane, `a` and `b`, certainly has a corner beyond the tolerance
// of A's plane, as cdAddFaceRegion would find: convex_overlap.c.
bool cdIsOverlapBeyond(const cdRegionWork *work, const cdFaceOverlap *faces, const cdPolygons *a,
                       const cdPolygons *b);

// Adds the polygon of `corners`, counter-clockwise about B's normal, as a region if all of it is within the
// tolerance of A's plane. `points`: room for as many.
void cdAddFaceRegion(cdRegionWork *work, const cdFaceOverlap *faces, const cdVec2 *corners, int32_t count,
                     double area, cdVec3 *points);

// Adds the pairwise intersections of the faces' triangles, a region each: intersect_triangles.c.
void cdIntersectFaceTriangles(cdRegionWork *work, const cdFaceOverlap *faces);

#endif

// A face's outline in the face's own plane: finds the part of a projected point or segment inside it.
//
// Input: a face with holes, not convex in general; points in the surface's stored coordinates. Inside means
// farther than `margin` from every edge of the outline: nearer points belong to the edge or its ends.
#ifndef CD_FACE_OUTLINE_H
#define CD_FACE_OUTLINE_H

#include "contact/region_work.h"

enum { CD_FEW_CORNERS = 4 };

typedef struct cdFaceOutline {
    const cdBrep *brep;
    const cdBrepFace *face;
    const cdSideTree *tree; // of a face with many sides, else NULL
    cdFacePlane plane;
    double margin;
    cdVec2 corners[CD_FEW_CORNERS]; // of a face with one loop of at most so many corners
    int32_t cornerCount;            // 0: another face
} cdFaceOutline;

// Part of a line within the margin of an edge of the outline, or inside between such parts: fractions.
typedef struct cdStretch {
    double from, to;
} cdStretch;

cdFaceOutline cdMakeFaceOutline(const cdFeatures *features, int32_t face, double margin);

static inline double cdGetFaceHeight(const cdBrepFace *face, cdVec3 point) {
    return cdDot(face->normal, point) - face->offset;
}

bool cdIsInsideOutline(const cdFaceOutline *outline, cdVec3 point);

// Finds the open stretches of the segment whose projection is inside, in order, their ends moved onto the
// outline beside them: stretches[returned]. Negative: more than `capacity` edges of the outline are met.
int32_t cdFindInnerStretches(const cdFaceOutline *outline, cdVec3 from, cdVec3 to, cdStretch *stretches,
                             int32_t capacity);

// deep_stretch.c: true if it is certain that no such stretch longer than the margin has heights of at most
// the limit at both its ends, rounding apart. `heights`: of both ends of the segment.
bool cdIsStretchBeyond(const cdFaceOutline *outline, cdVec3 from, cdVec3 to, const double heights[2],
                       double limit);

#endif

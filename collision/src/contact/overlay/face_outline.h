// A face's outline in the face's own plane: what of a point's or a segment's projection lies inside it.
//
// Input: a face with holes, not convex in general; points in the surface's stored coordinates. Inside means
// farther than `margin` from every edge of the outline: what is nearer belongs to the edge or its ends.
#ifndef CD_FACE_OUTLINE_H
#define CD_FACE_OUTLINE_H

#include "contact/region_work.h"

typedef struct cdFaceOutline {
    const cdBrep *brep;
    const cdBrepFace *face;
    const cdSideTree *tree; // of a face with many sides, else NULL
    cdFacePlane plane;
    double margin;
} cdFaceOutline;

// What a line passes within the margin of an edge of the outline, and inner stretches between: fractions.
typedef struct cdStretch {
    double from, to;
} cdStretch;

cdFaceOutline cdMakeFaceOutline(const cdFeatures *features, int32_t face, double margin);

static inline double cdGetFaceHeight(const cdBrepFace *face, cdVec3 point) {
    return cdDot(face->normal, point) - face->offset;
}

bool cdIsInsideOutline(const cdFaceOutline *outline, cdVec3 point);

// The open stretches of the segment whose projection is inside, in order, their ends put on the outline where
// they end beside it: stretches[returned]. Negative: more than `capacity` edges of the outline are met.
int32_t cdFindInnerStretches(const cdFaceOutline *outline, cdVec3 from, cdVec3 to, cdStretch *stretches,
                             int32_t capacity);

#endif

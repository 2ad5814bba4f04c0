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
    bool convex;                    // the corners turn left
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

// Knowledge about the stretches of a segment inside an outline.
typedef enum cdDeepState {
    CD_DEEP_UNKNOWN, // nothing
    CD_DEEP_NONE,    // there are no stretches
    CD_DEEP_FOUND    // one, and no other longer than the margin
} cdDeepState;

// A part of the only stretch inside, and the sides that all of the segment is some margins inside of, as
// bits.
typedef struct cdDeepStretch {
    cdStretch part;
    unsigned farSides;
} cdDeepStretch;

// deep_stretch.c: finds a part of the only stretch inside, if the outline is convex and a part of the segment
// is some margins deep inside it.
cdDeepState cdFindDeepStretch(const cdFaceOutline *outline, cdVec3 from, cdVec3 to, cdDeepStretch *deep);

// Finds the open stretches of the segment whose projection is inside, in order, their ends moved onto the
// outline beside them: stretches[returned]. Negative: more than `capacity` edges of the outline are met.
// `deep`: a part of one of them; all others are left out. NULL: unknown.
int32_t cdFindInnerStretches(const cdFaceOutline *outline, cdVec3 from, cdVec3 to, const cdDeepStretch *deep,
                             cdStretch *stretches, int32_t capacity);

#endif

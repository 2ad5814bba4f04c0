// Data of features that pairs in a row share, kept while the pairs of two surfaces are intersected.
//
// Pairs are in the order of A's features, so the last one of A is kept; each has some of a few of B's faces,
// which come up again with its neighbours. Every value is the one that would be computed again.
#ifndef CD_KEPT_FACES_H
#define CD_KEPT_FACES_H

#include "contact/overlay/face_outline.h"
#include "contact/overlay/intersect_faces.h"

enum { CD_KEPT_FACES = 64 };

typedef struct cdKeptFaces {
    int32_t edgeA; // -1: none
    cdVec3 edgeEndsA[2];
    cdPlacedFace placedA;                   // face -1: none
    cdFaceOutline outlineA;                 // face NULL: none
    cdFaceFrame framesB[CD_KEPT_FACES];     // face -1: none
    cdFaceOutline outlinesB[CD_KEPT_FACES]; // face NULL: none
} cdKeptFaces;

static inline void cdOpenKeptFaces(cdKeptFaces *kept) {
    kept->edgeA = kept->placedA.face = -1;
    kept->outlineA.face = NULL;
    for (int32_t i = 0; i < CD_KEPT_FACES; i++) {
        kept->framesB[i].face = -1;
        kept->outlinesB[i].face = NULL;
    }
}

#endif

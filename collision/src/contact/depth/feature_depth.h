// Computes how deep two features penetrate each other, and keeps the deepest of the tested pairs.
#ifndef CD_FEATURE_DEPTH_H
#define CD_FEATURE_DEPTH_H

#include "contact/region_work.h"

typedef struct cdDepth {
    double depth;
    cdVec3 point;
    cdLocation a, b; // the features that cross
} cdDepth;

// Keeps a pair that is deeper than `deepest` there: an edge and a face, of either side; two faces.
void cdDeepenByEdge(const cdRegionWork *work, cdLocation a, cdLocation b, cdDepth *deepest);
void cdDeepenByFaces(const cdRegionWork *work, cdLocation a, cdLocation b, cdDepth *deepest);

// Returns a vertex in the stored coordinates of the other side's surface.
cdVec3 cdGetPointOver(const cdRegionWork *work, cdWorkSide other, int32_t vertex);

#endif

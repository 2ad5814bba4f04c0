// How deep two features are in each other: the deepest of the pairs that were looked at.
#ifndef CD_FEATURE_DEPTH_H
#define CD_FEATURE_DEPTH_H

#include "contact/region_work.h"

typedef struct cdDepth {
    double depth;
    cdVec3 point;
    cdLocation a, b; // what crosses
} cdDepth;

// Each keeps a pair that is deeper than `deepest` there: an edge and a face, of either side; two faces.
void cdDeepenByEdge(const cdRegionWork *work, cdLocation a, cdLocation b, cdDepth *deepest);
void cdDeepenByFaces(const cdRegionWork *work, cdLocation a, cdLocation b, cdDepth *deepest);

// A vertex in the stored coordinates of the other side's surface.
cdVec3 cdGetPointOver(const cdRegionWork *work, cdWorkSide other, int32_t vertex);

#endif

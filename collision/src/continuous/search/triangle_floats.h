// Four triangles at once, in floats: directions across them and heights along directions.
#ifndef CD_TRIANGLE_FLOATS_H
#define CD_TRIANGLE_FLOATS_H

#include "foundation/numbers/float_lanes.h"

static inline cdFloats3 cdLoadTriple(const float v[3][4]) {
    return (cdFloats3){cdLoadFloats(v[0]), cdLoadFloats(v[1]), cdLoadFloats(v[2])};
}

static inline cdFloats3 cdSpreadTriple(const float v[3]) {
    return (cdFloats3){cdSpreadFloat(v[0]), cdSpreadFloat(v[1]), cdSpreadFloat(v[2])};
}

// Multiplies by a matrix, given by its rows.
static inline cdFloats3 cdTurnTriple(const cdFloats3 rows[3], cdFloats3 v) {
    return (cdFloats3){cdDotFloats3(rows[0], v), cdDotFloats3(rows[1], v), cdDotFloats3(rows[2], v)};
}

// Scales to unit length, or less for vectors so short that their squares lose digits.
static inline cdFloats3 cdShortenToUnit(cdFloats3 v) {
    cdFloats square = cdMaxFloats(cdDotFloats3(v, v), cdSpreadFloat(1e-30f));
    cdFloats scale = cdDivFloats(cdSpreadFloat(1.0f), cdSqrtFloats(square));
    return (cdFloats3){cdMulFloats(v.x, scale), cdMulFloats(v.y, scale), cdMulFloats(v.z, scale)};
}

static inline cdFloats3 cdGetTripleEdge(const cdFloats3 v[3], int k) {
    return cdSubFloats3(v[(k + 1) % 3], v[k]);
}

static inline cdFloats3 cdFindTripleNormal(const cdFloats3 v[3]) {
    return cdShortenToUnit(cdCrossFloats3(cdGetTripleEdge(v, 0), cdGetTripleEdge(v, 1)));
}

static inline cdFloats cdFindLowestHeight(const cdFloats3 v[3], cdFloats3 direction) {
    cdFloats rest = cdMinFloats(cdDotFloats3(direction, v[1]), cdDotFloats3(direction, v[2]));
    return cdMinFloats(cdDotFloats3(direction, v[0]), rest);
}

static inline cdFloats cdFindHighestHeight(const cdFloats3 v[3], cdFloats3 direction) {
    cdFloats rest = cdMaxFloats(cdDotFloats3(direction, v[1]), cdDotFloats3(direction, v[2]));
    return cdMaxFloats(cdDotFloats3(direction, v[0]), rest);
}

#endif

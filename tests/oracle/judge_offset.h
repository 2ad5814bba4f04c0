// Judges cdFindOffsetContact by the distance of the two triangles itself, placed in long double.
//
// The distance changes no faster than A's points move, so two samples certify what lies between them as
// far as that bound reaches; what remains is halved. No polynomial and no direction is used.
#ifndef ORACLE_JUDGE_OFFSET_H
#define ORACLE_JUDGE_OFFSET_H

#include "continuous/offset/offset_contact.h"
#include "oracle/oracle_motion.h"

typedef struct OffsetVerdict {
    const char *fault;  // NULL: none found
    Real tau, distance; // where, and of the triangles there
    bool certified;     // all of the part before the contact was covered; else only samples of it
    int samples;
} OffsetVerdict;

// The distance of two triangles, segments or points (equal corners); that of their features where they
// cross.
Real FindRealDistance(const RealVec3 a[3], const RealVec3 b[3]);

void PlaceRealTriangle(const cdScrew *screw, const cdVec3 a[3], Real tau, RealVec3 placed[3]);

OffsetVerdict JudgeOffset(const cdOffsetPair *pair, double tau0, double tau1, const cdOffsetContact *contact);

#endif

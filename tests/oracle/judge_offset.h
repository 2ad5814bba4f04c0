// Judges cdFindOffsetContact by the distance of the two triangles, transformed in long double.
//
// The distance changes no faster than A's points move, so two samples certify the interval between them as
// far as that bound reaches; the remainder is bisected. No polynomial and no direction is used.
#ifndef ORACLE_JUDGE_OFFSET_H
#define ORACLE_JUDGE_OFFSET_H

#include "continuous/offset/offset_contact.h"
#include "oracle/oracle_motion.h"

typedef struct OffsetVerdict {
    const char *fault;  // NULL: no fault
    Real tau, distance; // time, and distance of the triangles then
    bool certified;     // all of the part before the contact was covered; else only samples of it
    int samples;
} OffsetVerdict;

// Returns the distance of two triangles, segments or points (equal corners); if they cross, that of their
// features.
Real FindRealDistance(const RealVec3 a[3], const RealVec3 b[3]);

void PlaceRealTriangle(const cdScrew *screw, const cdVec3 a[3], Real tau, RealVec3 placed[3]);

OffsetVerdict JudgeOffset(const cdOffsetPair *pair, double tau0, double tau1, const cdOffsetContact *contact);

#endif

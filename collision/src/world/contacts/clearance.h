// How far two meshes are apart at least: what they may move without meeting.
//
// Input: both meshes, A's pose as seen from B's frame, a length beyond which nothing is asked. Output: a
// lower bound on the distance of their surfaces, exact but for rounding while it is below that length. It is
// for surfaces that do not cross there.
#ifndef CD_CLEARANCE_H
#define CD_CLEARANCE_H

#include "collision/mesh.h"
#include "foundation/report/meter.h"

// 0: nothing is known; after a bounded number of tests, or where the meter is out, too. `meter` may be NULL.
double cdFindClearance(const cdMesh *a, const cdMesh *b, cdPose poseA, double most, cdMeter *meter);

// The most that a point of A's goes on the screw from one pose to another; infinity: turns of more than 60
// degrees.
double cdGetWayBound(const cdMesh *a, cdPose from, cdPose to);

#endif

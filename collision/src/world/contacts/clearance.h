// A lower bound on the distance of two meshes: they may move as far without contact.
//
// Input: both meshes, A's pose in B's frame, a maximum length. Output: a lower bound on the distance of their
// surfaces, exact to rounding while it is below that length. The surfaces must not cross.
#ifndef CD_CLEARANCE_H
#define CD_CLEARANCE_H

#include "collision/mesh.h"
#include "foundation/report/meter.h"

// Returns 0 if it finds no bound within a limited number of tests, or if the meter runs out. `meter`
// may be NULL.
double cdFindClearance(const cdMesh *a, const cdMesh *b, cdPose poseA, double most, cdMeter *meter);

// Returns the maximum path length of the points of a sphere, given in the moving frame, on the screw between
// two poses; infinity for turns of more than 60 degrees.
double cdGetWayBound(cdVec3 center, double radius, cdPose from, cdPose to);

#endif

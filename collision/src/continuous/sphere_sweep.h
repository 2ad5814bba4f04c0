// The sphere around a mesh over a step, for the broad phase: a capsule, give or take the bulge of its
// centre's path.
#ifndef CD_SPHERE_SWEEP_H
#define CD_SPHERE_SWEEP_H

#include "mesh/mesh_data.h"

// The path of a mesh's centre, as a chord in time and how far it leaves it.
typedef struct cdSphereSweep {
    cdVec3 from, step;
    double bulge, radius;
} cdSphereSweep;

// A pose that is invalid gives a sphere without bounds: the searches report the pose.
cdSphereSweep cdMakeSphereSweep(const cdMesh *mesh, cdPose start, cdPose target);
cdSphereSweep cdMakeStillSweep(const cdMesh *mesh, cdPose pose);

// A time before which the two swept spheres cannot come within `clearance` of each other; infinity when they
// never do.
double cdFindReachTime(const cdSphereSweep *a, const cdSphereSweep *b, double clearance);

#endif

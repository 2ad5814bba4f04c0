// The sphere around a mesh over a step, for the broad phase: a capsule, enlarged by the bulge of its centre's
// path.
#ifndef CD_SPHERE_SWEEP_H
#define CD_SPHERE_SWEEP_H

#include "mesh/mesh_data.h"

// The path of a mesh's centre: a chord in time, and a bound on the distance to it.
typedef struct cdSphereSweep {
    cdVec3 from, step;
    double bulge, radius;
} cdSphereSweep;

// Returns the swept sphere of a step; unbounded for an invalid pose, which the searches report.
cdSphereSweep cdMakeSphereSweep(const cdMesh *mesh, cdPose start, cdPose target);
cdSphereSweep cdMakeStillSweep(const cdMesh *mesh, cdPose pose);

// Returns a time before which the two swept spheres cannot come within `clearance` of each other; infinity if
// they never do.
double cdFindReachTime(const cdSphereSweep *a, const cdSphereSweep *b, double clearance);

#endif

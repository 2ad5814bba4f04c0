// First Contact's collision library: everything.
//
// Two meshes, one of them in motion, and the first time at which they touch:
//
//     cdMesh *a = cdCreateMesh(&defA, NULL), *b = cdCreateMesh(&defB, NULL);
//     cdWorkspace *workspace = cdCreateWorkspace();
//     cdFirstContactInput input = {.meshA = a, .meshB = b, .startA = from, .targetA = to, .startB = at};
//     cdFirstContact found = cdFindFirstContact(&input, NULL, workspace, NULL);
//     printf("%s at t = %g\n", cdGetStateName(found.state), found.t.lo);
//
// Every query has one shape:
//
//     cdX cdFindX(const cdXInput *input, cdXCache *cache, cdWorkspace *workspace, cdTrace *trace);
//
// - The input is read and not kept. Zeroed members mean the defaults that the struct states: begin with
//   `= CD_ZERO`, which C++ knows, too. Poses have no default: a zeroed quaternion is not unit
//   (cdIdentityPose).
// - The cache (optional) is the caller's, one for each pair; zeroed it is empty. It makes the next query of
//   the pair faster and never changes a result.
// - The workspace (workspace.h) is the memory that queries work in, one for each thread.
// - The trace (optional) records each step of the search, to be drawn or read (trace.h, draw.h).
// - The result says how it ended in a cdState, and why where it is CD_UNDECIDED (state.h).
// - Lists of results (touches, regions, pairs, limits) go into arrays of the caller's, each with a capacity.
//   The count says how many items were written, never more than the capacity. Where that is not all, the
//   result is `truncated`, and `needed...` is room that suffices for all, as far as the search came. An array
//   that is NULL or has no room changes neither the state nor anything else.
// Elementary tests that keep nothing from call to call, or need no memory, leave out those parameters: hulls
// (convex.h), boxes (boxes.h), four moving points (query.h), points and segments (classify.h).
//
// Meshes are shared by any number of threads. Units: lengths in the mesh's unit, angles in radians. Poses
// take the mesh's local frame to the world's, which is right-handed and has no up axis. Mesh A moves, mesh B
// is fixed; normals are unit and point from B to A.
#ifndef COLLISION_COLLISION_H
#define COLLISION_COLLISION_H

#include "collision/base.h"
#include "collision/boxes.h"
#include "collision/broad_phase.h"
#include "collision/classify.h"
#include "collision/closest_point.h"
#include "collision/convex.h"
#include "collision/culling.h"
#include "collision/distance.h"
#include "collision/draw.h"
#include "collision/features.h"
#include "collision/mesh.h"
#include "collision/motion.h"
#include "collision/query.h"
#include "collision/ray.h"
#include "collision/regions.h"
#include "collision/slide.h"
#include "collision/solid.h"
#include "collision/state.h"
#include "collision/tasks.h"
#include "collision/trace.h"
#include "collision/vecmath.h"
#include "collision/version.h"
#include "collision/workspace.h"
#include "collision/world.h"

#endif

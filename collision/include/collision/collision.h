// First Contact's collision library: all headers.
//
// Two meshes, one of them in motion, and the first time at which they touch:
//
//     cdMesh *a = cdCreateMesh(&defA, NULL), *b = cdCreateMesh(&defB, NULL);
//     cdWorkspace *workspace = cdCreateWorkspace();
//     cdFirstContactInput input = {.meshA = a, .meshB = b, .startA = from, .targetA = to, .startB = at};
//     cdFirstContact found = cdFindFirstContact(&input, NULL, workspace, NULL);
//     printf("%s at t = %g\n", cdGetStateName(found.state), found.t.lo);
//
// Most queries have one form:
//
//     cdX cdFindX(const cdXInput *input, cdPairCache *cache, cdWorkspace *workspace, cdTrace *trace);
//
// - The input is read during the call only. Zeroed members mean their documented defaults: begin with
//   `= CD_ZERO`, in C and in C++. Poses have no default: a zeroed quaternion is not unit (cdIdentityPose).
// - The cache (optional) belongs to the caller, one for each pair, or for each mesh (cdTriangleCache,
//   cdSlideCache); zeroed it is empty. It makes the next query faster and never changes a result.
// - The workspace (workspace.h) is the working memory of queries, one per thread.
// - The trace (optional) records each event of the search, for drawing or reading (trace.h, draw.h).
// - The result has a cdState and, if it is CD_UNDECIDED, a cdReason (state.h).
// - Lists of results (touches, regions, pairs, constraints) are written to the caller's arrays, each with a
//   capacity. The count says how many items were written, at most the capacity. If there are more, the result
//   is `truncated`. `needed...` is enough room for all that the search found before it ended. An array
//   that is NULL or too small does not change the state; NULL touches or triangle pairs are not counted.
// Elementary tests omit what they do not need, cache or workspace: hulls (convex.h), boxes (boxes.h),
// four moving points (query.h), points and segments (classify.h).
//
// Any number of threads may share a mesh. Units: lengths in the mesh's unit, angles in radians. Poses map the
// mesh's local frame to the world frame, which is right-handed and has no up axis. Mesh A moves, mesh
// B is fixed unless the input has a motion for it; normals are unit and point from B to A.
#ifndef COLLISION_COLLISION_H
#define COLLISION_COLLISION_H

#include "collision/base.h"
#include "collision/batches.h"
#include "collision/body.h"
#include "collision/boxes.h"
#include "collision/broad_phase.h"
#include "collision/classify.h"
#include "collision/closest_point.h"
#include "collision/convex.h"
#include "collision/culling.h"
#include "collision/distance.h"
#include "collision/draw.h"
#include "collision/features.h"
#include "collision/joint.h"
#include "collision/kinematic.h"
#include "collision/mechanism.h"
#include "collision/mechanism_path.h"
#include "collision/mesh.h"
#include "collision/mesh_store.h"
#include "collision/motion.h"
#include "collision/path.h"
#include "collision/plan.h"
#include "collision/query.h"
#include "collision/ray.h"
#include "collision/regions.h"
#include "collision/slide.h"
#include "collision/solid.h"
#include "collision/state.h"
#include "collision/tasks.h"
#include "collision/trace.h"
#include "collision/trap.h"
#include "collision/vecmath.h"
#include "collision/version.h"
#include "collision/workspace.h"
#include "collision/world.h"
#include "collision/world_queries.h"
#include "collision/world_regions.h"
#include "collision/world_snapshot.h"

#endif

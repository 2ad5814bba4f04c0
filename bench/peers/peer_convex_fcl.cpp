// FCL's convex shapes behind peer_convex.h, through fcl::collide and each of its two GJK solvers.
//
// FCL climbs over the edges itself if a hull has more than 32 vertices, always from the first vertex. Its own
// solver takes a first guess, kept for each pair; libccd's does not.
#include "bench/peers/peer_convex.h"

#include "bench/peers/motion_fcl.h"

#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/collision.h>

#include <cstddef>
#include <exception>
#include <memory>
#include <vector>

namespace {

using namespace fclmotion;
using Hull = fcl::Convexd;

void *MakeHull(const PeerPoints *from) {
    try {
        auto points = std::make_shared<std::vector<fcl::Vector3d>>();
        auto faces = std::make_shared<std::vector<int>>();
        for (std::int32_t i = 0; i < from->pointCount; ++i)
            points->emplace_back(from->points[i].x, from->points[i].y, from->points[i].z);
        for (std::int32_t i = 0; i < from->triangleCount; ++i) {
            const std::int32_t *corner = from->triangles + static_cast<std::ptrdiff_t>(3) * i;
            faces->insert(faces->end(), {3, corner[0], corner[1], corner[2]});
        }
        auto hull = std::make_unique<Hull>(points, from->triangleCount, faces);
        hull->computeLocalAABB();
        return hull.release();
    } catch (const std::exception &) {
        return nullptr;
    }
}

void FreeHull(void *hull) {
    delete static_cast<Hull *>(hull);
}

bool Collide(const void *a, const cdPose *poseA, const void *b, const cdPose *poseB,
             const fcl::CollisionRequestd &request, fcl::CollisionResultd &result) {
    try {
        return fcl::collide(static_cast<const Hull *>(a), ToTransform(*poseA), static_cast<const Hull *>(b),
                            ToTransform(*poseB), request, result) > 0;
    } catch (const std::exception &) { // no answer; counted as separated
        return false;
    }
}

bool CollideByCcd(const void *a, const cdPose *poseA, const void *b, const cdPose *poseB, PeerMemory *) {
    fcl::CollisionRequestd request;
    request.gjk_solver_type = fcl::GST_LIBCCD;
    fcl::CollisionResultd result;
    return Collide(a, poseA, b, poseB, request, result);
}

bool CollideByOwn(const void *a, const cdPose *poseA, const void *b, const cdPose *poseB,
                  PeerMemory *memory) {
    fcl::CollisionRequestd request;
    request.gjk_solver_type = fcl::GST_INDEP;
    request.enable_cached_gjk_guess = cdLengthSq(memory->guess) > 0.0;
    request.cached_gjk_guess = fcl::Vector3d(memory->guess.x, memory->guess.y, memory->guess.z);
    fcl::CollisionResultd result;
    bool collide = Collide(a, poseA, b, poseB, request, result);
    const fcl::Vector3d &guess = result.cached_gjk_guess;
    memory->guess = cdMakeVec3(guess.x(), guess.y(), guess.z());
    return collide;
}

} // namespace

const ConvexPeer *GetFclConvexPeers(int32_t *count) {
    static const ConvexPeer peers[] = {
        {"FCL, libccd's solver", MakeHull, FreeHull, CollideByCcd, 1e-6},
        {"FCL, its own solver", MakeHull, FreeHull, CollideByOwn, 1e-6},
    };
    *count = static_cast<int32_t>(sizeof peers / sizeof peers[0]);
    return peers;
}

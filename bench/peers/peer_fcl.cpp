// FCL behind the C interface of peer_fcl.h.
//
// The sound call reimplements fcl::detail::conservativeAdvancementMeshOriented with the same node, recursion
// and tolerance, but the overlap test at the start uses the OBBRSS trees, which are far faster at that.
#include "bench/peers/peer_fcl.h"

#include "bench/peers/motion_fcl.h"

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/continuous_collision.h>
#include <fcl/narrowphase/detail/traversal/distance/mesh_conservative_advancement_traversal_node.h>
#include <fcl/narrowphase/detail/traversal/traversal_recurse.h>
#include <fcl/narrowphase/distance.h>

#include <limits>
#include <memory>
#include <vector>

namespace {

using namespace fclmotion;

template <typename Volume>
void BuildModel(fcl::BVHModel<Volume> &model, const std::vector<Vector> &points,
                const std::vector<fcl::Triangle> &triangles) {
    model.beginModel(static_cast<int>(triangles.size()), static_cast<int>(points.size()));
    model.addSubModel(points, triangles);
    model.endModel();
}

} // namespace

struct PeerModel {
    fcl::BVHModel<fcl::OBBRSSd> boxes;
    fcl::BVHModel<fcl::RSSd> spheres;
};

PeerModel *MakePeerModel(const cdVec3 *points, int32_t pointCount, const int32_t *triangles,
                         int32_t triangleCount) {
    std::vector<Vector> vertices;
    std::vector<fcl::Triangle> faces;
    for (int32_t i = 0; i < pointCount; ++i)
        vertices.push_back(ToVector(points[i]));
    for (int32_t i = 0; i < triangleCount; ++i) {
        const int32_t *corner = triangles + 3 * i;
        faces.emplace_back(static_cast<std::size_t>(corner[0]), static_cast<std::size_t>(corner[1]),
                           static_cast<std::size_t>(corner[2]));
    }
    auto model = std::make_unique<PeerModel>();
    BuildModel(model->boxes, vertices, faces);
    BuildModel(model->spheres, vertices, faces);
    return model.release();
}

void FreePeerModel(PeerModel *model) {
    delete model;
}

PeerAnswer RunPeerPublic(const PeerModel *a, const PeerModel *b, cdPose start, cdPose target) {
    TangentScrew motionA(ToTransform(start), ToTransform(target));
    Fixed motionB;
    fcl::ContinuousCollisionRequestd request;
    request.ccd_solver_type = fcl::CCDC_CONSERVATIVE_ADVANCEMENT;
    fcl::ContinuousCollisionResultd result;
    fcl::continuousCollide<double>(&a->boxes, &motionA, &b->boxes, &motionB, request, result);
    return PeerAnswer{result.is_collide, result.is_collide ? result.time_of_contact : 1.0};
}

PeerAnswer RunPeerSound(const PeerModel *a, const PeerModel *b, cdPose start, cdPose target) {
    if (RunPeerDiscrete(a, b, start)) return PeerAnswer{true, 0.0};
    TangentScrew motionA(ToTransform(start), ToTransform(target));
    Fixed motionB;
    Transform poseA = ToTransform(start), poseB = Transform::Identity();
    fcl::detail::MeshConservativeAdvancementTraversalNodeRSS<double> node;
    fcl::detail::initialize(node, a->spheres, poseA, b->spheres, poseB);
    node.motion1 = &motionA;
    node.motion2 = &motionB;
    for (;;) {
        motionA.getCurrentTransform(poseA);
        Transform relative = poseA.inverse(Eigen::Isometry) * poseB;
        node.R = relative.linear();
        node.T = relative.translation();
        node.delta_t = 1.0;
        node.min_distance = std::numeric_limits<double>::max();
        fcl::detail::distanceRecurse<double>(&node, 0, 0, nullptr);
        if (node.delta_t <= node.t_err) return PeerAnswer{true, node.toc};
        node.toc += node.delta_t;
        if (node.toc >= 1.0) return PeerAnswer{false, 1.0};
        motionA.integrate(node.toc);
    }
}

double RunPeerDistance(const PeerModel *a, const PeerModel *b, cdPose pose) {
    fcl::DistanceRequestd request;
    fcl::DistanceResultd result;
    return fcl::distance(&a->spheres, ToTransform(pose), &b->spheres, Transform::Identity(), request, result);
}

bool RunPeerDiscrete(const PeerModel *a, const PeerModel *b, cdPose pose) {
    fcl::CollisionRequestd request;
    fcl::CollisionResultd result;
    return fcl::collide(&a->boxes, ToTransform(pose), &b->boxes, Transform::Identity(), request, result) > 0;
}

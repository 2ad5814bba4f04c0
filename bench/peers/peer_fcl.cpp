// FCL behind the C interface of peer_fcl.h.
//
// The motion of a step is handed to FCL as a ScrewMotion whose slide follows f(t) = tan(omega t / 2) /
// tan(omega / 2) instead of t; bounds on its speed allow for the slowest and the fastest slide, at no cost.
// The axis is set here, since ScrewMotion's own constructor leaves the axis of a pure translation
// unnormalised. The sound call is fcl::detail::conservativeAdvancementMeshOriented written out once more: the
// same node, the same recursion and tolerance, but the overlap test at the start uses the OBBRSS trees, which
// are far faster at that.
#include "bench/peers/peer_fcl.h"

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/motion/screw_motion.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/continuous_collision.h>
#include <fcl/narrowphase/detail/traversal/distance/mesh_conservative_advancement_traversal_node.h>
#include <fcl/narrowphase/detail/traversal/traversal_recurse.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

namespace {

using Vector = fcl::Vector3d;
using Transform = fcl::Transform3d;

Vector ToVector(cdVec3 v) {
    return Vector(v.x, v.y, v.z);
}

Transform ToTransform(const cdPose &pose) {
    Transform t = Transform::Identity();
    t.linear() = fcl::Quaterniond(pose.q.w, pose.q.x, pose.q.y, pose.q.z).toRotationMatrix();
    t.translation() = ToVector(pose.p);
    return t;
}

class TangentScrew : public fcl::ScrewMotion<double> {
  public:
    TangentScrew(const Transform &start, const Transform &target) {
        tf1 = start;
        tf2 = target;
        tf = start;
        Vector displacement = target.translation() - start.translation();
        fcl::AngleAxisd turn(fcl::Quaterniond(target.linear() * start.linear().transpose()).normalized());
        angular_vel = turn.angle();
        axis = turn.axis();
        if (angular_vel < 1e-10) {
            angular_vel = 0.0;
            double length = displacement.norm();
            axis = length > 0.0 ? Vector(displacement / length) : Vector(Vector::UnitX());
        }
        slide = displacement.dot(axis);
        p = start.translation();
        // f' grows from (angle / 2) / tan(angle / 2) at 0 to angle / sin(angle) at 1.
        double slowest = 1.0, fastest = 1.0;
        if (angular_vel > 0.0) {
            double half = std::tan(0.5 * angular_vel);
            p = 0.5 * (start.translation() + target.translation() + axis.cross(displacement) / half);
            slowest = 0.5 * angular_vel / half;
            fastest = angular_vel / std::sin(angular_vel);
        }
        linear_vel = slide * fastest;
        spread = std::fabs(slide) * (fastest - slowest);
    }

    bool integrate(double t) const override {
        t = std::min(t, 1.0);
        double f = angular_vel > 0.0 ? std::tan(0.5 * angular_vel * t) / std::tan(0.5 * angular_vel) : t;
        fcl::Quaterniond turn(fcl::AngleAxisd(t * angular_vel, axis));
        tf.linear() = turn.toRotationMatrix() * tf1.linear();
        tf.translation() = p + turn * (tf1.translation() - p) + axis * (slide * f);
        return true;
    }
    // FCL adds the slide with its sign, so where it leads away the fastest slide is no bound; the spread
    // makes it one.
    double computeMotionBound(const fcl::BVMotionBoundVisitor<double> &visitor) const override {
        return visitor.visit(*this) + spread;
    }
    double computeMotionBound(const fcl::TriangleMotionBoundVisitor<double> &visitor) const override {
        return visitor.visit(*this) + spread;
    }

  private:
    double slide = 0.0, spread = 0.0;
};

// The fixed mesh, at no cost.
class Rest : public fcl::ScrewMotion<double> {
  public:
    Rest() : fcl::ScrewMotion<double>(Transform::Identity(), Transform::Identity()) {}
    bool integrate(double) const override { return true; }
    double computeMotionBound(const fcl::BVMotionBoundVisitor<double> &) const override { return 0.0; }
    double computeMotionBound(const fcl::TriangleMotionBoundVisitor<double> &) const override { return 0.0; }
};

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
    Rest motionB;
    fcl::ContinuousCollisionRequestd request;
    request.ccd_solver_type = fcl::CCDC_CONSERVATIVE_ADVANCEMENT;
    fcl::ContinuousCollisionResultd result;
    fcl::continuousCollide<double>(&a->boxes, &motionA, &b->boxes, &motionB, request, result);
    return PeerAnswer{result.is_collide, result.is_collide ? result.time_of_contact : 1.0};
}

PeerAnswer RunPeerSound(const PeerModel *a, const PeerModel *b, cdPose start, cdPose target) {
    if (RunPeerDiscrete(a, b, start)) return PeerAnswer{true, 0.0};
    TangentScrew motionA(ToTransform(start), ToTransform(target));
    Rest motionB;
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

bool RunPeerDiscrete(const PeerModel *a, const PeerModel *b, cdPose pose) {
    fcl::CollisionRequestd request;
    fcl::CollisionResultd result;
    return fcl::collide(&a->boxes, ToTransform(pose), &b->boxes, Transform::Identity(), request, result) > 0;
}

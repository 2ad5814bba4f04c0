// The motion of collision/motion.h for FCL, and our poses converted to FCL.
//
// A ScrewMotion whose slide follows f(t) = tan(omega t / 2) / tan(omega / 2) instead of t; bounds on its
// speed include the slowest and the fastest slide, at no cost. The axis is set here, since ScrewMotion's own
// constructor leaves the axis of a pure translation unnormalised. Steps of up to 90 degrees.
#ifndef MOTION_FCL_H
#define MOTION_FCL_H

#include "collision/vecmath.h"

#include <fcl/math/motion/screw_motion.h>

#include <algorithm>
#include <cmath>

namespace fclmotion {

using Vector = fcl::Vector3d;
using Transform = fcl::Transform3d;

inline Vector ToVector(cdVec3 v) {
    return Vector(v.x, v.y, v.z);
}

inline Transform ToTransform(const cdPose &pose) {
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
    // FCL adds the slide with its sign: where it leads away, the fastest slide is no bound. The spread
    // corrects that.
    double computeMotionBound(const fcl::BVMotionBoundVisitor<double> &visitor) const override {
        return visitor.visit(*this) + spread;
    }
    double computeMotionBound(const fcl::TriangleMotionBoundVisitor<double> &visitor) const override {
        return visitor.visit(*this) + spread;
    }

  private:
    double slide = 0.0, spread = 0.0;
};

// A fixed object, at no cost.
class Fixed : public fcl::ScrewMotion<double> {
  public:
    Fixed() : fcl::ScrewMotion<double>(Transform::Identity(), Transform::Identity()) {}
    bool integrate(double) const override { return true; }
    double computeMotionBound(const fcl::BVMotionBoundVisitor<double> &) const override { return 0.0; }
    double computeMotionBound(const fcl::TriangleMotionBoundVisitor<double> &) const override { return 0.0; }
};

} // namespace fclmotion

#endif

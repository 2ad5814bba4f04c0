// FCL's continuous collision between fcl::Box shapes, behind peer_boxes.h.
//
// fcl::continuousCollide by conservative advancement, with each of FCL's two GJK solvers on the motion of
// collision/motion.h (motion_fcl.h), and on FCL's own screw and linear motion; and by its naive method, ten
// discrete tests. Its ray shooting is empty for shapes (a branch without code, in 0.7) and its polynomial
// solver takes meshes only. FCL throws where its narrow phase fails: that is no answer.
#include "bench/peers/peer_boxes.h"

#include "bench/peers/motion_fcl.h"

#include <fcl/geometry/shape/box.h>
#include <fcl/narrowphase/continuous_collision.h>

#include <exception>

namespace {

using namespace fclmotion;
using Box = fcl::Boxd;
using Request = fcl::ContinuousCollisionRequestd;

void *MakeBox(cdVec3 half) {
    auto *box = new Box(2.0 * half.x, 2.0 * half.y, 2.0 * half.z);
    box->computeLocalAABB();
    return box;
}

void FreeBox(void *box) {
    delete static_cast<Box *>(box);
}

BoxAnswer FindOnMotions(const void *a, const fcl::MotionBase<double> &motionA, const void *b,
                        const fcl::MotionBase<double> &motionB, const Request &request) {
    fcl::ContinuousCollisionResultd result;
    try {
        fcl::continuousCollide<double>(static_cast<const Box *>(a), &motionA, static_cast<const Box *>(b),
                                       &motionB, request, result);
    } catch (const std::exception &) {
        return BoxAnswer{false, true, 1.0};
    }
    return BoxAnswer{result.is_collide, false, result.is_collide ? result.time_of_contact : 1.0};
}

Request MakeRequest(fcl::CCDSolverType solver, fcl::GJKSolverType gjk) {
    Request request;
    request.ccd_solver_type = solver;
    request.gjk_solver_type = gjk;
    return request;
}

template <fcl::GJKSolverType gjk>
BoxAnswer AdvanceOurScrew(const void *a, const void *b, const cdPose *start, const cdPose *target) {
    TangentScrew motion(ToTransform(*start), ToTransform(*target));
    return FindOnMotions(a, motion, b, Fixed(), MakeRequest(fcl::CCDC_CONSERVATIVE_ADVANCEMENT, gjk));
}

template <class Motion>
BoxAnswer AdvanceOwnMotion(const void *a, const void *b, const cdPose *start, const cdPose *target) {
    Transform still = Transform::Identity();
    Motion motionA(ToTransform(*start), ToTransform(*target)), motionB(still, still);
    return FindOnMotions(a, motionA, b, motionB,
                         MakeRequest(fcl::CCDC_CONSERVATIVE_ADVANCEMENT, fcl::GST_LIBCCD));
}

BoxAnswer SampleNaively(const void *a, const void *b, const cdPose *start, const cdPose *target) {
    TangentScrew motion(ToTransform(*start), ToTransform(*target));
    return FindOnMotions(a, motion, b, Fixed(), MakeRequest(fcl::CCDC_NAIVE, fcl::GST_LIBCCD));
}

} // namespace

const BoxPeer *GetFclBoxPeers(int32_t *count) {
    static const BoxPeer peers[] = {
        {"FCL, advancement, libccd", MakeBox, FreeBox, AdvanceOurScrew<fcl::GST_LIBCCD>, true, true, true},
        {"FCL, advancement, own GJK", MakeBox, FreeBox, AdvanceOurScrew<fcl::GST_INDEP>, true, true, true},
        {"FCL, advancement, its screw", MakeBox, FreeBox, AdvanceOwnMotion<fcl::ScrewMotion<double>>, true,
         false, true},
        {"FCL, advancement, its linear", MakeBox, FreeBox, AdvanceOwnMotion<fcl::InterpMotion<double>>, true,
         false, true},
        {"FCL, naive, 10 samples", MakeBox, FreeBox, SampleNaively, true, true, false},
    };
    *count = static_cast<int32_t>(sizeof peers / sizeof peers[0]);
    return peers;
}

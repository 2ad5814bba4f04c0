// OMPL behind the C interface of peer_ompl.h.
#include "bench/peers/peer_ompl.h"

#include <ompl/base/DiscreteMotionValidator.h>
#include <ompl/base/ScopedState.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/spaces/SE3StateSpace.h>
#include <ompl/util/Console.h>

#include <memory>

namespace {

namespace ob = ompl::base;
using State = ob::SE3StateSpace::StateType;

const double kRange = 0.2; // ompl::magic::MAX_MOTION_LENGTH_AS_SPACE_EXTENT_FRACTION

void setPose(State *state, const cdPose &pose) {
    state->setXYZ(pose.p.x, pose.p.y, pose.p.z);
    state->rotation().w = pose.q.w;
    state->rotation().x = pose.q.x;
    state->rotation().y = pose.q.y;
    state->rotation().z = pose.q.z;
}

cdPose getPose(const State *state) {
    const auto &q = state->rotation();
    return cdPose{{state->getX(), state->getY(), state->getZ()}, {q.w, q.x, q.y, q.z}};
}

} // namespace

struct PeerSpace {
    std::shared_ptr<ob::SE3StateSpace> space;
    std::shared_ptr<ob::SpaceInformation> info;
    const PeerModel *a, *b;
    mutable ob::State *states[3];
};

static State *putPose(const PeerSpace *space, int index, const cdPose &pose) {
    State *state = space->states[index]->as<State>();
    setPose(state, pose);
    return state;
}

PeerSpace *MakePeerSpace(const PeerModel *a, const PeerModel *b, double half) {
    ompl::msg::setLogLevel(ompl::msg::LOG_ERROR);
    auto made = std::make_unique<PeerSpace>();
    made->a = a;
    made->b = b;
    made->space = std::make_shared<ob::SE3StateSpace>();
    ob::RealVectorBounds bounds(3);
    bounds.setLow(-half);
    bounds.setHigh(half);
    made->space->setBounds(bounds);
    made->info = std::make_shared<ob::SpaceInformation>(made->space);
    made->info->setStateValidityChecker(
        [a, b](const ob::State *state) { return !RunPeerDiscrete(a, b, getPose(state->as<State>())); });
    made->info->setup(); // with a DiscreteMotionValidator and a resolution of 1 %, the defaults
    for (auto &state : made->states)
        state = made->info->allocState();
    return made.release();
}

void FreePeerSpace(PeerSpace *space) {
    if (space == nullptr) return;
    for (auto *state : space->states)
        space->info->freeState(state);
    delete space;
}

bool IsPeerPoseValid(const PeerSpace *space, cdPose pose) {
    return space->info->isValid(putPose(space, 0, pose));
}

bool IsPeerMotionValid(const PeerSpace *space, cdPose start, cdPose target) {
    return space->info->checkMotion(putPose(space, 0, start), putPose(space, 1, target));
}

cdPose GetPeerPoseAt(const PeerSpace *space, cdPose start, cdPose target, double t) {
    space->space->interpolate(putPose(space, 0, start), putPose(space, 1, target), t, space->states[2]);
    return getPose(space->states[2]->as<State>());
}

cdPose LimitPeerTarget(const PeerSpace *space, cdPose start, cdPose target) {
    double distance = space->space->distance(putPose(space, 0, start), putPose(space, 1, target));
    double range = kRange * space->space->getMaximumExtent();
    return distance <= range ? target : GetPeerPoseAt(space, start, target, range / distance);
}

// OMPL behind the C interface of peer_ompl.h.
#include "bench/peers/peer_ompl.h"
#include "engine/platform/clock.h"

#include <ompl/base/DiscreteMotionValidator.h>
#include <ompl/base/ScopedState.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/goals/GoalSampleableRegion.h>
#include <ompl/base/spaces/SE3StateSpace.h>
#include <ompl/geometric/PathGeometric.h>
#include <ompl/geometric/planners/kpiece/LBKPIECE1.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>

#include <algorithm>
#include <limits>
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

// Poses at which a sphere around A is outside of the bounds of B.
class Outside : public ob::GoalSampleableRegion {
  public:
    Outside(const ob::SpaceInformationPtr &info, const PeerSearch *search)
        : ob::GoalSampleableRegion(info), search_(search), sampler_(info->allocStateSampler()) {}

    // The distance by which the sphere has to move on.
    double distanceGoal(const ob::State *state) const override {
        const cdVec3 at = cdTransformPoint(getPose(state->as<State>()), search_->center);
        const cdVec3 low = cdSub(search_->bounds.lower, at), high = cdSub(at, search_->bounds.upper);
        const double gap = std::max({low.x, low.y, low.z, high.x, high.y, high.z}) - search_->radius;
        return std::max(0.0, -gap);
    }

    void sampleGoal(ob::State *state) const override {
        do
            sampler_->sampleUniform(state);
        while (distanceGoal(state) > 0.0);
    }

    unsigned int maxSampleCount() const override { return std::numeric_limits<unsigned int>::max(); }

  private:
    const PeerSearch *search_;
    ob::StateSamplerPtr sampler_;
};

ob::PlannerPtr makePlanner(const ob::SpaceInformationPtr &info, PeerPlanner kind) {
    if (kind == PEER_RRT_CONNECT) return std::make_shared<ompl::geometric::RRTConnect>(info);
    return std::make_shared<ompl::geometric::LBKPIECE1>(info);
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

PeerSpace *MakePeerSpace(const PeerModel *a, const PeerModel *b, double half, double resolution) {
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
    made->info->setStateValidityCheckingResolution(resolution);
    made->info->setup(); // with a DiscreteMotionValidator, the default
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

int32_t RunPeerSearch(const PeerSpace *space, const PeerSearch *search) {
    ompl::msg::setLogLevel(ompl::msg::LOG_NONE); // a second seed is reported as an error
    ompl::RNG::setSeed(search->seed);
    auto problem = std::make_shared<ob::ProblemDefinition>(space->info);
    problem->addStartState(putPose(space, 0, search->start));
    problem->setGoal(std::make_shared<Outside>(space->info, search));
    auto planner = makePlanner(space->info, search->planner);
    planner->setProblemDefinition(problem);
    planner->setup();
    const double end = gxGetThreadTime() + search->limit;
    planner->solve(ob::PlannerTerminationCondition([end] { return gxGetThreadTime() > end; }));
    if (!problem->hasExactSolution()) return 0;
    const auto path = std::static_pointer_cast<ompl::geometric::PathGeometric>(problem->getSolutionPath());
    const auto count = static_cast<int32_t>(path->getStateCount());
    if (count > search->poseCapacity) return 0;
    for (int32_t i = 0; i < count; ++i)
        search->poses[i] = getPose(path->getState(static_cast<unsigned int>(i))->as<State>());
    return count;
}

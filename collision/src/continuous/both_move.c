// cdFindFirstContact: first contact of two meshes of which one or both move.
//
// Input: poses of A and B at the start and the end of a step. Output: the first contact, in the world.
// (1) As seen from B, A moves from inverse(startB) startA to inverse(targetB) targetA on one screw [RKC01 2].
// With B fixed at startB the same motion ends at startB inverse(targetB) targetA: this step is searched. (2)
// B follows the screw from startB to targetB; the results at a fraction of the step move along with it. (3)
// Meshes that each follow their own screw: own_screws.c.
#include "continuous/first_contact.h"
#include "continuous/search/search_trace.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/rounding.h"

static cdReason checkInput(const cdFirstContactInput *input) {
    cdReason reason = cdCheckMargin(input->margin);
    if (reason == CD_REASON_NONE) reason = cdCheckMargin(input->safetyDistance);
    bool isKnown = input->inBetween == CD_RELATIVE_SCREW || input->inBetween == CD_EACH_OWN_SCREW;
    if (reason == CD_REASON_NONE && !isKnown) reason = CD_REASON_INPUT;
    if (reason != CD_REASON_NONE || input->targetB == NULL) return reason;
    return cdCheckPoses((const cdPose[]){input->startA, input->targetA, input->startB, *input->targetB}, 4);
}

// --- (1)

double cdChooseMovingMargin(const cdFirstContactInput *input, double touchDistance) {
    cdFirstContactInput far = *input;
    far.startB.p = (cdVec3){cdMax(fabs(input->startB.p.x), fabs(input->targetB->p.x)),
                            cdMax(fabs(input->startB.p.y), fabs(input->targetB->p.y)),
                            cdMax(fabs(input->startB.p.z), fabs(input->targetB->p.z))};
    return cdChooseMargin(&far, touchDistance);
}

static cdFirstContactInput makeRelativeStep(const cdFirstContactInput *input) {
    cdFirstContactInput step = *input;
    step.targetB = NULL;
    step.targetA = cdMulPose(input->startB, cdInvMulPose(*input->targetB, input->targetA));
    step.margin = cdChooseMovingMargin(input, 0.0);
    return step;
}

// --- (2)

// Maps points and vectors fixed to B from one pose of B to another.
typedef struct Carrier {
    cdPose from, to;
} Carrier;

static cdVec3 carryPoint(const Carrier *carrier, cdVec3 point) {
    return cdTransformPoint(carrier->to, cdInvTransformPoint(carrier->from, point));
}

static cdVec3 carryVector(const Carrier *carrier, cdVec3 v) {
    return cdRotate(carrier->to.q, cdInvRotate(carrier->from.q, v));
}

void cdCarryContact(const cdFirstContactInput *input, cdFirstContact *result, cdPose from, cdPose to) {
    Carrier carrier = {from, to};
    result->point = carryPoint(&carrier, result->point);
    result->normal = carryVector(&carrier, result->normal);
    for (int32_t i = 0; i < result->touchCount; i++) {
        input->touches[i].point = carryPoint(&carrier, input->touches[i].point);
        input->touches[i].normal = carryVector(&carrier, input->touches[i].normal);
    }
}

static void carryResult(const cdFirstContactInput *input, cdFirstContact *result) {
    cdMotion motion = cdMakeMotion(input->startB, *input->targetB, input->meshB->center);
    cdCarryContact(input, result, input->startB, cdGetPoseAt(&motion, result->t.lo));
    result->resolvedPoseB = cdGetPoseAt(&motion, result->resolvedTime);
    if (result->resolvedTime <= 0.0)
        result->resolvedPose = input->startA;
    else if (result->resolvedTime >= 1.0)
        result->resolvedPose = input->targetA;
    else
        result->resolvedPose =
            cdMulPose(result->resolvedPoseB, cdInvMulPose(input->startB, result->resolvedPose));
}

// --- (3)

// A mesh may always leave an overlap for a free target.
static void leaveOverlap(const cdFirstContactInput *input, cdMeter *meter, cdWorkspace *workspace,
                         cdFirstContact *result) {
    cdOverlapInput target = {
        .meshA = input->meshA, .meshB = input->meshB, .poseA = input->targetA, .poseB = *input->targetB};
    cdOverlap there = cdFindOverlapBy(&target, input->safetyDistance, meter, NULL, workspace, NULL);
    if (there.state != CD_FREE) return;
    result->resolvedTime = 1.0;
    result->resolvedPose = input->targetA;
    result->resolvedPoseB = *input->targetB;
}

static cdFirstContact findOnOwnScrews(const cdFirstContactInput *input, cdPairCache *cache,
                                      cdWorkspace *workspace, cdTrace *trace) {
    cdMeter meter = cdOpenMeter(&input->budget);
    cdPairSearch how = {.timeLimit = 1.0, .meter = &meter};
    cdTraceBeginning(trace, CD_TRACE_QUERY, 0, (cdInterval){0.0, 1.0});
    cdTraceBeginning(trace, CD_TRACE_OBSTACLE, 0, (cdInterval){0.0, 1.0});
    cdFirstContact result = cdFindOwnScrewsContactBy(input, &how, cache, workspace, trace);
    cdTraceDecision(trace, CD_TRACE_PAIR_DECIDED, 0, &result);
    cdTraceDecision(trace, CD_TRACE_DECIDED, result.state == CD_FREE ? -1 : 0, &result);
    if (result.state == CD_OVERLAP) leaveOverlap(input, &meter, workspace, &result);
    result.stats.pairTests = meter.spent;
    return result;
}

cdFirstContact cdFindFirstContact(const cdFirstContactInput *input, cdPairCache *cache,
                                  cdWorkspace *workspace, cdTrace *trace) {
    cdFirstContact result = {.reason = CD_REASON_INPUT};
    if (!CD_REQUIRE(input && input->meshA && input->meshB && workspace)) return result;
    result.resolvedPose = input->startA;
    result.resolvedPoseB = input->startB;
    result.reason = checkInput(input);
    if (result.reason != CD_REASON_NONE) return result;
    cdForgetManyPlaces(workspace);
    if (input->targetB == NULL || cdIsSamePose(input->startB, *input->targetB)) {
        result = cdFindContactWithFixed(input, cache, workspace, trace);
        result.resolvedPoseB = input->startB;
        return result;
    }
    if (input->inBetween == CD_EACH_OWN_SCREW) return findOnOwnScrews(input, cache, workspace, trace);
    cdFirstContactInput step = makeRelativeStep(input);
    result = cdFindContactWithFixed(&step, cache, workspace, trace);
    carryResult(input, &result);
    return result;
}

cdFirstContact cdFindFirstContactIn(const cdFirstContactInput *input, bool startsFree, cdMeter *meter,
                                    cdPairCache *cache, cdWorkspace *workspace) {
    cdFirstContact result = {.reason = checkInput(input), .resolvedPose = input->startA};
    if (result.reason != CD_REASON_NONE) return result;
    cdPairSearch how = {.timeLimit = 1.0, .meter = meter, .startsFree = startsFree};
    return cdFindFirstContactBy(input, &how, cache, workspace, NULL);
}

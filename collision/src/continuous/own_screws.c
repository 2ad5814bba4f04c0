// First contact of two meshes that each follow their own screw.
//
// As seen from B, A then does not move on a screw. The step is searched part by part (part_search.c) with the
// bound of deviation.c.
#include "continuous/deviation.h"
#include "continuous/part_search.h"
#include "foundation/numbers/rounding.h"

static const double poseRounding = 64.0; // of a relative pose, in rounding units of all lengths

// Motions in a frame at A's start, so that an offset that both meshes share cancels, and in the world.
typedef struct OwnScrews {
    cdScrewPair screws;
    cdMotion worldA, worldB;
    double rounding; // of a relative pose, length
} OwnScrews;

static cdPose shiftPose(cdPose pose, cdVec3 origin) {
    return (cdPose){cdSub(pose.p, origin), pose.q};
}

static OwnScrews makeOwnScrews(const cdFirstContactInput *input) {
    const cdMesh *a = input->meshA, *b = input->meshB;
    cdVec3 origin = input->startA.p;
    cdPose startA = shiftPose(input->startA, origin), targetA = shiftPose(input->targetA, origin);
    cdPose startB = shiftPose(input->startB, origin), targetB = shiftPose(*input->targetB, origin);
    cdMotion motionA = cdMakeMotion(startA, targetA, a->center);
    cdMotion motionB = cdMakeMotion(startB, targetB, b->center);
    OwnScrews own = {.screws = cdMakeScrewPair(&motionA, &motionB, a->radius)};
    own.worldA = cdMakeMotion(input->startA, input->targetA, a->center);
    own.worldB = cdMakeMotion(input->startB, *input->targetB, b->center);
    double reach = a->radius + a->rounding + b->radius + b->rounding;
    double lengths = cdLength(targetA.p) + cdLength(startB.p) + cdLength(targetB.p) + reach +
                     2.0 * (cdLength(a->center) + cdLength(b->center));
    own.rounding = poseRounding * CD_EPSILON * lengths;
    return own;
}

static cdPosePair placeOwn(const void *context, double s, bool inWorld) {
    const OwnScrews *own = context;
    if (inWorld) return (cdPosePair){cdGetPoseAt(&own->worldA, s), cdGetPoseAt(&own->worldB, s)};
    return (cdPosePair){cdGetPoseAt(&own->screws.a.motion, s), cdGetPoseAt(&own->screws.b.motion, s)};
}

static double getOwnLimit(const void *context, double from) {
    return cdGetPartLimit(&((const OwnScrews *)context)->screws, from);
}

static double boundOwnDeviation(const void *context, double from, double width) {
    return cdBoundDeviation(&((const OwnScrews *)context)->screws, from, width);
}

cdFirstContact cdFindOwnScrewsContactBy(const cdFirstContactInput *input, const cdPairSearch *how,
                                        cdPairCache *cache, cdWorkspace *workspace, cdTrace *trace) {
    OwnScrews own = makeOwnScrews(input);
    const cdRelativeMotion motion = {.context = &own,
                                     .place = placeOwn,
                                     .getLimit = getOwnLimit,
                                     .boundDeviation = boundOwnDeviation,
                                     .speed = own.screws.speed,
                                     .rounding = own.rounding};
    return cdSearchParts(input, &motion, how, cache, workspace, trace);
}

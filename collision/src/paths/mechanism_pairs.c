// The pairs of meshes of a mechanism that count, and the checks of the input of a sweep.
#include "contact/batch_run.h"
#include "continuous/first_contact.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/rounding.h"
#include "paths/mechanism_chain.h"

#include <math.h>

static const double FINEST = 0x1p-24;

// --- Pairs

cdChainCursor cdBeginChains(void) {
    return (cdChainCursor){{0, 0}, {-1, 0}};
}

static bool areLinks(int32_t first, int32_t second, int32_t a, int32_t b) {
    return (first == a && second == b) || (first == b && second == a);
}

static bool isIgnored(const cdMechanism *mechanism, int32_t a, int32_t b) {
    for (int32_t i = 0; i < mechanism->ignoredCount; i++)
        if (areLinks(mechanism->ignored[i].a, mechanism->ignored[i].b, a, b)) return true;
    return false;
}

double cdGetLinkDistance(const cdMechanism *mechanism, int32_t a, int32_t b, double common) {
    for (int32_t i = 0; i < mechanism->distanceCount; i++) {
        const cdLinkDistance *own = &mechanism->distances[i];
        if (areLinks(own->a, own->b, a, b)) return own->safetyDistance;
    }
    return common;
}

// Advances to the next pair of links, b below a. False: there is no other.
static bool advanceLinks(const cdMechanism *mechanism, cdChainCursor *at) {
    at->a.shape = at->b.shape = 0;
    if (++at->b.link < at->a.link) return true;
    at->b.link = 0;
    return ++at->a.link < mechanism->linkCount;
}

// Advances to the next pair of meshes of the same links. False: there is no other.
static bool advanceShapes(const cdMechanism *mechanism, cdChainCursor *at) {
    if (at->b.link < 0) return false;
    if (++at->b.shape < mechanism->links[at->b.link].shapeCount) return true;
    at->b.shape = 0;
    return ++at->a.shape < mechanism->links[at->a.link].shapeCount;
}

static bool hasPair(const cdMechanism *mechanism, const cdChainCursor *at) {
    return at->b.link < at->a.link && at->a.shape < mechanism->links[at->a.link].shapeCount &&
           at->b.shape < mechanism->links[at->b.link].shapeCount &&
           !isIgnored(mechanism, at->a.link, at->b.link);
}

// True if only fixed joints are between two links.
static bool areRigid(const cdMechanism *mechanism, int32_t a, int32_t b) {
    while (a != b) {
        int32_t *farther = a > b ? &a : &b;
        if (mechanism->links[*farther].joint != CD_LINK_FIXED) return false;
        *farther = mechanism->links[*farther].parent;
    }
    return true;
}

bool cdFindNextPair(const cdMechanism *mechanism, cdChainCursor *at) {
    if (advanceShapes(mechanism, at) && hasPair(mechanism, at)) return true;
    while (advanceLinks(mechanism, at))
        if (hasPair(mechanism, at) && !areRigid(mechanism, at->a.link, at->b.link)) return true;
    return false;
}

bool cdFindNextChain(const cdSweepInput *input, cdChainCursor *at, cdChain *chain) {
    if (!cdFindNextPair(input->mechanism, at)) return false;
    *chain = cdMakeChain(input->mechanism, input->values, input->joints, input->jointCount, at->a, at->b);
    return true;
}

// --- Checks

static cdReason checkJoint(const cdSweepInput *input, int32_t index) {
    const cdSweepJoint *joint = &input->joints[index];
    if (joint->link < 0 || joint->link >= input->mechanism->linkCount) return CD_REASON_INPUT;
    if (input->mechanism->links[joint->link].joint == CD_LINK_FIXED) return CD_REASON_INPUT;
    if (!isfinite(joint->from) || !isfinite(joint->to)) return CD_REASON_NOT_FINITE;
    for (int32_t i = 0; i < index; i++)
        if (input->joints[i].link == joint->link) return CD_REASON_INPUT;
    return joint->from < joint->to ? CD_REASON_NONE : CD_REASON_INPUT;
}

cdReason cdCheckSweep(const cdSweepInput *input) {
    if (!CD_REQUIRE(input->mechanism != NULL && input->joints != NULL)) return CD_REASON_INPUT;
    if (!CD_REQUIRE(cdAreTasks(input->tasks))) return CD_REASON_INPUT;
    cdReason reason = cdCheckMechanism(input->mechanism, input->values);
    if (reason == CD_REASON_NONE) reason = cdCheckMargin(input->safetyDistance);
    if (reason != CD_REASON_NONE) return reason;
    if (input->jointCount < 1 || input->jointCount > CD_SWEEP_JOINT_MAX) return CD_REASON_INPUT;
    for (int32_t i = 0; i < input->jointCount && reason == CD_REASON_NONE; i++)
        reason = checkJoint(input, i);
    if (reason != CD_REASON_NONE) return reason;
    bool isCoarse = !(input->resolution >= FINEST) && input->resolution != 0.0;
    if (isCoarse || input->resolution > 1.0 || input->boxCapacity < 0) return CD_REASON_INPUT;
    return input->boxCapacity == 0 || CD_REQUIRE(input->boxes != NULL) ? CD_REASON_NONE : CD_REASON_INPUT;
}

// Describes the result of a first-contact search, in the world frame.
//
// (1) The contact: its features, point, normal and time. (2) The resolved pose: the motion is followed back
// to where the pair in contact was still separated by a margin. (3) On request, every pair that touches at
// that time.
#include "continuous/contact_result.h"
#include "continuous/elements/clear_elements.h"
#include "continuous/elements/contact_geometry.h"
#include "continuous/elements/touch_normal.h"
#include "continuous/first_contact.h"
#include "continuous/search/search_trace.h"
#include "foundation/memory/sort.h"

static bool isTouchBefore(const void *left, const void *right) {
    const cdTouch *x = left, *y = right;
    if (x->kind != y->kind) return x->kind < y->kind;
    if (x->featureA.index != y->featureA.index) return x->featureA.index < y->featureA.index;
    return x->featureB.index < y->featureB.index;
}

static void describeFeatures(const cdSearch *search, cdContactKind kind, int32_t a, int32_t b,
                             cdFeature *featureA, cdFeature *featureB) {
    cdFeatureKind kindA = kind == CD_VERTEX_FACE   ? CD_FEATURE_VERTEX
                          : kind == CD_FACE_VERTEX ? CD_FEATURE_FACE
                                                   : CD_FEATURE_EDGE;
    cdFeatureKind kindB = kind == CD_VERTEX_FACE   ? CD_FEATURE_FACE
                          : kind == CD_FACE_VERTEX ? CD_FEATURE_VERTEX
                                                   : CD_FEATURE_EDGE;
    *featureA = cdGetMeshFeature(search->a, kindA, a);
    *featureB = cdGetMeshFeature(search->b, kindB, b);
}

// Returns a contact of two elements as results describe it: in the world frame; without ids.
static cdTouch describeTouch(const cdSearch *search, cdPose poseB, cdContactKind kind, int32_t a, int32_t b) {
    cdTouch touch = {.kind = kind};
    cdVec3 point, normal;
    if (search->clearance > 0.0) {
        touch = cdDescribeClearContact(search, kind, a, b, search->best.root);
        point = touch.point;
        normal = touch.normal;
    } else {
        cdElementPair pair = cdGetElementPair(search, kind, a, b);
        cdDescribeContact(search, &pair, search->best.root, &point, &normal);
        describeFeatures(search, kind, a, b, &touch.featureA, &touch.featureB);
    }
    touch.point = cdGetWorldPoint(search, poseB, point);
    touch.normal = cdRotate(poseB.q, normal);
    return touch;
}

// The span of the second pass: a short one about the contact's interval, for which few nodes may meet.
static void enterContactSpan(cdSearch *search) {
    double root = search->best.root, width = search->tolerance.width;
    double tau0 = cdMax(search->span.tau0, cdMin(search->earliest, root) - width);
    double tau1 = cdMin(search->span.tau1, search->rootLimit);
    cdEnterSpan(search, cdMin(tau0, root), cdMax(tau1, root));
}

// Second pass on request: lists every pair that touches by the end of the contact's interval. It is among
// those solved before, unless these were too many to record.
static void collectTouches(cdSearch *search, const cdFirstContactInput *input, cdFirstContact *result) {
    search->touches = input->touches;
    search->touchCapacity = input->touchCapacity > 0 ? input->touchCapacity : 0;
    search->collectTouches = true;
    search->lookForOverlap = search->lookForPassing = false;
    search->rootStart = search->earliest; // pairs that touched at the start and have left do not count
    search->rootLimit = search->best.root + search->tolerance.width;
    if (search->trace) cdTraceTime(search, CD_TRACE_TOUCHES, search->best.root, search->best.root);
    cdElementContact best = {search->best.state, search->best.root};
    cdOfferCandidate(search, search->best.kind, search->best.a, search->best.b, &best);
    if (search->solved != NULL && search->solved->count <= CD_SOLVED_PAIRS) {
        cdUpdateReach(search);
        cdSolveAgain(search);
    } else {
        enterContactSpan(search);
        cdSearchSpan(search);
    }
    bool isFull = search->touchCount > search->touchCapacity;
    result->truncated = isFull || search->exhausted;
    result->touchCount = isFull ? search->touchCapacity : search->touchCount;
    result->neededTouches = search->touchCount;
    // Several pairs may have the same nearest features: the first one counts.
    if (search->clearance > 0.0)
        cdSortItems(search->touches, (size_t)result->touchCount, sizeof *search->touches, isTouchBefore);
    for (int32_t i = 0; i < result->touchCount; i++) {
        cdTouch *touch = &search->touches[i];
        *touch =
            describeTouch(search, input->startB, touch->kind, touch->featureA.index, touch->featureB.index);
    }
    if (search->clearance > 0.0)
        result->touchCount = cdDropRepeatedTouches(input->touches, result->touchCount);
    cdSortItems(search->touches, (size_t)result->touchCount, sizeof *search->touches, isTouchBefore);
}

// Lists the only touch of two boxes: their route shows that no other elements touch.
static void listTouch(const cdSearch *search, const cdFirstContactInput *input, cdFirstContact *result) {
    result->truncated = input->touchCapacity < 1;
    result->touchCount = result->truncated ? 0 : 1;
    result->neededTouches = 1;
    if (result->truncated) return;
    const cdCandidate *best = &search->best;
    input->touches[0] = describeTouch(search, input->startB, best->kind, best->a, best->b);
}

// Returns the last time at which the pair in contact was as far beyond its clearance as the margin requires.
// After the seam of two screws that time may lie in the first one. Leaves the search in the contact's screw.
static double findResolvedTime(cdSearch *search, double margin) {
    const cdCandidate *best = &search->best;
    double before = cdMax(0.0, search->earliest - search->tolerance.width), tau = 0.0;
    int32_t screw = best->screw;
    for (;; before = 1.0) {
        cdElementPair pair = cdGetElementPair(search, best->kind, best->a, best->b);
        tau = cdFindResolvedTau(search, &pair, before, margin);
        if (tau > 0.0 || screw == 0) break;
        cdEnterScrew(search, --screw);
    }
    if (screw != best->screw) cdEnterScrew(search, best->screw);
    return cdGetSearchTime(search, screw, tau);
}

// Returns A's pose in the world at a fraction of the step.
static cdPose getResolvedPose(const cdFirstContactInput *input, double time) {
    if (time <= 0.0) return input->startA;
    if (time >= 1.0) return input->targetA;
    cdMotion world = cdMakeMotion(input->startA, input->targetA, input->meshA->center);
    return cdGetPoseAt(&world, time);
}

static void describeBest(const cdSearch *search, cdPose poseB, cdFirstContact *result) {
    const cdCandidate *best = &search->best;
    if (search->clearance > 0.0) {
        cdTouch touch = describeTouch(search, poseB, best->kind, best->a, best->b);
        result->kind = touch.kind;
        result->featureA = touch.featureA;
        result->featureB = touch.featureB;
        result->point = touch.point;
        result->normal = touch.normal;
        return;
    }
    cdElementPair pair = cdGetElementPair(search, best->kind, best->a, best->b);
    result->kind = best->kind;
    describeFeatures(search, best->kind, best->a, best->b, &result->featureA, &result->featureB);
    cdVec3 point, normal;
    cdDescribeContact(search, &pair, best->root, &point, &normal);
    normal = cdMendNormal(search, best->kind, &pair, best->root, point, normal);
    result->point = cdGetWorldPoint(search, poseB, point);
    result->normal = cdRotate(poseB.q, normal);
}

void cdFillContact(cdSearch *search, const cdFirstContactInput *input, cdPairCache *cache,
                   cdFirstContact *result) {
    const cdCandidate *best = &search->best;
    cdEnterScrew(search, best->screw);
    double width = search->tolerance.width;
    result->state = best->state;
    result->reason = best->state == CD_UNDECIDED ? CD_REASON_PRECISION : CD_REASON_NONE;
    result->t.lo =
        cdMax(0.0, cdGetSearchTime(search, best->screw, search->earliest - width) - 4.0 * CD_EPSILON);
    result->t.hi = cdMin(1.0, cdGetSearchTime(search, best->screw, best->root + width) + 4.0 * CD_EPSILON);
    describeBest(search, input->startB, result);
    result->resolvedTime =
        cdMin(result->t.lo, findResolvedTime(search, cdChooseMargin(input, search->tolerance.distance)));
    result->resolvedPose = getResolvedPose(input, result->resolvedTime);
    if (cache) {
        bool again =
            cache->kind == (int32_t)best->kind && cache->elementA == best->a && cache->elementB == best->b;
        cache->kind = (int32_t)best->kind;
        cache->elementA = best->a;
        cache->elementB = best->b;
        cache->hitCount += again;
    }
    if (input->touches == NULL || best->state != CD_CONTACT) return;
    if (search->touchesAlone)
        listTouch(search, input, result);
    else
        collectTouches(search, input, result);
}

void cdFillUndecided(cdFirstContact *result, cdReason reason, double time, const cdFirstContactInput *input) {
    cdMotion motion = cdMakeMotion(input->startA, input->targetA, input->meshA->center);
    const cdScrew *screw = &motion.screws[0];
    double path = motion.screwCount * cdBoundPath(screw, input->meshA);
    double back = path > 0.0 ? 2.0 * cdChooseMargin(input, 0.0) / path : 1.0;
    result->state = CD_UNDECIDED;
    result->reason = reason;
    result->t = (cdInterval){time, time};
    result->resolvedTime = cdMax(0.0, time - back);
    result->resolvedPose = getResolvedPose(input, result->resolvedTime);
}

void cdFillStopped(cdFirstContact *result, cdState state, double time, const cdFirstContactInput *input) {
    result->state = state;
    result->t = (cdInterval){time, time};
    result->resolvedTime = time;
    result->resolvedPose = getResolvedPose(input, time);
}

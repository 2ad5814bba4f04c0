// First contact with a limit on time, for searches over several obstacles.
#ifndef CD_FIRST_CONTACT_H
#define CD_FIRST_CONTACT_H

#include "continuous/search/search.h"

// State of a pair whose search is carried out in slices. Zeroed: nothing is known yet.
typedef struct cdPairProgress {
    int32_t screw; // free before `tau` of it
    double tau;
    double exemptUntil; // as in cdSearch
    bool touching;
    cdPairCache best;  // the earliest contact met so far: a bound at once
    double freeUntil;  // the same place as a fraction of the step
    int32_t stalls;    // slices that gained nothing
    double width;      // own_screws.c: of the next part; 0: none was searched yet
    int32_t partCount; // parts searched
} cdPairProgress;

// Part of a pair's step that is searched, and the work allowed.
typedef struct cdPairSearch {
    double timeLimit; // contacts after it do not count
    cdMeter *meter;
    cdPairProgress *progress; // NULL: searched in one go
    const cdNearList *near;   // of the two, B being where it is now; NULL: none
} cdPairSearch;

// cdFindFirstContact, but an overlapping start stays where it is. Gives the same contact as without the time
// limit when that comes by the limit. Without progress all that the meter allows is spent. With it a limited
// meter is spent in slices, so that some of the step is certified soon: a result that is CD_UNDECIDED while
// the meter has no reason was cut short by its slice, and another call continues from there.
cdFirstContact cdFindFirstContactBy(const cdFirstContactInput *input, const cdPairSearch *how,
                                    cdPairCache *cache, cdWorkspace *workspace, cdTrace *trace);

// The same of the whole step, slice by slice, until it is decided or the meter has a reason.
cdFirstContact cdFindInSlices(const cdFirstContactInput *input, cdMeter *meter, cdPairCache *cache,
                              cdWorkspace *workspace, cdTrace *trace);

// Pair tests of the first slices of a limited search.
int64_t cdGetSliceUnit(const cdMeter *meter);

// own_screws.c: cdFindFirstContactBy of two meshes that each follow their own screw. The input is valid and
// has a target of B. A slice ends after a part. Lists of near leaves are not used.
cdFirstContact cdFindOwnScrewsContactBy(const cdFirstContactInput *input, const cdPairSearch *how,
                                        cdPairCache *cache, cdWorkspace *workspace, cdTrace *trace);

static inline bool cdIsCutShort(const cdFirstContact *result, const cdMeter *meter) {
    return result->state == CD_UNDECIDED && result->reason == CD_REASON_BUDGET &&
           meter->reason == CD_REASON_NONE;
}

// cdFindFirstContact of a valid input whose B is fixed.
cdFirstContact cdFindContactWithFixed(const cdFirstContactInput *input, cdPairCache *cache,
                                      cdWorkspace *workspace, cdTrace *trace);

// cdFindFirstContact within a longer call: B is fixed, the search runs in one go, and an overlapping start
// stays where it is. The input's own budget is not used.
cdFirstContact cdFindFirstContactIn(const cdFirstContactInput *input, cdMeter *meter, cdPairCache *cache,
                                    cdWorkspace *workspace);

// cdFindFirstContactAmong with the work of a longer call.
cdFirstContact cdFindFirstContactAmongBy(const cdObstaclesInput *input, const cdSharedWork *work,
                                         cdWorkspace *workspace, cdTrace *trace);

// Bytes of CD_WORK_REACHES that so many obstacles take.
size_t cdGetReachesSize(int32_t obstacleCount);

// Returns what is wrong with a step among obstacles; CD_REASON_NONE: nothing.
cdReason cdCheckStep(const cdObstaclesInput *input);

// Returns what is wrong with a margin or a safety distance; CD_REASON_NONE: nothing.
cdReason cdCheckMargin(double margin);

// cdFindOverlap with the work of a longer call. Surfaces that are no more than `safetyDistance` apart
// overlap.
cdOverlap cdFindOverlapBy(const cdOverlapInput *input, double safetyDistance, cdMeter *meter,
                          cdPairCache *cache, cdWorkspace *workspace, cdTrace *trace);

// The gap kept at rest when none is asked for, of the larger radius; and the largest gap that a stop leaves,
// in margins.
#define CD_DEFAULT_MARGIN 1e-6
#define CD_LARGEST_GAP    4.0

// The distance that the meshes' triangles keep: the safety distance and both meshes' rounding.
static inline double cdGetPairClearance(const cdMesh *a, const cdMesh *b, double safetyDistance) {
    return safetyDistance + (a->rounding + b->rounding);
}

static inline double cdGetClearance(const cdFirstContactInput *input) {
    return cdGetPairClearance(input->meshA, input->meshB, input->safetyDistance);
}

// The gap kept at rest: what was asked for, but never so small that placing the mesh rounds it away, nor of
// the size of `touchDistance`, within which elements touch.
double cdChooseMargin(const cdFirstContactInput *input, double touchDistance);

// The same of two meshes that both move.
double cdChooseMovingMargin(const cdFirstContactInput *input, double touchDistance);

// Moves what was found of a contact, its touches included, along with B from one pose to another.
void cdCarryContact(const cdFirstContactInput *input, cdFirstContact *result, cdPose from, cdPose to);

// Sets up a search: frame, relative motion, tolerances, memory.
// @errors false when the workspace cannot grow, a pose is invalid or lengths go beyond 1e100 or all stay
// below 1e-100; `reason` says which
bool cdOpenSearch(cdSearch *search, const cdMesh *a, const cdMesh *b, cdPose startA, cdPose targetA,
                  cdPose poseB, cdWorkspace *workspace);

// The same for a step with its safety distance.
bool cdOpenStep(cdSearch *search, const cdFirstContactInput *input, cdWorkspace *workspace);

// From the frame of the query to the world.
cdVec3 cdGetWorldPoint(const cdSearch *search, cdPose poseB, cdVec3 point);

#endif

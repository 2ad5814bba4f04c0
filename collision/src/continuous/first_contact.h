// First contact with a limit on time, for searches over several obstacles.
#ifndef CD_FIRST_CONTACT_H
#define CD_FIRST_CONTACT_H

#include "continuous/search/search.h"

// State of a pair whose search is carried out in slices. Zeroed: not yet searched.
typedef struct cdPairProgress {
    int32_t screw; // free before `tau` of this screw
    double tau;
    double exemptUntil; // as in cdSearch
    bool touching;
    cdPairCache best;  // the earliest contact found so far; gives a bound at once
    double freeUntil;  // the same limit as a fraction of the step
    int32_t stalls;    // slices without progress
    double pieceEnd;   // of a long step: end of the piece that `screw` and `tau` are about
    double width;      // part_search.c: width of the next part; 0: none was searched yet
    int32_t partCount; // parts searched
} cdPairProgress;

// Part of a pair's step that is searched, and the work allowed.
typedef struct cdPairSearch {
    double timeLimit; // contacts after it are ignored
    cdMeter *meter;
    cdPairProgress *progress; // NULL: searched in one go
    const cdNearList *near;   // near triangles of the pair, with B at its current pose; NULL: none
    cdNearRecord *record; // receives those that come near in the last part of the step searched; NULL: none
    double from; // fraction of the step at which the search begins; the meshes are disjoint there, also by
                 // the safety distance. 0: the whole step
    bool startsFree; // the meshes are known to be disjoint at the start, also by the safety distance
} cdPairSearch;

// cdFindFirstContact, but the resolved pose of an overlapping start is the start. Returns the same contact as
// without the time limit if that comes by the limit. Without progress the whole meter may be spent. With it a
// limited meter is spent in slices, so that some of the step is certified soon. A result that is CD_UNDECIDED
// while the meter has no reason was cut short by its slice; another call continues from there.
cdFirstContact cdFindFirstContactBy(const cdFirstContactInput *input, const cdPairSearch *how,
                                    cdPairCache *cache, cdWorkspace *workspace, cdTrace *trace);

// Carries out a search that has been opened for the step, in one piece.
cdFirstContact cdFindInOnePiece(cdSearch *search, const cdFirstContactInput *input, const cdPairSearch *how,
                                cdPairCache *cache, cdTrace *trace);

// The result of a step that cannot be opened.
cdFirstContact cdFailToOpen(const cdFirstContactInput *input, cdReason reason);

// cdFindFirstContactBy for the whole step, slice by slice, until it is decided or the meter has a reason.
cdFirstContact cdFindInSlices(const cdFirstContactInput *input, cdMeter *meter, cdPairCache *cache,
                              cdWorkspace *workspace, cdTrace *trace);

// Returns the pair tests of the first slices of a limited search.
int64_t cdGetSliceUnit(const cdMeter *meter);

// own_screws.c: cdFindFirstContactBy for two meshes that each follow their own screw. The input is valid and
// has a target for B. A slice ends after a part. Lists of near leaves are not used.
cdFirstContact cdFindOwnScrewsContactBy(const cdFirstContactInput *input, const cdPairSearch *how,
                                        cdPairCache *cache, cdWorkspace *workspace, cdTrace *trace);

static inline bool cdIsCutShort(const cdFirstContact *result, const cdMeter *meter) {
    return result->state == CD_UNDECIDED && result->reason == CD_REASON_BUDGET &&
           meter->reason == CD_REASON_NONE;
}

// cdFindFirstContact for a valid input whose B is fixed.
cdFirstContact cdFindContactWithFixed(const cdFirstContactInput *input, cdPairCache *cache,
                                      cdWorkspace *workspace, cdTrace *trace);

// cdFindFirstContact within a longer call: B is fixed, the search runs in one go, and an overlapping start
// stays where it is. The input's own budget is not used. `startsFree`: as in cdPairSearch.
cdFirstContact cdFindFirstContactIn(const cdFirstContactInput *input, bool startsFree, cdMeter *meter,
                                    cdPairCache *cache, cdWorkspace *workspace);

// cdFindFirstContactAmong within the work of a longer call.
cdFirstContact cdFindFirstContactAmongBy(const cdObstaclesInput *input, const cdSharedWork *work,
                                         cdWorkspace *workspace, cdTrace *trace);

// Returns the bytes of CD_WORK_REACHES for so many obstacles.
size_t cdGetReachesSize(int32_t obstacleCount);

// Returns the defect of a step among obstacles, or CD_REASON_NONE.
cdReason cdCheckStep(const cdObstaclesInput *input);

// Returns the defect of a margin or a safety distance, or CD_REASON_NONE.
cdReason cdCheckMargin(double margin);

// cdFindOverlap within the work of a longer call. Surfaces within `safetyDistance` of each other overlap.
cdOverlap cdFindOverlapBy(const cdOverlapInput *input, double safetyDistance, cdMeter *meter,
                          cdPairCache *cache, cdWorkspace *workspace, cdTrace *trace);

// Default gap at the resolved pose, as a share of the larger radius, and the largest gap there, in margins.
#define CD_DEFAULT_MARGIN 1e-6
#define CD_LARGEST_GAP    4.0

// Returns the distance that the meshes' triangles keep: the safety distance and both meshes' rounding.
static inline double cdGetPairClearance(const cdMesh *a, const cdMesh *b, double safetyDistance) {
    return safetyDistance + (a->rounding + b->rounding);
}

static inline double cdGetClearance(const cdFirstContactInput *input) {
    return cdGetPairClearance(input->meshA, input->meshB, input->safetyDistance);
}

// Returns the gap to keep at the resolved pose: the input's margin, but never so small that placing the mesh
// rounds it away, nor of the size of `touchDistance`, within which elements touch.
double cdChooseMargin(const cdFirstContactInput *input, double touchDistance);

// The same for two meshes that both move.
double cdChooseMovingMargin(const cdFirstContactInput *input, double touchDistance);

// Moves a contact, its touches included, along with B from one pose to another.
void cdCarryContact(const cdFirstContactInput *input, cdFirstContact *result, cdPose from, cdPose to);

// Sets up a search: frame, relative motion, tolerances, memory.
// @errors false when the workspace cannot grow, a pose is invalid, a length is above 1e100 or all are below
// 1e-100; `reason` says which
bool cdOpenSearch(cdSearch *search, const cdMesh *a, const cdMesh *b, cdPose startA, cdPose targetA,
                  cdPose poseB, cdWorkspace *workspace);

// The same for a step with its safety distance.
bool cdOpenStep(cdSearch *search, const cdFirstContactInput *input, cdWorkspace *workspace);

// Maps a point from the frame of the query to the world.
cdVec3 cdGetWorldPoint(const cdSearch *search, cdPose poseB, cdVec3 point);

#endif

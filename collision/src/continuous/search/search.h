// State of a search for first contact or overlap through two sphere trees, shared by the files that carry it
// out.
//
// open_step.c sets it up, motion_search.c cuts the motion into spans of tau, span.c makes them short enough
// that a chord bounds every path, search.c descends the trees, node_test.c decides pairs of nodes,
// leaf_test.c the elements of two leaves. The frame is that of the query: B's axes, origin at A's centre at
// tau = 0.
#ifndef CD_SEARCH_H
#define CD_SEARCH_H

#include "continuous/profiles/axis_triangle.h"
#include "continuous/search/grid_tests.h"
#include "continuous/search/near_list.h"
#include "continuous/search/search_memory.h"
#include "foundation/numbers/matrix.h"
#include "foundation/report/meter.h"
#include "foundation/report/recording.h"
#include "mesh/tree/node_four.h"

// The best contact so far [RKC01 4.3]. Roots are ordered by the steps of `tolerance.width` they lie in;
// within a step, which rounding cannot resolve, a vertex on a face is preferred to a pair of edges, then the
// lower index. So the winner depends neither on the order of the search nor on the last digits.
typedef struct cdCandidate {
    cdState state; // CD_FREE: none; CD_UNDECIDED: a pair's budget ran out at `root`
    int32_t screw;
    double root;
    cdContactKind kind;
    int32_t a, b;
} cdCandidate;

// Pairs of elements whose equations were solved in the spans around the best contact. A count above the
// maximum: some are missing.
enum { CD_SOLVED_PAIRS = 96 };
typedef struct cdSolvedPairs {
    int32_t count;
    struct {
        cdContactKind kind;
        int32_t a, b;
    } pairs[CD_SOLVED_PAIRS];
} cdSolvedPairs;

// Units of node tests in floats, with B's centre as origin, and the span in these units. `scale` is a power
// of two. Floats round lengths of a pair by less than `rounding` and CD_ROW_ROUNDING times its reach.
typedef struct cdSpanFrame {
    double scale, rounding;
    double size;                    // of the span: no coordinate is larger
    float rows0[3][3], rows1[3][3]; // of A's rotations at both ends
    float from[3], to[3];           // A's centre at both ends
    float axis[3];                  // of the screw
    float velocity[3], turn[3];     // the span's half velocity and the screw's g, times its bulge's scale
} cdSpanFrame;

// A part of one screw: poses at both ends, and bounds on the path between.
typedef struct cdSpan {
    double tau0, tau1;
    cdMat3 rotation0, rotation1; // of A at both ends
    cdVec3 center0, center1;     // of A's centre
    cdVec3 velocity0;            // its half velocity across the axis at tau0
    double bulgeScale;           // times |b|: bound on how far a path leaves its chord
    cdSpanFrame frame;
} cdSpan;

typedef struct cdSearch {
    const cdMesh *a, *b;
    uint32_t disabled;
    bool overlapOnly; // the discrete method: test tau0 alone
    cdMotion motion;  // in the frame of the query
    const cdScrew *screw;
    cdScrew inverse;
    int32_t screwIndex;
    cdMat3 rotation; // of A at tau = 0 of this screw
    cdVec3 center;   // of A at tau = 0 of this screw
    cdVec3 offsetB;  // from B's stored vertices to the frame
    cdElementTolerance tolerance;
    double clearance; // distance to keep: the safety distance and the meshes' rounding; 0: elements touch
    double nearTau;   // up to this tau of the first screw the path adds no more to the rounding than the pair
    double inflation; // added to every bound, so that no bound loses what an element test would accept

    cdSpan span;
    double lambdaEnd;  // part of the span still of interest
    double tauEnd;     // the same as tau
    double bulgeShare; // of a bulge over that part
    double turn;       // bound on the angle turned over that part
    int32_t reach;     // number of times that part has shrunk in this span
    cdPartFloats part; // the same for tests of nodes
    float leastOpened; // minimum sum of radii of the pairs opened in this span, in its units
    double opened;     // the same in the span before, or in the last query; 0: unknown
    bool leafless;     // the span is longer than those for elements: it ends at the first pair of leaves
    bool metLeaves;    // it did
    int32_t spanCount; // spans searched
    const cdGridTests *tests;

    cdCandidate best;
    double earliest;  // the minimum root offered in the best contact's screw
    double rootStart; // contacts from this tau of the current screw count
    double beginTime; // fraction of the step at which the search begins
    double rootLimit; // to this
    bool startsFree;  // the start needs no test for overlap
    bool lookForOverlap;
    bool passes;         // triangles pass through each other before exemptUntil
    bool lookForPassing; // test triangles for passing through each other before exemptUntil
    bool deepOnly;       // touching does not count as overlap
    double overlapReach; // with a clearance: surfaces this close overlap
    double exemptUntil;  // pairs that touch at the start are no contact up to this tau of the first screw
    bool touching;       // triangles share a point at the start, by no more than a touch
    bool overlaps;
    int32_t overlapA, overlapB;

    cdTouch *touches; // second pass: elements that touch by rootLimit
    int32_t touchCapacity, touchCount;
    bool collectTouches;
    bool touchesAlone;      // no other elements touch at the best contact
    cdSolvedPairs *solved;  // NULL: they are not recorded
    int32_t *trianglePairs; // overlap on request: all pairs
    int32_t pairCapacity, pairCount;
    bool pairsSorted;
    int32_t pairsLeftOut; // found when the list was full; a pair may count more than once

    // Triangles within this distance of each other in the part of interest are listed; lists replace tests if
    // there is no motion (near_search.c).
    double nearReach;
    cdNearList *listed;     // NULL: none
    cdNearRecord *record;   // NULL: none
    const cdNearList *near; // NULL: none
    double nearDrift;       // of the start from the list's pose
    double nearWhole;       // bound on the drift of any pose of the step; INFINITY: it has two screws

    int32_t profileScrew; // profiles were tried for this screw, -1: for none
    bool hasProfiles;
    cdAxisFrame axisFrame; // frame of the profiles
    cdAxisMotion axisMotion;

    cdMeter *meter;  // NULL: no limit
    bool exhausted;  // the meter is out
    cdReason reason; // why the search could not be opened
    // Before this tau of a screw the motion is known to be free. This share of the first span is searched by
    // itself: 1, but less after slices that were too small for all of it.
    int32_t freeScrew;
    double freeTau, firstShare;
    const cdPairCache *known; // touching elements of an earlier slice; NULL: none
    cdQueryStats stats;
    cdSearchMemory memory;
    cdTrace *trace;
} cdSearch;

// Returns what is added to the bounds of nodes: those with triangles that are listed count as meeting.
static inline double cdGetNodeInflation(const cdSearch *search) {
    return search->inflation + search->nearReach;
}

// Counts tests before they are done. False: they must not be done.
static inline bool cdSpendTests(cdSearch *search, int64_t tests) {
    if (!search->exhausted && cdSpend(search->meter, tests)) return true;
    search->exhausted = true;
    return false;
}

static inline bool cdSpendTest(cdSearch *search) {
    return cdSpendTests(search, 1);
}

// Bounds over the points of a moving mesh, with respect to tau: on |b|, and on the length of a path.
static inline double cdBoundHalfVelocity(const cdScrew *screw, const cdMesh *mesh) {
    return cdLength(screw->bc) + sqrt(screw->k2) * mesh->radius;
}

static inline double cdBoundPath(const cdScrew *screw, const cdMesh *mesh) {
    return 2.0 * cdBoundHalfVelocity(screw, mesh) + fabs(screw->s);
}

// Bounds how far a path may leave the chord of a part of the screw, `width` of tau long.
static inline double cdBoundBulge(const cdSearch *search, double width) {
    return 0.5 * width * width * sqrt(search->screw->k2) * cdBoundHalfVelocity(search->screw, search->a);
}

// near_part.c: finds the next part of the current screw, from `from`, in which the meshes are near each
// other. Before it they stay disjoint. False: to the end of the screw.
bool cdFindNearPart(const cdSearch *search, double from, cdInterval *part);

// span.c
// Returns the width of the spans of a part of the screw in which elements are tested.
double cdFindSpanWidth(const cdSearch *search, cdInterval part);
// Returns the width of the span after the current one: at least `least`, more where the meshes are apart.
double cdChooseSpanWidth(const cdSearch *search, double least);
void cdEnterScrew(cdSearch *search, int32_t screwIndex);
// The same; only times up to `timeLimit` of the whole motion are of interest.
void cdEnterScrewUntil(cdSearch *search, int32_t screwIndex, double timeLimit);
double cdGetSearchTime(const cdSearch *search, int32_t screwIndex, double tau);
void cdEnterSpan(cdSearch *search, double tau0, double tau1);
void cdUpdateReach(cdSearch *search);        // after `best` or the span changed
double cdGetBestEnd(const cdSearch *search); // contacts up to this tau compete with the best one
cdMovedVertex cdMovePoint(const cdSearch *search, cdVec3 local); // of A
// Returns a moved vertex of A, kept for the span; `fresh` holds it where it cannot be kept.
const cdMovedVertex *cdFindMovedVertex(cdSearch *search, int32_t vertex, cdMovedVertex *fresh);

// placed_fours.c: transform nodes to the frame of the current span. `node`: the one that is opened, or
// CD_ROOT_FOUR.
cdSpanFrame cdMakeSpanFrame(const cdSearch *search);
cdMovedFour *cdPlaceMovedFour(cdSearch *search, int32_t node); // NULL: no memory
cdFixedFour *cdPlaceFixedFour(cdSearch *search, int32_t node);
// Returns the root's four of B; keeps what earlier spans placed, if it may be used.
cdFixedFour *cdPlaceFixedRoot(cdSearch *search);
// Adapts a four that was placed for another screw.
void cdTurnFixedFour(const cdSearch *search, cdFixedFour *four);
// Fills the sides of a four.
void cdPlaceSides(const cdSearch *search, const cdSphereTree *tree, bool isMoving, cdPlacedFour *four);

// placed_triangles.c: transform triangles of leaves likewise.
cdMovedTriangles *cdPlaceMovedTriangles(cdSearch *search, int32_t firstEntry,
                                        int32_t entryCount); // NULL: no memory
cdFixedTriangles *cdPlaceFixedTriangles(cdSearch *search, int32_t firstEntry, int32_t entryCount);

// node_test.c: returns the pairs whose elements may touch in the part of interest, without those of labels
// that are done, as a mask of cells. `nearness` orders the pairs.
int cdFindMeetingNodes(cdSearch *search, const cdNodeGrid *grid, float nearness[16]);

// leaf_test.c
// Tests the triangles of two leaves, lanes of their fours.
void cdTestLeaves(cdSearch *search, const cdNodePair *leaves);
void cdTestAllElements(cdSearch *search); // brute force
// Ends the search for want of memory, undecided. Returns false.
bool cdFailSearch(cdSearch *search);
cdElementPair cdGetElementPair(const cdSearch *search, cdContactKind kind, int32_t a, int32_t b);
cdCubic cdMakeElementCubic(const cdSearch *search, const cdElementPair *pair);
// Returns the first contact of two elements at a root of their cubic in `tau`.
cdElementContact cdSolveElements(cdSearch *search, cdContactKind kind, int32_t a, int32_t b,
                                 const cdElementPair *pair, const cdCubic *cubic, cdInterval tau);

// triangle_test.c: solves the recorded pairs again, for the current part of interest.
void cdSolveAgain(cdSearch *search);

// candidates.c: offers a contact of two elements, which may become the best or be listed.
void cdOfferCandidate(cdSearch *search, cdContactKind kind, int32_t a, int32_t b,
                      const cdElementContact *contact);

// listed_pairs.c: sets the list of near triangles of these meshes. It replaces the trees as long as the
// motion stays within its reach.
void cdUseNearList(cdSearch *search, const cdNearList *list, cdPose start, cdPose target);
// Returns the tau of the first screw up to which the list of near triangles holds all that can touch;
// negative: there is no list.
double cdGetListedUntil(const cdSearch *search);
void cdSearchNearList(cdSearch *search);
static inline bool cdIsSearchDone(const cdSearch *search) {
    return search->exhausted || search->metLeaves || (search->overlaps && !search->trianglePairs);
}

// search.c
void cdSearchSpan(cdSearch *search);

// overlap.c: adds a pair of triangles to the list on request, once.
void cdListTrianglePair(cdSearch *search, int32_t triangleA, int32_t triangleB);

static inline cdMovedVertex cdPlaceVertex(const cdSearch *search, int32_t vertex) {
    return cdMovePoint(search, search->a->vertices[vertex]);
}

static inline cdVec3 cdGetFixedVertex(const cdSearch *search, int32_t vertex) {
    return cdAdd(search->b->vertices[vertex], search->offsetB);
}

#endif

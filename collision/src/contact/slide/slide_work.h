// State that the files of one slide share: the pose of A, the limits there, and the plan of the next leg.
#ifndef CD_SLIDE_WORK_H
#define CD_SLIDE_WORK_H

#include "contact/slide/slide_ahead.h"

// A limit that stopped A at an earlier pose of the step, and that pose.
typedef struct cdKeptLimit {
    cdLimitMark mark;
    cdPose from;
} cdKeptLimit;

enum { CD_SLIDE_KEPT = 16 };

typedef struct cdSlideWork {
    const cdSlideInput *input;
    cdSlideCache *cache; // NULL: none
    cdSlide *out;
    cdSlideLimits limits;
    cdWorkspace *workspace;
    cdSlideNear near;
    cdSlideAhead ahead; // at A's pose; found where a plan first needs it
    bool hasAhead;      // they were found
    int32_t legShape;   // the mesh that the last leg's contact is of; -1: it was free
    cdVec3 local;       // reference point, in A's frame
    double radius;      // of A about it
    double margin;      // the minimum in force
    double inertia[6];
    int32_t legLimit;
    cdMeter meter;                   // of all legs, contact regions and programs
    cdKeptLimit kept[CD_SLIDE_KEPT]; // the oldest is replaced
    int32_t keptCount;
    bool hasOver; // the last motion led over this pose
    cdPose over;
    // At A's pose:
    cdPose pose;
    cdVec3 center;
    cdTwist intended; // the remaining motion
    double distance;  // to the intended pose
    cdBodyMetric metric;
} cdSlideWork;

// Target of the next leg, and two that lead farther, if there are such.
typedef struct cdSlidePlan {
    cdPose to;
    bool straight; // the whole remaining step
    bool arched;
    cdPose over, nearest;
} cdSlidePlan;

static inline cdPairCache *cdGetPairCaches(const cdSlideWork *slide) {
    return slide->cache != NULL ? slide->cache->pairs : NULL;
}

// Counts a quadratic program before it is solved, by its rows. False: it must not be solved.
static inline bool cdSpendProgram(cdSlideWork *slide) {
    return cdSpend(&slide->meter, 1 + slide->limits.rowCount / 4);
}

// Returns the bytes of CD_WORK_SLIDE.
size_t cdGetSlideSize(void);

// Finds the features ahead of A's pose, unless they were found.
static inline void cdLookAhead(cdSlideWork *slide) {
    if (slide->hasAhead) return;
    cdFindFacing(&slide->ahead, slide->input, &slide->near, slide->pose, &slide->meter);
    slide->hasAhead = true;
}

// slide_plan.c: plans with the motion that the limits allow. `slack`: allowed violation of a row.
cdSlidePlan cdMakeSlidePlan(cdSlideWork *slide, cdTwist allowed, double slack);

// Returns the distance of a pose from the intended one.
static inline double cdGetDistanceLeft(const cdSlideWork *slide, cdPose pose) {
    cdBodyMetric metric = cdMakeBodyMetric(slide->inertia, slide->radius, pose.q);
    return cdGetPoseDistance(&metric, pose, slide->input->step.target, slide->local);
}

static inline bool cdIsNearer(const cdSlideWork *slide, cdPose pose) {
    return cdGetDistanceLeft(slide, pose) < slide->distance;
}

// Returns the allowed motion nearest to a share of the intended one.
static inline cdLeastMotion cdFindAllowed(cdSlideWork *slide, double share, double slack) {
    if (!cdSpendProgram(slide)) return (cdLeastMotion){.feasible = false};
    cdLeastProblem problem = {.metric = slide->metric,
                              .intended =
                                  share < 1.0 ? cdScaleTwist(share, slide->intended) : slide->intended,
                              .rows = slide->limits.rows,
                              .rowCount = slide->limits.rowCount,
                              .slack = slack};
    return cdFindLeastMotion(&problem);
}

static inline double cdApplyLimitRow(const cdLimitRow *row, cdTwist twist) {
    return cdDot(row->linear, twist.linear) + cdDot(row->angular, twist.angular);
}

// Returns the pose of a limit's points.
static inline cdPose cdGetMetPose(const cdSlideWork *slide, const cdLimitMark *mark) {
    return mark->kept > 0 ? slide->kept[mark->kept - 1].from : slide->pose;
}

static inline double cdGetRowHeight(const cdSlideWork *slide, int32_t row, cdPose at) {
    const cdLimitMark *mark = &slide->limits.marks[row];
    return cdGetHeightAfter(mark, cdGetMetPose(slide, mark), at);
}

// Returns a row's bound by itself: A comes no nearer than it is, and across a gap no nearer than touching.
static inline double cdGetOwnBound(const cdSlideWork *slide, int32_t row) {
    return slide->limits.marks[row].kept != 0 ? -cdGetRowHeight(slide, row, slide->pose) : 0.0;
}

static inline void cdResetBounds(cdSlideWork *slide) {
    for (int32_t i = 0; i < slide->limits.rowCount; i++)
        slide->limits.rows[i].bound = cdGetOwnBound(slide, i);
}

#endif

// Legs of a slide: continuous queries along the motion that the limits at A's pose allow.
#ifndef CD_SLIDE_LEGS_H
#define CD_SLIDE_LEGS_H

#include "contact/slide/slide_work.h"

typedef enum cdLegResult {
    CD_LEG_GONE,   // A came nearer to the intended pose
    CD_LEG_NONE,   // nothing is allowed, or nothing gained
    CD_LEG_REACHED // the intended pose
} cdLegResult;

static inline bool cdIsStopped(const cdSlideWork *slide) {
    return slide->meter.reason != CD_REASON_NONE;
}

static inline bool cdHasLegs(const cdSlideWork *slide) {
    return slide->out->legCount < slide->legLimit && !cdIsStopped(slide);
}

// Continues from A's pose along the limits. `reached` is the pose where that leads.
cdLegResult cdGoAllowed(cdSlideWork *slide, cdPose *reached);

// Goes straight to the intended pose. `known`: the result of that query; NULL: unknown.
cdLegResult cdGoStraight(cdSlideWork *slide, const cdFirstContact *known, cdPose *reached);

#endif

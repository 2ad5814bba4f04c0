// Shared by the tests of sliding: obstacles, and one step with its workspace.
#ifndef TESTS_SLIDE_FIXTURE_H
#define TESTS_SLIDE_FIXTURE_H

#include "body_fixture.h"
#include "collision/slide.h"

enum { MAX_OBSTACLES = 12, MAX_LIMITS = 64 };

// The obstacles of a slide.
typedef struct Obstacles {
    cdObstacle obstacles[MAX_OBSTACLES];
    int32_t count;
} Obstacles;

static inline void addObstacle(Obstacles *among, const Body *body, cdPose pose) {
    among->obstacles[among->count++] = (cdObstacle){body->mesh, pose};
}

static inline cdSlideInput makeSlideInput(const Body *body, const Obstacles *among, cdPose start,
                                          cdPose target) {
    return (cdSlideInput){.step = {.mesh = body->mesh,
                                   .start = start,
                                   .target = target,
                                   .obstacles = among->obstacles,
                                   .obstacleCount = among->count}};
}

static inline cdSlide runSlide(const cdSlideInput *input) {
    cdWorkspace *workspace = cdCreateWorkspace();
    cdSlide slide = cdFindSlide(input, NULL, workspace, NULL);
    cdDestroyWorkspace(workspace);
    return slide;
}

static inline cdSlide slideTo(const Body *body, const Obstacles *among, cdPose start, cdPose target) {
    cdSlideInput input = makeSlideInput(body, among, start, target);
    return runSlide(&input);
}

// Returns the pose at fraction t, rotated at constant speed about the body's origin.
static inline cdPose poseBetween(cdPose from, cdPose to, double t) {
    cdMotion motion = cdMakeMotion(from, to, cdMakeVec3(0.0, 0.0, 0.0));
    return cdGetPoseAt(&motion, t);
}

#endif

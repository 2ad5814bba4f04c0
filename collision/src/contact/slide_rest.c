// A step that slides.
#include "collision/slide.h"

size_t cdGetSlideScratchSize(const cdSlideInput *input) {
    return cdGetObstaclesScratchSize(input->step.mesh, input->step.obstacles, input->step.obstacleCount);
}

cdSlide cdFindSlide(const cdSlideInput *input, cdScratch scratch, cdTrace *trace) {
    cdSlide slide = {.obstacle = -1};
    slide.contact = cdFindSlideAmong(&input->step, 4, &slide.obstacle, scratch, trace);
    return slide;
}

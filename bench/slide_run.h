// A mesh dragged over another and pressed against it: its steps, their slides, times and judges.
//
// Each step begins at the last resolved pose. The hand is that of the drag of first contacts (drag_path.h),
// but never gives way: 2 % of the radius, along the surface and into it by 0.6 of that, and 2 degrees. A nut
// on its bolt is pulled along and turned only.
#ifndef BENCH_SLIDE_RUN_H
#define BENCH_SLIDE_RUN_H

#include "bench/drag_path.h"
#include "collision/slide.h"

enum { SLIDE_PASSES = 3 };

typedef struct SlideRun {
    const BenchPair *pair;
    cdObstacle obstacle;
    cdWorkspace *workspace;
    cdPairCache cache;
    cdSlideCache slideCache;
    cdContactRegion *regions;
    cdVec3 *points;
    cdPose *poses; // a slide's path
    int64_t count;
    BenchStep *steps;
    cdSlide *slides;
    double *times[SLIDE_PASSES], *contactTimes[SLIDE_PASSES], *regionTimes[SLIDE_PASSES]; // microseconds
} SlideRun;

// Builds the parts of the meshes that slides need, and allocates `count` steps.
// @errors false with report->failure; always close by CloseSlideRun
bool OpenSlideRun(const BenchPair *pair, int64_t count, SlideRun *run, BenchReport *report);
void CloseSlideRun(SlideRun *run);

// Finds the steps and their slides.
void MakeSlidePath(SlideRun *run, uint64_t seed);

// Times the slides of all steps, their first contacts and the contact regions where they end.
void TimeSlidePass(SlideRun *run, int pass);

// Sums over all steps, and what the judges found.
typedef struct SlideCounts {
    double legs, regions, rounds, moved; // moved: lengths
    double touching, exhausted;          // steps
    double overlaps, undecided;     // ends in overlap by the exact test; other states than free and contact
    double judged, crossing, again; // of some steps: poses on the path; overlapping ones; second slides
                                    // from the end to the same target that move
} SlideCounts;

// The exact overlap test at the end of every step, and on the paths of `judgedSteps`, spread evenly.
SlideCounts CountSlides(SlideRun *run, int64_t judgedSteps);

#endif

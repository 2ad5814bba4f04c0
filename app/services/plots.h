// What the plots and the profiler show: numbers of the last frames, each in a ring.
//
// A frame is timed in parts, one after the other; the parts add up to it, but for what little lies between
// them. Frames after a pause are left out: they say how long nothing happened. A frame that asked no query
// has no numbers of one (NaN).
#ifndef APP_PLOTS_H
#define APP_PLOTS_H

#include "stage/stage.h"

enum { PLOT_FRAME_MAX = 600 };

typedef enum FramePart {
    PART_INPUT = 0,
    PART_RESOLVE, // the hand's step: query and slide
    PART_PLAY,    // what moves by itself
    PART_REGIONS, // contact regions, probe, and what else is asked of the pose
    PART_PANELS,
    PART_PICTURE,
    PART_PRESENT, // until the window shows it; a software renderer does most of its work here
    PART_COUNT
} FramePart;

typedef enum PlotSeries {
    PLOT_PART = 0,           // milliseconds; the parts, in their order
    PLOT_FRAME = PART_COUNT, // milliseconds, from one frame to the next
    PLOT_QUERY,              // microseconds
    PLOT_SPHERES,            // tests, as the query counts them
    PLOT_TRIANGLES,
    PLOT_EDGE_EDGE,
    PLOT_VERTEX_FACE,
    PLOT_FACE_VERTEX,
    PLOT_SERIES_COUNT
} PlotSeries;

typedef struct Plots {
    double values[PLOT_SERIES_COUNT][PLOT_FRAME_MAX]; // rings
    int32_t count, next;                              // of all rings
    int64_t frames[PLOT_FRAME_MAX];                   // which frame each was
    double parts[PART_COUNT], lap;                    // of the frame that is going on, seconds
    int32_t queryCount;                               // of the stage, when the last frame ended
} Plots;

// The name in panels and, with its unit, in a CSV file. @lifetime static
const char *GetPlotName(PlotSeries series);
const char *GetPlotColumn(PlotSeries series);

// What follows belongs to the first part that is ended. `now`: seconds.
void BeginPlotFrame(Plots *plots, double now);
void EndFramePart(Plots *plots, FramePart part, double now);
// Keeps the frame's numbers. `dt`: seconds since the last one.
void FinishPlotFrame(Plots *plots, const Stage *stage, int64_t frame, double dt);

// A series in the order of time, into values[PLOT_FRAME_MAX]; returns how many there are.
int32_t ListPlotValues(const Plots *plots, PlotSeries series, double *values);
// The value below which a share of a series lies; 0 where there is none.
double GetPlotQuantile(const Plots *plots, PlotSeries series, double share);
// The top of a plot's scale: 1, 2 or 5 times a power of ten, at least `most`. It stays at `present` while
// that is neither too small nor much too large, so that a plot does not jump.
double ChoosePlotScale(double present, double most);

// One row a frame, the columns of all series; empty where there is none. @errors false with a message
bool WritePlotsFile(const Plots *plots, const char *path, char *message, size_t messageSize);
// The searches for separating vectors by their steps: what the histogram shows.
bool WriteStepsFile(const SeparationTally *tally, const char *path, char *message, size_t messageSize);

#endif

// Data of the plots and the profiler: numbers of the last frames in ring buffers.
//
// A frame is timed in consecutive parts, which add up to nearly its whole time. Frames after a pause are left
// out, since they measure the pause. Numbers of queries are NaN in frames without a query.
#ifndef APP_PLOTS_H
#define APP_PLOTS_H

#include "stage/stage.h"

enum { PLOT_FRAME_MAX = 600 };

typedef enum FramePart {
    PART_INPUT = 0,
    PART_RESOLVE, // step of a drag: query and slide
    PART_PLAY,    // objects that move by themselves
    PART_REGIONS, // contact regions, probe, and other queries of the pose
    PART_PANELS,
    PART_PICTURE,
    PART_PRESENT, // until the window shows it; a software renderer does most of its work here
    PART_COUNT
} FramePart;

typedef enum PlotSeries {
    PLOT_PART = 0,           // milliseconds; the parts in order
    PLOT_FRAME = PART_COUNT, // milliseconds from one frame to the next
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
    int64_t frames[PLOT_FRAME_MAX];                   // numbers of the frames
    double parts[PART_COUNT], lap;                    // of the current frame, seconds
    int32_t queryCount;                               // of the stage at the end of the last frame
} Plots;

// Name in panels; column name in CSV files, with its unit. @lifetime static
const char *GetPlotName(PlotSeries series);
const char *GetPlotColumn(PlotSeries series);

// Begins a frame; time until the first EndFramePart counts for that part. `now`: seconds.
void BeginPlotFrame(Plots *plots, double now);
void EndFramePart(Plots *plots, FramePart part, double now);
// Stores the frame's numbers. `dt`: seconds since the last one.
void FinishPlotFrame(Plots *plots, const Stage *stage, int64_t frame, double dt);

// Copies a series, oldest first, to values[PLOT_FRAME_MAX]; returns the number of values.
int32_t ListPlotValues(const Plots *plots, PlotSeries series, double *values);
// Returns a quantile of a series; 0 if it is empty.
double GetPlotQuantile(const Plots *plots, PlotSeries series, double share);
// Returns the top of a plot's scale: 1, 2 or 5 times a power of ten, at least `largest`. Keeps `present`
// unless that is too small or much too large, so that a plot does not jump.
double ChoosePlotScale(double present, double largest);

// Formats a number in at most five characters, with three significant digits or more where they matter:
// "0.25", "16.7", "148", "9159", "24.5k", "1.2M". Non-finite values become "—".
void FormatPlotNumber(double value, char *text, size_t textSize);

// Writes one row for each frame with all series as columns; NaN becomes empty. @errors false with a message
bool WritePlotsFile(const Plots *plots, const char *path, char *message, size_t messageSize);
// Writes the histogram of searches for separating vectors by their number of steps.
bool WriteStepsFile(const SeparationTally *tally, const char *path, char *message, size_t messageSize);

#endif

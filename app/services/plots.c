// Numbers of the last frames: ring buffers, quantiles, scales, CSV.
#include "services/plots.h"

#include "scenes/whole_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *column;
} series[PLOT_SERIES_COUNT] = {[PART_INPUT] = {"input", "input_ms"},
                               [PART_RESOLVE] = {"first contact", "resolve_ms"},
                               [PART_PLAY] = {"play", "play_ms"},
                               [PART_REGIONS] = {"regions", "regions_ms"},
                               [PART_PANELS] = {"panels", "panels_ms"},
                               [PART_PICTURE] = {"picture", "picture_ms"},
                               [PART_PRESENT] = {"present", "present_ms"},
                               [PLOT_FRAME] = {"frame", "frame_ms"},
                               [PLOT_QUERY] = {"query", "query_us"},
                               [PLOT_SPHERES] = {"sphere pairs", "sphere_tests"},
                               [PLOT_TRIANGLES] = {"triangle pairs", "triangle_tests"},
                               [PLOT_EDGE_EDGE] = {"edge-edge", "edge_edge"},
                               [PLOT_VERTEX_FACE] = {"vertex-face", "vertex_face"},
                               [PLOT_FACE_VERTEX] = {"face-vertex", "face_vertex"}};

const char *GetPlotName(PlotSeries which) {
    return series[which].name;
}

const char *GetPlotColumn(PlotSeries which) {
    return series[which].column;
}

void BeginPlotFrame(Plots *plots, double now) {
    memset(plots->parts, 0, sizeof plots->parts);
    plots->lap = now;
}

void EndFramePart(Plots *plots, FramePart part, double now) {
    plots->parts[part] += now - plots->lap;
    plots->lap = now;
}

void FinishPlotFrame(Plots *plots, const Stage *stage, int64_t frame, double dt) {
    const cdQueryStats *stats = &stage->query.contact.stats;
    bool queried = stage->query.present && stage->recent.count != plots->queryCount;
    int32_t at = plots->next;
    plots->queryCount = stage->recent.count;
    for (int i = 0; i < PART_COUNT; ++i)
        plots->values[PLOT_PART + i][at] = 1e3 * plots->parts[i];
    plots->values[PLOT_FRAME][at] = 1e3 * dt;
    plots->values[PLOT_QUERY][at] = queried ? stage->query.microseconds : NAN;
    plots->values[PLOT_SPHERES][at] = queried ? (double)stats->sphereTests : NAN;
    plots->values[PLOT_TRIANGLES][at] = queried ? (double)stats->facePairTests : NAN;
    plots->values[PLOT_EDGE_EDGE][at] = queried ? (double)stats->edgeEdgeTests : NAN;
    plots->values[PLOT_VERTEX_FACE][at] = queried ? (double)stats->vertexFaceTests : NAN;
    plots->values[PLOT_FACE_VERTEX][at] = queried ? (double)stats->faceVertexTests : NAN;
    plots->frames[at] = frame;
    plots->next = (at + 1) % PLOT_FRAME_MAX;
    if (plots->count < PLOT_FRAME_MAX) ++plots->count;
}

static int32_t getRingIndex(const Plots *plots, int32_t index) {
    return (plots->next - plots->count + index + PLOT_FRAME_MAX) % PLOT_FRAME_MAX;
}

int32_t ListPlotValues(const Plots *plots, PlotSeries which, double *values) {
    for (int32_t i = 0; i < plots->count; ++i)
        values[i] = plots->values[which][getRingIndex(plots, i)];
    return plots->count;
}

static int compareNumbers(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double GetPlotQuantile(const Plots *plots, PlotSeries which, double share) {
    double sorted[PLOT_FRAME_MAX];
    int32_t count = 0;
    for (int32_t i = 0; i < plots->count; ++i) {
        double value = plots->values[which][getRingIndex(plots, i)];
        if (isfinite(value)) sorted[count++] = value;
    }
    if (count == 0) return 0.0;
    qsort(sorted, (size_t)count, sizeof *sorted, compareNumbers);
    int32_t at = (int32_t)(share * count);
    return sorted[at < count ? at : count - 1];
}

double ChoosePlotScale(double present, double largest) {
    static const double shares[] = {1.0, 2.0, 5.0, 10.0};
    if (!(largest > 0.0)) return present > 0.0 ? present : 1.0;
    if (present >= largest && present <= 6.0 * largest) return present;
    double unit = pow(10.0, floor(log10(largest)));
    for (int i = 0; i < 3; ++i)
        if (largest <= shares[i] * unit) return shares[i] * unit;
    return shares[3] * unit;
}

void FormatPlotNumber(double value, char *text, size_t textSize) {
    static const char *const suffixes[] = {"", "k", "M", "G", "T", "P", "E"};
    double size = fabs(value);
    if (!isfinite(value) || size >= 9.995e20) {
        snprintf(text, textSize, "—");
        return;
    }
    int step = 0;
    if (size >= 9999.5)
        for (; size >= 999.5 && step + 1 < (int)(sizeof suffixes / sizeof *suffixes); ++step)
            size /= 1000.0;
    int decimals = size >= 99.95 || size == 0.0 || (step == 0 && size == floor(size)) ? 0
                   : size >= 9.995                                                    ? 1
                                                                                      : 2;
    snprintf(text, textSize, "%s%.*f%s", value < 0.0 ? "-" : "", decimals, size, suffixes[step]);
}

bool WritePlotsFile(const Plots *plots, const char *path, char *message, size_t messageSize) {
    OutputFile file;
    if (!OpenOutputFile(&file, path, message, messageSize)) return false;
    fprintf(file.stream, "frame");
    for (int s = 0; s < PLOT_SERIES_COUNT; ++s)
        fprintf(file.stream, ",%s", series[s].column);
    fprintf(file.stream, "\n");
    for (int32_t i = 0; i < plots->count; ++i) {
        int32_t at = getRingIndex(plots, i);
        fprintf(file.stream, "%lld", (long long)plots->frames[at]);
        for (int s = 0; s < PLOT_SERIES_COUNT; ++s) {
            double value = plots->values[s][at];
            if (isfinite(value))
                fprintf(file.stream, ",%.6g", value);
            else
                fprintf(file.stream, ",");
        }
        fprintf(file.stream, "\n");
    }
    return FinishOutputFile(&file, message, messageSize);
}

bool WriteStepsFile(const SeparationTally *tally, const char *path, char *message, size_t messageSize) {
    OutputFile file;
    if (!OpenOutputFile(&file, path, message, messageSize)) return false;
    int32_t disjoint = GetMostSteps(&tally->apart), colliding = GetMostSteps(&tally->colliding);
    int32_t last = disjoint > colliding ? disjoint : colliding;
    fprintf(file.stream, "k,apart,colliding\n");
    for (int32_t k = 0; k <= last; ++k)
        fprintf(file.stream, "%d,%d,%d\n", (int)k, (int)tally->apart.steps[k],
                (int)tally->colliding.steps[k]);
    return FinishOutputFile(&file, message, messageSize);
}

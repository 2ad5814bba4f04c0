// The numbers behind plots and profiler: ring buffers, quantiles, scales, CSV files.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "scenes/whole_file.h"
#include "services/plots.h"
#include "stage_fixture.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Plots *makePlots(void) {
    Plots *plots = calloc(1, sizeof *plots);
    assert_non_null(plots);
    return plots;
}

// Adds a frame of `milliseconds`, all in one part.
static void addFrame(Plots *plots, const Stage *stage, int64_t frame, double milliseconds) {
    BeginPlotFrame(plots, 1.0);
    EndFramePart(plots, PART_PICTURE, 1.0 + 1e-3 * milliseconds);
    FinishPlotFrame(plots, stage, frame, 1e-3 * milliseconds);
}

// More frames than fit: the newest are kept, in order, and the quantiles are theirs. Red: a ring read from
// the wrong end, a median of overwritten frames.
static void testRing(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    Plots *plots = makePlots();
    assert_true(GetPlotQuantile(plots, PLOT_FRAME, 0.5) == 0.0);
    for (int i = 1; i <= PLOT_FRAME_MAX + 100; ++i)
        addFrame(plots, stage, i, i);
    double values[PLOT_FRAME_MAX];
    assert_int_equal(ListPlotValues(plots, PLOT_FRAME, values), PLOT_FRAME_MAX);
    for (int i = 0; i < PLOT_FRAME_MAX; ++i)
        assert_true(fabs(values[i] - (101.0 + i)) < 1e-9);
    assert_true(fabs(GetPlotQuantile(plots, PLOT_FRAME, 0.5) - 401.0) < 1e-9);
    assert_true(fabs(GetPlotQuantile(plots, (PlotSeries)PART_PICTURE, 1.0) - 700.0) < 1e-6);
    free(plots);
    freeStage(stage);
}

// A part that ends twice in a frame counts twice, and the next frame begins at zero. Red: parts that are
// overwritten, or continue from frame to frame.
static void testPartsAddUp(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    Plots *plots = makePlots();
    for (int i = 0; i < 2; ++i) {
        BeginPlotFrame(plots, 10.0);
        EndFramePart(plots, PART_PANELS, 10.5);
        EndFramePart(plots, PART_PICTURE, 11.5);
        EndFramePart(plots, PART_PANELS, 11.75);
        FinishPlotFrame(plots, stage, i, 1.75);
    }
    assert_true(fabs(GetPlotQuantile(plots, (PlotSeries)PART_PANELS, 1.0) - 750.0) < 1e-9);
    assert_true(fabs(GetPlotQuantile(plots, (PlotSeries)PART_PICTURE, 1.0) - 1000.0) < 1e-9);
    free(plots);
    freeStage(stage);
}

// Frames without a query have no query numbers, also when the last query is an old one. Red: an unmoved
// object that seems to query continuously.
static void testQueriesAreTheirFrames(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    Plots *plots = makePlots();
    addFrame(plots, stage, 0, 1.0);
    apply(stage, MakeMove(0, poseAt(0.0, 0.0, 0.0)));
    addFrame(plots, stage, 1, 1.0);
    addFrame(plots, stage, 2, 1.0);
    double values[PLOT_FRAME_MAX], tests[PLOT_FRAME_MAX];
    assert_int_equal(ListPlotValues(plots, PLOT_QUERY, values), 3);
    ListPlotValues(plots, PLOT_SPHERES, tests);
    assert_true(isnan(values[0]) && isnan(values[2]));
    assert_true(values[1] == stage->query.microseconds);
    assert_true(tests[1] == (double)stage->query.contact.stats.sphereTests);
    free(plots);
    freeStage(stage);
}

// Red: a top that is not round, that clips, or that jumps with small changes.
static void testScales(void **state) {
    (void)state;
    assert_true(ChoosePlotScale(0.0, 0.0) == 1.0);
    assert_true(fabs(ChoosePlotScale(0.0, 0.7) - 1.0) < 1e-12);
    assert_true(fabs(ChoosePlotScale(0.0, 1.3) - 2.0) < 1e-12);
    assert_true(fabs(ChoosePlotScale(0.0, 437.0) - 500.0) < 1e-9);
    assert_true(fabs(ChoosePlotScale(0.0, 620.0) - 1000.0) < 1e-9);
    double scale = ChoosePlotScale(0.0, 19.0);
    for (int i = 0; i < 100; ++i)
        assert_true(ChoosePlotScale(scale, i % 2 ? 9.0 : 19.9) == scale);
    assert_true(ChoosePlotScale(scale, 21.0) > scale);
    assert_true(ChoosePlotScale(scale, 1.0) < scale);
}

// Numbers in panels have at most five characters besides a sign, at any size, and no digit is wrong. Red: a
// number that a column would cut, "1000k", rounding to a sixth character.
static void testNumbersFit(void **state) {
    (void)state;
    static const struct {
        double value;
        const char *text;
    } cases[] = {{0.0, "0"},         {0.254, "0.25"},     {16.66, "16.7"},   {99.96, "100"},
                 {147.51, "148"},    {9159.0, "9159"},    {9999.7, "10.0k"}, {24472.0, "24.5k"},
                 {999499.0, "999k"}, {999600.0, "1.00M"}, {1.25e9, "1.25G"}, {-24472.0, "-24.5k"},
                 {NAN, "—"},         {INFINITY, "—"},     {1e300, "—"}};
    char text[32];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        FormatPlotNumber(cases[i].value, text, sizeof text);
        assert_string_equal(text, cases[i].text);
    }
    for (double value = 0.001; value < 1e20; value *= 1.0137) {
        FormatPlotNumber(value, text, sizeof text);
        assert_true(strlen(text) <= 5);
    }
}

static int countCommas(const char *line) {
    int count = 0;
    for (; *line && *line != '\n'; ++line)
        count += *line == ',';
    return count;
}

// The file has a row a frame with as many columns as its header, numbers that read back, and empty fields for
// missing values; if it cannot be written nothing is left behind. Red: a missing column, NaN written out.
static void testFile(void **state) {
    (void)state;
    char path[] = "/tmp/plots-XXXXXX", message[512] = "";
    int handle = mkstemp(path);
    assert_true(handle >= 0);
    close(handle);
    Stage *stage = makeStage(SCENE_STOP);
    Plots *plots = makePlots();
    addFrame(plots, stage, 41, 2.5);
    apply(stage, MakeMove(0, poseAt(0.0, 0.0, 0.0)));
    addFrame(plots, stage, 42, 3.5);
    if (!WritePlotsFile(plots, path, message, sizeof message)) fail_msg("%s", message);
    size_t length = 0;
    char *text = ReadWholeFile(path, &length, message, sizeof message);
    assert_non_null(text);
    assert_int_equal(strncmp(text, "frame,input_ms,", 15), 0);
    assert_null(strstr(text, "nan"));
    const char *line = text;
    for (int row = 0; row < 3; ++row) {
        assert_int_equal(countCommas(line), PLOT_SERIES_COUNT);
        line = strchr(line, '\n') + 1;
        if (row < 2) assert_int_equal(strtol(line, NULL, 10), 41 + row);
    }
    assert_int_equal(*line, '\0');
    free(text);
    assert_false(WritePlotsFile(plots, "/nowhere/plots.csv", message, sizeof message));
    assert_non_null(strstr(message, "/nowhere/plots.csv"));
    unlink(path);
    free(plots);
    freeStage(stage);
}

// Red: an outcome in the other's column, the last k missing.
static void testStepsFile(void **state) {
    (void)state;
    char path[] = "/tmp/steps-XXXXXX", message[512] = "";
    int handle = mkstemp(path);
    assert_true(handle >= 0);
    close(handle);
    SeparationTally tally = {.frames = 1};
    CountSeparation(&tally, false, 0, true);
    CountSeparation(&tally, false, 2, false);
    CountSeparation(&tally, true, 3, false);
    assert_true(WriteStepsFile(&tally, path, message, sizeof message));
    size_t length = 0;
    char *text = ReadWholeFile(path, &length, message, sizeof message);
    assert_string_equal(text, "k,apart,colliding\n0,1,0\n1,0,0\n2,1,0\n3,0,1\n");
    free(text);
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testRing),
        cmocka_unit_test(testPartsAddUp),
        cmocka_unit_test(testQueriesAreTheirFrames),
        cmocka_unit_test(testScales),
        cmocka_unit_test(testNumbersFit),
        cmocka_unit_test(testFile),
        cmocka_unit_test(testStepsFile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// The right panel's count of searches for separating vectors: a live histogram of the vectors k they try, of
// disjoint and of colliding pairs, over the last second of a scene or its last
// queries.
#include "panels/panels.h"

#include "panels/rows.h"
#include "view/palette.h"

#include <stdio.h>

enum { BIN_COUNT = 13 }; // k = 0 .. 11, and all beyond

static void fillBins(const TestTally *tally, float bins[BIN_COUNT]) {
    for (int k = 0; k < BIN_COUNT; ++k) {
        double below = k > 0 ? GetShareWithin(tally, k - 1) : 0.0;
        double within = k + 1 < BIN_COUNT ? GetShareWithin(tally, k) : tally->tests > 0 ? 1.0 : 0.0;
        bins[k] = (float)(within - below);
    }
}

void DrawStepBars(const SeparationTally *sum, float height) {
    static const char *const labels[BIN_COUNT] = {"0",  NULL, "2",  NULL, "4",  NULL, "6",
                                                  NULL, "8",  NULL, "10", NULL, "12+"};
    float apart[BIN_COUNT], colliding[BIN_COUNT];
    fillBins(&sum->apart, apart);
    fillBins(&sum->colliding, colliding);
    int k = gxBars("##steps", apart, colliding, labels, BIN_COUNT, height, GX_TONE_FREE, GX_TONE_OVERLAP);
    if (k < 0) return;
    char text[160];
    snprintf(text, sizeof text,
             "%d%s vector%s: %.1f %% of the disjoint pairs, %.1f %% of the overlapping pairs", k,
             k + 1 < BIN_COUNT ? "" : " or more", k == 1 ? "" : "s", 100.0 * (double)apart[k],
             100.0 * (double)colliding[k]);
    gxTooltip(text);
}

// A row of the table: name, value of disjoint pairs, value of colliding pairs.
static void drawRow(const char *name, const char *about, const char *format, double apart, double colliding) {
    gxNextCell();
    gxText(GX_TONE_DIM, "%s", name);
    gxTooltip(about);
    for (int i = 0; i < 2; ++i) {
        char text[32];
        snprintf(text, sizeof text, format, i == 0 ? apart : colliding);
        gxNextCell();
        gxText(GX_TONE_PLAIN, "%s", text);
    }
}

static double getShare(int32_t part, int32_t whole) {
    return whole > 0 ? 100.0 * part / whole : 0.0;
}

static void drawOutcomes(const SeparationTally *sum, bool perFrame, float scale) {
    const float widths[] = {86.0f * scale, 68.0f * scale, 0.0f};
    const TestTally *apart = &sum->apart, *colliding = &sum->colliding;
    if (!gxBeginTable("outcomes", 3, widths)) return;
    gxNextCell();
    gxNextCell();
    gxText(GX_TONE_FREE, "%s disjoint", GetStatusSign(STAGE_FREE));
    gxNextCell();
    gxText(GX_TONE_OVERLAP, "%s overlap", GetStatusSign(STAGE_OVERLAP));
    double frames = perFrame && sum->frames > 0 ? (double)sum->frames : 1.0;
    drawRow(perFrame ? "per frame" : "searches", "Pairs of hulls searched for a separating vector.", "%.0f",
            apart->tests / frames, colliding->tests / frames);
    drawRow("within 3", "Searches that tried at most 3 vectors.", "%.1f %%", 100.0 * GetShareWithin(apart, 3),
            100.0 * GetShareWithin(colliding, 3));
    drawRow("most vectors", "Vectors tried by the longest search.", "%.0f", GetMostSteps(apart),
            GetMostSteps(colliding));
    drawRow("cached", "Searches decided by the result of the last one for the same pair.", "%.1f %%",
            getShare(apart->cacheHits, apart->tests), getShare(colliding->cacheHits, colliding->tests));
    gxEndTable();
}

static void drawCosts(const SeparationTally *sum, float scale) {
    const float widths[] = {96.0f * scale, 0.0f};
    int32_t tests = sum->apart.tests + sum->colliding.tests;
    if (sum->seconds <= 0.0 || tests == 0 || !gxBeginTable("costs", 2, widths)) return;
    DrawToldRow("fallbacks", "Searches decided by the distance of the hulls after too many vectors.", "%d",
                (int)sum->fallbacks);
    DrawPanelRow("time a test", "%.2f µs", 1e6 * sum->seconds / tests);
    gxEndTable();
}

void DrawSeparations(const App *app) {
    const SeparationTally *sum = &app->stage.tally.sum;
    float scale = gxGetUiScale();
    bool perFrame = app->stage.selected < 0; // else the tests are those of queries, one each
    if (sum->apart.tests + sum->colliding.tests == 0) {
        bool ofBoxes = app->stage.query.contact.proxy.ofBoxes;
        gxWrappedText(GX_TONE_DIM, ofBoxes ? "Two boxes: solved by planes, without hulls."
                                           : "No hulls have been tested yet.");
        return;
    }
    gxText(GX_TONE_DIM, "vectors tried");
    gxTooltip(
        "Share of the searches for a separating vector, by the number of vectors tried. One line every 25 %.");
    gxSameLine(0.0f);
    gxText(GX_TONE_FREE, "disjoint");
    gxSameLine(0.0f);
    gxText(GX_TONE_OVERLAP, "overlap");
    DrawStepBars(sum, 92.0f * scale);
    drawOutcomes(sum, perFrame, scale);
    drawCosts(sum, scale);
    gxText(GX_TONE_DIM, perFrame ? "over the last %d frames" : "over the last %d searches", (int)sum->frames);
}

// The right panel's section on the last query: its time, the result of the convex hulls, and the count of
// each test, beside the medians of the last queries.
#include "panels/panels.h"

#include "panels/rows.h"

#include <stddef.h>
#include <stdio.h>

// Result of the convex proxies, or of the planes of two boxes.
static const char *nameProxyOutcome(const StageQuery *query) {
    const cdProxy *proxy = &query->contact.proxy;
    if (query->proxyObstacle < 0) return "not tested";
    if (proxy->ofBoxes) return proxy->separated ? "separated by a plane" : "not separated";
    if (!proxy->separated) return "not separated";
    return proxy->cacheHit ? "separated, cached" : "separated, found";
}

static void drawProxy(const Stage *stage, float scale) {
    const StageQuery *query = &stage->query;
    const float widths[] = {96.0f * scale, 0.0f};
    if (!gxBeginTable("proxy", 2, widths)) return;
    bool ofBoxes = query->proxyObstacle >= 0 && query->contact.proxy.ofBoxes;
    gxNextCell();
    gxText(GX_TONE_DIM, ofBoxes ? "two boxes" : "convex hulls");
    gxNextCell();
    gxText(query->proxyObstacle >= 0 ? GX_TONE_PLAIN : GX_TONE_DIM, "%s", nameProxyOutcome(query));
    if (query->proxyObstacle >= 0) {
        gxNextCell();
        gxText(GX_TONE_DIM, "  from");
        gxNextCell();
        gxText(GX_TONE_PLAIN, "%s", stage->objects[query->proxyObstacle].name);
        DrawPanelRow(ofBoxes ? "  planes" : "  steps", "%.0f", (double)query->contact.proxy.iterations);
        if (query->contact.proxy.separated) DrawPanelRow("  gap", "%.4f", query->contact.proxy.gap);
    }
    gxEndTable();
}

typedef struct CountRow {
    const char *name;
    size_t offset; // of the counter in the query's statistics
    const char *about;
} CountRow;

#define COUNT(field) offsetof(cdQueryStats, field)
static const CountRow rows[] = {
    {"obstacles tested", COUNT(obstacleTests),
     "Obstacles whose bounding boxes the step may reach (broad phase). The ground counts."},
    {"convex hulls tested", COUNT(proxyTests),
     "Pairs of convex hulls searched for a separating vector [CW96]."},
    {"  separated", COUNT(proxyRejects), "Pairs separated for the whole step: nothing else was tested."},
    {"box pairs", COUNT(boxTests), "Pairs of boxes, solved analytically instead of by hulls."},
    {"  planes followed", COUNT(boxPlanes), "Faces of the Minkowski sum followed along the motion [AS05]."},
    {"  decided alone", COUNT(boxAnswers), "Box pairs that needed no other test."},
    {"sphere pairs", COUNT(sphereTests), "Pairs of nodes of both sphere trees, SS in table 1 of [RKC01]."},
    {"  separated by motion", COUNT(boundRejects),
     "Node pairs too far from each other for the motion of the step: no quartic was needed."},
    {"  separated by slabs", COUNT(slabRejects),
     "Node pairs that their slabs, two parallel planes each, separate."},
    {"  quartics solved", COUNT(quarticTests),
     "Node pairs whose distance was solved as a quartic in the step's time."},
    {"triangle pairs", COUNT(facePairTests), "Pairs of triangles in the leaves."},
    {"  separated by planes", COUNT(facePairRejects), "Pairs that stay on two sides of a plane."},
    {"edge-edge", COUNT(edgeEdgeTests), "Cubics for an edge against an edge, EE in table 1 of [RKC01]."},
    {"vertex-face", COUNT(vertexFaceTests), "Cubics for a vertex of the moving mesh against a face, VF."},
    {"face-vertex", COUNT(faceVertexTests), "Cubics for a face of the moving mesh against a vertex, FV."},
    {"cubics solved", COUNT(cubicSolves), "Cubics whose roots were needed."},
    {"label skips", COUNT(labelSkips),
     "Node pairs skipped because their labels show that all below had been tested [RKC01 4.4]."},
    {"table skips", COUNT(pairTableSkips),
     "Element pairs skipped because the pair table shows that they had been tested."},
    {"exact triangle pairs", COUNT(overlapTests),
     "Exact intersection tests of triangles at the start or the end."}};

// At most five characters with the sign: no longer than the column is wide.
static void drawCount(gxTone tone, const char *sign, double count) {
    double most = sign[0] ? 9999.5 : 99999.5;
    if (count < most)
        gxText(tone, "%s%.0f", sign, count);
    else if (count < 999.5e3)
        gxText(tone, "%s%.0fk", sign, 1e-3 * count);
    else if (count < 999.5e6)
        gxText(tone, "%s%.0fM", sign, 1e-6 * count);
    else
        gxText(tone, "%s%.0fG", sign, 1e-9 * count);
}

static void drawCounts(const Stage *stage, float scale) {
    const float widths[] = {134.0f * scale, 40.0f * scale, 0.0f};
    if (!gxBeginTable("counts", 3, widths)) return;
    gxNextCell();
    gxNextCell();
    gxText(GX_TONE_DIM, "last");
    gxNextCell();
    gxText(GX_TONE_DIM, "median");
    gxTooltip("The median of the last 64 queries.");
    gxNextCell();
    gxText(GX_TONE_DIM, "time, µs");
    gxTooltip("First contact and slide of the whole step.");
    gxNextCell();
    drawCount(GX_TONE_PLAIN, "", stage->query.microseconds);
    gxNextCell();
    drawCount(GX_TONE_DIM, "~", GetMedianMicroseconds(stage));
    gxTooltip("The median of the last 64 queries.");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        long long count = (long long)ReadQueryCount(&stage->query.contact.stats, rows[i].offset);
        long long median = (long long)GetMedianCount(stage, rows[i].offset);
        gxNextCell();
        gxText(GX_TONE_DIM, "%s", rows[i].name);
        gxTooltip(rows[i].about);
        gxNextCell();
        drawCount(count ? GX_TONE_PLAIN : GX_TONE_DIM, "", (double)count);
        gxNextCell();
        if (count || median) {
            drawCount(GX_TONE_DIM, "~", (double)median);
            gxTooltip("The median of the last 64 queries.");
        }
    }
    gxEndTable();
}

void DrawLastQuery(const App *app) {
    float scale = gxGetUiScale();
    drawProxy(&app->stage, scale);
    drawCounts(&app->stage, scale);
}

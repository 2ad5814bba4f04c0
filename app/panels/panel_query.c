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
    if (query->proxyObstacle >= 0)
        DrawToldRow("obstacle", "The obstacle nearest by the test below; the ground is not shown here.", "%s",
                    stage->objects[query->proxyObstacle].name);
    gxNextCell();
    gxText(GX_TONE_DIM, query->proxyObstacle < 0 ? "convex hulls"
                        : ofBoxes                ? "  two boxes"
                                                 : "  convex hulls");
    gxTooltip(ofBoxes
                  ? "Two boxes are solved analytically, without hulls."
                  : "Hulls that stay separated for the whole step need no other test [CW96]. cached: by the "
                    "vector of the last query.");
    gxNextCell();
    gxText(query->proxyObstacle >= 0 ? GX_TONE_PLAIN : GX_TONE_DIM, "%s", nameProxyOutcome(query));
    if (query->proxyObstacle >= 0) {
        if (ofBoxes)
            DrawToldRow("  planes", "Faces of the Minkowski sum followed along the motion [AS05].", "%.0f",
                        (double)query->contact.proxy.iterations);
        else
            DrawToldRow("  vectors", "Vectors tried until one separated the hulls, or none could [CW96].",
                        "%.0f", (double)query->contact.proxy.iterations);
        if (query->contact.proxy.separated)
            DrawToldRow("  gap", "Distance along the separating vector during the whole step, at least.",
                        "%.4f", query->contact.proxy.gap);
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
     "Pairs of convex hulls searched for a separating vector [CW96]. The ground counts."},
    {"  separated", COUNT(proxyRejects),
     "Pairs of hulls separated for the whole step: no other test of these obstacles."},
    {"box pairs", COUNT(boxTests), "Pairs of boxes, solved analytically instead of by hulls."},
    {"  planes followed", COUNT(boxPlanes), "Faces of the Minkowski sum followed along the motion [AS05]."},
    {"  decided", COUNT(boxAnswers), "Box pairs for which this test was enough."},
    {"sphere pairs", COUNT(sphereTests), "Pairs of spheres of both sphere trees: SS in table 1 of [RKC01]."},
    {"  too far", COUNT(boundRejects),
     "Sphere pairs farther from each other than the step can bring them: no equation."},
    {"  separated by slabs", COUNT(slabRejects),
     "Sphere pairs whose triangles lie between parallel planes that do not overlap."},
    {"  quartics solved", COUNT(quarticTests),
     "Sphere pairs that needed the equation of their distance, a quartic in time."},
    {"triangle pairs", COUNT(facePairTests), "Pairs of triangles whose spheres may touch."},
    {"  separated by planes", COUNT(facePairRejects), "Triangle pairs that a plane separates: no equation."},
    {"edge-edge pairs", COUNT(edgeEdgeTests),
     "An edge against an edge: a cubic is 0 where they are coplanar. EE in table 1 of [RKC01]."},
    {"vertex-face pairs", COUNT(vertexFaceTests),
     "A vertex of the moved mesh against a triangle: a cubic. VF."},
    {"face-vertex pairs", COUNT(faceVertexTests),
     "A triangle of the moved mesh against a vertex: a cubic. FV."},
    {"cubics solved", COUNT(cubicSolves),
     "Cubics whose roots were computed. The others have none in the step."},
    {"spheres skipped", COUNT(labelSkips),
     "Sphere pairs with the same triangles as an earlier pair, by their labels [RKC01 4.4]."},
    {"elements skipped", COUNT(pairTableSkips),
     "Pairs of edges, or of vertex and face, that were already tested from other spheres."},
    {"exact triangle pairs", COUNT(overlapTests),
     "Exact overlap tests of two triangles, at the start or the end of the step."}};

// At most five characters: no longer than the column is wide.
static void drawCount(gxTone tone, double count) {
    if (count < 99999.5)
        gxText(tone, "%.0f", count);
    else if (count < 999.5e3)
        gxText(tone, "%.0fk", 1e-3 * count);
    else if (count < 999.5e6)
        gxText(tone, "%.0fM", 1e-6 * count);
    else
        gxText(tone, "%.0fG", 1e-9 * count);
}

static void drawCounts(const Stage *stage, float scale) {
    const float widths[] = {134.0f * scale, 40.0f * scale, 0.0f};
    if (!gxBeginTable("counts", 3, widths)) return;
    gxNextCell();
    gxNextCell();
    gxText(GX_TONE_DIM, "last");
    gxTooltip("The last query.");
    gxNextCell();
    gxText(GX_TONE_DIM, "median");
    gxTooltip("Median of the last 64 queries by this method.");
    gxNextCell();
    gxText(GX_TONE_DIM, "time, µs");
    gxTooltip("First contact and slide of the whole step.");
    gxNextCell();
    drawCount(GX_TONE_PLAIN, stage->query.microseconds);
    gxNextCell();
    drawCount(GX_TONE_DIM, GetMedianMicroseconds(stage));
    gxTooltip("Median of the last 64 queries by this method.");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        long long count = (long long)ReadQueryCount(&stage->query.contact.stats, rows[i].offset);
        long long median = (long long)GetMedianCount(stage, rows[i].offset);
        gxNextCell();
        gxText(GX_TONE_DIM, "%s", rows[i].name);
        gxTooltip(rows[i].about);
        gxNextCell();
        drawCount(count ? GX_TONE_PLAIN : GX_TONE_DIM, (double)count);
        gxNextCell();
        if (count || median) {
            drawCount(GX_TONE_DIM, (double)median);
            gxTooltip("Median of the last 64 queries by this method.");
        }
    }
    gxEndTable();
}

void DrawLastQuery(const App *app) {
    float scale = gxGetUiScale();
    drawProxy(&app->stage, scale);
    drawCounts(&app->stage, scale);
}

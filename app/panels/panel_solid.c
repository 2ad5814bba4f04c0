// The right panel's section on the solid whose index is shown: its features, its index, the location of the
// cursor with its path in the index, the pieces of the segment; or why an object is not a solid.
#include "panels/panels.h"

#include "collision/draw.h"
#include "hand/probe.h"
#include "panels/rows.h"
#include "services/sight.h"
#include "view/palette.h"

#include <stdio.h>

// A click frames the location.
static void drawFlaw(App *app, const StageObject *object, const cdDefect *flaw) {
    char text[96];
    cdVec3 p = cdTransformPoint(object->pose, flaw->point);
    snprintf(text, sizeof text, "%s  %.3g %.3g %.3g", cdGetDefectName(flaw->kind), p.x, p.y, p.z);
    if (gxRow(text, false)) FrameSphere(app, p, 0.12 * object->info.radius);
    snprintf(text, sizeof text, "faces %d, %d   vertices %d, %d", (int)flaw->faceId[0], (int)flaw->faceId[1],
             (int)flaw->vertexId[0], (int)flaw->vertexId[1]);
    gxTooltip(text);
}

// Reports why the selected object has no index, with locations; for a solid only features that are too close.
static void drawReport(App *app, int32_t index, const StageSolid *solid) {
    enum { MOST = 5 };
    const StageObject *object = &app->stage.objects[index];
    const cdSolidReport *report = &solid->report.solid;
    char text[SCENE_NAME_SIZE + 96];
    if (!solid->solid) {
        snprintf(text, sizeof text, "%s is no solid: %s.", object->name, cdGetBuildErrorName(report->error));
        gxWrappedText(GX_TONE_NEAR, text);
    }
    for (int32_t i = 0; i < report->defectCount && i < MOST; ++i) {
        gxPushId((int)i);
        drawFlaw(app, object, &report->defects[i]);
        gxPopId();
    }
    if (report->defectCount > MOST)
        gxText(GX_TONE_DIM, "and %d more places", (int)report->defectCount - MOST);
}

static void drawFacts(const StageSolid *solid, float scale) {
    const float widths[] = {96.0f * scale, 0.0f};
    const cdSolidInfo info = cdGetSolidInfo(solid->solid);
    if (!gxBeginTable("solid", 2, widths)) return;
    DrawPanelRow("vertices", "%d", (int)info.vertexCount);
    DrawPanelRow("edges", "%d", (int)info.edgeCount);
    DrawPanelRow("faces", "%d", (int)info.faceCount);
    DrawToldRow("shells", "Closed surfaces: the outer ones, and one for each cavity.", "%d",
                (int)info.shellCount);
    DrawPanelRow("volume", "%.5g", info.mass.volume);
    DrawPanelRow("area", "%.5g", info.area);
    DrawToldRow("tolerance", "A point nearer than this to a plane, as a length, lies on it.", "%.2g",
                info.tolerance);
    DrawToldRow("index nodes", "Nodes of the tree of cut planes that divides space.", "%d",
                (int)info.nodeCount);
    DrawToldRow("height", "Length of the longest path in that tree, and the mean.", "%d, mean %.2f",
                (int)info.height, info.averageHeight);
    DrawPanelRow("build time", "%.2f ms", 1e3 * solid->seconds);
    DrawPanelRow("memory", "%.2f MB", 1e-6 * (double)info.byteCount);
    gxEndTable();
}

// The sides taken, from the root: below −, on 0, above +.
static void describePath(const StageProbe *probe, char *text, size_t textSize) {
    enum { MOST = 48 };
    size_t length = 0;
    text[0] = '\0';
    for (int32_t i = 0; i < probe->pathCount && i < MOST && length + 8 < textSize; ++i) {
        const char *sign = probe->sides[i] < 0 ? "−" : probe->sides[i] > 0 ? "+" : "0";
        length += (size_t)snprintf(text + length, textSize - length, "%s%s", i > 0 ? " " : "", sign);
    }
    if (probe->pathCount > MOST) snprintf(text + length, textSize - length, " …");
}

static void drawProbe(App *app, const cdMesh *solid, float scale) {
    static const char *const places[] = {"in a plane facing you", "on the surface"};
    const StageProbe *probe = &app->stage.probe;
    int place = app->probe.onSurface;
    gxText(GX_TONE_STRONG, "Point under the cursor");
    if (gxChoice("##place", places, 2, &place)) app->probe.onSurface = place == 1;
    if (!app->probe.onSurface) {
        gxText(GX_TONE_DIM, "depth %.2f", HideMinusZero(app->probe.depth, 2));
        gxSlider("##away", &app->probe.depth, -1.2, 1.2, ""); // its knob would cover the number at 0
        gxTooltip("Depth of the tested point behind the solid's centre, in radii; also Ctrl and the wheel.");
    }
    if (!probe->hasPoint) {
        gxText(GX_TONE_DIM, "The cursor is not on the solid.");
        return;
    }
    char text[256];
    WhereLook look = GetWhereLook(app->theme, probe->location.kind);
    cdDescribeLocation(solid, probe->location, text, sizeof text);
    gxText(look.tone, "%s %s", look.sign, text);
    const float widths[] = {96.0f * scale, 0.0f};
    cdVec3 p = probe->point;
    if (gxBeginTable("probe", 2, widths)) {
        DrawPanelRow("at", "%.3f  %.3f  %.3f", HideMinusZero(p.x, 3), HideMinusZero(p.y, 3),
                     HideMinusZero(p.z, 3));
        DrawToldRow("nodes visited", "From the root of the index to a leaf.", "%d", (int)probe->pathCount);
        gxEndTable();
    }
    describePath(probe, text, sizeof text);
    gxWrappedText(GX_TONE_DIM, text);
    gxTooltip("Sides taken from the root of the index: − below the plane, 0 on it, + above it.");
}

static void drawPieces(const App *app, const cdMesh *solid, float scale) {
    const StageProbe *probe = &app->stage.probe;
    const float widths[] = {96.0f * scale, 0.0f};
    if (!gxBeginTable("pieces", 2, widths)) return;
    for (int32_t i = 0; i < probe->pieceCount; ++i) {
        const cdSegmentPiece *piece = &probe->pieces[i];
        WhereLook look = GetWhereLook(app->theme, piece->location.kind);
        char name[48];
        cdDescribeLocation(solid, piece->location, name, sizeof name);
        gxNextCell();
        if (piece->from < piece->to)
            gxText(GX_TONE_DIM, "%.3f – %.3f", piece->from, piece->to);
        else
            gxText(GX_TONE_DIM, "%.3f", piece->from);
        gxNextCell();
        gxText(look.tone, "%s %s", look.sign, name);
    }
    gxEndTable();
    if (probe->truncated) gxText(GX_TONE_DIM, "and more");
}

static void drawSegment(App *app, const cdMesh *solid, float scale) {
    StageProbe *probe = &app->stage.probe;
    gxText(GX_TONE_STRONG, "Segment");
    if (gxPushButton(app->probe.armed ? "drag, or click twice" : "test a segment (S)", 0.0f)) ArmSegment(app);
    if (!probe->hasSegment) return;
    gxSameLine(0.0f);
    if (gxPushButton("clear", 0.0f)) probe->hasSegment = false;
    drawPieces(app, solid, scale);
}

// Features that the motion of the last step culls.
static void drawCulling(App *app, float scale) {
    const StageCulling *culling = &app->stage.culling;
    const float widths[] = {96.0f * scale, 0.0f};
    if (!culling->present) return;
    const StageSolid *solid = FindStageSolid(&app->stage, culling->object);
    const cdSolidInfo info = cdGetSolidInfo(solid->solid);
    gxText(GX_TONE_STRONG, "Culled by the last step's motion");
    gxTooltip("Features that the motion leads away from everything: they cannot touch first.");
    if (gxBeginTable("culling", 2, widths)) {
        DrawPanelRow("faces", "%d of %d, %.0f %%", (int)culling->result.faceCount, (int)info.faceCount,
                     100.0 * culling->result.faceCount / info.faceCount);
        DrawPanelRow("edges", "%d of %d", (int)culling->result.edgeCount, (int)info.edgeCount);
        DrawPanelRow("vertices", "%d of %d", (int)culling->result.vertexCount, (int)info.vertexCount);
        gxEndTable();
    }
    gxCheck("draw (dashed: culled)", &app->viewOptions.culling);
}

static void drawTime(const char *name, double time, double microseconds) {
    DrawPanelRow(name, "t %.6f   %.0f µs", time, microseconds);
}

// Times of contact of a discrete step, by continuous detection and by halving.
static void drawTimes(const StageTimes *times, float scale) {
    const float widths[] = {96.0f * scale, 0.0f};
    if (!times->present) return;
    gxText(GX_TONE_STRONG, "Time of collision");
    if (!gxBeginTable("times", 2, widths)) return;
    if (times->continuous.state == CD_CONTACT)
        drawTime("continuous", times->continuous.t.lo, times->continuousMicroseconds);
    else
        DrawPanelRow("continuous", "%s",
                     times->continuous.state == CD_FREE ? "never" : "overlaps at the start");
    if (!times->halved)
        DrawToldRow("by halving", "The end of the step is free, so that halving it finds nothing.",
                    "misses it");
    else if (times->halvedState == CD_CONTACT)
        drawTime("by halving", times->halvedTime, times->halvedMicroseconds);
    else
        DrawPanelRow("by halving", "%s",
                     times->halvedState == CD_OVERLAP ? "overlaps at the start" : "undecided");
    if (times->continuous.state == CD_CONTACT && times->halvedState == CD_CONTACT)
        DrawPanelRow("difference", "%+.2e", times->halvedTime - times->continuous.t.lo);
    gxEndTable();
}

void DrawSolid(App *app) {
    const Stage *stage = &app->stage;
    float scale = gxGetUiScale();
    const StageSolid *selected = FindStageSolid(stage, stage->selected);
    int32_t object = stage->probe.object;
    const StageSolid *solid = FindStageSolid(stage, object);
    if (selected && !selected->solid) drawReport(app, stage->selected, selected);
    if (!solid || !solid->solid) {
        double seconds;
        int32_t awaited = GetAwaitedSolid(stage, &seconds);
        if (awaited >= 0)
            gxText(GX_TONE_DIM, "Building the solid of %s…", stage->objects[awaited].name);
        else if (stage->selected < 0)
            gxWrappedText(GX_TONE_DIM, "No object here is a solid.");
        return;
    }
    int depth = app->viewOptions.indexDepth;
    gxText(GX_TONE_STRONG, "%s", stage->objects[object].name);
    drawFacts(solid, scale);
    drawReport(app, object, solid); // features closer than the tolerance resolves
    if (gxSliderWhole("levels", &depth, 0, 12, "%d")) app->viewOptions.indexDepth = depth;
    gxTooltip("Draws the cut planes of the index down to this level, each within its region.");
    drawProbe(app, solid->solid, scale);
    drawSegment(app, solid->solid, scale);
    drawCulling(app, scale);
    drawTimes(&stage->query.times, scale);
}

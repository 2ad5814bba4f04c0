// The panels of two boxes in motion: the section in the inspector, and the timeline under the picture.
#include "panels/panels.h"

#include "panels/rows.h"
#include "panels/timeline.h"
#include "services/queue.h"
#include "view/palette.h"

#include <stdio.h>

static const char *const kindNames[] = {"—", "vertex-face", "face-vertex", "edge-edge"};

static gxTone getTone(cdState state) {
    return GetStatusTone(GetStateStatus(state));
}

// Describes the result of the route without terms of the method.
static void describeRoute(const StageBoxes *boxes, char *text, size_t textSize) {
    const cdBoxContact *contact = &boxes->contact;
    switch (contact->state) {
    case CD_FREE:
        snprintf(text, textSize, "free, whole motion");
        break;
    case CD_CONTACT:
        snprintf(text, textSize, "%s at t = %.6f", kindNames[contact->pair.kind], contact->t.lo);
        break;
    case CD_OVERLAP:
        snprintf(text, textSize, "overlap at the start");
        break;
    default:
        snprintf(text, textSize, "undecided from t = %.6f", contact->t.lo);
    }
}

static void drawRoutes(App *app) {
    const Stage *stage = &app->stage;
    SceneRoutes routes = stage->scene->getRoutes(&stage->data);
    for (int32_t i = 0; i < routes.routeCount; ++i) {
        gxPushId(i);
        if (gxRow(routes.routes[i].name, !stage->boxes.byHand && i == stage->boxes.route))
            Intend(app, (Intention){.kind = INTEND_ROUTE, .index = i});
        gxPopId();
    }
}

void DrawBoxes(App *app) {
    const StageBoxes *boxes = &app->stage.boxes;
    float scale = gxGetUiScale();
    char text[96];
    gxText(getTone(boxes->state), "%s %s", GetStatusSign(GetStateStatus(boxes->state)),
           GetStatusName(GetStateStatus(boxes->state)));
    gxSameLine(0.0f);
    gxText(GX_TONE_DIM, "at t = %.4f", boxes->t);
    describeRoute(boxes, text, sizeof text);
    gxWrappedText(getTone(boxes->contact.state), text);
    const float widths[] = {96.0f * scale, 0.0f};
    if (gxBeginTable("boxes", 2, widths)) {
        cdDescribeBoxPair(boxes->contact.pair, text, sizeof text);
        DrawToldRow("A · B", "Features of both boxes that touch first.", "%s",
                    boxes->contact.state == CD_CONTACT ? text : "—");
        DrawToldRow("motion", "quadratic matrices: the motions of [AS05]; screw: by your drag.", "%s",
                    boxes->byHand ? "screw, cubic planes" : "quadratic matrices");
        DrawToldRow("part",
                    "Homogeneous parts of the motion: within each, the pairs of features that can touch stay "
                    "the same [AS05].",
                    "%d of %d", (int)FindBoxPart(boxes, boxes->t) + 1, (int)boxes->partCount);
        DrawToldRow("parts tested", "Parts up to the contact.", "%d", (int)boxes->contact.partCount);
        DrawToldRow("planes", "Faces of the Minkowski sum followed along the motion [AS05].", "%d",
                    (int)boxes->contact.planeCount);
        DrawPanelRow("query", "%.2f µs", boxes->microseconds);
        if (boxes->contact.state == CD_CONTACT)
            DrawToldRow("t error", "Width of the interval that contains the time of contact.", "%.1e",
                        boxes->contact.t.hi - boxes->contact.t.lo);
        gxEndTable();
    }
    drawRoutes(app);
}

void DrawTimeline(App *app, float x, float y, float w, float h) {
    const Stage *stage = &app->stage;
    float scale = gxGetUiScale();
    char text[96];
    gxBeginPanel("##timeline", x, y, w, h, GX_PANEL_BARE);
    describeRoute(&stage->boxes, text, sizeof text);
    float name = gxGetUiTextWidth(GX_TONE_STRONG, GetBoxRouteName(stage));
    if (name + gxGetUiTextWidth(GX_TONE_PLAIN, text) + 32.0f * scale <= w) {
        gxText(GX_TONE_STRONG, "%s", GetBoxRouteName(stage));
        gxSameLine(0.0f);
    }
    gxText(getTone(stage->boxes.contact.state), " %s", text);
    if (w > 640.0f * scale) {
        gxSameLine(w - 246.0f * scale);
        gxText(GX_TONE_DIM, "bands: parts of the motion [AS05]");
    }
    gxTimeline line = MakeBoxTimeline(&stage->boxes);
    double t = 0.0;
    if (gxScrubTimeline("##scrub", &line, h - gxGetUiLineHeight() - 8.0f * scale, &t))
        Intend(app, (Intention){.kind = INTEND_SCRUB, .value = t});
    gxEndPanel();
}

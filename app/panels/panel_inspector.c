// The right panel, the contact inspector: result and work of the last query.
#include "panels/panels.h"

#include "panels/rows.h"
#include "services/sight.h"
#include "view/palette.h"
#include "view/region_text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Cuts a text to the first column, at a whole character.
static void shortenName(const char *name, char shortened[16]) {
    enum { SHOWN = 8 };
    size_t length = strlen(name);
    if (length > SHOWN) {
        length = SHOWN;
        while (length > 0 && ((unsigned char)name[length] & 0xC0u) == 0x80u)
            --length;
    }
    snprintf(shortened, 16, "%.*s%s", (int)length, name, name[length] != 0 ? "…" : "");
}

static void drawFeature(const char *object, cdFeature feature) {
    char text[48], shortened[16];
    cdDescribeFeature(feature, text, sizeof text);
    shortenName(object, shortened);
    gxNextCell();
    gxText(GX_TONE_PLAIN, "%s", shortened);
    gxTooltip(object);
    gxNextCell();
    gxText(GX_TONE_PLAIN, "%s", text);
}

static void drawVectorRows(const char *name, const char *about, cdVec3 v) {
    int n = CountDecimals(v);
    if (fmax(fmax(fabs(v.x), fabs(v.y)), fabs(v.z)) >= 9999.95) // three digits each: no number is cut
        DrawToldRow(name, about, "%.2e  %.2e  %.2e", v.x, v.y, v.z);
    else
        DrawToldRow(name, about, "%.*f  %.*f  %.*f", n, HideMinusZero(v.x, n), n, HideMinusZero(v.y, n), n,
                    HideMinusZero(v.z, n));
}

static const char *explainDiscrete(const StageQuery *query) {
    return query->status == STAGE_OVERLAP
               ? "Only the end of the step was tested: the meshes overlap."
               : "Only the end of the step was tested. Contacts before it go unnoticed.";
}

// Describes the motion after the first contact.
static void explainContact(const StageQuery *query, char *text, size_t textSize) {
    const char *end = query->reached ? "to the target" : "as far as the contacts allow";
    double t = query->contact.t.lo;
    if (query->pathCount == 0)
        snprintf(text, textSize, "The step began in contact and leads into the obstacle: not moved.");
    else if (query->legCount == 0 || query->pathCount < 2)
        snprintf(text, textSize, "Contact at t = %.4f: stopped just before.", t);
    else
        snprintf(text, textSize, "Contact at t = %.4f, then slid in %d %s, %s.", t, (int)query->pathCount - 1,
                 query->pathCount == 2 ? "leg" : "legs", end);
}

// Describes the state without terms of the method.
static void explain(const StageQuery *query, char *text, size_t textSize) {
    if (query->mode == SCENE_DISCRETE)
        snprintf(text, textSize, "%s", explainDiscrete(query));
    else if (query->contact.state == CD_CONTACT)
        explainContact(query, text, textSize);
    else if (query->status == STAGE_FREE)
        snprintf(text, textSize, "Touches nothing during the whole step.");
    else if (query->status == STAGE_NEAR)
        snprintf(text, textSize, "Touches nothing, but close: triangles were compared.");
    else if (query->status == STAGE_OVERLAP)
        snprintf(text, textSize, "The surfaces cross. Drag the object out in any direction.");
    else
        snprintf(text, textSize, "%s",
                 query->unfinished ? "Time limit reached: free up to here, continues in the next frame."
                                   : "Limit reached: stopped as at a contact.");
}

// Distance along the normal between A's touching point at the resolved pose and at contact. After a slide the
// first contact has been left behind and has no gap.
static void drawGap(const App *app) {
    const StageQuery *query = &app->stage.query;
    const cdFirstContact *contact = &query->contact;
    if (app->stage.response != SCENE_STOP) return;
    cdPose touching = cdGetPoseAt(&query->motion, contact->t.lo);
    cdVec3 resting = cdTransformPoint(contact->resolvedPose, cdInvTransformPoint(touching, contact->point));
    DrawToldRow("gap", "Distance kept at the contact, a few millionths of the size, against rounding errors.",
                "%.2e", cdDot(contact->normal, cdSub(resting, contact->point)));
}

// The ground is shown as a plane: its box is an internal detail.
static void drawMet(const Stage *stage, cdFeature feature) {
    int32_t obstacle = stage->query.obstacle;
    if (IsGroundIndex(obstacle, stage->objectCount)) {
        gxNextCell();
        gxText(GX_TONE_PLAIN, "%s", stage->objects[obstacle].name);
        gxNextCell();
        gxText(GX_TONE_PLAIN, "the plane");
    } else {
        drawFeature(stage->objects[obstacle].name, feature);
    }
}

static void drawContact(const App *app, float scale) {
    const Stage *stage = &app->stage;
    const StageQuery *query = &stage->query;
    const float widths[] = {62.0f * scale, 0.0f};
    if (query->contact.state != CD_CONTACT || query->obstacle < 0 || !gxBeginTable("contact", 2, widths))
        return;
    const cdFirstContact *contact = &query->contact;
    static const char *const kinds[] = {"—", "vertex-face", "face-vertex", "edge-edge"};
    DrawToldRow("t", "Time of first contact, as a fraction of the step. The motion before it is proven free.",
                "%.9f", contact->t.lo);
    DrawToldRow("t error", "Width of the interval that contains the time of contact.", "%.1e",
                contact->t.hi - contact->t.lo);
    DrawToldRow("first",
                "Kinds of the two features that touched first, at t. The contact regions below are "
                "the whole contact where the object stopped.",
                "%s", kinds[contact->kind]);
    drawFeature(stage->objects[query->object].name, contact->featureA);
    drawMet(stage, contact->featureB);
    drawVectorRows("point", "Contact point at t, in world coordinates.", contact->point);
    drawVectorRows("normal", "Contact normal, from the obstacle to the moved object.", contact->normal);
    drawGap(app);
    DrawToldRow("pairs", "Pairs of features that touch at t.", "%.0f", (double)contact->touchCount);
    gxEndTable();
}

// Rows of all simultaneous touches; a click frames one.
static void drawTouches(App *app) {
    enum { MOST = 8 };
    const StageQuery *query = &app->stage.query;
    if (query->contact.state != CD_CONTACT || query->touchCount < 2) return;
    for (int32_t i = 0; i < query->touchCount && i < MOST; ++i) {
        char partA[48], partB[48], row[112];
        cdDescribeFeature(query->touches[i].featureA, partA, sizeof partA);
        cdDescribeFeature(query->touches[i].featureB, partB, sizeof partB);
        snprintf(row, sizeof row, "%s · %s", partA, partB);
        gxPushId((int)i);
        if (gxRow(row, false)) {
            FrameSphere(app, query->touches[i].point, 0.12 * app->stage.objects[query->object].info.radius);
        }
        gxPopId();
    }
    if (query->touchCount > MOST) gxText(GX_TONE_DIM, "and %d more", (int)query->touchCount - MOST);
}

static void drawOverlap(const App *app, float scale) {
    const Stage *stage = &app->stage;
    const StageQuery *query = &stage->query;
    const float widths[] = {62.0f * scale, 0.0f};
    if (query->status != STAGE_OVERLAP || query->obstacle < 0 || !gxBeginTable("overlap", 2, widths)) return;
    drawFeature(stage->objects[query->object].name, query->overlap.featureA);
    drawMet(stage, query->overlap.featureB);
    drawVectorRows("in both", "A point that both surfaces share, in world coordinates.",
                   query->overlap.point);
    gxEndTable();
}

static void drawStatus(const Stage *stage) {
    static const char *const words[] = {"FREE", "NEAR", "CONTACT", "OVERLAP", "UNDECIDED"};
    const StageQuery *query = &stage->query;
    gxText(GetStatusTone(query->status), "%s  %s", GetStatusSign(query->status), words[query->status]);
    char text[128];
    explain(query, text, sizeof text);
    if (query->present)
        gxWrappedText(GX_TONE_DIM, text);
    else if (query->status == STAGE_OVERLAP)
        gxWrappedText(GX_TONE_DIM, "The meshes overlap. Drag the object out in any direction.");
    else {
        snprintf(text, sizeof text, "Drag %s with the left mouse button.", GetDraggedName(stage));
        gxWrappedText(GX_TONE_DIM, text);
    }
    if (IsRestingInTouch(stage))
        gxWrappedText(GX_TONE_DIM, "The gap is within the tolerance of the contact regions below.");
}

// True if the status of the moved object says all.
static bool isInStatus(const Stage *stage) {
    const StageOverlaps *all = &stage->overlaps;
    const StageQuery *query = &stage->query;
    bool own = all->count == 1 &&
               (all->list[0].objects[0] == query->object || all->list[0].objects[1] == query->object);
    return all->count == 0 || (own && query->status == STAGE_OVERLAP && !stage->world.present);
}

// Names the overlapping pairs, in every mode; the status below is of the moved object alone.
static void drawOverlaps(const Stage *stage) {
    enum { MOST = 3 };
    const StageOverlaps *all = &stage->overlaps;
    if (isInStatus(stage) || !gxSection("Overlaps")) return;
    for (int32_t i = 0; i < all->count && i < MOST; ++i) {
        char text[2 * SCENE_NAME_SIZE + 16];
        snprintf(text, sizeof text, "%s %s · %s", GetStatusSign(STAGE_OVERLAP),
                 GetStageBodyName(stage, all->list[i].objects[0]),
                 GetStageBodyName(stage, all->list[i].objects[1]));
        gxWrappedText(GX_TONE_OVERLAP, text);
    }
    if (all->count > MOST) gxText(GX_TONE_OVERLAP, "and %d more", (int)all->count - MOST);
    gxWrappedText(GX_TONE_DIM, "They pass through each other until they separate.");
}

void DrawInspector(App *app, float x, float y, float w, float h, unsigned flags) {
    const Stage *stage = &app->stage;
    const StageQuery *query = &stage->query;
    float scale = gxGetUiScale();
    gxBeginPanel("##inspector", x, y, w, h, flags);
    // An animated scene has no queries: only its tests are shown.
    bool moves = stage->boxes.present || (stage->selected >= 0 && stage->objects[stage->selected].isBody);
    bool asks = query->present || (stage->selected >= 0 && !moves);
    bool counts = stage->tally.sum.frames > 0 || (stage->scene && stage->scene->drawHulls);
    drawOverlaps(stage);
    if (app->viewOptions.index && gxSection("Solid")) DrawSolid(app);
    if (app->viewOptions.ray && gxSection("Ray")) DrawRay(app);
    if (stage->boxes.present && !stage->world.present && gxSection("Boxes")) DrawBoxes(app);
    if (stage->world.present && gxSection("World")) DrawWorld(app);
    if (stage->world.present && stage->data.jointCount > 0 && gxSection("Joints")) DrawJoints(app);
    if (HasStageSensors(stage) && gxSection("Sensors")) DrawSensors(app);
    if (stage->world.present && gxSection("Resting contacts")) DrawWorldContacts(app);
    if (stage->world.present && gxSection("Contact events")) DrawWorldEvents(app);
    if (!asks && counts && gxSection("Separating vectors")) DrawSeparations(app);
    if (app->viewOptions.clearance && gxSection("Clearance")) DrawClearance(app);
    if (asks && gxSection("Contact")) {
        drawStatus(stage);
        drawContact(app, scale);
        // Where there are regions they say more than the touches they are made of.
        if (stage->regions.count == 0) drawTouches(app);
        drawOverlap(app, scale);
    }
    if (asks && gxSection("Contact regions")) DrawContactRegions(app);
    if (asks && gxSection("Last query")) DrawLastQuery(app);
    if (asks && gxSection("Convex hulls")) DrawSeparations(app);
    gxEndPanel();
}

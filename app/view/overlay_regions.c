// Contact regions over the picture: filled areas, thick lines, discs for points, an arrow for each normal.
//
// The library's debug draw provides regions and normals. Shapes show the meaning, never colours alone.
// Regions of the sufficient subset are full, others thin and hollow. A persistent normal is a solid arrow, a
// predicted one has a dashed shaft and a hollow head. A normal along the line of sight is a ring, with a dot
// if persistent. Sizes are in pixels. Both features of the chosen region are highlighted.
#include "view/labels.h"
#include "view/view_data.h"

#include "view/convert.h"
#include "view/marks.h"
#include "view/palette.h"
#include "view/region_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { REGION_LABEL_MAX = 6, LONG_LABEL_MAX = 3 };

static const double NORMAL_LENGTH = 58.0, HEAD_LENGTH = 17.0; // pixels
static const float SHAFT_WIDTH = 3.1f, RIM_WIDTH = 1.5f;

// Context of the callbacks: how one region is drawn.
typedef struct Mark {
    const ViewPass *pass;
    int32_t row;
    const cdContactRegion *region;
    const cdVec3 *points;
    float scale;
    bool chosen, isLong; // isLong: full label
} Mark;

static vec3s convert(const ViewPass *pass, cdVec3 p) {
    return ConvertPoint(p, pass->camera->origin);
}

static Mark makeMark(const ViewPass *pass, int32_t row, int32_t chosen) {
    return (Mark){.pass = pass,
                  .row = row,
                  .region = GetStageRegion(pass->stage, row),
                  .points = GetStageRegionPoints(pass->stage, row),
                  .scale = (float)pass->view->scale,
                  .chosen = row == chosen};
}

static void drawMark(const Mark *mark, const cdDebugDraw *draw) {
    const StageRegions *all = &mark->pass->stage->regions;
    const StageRegion *entry = &all->list[mark->row];
    const StageTouching *touching = &all->touching[entry->obstacle];
    const cdRegionsInput input = {.meshA = all->mesh, .meshB = touching->mesh};
    cdDrawContactRegion(draw, &input, &touching->regions, entry->index, 1.0);
}

// --- Areas, lines, points

// Draws with a dark rim, never hidden.
static void drawSegment(cdVec3 a, cdVec3 b, cdDrawStyle style, void *context) {
    const Mark *mark = context;
    gxStrokeList *front = &mark->pass->view->front;
    bool full = style.fade == 0.0, isBorder = mark->region->dimension == 2;
    float width = isBorder ? (full ? 2.6f : 1.0f) : (full ? 5.0f : 1.6f);
    float rim = mark->chosen ? 1.5f * RIM_WIDTH : RIM_WIDTH;
    vec3s from = convert(mark->pass, a), to = convert(mark->pass, b);
    gxAddLine(front, from, to, (width + 2.0f * rim) * mark->scale,
              mark->chosen ? GetTextColor(mark->pass->view->theme) : GetRimColor(mark->pass->view->theme));
    gxAddLine(front, from, to, width * mark->scale, GetRoleColor(mark->pass->view->theme, style.role));
}

static void drawTriangle(cdVec3 a, cdVec3 b, cdVec3 c, cdDrawStyle style, void *context) {
    const Mark *mark = context;
    gxColor color = GetRoleColor(mark->pass->view->theme, style.role);
    color.a = style.fade == 0.0 ? 165 : 46;
    gxAddFill(&mark->pass->view->fills, convert(mark->pass, a), convert(mark->pass, b),
              convert(mark->pass, c), color);
}

// Draws a disc; hollow if the region is not in the sufficient subset.
static void drawPoint(cdVec3 p, cdDrawStyle style, void *context) {
    const Mark *mark = context;
    gxStrokeList *front = &mark->pass->view->front;
    vec3s at = convert(mark->pass, p);
    bool full = style.fade == 0.0;
    float width = (full ? 11.0f : 9.0f) * mark->scale, rim = 2.0f * RIM_WIDTH * mark->scale;
    gxColor rimColor =
        mark->chosen ? GetTextColor(mark->pass->view->theme) : GetRimColor(mark->pass->view->theme);
    if (mark->chosen) rim *= 2.0f;
    gxAddPoint(front, at, width + rim, rimColor);
    gxAddPoint(front, at, width, GetRoleColor(mark->pass->view->theme, style.role));
    if (!full) gxAddPoint(front, at, 0.55f * width, GetRimColor(mark->pass->view->theme));
    TakeLabelPlace(mark->pass, p, 0.5 * (double)(width + rim));
}

// --- Normals

// Draws an arrow of a fixed length in pixels, or a ring if seen end-on. New ones are hollow.
static void drawArrow(cdVec3 from, cdVec3 to, cdDrawStyle style, void *context) {
    const Mark *mark = context;
    const ViewPass *pass = mark->pass;
    gxStrokeList *front = &pass->view->front;
    bool persists = style.fade == 0.0;
    cdVec3 normal = cdNormalize(cdSub(to, from));
    gxColor color = GetRoleColor(pass->view->theme, style.role), rim = GetRimColor(pass->view->theme);
    double pixel = GetPixelLength(pass, from, pass->view->scale);
    double towards[3];
    gxGetDirectionToEye(pass->camera, (const double[3]){from.x, from.y, from.z}, towards);
    vec3s tail = convert(pass, from);
    double along = fabs(cdDot(ConvertBack(towards), normal));
    if (along > 0.97) {
        gxAddRing(front, tail, 22.0f * mark->scale, rim);
        gxAddRing(front, tail, 19.0f * mark->scale, color);
        if (persists) gxAddPoint(front, tail, 6.0f * mark->scale, color);
        return;
    }
    vec3s tip = convert(pass, cdMulAdd(from, NORMAL_LENGTH * pixel, normal));
    TakeLabelLine(pass, from, cdMulAdd(from, NORMAL_LENGTH * pixel, normal), 3.0 * pass->view->scale);
    vec3s beyond = convert(pass, cdMulAdd(from, (NORMAL_LENGTH + 3.0) * pixel, normal));
    float head = (float)(HEAD_LENGTH * pixel), wide = (float)((HEAD_LENGTH + 4.5) * pixel);
    float width = SHAFT_WIDTH * mark->scale;
    gxAddArrow(front, tail, beyond, wide, width + RIM_WIDTH * mark->scale, rim);
    if (persists)
        gxAddArrow(front, tail, tip, head, width, color);
    else
        gxAddHollowArrow(front, tail, tip, head, width, color, rim);
}

// --- Labels

// Returns the rightmost point on the screen, or, with `side` -1, the leftmost.
static cdVec3 getOutermost(const Mark *mark, double side) {
    double right[3], up[3], forward[3];
    gxGetCameraAxes(mark->pass->camera, right, up, forward);
    cdVec3 direction = cdScale(side, ConvertBack(right)), outermost = mark->points[0];
    for (int32_t i = 1; i < mark->region->pointCount; ++i) {
        if (cdDot(cdSub(mark->points[i], outermost), direction) > 0.0) outermost = mark->points[i];
    }
    return outermost;
}

// Labels the whole region. With many regions, labels show only the features, before the first comma.
static void drawLabel(cdVec3 p, const char *text, cdDrawStyle style, void *context) {
    (void)p;
    const Mark *mark = context;
    char features[112], line[224];
    DescribeRegionFeatures(mark->pass->stage, mark->row, features, sizeof features);
    snprintf(line, sizeof line, "%s%s", features, mark->isLong ? text + strcspn(text, ",") : "");
    AddLabelBeside(mark->pass, getOutermost(mark, -1.0), getOutermost(mark, 1.0), line,
                   GetRoleColor(mark->pass->view->theme, style.role));
}

static bool isShown(const ViewPass *pass, int32_t row) {
    return pass->options->wholeSet || GetStageRegion(pass->stage, row)->sufficient;
}

// Labels the first few regions. Points take their positions first, since nothing else identifies them.
static void addLabels(const ViewPass *pass, int32_t chosen) {
    const StageRegions *all = &pass->stage->regions;
    int32_t rows[REGION_LABEL_MAX];
    int shown = 0, count = 0;
    if (chosen >= 0 && isShown(pass, chosen)) rows[count++] = chosen;
    for (int32_t i = 0; i < all->count; ++i) {
        if (!isShown(pass, i)) continue;
        ++shown;
        if (i != chosen && count < REGION_LABEL_MAX) rows[count++] = i;
    }
    for (int dimension = 0; dimension <= 2; ++dimension) {
        for (int k = 0; k < count; ++k) {
            Mark mark = makeMark(pass, rows[k], chosen);
            mark.isLong = shown <= LONG_LABEL_MAX || mark.chosen;
            const cdDebugDraw draw = {.label = drawLabel, .context = &mark};
            if (mark.region->dimension == dimension) drawMark(&mark, &draw);
        }
    }
}

// --- All regions

static void drawFeatureSegment(cdVec3 a, cdVec3 b, cdDrawStyle style, void *context) {
    const ViewPass *pass = context;
    if (style.role != CD_ROLE_ON) return; // without hatching under the region
    gxAddLine(&pass->view->front, convert(pass, a), convert(pass, b), 3.2f * (float)pass->view->scale,
              GetRoleColor(pass->view->theme, style.role));
}

static void drawFeaturePoint(cdVec3 p, cdDrawStyle style, void *context) {
    const ViewPass *pass = context;
    AddMarkPoint(pass, p, 7.0, GetRoleColor(pass->view->theme, style.role));
}

// Highlights both features of the chosen region in full.
static void lightFeatures(const ViewPass *pass, int32_t chosen) {
    const Stage *stage = pass->stage;
    const StageRegions *all = &stage->regions;
    int32_t obstacle = all->list[chosen].obstacle;
    const cdContactRegion *region = GetStageRegion(stage, chosen);
    ViewPass copy = *pass; // the callbacks' context is not const
    const cdDebugDraw draw = {.segment = drawFeatureSegment, .point = drawFeaturePoint, .context = &copy};
    cdDrawLocation(&draw, all->mesh, stage->objects[all->object].pose, region->locationA);
    if (IsGroundIndex(obstacle, stage->objectCount)) return; // its plane has no edges
    cdDrawLocation(&draw, all->touching[obstacle].mesh, stage->objects[obstacle].pose, region->locationB);
}

// Adds short arrows at the contacts that block the object, longest where its intended motion pushes most.
static void addLimits(const ViewPass *pass) {
    const StageQuery *query = &pass->stage->query;
    double strongest = 0.0;
    for (int32_t i = 0; i < query->limitCount; ++i)
        strongest = fmax(strongest, query->limits[i].push);
    for (int32_t i = 0; i < query->limitCount; ++i) {
        const cdSlideConstraint *limit = &query->limits[i];
        if (!(limit->push > 0.02 * strongest)) continue;
        double pixel = GetPixelLength(pass, limit->point, pass->view->scale);
        double length = (12.0 + 18.0 * limit->push / strongest) * pixel;
        vec3s from = convert(pass, limit->point);
        vec3s to = convert(pass, cdMulAdd(limit->point, length, limit->normal));
        float width = 2.0f * (float)pass->view->scale, head = (float)(9.0 * pixel);
        gxAddArrow(&pass->view->front, from, to, head, width + 1.2f, GetRimColor(pass->view->theme));
        gxAddArrow(&pass->view->front, from, to, head, width,
                   GetStatusLook(pass->view->theme, STAGE_CONTACT).text);
    }
}

// Marks the deepest crossing of two features.
static void addDeepest(const ViewPass *pass) {
    const StageRegions *all = &pass->stage->regions;
    const cdContactRegions *regions = &all->touching[all->deepest].regions;
    char text[64];
    if (!isfinite(regions->crossing)) return;
    gxColor color = GetStatusLook(pass->view->theme, STAGE_OVERLAP).text;
    gxAddRing(&pass->view->front, convert(pass, regions->deepPoint), 22.0f * (float)pass->view->scale, color);
    snprintf(text, sizeof text, "crossing %.3g", regions->crossing);
    double scale = pass->view->scale;
    if (pass->options->labels) AddLabel(pass, regions->deepPoint, 16.0 * scale, -16.0 * scale, text, color);
}

static void skipArrow(cdVec3 from, cdVec3 to, cdDrawStyle style, void *context) {
    (void)from, (void)to, (void)style, (void)context;
}

static void addShapes(const ViewPass *pass, int32_t chosen, int dimension) {
    for (int32_t i = 0; i < pass->stage->regions.count; ++i) {
        Mark mark = makeMark(pass, i, chosen);
        const cdDebugDraw draw = {.segment = drawSegment,
                                  .triangle = drawTriangle,
                                  .point = drawPoint,
                                  .arrow = skipArrow,
                                  .context = &mark};
        if (isShown(pass, i) && mark.region->dimension == dimension) drawMark(&mark, &draw);
    }
}

static void addNormals(const ViewPass *pass, int32_t chosen) {
    for (int32_t i = 0; i < pass->stage->regions.count; ++i) {
        Mark mark = makeMark(pass, i, chosen);
        const cdDebugDraw draw = {.arrow = drawArrow, .context = &mark};
        if (isShown(pass, i)) drawMark(&mark, &draw);
    }
}

void AddRegions(const ViewPass *pass) {
    const StageRegions *all = &pass->stage->regions;
    if (!all->present) return;
    if (all->deepest >= 0) {
        addDeepest(pass);
        return;
    }
    int32_t chosen = FindChosenRegion(pass->stage);
    if (chosen >= 0) lightFeatures(pass, chosen);
    // Areas first, points last: small regions stay visible. Normals cover all.
    for (int dimension = 2; dimension >= 0; --dimension)
        addShapes(pass, chosen, dimension);
    if (pass->options->normals) addNormals(pass, chosen);
    if (pass->options->normals && pass->options->ghost != GHOST_OFF) addLimits(pass);
    if (pass->options->labels) addLabels(pass, chosen);
}

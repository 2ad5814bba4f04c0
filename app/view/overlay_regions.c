// Contact regions over the picture: areas filled, lines thick, points as discs, and every normal an arrow.
//
// What a region is, is told by its shape, never by colour alone: one of the sufficient subset is full, one
// that is left out is thin and hollow; a normal that persists is a solid arrow, a new one has a dashed shaft
// and a hollow head; one that points at the viewer or away is a ring, with a dot when it persists. Sizes are
// in pixels. The chosen region has both its features lit.
#include "view/view_data.h"

#include "engine/message.h"
#include "view/convert.h"
#include "view/palette.h"
#include "view/region_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { REGION_LABEL_MAX = 6, LONG_LABEL_MAX = 3 };

static const double NORMAL_LENGTH = 58.0, HEAD_LENGTH = 17.0; // pixels
static const float SHAFT_WIDTH = 3.1f, RIM_WIDTH = 1.5f;

// How one region is drawn.
typedef struct Mark {
    const ViewPass *pass;
    const cdContactRegion *region;
    const cdVec3 *points;
    float scale;
    bool full, chosen;
} Mark;

static vec3s convert(const ViewPass *pass, cdVec3 p) {
    return ConvertPoint(p, pass->camera->origin);
}

// A line with a dark rim, never hidden.
static void addLine(const Mark *mark, cdVec3 a, cdVec3 b, float width) {
    gxStrokeList *front = &mark->pass->view->front;
    vec3s from = convert(mark->pass, a), to = convert(mark->pass, b);
    float rim = mark->chosen ? 1.5f * RIM_WIDTH : RIM_WIDTH;
    gxColor rimColor = mark->chosen ? GetTextColor() : GetRimColor();
    gxAddLine(front, from, to, (width + 2.0f * rim) * mark->scale, rimColor);
    gxAddLine(front, from, to, width * mark->scale, GetRoleColor(CD_ROLE_REGION));
}

// --- Areas

static bool reserveTriangles(View *view, int32_t count) {
    if (count <= view->triangleCapacity) return true;
    int32_t *larger = realloc(view->triangles, 3 * (size_t)count * sizeof *larger);
    if (!larger) {
        gxReportNoMemory();
        return false;
    }
    view->triangles = larger;
    view->triangleCapacity = count;
    return true;
}

// The triangles of a region, in view->triangles.
static int32_t triangulate(const Mark *mark) {
    View *view = mark->pass->view;
    int32_t count = mark->region->pointCount;
    if (!reserveTriangles(view, count)) return 0;
    return cdTriangulateRegion(mark->points, count, cdFindAreaVector(mark->points, count), view->triangles,
                               view->triangleCapacity);
}

static void fillArea(const Mark *mark) {
    const ViewPass *pass = mark->pass;
    gxColor color = GetRoleColor(CD_ROLE_REGION);
    color.a = mark->full ? 165 : 46;
    int32_t count = triangulate(mark);
    for (int32_t i = 0; i < count; ++i) {
        const int32_t *corner = pass->view->triangles + 3 * (size_t)i;
        gxAddFill(&pass->view->fills, convert(pass, mark->points[corner[0]]),
                  convert(pass, mark->points[corner[1]]), convert(pass, mark->points[corner[2]]), color);
    }
}

static void addArea(const Mark *mark) {
    int32_t count = mark->region->pointCount;
    fillArea(mark);
    for (int32_t i = 0; i < count; ++i) {
        if (!cdIsRegionBridge(mark->points, count, i))
            addLine(mark, mark->points[i], mark->points[(i + 1) % count], mark->full ? 2.6f : 1.0f);
    }
}

static bool isInTriangle(cdVec3 p, cdVec3 a, cdVec3 b, cdVec3 c) {
    cdVec3 normal = cdCross(cdSub(b, a), cdSub(c, a));
    return cdDot(cdCross(cdSub(b, a), cdSub(p, a)), normal) >= 0.0 &&
           cdDot(cdCross(cdSub(c, b), cdSub(p, b)), normal) >= 0.0 &&
           cdDot(cdCross(cdSub(a, c), cdSub(p, c)), normal) >= 0.0;
}

// A point inside a polygon: its centroid, or where that lies outside the middle of its largest triangle.
static cdVec3 getAreaMiddle(const Mark *mark) {
    const cdVec3 *points = mark->points;
    cdVec3 sum = {0.0, 0.0, 0.0}, largestMiddle = points[0];
    double whole = 0.0, largest = -1.0;
    int32_t count = triangulate(mark);
    const int32_t *corners = mark->pass->view->triangles;
    for (int32_t i = 0; i < 3 * count; i += 3) {
        cdVec3 a = points[corners[i]], b = points[corners[i + 1]], c = points[corners[i + 2]];
        cdVec3 middle = cdScale(1.0 / 3.0, cdAdd(a, cdAdd(b, c)));
        double area = cdLength(cdCross(cdSub(b, a), cdSub(c, a)));
        sum = cdMulAdd(sum, area, cdSub(middle, points[0]));
        whole += area;
        if (area > largest) largestMiddle = middle;
        largest = fmax(largest, area);
    }
    cdVec3 centroid = cdMulAdd(points[0], whole > 0.0 ? 1.0 / whole : 0.0, sum);
    for (int32_t i = 0; i < 3 * count; i += 3) {
        if (isInTriangle(centroid, points[corners[i]], points[corners[i + 1]], points[corners[i + 2]]))
            return centroid;
    }
    return largestMiddle;
}

static cdVec3 getMiddle(const Mark *mark) {
    if (mark->region->dimension == 2) return getAreaMiddle(mark);
    if (mark->region->dimension == 1) return cdLerp(mark->points[0], mark->points[1], 0.5);
    return mark->points[0];
}

// --- Points

static void addDisc(const Mark *mark, cdVec3 p) {
    gxStrokeList *front = &mark->pass->view->front;
    vec3s at = convert(mark->pass, p);
    float width = (mark->full ? 11.0f : 9.0f) * mark->scale, rim = 2.0f * RIM_WIDTH * mark->scale;
    gxColor rimColor = mark->chosen ? GetTextColor() : GetRimColor();
    if (mark->chosen) rim *= 2.0f;
    gxAddPoint(front, at, width + rim, rimColor);
    gxAddPoint(front, at, width, GetRoleColor(CD_ROLE_REGION));
    if (!mark->full) gxAddPoint(front, at, 0.55f * width, GetRimColor());
    TakeLabelPlace(mark->pass, p, 0.5 * (double)(width + rim));
}

// --- Normals

// An arrow of a fixed length in pixels; where it is seen from its end, a ring.
static void addNormal(const Mark *mark, cdVec3 from, cdVec3 normal) {
    const ViewPass *pass = mark->pass;
    gxStrokeList *front = &pass->view->front;
    bool persists = mark->region->origin != CD_NORMALS_COMPUTED;
    gxColor color = GetRoleColor(CD_ROLE_NORMAL), rim = GetRimColor();
    double pixel = GetPixelLength(pass, from, pass->view->scale);
    double eye[3];
    gxGetCameraEye(pass->camera, eye);
    vec3s tail = convert(pass, from);
    double along = fabs(cdDot(cdNormalize(cdSub(ConvertBack(eye), from)), normal));
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

static void addNormals(const Mark *mark) {
    if (!mark->pass->options->normals || mark->region->normalCount == 0) return;
    cdVec3 from = getMiddle(mark);
    for (int32_t i = 0; i < mark->region->normalCount; ++i)
        addNormal(mark, from, mark->region->normals[i]);
}

// --- All of them

static Mark makeMark(const ViewPass *pass, int32_t row, int32_t chosen) {
    const cdContactRegion *region = GetStageRegion(pass->stage, row);
    return (Mark){.pass = pass,
                  .region = region,
                  .points = GetStageRegionPoints(pass->stage, row),
                  .scale = (float)pass->view->scale,
                  .full = region->sufficient,
                  .chosen = row == chosen};
}

static bool isShown(const ViewPass *pass, int32_t row) {
    return pass->options->wholeSet || GetStageRegion(pass->stage, row)->sufficient;
}

static void addRegion(const Mark *mark) {
    if (mark->region->dimension == 2)
        addArea(mark);
    else if (mark->region->dimension == 1)
        addLine(mark, mark->points[0], mark->points[1], mark->full ? 5.0f : 1.6f);
    else
        addDisc(mark, mark->points[0]);
}

// The point farthest to the right on the screen, or, with `side` -1, to the left.
static cdVec3 getOutermost(const Mark *mark, double side) {
    double right[3], up[3], forward[3];
    gxGetCameraAxes(mark->pass->camera, right, up, forward);
    cdVec3 direction = cdScale(side, ConvertBack(right)), outermost = mark->points[0];
    for (int32_t i = 1; i < mark->region->pointCount; ++i) {
        if (cdDot(cdSub(mark->points[i], outermost), direction) > 0.0) outermost = mark->points[i];
    }
    return outermost;
}

// The original ids, and of a few regions how large and how old they are.
static void addRegionLabel(const Mark *mark, int32_t row, bool isLong) {
    char features[112], measure[48], age[32] = "new", text[224];
    const char *separator = mark->region->dimension > 0 ? " · " : "";
    DescribeRegionFeatures(mark->pass->stage, row, features, sizeof features);
    DescribeRegionMeasure(mark->region, measure, sizeof measure);
    if (!mark->region->sufficient) snprintf(age, sizeof age, "not needed");
    if (mark->region->age > 0) snprintf(age, sizeof age, "age %d", (int)mark->region->age);
    if (isLong)
        snprintf(text, sizeof text, "%s%s%s · %s", features, separator, measure, age);
    else
        snprintf(text, sizeof text, "%s", features);
    AddLabelBeside(mark->pass, getOutermost(mark, -1.0), getOutermost(mark, 1.0), text,
                   GetRoleColor(CD_ROLE_REGION));
}

// Of the first few; those of points find their places first, for nothing else says which is whose.
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
            if (mark.region->dimension == dimension)
                addRegionLabel(&mark, rows[k], shown <= LONG_LABEL_MAX || mark.chosen);
        }
    }
}

// Both features of the chosen region, over the whole of each.
static void lightFeatures(const ViewPass *pass, const cdDebugDraw *draw, int32_t chosen) {
    const Stage *stage = pass->stage;
    const StageRegions *all = &stage->regions;
    int32_t obstacle = all->list[chosen].obstacle;
    const cdContactRegion *region = GetStageRegion(stage, chosen);
    cdDrawSurfaceFeature(draw, all->mesh, region->placeA, stage->objects[all->object].pose, CD_ROLE_ON);
    cdDrawSurfaceFeature(draw, all->touching[obstacle].mesh, region->placeB, stage->objects[obstacle].pose,
                         CD_ROLE_ON);
}

// What holds the object back from where the hand wants it: short arrows, the longest where it pushes most.
static void addLimits(const ViewPass *pass) {
    const StageQuery *query = &pass->stage->query;
    double most = 0.0;
    for (int32_t i = 0; i < query->limitCount; ++i)
        most = fmax(most, query->limits[i].push);
    for (int32_t i = 0; i < query->limitCount; ++i) {
        const cdSlideLimit *limit = &query->limits[i];
        if (!(limit->push > 0.02 * most)) continue;
        double pixel = GetPixelLength(pass, limit->point, pass->view->scale);
        double length = (12.0 + 18.0 * limit->push / most) * pixel;
        vec3s from = convert(pass, limit->point);
        vec3s to = convert(pass, cdMulAdd(limit->point, length, limit->normal));
        float width = 2.0f * (float)pass->view->scale, head = (float)(9.0 * pixel);
        gxAddArrow(&pass->view->front, from, to, head, width + 1.2f, GetRimColor());
        gxAddArrow(&pass->view->front, from, to, head, width, GetStatusLook(STAGE_CONTACT).text);
    }
}

// Where they are in each other most.
static void addDeepest(const ViewPass *pass) {
    const StageRegions *all = &pass->stage->regions;
    const cdContactRegions *regions = &all->touching[all->deepest].regions;
    char text[64];
    if (!isfinite(regions->depth)) return;
    gxColor color = GetStatusLook(STAGE_OVERLAP).text;
    gxAddRing(&pass->view->front, convert(pass, regions->deepPoint), 22.0f * (float)pass->view->scale, color);
    snprintf(text, sizeof text, "%.3g deep", regions->depth);
    double scale = pass->view->scale;
    if (pass->options->labels) AddLabel(pass, regions->deepPoint, 16.0 * scale, -16.0 * scale, text, color);
}

void AddRegions(const ViewPass *pass, const cdDebugDraw *draw) {
    const StageRegions *all = &pass->stage->regions;
    if (!all->present) return;
    if (all->deepest >= 0) {
        addDeepest(pass);
        return;
    }
    int32_t chosen = FindChosenRegion(pass->stage);
    if (chosen >= 0) lightFeatures(pass, draw, chosen);
    // Areas first, points last: what is small is never covered. Normals stand over all.
    for (int dimension = 2; dimension >= 0; --dimension) {
        for (int32_t i = 0; i < all->count; ++i) {
            Mark mark = makeMark(pass, i, chosen);
            if (isShown(pass, i) && mark.region->dimension == dimension) addRegion(&mark);
        }
    }
    for (int32_t i = 0; i < all->count; ++i) {
        Mark mark = makeMark(pass, i, chosen);
        if (isShown(pass, i)) addNormals(&mark);
    }
    if (pass->options->normals && pass->options->ghost != GHOST_OFF) addLimits(pass);
    if (pass->options->labels) addLabels(pass, chosen);
}

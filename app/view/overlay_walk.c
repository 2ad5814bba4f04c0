// The walk of a point down a solid's index, over the picture.
//
// The nodes visited so far cut the solid's box, one after the other, to the cell that the point is led to:
// each plane's polygon is a large square cut off by all the others. The last plane is filled, the cell's
// sides are outlines.
#include "view/inset_steps.h"

#include "collision/solid_draw.h"
#include "view/convert.h"
#include "view/palette.h"

#include <math.h>
#include <stdio.h>

enum { WALK_MAX = 90, CORNER_MAX = 2 * WALK_MAX + 16 };

// dot(normal, x) <= offset, less the solid's centre; `within`: equal.
typedef struct Side {
    cdVec3 normal;
    double offset;
    bool within;
} Side;

typedef struct Polygon {
    cdVec3 corners[CORNER_MAX];
    int count;
} Polygon;

typedef struct Walk {
    const ViewPass *pass;
    const cdMesh *solid;
    cdSolidInfo info;
    cdPose pose;
    Side sides[WALK_MAX];
    int count;
} Walk;

static void addSide(Walk *walk, cdVec3 normal, double offset, bool within) {
    if (walk->count < WALK_MAX) walk->sides[walk->count++] = (Side){normal, offset, within};
}

static void addBox(Walk *walk) {
    double margin = CD_DRAW_BOX_MARGIN * walk->info.radius;
    cdVec3 upper = cdSub(walk->info.bounds.upper, walk->info.center);
    cdVec3 lower = cdSub(walk->info.bounds.lower, walk->info.center);
    addSide(walk, (cdVec3){1.0, 0.0, 0.0}, upper.x + margin, false);
    addSide(walk, (cdVec3){0.0, 1.0, 0.0}, upper.y + margin, false);
    addSide(walk, (cdVec3){0.0, 0.0, 1.0}, upper.z + margin, false);
    addSide(walk, (cdVec3){-1.0, 0.0, 0.0}, margin - lower.x, false);
    addSide(walk, (cdVec3){0.0, -1.0, 0.0}, margin - lower.y, false);
    addSide(walk, (cdVec3){0.0, 0.0, -1.0}, margin - lower.z, false);
}

// Leaves of the polygon what lies at most `slack` beyond the plane.
static void cutPolygon(Polygon *polygon, cdVec3 normal, double offset, double slack) {
    Polygon left = {.count = 0};
    for (int i = 0; i < polygon->count && left.count + 2 <= CORNER_MAX; ++i) {
        cdVec3 a = polygon->corners[i], b = polygon->corners[(i + 1) % polygon->count];
        double ha = cdDot(normal, a) - offset, hb = cdDot(normal, b) - offset;
        if (ha <= slack) left.corners[left.count++] = a;
        if ((ha <= slack) != (hb <= slack))
            left.corners[left.count++] = cdLerp(a, b, (slack - ha) / (hb - ha));
    }
    *polygon = left;
}

static Polygon findPolygon(const Walk *walk, const Side *side) {
    double reach = 4.0 * walk->info.radius, slack = 1e-9 * walk->info.radius;
    cdVec3 other = fabs(side->normal.x) < 0.6 ? (cdVec3){1.0, 0.0, 0.0} : (cdVec3){0.0, 1.0, 0.0};
    cdVec3 u = cdNormalize(cdCross(side->normal, other)), v = cdCross(side->normal, u);
    cdVec3 middle = cdScale(side->offset, side->normal);
    Polygon polygon = {.count = 4};
    for (int i = 0; i < 4; ++i) {
        double x = i == 0 || i == 3 ? -reach : reach, y = i < 2 ? -reach : reach;
        polygon.corners[i] = cdMulAdd(cdMulAdd(middle, x, u), y, v);
    }
    for (int i = 0; i < walk->count && polygon.count > 2; ++i) {
        const Side *cut = &walk->sides[i];
        if (cut == side) continue;
        cutPolygon(&polygon, cut->normal, cut->offset, slack);
        if (cut->within) cutPolygon(&polygon, cdNegate(cut->normal), -cut->offset, slack);
    }
    return polygon;
}

static vec3s placeCorner(const Walk *walk, cdVec3 corner) {
    return ConvertPoint(cdTransformPoint(walk->pose, cdAdd(corner, walk->info.center)),
                        walk->pass->camera->origin);
}

static void drawPolygon(const Walk *walk, const Polygon *polygon, double width, gxColor color, bool filled) {
    float thickness = (float)(width * walk->pass->view->scale);
    gxColor inner = color;
    inner.a = 70;
    for (int i = 0; i < polygon->count; ++i) {
        vec3s a = placeCorner(walk, polygon->corners[i]);
        vec3s b = placeCorner(walk, polygon->corners[(i + 1) % polygon->count]);
        gxAddLine(&walk->pass->view->front, a, b, thickness, color);
        if (filled && i > 0)
            gxAddFill(&walk->pass->view->fills, placeCorner(walk, polygon->corners[0]), a, b, inner);
    }
}

// The present node's plane as far as the cell went before it; then the cell behind it.
static void drawCell(Walk *walk, const cdTraceEvent *event) {
    if (event->kind == CD_TRACE_INDEX_NODE) {
        cdIndexNode node = cdGetIndexNode(walk->solid, event->a);
        Side plane = {node.normal, node.offset, false};
        Polygon polygon = findPolygon(walk, &plane);
        drawPolygon(walk, &polygon, 2.2, GetRoleColor(CD_ROLE_TRACE), true);
    }
    for (int i = 0; i < walk->count; ++i) {
        Polygon polygon = findPolygon(walk, &walk->sides[i]);
        if (polygon.count > 2) drawPolygon(walk, &polygon, 1.5, GetRoleColor(CD_ROLE_INDEX_CELL), false);
    }
}

static void drawPoint(const Walk *walk, const cdTraceEvent *event) {
    const ViewPass *pass = walk->pass;
    const StageSteps *steps = &pass->stage->steps;
    vec3s at = ConvertPoint(steps->key.point, pass->camera->origin);
    float scale = (float)pass->view->scale;
    bool leaf = event->kind == CD_TRACE_INDEX_LEAF;
    WhereLook look = GetWhereLook(leaf ? (cdWhere)event->a : CD_WHERE_UNDECIDED);
    gxAddPoint(&pass->view->front, at, 12.0f * scale, GetRimColor());
    gxAddPoint(&pass->view->front, at, 8.0f * scale, look.color);
    if (!pass->options->labels) return;
    char name[48] = "the point", text[64];
    if (leaf) cdDescribePlace(walk->solid, (cdPlace){(cdWhere)event->a, event->b}, name, sizeof name);
    snprintf(text, sizeof text, "%s %s", look.sign, name);
    AddLabel(pass, steps->key.point, 14.0 * pass->view->scale, -16.0 * pass->view->scale, text, look.color);
}

void AddIndexSteps(const ViewPass *pass) {
    const StageSteps *steps = &pass->stage->steps;
    const StageSolid *known = FindStageSolid(pass->stage, steps->key.object);
    if (!known || !known->solid) return;
    Walk walk = {.pass = pass,
                 .solid = known->solid,
                 .info = cdGetSolidInfo(known->solid),
                 .pose = pass->stage->objects[steps->key.object].pose};
    addBox(&walk);
    for (int32_t i = 0; i < steps->at; ++i) { // as many as the index is high
        const cdTraceEvent *event = &steps->trace.events[i];
        if (event->kind != CD_TRACE_INDEX_NODE) continue;
        cdIndexNode node = cdGetIndexNode(known->solid, event->a);
        if (event->b > 0)
            addSide(&walk, cdNegate(node.normal), -node.offset, false);
        else
            addSide(&walk, node.normal, node.offset, event->b == 0);
    }
    drawCell(&walk, &steps->shown.event);
    drawPoint(&walk, &steps->shown.event);
}

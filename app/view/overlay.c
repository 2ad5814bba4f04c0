// The results of the algorithms over the picture: contact, spheres, trace, screw. labels.c positions labels.
//
// The library's debug draw provides shapes with roles; this file chooses colours and widths.
#include "view/labels.h"
#include "view/view_data.h"

#include "view/convert.h"
#include "view/marks.h"
#include "view/palette.h"

#include <cglm/struct.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static float getWidth(cdDrawRole role) {
    switch (role) {
    case CD_ROLE_FIRST_CONTACT:
        return 3.0f;
    case CD_ROLE_NORMAL:
        return 3.0f;
    case CD_ROLE_SCREW:
        return 1.8f;
    case CD_ROLE_SPHERE:
        return 1.1f;
    case CD_ROLE_HULL:
    case CD_ROLE_CELL:
        return 0.9f;
    case CD_ROLE_SEPARATOR:
        return 1.8f;
    case CD_ROLE_INDEX:
        return 1.2f;
    case CD_ROLE_INDEX_CELL:
        return 1.5f;
    case CD_ROLE_INSIDE:
    case CD_ROLE_OUTSIDE:
    case CD_ROLE_ON:
        return 3.2f;
    default:
        return 1.3f;
    }
}

// In front of all surfaces, since results inside a solid would be hidden.
static bool isInFront(cdDrawRole role) {
    return role == CD_ROLE_INSIDE || role == CD_ROLE_OUTSIDE || role == CD_ROLE_ON;
}

static void drawSegment(cdVec3 a, cdVec3 b, cdDrawStyle style, void *context) {
    const ViewPass *pass = context;
    const double *origin = pass->camera->origin;
    gxAddLine(isInFront(style.role) ? &pass->view->front : &pass->view->overlay, ConvertPoint(a, origin),
              ConvertPoint(b, origin), getWidth(style.role) * (float)pass->view->scale,
              GetRoleColor(pass->view->theme, style.role));
}

// Faded arrows belong to the touching pairs after the first.
static void drawArrow(cdVec3 from, cdVec3 to, cdDrawStyle style, void *context) {
    const ViewPass *pass = context;
    const double *origin = pass->camera->origin;
    if (!pass->options->normals) return;
    vec3s tail = ConvertPoint(from, origin), tip = ConvertPoint(BoundArrow(pass, from, to), origin);
    float width = (style.fade > 0.0 ? 1.6f : getWidth(style.role)) * (float)pass->view->scale;
    gxAddArrow(&pass->view->front, tail, tip, 0.3f * glms_vec3_distance(tail, tip), width,
               GetRoleColor(pass->view->theme, style.role));
}

static void drawTriangle(cdVec3 a, cdVec3 b, cdVec3 c, cdDrawStyle style, void *context) {
    drawSegment(a, b, style, context);
    drawSegment(b, c, style, context);
    drawSegment(c, a, style, context);
}

static void drawPoint(cdVec3 p, cdDrawStyle style, void *context) {
    const ViewPass *pass = context;
    gxColor color = GetRoleColor(pass->view->theme, style.role);
    if (style.role == CD_ROLE_FIRST_CONTACT && style.fade > 0.0) {
        gxAddPoint(&pass->view->front, ConvertPoint(p, pass->camera->origin), 6.0f * (float)pass->view->scale,
                   color);
    } else if (style.role == CD_ROLE_FIRST_CONTACT) {
        AddMarkPoint(pass, p, 8.0, color);
        TakeLabelPlace(pass, p, 6.0 * pass->view->scale);
    } else if (style.role == CD_ROLE_SEPARATOR || isInFront(style.role)) {
        AddMarkPoint(pass, p, 8.0, color);
    } else {
        gxAddPoint(&pass->view->overlay, ConvertPoint(p, pass->camera->origin),
                   5.0f * (float)pass->view->scale, color);
    }
}

static void drawLabel(cdVec3 p, const char *text, cdDrawStyle style, void *context) {
    const ViewPass *pass = context;
    if (!pass->options->labels) return;
    gxColor color = GetRoleColor(pass->view->theme, style.role);
    if (style.role == CD_ROLE_INDEX) color.a = 255; // lines may be faint, words may not
    AddLabel(pass, p, 12.0 * pass->view->scale, -14.0 * pass->view->scale, text, color);
}

static void drawContact(const ViewPass *pass, const cdDebugDraw *draw) {
    const StageQuery *query = &pass->stage->query;
    if (!query->present || query->obstacle < 0) return;
    const StageObject *moved = &pass->stage->objects[query->object];
    const StageObject *met = &pass->stage->objects[query->obstacle];
    bool hasRegions = pass->stage->regions.present && pass->stage->regions.count > 0;
    if (query->contact.state == CD_CONTACT && hasRegions) {
        // AddRegions draws elements, normals and names.
        drawPoint(query->contact.point, (cdDrawStyle){.role = CD_ROLE_FIRST_CONTACT}, draw->context);
    } else if (query->contact.state == CD_CONTACT) {
        // The pose at contact: an object that slides has moved on since.
        cdPose touching = cdGetPoseAt(&query->motion, query->contact.t.lo);
        double length = GetPixelLength(pass, query->contact.point, 72.0 * pass->view->scale);
        cdTouch touches[STAGE_TOUCH_MAX];
        memcpy(touches, query->touches, sizeof touches);
        cdFirstContactInput input = {
            .meshA = moved->mesh, .meshB = met->mesh, .startB = met->pose, .touches = touches};
        cdDrawFirstContact(draw, &input, &query->contact, touching, length);
    } else if (query->status == STAGE_OVERLAP && pass->stage->regions.deepest < 0) {
        vec3s at = ConvertPoint(query->overlap.point, pass->camera->origin);
        StatusLook look = GetStatusLook(pass->view->theme, STAGE_OVERLAP);
        gxAddRing(&pass->view->front, at, 18.0f * (float)pass->view->scale, look.text);
    }
}

static void drawSphereTrees(const ViewPass *pass, const cdDebugDraw *draw) {
    const Stage *stage = pass->stage;
    int32_t first = stage->selected, second = stage->query.present ? stage->query.obstacle : -1;
    int32_t level = pass->options->treeLevel;
    if (first >= 0) cdDrawSphereTree(draw, stage->objects[first].mesh, stage->objects[first].pose, level);
    if (second >= 0) cdDrawSphereTree(draw, stage->objects[second].mesh, stage->objects[second].pose, level);
}

static void drawTrace(const ViewPass *pass, const cdDebugDraw *draw) {
    const StageQuery *query = &pass->stage->query;
    if (!query->present || query->obstacle < 0 || query->mode != SCENE_CONTINUOUS) return;
    const StageObject *moved = &pass->stage->objects[query->object];
    const StageObject *met = &pass->stage->objects[query->obstacle];
    cdTracedQuery traced = {
        .meshA = moved->mesh, .meshB = met->mesh, .poseA = moved->pose, .poseB = met->pose};
    cdDrawTrace(draw, &pass->stage->trace.record, &traced);
}

// Overlapping hulls leave no position for words, so they go under the status.
static void drawLabelUnderStatus(cdVec3 p, const char *text, cdDrawStyle style, void *context) {
    (void)p;
    const ViewPass *pass = context;
    if (!pass->options->labels) return;
    AddLabelUnderStatus(pass, text, GetRoleColor(pass->view->theme, style.role));
}

// Returns the obstacle whose convex hull is shown: that of the query's proxies, which was hit or, of free
// ones, came nearest; before any query the one with the nearest bounding sphere.
static int32_t chooseProxyObstacle(const Stage *stage, int32_t object) {
    if (stage->query.proxyObstacle >= 0) return stage->query.proxyObstacle;
    int32_t nearest = -1;
    double smallest = INFINITY;
    const StageObject *moved = &stage->objects[object];
    cdVec3 center = cdTransformPoint(moved->pose, moved->info.center);
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        const StageObject *other = &stage->objects[i];
        cdVec3 there = cdTransformPoint(other->pose, other->info.center);
        double gap = cdLength(cdSub(there, center)) - other->info.radius;
        if (i == object || !IsObjectPresent(other) || gap >= smallest) continue;
        nearest = i;
        smallest = gap;
    }
    return nearest;
}

// Draws the hulls of the query: after a long step at both its ends, else at the object's pose.
static void drawProxies(const ViewPass *pass, const cdDebugDraw *draw) {
    const Stage *stage = pass->stage;
    if (stage->scene && stage->scene->drawHulls) stage->scene->drawHulls(&stage->data, draw);
    const StageQuery *query = &stage->query;
    int32_t object = query->present ? query->object : stage->selected;
    if (object < 0) return;
    const StageObject *moved = &stage->objects[object];
    const cdMotion *motion = &query->motion;
    bool far =
        query->present && GetPoseDistance(moved, motion->start, motion->target) > 0.1 * moved->info.radius;
    if (far) cdDrawHull(draw, moved->mesh, motion->start);
    cdDrawHull(draw, moved->mesh, far ? motion->target : moved->pose);
    int32_t obstacle = chooseProxyObstacle(stage, object);
    if (obstacle < 0) return;
    const StageObject *other = &stage->objects[obstacle];
    cdDrawHull(draw, other->mesh, other->pose);
    double size = fmin(moved->info.radius, other->info.radius);
    cdDebugDraw words = *draw;
    if (!query->contact.proxy.separated) words.label = drawLabelUnderStatus;
    if (query->proxyObstacle >= 0) cdDrawProxy(&words, &query->contact.proxy, 0.7 * size);
}

// Locations are less bright than query results.
static void drawThinSegment(cdVec3 a, cdVec3 b, cdDrawStyle style, void *context) {
    const ViewPass *pass = context;
    const double *origin = pass->camera->origin;
    gxColor color = FadeColor(GetRoleColor(pass->view->theme, style.role), 0.8);
    gxAddLine(&pass->view->overlay, ConvertPoint(a, origin), ConvertPoint(b, origin),
              1.7f * (float)pass->view->scale, color);
}

// Draws the probe's point with its location in words, its cell of the index, and the feature it is on.
static void drawProbePoint(const ViewPass *pass, const cdDebugDraw *draw, const cdMesh *solid, cdPose pose) {
    const StageProbe *probe = &pass->stage->probe;
    cdDebugDraw thin = *draw;
    thin.segment = drawThinSegment;
    thin.label = NULL; // the point has a label
    cdDrawLocation(&thin, solid, pose, probe->location);
    cdDrawIndexCell(draw, solid, pose, cdInvTransformPoint(pose, probe->point));
}

// Draws the index of the probed solid, and the query on it.
static void drawIndex(const ViewPass *pass, const cdDebugDraw *draw) {
    const StageProbe *probe = &pass->stage->probe;
    const StageSolid *known = FindStageSolid(pass->stage, probe->object);
    if (!known || !known->solid) return;
    const cdMesh *solid = known->solid;
    cdPose pose = pass->stage->objects[probe->object].pose;
    if (probe->hasPoint) drawProbePoint(pass, draw, solid, pose);
    if (probe->hasSegment) {
        cdSegmentPiece copy[PROBE_PIECE_MAX];
        memcpy(copy, probe->pieces, sizeof copy);
        cdSegmentInput segment = {.mesh = solid,
                                  .p = cdInvTransformPoint(pose, probe->from),
                                  .q = cdInvTransformPoint(pose, probe->to)};
        cdSegmentPieces pieces = {.pieces = copy, .count = probe->pieceCount};
        cdDrawSegmentPieces(draw, pose, &segment, &pieces);
    }
    const StageCulling *culling = &pass->stage->culling;
    if (pass->options->culling && culling->present) {
        const StageSolid *moved = FindStageSolid(pass->stage, culling->object);
        cdDrawCulling(draw, moved->solid, pass->stage->objects[culling->object].pose, culling->result.faces);
    }
    cdDrawIndexPlanes(draw, solid, pose, pass->options->indexDepth);
}

// Draws the paths of the object. A slide has several legs; the screw axis is that of the direct motion.
static void drawMotion(const ViewPass *pass, const cdDebugDraw *draw) {
    const StageQuery *query = &pass->stage->query;
    const StageObject *moved = &pass->stage->objects[query->object];
    if (query->pathCount < 2) {
        cdDrawMotion(draw, &query->motion, moved->mesh, 8);
        return;
    }
    cdPose from = query->motion.start;
    for (int32_t i = 0; i < query->pathCount; ++i) {
        cdMotion part = cdMakeMotion(from, query->path[i], moved->info.center);
        cdDrawPaths(draw, &part, moved->mesh, 8);
        from = query->path[i];
    }
}

void AddViewOverlay(const ViewPass *pass) {
    const ViewOptions *options = pass->options;
    ViewPass copy = *pass; // the callbacks' context is not const
    BeginLabels(pass);
    cdDebugDraw draw = {.segment = drawSegment,
                        .triangle = drawTriangle,
                        .point = drawPoint,
                        .arrow = drawArrow,
                        .label = drawLabel,
                        .context = &copy};
    AddBoxes(pass); // labels avoid its insets
    if (options->gizmo) AddGizmo(pass);
    if (options->ray) AddRay(pass); // its label is at the pointer: others avoid it
    const Scene *scene = pass->stage->scene;
    bool walks = HasStep(pass->stage) && pass->stage->steps.search == STEPS_INDEX; // has its own point
    if (scene && scene->draw && !walks) scene->draw(&pass->stage->data, &draw);
    if (options->sphereTree) drawSphereTrees(pass, &draw);
    if (options->trace) drawTrace(pass, &draw);
    bool steps = HasStep(pass->stage); // the result stays hidden until the end
    AddSteps(pass);
    cdPose onTrail;
    bool plays = pass->stage->query.present && IsOnTrail(pass, pass->stage->query.object, &onTrail);
    if (options->contact && !steps && !plays) { // first, so that its labels keep their positions
        drawContact(pass, &draw);
        AddRegions(pass);
    }
    AddWorld(pass);
    if (options->index && !steps) drawIndex(pass, &draw);
    if (options->proxy) drawProxies(pass, &draw);
    if (options->motion && pass->stage->query.present) drawMotion(pass, &draw);
    AddTrail(pass);
    AddWays(pass);
    if (options->clearance && !steps) AddClearance(pass);
    if (options->labels) {
        AddAway(pass);
        if (!steps && !plays) AddStatusLabel(pass);
        if (!steps) AddOverlapLabels(pass);
        AddGhostLabels(pass);
        AddSensorLabels(pass);
    }
}

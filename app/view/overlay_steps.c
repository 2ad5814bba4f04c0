// The event of a search that is stepped through, over the picture.
//
// Spheres as outlines, at both ends of the part of the step that is of interest, with the path between and
// what is above them in the tree; elements and triangles thick, on both meshes, where the moved one is
// shown; convex hulls with the vector tried and its supporting vertices. What is left out is quieter, and
// has a word.
#include "view/overlay_steps.h"

#include "collision/debug_draw.h"
#include "view/convert.h"
#include "view/inset_steps.h"
#include "view/palette.h"

#include <math.h>

enum { CIRCLE_STEPS = 40, PATH_POINTS = 24, TRAIL_EVENTS = 40 };

gxColor GetStepColor(const cdTraceEvent *event) {
    switch (event->kind) {
    case CD_TRACE_SPHERE_APART:
    case CD_TRACE_LABEL_SKIP:
    case CD_TRACE_FACES_APART:
    case CD_TRACE_TABLE_SKIP:
        return GetStatusLook(STAGE_FREE).text;
    case CD_TRACE_SHORTENED:
        return GetStatusLook(STAGE_CONTACT).text;
    case CD_TRACE_SOLVED:
        return GetStatusLook(event->how == CD_HOW_TOUCHED ? STAGE_CONTACT : STAGE_FREE).text;
    default:
        return GetStatusLook(STAGE_NEAR).text;
    }
}

// --- Lines

static void addLine(const ViewPass *pass, cdVec3 a, cdVec3 b, double width, gxColor color) {
    const double *origin = pass->camera->origin;
    gxAddLine(&pass->view->front, ConvertPoint(a, origin), ConvertPoint(b, origin),
              (float)(width * pass->view->scale), color);
}

// A sphere's outline, as it is seen from far away.
static void addOutline(const ViewPass *pass, cdVec3 center, double radius, double width, gxColor color) {
    double right[3], up[3], forward[3];
    gxGetCameraAxes(pass->camera, right, up, forward);
    cdVec3 x = cdScale(radius, ConvertBack(right)), y = cdScale(radius, ConvertBack(up));
    cdVec3 last = cdAdd(center, x);
    for (int i = 1; i <= CIRCLE_STEPS; ++i) {
        double angle = 6.28318530717958647692 * i / CIRCLE_STEPS;
        cdVec3 next = cdMulAdd(cdMulAdd(center, cos(angle), x), sin(angle), y);
        addLine(pass, last, next, width, color);
        last = next;
    }
}

// --- Spheres

static void addNode(const ViewPass *pass, const cdMesh *mesh, cdPose pose, int32_t node, double width,
                    gxColor color) {
    cdSphereNode sphere = cdGetSphereNode(mesh, node);
    addOutline(pass, cdTransformPoint(pose, sphere.center), sphere.radius, width, color);
}

// The nodes above, the nearer the plainer.
static void addAncestors(const ViewPass *pass, const cdMesh *mesh, cdPose pose, const StepsPath *path,
                         gxColor color) {
    for (int32_t i = 0; i + 1 < path->count; ++i) {
        double share = 0.10 + 0.30 * (i + 1.0) / path->count;
        addNode(pass, mesh, pose, path->nodes[i], 1.0, FadeColor(color, share));
    }
}

// A's sphere where the part of interest begins and where it ends, and the way of its centre.
static void addSweep(const ViewPass *pass, const cdMesh *mesh, gxColor color) {
    const StageSteps *steps = &pass->stage->steps;
    const cdTraceEvent *event = &steps->shown.event;
    cdSphereNode sphere = cdGetSphereNode(mesh, event->a);
    cdPose pose = cdGetPoseAt(&steps->motion, event->t.lo);
    cdVec3 last = cdTransformPoint(pose, sphere.center);
    for (int i = 1; i <= PATH_POINTS; ++i) {
        double t = event->t.lo + (event->t.hi - event->t.lo) * i / PATH_POINTS;
        pose = cdGetPoseAt(&steps->motion, fmin(t, 1.0));
        cdVec3 next = cdTransformPoint(pose, sphere.center);
        addLine(pass, last, next, 1.6, FadeColor(color, 0.8));
        if (i % 6 == 0 && i < PATH_POINTS) addOutline(pass, next, sphere.radius, 1.0, FadeColor(color, 0.35));
        last = next;
    }
    addNode(pass, mesh, cdGetPoseAt(&steps->motion, event->t.lo), event->a, 1.4, FadeColor(color, 0.7));
    addNode(pass, mesh, pose, event->a, 2.6, color);
}

static void addSpheres(const ViewPass *pass, const StepMeshes *meshes, gxColor color) {
    const StepsShown *shown = &pass->stage->steps.shown;
    const cdTraceEvent *event = &shown->event;
    addAncestors(pass, meshes->a, meshes->poseA, &shown->pathA, GetBoxColor(BOX_A));
    addAncestors(pass, meshes->b, meshes->poseB, &shown->pathB, GetBoxColor(BOX_B));
    addNode(pass, meshes->b, meshes->poseB, event->b, 2.6, color);
    addSweep(pass, meshes->a, color);
    if (!pass->options->labels) return;
    cdSphereNode sphere = cdGetSphereNode(meshes->b, event->b);
    const char *word = event->kind == CD_TRACE_SPHERE_APART  ? "apart"
                       : event->kind == CD_TRACE_SPHERE_MEET ? "may meet"
                                                             : "skipped: done before";
    AddLabel(pass, cdTransformPoint(meshes->poseB, sphere.center), 12.0 * pass->view->scale, 0.0, word,
             color);
}

// --- Elements

// The corners of an element, and how many they are.
static int getCorners(const cdMesh *mesh, cdPose pose, cdFeatureKind kind, int32_t index, cdVec3 corners[3]) {
    const cdMeshInfo info = cdGetMeshInfo(mesh);
    cdVec3 center = info.center;
    const cdVec3 *vertices = info.vertices;
    const int32_t *edges = info.edges, *triangles = info.triangles;
    const int32_t *list = kind == CD_FEATURE_EDGE ? edges + 2 * index : triangles + 3 * index;
    int n = kind == CD_FEATURE_VERTEX ? 1 : kind == CD_FEATURE_EDGE ? 2 : 3;
    for (int i = 0; i < n; ++i) {
        int32_t vertex = n == 1 ? index : list[i];
        corners[i] = cdTransformPoint(pose, cdAdd(vertices[vertex], center));
    }
    return n;
}

bool IsStepOfElements(cdTraceKind kind) {
    return kind == CD_TRACE_ELEMENTS || kind == CD_TRACE_SOLVED || kind == CD_TRACE_SHORTENED ||
           kind == CD_TRACE_TABLE_SKIP;
}

bool IsStepOfFaces(cdTraceKind kind) {
    return kind == CD_TRACE_FACES_APART || kind == CD_TRACE_FACES_MEET || kind == CD_TRACE_OVERLAP;
}

bool GetStepElements(const StepMeshes *meshes, const cdTraceEvent *event, StepElements *elements) {
    bool faces = IsStepOfFaces(event->kind);
    if (!faces && !IsStepOfElements(event->kind)) return false;
    bool edges = event->contact == CD_EDGE_EDGE, vertexA = event->contact == CD_VERTEX_FACE;
    cdFeatureKind kindA = faces     ? CD_FEATURE_FACE
                          : edges   ? CD_FEATURE_EDGE
                          : vertexA ? CD_FEATURE_VERTEX
                                    : CD_FEATURE_FACE;
    cdFeatureKind kindB = faces     ? CD_FEATURE_FACE
                          : edges   ? CD_FEATURE_EDGE
                          : vertexA ? CD_FEATURE_FACE
                                    : CD_FEATURE_VERTEX;
    elements->countA = getCorners(meshes->a, meshes->poseA, kindA, event->a, elements->a);
    elements->countB = getCorners(meshes->b, meshes->poseB, kindB, event->b, elements->b);
    return true;
}

static void addCorners(const ViewPass *pass, const cdVec3 *corners, int count, double width, gxColor color) {
    if (count == 1) AddMarkPoint(pass, corners[0], 3.0 * width, color);
    for (int i = 0; count > 1 && i < (count == 2 ? 1 : 3); ++i)
        addLine(pass, corners[i], corners[(i + 1) % count], width, color);
}

static void addElements(const ViewPass *pass, const StepMeshes *meshes, gxColor color) {
    StepElements elements;
    const cdTraceEvent *event = &pass->stage->steps.shown.event;
    if (!GetStepElements(meshes, event, &elements)) return;
    bool skipped = event->kind == CD_TRACE_TABLE_SKIP || event->kind == CD_TRACE_FACES_APART;
    double width = skipped ? 2.2 : 3.6;
    addCorners(pass, elements.b, elements.countB, width, color);
    addCorners(pass, elements.a, elements.countA, width, color);
    if (!pass->options->labels) return;
    const char *word = event->kind == CD_TRACE_TABLE_SKIP    ? "skipped: tested before"
                       : event->kind == CD_TRACE_FACES_APART ? "apart"
                       : event->kind == CD_TRACE_SHORTENED   ? "first contact so far"
                       : event->how == CD_HOW_TOUCHED        ? "touch"
                       : event->how == CD_HOW_MISSED         ? "pass by"
                                                             : "tested";
    AddLabel(pass, elements.b[0], 14.0 * pass->view->scale, -14.0 * pass->view->scale, word, color);
}

// What was tested just before, of the same two meshes.
static void addTrail(const ViewPass *pass, const StepMeshes *meshes) {
    const StageSteps *steps = &pass->stage->steps;
    int32_t done = steps->shown.counts[CD_TRACE_ELEMENTS], first = steps->firsts[CD_TRACE_ELEMENTS];
    int32_t met = FindStepBefore(steps, CD_TRACE_OBSTACLE, steps->at);
    for (int32_t i = 1; i <= TRAIL_EVENTS && i <= done; ++i) {
        int32_t at = steps->order[first + done - i];
        StepElements elements;
        if (at < met || !GetStepElements(meshes, &steps->trace.events[at], &elements)) return;
        gxColor color = FadeColor(GetNoteColor(), 0.7 * (1.0 - (double)i / (TRAIL_EVENTS + 1)));
        addCorners(pass, elements.b, elements.countB, 1.3, color);
        addCorners(pass, elements.a, elements.countA, 1.3, color);
    }
}

// --- Hulls

static void addHullSegment(cdVec3 a, cdVec3 b, cdDrawRole role, void *context) {
    const ViewPass *pass = context;
    gxColor color = GetRoleColor(role);
    color.a = 45;
    addLine(pass, a, b, 0.9, color);
}

static void addHulls(const ViewPass *pass, const StepMeshes *meshes) {
    const StageSteps *steps = &pass->stage->steps;
    ViewPass copy = *pass;
    cdDebugDraw draw = {.segment = addHullSegment, .context = &copy};
    cdDrawHull(&draw, meshes->a, steps->motion.start);
    if (steps->search == STEPS_QUERY) cdDrawHull(&draw, meshes->a, steps->motion.target);
    cdDrawHull(&draw, meshes->b, meshes->poseB);
}

// The supporting vertices p and q, and the vector at p.
static void addVector(const ViewPass *pass, const StepMeshes *meshes) {
    const StageSteps *steps = &pass->stage->steps;
    const cdTraceEvent *event = &steps->shown.event;
    const cdConvex *hull = cdGetMeshInfo(meshes->a).hull;
    if (!hull) return;
    cdConvexInfo info = cdGetConvexInfo(hull);
    int32_t count = info.vertexCount, vertex = event->a, screws = steps->motion.screwCount;
    bool ends = vertex >= info.vertexCount;
    const cdVec3 *vertices = info.vertices;
    if (ends) vertex -= count;
    if (vertex < 0 || vertex >= count) return;
    cdPose pose = cdGetPoseAt(&steps->motion, fmin((event->screw + (ends ? 1.0 : 0.0)) / screws, 1.0));
    cdVec3 p = cdTransformPoint(pose, cdAdd(vertices[vertex], info.center));
    cdVec3 s = {event->c[0], event->c[1], event->c[2]}, r = {event->c[4], event->c[5], event->c[6]};
    cdVec3 q = cdAdd(p, r), tip = cdMulAdd(p, 0.6 * info.radius, s);
    gxColor color = GetRoleColor(CD_ROLE_SEPARATOR);
    const double *origin = pass->camera->origin;
    addLine(pass, p, q, 1.6, FadeColor(GetTextColor(), 0.8));
    gxAddArrow(&pass->view->front, ConvertPoint(p, origin), ConvertPoint(tip, origin),
               (float)(0.12 * info.radius), 3.0f * (float)pass->view->scale, color);
    AddMarkPoint(pass, p, 7.0, GetBoxColor(BOX_A));
    AddMarkPoint(pass, q, 7.0, GetBoxColor(BOX_B));
    if (!pass->options->labels) return;
    double scale = pass->view->scale;
    AddLabel(pass, p, 10.0 * scale, 14.0 * scale, "p", GetBoxColor(BOX_A));
    AddLabel(pass, q, 10.0 * scale, 14.0 * scale, "q", GetBoxColor(BOX_B));
    AddLabel(pass, tip, 8.0 * scale, -10.0 * scale, event->c[8] > 0.0 ? "S separates" : "S", color);
}

// ---

bool FindStepMeshes(const Stage *stage, StepMeshes *meshes) {
    const StageSteps *steps = &stage->steps;
    int32_t obstacle = steps->shown.obstacle;
    if (obstacle < 0 && steps->obstacleCount == 1) obstacle = 0;
    if (obstacle < 0 || obstacle >= steps->obstacleCount) return false;
    meshes->a = stage->objects[steps->key.object].mesh;
    meshes->b = steps->obstacles[obstacle].mesh;
    meshes->poseA = cdGetPoseAt(&steps->motion, steps->shown.t);
    meshes->poseB = steps->obstacles[obstacle].pose;
    return true;
}

void AddSteps(const ViewPass *pass) {
    const StageSteps *steps = &pass->stage->steps;
    const StepsShown *shown = &steps->shown;
    StepMeshes meshes;
    if (!HasStep(pass->stage) || steps->search == STEPS_BOXES) return;
    if (steps->search == STEPS_INDEX) {
        AddIndexSteps(pass);
        return;
    }
    if (!FindStepMeshes(pass->stage, &meshes)) return;
    cdTraceKind kind = shown->event.kind;
    gxColor color = GetStepColor(&shown->event);
    if (pass->options->insets) AddStepInsets(pass, &meshes);
    if (kind == CD_TRACE_VECTOR || kind == CD_TRACE_HULLS) {
        addHulls(pass, &meshes);
        addVector(pass, &meshes);
        return;
    }
    addTrail(pass, &meshes);
    if (kind == CD_TRACE_SPHERE_APART || kind == CD_TRACE_SPHERE_MEET || kind == CD_TRACE_LABEL_SKIP)
        addSpheres(pass, &meshes, color);
    else
        addElements(pass, &meshes, color);
}

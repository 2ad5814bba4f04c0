// Draws the events of a trace on the meshes at given poses; collision/trace.h describes the events.
//
// Input: an event and the poses at which the meshes are shown, best A's at a time of the event. Output: calls
// of the cdDebugDraw callbacks, world frame. (1) A node is its sphere, with the spheres of its ancestors: B's
// at B's pose, A's along its path in the tested interval. Spheres that overlap while their contents are
// disjoint are faint beside the separating plane or range (draw_parting.h). (2) Elements are drawn as
// themselves, planes of boxes by the features on them. (3) Vectors are arrows between the supporting vertices
// found along them [CW96 2]: p of A and q of B; the next vector is this one reflected at r = q - p [CW96 2.2,
// Eq. 2]. (4) A contact region is its first point and normal. (5) A whole trace is the nodes and elements
// that were tested.
#include "collision/boxes.h"
#include "draw/draw_parting.h"
#include "draw/draw_parts.h"
#include "draw/draw_solid.h"
#include "foundation/memory/hooks.h"
#include "foundation/report/recording.h"

#include <math.h>

enum { PATH_STEPS = 32, STEPS_PER_SPHERE = 8 };

typedef struct Scene {
    const cdDebugDraw *draw;
    const cdTraceEvent *event;
    const cdTracedQuery *query;
    const cdMotion *motion; // NULL: A does not move
    cdDrawnMesh a, b;
} Scene;

static Scene makeScene(const cdDebugDraw *draw, const cdTraceEvent *event, const cdTracedQuery *query,
                       cdDrawRole role) {
    return (Scene){.draw = draw,
                   .event = event,
                   .query = query,
                   .motion = query->motion,
                   .a = {query->meshA, query->poseA, {role, CD_OWNER_A, 0.0}},
                   .b = {query->meshB, query->poseB, {role, CD_OWNER_B, 0.0}}};
}

static cdDrawStyle fade(cdDrawStyle style, double share) {
    style.fade = share;
    return style;
}

static void label(const Scene *scene, cdVec3 p, const char *text) {
    cdDrawStyle style = scene->b.style;
    style.owner = CD_OWNER_NONE;
    cdDrawLabel(scene->draw, p, text, style);
}

// --- (1)

static bool isNode(const cdMesh *mesh, int32_t node) {
    return node >= 0 && node < mesh->tree.nodeCount;
}

static cdVec3 getNodeCenter(const cdMesh *mesh, int32_t node) {
    return cdAdd(cdGetNodeVolume(&mesh->tree, node).center, mesh->center);
}

static int32_t countAncestors(const cdSphereTree *tree, int32_t node) {
    int32_t count = 0;
    for (int32_t i = node - 1; i >= 0; i--) {
        if (tree->links[i].firstChild != node && tree->links[i].firstChild + 1 != node) continue;
        node = i;
        count++;
    }
    return count;
}

// Every parent precedes its children, so one backward pass finds them all.
static void drawAncestors(const Scene *scene, const cdDrawnMesh *drawn, int32_t node) {
    const cdSphereTree *tree = &drawn->mesh->tree;
    int32_t total = countAncestors(tree, node), done = 0;
    cdDrawnMesh above = *drawn;
    above.style.role = CD_ROLE_SPHERE;
    for (int32_t i = node - 1; i >= 0 && done < total; i--) {
        if (tree->links[i].firstChild != node && tree->links[i].firstChild + 1 != node) continue;
        node = i;
        above.style.fade = 0.6 + 0.3 * done / total;
        cdDrawNodeSphere(scene->draw, &above, node);
        done++;
    }
}

// Draws A's sphere along its path in the tested interval, in full where it is closest to B's. Returns its
// centre there.
static cdVec3 drawSphereOnPath(const Scene *scene, cdVec3 other) {
    const cdTraceEvent *event = scene->event;
    cdVec3 local = getNodeCenter(scene->a.mesh, event->a), nearest = other;
    double radius = cdGetNodeRadius(&scene->a.mesh->tree, event->a), minDistance = INFINITY;
    cdDrawPath(scene->draw, scene->motion, event->t, local, fade(scene->a.style, 0.2));
    for (int i = 0; i <= PATH_STEPS; i++) {
        double t = cdMin(event->t.lo + (event->t.hi - event->t.lo) * i / PATH_STEPS, 1.0);
        cdVec3 center = cdTransformPoint(cdGetPoseAt(scene->motion, t), local);
        double distance = cdLength(cdSub(center, other));
        if (distance < minDistance) nearest = center;
        minDistance = cdMin(minDistance, distance);
        if (i % STEPS_PER_SPHERE != 0) continue;
        double share = i == 0 || i == PATH_STEPS ? 0.3 : 0.65;
        cdDrawSphere(scene->draw, center, radius, fade(scene->a.style, share));
    }
    bool decides = !cdIsParting(event);
    cdDrawSphere(scene->draw, nearest, radius, decides ? scene->a.style : fade(scene->a.style, 0.6));
    return nearest;
}

static const char *nameNodes(const cdTraceEvent *event) {
    if (event->kind == CD_TRACE_LABEL_SKIP) return "skipped: tested before";
    if (event->kind == CD_TRACE_NODES_MEET) return "may touch";
    switch (event->how) {
    case CD_HOW_SLAB:
        return "disjoint: a plane between their discs";
    case CD_HOW_BOX:
        return "disjoint: a plane between their boxes";
    case CD_HOW_AXIS:
        return "disjoint: ranges about the screw axis";
    case CD_HOW_DISTANCE:
        return "beyond the minimum so far";
    default:
        return "disjoint spheres";
    }
}

static void drawSpheres(const Scene *scene) {
    const cdTraceEvent *event = scene->event;
    if (!isNode(scene->a.mesh, event->a) || !isNode(scene->b.mesh, event->b)) return;
    drawAncestors(scene, &scene->a, event->a);
    drawAncestors(scene, &scene->b, event->b);
    cdVec3 atB = cdTransformPoint(scene->b.pose, getNodeCenter(scene->b.mesh, event->b));
    cdVec3 atA = cdTransformPoint(scene->a.pose, getNodeCenter(scene->a.mesh, event->a));
    bool parting = cdIsParting(event);
    cdDrawnMesh a = scene->a, b = scene->b;
    if (parting) a.style.fade = b.style.fade = 0.6; // the spheres did not decide
    cdDrawNodeSphere(scene->draw, &b, event->b);
    if (scene->motion)
        atA = drawSphereOnPath(scene, atB);
    else
        cdDrawNodeSphere(scene->draw, &a, event->a);
    if (parting)
        atB = cdDrawParting(scene->draw, event, scene->query);
    else
        cdDrawSegment(scene->draw, atA, atB, (cdDrawStyle){scene->a.style.role, CD_OWNER_NONE, 0.4});
    label(scene, atB, nameNodes(event));
}

// --- (2)

static bool isOfFaces(cdTraceKind kind) {
    return kind == CD_TRACE_FACES_DISJOINT || kind == CD_TRACE_FACES_MEET || kind == CD_TRACE_OVERLAP;
}

static const char *nameElements(const cdTraceEvent *event) {
    switch (event->kind) {
    case CD_TRACE_TABLE_SKIP:
        return "skipped: tested before";
    case CD_TRACE_FACES_DISJOINT:
        return event->how == CD_HOW_SIDE   ? "disjoint: a plane through an edge"
               : event->how == CD_HOW_AXIS ? "disjoint: ranges about the screw axis"
                                           : "disjoint: the plane of one";
    case CD_TRACE_SHORTENED:
        return "first contact so far";
    case CD_TRACE_SOLVED:
        return event->how == CD_HOW_TOUCHED ? "touch" : event->how == CD_HOW_MISSED ? "miss" : "tested";
    default:
        return "tested";
    }
}

static void drawElements(const Scene *scene) {
    const cdTraceEvent *event = scene->event;
    bool faces = isOfFaces(event->kind);
    cdFeatureKind kindA = faces ? CD_FEATURE_FACE : cdGetKindOfA(event->contact);
    cdFeatureKind kindB = faces ? CD_FEATURE_FACE : cdGetKindOfB(event->contact);
    cdVec3 cornersA[3], cornersB[3];
    int countA = cdGetElementCorners(scene->a.mesh, kindA, event->a, cornersA);
    int countB = cdGetElementCorners(scene->b.mesh, kindB, event->b, cornersB);
    for (int i = 0; i < countA && scene->motion; i++)
        cdDrawPath(scene->draw, scene->motion, event->t, cornersA[i], fade(scene->a.style, 0.6));
    cdDrawElement(scene->draw, &scene->b, kindB, event->b);
    cdDrawElement(scene->draw, &scene->a, kindA, event->a);
    if (countB > 0) label(scene, cdTransformPoint(scene->b.pose, cornersB[0]), nameElements(event));
}

// Draws a box's feature by its number in collision/boxes.h; a face is two triangles.
static void drawBoxFeature(const cdDebugDraw *draw, const cdDrawnMesh *drawn, cdFeatureKind kind,
                           int32_t index) {
    const cdBoxShape *box = &drawn->mesh->box;
    if (!drawn->mesh->info.isBox || index < 0) return;
    if (kind == CD_FEATURE_VERTEX && index < CD_BOX_CORNERS)
        cdDrawElement(draw, drawn, kind, box->corners[index]);
    if (kind == CD_FEATURE_EDGE && index < CD_BOX_EDGES) cdDrawElement(draw, drawn, kind, box->edges[index]);
    if (kind == CD_FEATURE_FACE && index < CD_BOX_FACES)
        for (int k = 0; k < 2; k++)
            cdDrawElement(draw, drawn, kind, box->faces[index][k]);
}

static void drawRoutePlane(const Scene *scene) {
    const cdTraceEvent *event = scene->event;
    drawBoxFeature(scene->draw, &scene->a, cdGetKindOfA(event->contact), event->a);
    drawBoxFeature(scene->draw, &scene->b, cdGetKindOfB(event->contact), event->b);
}

// --- (3)

static void drawHulls(const Scene *scene) {
    const cdMotion *motion = scene->motion;
    cdDrawHull(scene->draw, scene->a.mesh, motion ? motion->start : scene->a.pose);
    if (motion) cdDrawHull(scene->draw, scene->a.mesh, motion->target);
    cdDrawHull(scene->draw, scene->b.mesh, scene->b.pose);
}

// q is a vertex of B; p = q - r is a vertex of A, thickened along the vector.
static void drawVector(const Scene *scene) {
    const cdTraceEvent *event = scene->event;
    const cdConvex *hull = scene->b.mesh->hull;
    if (hull == NULL) return;
    const cdConvexInfo info = cdGetConvexInfo(hull);
    if (event->b < 0 || event->b >= info.vertexCount) return;
    cdVec3 local = cdAdd(info.vertices[event->b], info.center);
    cdVec3 q = cdTransformPoint(scene->b.pose, local), p = cdSub(q, cdGetEventVector(event, 4));
    cdVec3 tip = cdMulAdd(p, 0.6 * scene->a.mesh->radius, cdGetEventVector(event, 0));
    const cdDrawStyle separator = cdGetStyle(CD_ROLE_SEPARATOR);
    cdDrawSegment(scene->draw, p, q, (cdDrawStyle){CD_ROLE_TRACE, CD_OWNER_NONE, 0.2});
    cdDrawArrow(scene->draw, p, tip, separator);
    cdDrawPoint(scene->draw, p, scene->a.style);
    cdDrawPoint(scene->draw, q, scene->b.style);
    cdDrawLabel(scene->draw, p, "p", scene->a.style);
    cdDrawLabel(scene->draw, q, "q", scene->b.style);
    cdDrawLabel(scene->draw, tip, event->c[8] > 0.0 ? "S separates" : "S", separator);
}

// --- (4)

static void drawRegion(const cdDebugDraw *draw, const cdTraceEvent *event, double length) {
    cdVec3 point = cdGetEventVector(event, 0), normal = cdGetEventVector(event, 3);
    cdDrawPoint(draw, point, cdGetStyle(CD_ROLE_REGION));
    if (cdLengthSq(normal) > 0.0)
        cdDrawArrow(draw, point, cdMulAdd(point, length, normal), cdGetStyle(CD_ROLE_NORMAL));
}

// ---

static cdDrawRole chooseRole(const cdTraceEvent *event) {
    switch (event->kind) {
    case CD_TRACE_NODES_DISJOINT:
    case CD_TRACE_LABEL_SKIP:
    case CD_TRACE_FACES_DISJOINT:
    case CD_TRACE_TABLE_SKIP:
        return CD_ROLE_CULLED;
    case CD_TRACE_SHORTENED:
        return CD_ROLE_FIRST_CONTACT;
    case CD_TRACE_SOLVED:
        return event->how == CD_HOW_MISSED ? CD_ROLE_CULLED : CD_ROLE_FIRST_CONTACT;
    default:
        return CD_ROLE_TRACE;
    }
}

static void drawSearchEvent(const Scene *scene) {
    switch (scene->event->kind) {
    case CD_TRACE_NODES_MEET:
    case CD_TRACE_NODES_DISJOINT:
    case CD_TRACE_LABEL_SKIP:
        drawSpheres(scene);
        break;
    case CD_TRACE_FACES_DISJOINT:
    case CD_TRACE_FACES_MEET:
    case CD_TRACE_OVERLAP:
    case CD_TRACE_TABLE_SKIP:
    case CD_TRACE_ELEMENTS:
    case CD_TRACE_SOLVED:
    case CD_TRACE_SHORTENED:
        drawElements(scene);
        break;
    case CD_TRACE_VECTOR:
        drawHulls(scene);
        drawVector(scene);
        break;
    case CD_TRACE_HULLS:
        drawHulls(scene);
        break;
    case CD_TRACE_ROUTE_PLANE:
        drawRoutePlane(scene);
        break;
    default:
        break;
    }
}

void cdDrawTraceEvent(const cdDebugDraw *draw, const cdTraceEvent *event, const cdTracedQuery *query) {
    if (!CD_REQUIRE(draw && event && query && query->meshA)) return;
    if (event->kind == CD_TRACE_INDEX_NODE || event->kind == CD_TRACE_INDEX_LEAF) {
        cdDrawIndexEvent(draw, event, query);
    } else if (event->kind == CD_TRACE_REGION) {
        drawRegion(draw, event, 0.25 * query->meshA->radius);
    } else if (query->meshB != NULL) {
        const Scene scene = makeScene(draw, event, query, chooseRole(event));
        drawSearchEvent(&scene);
    }
}

// --- (5)

// Marks a node; true if it was not marked before.
static bool takeMark(uint8_t *marks, size_t count, int32_t node) {
    if (marks == NULL || node < 0 || (size_t)node >= count) return true;
    bool first = marks[node] == 0;
    marks[node] = 1;
    return first;
}

void cdDrawTrace(const cdDebugDraw *draw, const cdTrace *trace, const cdTracedQuery *query) {
    if (!CD_REQUIRE(draw && trace && query && query->meshA && query->meshB)) return;
    Scene scene = makeScene(draw, NULL, query, CD_ROLE_SPHERE),
          tested = makeScene(draw, NULL, query, CD_ROLE_TRACE);
    // A search visits the same node many times; without memory for the marks it is drawn as often.
    size_t countA = (size_t)query->meshA->tree.nodeCount, countB = (size_t)query->meshB->tree.nodeCount;
    uint8_t *marksA = cdAllocate(countA + countB), *marksB = marksA != NULL ? marksA + countA : NULL;
    for (int32_t i = 0; i < trace->eventCount; i++) {
        const cdTraceEvent *event = &trace->events[i];
        if (event->kind == CD_TRACE_ELEMENTS) {
            cdDrawElement(draw, &tested.a, cdGetKindOfA(event->contact), event->a);
            cdDrawElement(draw, &tested.b, cdGetKindOfB(event->contact), event->b);
        } else if (event->kind == CD_TRACE_NODES_DISJOINT || event->kind == CD_TRACE_NODES_MEET) {
            if (takeMark(marksA, countA, event->a)) cdDrawNodeSphere(draw, &scene.a, event->a);
            if (takeMark(marksB, countB, event->b)) cdDrawNodeSphere(draw, &scene.b, event->b);
        }
    }
    cdFree(marksA);
}

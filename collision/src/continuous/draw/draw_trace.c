// One event of a trace, drawn on the meshes as they stand; see collision/trace.h for what events say.
//
// Input: an event and the poses at which the meshes are shown, best A's at a time of the event. Output: calls
// of the cdDebugDraw callbacks, world frame. Nodes are drawn by their spheres, elements as themselves, planes
// of boxes by the features on them, vectors as arrows between the supporting vertices found along them
// [CW96 2]: an arrow from A's vertex along the vector, and the difference of the two by which it is
// reflected.
#include "collision/boxes.h"
#include "continuous/draw/draw_parts.h"

static void drawSegment(const cdDebugDraw *draw, cdVec3 a, cdVec3 b, cdDrawRole role) {
    if (draw->segment) draw->segment(a, b, role, draw->context);
}

static void drawPoint(const cdDebugDraw *draw, cdVec3 p, cdDrawRole role) {
    if (draw->point) draw->point(p, role, draw->context);
}

typedef struct Scene {
    const cdDebugDraw *draw;
    const cdMesh *a, *b;
    cdPose poseA, poseB;
} Scene;

static bool placeNode(const cdMesh *mesh, cdPose pose, int32_t node, cdVec3 *center) {
    if (node < 0 || node >= mesh->tree.nodeCount) return false;
    *center = cdTransformPoint(pose, cdAdd(cdGetNodeVolume(&mesh->tree, node).center, mesh->center));
    return true;
}

static void drawSpheres(const Scene *scene, const cdTraceEvent *event, cdDrawRole role) {
    cdVec3 a, b;
    cdDrawNodeSphere(scene->draw, scene->a, scene->poseA, event->a, role);
    cdDrawNodeSphere(scene->draw, scene->b, scene->poseB, event->b, role);
    if (placeNode(scene->a, scene->poseA, event->a, &a) && placeNode(scene->b, scene->poseB, event->b, &b))
        drawSegment(scene->draw, a, b, role);
}

static void drawElements(const Scene *scene, const cdTraceEvent *event, cdDrawRole role) {
    cdDrawElement(scene->draw, scene->a, scene->poseA, cdGetKindOfA(event->contact), event->a, role);
    cdDrawElement(scene->draw, scene->b, scene->poseB, cdGetKindOfB(event->contact), event->b, role);
}

static void drawTriangles(const Scene *scene, const cdTraceEvent *event) {
    cdDrawElement(scene->draw, scene->a, scene->poseA, CD_FEATURE_FACE, event->a, CD_ROLE_TRACE);
    cdDrawElement(scene->draw, scene->b, scene->poseB, CD_FEATURE_FACE, event->b, CD_ROLE_TRACE);
}

// A box's feature by its number in collision/boxes.h: a face is two triangles.
static void drawBoxFeature(const cdDebugDraw *draw, const cdMesh *mesh, cdPose pose, cdFeatureKind kind,
                           int32_t index) {
    const cdBoxShape *box = &mesh->box;
    if (!mesh->info.isBox || index < 0) return;
    if (kind == CD_FEATURE_VERTEX && index < CD_BOX_CORNERS)
        cdDrawElement(draw, mesh, pose, kind, box->corners[index], CD_ROLE_TRACE);
    if (kind == CD_FEATURE_EDGE && index < CD_BOX_EDGES)
        cdDrawElement(draw, mesh, pose, kind, box->edges[index], CD_ROLE_TRACE);
    if (kind == CD_FEATURE_FACE && index < CD_BOX_FACES)
        for (int k = 0; k < 2; k++)
            cdDrawElement(draw, mesh, pose, kind, box->faces[index][k], CD_ROLE_TRACE);
}

static cdVec3 getVector(const cdTraceEvent *event, int first) {
    return (cdVec3){event->c[first], event->c[first + 1], event->c[first + 2]};
}

static void drawVector(const Scene *scene, const cdTraceEvent *event) {
    const cdConvex *hull = scene->b->hull;
    if (hull == NULL) return;
    const cdConvexInfo info = cdGetConvexInfo(hull);
    int32_t vertex = event->b;
    if (vertex < 0 || vertex >= info.vertexCount) return;
    cdVec3 s = getVector(event, 0), m = getVector(event, 4);
    cdVec3 q = cdTransformPoint(scene->poseB, cdAdd(info.vertices[vertex], info.center));
    cdVec3 p = cdSub(q, m); // with its thickness
    double length = cdLength(m);
    drawSegment(scene->draw, p, q, CD_ROLE_TRACE);
    drawSegment(scene->draw, p, cdMulAdd(p, length, s), CD_ROLE_SEPARATOR);
    drawPoint(scene->draw, cdMulAdd(p, length, s), CD_ROLE_SEPARATOR);
    drawPoint(scene->draw, p, CD_ROLE_TRACE);
    drawPoint(scene->draw, q, CD_ROLE_TRACE);
}

void cdDrawSearchEvent(const cdDebugDraw *draw, const cdTraceEvent *event, const cdTracedQuery *query) {
    const Scene scene = {draw, query->meshA, query->meshB, query->poseA, query->poseB};
    switch (event->kind) {
    case CD_TRACE_SPHERE_MEET:
        drawSpheres(&scene, event, CD_ROLE_TRACE);
        break;
    case CD_TRACE_SPHERE_APART:
    case CD_TRACE_LABEL_SKIP:
        drawSpheres(&scene, event, CD_ROLE_SPHERE);
        break;
    case CD_TRACE_FACES_APART:
    case CD_TRACE_FACES_MEET:
    case CD_TRACE_OVERLAP:
        drawTriangles(&scene, event);
        break;
    case CD_TRACE_TABLE_SKIP:
    case CD_TRACE_ELEMENTS:
    case CD_TRACE_SOLVED:
        drawElements(&scene, event, CD_ROLE_TRACE);
        break;
    case CD_TRACE_SHORTENED:
        drawElements(&scene, event, CD_ROLE_FIRST_CONTACT);
        break;
    case CD_TRACE_VECTOR:
        drawVector(&scene, event);
        break;
    case CD_TRACE_ROUTE_PLANE:
        drawBoxFeature(draw, scene.a, scene.poseA, cdGetKindOfA(event->contact), event->a);
        drawBoxFeature(draw, scene.b, scene.poseB, cdGetKindOfB(event->contact), event->b);
        break;
    default:
        break;
    }
}

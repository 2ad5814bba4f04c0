// Results, trees, traces and motions as lines, triangles and points with roles.
//
// Input: what a query answered or recorded. Output: calls of the cdDebugDraw callbacks, world frame. Elements
// are indices into the mesh, whose vertices are stored less its centre, so a pose places `vertex + center`.
#include "continuous/draw/draw_parts.h"
#include "foundation/geometry/screw.h"
#include "foundation/memory/hooks.h"
#include "mesh/mesh_data.h"

#include <stdio.h>

enum { CIRCLE_STEPS = 24, PATH_STEPS = 32 };

static void drawSegment(const cdDebugDraw *draw, cdVec3 a, cdVec3 b, cdDrawRole role) {
    if (draw->segment) draw->segment(a, b, role, draw->context);
}

static void drawPoint(const cdDebugDraw *draw, cdVec3 p, cdDrawRole role) {
    if (draw->point) draw->point(p, role, draw->context);
}

void cdDrawElement(const cdDebugDraw *draw, const cdMesh *mesh, cdPose pose, cdFeatureKind kind,
                   int32_t index, cdDrawRole role) {
    if (kind == CD_FEATURE_VERTEX && index >= 0 && index < mesh->vertexCount) {
        drawPoint(draw, cdPlaceMeshVertex(mesh, pose, index), role);
    } else if (kind == CD_FEATURE_EDGE && index >= 0 && index < mesh->edgeCount) {
        const int32_t *edge = mesh->edges + 2 * (size_t)index;
        drawSegment(draw, cdPlaceMeshVertex(mesh, pose, edge[0]), cdPlaceMeshVertex(mesh, pose, edge[1]),
                    role);
    } else if (kind == CD_FEATURE_FACE && index >= 0 && index < mesh->triangleCount && draw->triangle) {
        const int32_t *corners = mesh->triangles + 3 * (size_t)index;
        draw->triangle(cdPlaceMeshVertex(mesh, pose, corners[0]), cdPlaceMeshVertex(mesh, pose, corners[1]),
                       cdPlaceMeshVertex(mesh, pose, corners[2]), role, draw->context);
    }
}

static void describeFeature(cdFeature feature, char *text, size_t textSize) {
    switch (feature.kind) {
    case CD_FEATURE_VERTEX:
        snprintf(text, textSize, "vertex %d", (int)feature.id);
        break;
    case CD_FEATURE_EDGE:
        snprintf(text, textSize, "edge %d-%d", (int)feature.vertexId[0], (int)feature.vertexId[1]);
        break;
    case CD_FEATURE_FACE:
        snprintf(text, textSize, "face %d", (int)feature.id);
        break;
    default:
        snprintf(text, textSize, "nothing");
        break;
    }
}

void cdDrawFirstContact(const cdDebugDraw *draw, const cdFirstContactInput *input,
                        const cdFirstContact *result, cdPose poseA, double normalLength) {
    if (!CD_REQUIRE(draw && input && input->meshA && input->meshB && result)) return;
    if (result->state != CD_CONTACT) return;
    cdDrawElement(draw, input->meshA, poseA, result->featureA.kind, result->featureA.index,
                  CD_ROLE_FIRST_CONTACT);
    cdDrawElement(draw, input->meshB, input->startB, result->featureB.kind, result->featureB.index,
                  CD_ROLE_FIRST_CONTACT);
    drawPoint(draw, result->point, CD_ROLE_FIRST_CONTACT);
    drawSegment(draw, result->point, cdMulAdd(result->point, normalLength, result->normal), CD_ROLE_NORMAL);
    if (!draw->label) return;
    char partA[64], partB[64], text[160];
    describeFeature(result->featureA, partA, sizeof partA);
    describeFeature(result->featureB, partB, sizeof partB);
    snprintf(text, sizeof text, "%s on %s", partA, partB);
    draw->label(result->point, text, CD_ROLE_FIRST_CONTACT, draw->context);
}

static void drawCircle(const cdDebugDraw *draw, cdVec3 center, cdVec3 x, cdVec3 y, cdDrawRole role) {
    cdVec3 last = cdAdd(center, x);
    for (int i = 1; i <= CIRCLE_STEPS; ++i) {
        double angle = 6.28318530717958647692 * i / CIRCLE_STEPS;
        cdVec3 next = cdMulAdd(cdMulAdd(center, cos(angle), x), sin(angle), y);
        drawSegment(draw, last, next, role);
        last = next;
    }
}

void cdDrawNodeSphere(const cdDebugDraw *draw, const cdMesh *mesh, cdPose pose, int32_t node,
                      cdDrawRole role) {
    if (node < 0 || node >= mesh->tree.nodeCount || !draw->segment) return;
    cdNodeVolume volume = cdGetNodeVolume(&mesh->tree, node);
    cdVec3 center = cdTransformPoint(pose, cdAdd(volume.center, mesh->center));
    cdVec3 x = cdRotate(pose.q, (cdVec3){volume.radius, 0.0, 0.0});
    cdVec3 y = cdRotate(pose.q, (cdVec3){0.0, volume.radius, 0.0});
    cdVec3 z = cdRotate(pose.q, (cdVec3){0.0, 0.0, volume.radius});
    drawCircle(draw, center, x, y, role);
    drawCircle(draw, center, y, z, role);
    drawCircle(draw, center, z, x, role);
}

void cdDrawSphereTree(const cdDebugDraw *draw, const cdMesh *mesh, cdPose pose, int32_t level) {
    if (!CD_REQUIRE(draw && mesh)) return;
    for (int32_t node = 0; node < mesh->tree.nodeCount; ++node) {
        cdSphereNode sphere = cdGetSphereNode(mesh, node);
        bool leaf = sphere.firstChild < 0;
        if (level < 0 ? leaf : sphere.level == level || (leaf && sphere.level < level)) {
            cdDrawNodeSphere(draw, mesh, pose, node, CD_ROLE_SPHERE);
        }
    }
}

cdFeatureKind cdGetKindOfA(cdContactKind contact) {
    switch (contact) {
    case CD_VERTEX_FACE:
        return CD_FEATURE_VERTEX;
    case CD_FACE_VERTEX:
        return CD_FEATURE_FACE;
    case CD_EDGE_EDGE:
        return CD_FEATURE_EDGE;
    default:
        return CD_NO_FEATURE;
    }
}

cdFeatureKind cdGetKindOfB(cdContactKind contact) {
    switch (contact) {
    case CD_VERTEX_FACE:
        return CD_FEATURE_FACE;
    case CD_FACE_VERTEX:
        return CD_FEATURE_VERTEX;
    case CD_EDGE_EDGE:
        return CD_FEATURE_EDGE;
    default:
        return CD_NO_FEATURE;
    }
}

// True the first time for a node.
static bool takeMark(uint8_t *marks, size_t count, int32_t node) {
    if (marks == NULL || node < 0 || (size_t)node >= count) return true;
    bool first = marks[node] == 0;
    marks[node] = 1;
    return first;
}

void cdDrawTrace(const cdDebugDraw *draw, const cdTrace *trace, const cdTracedQuery *query) {
    if (!CD_REQUIRE(draw && trace && query && query->meshA && query->meshB)) return;
    const cdMesh *meshA = query->meshA, *meshB = query->meshB;
    cdPose poseA = query->poseA, poseB = query->poseB;
    // A search meets the same node many times; without memory for the marks it is drawn as often.
    size_t countA = (size_t)meshA->tree.nodeCount, countB = (size_t)meshB->tree.nodeCount;
    uint8_t *drawn = cdAllocate(countA + countB);
    for (int32_t i = 0; i < trace->eventCount; ++i) {
        const cdTraceEvent *event = &trace->events[i];
        if (event->kind == CD_TRACE_ELEMENTS) {
            cdDrawElement(draw, meshA, poseA, cdGetKindOfA(event->contact), event->a, CD_ROLE_TRACE);
            cdDrawElement(draw, meshB, poseB, cdGetKindOfB(event->contact), event->b, CD_ROLE_TRACE);
        } else if (event->kind == CD_TRACE_SPHERE_APART || event->kind == CD_TRACE_SPHERE_MEET) {
            if (takeMark(drawn, countA, event->a))
                cdDrawNodeSphere(draw, meshA, poseA, event->a, CD_ROLE_SPHERE);
            uint8_t *drawnB = drawn != NULL ? drawn + countA : NULL;
            if (takeMark(drawnB, countB, event->b))
                cdDrawNodeSphere(draw, meshB, poseB, event->b, CD_ROLE_SPHERE);
        }
    }
    cdFree(drawn);
}

static void drawPath(const cdDebugDraw *draw, const cdMotion *motion, cdVec3 local) {
    cdVec3 last = cdTransformPoint(motion->start, local);
    for (int i = 1; i <= PATH_STEPS; ++i) {
        cdVec3 next = cdTransformPoint(cdGetPoseAt(motion, (double)i / PATH_STEPS), local);
        drawSegment(draw, last, next, CD_ROLE_SCREW);
        last = next;
    }
    drawPoint(draw, last, CD_ROLE_SCREW);
}

void cdDrawMotion(const cdDebugDraw *draw, const cdMotion *motion, const cdMesh *mesh, int32_t pathCount) {
    if (!CD_REQUIRE(draw && motion && mesh)) return;
    drawPath(draw, motion, mesh->center);
    for (int32_t i = 0; i < pathCount && i < mesh->vertexCount; ++i) {
        int32_t vertex = (int32_t)((int64_t)i * mesh->vertexCount / pathCount) % mesh->vertexCount;
        drawPath(draw, motion, cdAdd(mesh->vertices[vertex], mesh->center));
    }
    cdVec3 point, direction;
    if (!cdGetScrewAxis(motion, &point, &direction)) return;
    double reach = 2.0 * mesh->radius;
    drawSegment(draw, cdMulAdd(point, -reach, direction), cdMulAdd(point, reach, direction), CD_ROLE_SCREW);
    if (draw->label)
        draw->label(cdMulAdd(point, reach, direction), "screw axis", CD_ROLE_SCREW, draw->context);
}

// Draws results of whole paths: the path with its first contact, the minimum distance.
//
// Input: a path and its result. Output: calls of the cdDebugDraw callbacks, world frame. A set is drawn as
// the mean of the centres of its meshes.
#include "draw/draw_parts.h"
#include "foundation/memory/hooks.h"

#include <stdio.h>

static cdVec3 findMiddle(const cdPathInput *input) {
    cdVec3 sum = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < input->shapeCount; i++)
        sum = cdAdd(sum, cdTransformPoint(input->shapes[i].pose, input->shapes[i].mesh->center));
    return cdScale(1.0 / input->shapeCount, sum);
}

// Draws the path of a point, local frame, until a time and after it.
static void drawNodes(const cdDebugDraw *draw, const cdPathNode *nodes, int32_t nodeCount, cdVec3 local,
                      double until) {
    const cdDrawStyle free = cdGetStyle(CD_ROLE_RESOLVED), later = {CD_ROLE_INTENDED, CD_OWNER_NONE, 0.4};
    for (int32_t i = 0; i + 1 < nodeCount; i++) {
        cdMotion motion = cdMakeMotion(nodes[i].pose, nodes[i + 1].pose, local);
        double t = (until - nodes[i].time) / (nodes[i + 1].time - nodes[i].time);
        if (t > 0.0) cdDrawPath(draw, &motion, (cdInterval){0.0, cdMin(t, 1.0)}, local, free);
        if (t < 1.0) cdDrawPath(draw, &motion, (cdInterval){cdMax(t, 0.0), 1.0}, local, later);
    }
}

static void drawContact(const cdDebugDraw *draw, const cdPathInput *input, const cdPathContact *result,
                        double normalLength) {
    const cdFirstContact *contact = &result->contact;
    const cdSlideShape *shape = &input->shapes[result->shape];
    const cdPathObstacle *obstacle = &input->obstacles[contact->obstacle];
    cdPose poseA = cdMulPose(contact->resolvedPose, shape->pose);
    const cdDrawnMesh a = {shape->mesh, poseA, {CD_ROLE_FIRST_CONTACT, CD_OWNER_A, 0.0}};
    const cdDrawnMesh b = {obstacle->mesh, contact->resolvedPoseB, {CD_ROLE_FIRST_CONTACT, CD_OWNER_B, 0.0}};
    const cdDrawStyle style = cdGetStyle(CD_ROLE_FIRST_CONTACT);
    cdDrawElement(draw, &a, contact->featureA.kind, contact->featureA.index);
    cdDrawElement(draw, &b, contact->featureB.kind, contact->featureB.index);
    cdDrawPoint(draw, contact->point, style);
    cdVec3 tip = cdMulAdd(contact->point, normalLength, contact->normal);
    cdDrawArrow(draw, contact->point, tip, cdGetStyle(CD_ROLE_NORMAL));
    if (!draw->label) return;
    char partA[64], partB[64], text[192];
    cdDescribeFeature(contact->featureA, partA, sizeof partA);
    cdDescribeFeature(contact->featureB, partB, sizeof partB);
    snprintf(text, sizeof text, "%s on %s, %.6g s", partA, partB, result->time.lo);
    cdDrawLabel(draw, contact->point, text, style);
}

void cdDrawPathContact(const cdDebugDraw *draw, const cdPathInput *input, const cdPathContact *result,
                       double normalLength) {
    if (!CD_REQUIRE(draw && input && result)) return;
    if (result->contact.reason == CD_REASON_INPUT || input->shapeCount < 1) return;
    cdVec3 middle = findMiddle(input);
    drawNodes(draw, input->nodes, input->nodeCount, middle, result->time.lo);
    for (int32_t i = 0; i < input->nodeCount; i++)
        cdDrawPoint(draw, cdTransformPoint(input->nodes[i].pose, middle), cdGetStyle(CD_ROLE_INTENDED));
    for (int32_t i = 0; i < input->obstacleCount; i++) {
        const cdPathObstacle *obstacle = &input->obstacles[i];
        if (obstacle->nodes)
            drawNodes(draw, obstacle->nodes, obstacle->nodeCount, obstacle->mesh->center, -1.0);
    }
    if (result->contact.state == CD_CONTACT) drawContact(draw, input, result, normalLength);
}

void cdDrawPathClearance(const cdDebugDraw *draw, const cdPathClearance *result) {
    if (!CD_REQUIRE(draw && result)) return;
    if (result->edge < 0) return;
    const cdDrawStyle style = cdGetStyle(CD_ROLE_NORMAL);
    cdDrawSegment(draw, result->pointA, result->pointB, style);
    cdDrawPoint(draw, result->pointA, style);
    cdDrawPoint(draw, result->pointB, style);
    if (!draw->label) return;
    char text[64];
    snprintf(text, sizeof text, "%.6g at %.6g s", result->upper, result->time);
    cdDrawLabel(draw, cdLerp(result->pointA, result->pointB, 0.5), text, style);
}

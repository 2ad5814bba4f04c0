// Draws results of queries as points, lines and arrows: first contacts, convex proxies.
//
// Input: a result. Output: calls of the cdDebugDraw callbacks, world frame. A separating vector is drawn by
// its plane, a framed grid between the supporting points [CW96 2], halfway through the gap. The distance of
// the two points can exceed the gap, by the bulge of A's path.
#include "draw/draw_parts.h"
#include "foundation/memory/hooks.h"

#include <stdio.h>

// --- First contacts

// If several pairs of elements touch at once, each has its point and its normal. At a corner, edges meet
// edges at any angle: normals that disagree with the first one are skipped.
static void drawTouches(const cdDebugDraw *draw, const cdTouch *touches, const cdFirstContact *result,
                        double normalLength) {
    const cdDrawStyle point = {CD_ROLE_FIRST_CONTACT, CD_OWNER_NONE, 0.4};
    const cdDrawStyle arrow = {CD_ROLE_NORMAL, CD_OWNER_NONE, 0.4};
    for (int32_t i = 0; i < result->touchCount && result->touchCount > 1; i++) {
        const cdTouch *touch = &touches[i];
        if (cdDot(touch->normal, result->normal) > 0.9) {
            cdVec3 tip = cdMulAdd(touch->point, 0.5 * normalLength, touch->normal);
            cdDrawArrow(draw, touch->point, tip, arrow);
        }
        cdDrawPoint(draw, touch->point, point);
    }
}

void cdDrawFirstContact(const cdDebugDraw *draw, const cdFirstContactInput *input,
                        const cdFirstContact *result, cdPose poseA, double normalLength) {
    if (!CD_REQUIRE(draw && input && input->meshA && input->meshB && result)) return;
    if (result->state != CD_CONTACT) return;
    const cdDrawnMesh a = {input->meshA, poseA, {CD_ROLE_FIRST_CONTACT, CD_OWNER_A, 0.0}};
    cdPose poseB = input->targetB ? result->resolvedPoseB : input->startB;
    const cdDrawnMesh b = {input->meshB, poseB, {CD_ROLE_FIRST_CONTACT, CD_OWNER_B, 0.0}};
    const cdDrawStyle style = cdGetStyle(CD_ROLE_FIRST_CONTACT);
    if (input->touches) drawTouches(draw, input->touches, result, normalLength);
    cdDrawElement(draw, &a, result->featureA.kind, result->featureA.index);
    cdDrawElement(draw, &b, result->featureB.kind, result->featureB.index);
    cdDrawPoint(draw, result->point, style);
    cdVec3 tip = cdMulAdd(result->point, normalLength, result->normal);
    cdDrawArrow(draw, result->point, tip, cdGetStyle(CD_ROLE_NORMAL));
    if (!draw->label) return;
    char partA[64], partB[64], text[160];
    cdDescribeFeature(result->featureA, partA, sizeof partA);
    cdDescribeFeature(result->featureB, partB, sizeof partB);
    snprintf(text, sizeof text, "%s on %s", partA, partB);
    cdDrawLabel(draw, result->point, text, style);
}

// --- Proxies

static void describe(const cdProxy *proxy, char *text, size_t textSize) {
    if (proxy->ofBoxes) {
        snprintf(text, textSize, "boxes %sseparated: %d plane%s followed", proxy->separated ? "" : "not ",
                 (int)proxy->iterations, proxy->iterations == 1 ? "" : "s");
    } else if (!proxy->separated) {
        snprintf(text, textSize, "hulls not separated: the meshes are tested");
    } else if (proxy->cacheHit) {
        snprintf(text, textSize, "hulls separated: cached");
    } else {
        snprintf(text, textSize, "hulls separated: found in %d step%s", (int)proxy->iterations,
                 proxy->iterations == 1 ? "" : "s");
    }
}

// Draws the plane, the supporting points and their distances from it. Returns the middle of its upper border.
static cdVec3 drawSeparation(const cdDebugDraw *draw, const cdProxy *proxy, cdVec3 middle, double halfSide) {
    double toB = cdDot(proxy->vector, cdSub(proxy->pointB, middle)), toPlane = toB - 0.5 * proxy->gap;
    cdVec3 center = cdMulAdd(middle, toPlane, proxy->vector);
    cdVec3 x = cdScale(halfSide, cdFindSquare(proxy->vector)), y = cdCross(proxy->vector, x);
    const cdDrawStyle style = cdGetStyle(CD_ROLE_SEPARATOR);
    cdDrawPlane(draw, center, x, y);
    double fromA = cdDot(proxy->vector, cdSub(center, proxy->pointA));
    cdDrawSegment(draw, proxy->pointA, cdMulAdd(proxy->pointA, fromA, proxy->vector), style);
    cdDrawSegment(draw, proxy->pointB, cdMulAdd(proxy->pointB, -0.5 * proxy->gap, proxy->vector), style);
    cdDrawPoint(draw, proxy->pointA, style);
    cdDrawPoint(draw, proxy->pointB, style);
    return cdAdd(center, y.y > 0.0 ? y : cdNegate(y));
}

void cdDrawProxy(const cdDebugDraw *draw, const cdProxy *proxy, double halfSide) {
    if (!CD_REQUIRE(draw && proxy)) return;
    if (!proxy->tested) return;
    cdVec3 place = cdLerp(proxy->pointA, proxy->pointB, 0.5);
    if (proxy->separated) place = drawSeparation(draw, proxy, place, halfSide);
    if (!draw->label) return;
    char text[64];
    describe(proxy, text, sizeof text);
    cdDrawLabel(draw, place, text, cdGetStyle(CD_ROLE_SEPARATOR));
}

// Contacts that block a direction, for the proofs by contacts; see trap_work.h.
//
// A point of one mesh, the probe, is above a face of the other, the shell, which bounds a solid. If no other
// part of the shell's surface reaches below the face's plane within a distance, half a ball of that radius
// below the face is solid. The probe is connected, and one of its vertices is outside of the solid. So on a
// free path, after a touch at the start, no point of the probe is ever in the solid.
//
// (1) The points: vertices of either mesh near the other, and points within the contact regions, a fifth of
// the way from their corners to their middle, where the half balls are larger. (2) The vertex outside. (3)
// The half ball.
#include "collision/regions.h"
#include "continuous/nearest/nearest.h"
#include "continuous/nearest/winding.h"
#include "foundation/numbers/rounding.h"
#include "mesh/shapes/closest.h"
#include "paths/trap_work.h"

#include <math.h>

enum { REGIONS = 32, POINTS = 192, VERTICES = 1024, TRIES = 16 };

static const double REACH = 0.05;  // largest gap, in radii of gyration
static const double INWARD = 0.2;  // share of the way from a region's corner to its middle
static const double TOUCH = 16e-6; // depth of a touch, in radii of gyration, at most

// A mesh seen by the other: the probe's points are tested against the shell.
typedef struct View {
    cdTrapWork *work;
    const cdMesh *probe, *shell;
    cdPose poseProbe, poseShell;
    bool isReversed; // the shell is of the set
} View;

static View makeView(cdTrapWork *work, const cdTrapPair *pair, bool isReversed) {
    if (isReversed) return (View){work, pair->b, pair->a, pair->poseB, pair->poseA, true};
    return (View){work, pair->a, pair->b, pair->poseA, pair->poseB, false};
}

static cdVec3 getPlaceOf(const View *view, cdVec3 world) {
    return cdSub(cdInvTransformPoint(view->poseShell, world), view->shell->center);
}

// --- (2)

static bool isOutside(const View *view, int32_t vertex) {
    cdPointStats stats = {0};
    cdVec3 point = getPlaceOf(view, cdPlaceMeshVertex(view->probe, view->poseProbe, vertex));
    double touch = TOUCH * view->work->gyration;
    cdNearestPoint near =
        cdFindNearestPoint(view->shell, point, 2.0 * touch, -1, &view->work->meter, NULL, NULL);
    if (cdIsOut(&view->work->meter) || (near.found && !(near.lower > touch))) return false;
    return cdFindWindingNumber(view->shell, point, &stats) == 0;
}

static bool staysOut(const View *view) {
    const cdMesh *probe = view->probe;
    if (!cdBoundsSolid(view->shell) || probe->rounding > 0.0 || probe->info.componentCount != 1) return false;
    for (int32_t i = 0; i < TRIES; i++)
        if (isOutside(view, (int32_t)((int64_t)i * probe->vertexCount / TRIES))) return true;
    return false;
}

bool cdStaysOutside(cdTrapWork *work, const cdTrapPair *pair, bool isReversed) {
    View view = makeView(work, pair, isReversed);
    return staysOut(&view);
}

// --- (3)

// Returns the distance of a point on a face from the parts of the surface that reach below its plane, at most
// `most`.
static double measureRoom(const View *view, cdVec3 point, cdVec3 normal, double most) {
    const cdMesh *shell = view->shell;
    double level = -cdGetTrapRounding(view->work), leastSq = most * most;
    for (int32_t i = 0; i < shell->triangleCount; i++) {
        const int32_t *corners = shell->triangles + 3 * (size_t)i;
        cdVec3 to[3];
        for (int k = 0; k < 3; k++)
            to[k] = cdSub(shell->vertices[corners[k]], point);
        if (cdDot(normal, to[0]) >= level && cdDot(normal, to[1]) >= level && cdDot(normal, to[2]) >= level)
            continue;
        cdClosest found = cdFindClosestPointTriangle((cdVec3){0.0, 0.0, 0.0}, to[0], to[1], to[2]);
        leastSq = cdMin(leastSq, found.distanceSq);
    }
    return sqrt(leastSq);
}

static bool isSolidBelow(const View *view, cdVec3 foot, cdVec3 normal, double room) {
    cdPointStats stats = {0};
    return cdFindWindingNumber(view->shell, cdMulAdd(foot, -0.5 * room, normal), &stats) != 0;
}

static void addRow(const View *view, cdVec3 world) {
    cdTrapWork *work = view->work;
    double rounding = cdGetTrapRounding(work);
    cdVec3 point = getPlaceOf(view, world);
    if (work->rowCount == CD_TRAP_ROWS) return;
    cdNearestPoint near =
        cdFindNearestPoint(view->shell, point, REACH * work->gyration, -1, &work->meter, NULL, NULL);
    if (!near.found || cdIsOut(&work->meter) || !cdHasArea(view->shell, near.triangle)) return;
    cdVec3 normal = cdGetTriangleNormal(view->shell, near.triangle);
    double gap = cdDot(normal, cdSub(point, near.point));
    if (!(gap > -TOUCH * work->gyration) || !cdSpend(&work->meter, 1 + view->shell->triangleCount / 16))
        return;
    double room = measureRoom(view, near.point, normal, work->gyration) - near.distance - 4.0 * rounding;
    if (!(room > 2.0 * gap && room > 0.0) || !isSolidBelow(view, near.point, normal, room)) return;
    cdVec3 turned = cdRotate(view->poseShell.q, normal);
    work->rows[work->rowCount++] = (cdTrapRow){.point = world,
                                               .normal = view->isReversed ? cdScale(-1.0, turned) : turned,
                                               .gap = cdMax(gap, 0.0) + 4.0 * rounding,
                                               .room = room};
}

// --- (1)

static void addVertexRows(const View *view) {
    const cdMesh *probe = view->probe, *shell = view->shell;
    double far = shell->radius + REACH * view->work->gyration;
    cdVec3 middle = cdTransformPoint(view->poseShell, shell->center);
    int32_t step = 1 + probe->vertexCount / VERTICES;
    for (int32_t i = 0; i < probe->vertexCount && !cdIsOut(&view->work->meter); i += step) {
        cdVec3 world = cdPlaceMeshVertex(probe, view->poseProbe, i);
        if (cdLength(cdSub(world, middle)) <= far) addRow(view, world);
    }
}

// Moves a point to the nearest one of the probe's surface.
static bool moveToProbe(const View *view, cdVec3 *world) {
    cdVec3 point = cdSub(cdInvTransformPoint(view->poseProbe, *world), view->probe->center);
    cdNearestPoint near = cdFindNearestPoint(view->probe, point, REACH * view->work->gyration, -1,
                                             &view->work->meter, NULL, NULL);
    if (near.found) *world = cdTransformPoint(view->poseProbe, cdAdd(near.point, view->probe->center));
    return near.found;
}

static void addRegionRows(const View *view, const cdContactRegions *found) {
    for (int32_t i = 0; i < found->regionCount; i++) {
        const cdContactRegion *region = &found->regions[i];
        const cdVec3 *points = found->points + region->firstPoint;
        cdVec3 middle = {0.0, 0.0, 0.0};
        for (int32_t k = 0; k < region->pointCount; k++)
            middle = cdMulAdd(middle, 1.0 / region->pointCount, points[k]);
        for (int32_t k = 0; k < region->pointCount && region->dimension > 0; k++) {
            cdVec3 world = cdMulAdd(points[k], INWARD, cdSub(middle, points[k]));
            if (moveToProbe(view, &world)) addRow(view, world);
        }
    }
}

// Finds the contact regions of a pair. A mesh without features has none.
static cdContactRegions findRegions(cdTrapWork *work, const cdTrapPair *pair, cdContactRegion *regions,
                                    cdVec3 *points) {
    const cdRegionsInput input = {.meshA = pair->a,
                                  .meshB = pair->b,
                                  .poseA = pair->poseA,
                                  .poseB = pair->poseB,
                                  .regions = regions,
                                  .points = points,
                                  .regionCapacity = REGIONS,
                                  .pointCapacity = POINTS,
                                  .budget = cdGetTrapBudget(work)};
    cdContactRegions found = cdFindContactRegions(&input, NULL, work->workspace, NULL);
    bool good = found.state != CD_UNDECIDED && cdSpend(&work->meter, 1 + found.pairTests);
    return good ? found : (cdContactRegions){0};
}

void cdFindTrapRows(cdTrapWork *work) {
    cdContactRegion regions[REGIONS];
    cdVec3 points[POINTS];
    work->rowCount = 0;
    for (int32_t i = 0; i < cdCountTrapPairs(work) && !cdIsOut(&work->meter); i++) {
        cdTrapPair pair = cdGetTrapPair(work, i);
        cdContactRegions found = findRegions(work, &pair, regions, points);
        for (int reversed = 0; reversed < 2; reversed++) {
            View view = makeView(work, &pair, reversed != 0);
            if (!staysOut(&view)) continue;
            addRegionRows(&view, &found);
            addVertexRows(&view);
        }
    }
}

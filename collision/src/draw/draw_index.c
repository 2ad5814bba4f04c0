// Draws the B-rep index as lines: cut planes, the region of a leaf.
//
// Input: a solid with its pose, a depth or a point. Output: calls of the cdDebugDraw callbacks. A region is
// the intersection of the half-spaces and planes on the path from the root [V90 2]. (1) A plane is a square
// large enough for the box; (2) it is clipped by the sides of the box and by the half-spaces of the region
// [Sutherland and Hodgman 1974]; (3) a 3-D region is drawn by the polygons of all its planes, each clipped by
// all others, a region within a plane by one polygon, a region on a line by the line clipped by the
// half-spaces. (4) A step down the index is the region reached and the part of the next plane in it.
#include "draw/draw_solid.h"

#include "foundation/memory/hooks.h"

#include <stdio.h>

enum { PATH_MAX_COUNT = 512, BOX_SIDES = 6, CORNER_MAX = 96, LABEL_LEVELS = 2 };

// A side of a region: side * (dot(normal, x) - offset) >= 0; side 0: on the plane.
typedef struct Bound {
    cdVec3 normal;
    double offset;
    int side;
} Bound;

typedef struct Region {
    Bound bounds[BOX_SIDES + PATH_MAX_COUNT]; // first those of the box
    int32_t count, onCount;
    double size; // half the box's diagonal
} Region;

typedef struct Polygon {
    cdVec3 corners[CORNER_MAX];
    int32_t count;
} Polygon;

// Begins with the sides of the bounding box, in coordinates less info.center, the centre of the box.
static void beginRegion(const cdSolid *solid, Region *region) {
    const cdSolidInfo *info = &solid->info;
    cdVec3 half = cdScale(0.5, cdSub(info->bounds.upper, info->bounds.lower));
    cdVec3 middle = cdSub(cdLerp(info->bounds.lower, info->bounds.upper, 0.5), info->center);
    double margin = CD_DRAW_BOX_MARGIN * info->radius;
    const double halves[3] = {half.x + margin, half.y + margin, half.z + margin};
    region->count = region->onCount = 0;
    region->size = cdLength(half) + 2.0 * margin;
    for (int i = 0; i < BOX_SIDES; i++) {
        int axis = i / 2;
        cdVec3 normal = {axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
        int side = i % 2 ? 1 : -1;
        double offset = cdDot(normal, middle) - side * halves[axis];
        region->bounds[region->count++] = (Bound){normal, offset, side};
    }
}

static void addBound(Region *region, const cdIndexNode *node, int side) {
    region->bounds[region->count++] = (Bound){node->normal, node->offset, side};
    region->onCount += side == 0;
}

static Polygon makeSquare(const Bound *plane, double halfSide) {
    cdVec3 foot = cdScale(plane->offset, plane->normal);
    cdVec3 x = cdScale(halfSide, cdFindSquare(plane->normal)), y = cdCross(plane->normal, x);
    cdVec3 left = cdSub(foot, x), right = cdAdd(foot, x);
    return (Polygon){{cdSub(left, y), cdSub(right, y), cdAdd(right, y), cdAdd(left, y)}, 4};
}

static double getDepth(const Bound *bound, cdVec3 x) {
    return bound->side * (cdDot(bound->normal, x) - bound->offset);
}

// Keeps corners within `slack` of the side, so that coincident planes do not clip each other away.
static void clip(Polygon *polygon, const Bound *bound, double slack) {
    Polygon rest = {.count = 0};
    for (int32_t i = 0; i < polygon->count; i++) {
        cdVec3 a = polygon->corners[i], b = polygon->corners[(i + 1) % polygon->count];
        double atA = getDepth(bound, a), atB = getDepth(bound, b);
        if (atA >= -slack && rest.count < CORNER_MAX) rest.corners[rest.count++] = a;
        bool crosses = (atA > slack && atB < -slack) || (atA < -slack && atB > slack);
        if (crosses && rest.count < CORNER_MAX) rest.corners[rest.count++] = cdLerp(a, b, atA / (atA - atB));
    }
    *polygon = rest;
}

// Returns the plane of one side, clipped by the region's other sides.
static Polygon cutOut(const Region *region, int32_t plane) {
    Polygon polygon = makeSquare(&region->bounds[plane], 1.5 * region->size);
    for (int32_t i = 0; i < region->count && polygon.count > 0; i++) {
        if (i != plane && region->bounds[i].side != 0)
            clip(&polygon, &region->bounds[i], 1e-12 * region->size);
    }
    return polygon;
}

static void drawOutline(const cdLocalDraw *d, const Polygon *polygon, cdDrawRole role) {
    for (int32_t i = 0; polygon->count >= 3 && i < polygon->count; i++)
        cdDrawLocalLine(d, polygon->corners[i], polygon->corners[(i + 1) % polygon->count], role);
}

// --- Cut planes

// Labels a plane beside its highest corner in the world.
static void labelPlane(const cdLocalDraw *d, const Polygon *polygon, int32_t level) {
    if (d->draw->label == NULL || level > LABEL_LEVELS || polygon->count < 3) return;
    cdVec3 highest = cdTransformLocal(d, polygon->corners[0]);
    for (int32_t i = 1; i < polygon->count; i++) {
        cdVec3 corner = cdTransformLocal(d, polygon->corners[i]);
        if (corner.y > highest.y) highest = corner;
    }
    char text[24];
    snprintf(text, sizeof text, "level %d", (int)level);
    cdDrawLabel(d->draw, highest, text, cdGetStyle(CD_ROLE_INDEX));
}

typedef struct PlaneWalk {
    cdLocalDraw local;
    const cdIndexNode *nodes;
    int32_t depth;
    Region region; // region of the current node
} PlaneWalk;

static void drawPlanes(PlaneWalk *walk, int32_t node) {
    Region *region = &walk->region;
    int32_t level = region->count - BOX_SIDES + 1;
    if (node < 0 || level > walk->depth || walk->nodes[node].dimension != 3) return;
    const cdIndexNode *at = &walk->nodes[node];
    region->bounds[region->count] = (Bound){at->normal, at->offset, 0}; // beyond `count`: clips nothing
    Polygon polygon = cutOut(region, region->count);
    drawOutline(&walk->local, &polygon, CD_ROLE_INDEX);
    labelPlane(&walk->local, &polygon, level);
    for (int side = -1; side <= 1; side += 2) {
        addBound(region, at, side);
        drawPlanes(walk, side < 0 ? at->below : at->above);
        region->count--;
    }
}

void cdDrawIndexPlanes(const cdDebugDraw *draw, const cdMesh *mesh, cdPose pose, int32_t depth) {
    if (!CD_REQUIRE(draw != NULL && mesh != NULL && mesh->solid != NULL)) return;
    const cdSolid *solid = mesh->solid;
    PlaneWalk walk = {.local = {draw, solid->info.center, pose, false}, .nodes = solid->nodes};
    walk.depth = depth < CD_DRAW_DEPTH_MAX ? depth : CD_DRAW_DEPTH_MAX;
    beginRegion(solid, &walk.region);
    drawPlanes(&walk, 0);
}

// --- The region of a leaf

static void drawBox(const cdLocalDraw *d, const Region *region) {
    for (int32_t i = 0; i < 4; i++) { // the other two sides have no edges of their own
        Polygon polygon = cutOut(region, i);
        drawOutline(d, &polygon, CD_ROLE_INDEX_CELL);
    }
}

static void drawSpace(const cdLocalDraw *d, const Region *region) {
    for (int32_t i = 0; i < region->count; i++) {
        Polygon polygon = cutOut(region, i);
        drawOutline(d, &polygon, CD_ROLE_INDEX_CELL);
    }
}

// Draws the intersection line of the first two planes, clipped by the half-spaces.
static void drawLine(const cdLocalDraw *d, const Region *region, const Bound *first, const Bound *second,
                     cdDrawRole role) {
    cdVec3 direction = cdCross(first->normal, second->normal);
    double lengthSq = cdLengthSq(direction), from = -1.5 * region->size, to = 1.5 * region->size;
    if (!(lengthSq > 0.0)) return;
    cdVec3 a = cdScale(first->offset, cdCross(second->normal, direction));
    cdVec3 b = cdScale(second->offset, cdCross(direction, first->normal));
    cdVec3 base = cdScale(1.0 / lengthSq, cdAdd(a, b)); // the line's nearest point to the origin
    direction = cdScale(1.0 / sqrt(lengthSq), direction);
    for (int32_t i = 0; i < region->count; i++) {
        const Bound *bound = &region->bounds[i];
        double slope = bound->side * cdDot(bound->normal, direction), at = getDepth(bound, base);
        if (bound->side == 0 || fabs(slope) < 1e-12) continue;
        if (slope > 0.0)
            from = cdMax(from, -at / slope);
        else
            to = cdMin(to, -at / slope);
    }
    if (from < to) cdDrawLocalLine(d, cdMulAdd(base, from, direction), cdMulAdd(base, to, direction), role);
}

// Finds the indices of the first two planes that contain the region. Returns their number, at most 2.
static int32_t findPlanes(const Region *region, int32_t planes[2]) {
    int32_t found = 0;
    for (int32_t i = 0; i < region->count && found < 2; i++)
        if (region->bounds[i].side == 0) planes[found++] = i;
    return found;
}

static void drawRegion(const cdLocalDraw *d, const Region *region) {
    int32_t planes[2];
    int32_t found = findPlanes(region, planes);
    if (region->onCount == 0) {
        drawSpace(d, region);
    } else if (region->onCount == 1) {
        Polygon polygon = cutOut(region, planes[0]);
        drawOutline(d, &polygon, CD_ROLE_INDEX_CELL);
    } else if (region->onCount == 2 && found == 2) {
        drawLine(d, region, &region->bounds[planes[0]], &region->bounds[planes[1]], CD_ROLE_INDEX_CELL);
    }
}

static bool isInBox(const Region *region, cdVec3 x) {
    for (int32_t i = 0; i < BOX_SIDES; i++)
        if (getDepth(&region->bounds[i], x) < 0.0) return false;
    return true;
}

// Bounds the region by the nodes on a point's path before `node`, or by all of them.
static void followTo(const cdSolid *solid, cdVec3 point, int32_t node, Region *region) {
    int32_t nodes[PATH_MAX_COUNT];
    int8_t sides[PATH_MAX_COUNT];
    int32_t count = cdListIndexPath(solid, point, nodes, sides, PATH_MAX_COUNT);
    for (int32_t i = 0; i < count && i < PATH_MAX_COUNT && nodes[i] != node; i++)
        addBound(region, &solid->nodes[nodes[i]], sides[i]);
}

static void drawCell(const cdDebugDraw *draw, const cdSolid *solid, cdPose pose, cdVec3 point) {
    cdLocation location = cdClassifySolidPoint(solid, point, NULL);
    if (location.kind == CD_LOCATION_UNDECIDED) return;
    Region region;
    beginRegion(solid, &region);
    const cdLocalDraw d = {draw, solid->info.center, pose, location.kind == CD_OUTSIDE};
    cdVec3 x = cdSub(point, solid->info.center);
    if (isInBox(&region, x)) {
        followTo(solid, point, -1, &region);
        drawRegion(&d, &region);
    } else {
        drawBox(&d, &region);
    }
    cdDrawLocalPoint(&d, x, cdGetLocationRole(location));
    cdLabelLocation(&d, solid, x, location);
}

void cdDrawIndexCell(const cdDebugDraw *draw, const cdMesh *mesh, cdPose pose, cdVec3 point) {
    if (CD_REQUIRE(draw != NULL && mesh != NULL && mesh->solid != NULL))
        drawCell(draw, mesh->solid, pose, point);
}

// --- (4)

// Fills a polygon, so that it stands out from the sides of the cell.
static void fillPolygon(const cdLocalDraw *d, const Polygon *polygon) {
    for (int32_t i = 2; i < polygon->count; i++) {
        const cdVec3 corners[3] = {cdTransformLocal(d, polygon->corners[0]),
                                   cdTransformLocal(d, polygon->corners[i - 1]),
                                   cdTransformLocal(d, polygon->corners[i])};
        cdDrawTriangle(d->draw, corners, cdGetStyle(CD_ROLE_INDEX));
    }
}

static void drawNodePlane(const cdLocalDraw *d, Region *region, const cdIndexNode *node) {
    Bound plane = {node->normal, node->offset, 0};
    int32_t planes[2];
    if (region->onCount == 0) {
        region->bounds[region->count] = plane; // beyond `count`: clips nothing
        Polygon polygon = cutOut(region, region->count);
        drawOutline(d, &polygon, CD_ROLE_INDEX);
        fillPolygon(d, &polygon);
    } else if (region->onCount == 1 && findPlanes(region, planes) == 1) {
        drawLine(d, region, &region->bounds[planes[0]], &plane, CD_ROLE_INDEX);
    }
}

// Draws the event's part of the segment; a point if both ends coincide.
static void drawPart(const cdDebugDraw *draw, cdVec3 from, cdVec3 to, bool isNamed) {
    const cdDrawStyle style = cdGetStyle(CD_ROLE_TRACE);
    cdDrawSegment(draw, from, to, style);
    cdDrawPoint(draw, from, style);
    cdDrawPoint(draw, to, style);
    bool isPoint = cdLengthSq(cdSub(to, from)) == 0.0;
    if (isNamed)
        cdDrawLabel(draw, cdLerp(from, to, 0.5), isPoint ? "the point" : "part of the segment", style);
}

void cdDrawIndexEvent(const cdDebugDraw *draw, const cdTraceEvent *event, const cdTracedQuery *query) {
    const cdSolid *solid = query->meshA->solid;
    if (!CD_REQUIRE(solid != NULL)) return;
    bool isNode = event->kind == CD_TRACE_INDEX_NODE && event->a >= 0 && event->a < solid->info.nodeCount;
    if (!isNode && event->kind != CD_TRACE_INDEX_LEAF) return;
    cdVec3 from = cdLerp(query->p, query->q, event->t.lo);
    cdVec3 to = cdLerp(query->p, query->q, event->t.hi), middle = cdLerp(from, to, 0.5);
    drawPart(draw, cdTransformPoint(query->poseA, from), cdTransformPoint(query->poseA, to), isNode);
    if (!isNode) {
        drawCell(draw, solid, query->poseA, middle);
        return;
    }
    const cdLocalDraw d = {draw, solid->info.center, query->poseA, false};
    Region region;
    beginRegion(solid, &region);
    followTo(solid, middle, event->a, &region);
    drawRegion(&d, &region);
    drawNodePlane(&d, &region, &solid->nodes[event->a]);
}

// Sets up the state of two triangles that approach a distance; see offset_pair.h.
#include "continuous/offset/offset_pair.h"
#include "foundation/geometry/screw.h"

// Distances within this many rounding units of the size count as equal. The certificates of
// offset_directions.c lose some hundred of them, nearest points some tens.
static const double toleranceUnits = 1024.0;

static bool isSamePoint(cdVec3 p, cdVec3 q) {
    return p.x == q.x && p.y == q.y && p.z == q.z;
}

// Computes the plane's coordinates along and across an edge: slivers do not spoil these.
static void addFace(cdOffsetShape *shape) {
    cdVec3 along = cdSub(shape->v[1], shape->v[0]), side = cdSub(shape->v[2], shape->v[0]);
    shape->length = cdLength(along);
    shape->along = cdScale(1.0 / shape->length, along);
    cdVec3 rest = cdMulAdd(side, -cdDot(side, shape->along), shape->along);
    if (!(cdLength(rest) > 16.0 * CD_EPSILON * cdLength(side))) return;
    cdVec3 across = cdNormalize(rest);
    // The first subtraction leaves a remainder that is large against the height of a sliver.
    shape->across = cdNormalize(cdMulAdd(across, -cdDot(across, shape->along), shape->along));
    shape->side = cdDot(side, shape->along);
    shape->height = cdDot(side, shape->across);
    shape->hasFace = shape->height > 0.0;
    if (!shape->hasFace) return;
    shape->normal = cdCross(shape->along, shape->across);
    shape->tilt = 8.0 * CD_EPSILON * (shape->length + cdLength(side)) / shape->height;
    shape->hasFace = shape->tilt < 0.25;
}

static cdOffsetShape makeShape(const cdVec3 corners[3], cdVec3 origin) {
    cdOffsetShape shape = {.count = 0};
    for (int i = 0; i < 3; i++) {
        bool known = false;
        for (int k = 0; k < i; k++)
            known = known || isSamePoint(corners[i], corners[k]);
        if (known) continue;
        shape.corner[shape.count] = i;
        shape.v[shape.count++] = cdSub(corners[i], origin);
    }
    shape.edgeCount = shape.count == 3 ? 3 : shape.count - 1;
    if (shape.count == 3) addFace(&shape);
    return shape;
}

static double findExtent(const cdOffsetShape *shape) {
    double extent = 0.0;
    for (int i = 1; i < shape->count; i++)
        extent = cdMax(extent, cdSumAbs(cdSub(shape->v[i], shape->v[0])));
    if (shape->count == 3) extent = cdMax(extent, cdSumAbs(cdSub(shape->v[2], shape->v[1])));
    return extent;
}

static cdOffsetView makeView(const cdScrew *screw, const cdOffsetShape *fixed, const cdVec3 moving[3],
                             const cdOffsetShape *shape, cdVec3 origin) {
    cdOffsetView view = {
        .screw = *screw, .fixed = fixed, .movingCount = shape->count, .fixedExtent = findExtent(fixed)};
    for (int i = 0; i < shape->count; i++) {
        view.moving[i] = cdMakeMovingPoint(screw, moving[shape->corner[i]]);
        view.moving[i].x = cdSub(view.moving[i].x, origin);
    }
    return view;
}

void cdOpenOffsetWork(cdOffsetWork *work, const cdOffsetPair *pair) {
    cdVec3 origin = pair->b[0];
    cdScrew inverse = cdInvertScrew(pair->screw);
    work->a = makeShape(pair->a, origin);
    work->b = makeShape(pair->b, origin);
    work->views[0] = makeView(pair->screw, &work->b, pair->a, &work->a, origin);
    work->views[1] = makeView(&inverse, &work->a, pair->b, &work->b, origin);
    work->distance = pair->distance;
    double speed = 0.0, path = 0.0;
    for (int i = 0; i < work->a.count; i++) {
        speed = cdMax(speed, cdLength(work->views[0].moving[i].b));
        path = cdMax(path, work->views[0].moving[i].bScale);
    }
    // The inverse motion of B's corners rounds by the size of its own terms.
    for (int i = 0; i < work->b.count; i++)
        path = cdMax(path, work->views[1].moving[i].bScale);
    double slide = fabs(pair->screw->s);
    work->speed = (2.0 * speed + slide) * (1.0 + 16.0 * CD_EPSILON) + 16.0 * CD_EPSILON * path;
    work->size = cdSumAbs(work->a.v[0]) + work->views[0].fixedExtent + work->views[1].fixedExtent +
                 2.0 * path + slide + pair->distance;
    work->tolerance = toleranceUnits * CD_EPSILON * work->size;
    for (int i = 0; i < 9; i++)
        work->bounds.distance[i / 3][i % 3] = work->bounds.tau[i / 3][i % 3] = 0.0;
    work->bounds.lastA = work->bounds.lastB = 0;
}

// The plane, or the range about the screw's axis, that separates two nodes whose spheres may meet.
//
// The search decides in floats, many pairs at once, and keeps no axis (grid_rows.h). Here the same tests are
// computed again in doubles, and the axis with the largest gap is recorded.
#include "continuous/search/node_trace.h"
#include "continuous/profiles/axis_profile.h"

// A node's volume in the frame of the query.
typedef struct Volume {
    cdVec3 axes[3];
    double halves[3], radius;
} Volume;

static Volume placeVolume(cdNodeVolume node, const cdMat3 *rotation) {
    Volume volume = {.axes = {node.normal, node.along, cdCross(node.normal, node.along)},
                     .halves = {node.halfHeight, node.halfLength, node.halfWidth},
                     .radius = node.radius};
    for (int i = 0; rotation && i < 3; i++)
        volume.axes[i] = cdMulMat3Vec3(rotation, volume.axes[i]);
    return volume;
}

// Returns half the length of a volume's shadow along a unit direction: of its disc, or of its box.
static double findExtent(const Volume *volume, bool ofBox, cdVec3 direction) {
    if (!ofBox)
        return volume->halves[0] * fabs(cdDot(volume->axes[0], direction)) +
               volume->radius * cdLength(cdCross(volume->axes[0], direction));
    double extent = 0.0;
    for (int i = 0; i < 3; i++)
        extent += volume->halves[i] * fabs(cdDot(volume->axes[i], direction));
    return extent;
}

static void tracePlane(const cdSearch *search, cdTraceEvent *event) {
    cdNodeVolume a = cdGetNodeVolume(&search->a->tree, event->a);
    cdNodeVolume b = cdGetNodeVolume(&search->b->tree, event->b);
    const Volume volumes[2] = {placeVolume(a, &search->span.rotation0), placeVolume(b, NULL)};
    cdMovedVertex center = cdMovePoint(search, a.center);
    cdVec3 from = cdSub(center.from, cdAdd(b.center, search->offsetB));
    cdVec3 to = cdMulAdd(from, search->lambdaEnd, center.step);
    double turned = center.bulge * search->bulgeShare + search->turn * a.radius;
    bool ofBox = event->how == CD_HOW_BOX;
    event->c[6] = -INFINITY;
    for (int i = 0; i < 6; i++) {
        if (!ofBox && i % 3 != 0) continue;
        cdVec3 axis = volumes[i / 3].axes[i % 3];
        double slack = search->inflation + turned * cdLength(cdCross(axis, search->screw->u));
        double first = cdDot(axis, from), last = cdDot(axis, to);
        double between = first * last > 0.0 ? cdMin(fabs(first), fabs(last)) : 0.0;
        double gap =
            between - findExtent(&volumes[0], ofBox, axis) - findExtent(&volumes[1], ofBox, axis) - slack;
        if (!(gap > event->c[6])) continue;
        event->c[5] = i + 1;
        event->c[6] = gap;
        event->c[7] = slack;
    }
}

void cdTraceParting(const cdSearch *search, cdTraceEvent *event) {
    if (event->how == CD_HOW_AXIS)
        event->c[5] = cdFindPartedProfile(search, event->a, event->b, &event->c[6]);
    else
        tracePlane(search, event);
}

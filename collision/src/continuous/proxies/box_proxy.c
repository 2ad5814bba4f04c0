// Describes the separation of two boxes as convex proxies do; see box_meeting.h.
//
// Input: a route, and where it stopped or ends. Output: the plane there as a cdProxy: a unit vector from A
// towards B, the corners next to it, the gap.
#include "continuous/first_contact.h"
#include "continuous/proxies/box_meeting.h"

static cdVec3 getRow(const cdMeetingCoords *coords, int i) {
    return (cdVec3){coords->cosines[3 * i], coords->cosines[3 * i + 1], coords->cosines[3 * i + 2]};
}

// Returns a unit vector in B's axes, from A towards B.
static cdVec3 getVector(const cdMeetingCoords *coords, int32_t direction, double side) {
    static const cdVec3 axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    int k = direction % 3;
    cdVec3 n = direction < 3   ? getRow(coords, k)
               : direction < 6 ? axes[k]
                               : cdCross(getRow(coords, (direction - 6) / 3), axes[k]);
    return cdScale(-side, cdNormalize(n));
}

static cdVec3 getOffset(const cdMeetingCoords *coords) {
    return (cdVec3){coords->alongB[0], coords->alongB[1], coords->alongB[2]};
}

// Where no plane separates the boxes, that of parallel edges, which has no normal, might look best.
static int32_t findShallowestFace(const cdBoxMeeting *meeting, double tau, double *side) {
    double gaps[16], sides[16];
    int32_t direction = 0;
    cdGetRouteGaps(&meeting->route, tau, gaps, sides);
    for (int32_t j = 1; j < 6; j++)
        if (gaps[j] > gaps[direction]) direction = j;
    *side = sides[direction];
    return direction;
}

// Describes the plane of `direction` and `side` at tau, and the corners next to it.
static void describeProxy(const cdSearch *search, const cdBoxMeeting *meeting, double tau, int32_t direction,
                          double side, cdPose poseB, cdProxy *proxy) {
    cdMeetingCoords coords = cdFindMeetingCoords(meeting, tau);
    cdVec3 vector = getVector(&coords, direction, side), a = getOffset(&coords), b;
    for (int i = 0; i < 3; i++) {
        cdVec3 axis = getRow(&coords, i);
        a = cdMulAdd(a, copysign(meeting->route.halfA[i], cdDot(axis, vector)), axis);
    }
    b.x = copysign(meeting->b->half.x, -vector.x);
    b.y = copysign(meeting->b->half.y, -vector.y);
    b.z = copysign(meeting->b->half.z, -vector.z);
    const cdMat3 *axesB = &meeting->b->axes;
    proxy->vector = cdRotate(poseB.q, cdMulMat3Vec3(axesB, vector));
    proxy->pointA = cdGetWorldPoint(search, poseB, cdAdd(meeting->centerB, cdMulMat3Vec3(axesB, a)));
    proxy->pointB = cdGetWorldPoint(search, poseB, cdAdd(meeting->centerB, cdMulMat3Vec3(axesB, b)));
}

void cdDescribeBoxStop(const cdSearch *search, const cdBoxMeeting *meeting, cdRouteStop *stop, cdPose poseB,
                       cdProxy *proxy) {
    if (!(stop->startGap > 0.0)) stop->direction = findShallowestFace(meeting, stop->t, &stop->side);
    proxy->gap = cdMin(stop->startGap, 0.0);
    describeProxy(search, meeting, stop->t, stop->direction, stop->side, poseB, proxy);
}

void cdDescribeBoxEnd(const cdSearch *search, const cdBoxMeeting *meeting, cdPose poseB, cdProxy *proxy) {
    int32_t direction;
    double side, end = search->rootLimit;
    proxy->gap = cdFindWidestGap(&meeting->route, end, meeting->slack, &direction, &side);
    proxy->separated = true;
    describeProxy(search, meeting, end, direction, side, poseB, proxy);
}

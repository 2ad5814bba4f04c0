// Chooses the handles of a way that are shown, and finds the one under the cursor.
#include "view/way_handles.h"

#include <math.h>

// Pixels at scale 1.
static const double spacing = 18.0, reach = 9.0;

bool IsWaypointHandle(double at) {
    return at == floor(at);
}

static bool project(const Way *way, const WaySight *sight, WayHandle *handle) {
    cdVec3 p = cdTransformPoint(GetPoseOnWay(way, sight->center, handle->at), sight->center);
    const double point[3] = {p.x, p.y, p.z};
    return gxProjectPoint(sight->camera, point, sight->width, sight->height, &handle->x, &handle->y);
}

static bool isFree(const WayHandle *handles, int32_t count, const WayHandle *handle, double room) {
    for (int32_t i = 0; i < count; ++i)
        if (hypot(handles[i].x - handle->x, handles[i].y - handle->y) < room) return false;
    return true;
}

static int32_t addHandle(const Way *way, const WaySight *sight, double at, WayHandle *handles,
                         int32_t count) {
    WayHandle handle = {.at = at};
    bool shown = count < WAY_HANDLE_MAX && project(way, sight, &handle) &&
                 isFree(handles, count, &handle, spacing * sight->scale);
    if (shown) handles[count] = handle;
    return count + shown;
}

int32_t ListWayHandles(const Way *way, const WaySight *sight, WayHandle handles[WAY_HANDLE_MAX]) {
    int32_t count = 0, last = way->nodeCount - 1;
    if (last < 1) return 0;
    if (way->lit > 0.0 && way->lit <= last) count = addHandle(way, sight, way->lit, handles, count);
    count = addHandle(way, sight, last, handles, count);
    for (int32_t i = 1; i < last; ++i)
        count = addHandle(way, sight, i, handles, count);
    for (int32_t i = 0; i < last; ++i)
        count = addHandle(way, sight, i + 0.5, handles, count);
    return count;
}

double PickWayHandle(const Way *way, const WaySight *sight, double x, double y) {
    WayHandle handles[WAY_HANDLE_MAX];
    int32_t count = ListWayHandles(way, sight, handles);
    double nearest = reach * sight->scale, at = 0.0;
    for (int32_t i = 0; i < count; ++i) {
        double distance = hypot(handles[i].x - x, handles[i].y - y);
        if (distance > nearest) continue;
        nearest = distance;
        at = handles[i].at;
    }
    return at;
}

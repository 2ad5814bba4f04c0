// Handles of a way: its waypoints and, where there is room, the middles of its edges, to drag.
//
// The first waypoint has none: the object starts there. overlay_way.c draws them, hand/way_hand.c drags them.
#ifndef APP_WAY_HANDLES_H
#define APP_WAY_HANDLES_H

#include "engine/camera.h"
#include "view/way.h"

enum { WAY_HANDLE_MAX = 64 };

// The picture of a way: its object's centre, mesh frame; camera, size in pixels, scale of letters.
typedef struct WaySight {
    cdVec3 center;
    const gxCamera *camera;
    int width, height;
    double scale;
} WaySight;

typedef struct WayHandle {
    double at;   // time on the way: whole for a waypoint, else of the middle of an edge
    double x, y; // pixels of the picture
} WayHandle;

// Lists handles that are not crowded: of several near each other the lit one or the first. Waypoints have
// precedence over middles. Returns their number.
int32_t ListWayHandles(const Way *way, const WaySight *sight, WayHandle handles[WAY_HANDLE_MAX]);
// Returns the time on the way of the handle at a position in the picture; 0: no handle.
double PickWayHandle(const Way *way, const WaySight *sight, double x, double y);
bool IsWaypointHandle(double at);

#endif

// Drags of waypoints of the way out (services/way_edges.h).
//
// A dragged waypoint slides among the obstacles, as an object in hand does: Ctrl turns it, the wheel moves it
// in depth. Both edges beside it are certified again after each step. Dragging the middle of an edge adds a
// waypoint there. If obstacles move, all edges are certified again.
#ifndef APP_WAY_HAND_H
#define APP_WAY_HAND_H

#include "services/app.h"

// Returns the time on the way of the handle under the cursor; 0: no handle.
double FindWayHandle(const App *app);
// Highlights the waypoint in hand, else the one under the cursor.
void LightWayHandle(App *app);

// Grabs a waypoint, or the middle of an edge.
void TakeWaypoint(App *app, double at);
// Ends the drag; `keeps` false: the way is as before.
void DropWaypoint(App *app, bool keeps);

// Moves the waypoint in hand, and certifies open edges. Called once a frame.
void UpdateWayHand(App *app);
// True while edges are left to certify.
bool IsWayOpen(const App *app);

// Undo and redo of edits. Return false if the last step was another one.
bool UndoWay(App *app);
bool RedoWay(App *app);

// Describes the waypoint in hand, or why the way is not certified. Returns false if there is nothing to say.
bool DescribeWayHand(const App *app, char *text, size_t textSize);

#endif

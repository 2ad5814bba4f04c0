// Handles around the selected object: their geometry, and picking by the cursor.
//
// Three arrows move the object along an axis, three squares in a plane; three rings turn it about an axis.
// Their size on the screen does not depend on the distance. overlay_gizmo.c draws them, hand/handles.c drags
// the object by them.
#ifndef APP_GIZMO_H
#define APP_GIZMO_H

#include "engine/camera.h"
#include "stage/stage.h"

// Arrows along an axis, squares across an axis, rings about an axis.
typedef enum GizmoHandle {
    GIZMO_NONE = 0,
    GIZMO_ARROW_X,
    GIZMO_ARROW_Y,
    GIZMO_ARROW_Z,
    GIZMO_SQUARE_X,
    GIZMO_SQUARE_Y,
    GIZMO_SQUARE_Z,
    GIZMO_RING_X,
    GIZMO_RING_Y,
    GIZMO_RING_Z,
    GIZMO_HANDLE_COUNT
} GizmoHandle;

typedef struct Gizmo {
    cdVec3 center, axes[3]; // of its object, or the centre of its group; world frame
    cdVec3 towards;         // from the center to the eye, unit
    double length;          // of an arrow; world frame
    double pixel;           // height of a pixel at the center, times the scale of letters
} Gizmo;

// The picture of the gizmo: camera, size in pixels, scale of letters.
typedef struct GizmoSight {
    const gxCamera *camera;
    int width, height;
    double scale;
} GizmoSight;

// Computes the gizmo of the selected object. Returns false if no movable object is selected, or if it lies
// behind the eye.
bool MakeGizmo(const Stage *stage, GizmoSight sight, bool isLocal, Gizmo *gizmo);
int GetHandleAxis(GizmoHandle handle); // 0, 1, 2
bool IsArrow(GizmoHandle handle);
bool IsSquare(GizmoHandle handle);
// False for an arrow that points at the eye, and for a square or a ring seen edge-on.
bool IsHandleShown(const Gizmo *gizmo, GizmoHandle handle);
// Returns the ends of an arrow.
void GetArrow(const Gizmo *gizmo, int axis, cdVec3 *from, cdVec3 *to);
// Returns a point of a ring; `turn` in radians.
cdVec3 GetRingPoint(const Gizmo *gizmo, int axis, double turn);
// True on the half of a ring that is nearer to the eye.
bool IsBefore(const Gizmo *gizmo, cdVec3 point);
// Returns the corners of a square, in order.
void GetSquare(const Gizmo *gizmo, int axis, cdVec3 corners[4]);
// Returns the handle at a position in the picture, pixels from its top left.
GizmoHandle PickHandle(const Gizmo *gizmo, GizmoSight sight, double x, double y);

#endif

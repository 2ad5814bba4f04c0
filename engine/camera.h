// A camera that turns about a target, +Y up: orbit, pan, zoom to the cursor, fly.
//
// Positions are in double precision. Everything is drawn relative to `origin`, which the caller subtracts
// first. The origin follows the target when the view is so close that single precision would not suffice.
//
// For stereo the eye moves sideways, with an off-axis frustum: the plane through the target that faces the
// camera stays fixed in the picture, and points before it appear in front of the screen.
//
// An orthographic camera shows the plane through the target at the same size as a perspective one: its
// picture is 2 tan(fov / 2) distance high at every depth. Nothing is behind it, and stereo does not affect
// it.
#ifndef GX_CAMERA_H
#define GX_CAMERA_H

#include <cglm/types-struct.h>
#include <stdbool.h>

typedef struct gxCamera {
    double target[3];
    double yaw, pitch;  // radians; yaw 0 looks along -z, pitch > 0 looks down
    double distance;    // from the eye to the target
    double fov;         // vertical, radians
    double sceneRadius; // radius of the sphere about the scene's centre that the far plane must not clip
    double origin[3];
    double eyeShift; // of the eye to the right, as a fraction of the distance; 0: one eye
    bool orthographic;
} gxCamera;

// A camera's matrices and frame for a viewport of a given size.
typedef struct gxView {
    mat4s view, projection, viewProjection; // from coordinates relative to the camera's origin
    vec3s eye, right, up, forward; // eye: relative to the origin; orthographic: far behind everything
    int width, height;             // pixels
    float pixelSize;               // height of a pixel at distance 1; orthographic: at any distance
    bool orthographic;
} gxView;

gxCamera gxMakeCamera(const double eye[3], const double target[3], double fov, double sceneRadius);
gxView gxGetView(const gxCamera *camera, int width, int height);
void gxGetCameraAxes(const gxCamera *camera, double right[3], double up[3], double forward[3]);
void gxGetCameraEye(const gxCamera *camera, double eye[3]);

void gxOrbitCamera(gxCamera *camera, double yaw, double pitch);
// Moves the target so that points at its depth follow the mouse by (dx, dy) pixels.
void gxPanCamera(gxCamera *camera, double dx, double dy, int viewHeight);
// Scales the distance. The point under the cursor at the target's depth stays fixed. (x, y) in pixels of the
// view.
void gxZoomCamera(gxCamera *camera, double factor, double x, double y, int width, int height);
// Moves eye and target along the camera's axes, in length units.
void gxFlyCamera(gxCamera *camera, double right, double up, double forward);
// Moves eye and target by a vector in the world frame.
void gxMoveCamera(gxCamera *camera, const double by[3]);
// Fits a sphere into the view; keeps the direction of view.
void gxFrameSphere(gxCamera *camera, const double center[3], double radius, int width, int height);

// True if both have the same position and direction of view.
bool gxIsSameCamera(const gxCamera *a, const gxCamera *b);
// Interpolates between two cameras, smooth at both ends: share 0 is the first, 1 the second. The distance
// changes geometrically; angles take the shorter path.
gxCamera gxBlendCameras(const gxCamera *from, const gxCamera *to, double share);

// Computes the unit direction from a point of the world to the eye. Constant for an orthographic camera.
void gxGetDirectionToEye(const gxCamera *camera, const double point[3], double direction[3]);
// Returns the height of one pixel at a point of the world, as a length; 0 behind the eye.
double gxGetPixelLength(const gxCamera *camera, const double point[3], int height);
// Computes the ray through a pixel, in the world frame (not relative to the camera's origin), direction unit.
// An orthographic camera's ray begins before the whole scene.
void gxGetPixelRay(const gxCamera *camera, double x, double y, int width, int height, double origin[3],
                   double direction[3]);
// Projects a point of the world to pixels from the view's top left. Returns false behind the eye of a
// perspective camera.
bool gxProjectPoint(const gxCamera *camera, const double point[3], int width, int height, double *x,
                    double *y);

#endif

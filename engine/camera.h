// A camera that turns about a target, +Y up: orbit, pan, zoom to the cursor, fly.
//
// Positions are kept in double precision. Everything is drawn relative to `origin`, a point that follows the
// target when the view goes so close that single precision would not do; whoever draws subtracts it first.
//
// For stereo the eye goes aside while the plane through the target that faces the camera keeps its place in
// the picture (an off-axis frustum): what lies before it appears before the screen.
//
// An orthographic camera shows the plane through the target as large as one in perspective does: its picture
// is as high as 2 tan(fov / 2) distance, at every depth. Nothing is behind it, and stereo has no effect on
// it.
#ifndef GX_CAMERA_H
#define GX_CAMERA_H

#include <cglm/struct.h>
#include <stdbool.h>

typedef struct gxCamera {
    double target[3];
    double yaw, pitch;  // radians; yaw 0 looks along -z, pitch > 0 looks down
    double distance;    // of the eye from the target
    double fov;         // of the vertical, radians
    double sceneRadius; // what must not be cut off by the far plane, about the scene's centre
    double origin[3];
    double eyeShift; // of the eye to the right, as a share of the distance; 0: one eye
    bool orthographic;
} gxCamera;

// What a camera sees through a viewport of a given size.
typedef struct gxView {
    mat4s view, projection, viewProjection; // of coordinates less the camera's origin
    vec3s eye, right, up, forward;          // eye less the origin; of an orthographic camera far behind all
    int width, height;                      // pixels
    float pixelSize;                        // height of a pixel at distance 1; orthographic: at any distance
    bool orthographic;
} gxView;

gxCamera gxMakeCamera(const double eye[3], const double target[3], double fov, double sceneRadius);
gxView gxGetView(const gxCamera *camera, int width, int height);
void gxGetCameraAxes(const gxCamera *camera, double right[3], double up[3], double forward[3]);
void gxGetCameraEye(const gxCamera *camera, double eye[3]);

void gxOrbitCamera(gxCamera *camera, double yaw, double pitch);
// Moves the target so that what lies at its depth follows the mouse by (dx, dy) pixels.
void gxPanCamera(gxCamera *camera, double dx, double dy, int viewHeight);
// Scales the distance; the point under the cursor at the target's depth stays there. (x, y) in pixels of the
// view.
void gxZoomCamera(gxCamera *camera, double factor, double x, double y, int width, int height);
// Moves eye and target along the camera's axes, lengths.
void gxFlyCamera(gxCamera *camera, double right, double up, double forward);
// Moves eye and target by a vector of the world.
void gxMoveCamera(gxCamera *camera, const double by[3]);
// Looks at a sphere from the present direction so that it fills the view.
void gxFrameSphere(gxCamera *camera, const double center[3], double radius, int width, int height);

// True if both look the same way from the same place.
bool gxIsSameCamera(const gxCamera *a, const gxCamera *b);
// Between two cameras, smooth at both ends: share 0 is the first, 1 the second. Distances change by equal
// factors; angles take the shorter way.
gxCamera gxBlendCameras(const gxCamera *from, const gxCamera *to, double share);

// The direction from a point of the world to the eye, unit; all the same for an orthographic camera.
void gxGetDirectionToEye(const gxCamera *camera, const double point[3], double direction[3]);
// The height of a pixel at a point of the world, as a length; 0 behind the eye.
double gxGetPixelLength(const gxCamera *camera, const double point[3], int height);
// The ray through a pixel: origin less nothing, in the world, direction unit. An orthographic camera's ray
// begins before everything of the scene.
void gxGetPixelRay(const gxCamera *camera, double x, double y, int width, int height, double origin[3],
                   double direction[3]);
// Where a point of the world appears, in pixels from the view's top left; false behind the eye of a camera in
// perspective.
bool gxProjectPoint(const gxCamera *camera, const double point[3], int width, int height, double *x,
                    double *y);

#endif

// The camera's frame from two angles, and the functions that move it.
#include "engine/camera.h"

#include <cglm/struct.h>
#include <math.h>
#include <string.h>

// Just below vertical, where yaw is undefined; the difference is less than a pixel.
static const double pitchLimit = 0.5 * 3.14159265358979323846 - 1e-6;

static double clamp(double value, double lower, double upper) {
    return fmin(fmax(value, lower), upper);
}

// Single precision has 24 bits: with the origin at most 200 distances away, about 4 bits remain below one
// pixel.
static void followTarget(gxCamera *camera) {
    double offset = 0.0;
    for (int i = 0; i < 3; ++i)
        offset = fmax(offset, fabs(camera->target[i] - camera->origin[i]));
    if (offset > 200.0 * camera->distance) memcpy(camera->origin, camera->target, sizeof camera->origin);
}

gxCamera gxMakeCamera(const double eye[3], const double target[3], double fov, double sceneRadius) {
    gxCamera camera = {.fov = clamp(fov, 0.05, 2.5), .sceneRadius = sceneRadius};
    double d[3];
    for (int i = 0; i < 3; ++i) {
        camera.target[i] = camera.origin[i] = target[i];
        d[i] = eye[i] - target[i];
    }
    camera.distance = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    if (!(camera.distance > 0.0)) {
        camera.distance = 1.0;
        d[0] = d[1] = 0.0;
        d[2] = 1.0;
    }
    camera.yaw = atan2(d[0], d[2]);
    camera.pitch = clamp(asin(clamp(d[1] / camera.distance, -1.0, 1.0)), -pitchLimit, pitchLimit);
    return camera;
}

void gxGetCameraAxes(const gxCamera *camera, double right[3], double up[3], double forward[3]) {
    double sy = sin(camera->yaw), cy = cos(camera->yaw), sp = sin(camera->pitch), cp = cos(camera->pitch);
    double r[3] = {cy, 0.0, -sy}, u[3] = {-sy * sp, cp, -cy * sp}, f[3] = {-sy * cp, -sp, -cy * cp};
    memcpy(right, r, sizeof r);
    memcpy(up, u, sizeof u);
    memcpy(forward, f, sizeof f);
}

void gxGetCameraEye(const gxCamera *camera, double eye[3]) {
    double right[3], up[3], forward[3], shift = camera->orthographic ? 0.0 : camera->eyeShift;
    gxGetCameraAxes(camera, right, up, forward);
    for (int i = 0; i < 3; ++i)
        eye[i] = camera->target[i] + camera->distance * (shift * right[i] - forward[i]);
}

// Returns an upper bound of the scene's distance from the target.
static double getReach(const gxCamera *camera) {
    double reach = 0.0;
    for (int i = 0; i < 3; ++i)
        reach += (camera->target[i] - camera->origin[i]) * (camera->target[i] - camera->origin[i]);
    return sqrt(reach) + 4.0 * camera->sceneRadius;
}

// Returns the height of a pixel in the plane through the target.
static double getTargetPixel(const gxCamera *camera, int height) {
    return 2.0 * tan(0.5 * camera->fov) * camera->distance / fmax(height, 1);
}

static vec3s toFloat(const double v[3]) {
    return (vec3s){{(float)v[0], (float)v[1], (float)v[2]}};
}

// The matrices work near the target, where single precision suffices. Light is computed from an eye far
// behind, where all lines of sight are nearly parallel.
static void projectInParallel(gxView *view, const gxCamera *camera, double reach) {
    double pixel = getTargetPixel(camera, view->height), distance = camera->distance;
    float halfHeight = (float)(0.5 * pixel * fmax(view->height, 1));
    float halfWidth = (float)(0.5 * pixel * fmax(view->width, 1));
    view->projection = glms_ortho(-halfWidth, halfWidth, -halfHeight, halfHeight, (float)(distance - reach),
                                  (float)(distance + reach));
    view->pixelSize = (float)pixel;
    view->orthographic = true;
    view->eye = glms_vec3_sub(view->eye, glms_vec3_scale(view->forward, (float)(20.0 * reach)));
}

gxView gxGetView(const gxCamera *camera, int width, int height) {
    double right[3], up[3], forward[3], eye[3], reach = getReach(camera);
    gxGetCameraAxes(camera, right, up, forward);
    gxGetCameraEye(camera, eye);
    for (int i = 0; i < 3; ++i)
        eye[i] -= camera->origin[i];
    double far = camera->distance + reach;
    double near = fmax(0.02 * camera->distance, 1e-6 * far);
    gxView view = {.width = width,
                   .height = height,
                   .eye = toFloat(eye),
                   .right = toFloat(right),
                   .up = toFloat(up),
                   .forward = toFloat(forward),
                   .pixelSize = (float)(2.0 * tan(0.5 * camera->fov) / fmax(height, 1))};
    view.view = glms_look(view.eye, view.forward, view.up);
    if (camera->orthographic) {
        projectInParallel(&view, camera, reach);
    } else {
        view.projection = glms_perspective((float)camera->fov, (float)width / fmaxf((float)height, 1.0f),
                                           (float)near, (float)far);
        view.projection.col[2].x = (float)-camera->eyeShift * view.projection.col[0].x; // the target stays
    }
    view.viewProjection = glms_mat4_mul(view.projection, view.view);
    return view;
}

void gxOrbitCamera(gxCamera *camera, double yaw, double pitch) {
    camera->yaw = remainder(camera->yaw + yaw, 2.0 * 3.14159265358979323846);
    camera->pitch = clamp(camera->pitch + pitch, -pitchLimit, pitchLimit);
}

void gxPanCamera(gxCamera *camera, double dx, double dy, int viewHeight) {
    double right[3], up[3], forward[3];
    gxGetCameraAxes(camera, right, up, forward);
    double unit = getTargetPixel(camera, viewHeight);
    for (int i = 0; i < 3; ++i)
        camera->target[i] += unit * (dy * up[i] - dx * right[i]);
    followTarget(camera);
}

void gxZoomCamera(gxCamera *camera, double factor, double x, double y, int width, int height) {
    double smallest = 1e-7 * camera->sceneRadius, largest = 20.0 * camera->sceneRadius;
    double distance = clamp(camera->distance * factor, smallest, largest);
    double shrink = 1.0 - distance / camera->distance;
    double unit = getTargetPixel(camera, height);
    double right[3], up[3], forward[3];
    gxGetCameraAxes(camera, right, up, forward);
    for (int i = 0; i < 3; ++i) {
        camera->target[i] += shrink * unit * ((x - 0.5 * width) * right[i] + (0.5 * height - y) * up[i]);
    }
    camera->distance = distance;
    followTarget(camera);
}

void gxFlyCamera(gxCamera *camera, double right, double up, double forward) {
    double r[3], u[3], f[3];
    gxGetCameraAxes(camera, r, u, f);
    for (int i = 0; i < 3; ++i)
        camera->target[i] += right * r[i] + up * u[i] + forward * f[i];
    // Without perspective, moving forward would change nothing: it zooms instead.
    if (camera->orthographic) camera->distance *= exp(-forward / camera->distance);
    followTarget(camera);
}

void gxMoveCamera(gxCamera *camera, const double by[3]) {
    for (int i = 0; i < 3; ++i)
        camera->target[i] += by[i];
    followTarget(camera);
}

void gxFrameSphere(gxCamera *camera, const double center[3], double radius, int width, int height) {
    double aspect = (double)width / fmax(height, 1);
    double half = tan(0.5 * camera->fov) * fmin(1.0, aspect);
    memcpy(camera->target, center, sizeof camera->target);
    double share = camera->orthographic ? half : sin(atan(half)); // as a fraction of the distance
    camera->distance = fmax(1.15 * radius / share, 1e-7 * camera->sceneRadius);
    followTarget(camera);
}

bool gxIsSameCamera(const gxCamera *a, const gxCamera *b) {
    return memcmp(a->target, b->target, sizeof a->target) == 0 &&
           memcmp(a->origin, b->origin, sizeof a->origin) == 0 && a->yaw == b->yaw && a->pitch == b->pitch &&
           a->distance == b->distance && a->fov == b->fov && a->sceneRadius == b->sceneRadius &&
           a->eyeShift == b->eyeShift && a->orthographic == b->orthographic;
}

gxCamera gxBlendCameras(const gxCamera *from, const gxCamera *to, double share) {
    double s = share * share * (3.0 - 2.0 * share);
    gxCamera camera = *to;
    for (int i = 0; i < 3; ++i)
        camera.target[i] = from->target[i] + s * (to->target[i] - from->target[i]);
    camera.yaw = from->yaw + s * remainder(to->yaw - from->yaw, 2.0 * 3.14159265358979323846);
    camera.pitch = from->pitch + s * (to->pitch - from->pitch);
    camera.distance = from->distance * pow(to->distance / from->distance, s);
    camera.fov = from->fov + s * (to->fov - from->fov);
    return camera;
}

// Computes how far a point lies right of the picture's middle, above it, and before the eye.
static void getEyeCoordinates(const gxCamera *camera, const double point[3], double coordinates[3]) {
    double right[3], up[3], forward[3], eye[3];
    gxGetCameraAxes(camera, right, up, forward);
    gxGetCameraEye(camera, eye);
    coordinates[0] = coordinates[1] = coordinates[2] = 0.0;
    for (int i = 0; i < 3; ++i) {
        double offset = point[i] - (camera->orthographic ? camera->target[i] : eye[i]);
        coordinates[0] += offset * right[i];
        coordinates[1] += offset * up[i];
        coordinates[2] += (point[i] - eye[i]) * forward[i];
    }
}

void gxGetDirectionToEye(const gxCamera *camera, const double point[3], double direction[3]) {
    double right[3], up[3], forward[3], eye[3], length = 0.0;
    gxGetCameraAxes(camera, right, up, forward);
    gxGetCameraEye(camera, eye);
    for (int i = 0; i < 3; ++i) {
        direction[i] = camera->orthographic ? -forward[i] : eye[i] - point[i];
        length += direction[i] * direction[i];
    }
    for (int i = 0; i < 3; ++i)
        direction[i] = length > 0.0 ? direction[i] / sqrt(length) : -forward[i];
}

double gxGetPixelLength(const gxCamera *camera, const double point[3], int height) {
    double coordinates[3];
    if (camera->orthographic) return getTargetPixel(camera, height);
    getEyeCoordinates(camera, point, coordinates);
    return 2.0 * tan(0.5 * camera->fov) * fmax(coordinates[2], 0.0) / fmax(height, 1);
}

static void getParallelRay(const gxCamera *camera, double x, double y, double origin[3],
                           double direction[3]) {
    double right[3], up[3], reach = getReach(camera);
    gxGetCameraAxes(camera, right, up, direction);
    for (int i = 0; i < 3; ++i)
        origin[i] = camera->target[i] + x * right[i] + y * up[i] - reach * direction[i];
}

void gxGetPixelRay(const gxCamera *camera, double x, double y, int width, int height, double origin[3],
                   double direction[3]) {
    double right[3], up[3], forward[3], length = 0.0, fromMiddle = x - 0.5 * width, above = 0.5 * height - y;
    if (camera->orthographic) {
        double pixel = getTargetPixel(camera, height);
        getParallelRay(camera, pixel * fromMiddle, pixel * above, origin, direction);
        return;
    }
    gxGetCameraAxes(camera, right, up, forward);
    gxGetCameraEye(camera, origin);
    double unit = 2.0 * tan(0.5 * camera->fov) / fmax(height, 1);
    for (int i = 0; i < 3; ++i) {
        direction[i] =
            forward[i] - camera->eyeShift * right[i] + unit * (fromMiddle * right[i] + above * up[i]);
        length += direction[i] * direction[i];
    }
    for (int i = 0; i < 3; ++i)
        direction[i] /= sqrt(length);
}

bool gxProjectPoint(const gxCamera *camera, const double point[3], int width, int height, double *x,
                    double *y) {
    double coordinates[3];
    getEyeCoordinates(camera, point, coordinates);
    if (camera->orthographic) {
        double pixel = getTargetPixel(camera, height);
        *x = 0.5 * width + coordinates[0] / pixel;
        *y = 0.5 * height - coordinates[1] / pixel;
        return true;
    }
    if (!(coordinates[2] > 0.0)) return false;
    double unit = 2.0 * tan(0.5 * camera->fov) / fmax(height, 1);
    *x = 0.5 * width + (coordinates[0] / coordinates[2] + camera->eyeShift) / unit;
    *y = 0.5 * height - coordinates[1] / (unit * coordinates[2]);
    return true;
}

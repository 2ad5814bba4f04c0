// Chooses the camera of a path's picture.
//
// Directions on a few circles are compared: the path should be seen from the side, the normal at the mark,
// too, and a ray from the mark to the eye should meet no mesh. Then the picture is moved and scaled until the
// points of the path, of the set's poses and of near obstacles fill it.
#include "commands/path_story.h"
#include "view/convert.h"

#include "collision/ray.h"

#include <math.h>

enum { YAW_COUNT = 24, PITCH_COUNT = 3, FIT_ROUNDS = 6, POINTS_OF_MESH = 300 };
static const double PITCHES[PITCH_COUNT] = {0.3, 0.5, 0.8};
static const double FIRST_YAW = 0.35, FOV = 0.6;
static const double NEAR = 2.0;        // obstacles count within so many radii of the path
static const double FILLED = 0.84;     // share of the picture
static const double ON_SURFACE = 1e-4; // start of a ray to the eye, radii from the mark

// Bounding box of points.
typedef struct Box {
    cdVec3 lower, upper;
} Box;

static void addSphere(Box *box, cdVec3 center, double radius) {
    box->lower = (cdVec3){fmin(box->lower.x, center.x - radius), fmin(box->lower.y, center.y - radius),
                          fmin(box->lower.z, center.z - radius)};
    box->upper = (cdVec3){fmax(box->upper.x, center.x + radius), fmax(box->upper.y, center.y + radius),
                          fmax(box->upper.z, center.z + radius)};
}

// Returns the radius of a sphere that contains the set on its whole path.
static double getPathBounds(const PathStory *story, cdVec3 *center) {
    Box box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (int32_t i = 0; i <= STORY_SAMPLES; i++)
        addSphere(&box, story->samples[i].middle, story->ownRadius);
    *center = cdLerp(box.lower, box.upper, 0.5);
    return 0.5 * cdLength(cdSub(box.upper, box.lower));
}

double GetStoryBounds(const PathStory *story, cdVec3 *center) {
    cdVec3 middle;
    double radius = getPathBounds(story, &middle);
    Box box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    addSphere(&box, middle, radius);
    for (int32_t i = 0; i < story->job->obstacleCount; i++) {
        const cdPathObstacle *obstacle = &story->job->obstacles[i];
        cdMeshInfo info = cdGetMeshInfo(obstacle->mesh);
        cdVec3 at = cdTransformPoint(GetStoryObstaclePose(obstacle, story->time), info.center);
        if (cdLength(cdSub(at, middle)) + info.radius <= NEAR * radius) addSphere(&box, at, info.radius);
    }
    *center = cdLerp(box.lower, box.upper, 0.5);
    return 0.5 * cdLength(cdSub(box.upper, box.lower));
}

// --- The direction

static bool isHit(const cdMesh *mesh, cdPose pose, cdVec3 from, cdVec3 direction) {
    const cdRayInput ray = {
        .mesh = mesh, .pose = pose, .origin = from, .direction = direction, .anyHit = true};
    return cdFindRayHit(&ray, NULL, NULL, NULL).state == CD_CONTACT;
}

// True if nothing is between the mark and an eye in this direction.
static bool isMarkVisible(const PathStory *story, cdVec3 toEye) {
    const PathJob *job = story->job;
    cdVec3 from = cdMulAdd(story->mark, ON_SURFACE * story->ownRadius, toEye);
    for (int32_t i = 0; i < job->shapeCount; i++)
        if (isHit(job->shapes[i].mesh, cdMulPose(story->pose, job->shapes[i].pose), from, toEye))
            return false;
    for (int32_t i = 0; i < job->obstacleCount; i++) {
        cdPose pose = GetStoryObstaclePose(&job->obstacles[i], story->time);
        if (isHit(job->obstacles[i].mesh, pose, from, toEye)) return false;
    }
    return true;
}

static double rateDirection(const PathStory *story, cdVec3 toEye, double pitch) {
    double seen = 0.0, whole = 1e-300;
    for (int32_t i = 0; i < STORY_SAMPLES; i++) {
        cdVec3 step = cdSub(story->samples[i + 1].middle, story->samples[i].middle);
        cdVec3 across = cdMulAdd(step, -cdDot(step, toEye), toEye);
        seen += cdLength(across);
        whole += cdLength(step);
    }
    double rating = seen / whole - fabs(pitch - PITCHES[1]) * 0.5;
    if (cdLengthSq(story->normal) > 0.0) rating += 0.5 * (1.0 - fabs(cdDot(story->normal, toEye)));
    return rating + (isMarkVisible(story, toEye) ? 1.0 : 0.0);
}

// --- The frame

// The picture's box of points, in pixels.
typedef struct Frame {
    const gxCamera *camera;
    int width, height;
    double left, right, top, bottom;
} Frame;

static void addPoint(Frame *frame, cdVec3 p) {
    const double point[3] = {p.x, p.y, p.z};
    double x, y;
    if (!gxProjectPoint(frame->camera, point, frame->width, frame->height, &x, &y)) return;
    frame->left = fmin(frame->left, x);
    frame->right = fmax(frame->right, x);
    frame->top = fmin(frame->top, y);
    frame->bottom = fmax(frame->bottom, y);
}

static void addMesh(Frame *frame, const cdMesh *mesh, cdPose pose) {
    cdMeshInfo info = cdGetMeshInfo(mesh);
    int32_t step = 1 + info.vertexCount / POINTS_OF_MESH;
    for (int32_t i = 0; i < info.vertexCount; i += step)
        addPoint(frame, cdTransformPoint(pose, cdAdd(info.center, info.vertices[i])));
}

static Frame findFrame(const PathStory *story, const gxCamera *camera, int width, int height) {
    Frame frame = {camera, width, height, INFINITY, -INFINITY, INFINITY, -INFINITY};
    const PathJob *job = story->job;
    cdVec3 middle;
    double radius = getPathBounds(story, &middle);
    for (int32_t k = 0; k < story->ghostCount; k++)
        for (int32_t i = 0; i < job->shapeCount; i++)
            addMesh(&frame, job->shapes[i].mesh,
                    cdMulPose(story->samples[story->ghosts[k]].pose, job->shapes[i].pose));
    for (int32_t i = 0; i < job->obstacleCount; i++) {
        cdPose pose = GetStoryObstaclePose(&job->obstacles[i], story->time);
        cdMeshInfo info = cdGetMeshInfo(job->obstacles[i].mesh);
        cdVec3 at = cdTransformPoint(pose, info.center);
        if (cdLength(cdSub(at, middle)) + info.radius <= NEAR * radius)
            addMesh(&frame, job->obstacles[i].mesh, pose);
    }
    addPoint(&frame, story->mark);
    return frame;
}

void FrameStory(const PathStory *story, gxCamera *camera, int width, int height) {
    cdVec3 center;
    double radius = GetStoryBounds(story, &center);
    const double at[3] = {center.x, center.y, center.z};
    gxFrameSphere(camera, at, radius, width, height);
    for (int i = 0; i < FIT_ROUNDS; i++) {
        Frame frame = findFrame(story, camera, width, height);
        double share = fmax((frame.right - frame.left) / width, (frame.bottom - frame.top) / height);
        if (!(share > 0.0) || !isfinite(share)) return;
        gxPanCamera(camera, 0.5 * (width - frame.left - frame.right),
                    0.5 * (height - frame.top - frame.bottom), height);
        camera->distance *= share / FILLED;
    }
}

gxCamera ChooseStoryCamera(const PathStory *story, int width, int height) {
    cdVec3 center;
    double radius = GetStoryBounds(story, &center), best = -INFINITY;
    const double target[3] = {center.x, center.y, center.z};
    const double eye[3] = {center.x, center.y, center.z + 3.0 * radius};
    gxCamera camera = gxMakeCamera(eye, target, FOV, 4.0 * radius), chosen = camera;
    for (int i = 0; i < PITCH_COUNT * YAW_COUNT; i++) {
        double right[3], up[3], forward[3];
        camera.yaw = FIRST_YAW + 2.0 * 3.141592653589793 * (i / PITCH_COUNT) / YAW_COUNT;
        camera.pitch = PITCHES[i % PITCH_COUNT];
        gxGetCameraAxes(&camera, right, up, forward);
        double rating = rateDirection(story, cdNegate(ConvertBack(forward)), camera.pitch);
        if (rating <= best) continue;
        best = rating;
        chosen = camera;
    }
    FrameStory(story, &chosen, width, height);
    return chosen;
}

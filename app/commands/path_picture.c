// Draws a path: the obstacles, the set shortly before its contact or where it is nearest to them, its ghosts
// along the path, and the path in the colours of the clearance; below, the clearance over time.
//
// The path is that of the set's middle. After a contact it is dashed, and its ghosts are grey.
#include "commands/path_picture.h"
#include "commands/path_chart.h"
#include "commands/path_drawing.h"
#include "engine/headless.h"
#include "engine/target.h"
#include "stage/shown/fine_surface.h"
#include "view/convert.h"
#include "view/palette.h"
#include "view/picture_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SAMPLE_COUNT = 4 };
static const double CHART_SHARE = 0.24; // of the picture's height
static const float GHOST_OPACITY = 0.20f, LATER_OPACITY = 0.10f;

// --- Surfaces

// Returns a mesh on the graphics card. @errors NULL: out of memory
static gxGpuMesh *findGpuMesh(Drawing *drawing, const cdMesh *mesh) {
    for (int32_t i = 0; i < drawing->meshCount; i++)
        if (drawing->meshes[i] == mesh) return drawing->gpu[i];
    gxSurface surface = MakeMeshSurface(mesh);
    gxLevels none = {.count = 0}; // one picture does not repay them
    gxGpuMesh *made = surface.vertices != NULL ? gxCreateLevelledGpuMesh(&surface, &none) : NULL;
    gxDestroySurface(&surface);
    if (made == NULL) return NULL;
    drawing->meshes[drawing->meshCount] = mesh;
    drawing->gpu[drawing->meshCount++] = made;
    return made;
}

static bool addItem(Drawing *drawing, const cdMesh *mesh, cdPose pose, vec3s color, float opacity) {
    gxGpuMesh *gpu = findGpuMesh(drawing, mesh);
    if (gpu == NULL) return false;
    cdMeshInfo info = cdGetMeshInfo(mesh);
    bool isClosed = info.closed && info.manifold && info.oriented && info.volume > 0.0;
    drawing->items[drawing->itemCount++] =
        (gxItem){.mesh = gpu,
                 .model = ConvertPose(pose, info.center, drawing->camera.origin),
                 .color = color,
                 .opacity = opacity,
                 .closed = isClosed,
                 .castsShadow = opacity >= 1.0f};
    return true;
}

static bool addSet(Drawing *drawing, cdPose pose, vec3s color, float opacity) {
    const PathJob *job = drawing->story.job;
    for (int32_t i = 0; i < job->shapeCount; i++)
        if (!addItem(drawing, job->shapes[i].mesh, cdMulPose(pose, job->shapes[i].pose), color, opacity))
            return false;
    return true;
}

static vec3s toSurfaceColor(gxColor c) {
    return (vec3s){{(float)c.r / 255.0f, (float)c.g / 255.0f, (float)c.b / 255.0f}};
}

static bool addGhosts(Drawing *drawing) {
    const PathStory *story = &drawing->story;
    double near = 0.6 * story->ownRadius;
    for (int32_t k = 0; k < story->ghostCount; k++) {
        const StoryPose *at = &story->samples[story->ghosts[k]];
        bool isEnd = k == 0 || k + 1 == story->ghostCount, isLater = IsAfterContact(story, at->time);
        double away = cdLength(cdSub(at->middle, cdTransformPoint(story->pose, story->ownMiddle)));
        if (!isEnd && away < near) continue;
        gxColor color =
            isLater ? GetNoteColor(THEME_DARK) : GetPartColor(story, GetStoryPart(story, at->time));
        float opacity = isLater ? LATER_OPACITY : isEnd ? 1.5f * GHOST_OPACITY : GHOST_OPACITY;
        if (!addSet(drawing, at->pose, toSurfaceColor(color), opacity)) return false;
    }
    return true;
}

static bool addObstacles(Drawing *drawing) {
    const PathStory *story = &drawing->story;
    for (int32_t i = 0; i < story->job->obstacleCount; i++) {
        const cdPathObstacle *obstacle = &story->job->obstacles[i];
        cdPose pose = GetStoryObstaclePose(obstacle, story->time);
        if (!addItem(drawing, obstacle->mesh, pose, GetIdleColor(i), 1.0f)) return false;
        if (obstacle->nodes == NULL) continue;
        cdPose ends[2] = {obstacle->nodes[0].pose, obstacle->nodes[obstacle->nodeCount - 1].pose};
        for (int k = 0; k < 2; k++)
            if (!addItem(drawing, obstacle->mesh, ends[k], GetIdleColor(i), 0.12f)) return false;
    }
    return true;
}

// Shapes, obstacles and ghosts. @errors false: out of memory
static bool addSurfaces(Drawing *drawing) {
    const PathJob *job = drawing->story.job;
    size_t most = (size_t)job->shapeCount * (STORY_GHOSTS + 1) + 3 * (size_t)job->obstacleCount;
    size_t meshes = (size_t)job->shapeCount + (size_t)job->obstacleCount;
    drawing->items = calloc(most, sizeof *drawing->items);
    drawing->gpu = calloc(meshes, sizeof(gxGpuMesh *));
    drawing->meshes = calloc(meshes, sizeof(cdMesh *));
    if (drawing->items == NULL || drawing->gpu == NULL || drawing->meshes == NULL) return false;
    const PathStory *story = &drawing->story;
    StageStatus status = GetPathStatus(story);
    vec3s color = status == STAGE_FREE ? toSurfaceColor(GetPartColor(story, GetStoryPart(story, story->time)))
                                       : GetStatusLook(THEME_DARK, status).color;
    return addObstacles(drawing) && addSet(drawing, drawing->story.pose, color, 1.0f) && addGhosts(drawing);
}

// --- The picture

static double getLowest(const cdMesh *mesh, cdPose pose) {
    cdMeshInfo info = cdGetMeshInfo(mesh);
    double lowest = INFINITY;
    for (int32_t i = 0; i < info.vertexCount; i++)
        lowest = fmin(lowest, cdTransformPoint(pose, cdAdd(info.center, info.vertices[i])).y);
    return lowest - info.roundingRadius;
}

// The ground is below everything.
static gxGround makeGround(const Drawing *drawing, cdVec3 center, double radius) {
    const PathStory *story = &drawing->story;
    const PathJob *job = story->job;
    double lowest = INFINITY;
    for (int32_t i = 0; i < job->obstacleCount; i++) {
        cdPose pose = GetStoryObstaclePose(&job->obstacles[i], story->time);
        lowest = fmin(lowest, getLowest(job->obstacles[i].mesh, pose));
    }
    for (int32_t k = 0; k < story->ghostCount * job->shapeCount; k++) {
        const cdSlideShape *shape = &job->shapes[k % job->shapeCount];
        const StoryPose *at = &story->samples[story->ghosts[k / job->shapeCount]];
        lowest = fmin(lowest, getLowest(shape->mesh, cdMulPose(at->pose, shape->pose)));
    }
    center.y = lowest;
    double spacing = pow(10.0, floor(log10(0.3 * radius)));
    const double *origin = drawing->camera.origin;
    return (gxGround){
        .shown = isfinite(lowest),
        .colors = GetGroundColors(THEME_DARK),
        .center = ConvertPoint(center, origin),
        .radius = (float)(3.0 * radius),
        .spacing = (float)spacing,
        .phase = {(float)(-fmod(origin[0], 10.0 * spacing)), (float)(-fmod(origin[2], 10.0 * spacing))}};
}

static void drawScene(Drawing *drawing) {
    cdVec3 center;
    double radius = GetStoryBounds(&drawing->story, &center);
    gxPicture picture = {.view = gxGetView(&drawing->camera, drawing->def->width, drawing->viewHeight),
                         .shrink = 1,
                         .below = drawing->chartHeight,
                         .strip = GetInsetGroundColor(THEME_DARK),
                         .tolerance = 0.2f,
                         .items = drawing->items,
                         .itemCount = drawing->itemCount,
                         .backdrop = GetBackdrop(THEME_DARK),
                         .ground = makeGround(drawing, center, radius),
                         .shadowCenter = ConvertForDrawing(drawing, center),
                         .shadowRadius = (float)(1.5 * radius),
                         .overlay = &drawing->overlay,
                         .front = &drawing->front};
    gxDrawPicture(drawing->renderer, &picture);
}

static bool openDrawing(Drawing *drawing) {
    const PathPicture *def = drawing->def;
    drawing->headless = gxCreateHeadless();
    if (drawing->headless == NULL) return false;
    drawing->scale = fmax(0.7, def->height / 800.0);
    drawing->chartHeight = (int)(CHART_SHARE * def->height);
    drawing->viewHeight = def->height - drawing->chartHeight;
    drawing->renderer = gxCreateRenderer();
    drawing->text = gxCreateTextRenderer((float)(16.0 * drawing->scale));
    drawing->target = gxCreateTarget(def->width, def->height, SAMPLE_COUNT);
    return drawing->renderer != NULL && drawing->text != NULL && drawing->target.framebuffer != 0;
}

static void closeDrawing(Drawing *drawing) {
    for (int32_t i = 0; i < drawing->meshCount; i++)
        gxDestroyGpuMesh(drawing->gpu[i]);
    free(drawing->gpu);
    free(drawing->meshes);
    free(drawing->items);
    gxFreeStrokes(&drawing->overlay);
    gxFreeStrokes(&drawing->front);
    if (drawing->target.framebuffer != 0) gxDestroyTarget(&drawing->target);
    gxDestroyTextRenderer(drawing->text);
    gxDestroyRenderer(drawing->renderer);
    gxDestroyHeadless(drawing->headless);
    free(drawing);
}

static gxCamera chooseCamera(const Drawing *drawing) {
    const SceneCamera *wanted = drawing->def->camera;
    if (wanted == NULL) return ChooseStoryCamera(&drawing->story, drawing->def->width, drawing->viewHeight);
    cdVec3 center;
    double radius = GetStoryBounds(&drawing->story, &center);
    const double eye[3] = {wanted->eye.x, wanted->eye.y, wanted->eye.z};
    const double target[3] = {wanted->target.x, wanted->target.y, wanted->target.z};
    return gxMakeCamera(eye, target, wanted->fov, 4.0 * radius);
}

static bool drawAll(Drawing *drawing, char *message, size_t messageSize) {
    const PathPicture *def = drawing->def;
    snprintf(message, messageSize, "out of memory for the picture");
    if (!MakePathStory(&drawing->story, def->job, def->precision, def->budget)) return false;
    if (!openDrawing(drawing)) {
        snprintf(message, messageSize,
                 "cannot draw without a display: install EGL and an OpenGL 3.3 driver (packages libegl1 and "
                 "libgl1-mesa-dri)");
        return false;
    }
    drawing->camera = chooseCamera(drawing);
    if (!addSurfaces(drawing)) return false;
    gxSetTextRim(drawing->text, GetRimColor(THEME_DARK));
    AddPathMarks(drawing);
    AddPathTitle(drawing);
    gxBindTarget(&drawing->target);
    drawScene(drawing);
    DrawPathChart(&drawing->story, drawing->renderer, drawing->text, def->width, def->height,
                  drawing->chartHeight, drawing->scale);
    gxDrawTexts(drawing->text, def->width, def->height);
    gxImage image = gxReadTarget(&drawing->target);
    bool good = image.pixels != NULL && WritePictureFile(&image, def->file, message, messageSize);
    gxDestroyImage(&image);
    return good;
}

bool DrawPathPicture(const PathPicture *picture, char *message, size_t messageSize) {
    Drawing *drawing = calloc(1, sizeof *drawing);
    snprintf(message, messageSize, "out of memory for the picture");
    if (drawing == NULL) return false;
    drawing->def = picture;
    bool good = drawAll(drawing, message, messageSize);
    closeDrawing(drawing);
    return good;
}

// Draws a path: the obstacles, the set shortly before its contact or where it is nearest to them, its ghosts
// along the path, and the path in the colours of the clearance; below, the clearance over time.
//
// The path is that of the set's middle. After a contact it is dashed, and its ghosts are grey.
#include "commands/path_picture.h"
#include "commands/path_chart.h"
#include "engine/headless.h"
#include "engine/target.h"
#include "stage/shown/fine_surface.h"
#include "view/convert.h"
#include "view/palette.h"
#include "view/picture_file.h"
#include "view/region_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SAMPLE_COUNT = 4, TEXT_SIZE = 256 };
static const double CHART_SHARE = 0.24; // of the picture's height
static const float GHOST_OPACITY = 0.20f, LATER_OPACITY = 0.10f;
static const double SHORT_GAP = 30.0; // pixels; a shorter one is shown by arrows from outside

typedef struct Drawing {
    const PathPicture *def;
    PathStory story;
    gxHeadless *headless;
    gxRenderer *renderer;
    gxTextRenderer *text;
    gxTarget target;
    gxCamera camera;
    gxItem *items; // items[itemCount]
    int itemCount;
    gxGpuMesh **gpu; // gpu[meshCount]
    const cdMesh **meshes;
    int32_t meshCount;
    gxStrokeList overlay, front;
    int viewHeight, chartHeight; // pixels
    double scale;
} Drawing;

// --- Surfaces

// Returns a mesh on the graphics card. @errors NULL: out of memory
static gxGpuMesh *findGpuMesh(Drawing *drawing, const cdMesh *mesh) {
    for (int32_t i = 0; i < drawing->meshCount; i++)
        if (drawing->meshes[i] == mesh) return drawing->gpu[i];
    gxSurface surface = MakeMeshSurface(mesh);
    gxGpuMesh *made = surface.vertices != NULL ? gxCreateGpuMesh(&surface) : NULL;
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

// True if the contact is before this time.
static bool isAfterContact(const PathStory *story, double time) {
    cdState state = story->contact.contact.state;
    return (state == CD_CONTACT || state == CD_OVERLAP) && time > story->contact.time.hi;
}

static bool addGhosts(Drawing *drawing) {
    const PathStory *story = &drawing->story;
    double near = 0.6 * story->ownRadius;
    for (int32_t k = 0; k < story->ghostCount; k++) {
        const StoryPose *at = &story->samples[story->ghosts[k]];
        bool isEnd = k == 0 || k + 1 == story->ghostCount, isLater = isAfterContact(story, at->time);
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

static StageStatus getStatus(const PathStory *story) {
    cdState state = story->contact.contact.state;
    if (state == CD_UNDECIDED) return STAGE_UNDECIDED;
    return state == CD_CONTACT ? STAGE_CONTACT : state == CD_OVERLAP ? STAGE_OVERLAP : STAGE_FREE;
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
    StageStatus status = getStatus(story);
    vec3s color = status == STAGE_FREE ? toSurfaceColor(GetPartColor(story, GetStoryPart(story, story->time)))
                                       : GetStatusLook(THEME_DARK, status).color;
    return addObstacles(drawing) && addSet(drawing, drawing->story.pose, color, 1.0f) && addGhosts(drawing);
}

// --- Marks

static vec3s convert(const Drawing *drawing, cdVec3 p) {
    return ConvertPoint(p, drawing->camera.origin);
}

static void addRimmedLine(Drawing *drawing, cdVec3 a, cdVec3 b, double width, gxColor color) {
    float scale = (float)drawing->scale;
    vec3s from = convert(drawing, a), to = convert(drawing, b);
    gxAddLine(&drawing->front, from, to, ((float)width + 2.6f) * scale, GetRimColor(THEME_DARK));
    gxAddLine(&drawing->front, from, to, (float)width * scale, color);
}

static double getPixelLength(const Drawing *drawing, cdVec3 p, double pixels) {
    const double point[3] = {p.x, p.y, p.z};
    return pixels * drawing->scale * gxGetPixelLength(&drawing->camera, point, drawing->viewHeight);
}

static void addArrow(Drawing *drawing, cdVec3 tail, cdVec3 tip, gxColor color) {
    float scale = (float)drawing->scale, head = (float)getPixelLength(drawing, tip, 13.0);
    vec3s from = convert(drawing, tail), to = convert(drawing, tip);
    gxAddArrow(&drawing->front, from, to, 1.2f * head, 5.4f * scale, GetRimColor(THEME_DARK));
    gxAddArrow(&drawing->front, from, to, head, 2.6f * scale, color);
}

static void addPoint(Drawing *drawing, cdVec3 p, double width, gxColor color) {
    float scale = (float)drawing->scale;
    vec3s at = convert(drawing, p);
    gxAddPoint(&drawing->front, at, (float)(width + 3.0) * scale, GetRimColor(THEME_DARK));
    gxAddPoint(&drawing->front, at, (float)width * scale, color);
}

// Adds the rims of the whole path first, so that they do not cut it.
static void addPathLine(Drawing *drawing, bool isRim) {
    const PathStory *story = &drawing->story;
    for (int32_t i = 0; i < STORY_SAMPLES; i++) {
        const StoryPose *at = &story->samples[i];
        bool isLater = isAfterContact(story, at->time);
        if (isLater && i % 4 >= 2) continue; // dashed
        gxColor color = GetPartColor(story, GetStoryPart(story, 0.5 * (at[0].time + at[1].time)));
        float width = (isLater ? 2.0f : 4.0f) + (isRim ? 2.6f : 0.0f);
        gxAddLine(&drawing->overlay, convert(drawing, at[0].middle), convert(drawing, at[1].middle),
                  width * (float)drawing->scale, isRim ? GetRimColor(THEME_DARK) : color);
    }
}

// Adds a text beside a point, on the side that has more room.
static void addLabel(Drawing *drawing, cdVec3 p, double dy, const char *words, gxColor color) {
    const double point[3] = {p.x, p.y, p.z};
    double x, y, width = (double)gxGetTextWidth(drawing->text, words), scale = drawing->scale;
    if (!gxProjectPoint(&drawing->camera, point, drawing->def->width, drawing->viewHeight, &x, &y)) return;
    x = x + 16.0 * scale + width < drawing->def->width ? x + 16.0 * scale : x - 16.0 * scale - width;
    y = fmin(fmax(y + dy * scale, 60.0 * scale), drawing->viewHeight - 14.0 * scale);
    gxAddText(drawing->text, (float)fmax(x, 4.0 * scale), (float)y, words, color);
}

static void addContactMark(Drawing *drawing) {
    const cdFirstContact *contact = &drawing->story.contact.contact;
    gxColor color = GetRoleColor(THEME_DARK, CD_ROLE_FIRST_CONTACT);
    char partA[48], partB[48], words[TEXT_SIZE];
    double length = getPixelLength(drawing, contact->point, 64.0);
    addArrow(drawing, contact->point, cdMulAdd(contact->point, length, contact->normal), color);
    addPoint(drawing, contact->point, 9.0, color);
    cdDescribeFeature(contact->featureA, partA, sizeof partA);
    cdDescribeFeature(contact->featureB, partB, sizeof partB);
    snprintf(words, sizeof words, "%s on %s", partA, partB);
    addLabel(drawing, contact->point, 26.0, words, color);
}

// The minimum distance as a dimension line; a short one as arrows from outside.
static void addClearanceMark(Drawing *drawing) {
    const cdPathClearance *least = &drawing->story.clearance;
    gxColor color = GetTextColor(THEME_DARK);
    double length = cdLength(cdSub(least->pointA, least->pointB));
    if (length > getPixelLength(drawing, least->pointA, SHORT_GAP)) {
        addRimmedLine(drawing, least->pointA, least->pointB, 2.4, color);
        addPoint(drawing, least->pointA, 6.0, color);
        addPoint(drawing, least->pointB, 6.0, color);
    } else {
        double shaft = getPixelLength(drawing, least->pointA, 46.0);
        addArrow(drawing, cdMulAdd(least->pointA, shaft, least->normal), least->pointA, color);
        addArrow(drawing, cdMulAdd(least->pointB, -shaft, least->normal), least->pointB, color);
    }
    char text[48];
    DescribeLength(least->upper, text, sizeof text);
    addLabel(drawing, drawing->story.mark, 0.0, text, color);
}

static void addMarks(Drawing *drawing) {
    const PathStory *story = &drawing->story;
    cdState state = story->contact.contact.state;
    addPathLine(drawing, true);
    addPathLine(drawing, false);
    addLabel(drawing, story->samples[0].middle, -14.0, "start", GetTextColor(THEME_DARK));
    addLabel(drawing, story->samples[STORY_SAMPLES].middle, -14.0, "end", GetTextColor(THEME_DARK));
    addPoint(drawing, story->samples[0].middle, 7.0, GetTextColor(THEME_DARK));
    addPoint(drawing, story->samples[STORY_SAMPLES].middle, 7.0, GetTextColor(THEME_DARK));
    if (state == CD_CONTACT) addContactMark(drawing);
    if (state == CD_FREE && story->clearance.state == CD_FREE && story->clearance.edge >= 0)
        addClearanceMark(drawing);
}

// --- Texts

static void describeResult(const PathStory *story, char words[TEXT_SIZE]) {
    const cdPathContact *found = &story->contact;
    const char *beyond = story->job->safetyDistance > 0.0 ? " beyond the safety distance" : "";
    switch (found->contact.state) {
    case CD_FREE:
        snprintf(words, TEXT_SIZE, "free: no contact on the whole path%s",
                 story->job->safetyDistance > 0.0 ? ", always farther than the safety distance" : "");
        break;
    case CD_CONTACT:
        snprintf(words, TEXT_SIZE, "contact at %.6g s, between poses %d and %d; free before%s",
                 found->time.lo, (int)found->edge, (int)found->edge + 1, beyond);
        break;
    case CD_OVERLAP:
        snprintf(words, TEXT_SIZE, "overlap at %.6g s", found->time.lo);
        break;
    default:
        snprintf(words, TEXT_SIZE, "undecided; free before %.6g s", found->time.lo);
    }
}

static void describeClearance(const PathStory *story, char words[TEXT_SIZE]) {
    const cdPathClearance *least = &story->clearance;
    char upper[32], bounds[32];
    DescribeLength(least->upper, upper, sizeof upper);
    snprintf(bounds, sizeof bounds, "%.1e", least->upper - least->lower);
    words[0] = '\0';
    if (least->state == CD_FREE && least->edge >= 0)
        snprintf(words, TEXT_SIZE, "minimum distance %s at %.6g s; certified, bounds %s apart", upper,
                 least->time, bounds);
    if (least->state == CD_UNDECIDED)
        snprintf(words, TEXT_SIZE, "minimum distance undecided after %.6g s", least->certified);
}

static void addTitle(Drawing *drawing) {
    char words[TEXT_SIZE], title[TEXT_SIZE + 8];
    StatusLook look = GetStatusLook(THEME_DARK, getStatus(&drawing->story));
    double scale = drawing->scale;
    describeResult(&drawing->story, words);
    snprintf(title, sizeof title, "%s  %s", look.sign, words);
    gxAddText(drawing->text, (float)(18.0 * scale), (float)(24.0 * scale), title, look.text);
    describeClearance(&drawing->story, words);
    gxAddText(drawing->text, (float)(18.0 * scale), (float)(46.0 * scale), words, GetTextColor(THEME_DARK));
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
                         .shadowCenter = convert(drawing, center),
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
    addMarks(drawing);
    addTitle(drawing);
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

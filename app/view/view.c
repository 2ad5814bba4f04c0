// Lifetime of a view, and the function that draws a stage.
#include "view/view.h"
#include "view/view_data.h"

#include "engine/gl.h"
#include "engine/message.h"
#include "view/convert.h"
#include "view/inset.h"
#include "view/palette.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Four samples a pixel; more samples slow the software renderer and improve little.
enum { SAMPLE_COUNT = 4 };

static const double usualAspect = 1.62;

ViewOptions GetDefaultViewOptions(void) {
    return (ViewOptions){.ghost = GHOST_SOLID,
                         .contact = true,
                         .normals = true,
                         .labels = true,
                         .treeLevel = 4,
                         .indexDepth = 3,
                         .insets = true,
                         .marks = true,
                         .clearanceColors = true,
                         .eyeApart = 0.035};
}

static View *createView(gxHeadless *headless, int width, int height, double scale) {
    View *view = calloc(1, sizeof *view);
    if (!view) {
        gxDestroyHeadless(headless);
        return NULL;
    }
    view->headless = headless;
    view->scale = scale;
    view->renderer = gxCreateRenderer();
    view->text = gxCreateTextRenderer((float)(15.0 * scale));
    view->smoother = gxCreateSmoother();
    if (!view->renderer || !view->text || !view->smoother) {
        DestroyView(view);
        return NULL;
    }
    ResizeView(view, width, height);
    return view;
}

View *CreateView(int width, int height, double scale) {
    return createView(NULL, width, height, scale);
}

View *CreateHeadlessView(int width, int height) {
    gxHeadless *headless = gxCreateHeadless();
    return headless ? createView(headless, width, height, fmax(1.0, height / 900.0)) : NULL;
}

// Destroys all that depends on the size.
static void destroyTargets(View *view) {
    for (int i = 0; i < VIEW_QUALITY_COUNT; ++i) {
        gxDestroyTarget(&view->targets[i]);
        gxDestroyStill(&view->stills[i]);
    }
    gxDestroyTarget(&view->smoothed);
    FreeEyes(view);
}

void DestroyView(View *view) {
    if (!view) return;
    for (int32_t i = 0; i < view->meshCount; ++i)
        DestroyViewMesh(&view->meshes[i]);
    for (int32_t i = 0; i < view->tintCount; ++i)
        DestroyViewTint(&view->tints[i]);
    free(view->tints);
    free(view->meshes);
    free(view->items);
    gxFreeStrokes(&view->overlay);
    gxFreeStrokes(&view->front);
    gxFreeFills(&view->fills);
    for (int i = 0; i < INSET_MAX; ++i)
        FreeInset(&view->insets[i]);
    destroyTargets(view);
    gxDestroyStereo(view->stereo);
    gxDestroySmoother(view->smoother);
    gxDestroyTextRenderer(view->text);
    gxDestroyRenderer(view->renderer);
    gxDestroyHeadless(view->headless);
    free(view);
}

void ResizeView(View *view, int width, int height) {
    if (width == view->width && height == view->height) return;
    destroyTargets(view);
    view->width = width;
    view->height = height;
    ChangeWholePicture(view);
}

void SetViewTheme(View *view, Theme theme) {
    view->theme = theme;
}

void SetViewScale(View *view, double scale) {
    if (scale == view->scale) return;
    gxTextRenderer *text = gxCreateTextRenderer((float)(15.0 * scale));
    if (!text) return;
    gxDestroyTextRenderer(view->text);
    view->text = text;
    view->scale = scale;
}

void SetViewQuality(View *view, ViewQuality quality) {
    view->quality = quality;
}

// Creates the target when it is first used at this size.
const gxTarget *GetViewTarget(View *view) {
    gxTarget *target = &view->targets[view->quality];
    if (target->framebuffer) return target;
    int shrink = GetViewShrink(view), samples = view->quality == VIEW_FINE ? SAMPLE_COUNT : 1;
    *target =
        gxCreateTarget((view->width + shrink - 1) / shrink, (view->height + shrink - 1) / shrink, samples);
    return target;
}

// Maximum error of drawn surfaces in pixels.
static float getTolerance(ViewQuality quality) {
    return quality == VIEW_FINE ? 0.2f : quality == VIEW_QUICK ? 0.7f : 1.4f;
}

void SetViewWay(View *view, const Way *way) {
    SetViewWays(view, way, way ? 1 : 0);
}

void SetViewWays(View *view, const Way *ways, int32_t wayCount) {
    view->ways = ways;
    view->wayCount = wayCount;
}

void SetViewTrail(View *view, const Trail *trail, double now) {
    view->trail = trail;
    view->trailTime = now;
}

// Frees meshes of closed scenes. Returns true if there were any.
static bool dropUnusedMeshes(View *view) {
    int32_t kept = 0;
    for (int32_t i = 0; i < view->meshCount; ++i) {
        if (view->meshes[i].used)
            view->meshes[kept++] = view->meshes[i];
        else
            DestroyViewMesh(&view->meshes[i]);
    }
    bool dropsAny = kept < view->meshCount;
    view->meshCount = kept;
    return dropsAny;
}

static gxBackdrop makeBackdrop(const ViewOptions *options, Theme theme) {
    if (options->background == BACKGROUND_THEME) return GetBackdrop(theme);
    const uint8_t *c = options->backgroundColor;
    vec3s color = {{(float)c[0] / 255.0f, (float)c[1] / 255.0f, (float)c[2] / 255.0f}};
    return (gxBackdrop){color, color, options->background == BACKGROUND_TRANSPARENT};
}

// Colour of the strip under the picture; transparent for a transparent picture.
static gxColor chooseStripColor(const ViewOptions *options, Theme theme) {
    const uint8_t *c = options->backgroundColor;
    return options->background == BACKGROUND_PLAIN ? (gxColor){c[0], c[1], c[2], 255}
                                                   : GetInsetGroundColor(theme);
}

void PreparePicture(const ViewPass *pass) {
    View *view = pass->view;
    const gxCamera *camera = pass->camera;
    // Captions are below the picture, never over it.
    int below = view->pictureBelow = GetCaptionHeight(view);
    view->height -= below;
    view->itemCount = 0;
    gxClearTexts(view->text);
    gxSetTextRim(view->text, GetRimColor(pass->view->theme));
    gxClearStrokes(&view->overlay);
    gxClearStrokes(&view->front);
    gxClearFills(&view->fills);
    view->insetCount = 0;
    for (int32_t i = 0; i < view->meshCount; ++i)
        view->meshes[i].used = false;
    AddViewItems(pass);
    bool hasDropped = dropUnusedMeshes(view);
    if (DropUnusedTints(view) || hasDropped) ForgetStills(view);
    AddViewOverlay(pass);
    AddCaption(view, below);

    cdVec3 center;
    double radius;
    GetStageBounds(pass->stage, &center, &radius);
    view->bands = GetClearanceBands();
    view->picture = (gxPicture){.view = gxGetView(camera, view->width, view->height),
                                .below = below,
                                .strip = chooseStripColor(pass->options, view->theme),
                                .shrink = GetViewShrink(view),
                                .tolerance = getTolerance(view->quality),
                                .items = view->items,
                                .itemCount = view->itemCount,
                                .backdrop = makeBackdrop(pass->options, view->theme),
                                .ground = MakeViewGround(pass),
                                .bands = &view->bands,
                                .shadowCenter = ConvertPoint(center, camera->origin),
                                .shadowRadius = (float)radius,
                                .fills = &view->fills,
                                .overlay = &view->overlay,
                                .front = &view->front};
    view->height += below;
}

void DrawOneEye(const ViewPass *pass) {
    const gxTarget *target = GetViewTarget(pass->view);
    View *view = pass->view;
    PreparePicture(pass);
    if (view->quality == VIEW_FINE || pass->options->stereo != STEREO_OFF) {
        gxBindTarget(target);
        gxDrawPicture(view->renderer, &view->picture);
        DrawInsets(view);
        gxForgetStill(&view->stills[view->quality]); // the target has another picture
        ChangeWholePicture(view);
    } else {
        DrawChangedPicture(view, target);
    }
}

void DrawView(View *view, const Stage *stage, const gxCamera *camera, const ViewOptions *options) {
    ViewPass pass = {view, stage, camera, options};
    view->seeThrough = options->background == BACKGROUND_TRANSPARENT;
    view->isStereo = options->stereo != STEREO_OFF && DrawBothEyes(&pass);
    if (view->isStereo) return;
    DrawOneEye(&pass);
    if (view->quality == VIEW_FINE) gxDrawTexts(view->text, view->width, view->height);
}

bool HasViewPicture(const View *view) {
    if (view->isStereo) return view->combined.framebuffer != 0;
    return view->targets[view->quality].framebuffer != 0;
}

gxImage ReadView(const View *view) {
    if (view->isStereo) return gxReadTarget(&view->combined);
    const gxTarget *target = &view->targets[view->quality];
    return view->seeThrough ? gxReadSeeThroughTarget(target) : gxReadTarget(target);
}

// Moves the target up, so that extra height is above, at the insets.
static void raiseCamera(gxCamera *camera, double length) {
    double right[3], up[3], forward[3];
    gxGetCameraAxes(camera, right, up, forward);
    for (int i = 0; i < 3; ++i)
        camera->target[i] += length * up[i];
}

gxCamera MakeStageCamera(const Stage *stage, int width, int height) {
    const SceneCamera *wanted = &stage->data.camera;
    cdVec3 center;
    double radius;
    GetStageBounds(stage, &center, &radius);
    double fov = wanted->fov > 0.0 ? wanted->fov : 0.7;
    cdVec3 offset = cdSub(wanted->eye, wanted->target);
    if (cdLengthSq(offset) > 0.0) {
        double eye[3] = {wanted->eye.x, wanted->eye.y, wanted->eye.z};
        double target[3] = {wanted->target.x, wanted->target.y, wanted->target.z};
        gxCamera camera = gxMakeCamera(eye, target, fov, radius);
        // Scenes are composed for wide pictures; a narrower one shows the same width from farther away.
        double distance = camera.distance;
        camera.distance *= fmax(1.0, usualAspect * height / fmax(width, 1));
        if (stage->boxes.present) raiseCamera(&camera, tan(0.5 * fov) * (camera.distance - distance));
        return camera;
    }
    double target[3] = {center.x, center.y, center.z};
    double eye[3] = {center.x + 0.35 * radius, center.y + 0.5 * radius, center.z + 2.0 * radius};
    gxCamera camera = gxMakeCamera(eye, target, fov, radius);
    gxFrameSphere(&camera, target, radius, width, height);
    return camera;
}

static bool showsMovables(const gxCamera *camera, const Stage *stage, int width, int height) {
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        const StageObject *object = &stage->objects[i];
        if (object->body == SCENE_FIXED || object->hidden || !IsObjectPresent(object)) continue;
        cdVec3 center = cdTransformPoint(object->pose, object->info.center);
        double point[3] = {center.x, center.y, center.z}, x, y;
        if (!gxProjectPoint(camera, point, width, height, &x, &y)) return false;
        if (!(x >= 0.0 && x <= width && y >= 0.0 && y <= height)) return false;
    }
    return true;
}

gxCamera MakeWholeCamera(const Stage *stage, int width, int height) {
    gxCamera camera = MakeStageCamera(stage, width, height);
    if (showsMovables(&camera, stage, width, height)) return camera;
    cdVec3 center;
    double radius;
    GetStageBounds(stage, &center, &radius);
    double point[3] = {center.x, center.y, center.z};
    gxFrameSphere(&camera, point, radius, width, height);
    return camera;
}

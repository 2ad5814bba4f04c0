// Draws the exploded view of a scene and the film of its assembly; see explosion_picture.h.
//
// The camera keeps the scene's direction and shows all places of all parts, along their whole paths. A line
// along its path leads from each part to its place in the assembly. In the film the line of a part ends at
// the part.
#include "commands/explosion_picture.h"
#include "commands/scene_argument.h"
#include "stage/apply.h"
#include "stage/entries.h"
#include "stage/stage.h"
#include "view/film.h"
#include "view/picture_file.h"
#include "view/view.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 960, HEIGHT = 720, RATE = 30, MOVE_PICTURES = 24, FIT_ROUNDS = 8, FIT_SAMPLES = 16 };

static const double PICTURE_TIME = 0.06, PAUSE = 1.5; // seconds
static const double FILLED = 0.9;                     // share of the picture

typedef struct Drawing {
    const Explosion *explosion;
    const SceneData *data;
    Stage stage;
    View *view;
    gxCamera camera;
    Way *ways; // ways[explosion->partCount]
    char *message;
    size_t messageSize;
} Drawing;

static cdPose getPose(const Drawing *drawing, int32_t part, double share) {
    const Way *way = &drawing->ways[part];
    cdVec3 center = drawing->stage.objects[way->object].info.center;
    return GetPoseOnWay(way, center, share * (way->nodeCount - 1));
}

// The objects of a group move as one.
static void place(Drawing *drawing, int32_t part, double share) {
    const ExplodedPart *from = &drawing->explosion->parts[part];
    cdPose pose = getPose(drawing, part, share);
    for (int32_t i = 0; i < from->objectCount; i++)
        drawing->stage.objects[from->objects[i]].pose =
            GetCarriedPose(drawing->data, from->objects[i], from->objects[0], pose);
}

// The part of the picture with objects, in pixels.
typedef struct Extent {
    double left, right, top, bottom;
} Extent;

static void addBox(const Drawing *drawing, const StageObject *object, Extent *extent) {
    cdBox3 box = object->info.bounds;
    for (int k = 0; k < 8; k++) {
        cdVec3 corner = {k & 1 ? box.upper.x : box.lower.x, k & 2 ? box.upper.y : box.lower.y,
                         k & 4 ? box.upper.z : box.lower.z};
        cdVec3 p = cdTransformPoint(object->pose, corner);
        double point[3] = {p.x, p.y, p.z}, x, y;
        if (!gxProjectPoint(&drawing->camera, point, WIDTH, HEIGHT, &x, &y)) continue;
        extent->left = fmin(extent->left, x);
        extent->right = fmax(extent->right, x);
        extent->top = fmin(extent->top, y);
        extent->bottom = fmax(extent->bottom, y);
    }
}

static void addPart(const Drawing *drawing, int32_t part, Extent *extent) {
    const ExplodedPart *from = &drawing->explosion->parts[part];
    for (int32_t i = 0; i < from->objectCount; i++)
        addBox(drawing, &drawing->stage.objects[from->objects[i]], extent);
}

// The boxes of all objects, of parts at poses along their whole paths.
static Extent findExtent(Drawing *drawing) {
    Extent extent = {INFINITY, -INFINITY, INFINITY, -INFINITY};
    for (int32_t i = 0; i < drawing->stage.objectCount; i++)
        addBox(drawing, &drawing->stage.objects[i], &extent);
    for (int32_t i = 0; i < drawing->explosion->partCount; i++)
        for (int k = 0; k <= FIT_SAMPLES; k++) { // ends at the place in the exploded view
            place(drawing, i, (double)k / FIT_SAMPLES);
            addPart(drawing, i, &extent);
        }
    return extent;
}

// Keeps the scene's direction. The whole film fills the picture.
static void chooseCamera(Drawing *drawing) {
    Stage *stage = &drawing->stage;
    gxCamera *camera = &drawing->camera;
    cdVec3 center;
    double radius;
    *camera = MakeStageCamera(stage, WIDTH, HEIGHT);
    for (int32_t i = 0; i < drawing->explosion->partCount; i++)
        place(drawing, i, 1.0);
    GetStageBounds(stage, &center, &radius);
    const double target[3] = {center.x, center.y, center.z};
    camera->sceneRadius = 2.0 * radius;
    gxFrameSphere(camera, target, radius, WIDTH, HEIGHT);
    for (int i = 0; i < FIT_ROUNDS; i++) {
        Extent extent = findExtent(drawing);
        double share =
            fmax((extent.right - extent.left) / WIDTH, (extent.bottom - extent.top) / HEIGHT) / FILLED;
        if (!(share > 0.0) || !isfinite(share)) return;
        gxPanCamera(camera, 0.5 * (WIDTH - extent.left - extent.right),
                    0.5 * (HEIGHT - extent.top - extent.bottom), HEIGHT);
        camera->distance *= share;
    }
}

static bool openDrawing(Drawing *drawing) {
    const Explosion *explosion = drawing->explosion;
    ApplyStageEntry(&drawing->stage, MakeSetGround(false));
    drawing->ways = calloc((size_t)explosion->partCount + 1, sizeof *drawing->ways);
    snprintf(drawing->message, drawing->messageSize, "out of memory for the picture");
    if (drawing->ways == NULL) return false;
    for (int32_t i = 0; i < explosion->partCount; i++) {
        const ExplodedPart *part = &explosion->parts[i];
        drawing->ways[i] =
            (Way){.object = part->objects[0], .nodes = part->nodes, .nodeCount = part->nodeCount};
    }
    snprintf(drawing->message, drawing->messageSize,
             "cannot draw without a display: install EGL and an OpenGL 3.3 driver (packages libegl1 and "
             "libgl1-mesa-dri)");
    drawing->view = CreateHeadlessView(WIDTH, HEIGHT);
    if (drawing->view == NULL) return false;
    chooseCamera(drawing);
    return true;
}

// Lines lead to the parts that are still away: the first `away` ones.
static gxImage draw(Drawing *drawing, int32_t away) {
    ViewOptions options = GetDefaultViewOptions();
    options.ghost = GHOST_OFF;
    options.labels = false;
    SetViewWays(drawing->view, drawing->ways, away);
    DrawView(drawing->view, &drawing->stage, &drawing->camera, &options);
    gxImage image = ReadView(drawing->view);
    if (image.pixels == NULL)
        snprintf(drawing->message, drawing->messageSize, "out of memory for the picture");
    return image;
}

static bool writePicture(Drawing *drawing, const char *path) {
    gxImage image = draw(drawing, drawing->explosion->partCount);
    bool good =
        image.pixels != NULL && WritePictureFile(&image, path, drawing->message, drawing->messageSize);
    gxDestroyImage(&image);
    return good;
}

// An unfinished film is abandoned at the first picture that fails.
static bool addPicture(Drawing *drawing, Film *film, int32_t away, double seconds) {
    gxImage image = draw(drawing, away);
    bool drawn = image.pixels != NULL;
    if (!drawn) AbandonFilm(film);
    bool good = drawn && AddFilmPicture(film, &image, seconds, drawing->message, drawing->messageSize);
    gxDestroyImage(&image);
    return good;
}

// Slow at both ends.
static double ease(double share) {
    return share * share * (3.0 - 2.0 * share);
}

// The last part of a group stays where it is.
static bool isStill(const Drawing *drawing, int32_t part) {
    return cdIsSamePose(getPose(drawing, part, 0.0), getPose(drawing, part, 1.0));
}

static bool writeFilm(Drawing *drawing, const char *path) {
    Film film = {0};
    int32_t count = drawing->explosion->partCount;
    if (!OpenFilm(&film, path, WIDTH, HEIGHT, RATE, drawing->message, drawing->messageSize)) return false;
    bool good = addPicture(drawing, &film, count, PAUSE);
    for (int32_t part = count - 1; part >= 0 && good; part--) {
        int32_t pictures = part > 0 && isStill(drawing, part) ? 0 : MOVE_PICTURES;
        for (int32_t i = 1; i <= pictures && good; i++) {
            bool last = part == 0 && i == pictures;
            place(drawing, part, 1.0 - ease((double)i / pictures));
            good = addPicture(drawing, &film, i < pictures ? part + 1 : part, last ? PAUSE : PICTURE_TIME);
        }
    }
    return good && FinishFilm(&film, drawing->message, drawing->messageSize);
}

bool DrawExplosion(const ExplosionPicture *wanted, char *message, size_t messageSize) {
    SceneData data; // the stage's own
    Drawing *drawing = calloc(1, sizeof *drawing);
    snprintf(message, messageSize, "out of memory for the picture");
    if (drawing == NULL) return false;
    drawing->explosion = wanted->explosion;
    drawing->data = wanted->data;
    drawing->message = message;
    drawing->messageSize = messageSize;
    bool good = ReadSceneArgument(wanted->scene, &data, message, messageSize) &&
                LoadStage(&drawing->stage, NULL, &data, message, messageSize);
    if (!good) {
        free(drawing);
        return false;
    }
    good = openDrawing(drawing) && (wanted->picture == NULL || writePicture(drawing, wanted->picture)) &&
           (wanted->film == NULL || writeFilm(drawing, wanted->film));
    if (drawing->view != NULL) DestroyView(drawing->view);
    DestroyStage(&drawing->stage);
    free(drawing->ways);
    free(drawing);
    return good;
}

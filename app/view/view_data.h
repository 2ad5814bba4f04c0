// What a view holds and how it is drawn, for view.c, view_items.c and the overlay's files alone.
#ifndef APP_VIEW_DATA_H
#define APP_VIEW_DATA_H

#include "engine/camera.h"
#include "engine/headless.h"
#include "engine/renderer.h"
#include "engine/smooth.h"
#include "engine/stereo.h"
#include "engine/target.h"
#include "engine/text.h"
#include "stage/stage.h"
#include "view/label_state.h"
#include "view/quality.h"
#include "view/theme.h"
#include "view/trail.h"
#include "view/view_options.h"

// A mesh on the graphics card. A mesh that was destroyed may leave its address to another one, so the key is
// the address together with all that is known of the mesh.
typedef struct ViewMesh {
    const cdMesh *mesh;
    cdMeshInfo info;
    gxGpuMesh *gpu;
    int32_t *origins; // the mesh's vertex of each vertex on the card
    bool round;       // a turn about some axis looks nearly the same
    bool used;        // by the picture being drawn
} ViewMesh;

// The fine surface of an object that has clearances.
typedef struct ViewTint {
    int32_t object;
    const cdMesh *mesh;
    cdMeshInfo info;
    int32_t pointCount;
    gxGpuMesh *gpu;   // shares what is on the card with the mesh's own where that is fine enough
    float *values;    // of each vertex, as on the card
    uint32_t version; // of the stage's values
    bool used;        // by the picture being drawn
} ViewTint;

enum { CAPTION_SIZE = 512 };

enum { INSET_TEXT_MAX = 48, INSET_TEXT_SIZE = 96 };

// A text of an inset, for its vector form; pixels from the inset's top left to the middle of its left side.
typedef struct InsetText {
    double x, y, width;
    char text[INSET_TEXT_SIZE];
    gxColor color;
} InsetText;

// A small second view in a corner of the picture: what has been added to it (inset.h).
typedef struct Inset {
    int x, y, width, height; // pixels from the picture's top left
    gxCamera camera;
    double wordX; // where the next word at its foot goes, pixels of the picture
    gxFillList faces, fills;
    gxStrokeList overlay, front;
    InsetText texts[INSET_TEXT_MAX];
    int textCount;
} Inset;

enum { INSET_MAX = 4 };

struct View {
    gxHeadless *headless; // NULL in a window
    gxRenderer *renderer;
    gxTextRenderer *text;
    gxSmoother *smoother;
    gxTarget targets[VIEW_QUALITY_COUNT]; // one for each quality, created when first used
    gxTarget smoothed;                    // the coarse picture, before it is enlarged
    ViewQuality quality;                  // of the next picture
    int width, height;
    double scale;
    Theme theme;
    ViewMesh *meshes;
    int32_t meshCount, meshCapacity;
    ViewTint *tints; // tints[tintCount]
    int32_t tintCount;
    gxItem *items;
    int itemCount, itemCapacity;
    gxStrokeList overlay, front;
    gxFillList fills;
    Labels labels;
    Inset insets[INSET_MAX]; // insets[insetCount] of the picture being drawn; the others keep their memory
    int insetCount;
    char caption[CAPTION_SIZE];
    bool seeThrough;    // the last picture has no background
    const Trail *trail; // NULL: none
    double trailTime;
    bool isStereo;    // the last picture is of two eyes
    gxStereo *stereo; // these are made when first asked for
    gxTarget eyes[2], combined;
};

// All that drawing one picture needs to know.
typedef struct ViewPass {
    View *view;
    const Stage *stage;
    const gxCamera *camera;
    const ViewOptions *options;
} ViewPass;

// How far two poses place the object's surface apart, at most.
double GetPoseDistance(const StageObject *object, cdPose a, cdPose b);

// What one eye sees, into the picture that is drawn into, its words into the view's text.
void DrawOneEye(const ViewPass *pass);
const gxTarget *GetViewTarget(View *view);
// How many pixels of the view, each way, a pixel of its target stands for.
static inline int GetViewShrink(const View *view) {
    return view->quality == VIEW_COARSE ? 2 : 1;
}
// Both eyes' pictures, each drawn as a whole with its own camera, made one. False: no memory.
bool DrawBothEyes(const ViewPass *pass);
void FreeEyes(View *view); // what depends on the size

// True if a mesh looks nearly the same when it is turned about an axis of its file: balls, gears, rings.
bool IsRoundMesh(const cdMeshInfo *info);
// The height of the strip under the picture for its caption, pixels; 0: it has none.
int GetCaptionHeight(const View *view);
// The caption into the strip of `below` pixels under the picture, which is view->height high.
void AddCaption(const View *view, int below);

// True while the object is shown on its way: its pose then.
bool IsOnTrail(const ViewPass *pass, int32_t object, cdPose *pose);
// Objects and ghosts, into view->items.
void AddViewItems(const ViewPass *pass);
// An object's mesh on the graphics card, made where it is not there yet. @errors NULL: no memory
const ViewMesh *GetViewMesh(View *view, const StageObject *object);
void DestroyViewMesh(ViewMesh *mesh);
// True if both are of one mesh, which may have more parts now.
bool IsSameMeshInfo(const cdMeshInfo *a, const cdMeshInfo *b);
// Keeps the meshes that the stage still has: undo comes back to them.
void KeepStageMeshes(View *view, const Stage *stage);
// It stays there though the object is not drawn now.
void KeepViewMesh(View *view, const StageObject *object);
// The mesh of an object's tint with its present values; `own` is the object's. @errors NULL: no memory
gxGpuMesh *GetTintMesh(View *view, const StageTint *tint, const StageObject *object, const ViewMesh *own);
void DropUnusedTints(View *view); // after the items were added
void DestroyViewTint(ViewTint *tint);
gxGround MakeViewGround(const ViewPass *pass);
// Contact, spheres, trace, motion, labels: into the view's strokes and its text.
void AddViewOverlay(const ViewPass *pass);

// --- Among the overlay's files

// The routes of two boxes: their paths, where they touch, and the insets that show how it is found.
void AddBoxes(const ViewPass *pass);
// The event of a search that is stepped through.
void AddSteps(const ViewPass *pass);
// The least distance, and the key to the colours of surfaces.
void AddClearance(const ViewPass *pass);
// The handles that move and turn the selected object.
void AddGizmo(const ViewPass *pass);
// Where the selected object is when it is out of the picture.
void AddAway(const ViewPass *pass);
// The way of the last long step, fading.
void AddTrail(const ViewPass *pass);
// The world's contacts, joints and hands.
void AddWorld(const ViewPass *pass);
// Contact regions with their normals and names.
void AddRegions(const ViewPass *pass);

#endif

// Internal data of a view, for view.c, view_items.c and the overlay's files alone.
#ifndef APP_VIEW_DATA_H
#define APP_VIEW_DATA_H

#include "engine/camera.h"
#include "engine/headless.h"
#include "engine/renderer.h"
#include "engine/smooth.h"
#include "engine/stereo.h"
#include "engine/still.h"
#include "engine/target.h"
#include "engine/text.h"
#include "stage/stage.h"
#include "view/label_state.h"
#include "view/quality.h"
#include "view/theme.h"
#include "view/trail.h"
#include "view/view_options.h"
#include "view/way.h"

// A mesh on the graphics card. A new mesh can reuse the address of a destroyed one, so the key is the address
// together with the mesh's info.
typedef struct ViewMesh {
    const cdMesh *mesh;
    cdMeshInfo info;
    gxGpuMesh *gpu;
    int32_t *origins; // the mesh's vertex of each vertex on the graphics card
    bool round;       // looks nearly the same when turned about some axis
    bool used;        // by the picture being drawn
} ViewMesh;

// The fine surface of an object with clearances.
typedef struct ViewTint {
    int32_t object;
    const cdMesh *mesh;
    cdMeshInfo info;
    int32_t pointCount;
    gxGpuMesh *gpu;   // shares the mesh's own data on the graphics card if that is fine enough
    float *values;    // of each vertex, as on the graphics card
    uint32_t version; // of the stage's values
    bool used;        // by the picture being drawn
} ViewTint;

enum { CAPTION_SIZE = 512 };

enum { INSET_TEXT_MAX = 48, INSET_TEXT_SIZE = 96 };

// A text of an inset, for SVG export; pixels from the inset's top left to the middle of the text's left side.
typedef struct InsetText {
    double x, y, width;
    char text[INSET_TEXT_SIZE];
    gxColor color;
} InsetText;

// An inset and what has been added to it (inset.h).
typedef struct Inset {
    int x, y, width, height; // pixels from the picture's top left
    gxCamera camera;
    double wordX; // position of the next word at its foot, pixels of the picture
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
    gxStill stills[VIEW_QUALITY_COUNT];   // of quick and coarse pictures
    gxTarget smoothed;                    // the coarse picture before upscaling
    uint64_t version;                     // changes if the picture changes everywhere
    gxRect changes[GX_DAMAGE_MAX];        // changes[changeCount]: of the target, since DeclareView
    int changeCount;
    ViewQuality quality; // of the next picture
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
    Inset insets[INSET_MAX]; // insets[insetCount] of the current picture; the others keep their memory
    int insetCount;
    char caption[CAPTION_SIZE];
    gxPicture picture; // the last one, of the items and strokes above; its strip `pictureBelow` pixels high
    gxBands bands;     // of that picture
    int pictureBelow;
    gxProgress progress; // of the fine picture that is drawn in parts
    bool seeThrough;     // the last picture has a transparent background
    const Trail *trail;  // NULL: none
    double trailTime;
    const Way *ways; // ways[wayCount]
    int32_t wayCount;
    bool isStereo;    // the last picture shows two eyes
    gxStereo *stereo; // these are created when first used
    gxTarget eyes[2], combined;
};

// The inputs for drawing one picture.
typedef struct ViewPass {
    View *view;
    const Stage *stage;
    const gxCamera *camera;
    const ViewOptions *options;
} ViewPass;

// Upper bound of the distance between the object's surfaces at two poses.
double GetPoseDistance(const StageObject *object, cdPose a, cdPose b);

// Collects one eye's picture in view->picture, its text in the view's.
void PreparePicture(const ViewPass *pass);
// Draws the prepared picture with its insets and without its text; where it has changed since the last one.
void DrawChangedPicture(View *view, const gxTarget *target);
// The picture has changed everywhere.
void ChangeWholePicture(View *view);
// Draws one eye's picture into the current target, its text into the view's.
void DrawOneEye(const ViewPass *pass);
const gxTarget *GetViewTarget(View *view);
// Pixels of the view for each pixel of its target, per axis.
static inline int GetViewShrink(const View *view) {
    return view->quality == VIEW_COARSE ? 2 : 1;
}
// Draws both eyes' pictures, each with its own camera, and combines them. Returns false without memory.
bool DrawBothEyes(const ViewPass *pass);
void FreeEyes(View *view); // all that depends on the size

// True if a mesh looks nearly the same when turned about an axis of its file: balls, gears, rings.
bool IsRoundMesh(const cdMeshInfo *info);
// Height of the caption's strip under the picture, pixels; 0: no caption.
int GetCaptionHeight(const View *view);
// Draws the caption into the strip of `below` pixels under the picture; that is view->height high.
void AddCaption(const View *view, int below);

// True while the trail plays for this object; returns its pose on it.
bool IsOnTrail(const ViewPass *pass, int32_t object, cdPose *pose);
// Adds objects and ghosts to view->items.
void AddViewItems(const ViewPass *pass);
// Returns an object's mesh on the graphics card; creates it if necessary. @errors NULL: out of memory
const ViewMesh *GetViewMesh(View *view, const StageObject *object);
void DestroyViewMesh(ViewMesh *mesh);
// True if both are of one mesh, which may have more parts now.
bool IsSameMeshInfo(const cdMeshInfo *a, const cdMeshInfo *b);
// Keeps the meshes that the stage still has, for undo.
void KeepStageMeshes(View *view, const Stage *stage);
// Keeps the mesh on the graphics card although the object is not drawn now.
void KeepViewMesh(View *view, const StageObject *object);
// Returns the mesh of an object's tint, with present values; `own`: the object's. @errors NULL: out of memory
gxGpuMesh *GetTintMesh(View *view, const StageTint *tint, const StageObject *object, const ViewMesh *own);
// Destroys the tints that the items just added do not use. Returns true if there were any.
bool DropUnusedTints(View *view);
void DestroyViewTint(ViewTint *tint);
gxGround MakeViewGround(const ViewPass *pass);
// Adds contact, spheres, trace, motion and labels to the view's strokes and text.
void AddViewOverlay(const ViewPass *pass);

// --- Parts of the overlay

// Adds the routes of two boxes: paths, touching points, and insets that show the search.
void AddBoxes(const ViewPass *pass);
// Adds the current event of a search that is stepped through.
void AddSteps(const ViewPass *pass);
// Adds the minimum distance, and the key to the colours of surfaces.
void AddClearance(const ViewPass *pass);
// Adds the stage's ray with its hits, and the distance from the first one to another object.
void AddRay(const ViewPass *pass);
// Adds the handles that move and turn the selected object.
void AddGizmo(const ViewPass *pass);
// Adds an arrow towards the selected object if it is outside the picture.
void AddAway(const ViewPass *pass);
// Adds the fading path of the last long step.
void AddTrail(const ViewPass *pass);
// Adds the ways out of objects.
void AddWays(const ViewPass *pass);
// Adds the world's contacts, joints and drags.
void AddWorld(const ViewPass *pass);
// Adds contact regions with their normals and names.
void AddRegions(const ViewPass *pass);

#endif

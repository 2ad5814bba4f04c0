// What a view holds and how it is drawn, for view.c, view_items.c and the overlay's files alone.
#ifndef APP_VIEW_DATA_H
#define APP_VIEW_DATA_H

#include "engine/headless.h"
#include "engine/renderer.h"
#include "engine/smooth.h"
#include "engine/stereo.h"
#include "engine/target.h"
#include "engine/text.h"
#include "view/view.h"

// A mesh on the graphics card. A mesh that was destroyed may leave its address to another one, so the key is
// the address together with all that is known of the mesh.
typedef struct ViewMesh {
    const cdMesh *mesh;
    cdMeshInfo info;
    gxGpuMesh *gpu;
    bool used; // by the picture being drawn
} ViewMesh;

// The fine surface of an object that has clearances.
typedef struct ViewTint {
    int32_t object;
    const cdMesh *mesh;
    cdMeshInfo info;
    int32_t pointCount, vertexCount;
    gxGpuMesh *gpu;
    int32_t *origins; // origins[vertexCount]: the point of each vertex
    float *values;    // values[vertexCount], as on the card
    uint32_t version; // of the stage's values
    bool used;        // by the picture being drawn
} ViewTint;

enum { LABEL_MAX = 64, CAPTION_SIZE = 512 };

// A rectangle of the picture that a label must leave legible, pixels from the top left.
typedef struct LabelBox {
    double left, top, right, bottom;
} LabelBox;

// Where a label stood in the last picture: its words up to the first comma, and its place among
// the lines around its point.
typedef struct LabelHabit {
    uint32_t words;
    int line;
} LabelHabit;

// A small second view in a corner of the picture: what has been added to it (inset.h).
typedef struct Inset {
    int x, y, width, height; // pixels from the picture's top left
    gxCamera camera;
    double wordX; // where the next word at its foot goes, pixels of the picture
    gxFillList faces, fills;
    gxStrokeList overlay, front;
} Inset;

enum { INSET_MAX = 4 };

struct View {
    gxHeadless *headless; // NULL in a window
    gxRenderer *renderer;
    gxTextRenderer *text;
    gxSmoother *smoother;
    gxTarget fine;  // several samples a pixel
    gxTarget quick; // one sample, smoothed on its way to the window; made when first asked for
    bool isQuick;   // which of them the next picture is drawn into
    int width, height;
    double scale;
    ViewMesh *meshes;
    int32_t meshCount, meshCapacity;
    ViewTint *tints; // tints[tintCount]
    int32_t tintCount;
    gxItem *items;
    int itemCount, itemCapacity;
    gxStrokeList overlay, front;
    gxFillList fills;
    LabelBox labels[LABEL_MAX]; // of the picture being drawn
    int labelCount;
    signed char labelLines[LABEL_MAX]; // where each stands, -1: nowhere; both eyes' labels the same
    int labelAsked;
    LabelHabit habits[LABEL_MAX], newHabits[LABEL_MAX]; // of the last picture, of this one
    int habitCount, newHabitCount;
    bool repeatsLabels;      // the second eye's picture is being drawn
    Inset insets[INSET_MAX]; // insets[insetCount] of the picture being drawn; the others keep their memory
    int insetCount;
    char caption[CAPTION_SIZE];
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
// Both eyes' pictures, each drawn as a whole with its own camera, made one. False: no memory.
bool DrawBothEyes(const ViewPass *pass);
void FreeEyes(View *view); // what depends on the size

// True while the object is shown on its way: its pose then.
bool IsOnTrail(const ViewPass *pass, int32_t object, cdPose *pose);
// Objects and ghosts, into view->items.
void AddViewItems(const ViewPass *pass);
// The mesh of an object's tint with its present values. @errors NULL: no memory
gxGpuMesh *GetTintMesh(View *view, const StageTint *tint, const StageObject *object, float creaseAngle);
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
// Where the selected object is when it is out of the picture.
void AddAway(const ViewPass *pass);
// The way of the last long step, fading.
void AddTrail(const ViewPass *pass);
// The world's contacts, joints and hands.
void AddWorld(const ViewPass *pass);
// Contact regions with their normals and names.
void AddRegions(const ViewPass *pass);
// A point with a dark rim, never hidden; width in pixels at scale 1.
void AddMarkPoint(const ViewPass *pass, cdVec3 p, double width, gxColor color);
// Before the first label of a picture.
void BeginLabels(View *view);
// Labels that come first keep their place; a later one goes a few lines down or up, or is left out. (dx, dy)
// pixels from where `p` is on the screen.
void AddLabel(const ViewPass *pass, cdVec3 p, double dx, double dy, const char *text, gxColor color);
// To the right of what lies between two points of the picture, or to the left where there is no room.
void AddLabelBeside(const ViewPass *pass, cdVec3 left, cdVec3 right, const char *text, gxColor color);
// Keeps labels off a rectangle.
void TakeLabelBox(View *view, LabelBox box);
// Keeps labels off a square of `half` pixels about a point.
void TakeLabelPlace(const ViewPass *pass, cdVec3 p, double half);
// The same of the box about two points, wider by `half` pixels.
void TakeLabelLine(const ViewPass *pass, cdVec3 from, cdVec3 to, double half);
// The height of `pixels` at a point, as a length: what keeps its size on the screen.
double GetPixelLength(const ViewPass *pass, cdVec3 p, double pixels);

#endif

// What a view holds and how it is drawn, for view.c, view_items.c and overlay.c alone.
#ifndef APP_VIEW_DATA_H
#define APP_VIEW_DATA_H

#include "engine/headless.h"
#include "engine/renderer.h"
#include "engine/smooth.h"
#include "engine/target.h"
#include "engine/text.h"
#include "view.h"

// A mesh on the graphics card. A mesh that was destroyed may leave its address to another one, so the key is
// the address together with all that is known of the mesh.
typedef struct ViewMesh {
    const cdMesh *mesh;
    cdMeshInfo info;
    gxGpuMesh *gpu;
    bool used; // by the picture being drawn
} ViewMesh;

enum { LABEL_MAX = 16 };

// A rectangle of the picture that a label must leave legible, pixels from the top left.
typedef struct LabelBox {
    double left, top, right, bottom;
} LabelBox;

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
    gxItem *items;
    int itemCount, itemCapacity;
    gxStrokeList overlay, front;
    LabelBox labels[LABEL_MAX]; // of the picture being drawn
    int labelCount;
    char caption[SCENE_CAPTION_SIZE];
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

// Objects and ghosts, into view->items.
void AddViewItems(const ViewPass *pass);
gxGround MakeViewGround(const ViewPass *pass);
// Contact, spheres, trace, motion, labels: into the view's strokes and its text.
void AddViewOverlay(const ViewPass *pass);

#endif

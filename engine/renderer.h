// Draws a picture of lit surfaces over a ground grid, with shadows, transparency and strokes.
//
// A picture is a plain value: items with transform and colour, and the view. Only shadows of items that are
// marked as fixed are cached between pictures.
#ifndef GX_RENDERER_H
#define GX_RENDERER_H

#include "engine/camera.h"
#include "engine/fills.h"
#include "engine/gpu_mesh.h"
#include "engine/lines.h"
#include "engine/target.h"

enum { GX_BAND_COUNT = 5 };

// Surfaces coloured by a value at each vertex: bands of equal width from 0 up, separated by lines.
typedef struct gxBands {
    vec3s colors[GX_BAND_COUNT]; // as shown in full light, starting at 0
    vec3s line;
} gxBands;

typedef struct gxItem {
    gxGpuMesh *mesh;
    mat4s model;    // affine, relative to the camera's origin
    vec3s color;    // as shown in full light, 0 to 1
    float opacity;  // below 1: blended, back to front
    float bandsEnd; // values below it are shown in bands; 0: the mesh has no values
    bool wire;      // only its edges
    bool edges;     // edges over the surface
    bool marked;    // alternate octants a little darker, so that rotations are visible
    bool fixed;     // seldom moves: cache its shadow
    bool closed;    // closed surface, oriented outward: back faces are culled
    bool castsShadow;
} gxItem;

// Background gradient.
typedef struct gxBackdrop {
    vec3s lower, upper; // as shown, 0 to 1
    bool none;          // transparent background
} gxBackdrop;

typedef struct gxGroundColors {
    vec3s plate, lines; // as shown, 0 to 1; the plate is translucent
} gxGroundColors;

typedef struct gxGround {
    bool shown;
    gxGroundColors colors;
    vec3s center;   // relative to the camera's origin; the plane is y = center.y
    float radius;   // where the grid has faded out
    float spacing;  // of the fine lines; every tenth is emphasized
    float phase[2]; // x and z of a grid crossing, relative to the camera's origin
} gxGround;

typedef struct gxPicture {
    gxView view;
    int shrink;          // a pixel of the target stands for shrink x shrink of the view, 1 or more
    int below;           // height of the strip under the view that stays empty, pixels
    gxColor strip;       // its colour, opaque
    float tolerance;     // maximum error of drawn surfaces, pixels
    const gxItem *items; // items[itemCount]
    int itemCount;
    gxBackdrop backdrop;
    gxGround ground;
    const gxBands *bands; // NULL: no item has values
    vec3s shadowCenter;   // sphere that contains everything that casts shadows
    float shadowRadius;
    const gxFillList *fills;     // hatched where hidden
    const gxStrokeList *overlay; // dim where hidden
    const gxStrokeList *front;   // never hidden
} gxPicture;

// A small second view over part of the picture: marks and flat faces on a plain ground, with a frame.
typedef struct gxInset {
    gxView view;             // width and height are the inset's, pixels
    int x, y;                // lower left corner, pixels from the picture's
    int shrink;              // as in gxPicture
    gxColor ground, frame;   // opaque; the frame is `frameWidth` wide, inside
    int frameWidth;          // pixels
    const gxFillList *faces; // hide strokes and marked areas behind them
    const gxFillList *fills;
    const gxStrokeList *overlay, *front;
} gxInset;

typedef struct gxRenderer gxRenderer;

// @errors NULL, with a message
gxRenderer *gxCreateRenderer(void);
void gxDestroyRenderer(gxRenderer *renderer);

// Clears and draws the bound framebuffer; needs a depth buffer.
void gxDrawPicture(gxRenderer *renderer, const gxPicture *picture);

// Draws its opaque surfaces, background and ground, without the moving surfaces over the ground; only within
// a rectangle of the target unless that is NULL. Pixels do not depend on the rectangle.
void gxDrawPictureBase(gxRenderer *renderer, const gxPicture *picture, const gxRect *only);
// Draws the moving surfaces over the ground.
void gxDrawPictureOver(gxRenderer *renderer, const gxPicture *picture, const gxRect *only);
// Draws the rest over them: edges, transparent surfaces and strokes.
void gxDrawPictureFront(gxRenderer *renderer, const gxPicture *picture, const gxRect *only);

// How much of a picture is drawn. Zeroed: nothing.
typedef struct gxProgress {
    int step, item;   // next ones
    int32_t triangle; // of the item
} gxProgress;

// Draws the next part of a picture into the bound framebuffer, at most some 25,000 triangles of opaque
// surfaces. Returns true if it is the last one. Between parts the items must stay as they are.
bool gxDrawPicturePart(gxRenderer *renderer, const gxPicture *picture, gxProgress *progress);

// Draws over the picture in the bound framebuffer. Leaves the viewport at width x height.
void gxDrawInset(gxRenderer *renderer, const gxInset *inset, int width, int height);

#endif

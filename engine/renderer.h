// Draws a picture of lit surfaces over a ground grid, with shadows, transparency and strokes.
//
// A picture is a plain value: what stands where, in which colour, seen how. Nothing is kept between pictures
// but what is expensive and has not changed: the shadows of the items that say they are fixed.
#ifndef GX_RENDERER_H
#define GX_RENDERER_H

#include "engine/camera.h"
#include "engine/fills.h"
#include "engine/gpu_mesh.h"
#include "engine/lines.h"

enum { GX_BAND_COUNT = 5 };

// Surfaces coloured by a value at each vertex: bands of equal breadth from 0 up, parted by lines.
typedef struct gxBands {
    vec3s colors[GX_BAND_COUNT]; // as shown in full light, from the band at 0 on
    vec3s line;
} gxBands;

typedef struct gxItem {
    gxGpuMesh *mesh;
    mat4s model;    // affine, less the camera's origin
    vec3s color;    // as shown in full light, 0 to 1
    float opacity;  // below 1: blended, the farthest first
    float bandsEnd; // values below it are shown in the picture's bands; 0: the mesh has none
    bool wire;      // its edges alone
    bool edges;     // its edges over its surface
    bool marked;    // octants by turns a little darker, so that any turn is seen
    bool fixed;     // seldom moves: its shadow is worth keeping
    bool closed;    // its surface encloses it, outside out: the side turned away is never seen
    bool castsShadow;
} gxItem;

// What is behind everything: a gradient.
typedef struct gxBackdrop {
    vec3s lower, upper; // as shown, 0 to 1
    bool none;          // the picture is transparent there
} gxBackdrop;

typedef struct gxGroundColors {
    vec3s plate, lines; // as shown, 0 to 1; the plate lets the backdrop through
} gxGroundColors;

typedef struct gxGround {
    bool shown;
    gxGroundColors colors;
    vec3s center;   // less the camera's origin; the plane is y = center.y
    float radius;   // where it has faded out
    float spacing;  // of the fine lines; every tenth is strong
    float phase[2]; // x and z of a grid line's crossing, less the camera's origin
} gxGround;

typedef struct gxPicture {
    gxView view;
    int shrink;          // a pixel of the target stands for shrink x shrink of the view, 1 or more
    int below;           // rows of pixels under the view that are left free, in `strip`
    gxColor strip;       // opaque
    float tolerance;     // how far drawn surfaces may stray from true ones, pixels
    const gxItem *items; // items[itemCount]
    int itemCount;
    gxBackdrop backdrop;
    gxGround ground;
    const gxBands *bands; // NULL: no item has values
    vec3s shadowCenter;   // what casts shadows lies in this sphere
    float shadowRadius;
    const gxFillList *fills;     // hatched where hidden
    const gxStrokeList *overlay; // dim where hidden
    const gxStrokeList *front;   // never hidden
} gxPicture;

// A small second view over a part of the picture: marks and flat faces on a plain ground, with a frame.
typedef struct gxInset {
    gxView view;             // its width and height are the inset's, pixels
    int x, y;                // of its lower left corner, pixels from the picture's
    int shrink;              // as of the picture
    gxColor ground, frame;   // both opaque; the frame is one `frameWidth` wide, inside
    int frameWidth;          // pixels
    const gxFillList *faces; // hide strokes and marked areas behind them
    const gxFillList *fills;
    const gxStrokeList *overlay, *front;
} gxInset;

typedef struct gxRenderer gxRenderer;

// @errors NULL, with a message
gxRenderer *gxCreateRenderer(void);
void gxDestroyRenderer(gxRenderer *renderer);

// Draws into the framebuffer bound now, with depth buffer. Clears it first.
void gxDrawPicture(gxRenderer *renderer, const gxPicture *picture);

// Draws over the picture in the framebuffer bound now; leaves the whole of it, width x height, as the
// viewport.
void gxDrawInset(gxRenderer *renderer, const gxInset *inset, int width, int height);

#endif

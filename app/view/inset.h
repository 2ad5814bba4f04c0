// Insets: small second views in the corners of the picture, each with a camera, a frame and a title of its
// own.
//
// Whoever has something to show opens one while the overlay is made, adds faces, strokes and labels to it as
// to the picture, and it is drawn over the picture by the same renderers, cut off at its frame. Labels of the
// picture keep away from it. A picture too small for insets has none.
#ifndef APP_INSET_H
#define APP_INSET_H

#include "view/view_data.h"

typedef enum InsetCorner { INSET_TOP_LEFT = 0, INSET_TOP_RIGHT } InsetCorner;

typedef struct InsetDef {
    InsetCorner corner;
    const char *title, *note; // two lines over it; the note is quieter
    double radius;            // of a sphere about the world's origin that fills it
} InsetDef;

// Looks at the world's origin from the picture's own direction. NULL: no room.
Inset *OpenInset(const ViewPass *pass, const InsetDef *def);

// At (dx, dy) pixels from where `p` is, kept within the frame.
void AddInsetLabel(const ViewPass *pass, Inset *inset, cdVec3 p, double dx, double dy, const char *text,
                   gxColor color);
// A word of the line at the inset's foot; words stand side by side.
void AddInsetWord(const ViewPass *pass, Inset *inset, const char *text, gxColor color);
// Towards the inset's eye, unit.
cdVec3 GetInsetDirection(const Inset *inset);

void FreeInset(Inset *inset);
// Over the picture that has just been drawn into the framebuffer bound now.
// `below`: rows of pixels under the picture.
void DrawInsets(View *view, int below);

#endif

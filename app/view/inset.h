// Insets: small additional views in the corners of the picture, each with its own camera, frame and title.
//
// Parts of the overlay open an inset and add faces, strokes and labels to it. The same renderers draw it over
// the picture, clipped to its frame. Labels of the picture avoid it. A picture too small for insets has none.
#ifndef APP_INSET_H
#define APP_INSET_H

#include "view/view_data.h"

typedef enum InsetCorner { INSET_TOP_LEFT = 0, INSET_TOP_RIGHT } InsetCorner;

typedef struct InsetDef {
    InsetCorner corner;
    const char *title, *note; // two lines above the inset; the note is paler
    double radius;            // of a sphere about the world's origin that fills the inset
} InsetDef;

// Opens an inset that views the world's origin from the picture's direction. NULL: no room.
Inset *OpenInset(const ViewPass *pass, const InsetDef *def);

// Adds a label (dx, dy) pixels from the projection of `p`, kept within the frame.
void AddInsetLabel(const ViewPass *pass, Inset *inset, cdVec3 p, double dx, double dy, const char *text,
                   gxColor color);
// Adds a word to the line at the inset's foot, right of the previous one.
void AddInsetWord(const ViewPass *pass, Inset *inset, const char *text, gxColor color);
// Direction to the inset's eye, unit.
cdVec3 GetInsetDirection(const Inset *inset);

void FreeInset(Inset *inset);
// Draws the insets over the prepared picture in the bound framebuffer.
void DrawInsets(View *view);
// Lists what DrawInsets draws where: covers[INSET_MAX]. Returns the number.
int CoverInsets(const View *view, gxCover *covers);

#endif

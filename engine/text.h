// Labels on the picture: text of one size with a rim, legible over anything.
#ifndef GX_TEXT_H
#define GX_TEXT_H

#include "engine/lines.h"

typedef struct gxTextRenderer gxTextRenderer;

// `pixelHeight`: of a line. @errors NULL, with a message
gxTextRenderer *gxCreateTextRenderer(float pixelHeight);
void gxDestroyTextRenderer(gxTextRenderer *renderer);
void gxSetTextRim(gxTextRenderer *renderer, gxColor color); // dark at the start

// Adds a UTF-8 text whose first line's middle left is at (x, y), pixels from the top left. Characters the
// font lacks are left out. Nothing is drawn before gxDrawTexts.
void gxAddText(gxTextRenderer *renderer, float x, float y, const char *text, gxColor color);
float gxGetTextWidth(const gxTextRenderer *renderer, const char *text);
// Draws what has been added into the viewport in force, which has this size, and forgets it.
void gxDrawTexts(gxTextRenderer *renderer, int width, int height);

#endif

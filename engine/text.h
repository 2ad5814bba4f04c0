// Labels on the picture: text of one size with a rim, legible over any background.
#ifndef GX_TEXT_H
#define GX_TEXT_H

#include "engine/damage.h"
#include "engine/lines.h"

typedef struct gxTextRenderer gxTextRenderer;

// Returns the next character of a UTF-8 text, and moves behind it.
int gxReadCharacter(const char **text);

// `pixelHeight`: height of a line. @errors NULL, with a message
gxTextRenderer *gxCreateTextRenderer(float pixelHeight);
void gxDestroyTextRenderer(gxTextRenderer *renderer);
void gxSetTextRim(gxTextRenderer *renderer, gxColor color); // default: dark

// Adds a UTF-8 text whose first line's middle left is at (x, y), pixels from the top left. Characters without
// a glyph are skipped. gxDrawTexts draws it.
void gxAddText(gxTextRenderer *renderer, float x, float y, const char *text, gxColor color);
float gxGetTextWidth(const gxTextRenderer *renderer, const char *text);
// Draws all texts; the current viewport has this size.
void gxDrawTexts(gxTextRenderer *renderer, int width, int height);
// Declares where it draws them, within the viewport at the lower left corner (x, y) and that high.
void gxDeclareTexts(const gxTextRenderer *renderer, gxDamage *damage, int x, int y, int height);
void gxClearTexts(gxTextRenderer *renderer);

#endif

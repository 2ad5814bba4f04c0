// Words on an image in memory, without OpenGL.
#ifndef GX_IMAGE_TEXT_H
#define GX_IMAGE_TEXT_H

#include "engine/color.h"
#include "engine/image.h"

// Writes a UTF-8 text, pixels from the top left: it begins at x, and the middle of its line is at y.
// Characters without a glyph are skipped, and pixels outside the image. `height`: of a line, pixels.
// @errors false: the font cannot be read
bool gxWriteText(gxImage *image, double x, double y, double height, const char *text, gxColor color);
// Returns the width of a text, pixels; 0: the font cannot be read.
double gxMeasureText(double height, const char *text);

#endif

// Shows a drawn picture in the window, all of it or only parts.
//
// Parts are for software renderers on X11 (GLX_MESA_copy_sub_buffer): they copy pixels to the window, and the
// next picture may keep what was drawn. Everywhere else the buffers are swapped, after which the next picture
// has to be drawn completely: its buffer's pixels are undefined.
#ifndef GX_PRESENT_H
#define GX_PRESENT_H

#include "engine/rect.h"
#include "engine/window.h"

// True if the picture is kept for the next one.
bool gxKeepsPicture(const gxWindow *window);
// True if the next picture has to be drawn completely: the window was uncovered, has a new size, or its
// buffers were swapped. Clears it.
bool gxTakeExposed(gxWindow *window);
// Shows these parts of a picture of that size if it is kept, else all of it.
void gxPresentParts(gxWindow *window, int width, int height, const gxRect *parts, int partCount);

#endif

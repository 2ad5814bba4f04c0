// A rectangle of pixels.
#ifndef GX_RECT_H
#define GX_RECT_H

#include <stdbool.h>

typedef struct gxRect {
    int x, y, width, height; // pixels; (x, y) is the lower left corner
} gxRect;

static inline bool gxIsEmptyRect(gxRect rect) {
    return rect.width <= 0 || rect.height <= 0;
}

static inline gxRect gxIntersectRects(gxRect a, gxRect b) {
    int left = a.x > b.x ? a.x : b.x, low = a.y > b.y ? a.y : b.y;
    int right = a.x + a.width < b.x + b.width ? a.x + a.width : b.x + b.width;
    int high = a.y + a.height < b.y + b.height ? a.y + a.height : b.y + b.height;
    gxRect both = {left, low, right - left, high - low}, none = {0, 0, 0, 0};
    return gxIsEmptyRect(both) ? none : both;
}

// Returns the smallest rectangle that contains both.
static inline gxRect gxJoinRects(gxRect a, gxRect b) {
    if (gxIsEmptyRect(a)) return b;
    if (gxIsEmptyRect(b)) return a;
    int left = a.x < b.x ? a.x : b.x, low = a.y < b.y ? a.y : b.y;
    int right = a.x + a.width > b.x + b.width ? a.x + a.width : b.x + b.width;
    int high = a.y + a.height > b.y + b.height ? a.y + a.height : b.y + b.height;
    gxRect all = {left, low, right - left, high - low};
    return all;
}

static inline gxRect gxGrowRect(gxRect rect, int by) {
    gxRect grown = {rect.x - by, rect.y - by, rect.width + 2 * by, rect.height + 2 * by};
    return grown;
}

static inline gxRect gxShiftRect(gxRect rect, int x, int y) {
    gxRect shifted = {rect.x + x, rect.y + y, rect.width, rect.height};
    return shifted;
}

#endif

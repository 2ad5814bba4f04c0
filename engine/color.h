// A colour of eight bits a channel, alpha not premultiplied.
#ifndef GX_COLOR_H
#define GX_COLOR_H

#include <stdint.h>

typedef struct gxColor {
    uint8_t r, g, b, a;
} gxColor;

#endif

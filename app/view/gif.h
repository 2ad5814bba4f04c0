// Animated GIF: pictures of one size, 256 colours each, repeated forever.
#ifndef APP_GIF_H
#define APP_GIF_H

#include "engine/image.h"
#include <stdio.h>

typedef struct Gif {
    FILE *out;
    unsigned char *before; // pixels of the last picture, owned; NULL: none yet
} Gif;

void BeginGif(Gif *gif, FILE *out, int width, int height);
// Adds a picture of the GIF's size, shown for `delay` hundredths of a second. @errors false: out of memory
bool AddGifPicture(Gif *gif, const gxImage *image, int delay);
// Ends the GIF, if it was begun.
void EndGif(Gif *gif);

#endif

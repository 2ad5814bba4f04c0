// Animated GIF: pictures of one size, 256 colours each, played for ever.
#ifndef APP_GIF_H
#define APP_GIF_H

#include "engine/image.h"
#include <stdio.h>

typedef struct Gif {
    FILE *out;
    unsigned char *before; // pixels of the last picture, owned; NULL: none yet
} Gif;

void BeginGif(Gif *gif, FILE *out, int width, int height);
// Shows the picture, which has the size of the whole, for `delay` hundredths of a second. @errors false: no
// memory
bool AddGifPicture(Gif *gif, const gxImage *image, int delay);
// Ends what was begun, if anything was.
void EndGif(Gif *gif);

#endif

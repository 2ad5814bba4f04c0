// Animated GIF: pictures of one size, 256 colours each, played for ever.
#ifndef APP_GIF_H
#define APP_GIF_H

#include "engine/image.h"
#include <stdio.h>

void BeginGif(FILE *out, int width, int height);
// Shows the picture for `delay` hundredths of a second. @errors false: no memory
bool AddGifPicture(FILE *out, const gxImage *image, int delay);
void EndGif(FILE *out);

#endif

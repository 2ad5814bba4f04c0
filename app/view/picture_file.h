// Pictures as PNG files, written whole or not at all.
#ifndef APP_PICTURE_FILE_H
#define APP_PICTURE_FILE_H

#include "engine/image.h"

// @errors false with a message "PATH: why"; nothing is left behind
bool WritePictureFile(const gxImage *image, const char *path, char *message, size_t messageSize);

#endif

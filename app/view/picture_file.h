// Writes pictures as PNG files, atomically.
#ifndef APP_PICTURE_FILE_H
#define APP_PICTURE_FILE_H

#include "engine/image.h"

// @errors false with a message "PATH: why", and no file
bool WritePictureFile(const gxImage *image, const char *path, char *message, size_t messageSize);

#endif

// Writes PNG files with the engine's encoder; they appear when complete.
#include "view/picture_file.h"
#include "scenes/whole_file.h"
#include <errno.h>
#include <string.h>

bool WritePictureFile(const gxImage *image, const char *path, char *message, size_t messageSize) {
    OutputFile file;
    if (!OpenOutputFile(&file, path, message, messageSize)) return false;
    if (gxWritePng(image, file.stream)) return FinishOutputFile(&file, message, messageSize);
    snprintf(message, messageSize, "%s: %s", path, strerror(errno));
    AbandonOutputFile(&file);
    return false;
}

// Pictures into a PNG file, a directory, or a GIF film.
#include "commands/render_out.h"
#include "commands/gif.h"
#include <errno.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { GIF_DELAY = 8, GIF_HELD_DELAY = 150 }; // hundredths of a second

static bool hasEnding(const char *path, const char *ending) {
    size_t length = strlen(path), endingLength = strlen(ending);
    return length > endingLength && strcasecmp(path + length - endingLength, ending) == 0;
}

bool IsPngPath(const char *path) {
    return hasEnding(path, ".png");
}

static bool isGifPath(const char *path) {
    return hasEnding(path, ".gif");
}

bool IsRenderPath(const char *path) {
    struct stat status;
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    if (dot == NULL || dot == name) return true; // no ending; a hidden directory has none either
    if (IsPngPath(path) || isGifPath(path)) return true;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool makeDirectory(const char *path, char *message, size_t messageSize) {
    struct stat status;
    if (mkdir(path, 0777) == 0) return true;
    if (errno == EEXIST && stat(path, &status) == 0 && S_ISDIR(status.st_mode)) return true;
    snprintf(message, messageSize, "%s: %s", path, strerror(errno));
    return false;
}

bool OpenRenderTarget(RenderTarget *target, const char *path, char *message, size_t messageSize) {
    *target = (RenderTarget){.path = path, .message = message, .messageSize = messageSize};
    if (IsPngPath(path)) {
        target->kind = RENDER_PNG;
        return true;
    }
    target->kind = isGifPath(path) ? RENDER_GIF : RENDER_DIRECTORY;
    if (target->kind == RENDER_DIRECTORY) return makeDirectory(path, message, messageSize);
    return OpenOutputFile(&target->gif, path, message, messageSize);
}

static bool putPng(RenderTarget *target, const gxImage *image, const char *name) {
    char path[4096];
    const char *separator = target->kind == RENDER_DIRECTORY ? "/" : "";
    int length =
        snprintf(path, sizeof path, "%s%s%s", target->path, separator, *separator != '\0' ? name : "");
    if (length < 0 || (size_t)length >= sizeof path) {
        snprintf(target->message, target->messageSize, "%s: the path is too long", target->path);
        return false;
    }
    if (!gxWritePng(image, path)) return false; // has said why
    printf("%s\n", path);
    return true;
}

bool PutPicture(RenderTarget *target, const gxImage *image, const char *name, bool held) {
    target->pictureCount++;
    if (target->kind != RENDER_GIF) return putPng(target, image, name);
    if (target->pictureCount == 1) BeginGif(target->gif.stream, image->width, image->height);
    if (AddGifPicture(target->gif.stream, image, held ? GIF_HELD_DELAY : GIF_DELAY)) return true;
    snprintf(target->message, target->messageSize, "%s: out of memory", target->path);
    return false;
}

bool CloseRenderTarget(RenderTarget *target, bool good, char *message, size_t messageSize) {
    if (target->kind != RENDER_GIF) return good;
    if (!good) {
        AbandonOutputFile(&target->gif);
        return false;
    }
    EndGif(target->gif.stream);
    if (!FinishOutputFile(&target->gif, message, messageSize)) return false;
    printf("%s\n", target->path);
    return true;
}

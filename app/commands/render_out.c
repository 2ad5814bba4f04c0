// Writes pictures to a PNG file, a directory or a film.
#include "commands/render_out.h"
#include "engine/platform/files.h"
#include "engine/platform/plain_text.h"
#include "view/picture_file.h"
#include <errno.h>
#include <math.h>
#include <string.h>

// A GIF with a higher rate is several times as large and hardly smoother.
static const double gifRate = 12.5, videoRate = 30.0;
static const double pauseTime = 1.5; // seconds

static bool hasEnding(const char *path, const char *ending) {
    size_t length = strlen(path), endingLength = strlen(ending);
    return length > endingLength && gxIsSameWord(path + length - endingLength, ending);
}

bool IsPngPath(const char *path) {
    return hasEnding(path, ".png");
}

bool IsFilmPath(const char *path) {
    return hasEnding(path, ".gif") || hasEnding(path, ".mp4");
}

bool IsRenderPath(const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    if (dot == NULL || dot == name) return true; // no extension, as of a hidden directory
    if (IsPngPath(path) || IsFilmPath(path)) return true;
    return gxIsFolder(path);
}

static bool makeDirectory(const char *path, char *message, size_t messageSize) {
    if (gxMakeFolder(path, GX_ACCESS_USUAL)) return true;
    int reason = errno;
    if (reason == EEXIST && gxIsFolder(path)) return true;
    snprintf(message, messageSize, "%s: %s", path, strerror(reason));
    return false;
}

bool OpenRenderTarget(RenderTarget *target, const char *path, double rate, char *message,
                      size_t messageSize) {
    *target = (RenderTarget){.path = path, .message = message, .messageSize = messageSize};
    target->kind = IsPngPath(path) ? RENDER_PNG : IsFilmPath(path) ? RENDER_FILM : RENDER_DIRECTORY;
    if (target->kind == RENDER_DIRECTORY) return makeDirectory(path, message, messageSize);
    if (target->kind == RENDER_PNG) return true;
    target->rate = rate > 0.0 ? rate : hasEnding(path, ".gif") ? gifRate : videoRate;
    if (hasEnding(path, ".gif") || HasVideoProgram()) return true;
    snprintf(message, messageSize,
             "%s: an MP4 film needs the program ffmpeg (Debian: package ffmpeg); install it or write a GIF",
             path);
    return false;
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
    if (!WritePictureFile(image, path, target->message, target->messageSize)) return false;
    printf("%s\n", path);
    return true;
}

bool PutPicture(RenderTarget *target, const gxImage *image, const char *name, bool pauses) {
    if (target->kind != RENDER_FILM) return putPng(target, image, name);
    Film *film = &target->film;
    if (!film->open && !OpenFilm(film, target->path, image->width, image->height, (int)ceil(target->rate),
                                 target->message, target->messageSize))
        return false;
    double seconds = pauses ? pauseTime : 1.0 / target->rate;
    return AddFilmPicture(film, image, seconds, target->message, target->messageSize);
}

bool CloseRenderTarget(RenderTarget *target, bool good, char *message, size_t messageSize) {
    if (target->kind != RENDER_FILM) return good;
    if (!good) {
        AbandonFilm(&target->film);
        return false;
    }
    if (!FinishFilm(&target->film, message, messageSize)) return false;
    printf("%s\n", target->path);
    return true;
}

// Target of the pictures of `render`: a PNG file, a directory or a film.
#ifndef APP_RENDER_OUT_H
#define APP_RENDER_OUT_H

#include "view/film.h"

typedef enum RenderKind { RENDER_PNG = 0, RENDER_DIRECTORY, RENDER_FILM } RenderKind;

typedef struct RenderTarget {
    RenderKind kind;
    const char *path;
    double rate;   // of a film: pictures a second
    Film film;     // opened at its first picture
    char *message; // of the current call
    size_t messageSize;
} RenderTarget;

bool IsPngPath(const char *path);
bool IsFilmPath(const char *path); // .gif or .mp4

// True if OpenRenderTarget accepts the path. Other extensions, such as .jpg, are accepted only for an
// existing directory or with a / at the end.
bool IsRenderPath(const char *path);

// Opens the target by its extension: .png, .gif, .mp4, else a directory, created if missing. `rate` is in
// pictures a second of a film, 0 for the default. `message` must outlive the target.
bool OpenRenderTarget(RenderTarget *target, const char *path, double rate, char *message, size_t messageSize);

// Writes a picture. `name` is its file in a directory. With `pauses` a film shows it for 1.5 s.
// @errors false, with the target's message
bool PutPicture(RenderTarget *target, const gxImage *image, const char *name, bool pauses);

// Closes the target. If `good` is false, an incomplete film is dropped. Returns true if all was written.
bool CloseRenderTarget(RenderTarget *target, bool good, char *message, size_t messageSize);

#endif

// Where `render` puts its pictures: one PNG file, a directory of them, or a film.
#ifndef APP_RENDER_OUT_H
#define APP_RENDER_OUT_H

#include "view/film.h"

typedef enum RenderKind { RENDER_PNG = 0, RENDER_DIRECTORY, RENDER_FILM } RenderKind;

typedef struct RenderTarget {
    RenderKind kind;
    const char *path;
    double rate;   // of a film: pictures a second
    Film film;     // begun with its first picture
    char *message; // of the call under way
    size_t messageSize;
} RenderTarget;

bool IsPngPath(const char *path);
bool IsFilmPath(const char *path); // .gif or .mp4

// Whether OpenRenderTarget knows what the path means: not with another file ending, such as .jpg, unless it
// is a directory already or says with a / at its end that it is to become one.
bool IsRenderPath(const char *path);

// The path's ending decides: .png, .gif, .mp4, else a directory, which is made when it is missing. `rate`: of
// a film, pictures a second; 0: what suits it. `message` stays in use until the target is closed.
bool OpenRenderTarget(RenderTarget *target, const char *path, double rate, char *message, size_t messageSize);

// `name`: of the file in a directory; `held`: a film stays on this picture for a while.
// @errors false, with the target's message
bool PutPicture(RenderTarget *target, const gxImage *image, const char *name, bool held);

// `good` false: what is not complete is dropped. Returns whether all is in its place.
bool CloseRenderTarget(RenderTarget *target, bool good, char *message, size_t messageSize);

#endif

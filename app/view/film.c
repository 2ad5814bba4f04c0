// Films: timing, fitting sizes, and the file for both formats.
//
// Input: pictures with their times. A picture is written when the time shown so far, in whole ticks of the
// format, exceeds the time written; so rounding errors do not add up. Viewers show GIF pictures of less than
// two hundredths of a second for longer, so such pictures are dropped.
#include "view/film.h"

#include "engine/platform/plain_text.h"

#include <errno.h>
#include <math.h>
#include <string.h>

enum { GIF_TICKS = 100, GIF_LEAST = 2, GIF_MOST = 60000 };

bool GetFilmKind(const char *path, FilmKind *kind) {
    const char *dot = strrchr(path, '.');
    if (dot == NULL || dot == path) return false;
    *kind = gxIsSameWord(dot, ".mp4") ? FILM_MP4 : FILM_GIF;
    return *kind == FILM_MP4 || gxIsSameWord(dot, ".gif");
}

// Prepends "PATH: " to the message.
static void namePath(const Film *film, char *message, size_t messageSize) {
    char text[512];
    snprintf(text, sizeof text, "%s", message);
    snprintf(message, messageSize, "%s: %s", film->file.path, text);
}

bool OpenFilm(Film *film, const char *path, int width, int height, int rate, char *message,
              size_t messageSize) {
    *film = (Film){.width = width, .height = height, .rate = rate};
    if (!GetFilmKind(path, &film->kind) || width < 2 || height < 2) {
        snprintf(message, messageSize, "%s: must be FILE.gif or FILE.mp4, at least 2x2 pixels", path);
        return false;
    }
    if (!OpenOutputFile(&film->file, path, message, messageSize)) return false;
    film->open = true;
    if (film->kind == FILM_GIF) {
        BeginGif(&film->gif, film->file.stream, width, height);
        return true;
    }
    film->width &= ~1;
    film->height &= ~1;
    const char *written = film->file.temporary[0] != '\0' ? film->file.temporary : path;
    if (OpenVideoPipe(&film->pipe, written, film->width, film->height, rate, message, messageSize))
        return true;
    namePath(film, message, messageSize);
    AbandonFilm(film);
    return false;
}

static bool writePicture(Film *film, const gxImage *image, int64_t count, char *message, size_t messageSize) {
    while (count > 0) {
        int64_t share = film->kind == FILM_MP4 ? 1 : count < GIF_MOST ? count : GIF_MOST;
        errno = 0;
        bool good = film->kind == FILM_MP4
                        ? PutVideoPicture(&film->pipe, image, message, messageSize)
                        : AddGifPicture(&film->gif, image, (int)share) && !ferror(film->gif.out);
        if (!good && film->kind == FILM_GIF)
            snprintf(message, messageSize, "%s",
                     !ferror(film->gif.out) ? "out of memory" : strerror(errno != 0 ? errno : EIO));
        if (!good) return false;
        film->ticks += share;
        count -= share;
    }
    film->pictureCount++;
    return true;
}

bool AddFilmPicture(Film *film, const gxImage *image, double seconds, char *message, size_t messageSize) {
    film->seconds += seconds;
    int64_t tickRate = film->kind == FILM_MP4 ? film->rate : GIF_TICKS;
    int64_t count = llround(film->seconds * (double)tickRate) - film->ticks;
    if (count < (film->kind == FILM_MP4 ? 1 : GIF_LEAST)) return true;
    // An MP4's odd row or column is cropped, not fitted.
    bool fits = film->kind == FILM_MP4
                    ? image->width >> 1 == film->width >> 1 && image->height >> 1 == film->height >> 1
                    : image->width == film->width && image->height == film->height;
    gxImage fitted = fits ? (gxImage){0} : gxFitImage(image, film->width, film->height);
    bool good = fits || fitted.pixels != NULL;
    if (!good) snprintf(message, messageSize, "out of memory");
    good = good && writePicture(film, fits ? image : &fitted, count, message, messageSize);
    gxDestroyImage(&fitted);
    if (good) return true;
    namePath(film, message, messageSize);
    AbandonFilm(film);
    return false;
}

bool FinishFilm(Film *film, char *message, size_t messageSize) {
    if (!film->open) return false; // was abandoned
    if (film->pictureCount == 0) {
        snprintf(message, messageSize, "%s: no picture was added", film->file.path);
        AbandonFilm(film);
        return false;
    }
    if (film->kind == FILM_GIF) EndGif(&film->gif);
    if (film->kind == FILM_MP4) {
        bool good = FinishVideoPipe(&film->pipe, message, messageSize);
        if (!good) {
            namePath(film, message, messageSize);
            AbandonFilm(film);
            return false;
        }
    }
    film->open = false;
    return FinishOutputFile(&film->file, message, messageSize);
}

void AbandonFilm(Film *film) {
    if (!film->open) return;
    film->open = false;
    EndGif(&film->gif);
    AbandonVideoPipe(&film->pipe);
    AbandonOutputFile(&film->file);
}

// Films of the window.
//
// Pictures are taken 30 times a second for an MP4, 15 times for a GIF, which is also narrower. Each is shown
// in the film until the next one was taken: a slow window gives fewer pictures, never a slower film. Pictures
// of another size are fitted into that of the first.
#include "services/filming.h"

#include "engine/message.h"
#include "engine/platform/files.h"
#include "engine/target.h"
#include "engine/window.h"
#include "services/notice.h"
#include "services/record.h"

#include <math.h>
#include <string.h>

enum { VIDEO_RATE = 30, GIF_RATE = 15, GIF_WIDTH_MAX = 800 };

static void fail(App *app, const char *message) {
    Notify(app, "Film stopped: %s", message);
    gxReport(GX_WARNING, "%s", message);
    gxDestroyImage(&app->filming.newest);
    app->filming.active = false;
}

double GetFilmSeconds(const App *app) {
    return app->filming.active ? gxGetTime() - app->filming.begin : 0.0;
}

// Opens the film at the size of its first picture.
static bool openFilm(Filming *filming, const gxImage *image, char *message, size_t messageSize) {
    int width = image->width, height = image->height;
    if (filming->film.open) return true;
    if (filming->kind == FILM_GIF && width > GIF_WIDTH_MAX) {
        height = (int)lround((double)height * GIF_WIDTH_MAX / width);
        width = GIF_WIDTH_MAX;
    }
    return OpenFilm(&filming->film, filming->name, width, height, VIDEO_RATE, message, messageSize);
}

// Adds the newest picture, shown until now.
static bool putNewest(App *app, double now) {
    Filming *filming = &app->filming;
    char message[512] = "";
    if (!filming->newest.pixels) return true;
    bool good =
        openFilm(filming, &filming->newest, message, sizeof message) &&
        AddFilmPicture(&filming->film, &filming->newest, now - filming->taken, message, sizeof message);
    gxDestroyImage(&filming->newest);
    if (!good) fail(app, message);
    return good;
}

void TakeFilmPicture(App *app, bool panelsDrawn) {
    Filming *filming = &app->filming;
    const Layout *layout = &app->layout;
    double now = gxGetTime();
    if (!filming->active || panelsDrawn != filming->panels || now < filming->due) return;
    if (!putNewest(app, now)) return;
    double step = 1.0 / (filming->kind == FILM_MP4 ? VIDEO_RATE : GIF_RATE);
    filming->due = fmax(filming->due + step, now);
    filming->taken = now;
    filming->newest = panelsDrawn
                          ? gxReadWindow(layout->windowWidth, layout->windowHeight)
                          : gxReadWindowPart(layout->x, layout->windowHeight - layout->y - layout->height,
                                             layout->width, layout->height);
    if (!filming->newest.pixels) {
        AbandonFilm(&filming->film);
        fail(app, "out of memory");
    }
}

static void begin(App *app) {
    Filming *filming = &app->filming;
    bool gif = filming->asGif, panels = filming->panels, hasVideo = HasVideoProgram();
    *filming = (Filming){.asGif = gif, .panels = panels, .active = true, .begin = gxGetTime()};
    filming->kind = gif || !hasVideo ? FILM_GIF : FILM_MP4;
    filming->due = filming->begin;
    if (!MakeFileName(filming->name, sizeof filming->name, "film",
                      filming->kind == FILM_GIF ? "gif" : "mp4")) {
        filming->active = false;
        Notify(app, "Cannot find a free file name for the film");
        return;
    }
    Notify(app, "Filming %s%s. Ctrl+Shift+P stops", filming->name,
           gif || hasVideo ? "" : " (MP4 needs the program ffmpeg)");
}

void EndFilm(App *app) {
    Filming *filming = &app->filming;
    char message[512] = "";
    gxFileFacts facts;
    if (!filming->active) return;
    double seconds = GetFilmSeconds(app);
    if (!putNewest(app, fmax(gxGetTime(), filming->taken + 1.0 / GIF_RATE))) return;
    if (!filming->film.open) { // ended before the first picture
        filming->active = false;
        Notify(app, "No film: stopped before the first picture");
        return;
    }
    if (!FinishFilm(&filming->film, message, sizeof message)) {
        fail(app, message);
        return;
    }
    filming->active = false;
    double size = gxGetFileFacts(filming->name, &facts) ? 1e-6 * (double)facts.byteCount : 0.0;
    gxOfferFile(app->window, filming->name);
    Notify(app, "Film: %s, %.1f s, %dx%d, %.1f MB", filming->name, seconds, filming->film.width,
           filming->film.height, size);
}

void ToggleFilm(App *app) {
    if (app->filming.active)
        EndFilm(app);
    else
        begin(app);
}

// A film while it is written: an animated GIF, or an MP4 file where ffmpeg is installed.
//
// Pictures come with the time for which each is shown, from whatever makes them; the film keeps time, and
// repeats or leaves out pictures where its own rate differs. The file appears under its name when it is
// complete.
#ifndef APP_FILM_H
#define APP_FILM_H

#include "scenes/whole_file.h"
#include "view/gif.h"
#include "view/video_pipe.h"

typedef enum FilmKind { FILM_GIF = 0, FILM_MP4 } FilmKind;

typedef struct Film {
    bool open;
    FilmKind kind;
    int width, height; // of the film; MP4: even
    int rate;          // MP4: pictures a second
    double seconds;    // for which its pictures are shown
    int64_t ticks;     // of that written so far: pictures of an MP4, hundredths of a second of a GIF
    int64_t pictureCount;
    OutputFile file;
    Gif gif;
    VideoPipe pipe;
} Film;

// By the ending, .gif or .mp4. @errors false: another one
bool GetFilmKind(const char *path, FilmKind *kind);

// `rate`: pictures a second, 1 to 60; a GIF takes any that come. @errors false, with a message "PATH: why"
bool OpenFilm(Film *film, const char *path, int width, int height, int rate, char *message,
              size_t messageSize);
// A picture of another size is fitted in, with black at its sides. @errors false, with a message; the film is
// given up
bool AddFilmPicture(Film *film, const gxImage *image, double seconds, char *message, size_t messageSize);
// Puts the file in its place. @errors false, with a message; there is no file then
bool FinishFilm(Film *film, char *message, size_t messageSize);
// Leaves no file.
void AbandonFilm(Film *film);

#endif

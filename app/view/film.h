// Writes films: animated GIF, or MP4 if ffmpeg is installed.
//
// Each picture comes with the time for which it is shown; the film repeats or drops pictures to keep that
// time at its own rate. The file appears under its name when it is complete.
#ifndef APP_FILM_H
#define APP_FILM_H

#include "scenes/whole_file.h"
#include "view/gif.h"
#include "view/video_pipe.h"
#include <stdint.h>

typedef enum FilmKind { FILM_GIF = 0, FILM_MP4 } FilmKind;

typedef struct Film {
    bool open;
    FilmKind kind;
    int width, height; // MP4: even
    int rate;          // MP4: pictures a second
    double seconds;    // total time of its pictures
    int64_t ticks;     // time written so far: pictures of an MP4, hundredths of a second of a GIF
    int64_t pictureCount;
    OutputFile file;
    Gif gif;
    VideoPipe pipe;
} Film;

// Derives the format from the ending, .gif or .mp4. @errors false: another ending
bool GetFilmKind(const char *path, FilmKind *kind);

// `rate`: pictures a second, 1 to 60; ignored for a GIF. @errors false, with a message "PATH: why"
bool OpenFilm(Film *film, const char *path, int width, int height, int rate, char *message,
              size_t messageSize);
// Fits pictures of another size in, with black borders. @errors false, with a message; abandons the film
bool AddFilmPicture(Film *film, const gxImage *image, double seconds, char *message, size_t messageSize);
// Completes the film and moves it to its name. @errors false, with a message and no file
bool FinishFilm(Film *film, char *message, size_t messageSize);
// Deletes the unfinished film.
void AbandonFilm(Film *film);

#endif

// Pictures handed to the program ffmpeg, which writes them as H.264 into an MP4 file.
//
// The program is optional: it is looked for in PATH when a film is begun, and nothing links to it.
#ifndef APP_VIDEO_PIPE_H
#define APP_VIDEO_PIPE_H

#include "engine/image.h"
#include <stdio.h>
#include <sys/types.h>

typedef struct VideoPipe {
    int socket; // its standard input; -1: closed
    pid_t process;
    FILE *errors;      // what it says
    int width, height; // of what it is given; even
    unsigned char *row;
} VideoPipe;

// Whether ffmpeg is in PATH.
bool HasVideoProgram(void);

// Starts it on pictures of `width` x `height`, both even, `rate` a second. @errors false, with a message
bool OpenVideoPipe(VideoPipe *pipe, const char *path, int width, int height, int rate, char *message,
                   size_t messageSize);
// One more picture; what is wider or higher than the film is cut off. @errors false, with what ffmpeg says
bool PutVideoPicture(VideoPipe *pipe, const gxImage *image, char *message, size_t messageSize);
// Waits until the file is complete. @errors false, with what ffmpeg says
bool FinishVideoPipe(VideoPipe *pipe, char *message, size_t messageSize);
// Ends it without waiting for its work.
void AbandonVideoPipe(VideoPipe *pipe);

#endif

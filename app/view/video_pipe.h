// Sends pictures to the program ffmpeg, which writes them as H.264 to an MP4 file.
//
// The program is optional: OpenVideoPipe searches PATH for it, and nothing links to it.
#ifndef APP_VIDEO_PIPE_H
#define APP_VIDEO_PIPE_H

#include "engine/image.h"
#include "engine/platform/process.h"
#include <stdio.h>

typedef struct VideoPipe {
    gxProcess *process; // NULL: it has ended
    FILE *errors;       // standard error of ffmpeg
    int width, height;  // of its input; even
    unsigned char *row;
} VideoPipe;

// True if ffmpeg is in PATH.
bool HasVideoProgram(void);

// Starts ffmpeg for pictures of `width` x `height`, both even, `rate` a second. @errors false, with a message
bool OpenVideoPipe(VideoPipe *pipe, const char *path, int width, int height, int rate, char *message,
                   size_t messageSize);
// Adds a picture; clips it to the film's size. @errors false, with the message of ffmpeg
bool PutVideoPicture(VideoPipe *pipe, const gxImage *image, char *message, size_t messageSize);
// Waits until the file is complete. @errors false, with the message of ffmpeg
bool FinishVideoPipe(VideoPipe *pipe, char *message, size_t messageSize);
// Ends ffmpeg without completing the file.
void AbandonVideoPipe(VideoPipe *pipe);

#endif

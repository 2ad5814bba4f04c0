// Runs ffmpeg as a child process, without a shell. Error output goes to an unnamed file, read after the end.
#include "view/video_pipe.h"

#include "engine/platform/environment.h"
#include "engine/platform/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { PATIENCE = 20 }; // seconds in which ffmpeg must accept data

bool HasVideoProgram(void) {
    return gxHasProgram("ffmpeg");
}

// Formats the last line of ffmpeg's error output, or its exit status.
static void explain(VideoPipe *pipe, gxProcessEnd end, char *message, size_t messageSize) {
    char line[512], last[512] = "";
    rewind(pipe->errors);
    while (fgets(line, sizeof line, pipe->errors) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[strspn(line, " ")] != '\0') memcpy(last, line, sizeof last);
    }
    if (last[0] != '\0')
        snprintf(message, messageSize, "ffmpeg: %s", last);
    else if (end.signal != 0)
        snprintf(message, messageSize, "ffmpeg was killed by signal %d", end.signal);
    else
        snprintf(message, messageSize, "ffmpeg exited early with code %d", end.code);
}

// Returns false with errno.
static bool startProgram(VideoPipe *pipe, const char *path, int rate) {
    char size[32], rateText[16], file[4096];
    snprintf(size, sizeof size, "%dx%d", pipe->width, pipe->height);
    snprintf(file, sizeof file, "file:%s", path); // otherwise a colon would mark a protocol
    snprintf(rateText, sizeof rateText, "%d", rate);
    // clang-format off
    const char *const args[] = {
        "ffmpeg", "-hide_banner", "-nostdin", "-loglevel", "error",
        "-f", "rawvideo", "-pixel_format", "rgb24", "-video_size", size, "-framerate", rateText, "-i", "pipe:0",
        "-an", "-vf", "scale=out_color_matrix=bt709", "-c:v", "libx264", "-preset", "veryfast", "-crf", "18",
        "-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
        "-movflags", "+faststart", "-f", "mp4", "-y", file, NULL};
    // clang-format on
    pipe->process = gxStartProcess(&(gxProcessDef){.program = args[0],
                                                   .args = args,
                                                   .feeds = true,
                                                   .feedSeconds = PATIENCE,
                                                   .errors = pipe->errors,
                                                   .pendingFile = path});
    return pipe->process != NULL;
}

static void freePipe(VideoPipe *pipe) {
    if (pipe->errors != NULL) fclose(pipe->errors);
    free(pipe->row);
    *pipe = (VideoPipe){0};
}

bool OpenVideoPipe(VideoPipe *pipe, const char *path, int width, int height, int rate, char *message,
                   size_t messageSize) {
    *pipe = (VideoPipe){.width = width, .height = height};
    if (!HasVideoProgram()) {
        snprintf(message, messageSize,
                 "MP4 films need the program ffmpeg (Debian package ffmpeg); "
                 "GIF films do not");
        return false;
    }
    pipe->row = malloc(3 * (size_t)width);
    pipe->errors = gxOpenScratchFile();
    if (pipe->row != NULL && pipe->errors != NULL && startProgram(pipe, path, rate)) return true;
    snprintf(message, messageSize, "cannot start ffmpeg: %s", strerror(errno));
    freePipe(pipe);
    return false;
}

bool PutVideoPicture(VideoPipe *pipe, const gxImage *image, char *message, size_t messageSize) {
    bool good = image->width >= pipe->width && image->height >= pipe->height;
    gxTransfer transfer = GX_TRANSFER_FAILED;
    for (int y = 0; good && y < pipe->height; y++) {
        const unsigned char *pixel = image->pixels + 4 * (size_t)y * (size_t)image->width;
        for (int x = 0; x < pipe->width; x++, pixel += 4)
            memcpy(pipe->row + 3 * x, pixel, 3);
        transfer = gxFeedProcess(pipe->process, pipe->row, 3 * (size_t)pipe->width);
        good = transfer == GX_TRANSFER_DONE;
    }
    if (good) return true;
    if (transfer == GX_TRANSFER_LATE) {
        snprintf(message, messageSize, "ffmpeg has accepted no picture for %d seconds", PATIENCE);
        AbandonVideoPipe(pipe);
        return false;
    }
    explain(pipe, gxEndProcess(pipe->process), message, messageSize); // it has already ended
    freePipe(pipe);
    return false;
}

bool FinishVideoPipe(VideoPipe *pipe, char *message, size_t messageSize) {
    gxProcessEnd end = gxEndProcess(pipe->process);
    bool good = end.signal == 0 && end.code == 0;
    if (!good) explain(pipe, end, message, messageSize);
    freePipe(pipe);
    return good;
}

void AbandonVideoPipe(VideoPipe *pipe) {
    if (pipe->process == NULL) return;
    gxKillProcess(pipe->process);
    gxEndProcess(pipe->process);
    freePipe(pipe);
}

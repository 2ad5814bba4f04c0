// Runs ffmpeg as a child process, without a shell; its standard input is one end of a socket pair.
//
// With a pipe, a program that ends early would raise a signal in the whole process; with sockets the write
// call fails. Error output goes to an unnamed file, read after the end.
#include "view/video_pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { PATIENCE = 20 }; // seconds in which ffmpeg must accept data

bool HasVideoProgram(void) {
    const char *folders = getenv("PATH");
    char path[4096];
    while (folders != NULL && *folders != '\0') {
        int length = (int)strcspn(folders, ":");
        if (length > 0 && snprintf(path, sizeof path, "%.*s/ffmpeg", length, folders) < (int)sizeof path &&
            access(path, X_OK) == 0)
            return true;
        folders += length + (folders[length] == ':');
    }
    return false;
}

// Formats the last line of ffmpeg's error output, or its exit status.
static void explain(VideoPipe *pipe, int status, char *message, size_t messageSize) {
    char line[512], last[512] = "";
    rewind(pipe->errors);
    while (fgets(line, sizeof line, pipe->errors) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[strspn(line, " ")] != '\0') memcpy(last, line, sizeof last);
    }
    if (last[0] != '\0')
        snprintf(message, messageSize, "ffmpeg: %s", last);
    else if (WIFSIGNALED(status))
        snprintf(message, messageSize, "ffmpeg was killed by signal %d", WTERMSIG(status));
    else
        snprintf(message, messageSize, "ffmpeg exited early with code %d", WEXITSTATUS(status));
}

static bool spawn(VideoPipe *pipe, int input, const char *path, int rate) {
    char size[32], rateText[16], file[4096];
    snprintf(size, sizeof size, "%dx%d", pipe->width, pipe->height);
    snprintf(file, sizeof file, "file:%s", path); // otherwise a colon would mark a protocol
    snprintf(rateText, sizeof rateText, "%d", rate);
    // clang-format off
    char *const args[] = {
        "ffmpeg", "-hide_banner", "-nostdin", "-loglevel", "error",
        "-f", "rawvideo", "-pixel_format", "rgb24", "-video_size", size, "-framerate", rateText, "-i", "pipe:0",
        "-an", "-vf", "scale=out_color_matrix=bt709", "-c:v", "libx264", "-preset", "veryfast", "-crf", "18",
        "-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
        "-movflags", "+faststart", "-f", "mp4", "-y", file, NULL};
    // clang-format on
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes; // no blocked signals, though the program may block some now
    sigset_t none;
    sigemptyset(&none);
    if (posix_spawn_file_actions_init(&actions) != 0) return false;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return false;
    }
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, fileno(pipe->errors), STDERR_FILENO);
    int error = posix_spawnp(&pipe->process, "ffmpeg", &actions, &attributes, args, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    errno = error;
    return error == 0;
}

static void freePipe(VideoPipe *pipe) {
    if (pipe->socket >= 0) close(pipe->socket);
    if (pipe->errors != NULL) fclose(pipe->errors);
    free(pipe->row);
    *pipe = (VideoPipe){.socket = -1};
}

bool OpenVideoPipe(VideoPipe *pipe, const char *path, int width, int height, int rate, char *message,
                   size_t messageSize) {
    int ends[2] = {-1, -1};
    *pipe = (VideoPipe){.socket = -1, .width = width, .height = height};
    if (!HasVideoProgram()) {
        snprintf(message, messageSize,
                 "MP4 films need the program ffmpeg (Debian package ffmpeg); "
                 "GIF films do not");
        return false;
    }
    pipe->row = malloc(3 * (size_t)width);
    pipe->errors = tmpfile();
    bool good = pipe->row != NULL && pipe->errors != NULL &&
                socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0;
    if (good) {
        fcntl(fileno(pipe->errors), F_SETFD, FD_CLOEXEC);
        pipe->socket = ends[1];
        setsockopt(pipe->socket, SOL_SOCKET, SO_SNDTIMEO, &(struct timeval){.tv_sec = PATIENCE},
                   sizeof(struct timeval));
        good = spawn(pipe, ends[0], path, rate);
    }
    if (!good) snprintf(message, messageSize, "cannot start ffmpeg: %s", strerror(errno));
    if (ends[0] >= 0) close(ends[0]);
    if (!good) freePipe(pipe);
    return good;
}

static bool sendBytes(int socket, const unsigned char *bytes, size_t count) {
    while (count > 0) {
        ssize_t sent = send(socket, bytes, count, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        bytes += sent;
        count -= (size_t)sent;
    }
    return true;
}

// Closes the input and returns the status of waitpid.
static int waitForEnd(VideoPipe *pipe) {
    int status = 0;
    close(pipe->socket);
    pipe->socket = -1;
    while (waitpid(pipe->process, &status, 0) < 0 && errno == EINTR)
        continue;
    return status;
}

bool PutVideoPicture(VideoPipe *pipe, const gxImage *image, char *message, size_t messageSize) {
    bool good = image->width >= pipe->width && image->height >= pipe->height;
    for (int y = 0; good && y < pipe->height; y++) {
        const unsigned char *pixel = image->pixels + 4 * (size_t)y * (size_t)image->width;
        for (int x = 0; x < pipe->width; x++, pixel += 4)
            memcpy(pipe->row + 3 * x, pixel, 3);
        good = sendBytes(pipe->socket, pipe->row, 3 * (size_t)pipe->width);
    }
    if (good) return true;
    if (errno == EAGAIN || errno == EWOULDBLOCK) {
        snprintf(message, messageSize, "ffmpeg has accepted no picture for %d seconds", PATIENCE);
        AbandonVideoPipe(pipe);
        return false;
    }
    explain(pipe, waitForEnd(pipe), message, messageSize); // it has already ended
    freePipe(pipe);
    return false;
}

bool FinishVideoPipe(VideoPipe *pipe, char *message, size_t messageSize) {
    int status = waitForEnd(pipe);
    bool good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!good) explain(pipe, status, message, messageSize);
    freePipe(pipe);
    return good;
}

void AbandonVideoPipe(VideoPipe *pipe) {
    if (pipe->socket < 0) return;
    kill(pipe->process, SIGKILL);
    while (waitpid(pipe->process, NULL, 0) < 0 && errno == EINTR)
        continue;
    freePipe(pipe);
}

// Simulates the daemon spacenavd: a 6-axis device whose motion is read from standard input.
//
// Usage: `spacenavd SOCKET`, with lines `motion X Y Z RX RY RZ`, `press N`, `release N` and `drop` (the
// client) on standard input; end of input ends the program. It speaks version 1 of the daemon's protocol on a
// Unix stream socket. Events are eight 32-bit numbers, kind first; a request has its number with a tag in the
// first of eight, and the answer repeats it, its status or the rest of a text in the last.
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { WORDS = 8, TAG = 0x7faa0000, CHANGE_PROTOCOL = 0x5500, VERSION = 1 };
enum { DEVICE_NAME = 0x2000, DEVICE_BUTTONS = 0x2003 };
enum { EVENT_MOTION = 0, EVENT_PRESS, EVENT_RELEASE };

static const char deviceName[] = "Tester's Cap"; // shorter than the 24 bytes of one answer

static int listenAt(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    if (listener < 0 || strlen(path) >= sizeof address.sun_path) return -1;
    memcpy(address.sun_path, path, strlen(path) + 1);
    unlink(path);
    if (bind(listener, (const struct sockaddr *)&address, sizeof address) != 0) return -1;
    return listen(listener, 1) == 0 ? listener : -1;
}

static void sendWords(int client, const int32_t *words, size_t count) {
    if (client >= 0 && send(client, words, count * sizeof *words, MSG_NOSIGNAL) < 0)
        fprintf(stderr, "the client takes nothing\n");
}

// Handles one request. False: the client has gone.
static int answer(int client) {
    int32_t words[WORDS] = {0};
    if (recv(client, words, sizeof *words, MSG_WAITALL) <= 0) return 0;
    if ((words[0] & ~0xff) == (TAG | CHANGE_PROTOCOL)) {
        words[0] = TAG | CHANGE_PROTOCOL | VERSION;
        sendWords(client, words, 1);
        return 1;
    }
    if (recv(client, words + 1, (WORDS - 1) * sizeof *words, MSG_WAITALL) <= 0) return 0;
    memset(words + 1, 0, (WORDS - 1) * sizeof *words);
    if (words[0] == (TAG | DEVICE_NAME)) {
        memcpy(words + 1, deviceName, sizeof deviceName);
        words[WORDS - 1] = (int32_t)sizeof deviceName - 1;
    } else if (words[0] == (TAG | DEVICE_BUTTONS)) {
        words[1] = 2;
    }
    sendWords(client, words, WORDS);
    return 1;
}

// Returns false for "drop".
static int obey(int client, const char *line) {
    int32_t event[WORDS] = {EVENT_MOTION};
    int32_t *v = event + 1;
    if (strncmp(line, "drop", 4) == 0) return 0;
    if (sscanf(line, "motion %d %d %d %d %d %d", v, v + 1, v + 2, v + 3, v + 4, v + 5) == 6) {
        event[WORDS - 1] = 16; // milliseconds since the last
        sendWords(client, event, WORDS);
    } else if (sscanf(line, "press %d", v) == 1 || sscanf(line, "release %d", v) == 1) {
        event[0] = line[0] == 'p' ? EVENT_PRESS : EVENT_RELEASE;
        sendWords(client, event, WORDS);
    } else {
        fprintf(stderr, "not understood: %s", line);
    }
    return 1;
}

int main(int argCount, char *args[]) {
    int listener = argCount == 2 ? listenAt(args[1]) : -1, client = -1;
    char line[256];
    if (listener < 0) {
        perror("spacenavd: cannot listen");
        return 1;
    }
    setvbuf(stdin, NULL, _IONBF, 0);
    for (;;) {
        struct pollfd ends[] = {{.fd = STDIN_FILENO, .events = POLLIN},
                                {.fd = client < 0 ? listener : client, .events = POLLIN}};
        if (poll(ends, 2, -1) < 0) return 1;
        int stays = 1;
        if (ends[1].revents && client < 0)
            client = accept(listener, NULL, NULL);
        else if (ends[1].revents)
            stays = answer(client);
        if (stays && ends[0].revents) {
            if (!fgets(line, sizeof line, stdin)) return 0;
            stays = obey(client, line);
        }
        if (!stays) {
            close(client);
            client = -1;
        }
    }
}

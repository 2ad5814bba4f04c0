// Reads mutated mesh files of every format through gxImportMesh, as user files are read, with a child process
// for Assimp's formats.
//
// Usage: `door PROGRAM SEED SECONDS FILE...`. Each round changes every FILE a little and reads it; there is
// at least one round. Each answer must be a valid mesh, or a message that begins with the file's name; no
// child and no descriptor may remain, within LONGEST seconds. Files that break this stay in the working
// folder as door-failed.EXTENSION.
//
// Red: a crash of ours, an invalid index or a NaN in a mesh, a child that is not reaped.
#include "engine/import.h"
#include "engine/platform/clock.h"
#include "random.h"
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FILE_MAX = 32, BYTES_MAX = 1 << 16, LONGEST = 40 };

typedef struct Seed {
    const char *extension;
    unsigned char bytes[BYTES_MAX];
    size_t length;
    int read, refused, crashed; // answers so far
} Seed;

typedef struct Door {
    Seed seeds[FILE_MAX];
    int seedCount;
    char folder[64];
    Random random;
} Door;

static bool readSeed(Seed *seed, const char *path) {
    FILE *file = fopen(path, "rb");
    seed->extension = strrchr(path, '.');
    if (file != NULL) seed->length = fread(seed->bytes, 1, BYTES_MAX / 2, file);
    if (file != NULL) fclose(file);
    return seed->length > 0 && seed->extension != NULL;
}

// Replaces `removed` bytes by `count` others; does nothing without room.
static void splice(unsigned char *bytes, size_t *length, size_t at, size_t removed, const void *put,
                   size_t count) {
    if (at > *length) at = *length;
    if (removed > *length - at) removed = *length - at;
    if (*length - removed + count > BYTES_MAX) return;
    memmove(bytes + at + count, bytes + at + removed, *length - at - removed);
    memcpy(bytes + at, put, count);
    *length = *length - removed + count;
}

// Replaces the next run of digits after `at`, including sign and point.
static void changeNumber(Random *random, unsigned char *bytes, size_t *length, size_t at) {
    static const char *const numbers[] = {
        "-1",    "0",   "1e9",     "4294967295", "4294967296", "2147483647",         "nan", "1e999", "-0.5",
        "65536", "255", "1000000", "1e-9",       "inf",        "9223372036854775807"};
    while (at < *length && strchr("0123456789", bytes[at]) == NULL)
        at++;
    size_t end = at;
    while (end < *length && bytes[end] != '\0' && strchr("0123456789+-.eE", bytes[end]) != NULL)
        end++;
    const char *number = numbers[nextRandomInt(random, 0, (int)(sizeof numbers / sizeof numbers[0]) - 1)];
    splice(bytes, length, at, end - at, number, strlen(number));
}

static void changeWord(Random *random, unsigned char *bytes, size_t length, size_t at) {
    static const uint32_t words[] = {0,      1,          0x7f,       0xff,       0x7fff,
                                     0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 0x3fffffff};
    uint32_t word = words[nextRandomInt(random, 0, (int)(sizeof words / sizeof words[0]) - 1)];
    size_t size = (size_t)1 << nextRandomInt(random, 0, 2);
    if (at + size <= length) memcpy(bytes + at, &word, size);
}

static void mutate(Random *random, unsigned char *bytes, size_t *length) {
    size_t at = nextRandomBits(random) % (*length + 1), span = nextRandomBits(random) % 64;
    unsigned char copy[64], byte = (unsigned char)nextRandomBits(random);
    if (span > *length - at) span = *length - at;
    memcpy(copy, bytes + at, span);
    switch (nextRandomInt(random, 0, 6)) {
    case 0:
        if (at < *length) bytes[at] = (unsigned char)(bytes[at] ^ 1u << (byte & 7));
        break;
    case 1:
        splice(bytes, length, at, 1, &byte, 1);
        break;
    case 2:
        splice(bytes, length, at, span, copy, 0);
        break;
    case 3:
        splice(bytes, length, nextRandomBits(random) % (*length + 1), 0, copy, span);
        break;
    case 4:
        changeWord(random, bytes, *length, at);
        break;
    case 5:
        if (nextRandomInt(random, 0, 7) == 0) *length = at;
        break;
    default:
        changeNumber(random, bytes, length, at);
    }
}

static int countDescriptors(void) {
    int count = 0;
    DIR *descriptors = opendir("/proc/self/fd");
    while (descriptors != NULL && readdir(descriptors) != NULL)
        count++;
    if (descriptors != NULL) closedir(descriptors);
    return count;
}

static const char *checkMesh(const gxImportedMesh *mesh) {
    if (mesh->pointCount < 1 || mesh->triangleCount < 1) return "a mesh without triangles";
    for (int32_t i = 0; i < 3 * mesh->pointCount; i++) {
        if (!isfinite(mesh->points[i])) return "a coordinate that is not finite";
    }
    for (int32_t i = 0; i < 3 * mesh->triangleCount; i++) {
        if (mesh->triangles[i] < 0 || mesh->triangles[i] >= mesh->pointCount) return "an index out of range";
    }
    for (int32_t i = 0; i < mesh->triangleCount; i++) {
        if (mesh->faceIds[i] < 0) return "a negative face number";
    }
    return NULL;
}

// Returns NULL, or the fault in the answer to a file. @lifetime static
static const char *checkAnswer(Seed *seed, const char *path) {
    gxImportedMesh mesh;
    char message[2048] = "";
    int descriptors = countDescriptors();
    double begin = gxGetTime();
    const char *trouble = NULL;
    if (gxImportMesh(path, &mesh, message, sizeof message)) {
        trouble = checkMesh(&mesh);
        gxDestroyImportedMesh(&mesh);
        seed->read++;
    } else {
        if (strncmp(message, path, strlen(path)) != 0) trouble = "a message without the file's name";
        seed->refused++;
        seed->crashed += strstr(message, "the importer ") != NULL;
    }
    if (gxGetTime() - begin > LONGEST) trouble = "it took too long";
    if (countDescriptors() != descriptors) trouble = "a descriptor is left";
    if (!(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD)) trouble = "a child is left";
    return trouble;
}

static bool tryMutation(Door *door, int index) {
    static unsigned char bytes[BYTES_MAX];
    Seed *seed = &door->seeds[index];
    size_t length = seed->length;
    char path[128];
    memcpy(bytes, seed->bytes, length);
    for (int i = nextRandomInt(&door->random, 1, 4); i > 0; i--)
        mutate(&door->random, bytes, &length);
    // Sometimes the file's format differs from its extension.
    int named = nextRandomInt(&door->random, 0, 31) == 0
                    ? nextRandomInt(&door->random, 0, door->seedCount - 1)
                    : index;
    snprintf(path, sizeof path, "%s/door-failed%s", door->folder, door->seeds[named].extension);
    FILE *file = fopen(path, "wb");
    bool stored = file != NULL && fwrite(bytes, 1, length, file) == length;
    if (file != NULL && fclose(file) != 0) stored = false;
    const char *trouble = stored ? checkAnswer(seed, path) : "it cannot be written";
    if (trouble == NULL)
        unlink(path);
    else
        fprintf(stderr, "%s: %s\n", path, trouble);
    return trouble == NULL;
}

int main(int argc, char **argv) {
    static Door door;
    if (argc < 5 || argc - 4 > FILE_MAX) return 2;
    gxSetImporter((gxImporter){.program = argv[1]});
    door.random.state = strtoull(argv[2], NULL, 10);
    snprintf(door.folder, sizeof door.folder, "/tmp/fcdoorXXXXXX");
    if (mkdtemp(door.folder) == NULL) return 2;
    for (int i = 4; i < argc; i++) {
        if (!readSeed(&door.seeds[door.seedCount++], argv[i])) return 2;
    }
    bool good = true;
    double end = gxGetTime() + strtod(argv[3], NULL);
    do {
        for (int i = 0; good && i < door.seedCount; i++)
            good = tryMutation(&door, i);
    } while (good && gxGetTime() < end);
    for (int i = 0; i < door.seedCount; i++) {
        const Seed *seed = &door.seeds[i];
        printf("%-6s %7d read, %7d refused, of these %d by the end of the child\n", seed->extension,
               seed->read, seed->refused, seed->crashed);
    }
    if (good) rmdir(door.folder);
    return good ? 0 : 1;
}

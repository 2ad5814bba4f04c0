// Reads any bytes as a recording: must give a message with the file's name, or entries that are the same
// after writing and reading again.
//
// Red: a read past the end of a line, a leak when a recording is rejected halfway, an index or a number that
// no stage has, a value that changes when written.
#include "fuzz/fuzz.h"
#include "recording/recording.h"
#include <stdlib.h>
#include <string.h>

static const char path[] = "/tmp/session.fcrec";

static void require(bool holds) {
    if (!holds) abort();
}

// Writes the entries as lines, after the lines of the header.
static char *writeAgain(const Recording *recording, const char *header, size_t headerLength) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    require(out != NULL);
    fwrite(header, 1, headerLength, out);
    fputc('\n', out);
    int64_t frame = 0;
    for (int32_t i = 0; i < recording->entryCount; ++i)
        WriteRecordedEntry(out, &recording->entries[i], i < recording->firstFrame ? 0 : ++frame, path);
    require(fclose(out) == 0);
    return text;
}

static void checkEntries(const Recording *recording) {
    require(recording->firstFrame >= 0 && recording->firstFrame <= recording->entryCount);
    for (int32_t i = 0; i < recording->entryCount; ++i) {
        const StageEntry *entry = &recording->entries[i];
        require(entry->op >= 0 && entry->op < STAGE_OP_COUNT && entry->count >= 1 && entry->index >= 0);
        require((entry->op == STAGE_ADD) == (entry->mesh != NULL));
    }
}

static void checkRoundTrip(const Recording *recording, const char *text) {
    const char *begin = text + strspn(text, " \t\r\n"), *end = begin;
    for (int line = 0; line < (recording->scene ? 1 : 2); ++line) {
        end += strspn(end, " \t\r\n");
        end += strcspn(end, "\n");
    }
    char message[512] = "", *first = writeAgain(recording, begin, (size_t)(end - begin)),
         *copy = strdup(first);
    require(copy != NULL);
    Recording again;
    require(ReadRecordingText(copy, strlen(first), path, &again, message, sizeof message));
    char *second = writeAgain(&again, begin, (size_t)(end - begin));
    require(strcmp(first, second) == 0);
    DestroyRecording(&again);
    free(first);
    free(second);
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    char *text = malloc(size + 1), *kept = malloc(size + 1);
    require(text != NULL && kept != NULL);
    memcpy(text, bytes, size);
    text[size] = '\0';
    memcpy(kept, text, size + 1);
    Recording recording;
    char message[512] = "";
    if (ReadRecordingText(text, size, path, &recording, message, sizeof message)) {
        checkEntries(&recording);
        checkRoundTrip(&recording, kept);
        DestroyRecording(&recording);
    } else {
        require(strncmp(message, path, strlen(path)) == 0);
    }
    free(text);
    free(kept);
    return 0;
}

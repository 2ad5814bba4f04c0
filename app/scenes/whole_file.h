// Reads whole files, and writes results atomically.
#ifndef APP_WHOLE_FILE_H
#define APP_WHOLE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// Returns the file's bytes with a zero after them; the caller frees them. @errors NULL with a message "PATH:
// why"
char *ReadWholeFile(const char *path, size_t *length, char *message, size_t messageSize);

// Target of results: standard output, or a file that gets its name when it is complete.
typedef struct OutputFile {
    FILE *stream;
    char *path, *temporary; // NULL for standard output
} OutputFile;

// Opens the file, or standard output if `path` is NULL. @errors false with a message "PATH: why"
bool OpenOutputFile(OutputFile *output, const char *path, char *message, size_t messageSize);
// Gives the file its name. @errors false with a message, for instance when the disk is full; nothing is left
// behind
bool FinishOutputFile(OutputFile *output, char *message, size_t messageSize);
// Discards the output.
void AbandonOutputFile(OutputFile *output);

#endif

// Files read as a whole, and results written whole or not at all.
#ifndef APP_WHOLE_FILE_H
#define APP_WHOLE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// The file's bytes with a zero after them, to be freed; NULL with a message "PATH: why".
char *ReadWholeFile(const char *path, size_t *length, char *message, size_t messageSize);

// Where results go: standard output, or a file that appears under its name when it is complete.
typedef struct OutputFile {
    FILE *stream;
    char *path, *temporary; // NULL for standard output
} OutputFile;

// path NULL: standard output. @errors false with a message "PATH: why"
bool OpenOutputFile(OutputFile *output, const char *path, char *message, size_t messageSize);
// Puts the file in its place. @errors false with a message, for instance when the disk is full; nothing is
// left behind
bool FinishOutputFile(OutputFile *output, char *message, size_t messageSize);
// Drops what was written.
void AbandonOutputFile(OutputFile *output);

#endif

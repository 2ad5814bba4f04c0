// Text functions that C17 lacks, and the decimal separator.
#ifndef GX_PLAIN_TEXT_H
#define GX_PLAIN_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// True if two texts are equal, if letters A to Z count as a to z.
bool gxIsSameWord(const char *a, const char *b);
// True if the text begins with `word`, in this sense.
bool gxBeginsWithWord(const char *text, const char *word);

// Returns an allocated copy. @errors NULL: no memory
char *gxCopyText(const char *text);

// The locale of the calling thread while its numbers are read and written with a decimal point.
typedef struct gxNumberLocale {
    void *neutral, *before;
} gxNumberLocale;

// Uses the decimal point in this thread until gxEndNeutralNumbers, whatever the locale of the user.
gxNumberLocale gxBeginNeutralNumbers(void);
void gxEndNeutralNumbers(gxNumberLocale locale);

// Text in memory that is written like a file.
typedef struct gxTextStream {
    FILE *stream;
    char *text; // set by gxCloseTextStream
    size_t length;
} gxTextStream;

// @errors false: no memory, or too many files
bool gxOpenTextStream(gxTextStream *out);
// Closes the stream. Then text[length] has all that was written and a zero after it; the caller frees it.
// @errors false: not all could be written; text is NULL
bool gxCloseTextStream(gxTextStream *out);

#endif

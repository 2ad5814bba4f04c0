// Breaks a text into lines at blanks alone: a number such as 0.129 stays in one line.
#ifndef GX_WRAP_H
#define GX_WRAP_H

#ifdef __cplusplus
extern "C" {
#endif

// Returns the width of [begin, end).
typedef float (*gxMeasureText)(const char *begin, const char *end, void *context);

// Replaces blanks by line ends, so that each line is at most `width` wide or a single word.
void gxWrapLines(char *text, float width, gxMeasureText measure, void *context);

#ifdef __cplusplus
}
#endif

#endif

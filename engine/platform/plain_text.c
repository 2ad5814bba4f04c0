// Text functions in plain C, the same on all systems.
#include "engine/platform/plain_text.h"

#include <stdlib.h>
#include <string.h>

static int lower(char c) {
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

bool gxBeginsWithWord(const char *text, const char *word) {
    while (*word != '\0' && lower(*text) == lower(*word)) {
        text++;
        word++;
    }
    return *word == '\0';
}

bool gxIsSameWord(const char *a, const char *b) {
    return strlen(a) == strlen(b) && gxBeginsWithWord(a, b);
}

char *gxCopyText(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy != NULL) memcpy(copy, text, size);
    return copy;
}

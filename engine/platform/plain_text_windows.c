// The locale of Windows; text streams are files that are read back.
#include "engine/platform/plain_text.h"

#include "engine/platform/files.h"

#include <locale.h>
#include <stdint.h>
#include <stdlib.h>

gxNumberLocale gxBeginNeutralNumbers(void) {
    int mode = _configthreadlocale(_ENABLE_PER_THREAD_LOCALE);
    const char *name = setlocale(LC_ALL, NULL);
    gxNumberLocale kept = {.neutral = (void *)(intptr_t)mode,
                           .before = name != NULL ? gxCopyText(name) : NULL};
    setlocale(LC_ALL, "C");
    return kept;
}

void gxEndNeutralNumbers(gxNumberLocale locale) {
    if (locale.before != NULL) setlocale(LC_ALL, locale.before);
    free(locale.before);
    _configthreadlocale((int)(intptr_t)locale.neutral);
}

bool gxOpenTextStream(gxTextStream *out) {
    *out = (gxTextStream){.stream = gxOpenScratchFile()};
    return out->stream != NULL;
}

// Reads the file into `text`. Returns false without memory, or if it cannot be read.
static bool takeText(gxTextStream *out) {
    if (ferror(out->stream) || fseek(out->stream, 0, SEEK_END) != 0) return false;
    long end = ftell(out->stream);
    out->text = end >= 0 ? malloc((size_t)end + 1) : NULL;
    if (out->text == NULL) return false;
    out->length = (size_t)end;
    rewind(out->stream);
    out->text[out->length] = '\0';
    return fread(out->text, 1, out->length, out->stream) == out->length;
}

bool gxCloseTextStream(gxTextStream *out) {
    bool taken = takeText(out);
    fclose(out->stream);
    out->stream = NULL;
    if (taken) return true;
    free(out->text);
    *out = (gxTextStream){0};
    return false;
}

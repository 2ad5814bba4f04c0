// The locale and text streams of POSIX.
#include "engine/platform/plain_text.h"

#include <locale.h>
#include <stdlib.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

gxNumberLocale gxBeginNeutralNumbers(void) {
    gxNumberLocale kept = {0};
    locale_t neutral = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (neutral == (locale_t)0) return kept;
    kept.neutral = neutral;
    kept.before = uselocale(neutral);
    return kept;
}

void gxEndNeutralNumbers(gxNumberLocale locale) {
    if (locale.neutral == NULL) return;
    uselocale((locale_t)locale.before);
    freelocale((locale_t)locale.neutral);
}

bool gxOpenTextStream(gxTextStream *out) {
    *out = (gxTextStream){0};
    out->stream = open_memstream(&out->text, &out->length);
    return out->stream != NULL;
}

bool gxCloseTextStream(gxTextStream *out) {
    bool written = !ferror(out->stream);
    written = fclose(out->stream) == 0 && written;
    out->stream = NULL;
    if (written) return true;
    free(out->text);
    *out = (gxTextStream){0};
    return false;
}

// Lines of JSON values. Values begin in the text in the order in which the tree is walked, children after
// their parent: the n-th value of the walk is the n-th that begins in the text. A string before a colon is a
// key, no value.
#include "scenes/json_place.h"
#include <stdbool.h>
#include <string.h>

// Walks in order of the text; counts values up to and including `item`. true: found.
static bool countUpTo(const cJSON *from, const cJSON *item, int *count) {
    for (; from != NULL; from = from->next) {
        ++*count;
        if (from == item || countUpTo(from->child, item, count)) return true;
    }
    return false;
}

static const char *skipString(const char *text) {
    for (text++; *text != '\0' && *text != '"'; text++) {
        if (*text == '\\' && text[1] != '\0') text++;
    }
    return *text == '"' ? text + 1 : text;
}

int GetTextLine(const char *text, const char *place) {
    int line = 1;
    for (; text < place && *text != '\0'; text++)
        line += *text == '\n';
    return line;
}

int GetJsonLine(const char *text, const cJSON *root, const cJSON *item) {
    int remaining = 0;
    if (!countUpTo(root, item, &remaining)) return 1;
    for (const char *at = text; *at != '\0';) {
        const char *begin = at;
        if (*at == '"') {
            at = skipString(at);
            const char *after = at + strspn(at, " \t\r\n");
            if (*after == ':') continue;
        } else if (strchr("{[-0123456789tfn", *at) != NULL) {
            at += *at == '{' || *at == '[' ? 1 : strcspn(at, ",]} \t\r\n");
        } else {
            at++;
            continue;
        }
        if (--remaining == 0) return GetTextLine(text, begin);
    }
    return 1;
}

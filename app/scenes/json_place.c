// Finds the lines of JSON values. Values begin in the text in the order of a tree walk with parents first:
// the n-th value of the walk is the n-th that begins in the text. A string before a colon is a key, not a
// value.
#include "scenes/json_place.h"
#include <stdbool.h>
#include <string.h>

// Counts values in order of the text up to and including `item`. Returns true if it was found.
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

int GetTextLine(const char *text, const char *position) {
    int line = 1;
    for (; text < position && *text != '\0'; text++)
        line += *text == '\n';
    return line;
}

// Returns the begin of the next value from *at, or NULL. Moves *at behind the value, or into it if it has
// parts.
static const char *takeValue(const char **at) {
    while (**at != '\0') {
        const char *begin = *at;
        if (*begin == '"') {
            *at = skipString(begin);
            const char *after = *at + strspn(*at, " \t\r\n");
            if (*after != ':') return begin;
        } else if (strchr("{[-0123456789tfn", *begin) != NULL) {
            *at += *begin == '{' || *begin == '[' ? 1 : strcspn(begin, ",]} \t\r\n");
            return begin;
        } else {
            ++*at;
        }
    }
    return NULL;
}

int GetJsonLine(const char *text, const cJSON *root, const cJSON *item) {
    int remaining = 0;
    if (!countUpTo(root, item, &remaining)) return 1;
    const char *at = text, *begin = text;
    for (; remaining > 0 && begin != NULL; remaining--)
        begin = takeValue(&at);
    return begin != NULL ? GetTextLine(text, begin) : 1;
}

static int countValues(const cJSON *item) {
    int count = 1;
    for (const cJSON *child = item->child; child != NULL; child = child->next)
        count += countValues(child);
    return count;
}

JsonLines BeginJsonLines(const char *text, const cJSON *root, const cJSON *array) {
    JsonLines lines = {.at = text, .line = 1};
    if (!countUpTo(root, array, &lines.ahead)) lines.ahead = 0;
    ++lines.ahead;
    return lines;
}

int TakeJsonLine(JsonLines *lines, const cJSON *item, const char *key) {
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(item, key);
    int within = 0;
    countUpTo(item, member != NULL ? member : item, &within);
    const char *begin = lines->at, *value = NULL;
    for (int i = 0; i < lines->ahead - 1 + within; i++)
        value = takeValue(&lines->at);
    if (value != NULL) lines->line += GetTextLine(begin, value) - 1;
    int line = lines->line;
    if (value != NULL) lines->line += GetTextLine(value, lines->at) - 1;
    lines->ahead = countValues(item) - within + 1;
    return line;
}

// Lines of JSON values, for messages: cJSON does not store them.
#ifndef APP_JSON_PLACE_H
#define APP_JSON_PLACE_H

#include <cjson/cJSON.h>

// Returns the line, from 1, of `item` in the tree parsed from `text`; 1 if it is not in the tree.
int GetJsonLine(const char *text, const cJSON *root, const cJSON *item);

// Iterator of the lines of the members `key` of an array's items, in one pass through the text.
typedef struct JsonLines {
    const char *at; // in the text
    int line;       // of that position
    int ahead;      // values from there to the next item, inclusive
} JsonLines;

JsonLines BeginJsonLines(const char *text, const cJSON *root, const cJSON *array);
// Returns the line of the next item's member, or of the item itself if it has none.
int TakeJsonLine(JsonLines *lines, const cJSON *item, const char *key);

// Returns the line of a position in the text, from 1.
int GetTextLine(const char *text, const char *position);

#endif

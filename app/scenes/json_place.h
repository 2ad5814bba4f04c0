// Lines of JSON values, for messages: cJSON keeps none.
#ifndef APP_JSON_PLACE_H
#define APP_JSON_PLACE_H

#include <cjson/cJSON.h>

// The line, from 1, where `item` of the tree parsed from `text` stands; 1 when it is not in the tree.
int GetJsonLine(const char *text, const cJSON *root, const cJSON *item);

// The lines of the members `key` of an array's items, all in one walk through the text.
typedef struct JsonLines {
    const char *at; // in the text
    int line;       // of that place
    int ahead;      // values from there to the item that comes next, itself included
} JsonLines;

JsonLines BeginJsonLines(const char *text, const cJSON *root, const cJSON *array);
// The line of the next item's member, of the item itself where it has none.
int TakeJsonLine(JsonLines *lines, const cJSON *item, const char *key);

// The line of a place in the text, from 1.
int GetTextLine(const char *text, const char *place);

#endif

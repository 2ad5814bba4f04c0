// Lines of JSON values, for messages: cJSON keeps none.
#ifndef APP_JSON_PLACE_H
#define APP_JSON_PLACE_H

#include <cjson/cJSON.h>

// The line, from 1, where `item` of the tree parsed from `text` stands; 1 when it is not in the tree.
int GetJsonLine(const char *text, const cJSON *root, const cJSON *item);

// The line of a place in the text, from 1.
int GetTextLine(const char *text, const char *place);

#endif

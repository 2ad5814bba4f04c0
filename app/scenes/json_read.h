// Readers of JSON values that report errors with file and line.
//
// Each reads the member `key` of an object. If it is absent the value is unchanged, which is no error. On an
// error they return false, with "FILE:LINE: what is wrong" as the reader's message.
#ifndef APP_JSON_READ_H
#define APP_JSON_READ_H

#include "collision/vecmath.h"
#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

// Squares and products of a few such numbers do not overflow.
#define JSON_NUMBER_MAX 1e100

typedef struct JsonReader {
    const char *text, *path;
    const cJSON *root; // parsed from `text`
    int line;          // line of the file at which `text` begins; 1 for a whole file
    char *message;
    size_t messageSize;
} JsonReader;

// Reports an error at `item`. Returns false.
bool FailJson(const JsonReader *reader, const cJSON *item, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

enum { JSON_FLAW_SIZE = 64 };
// Describes the flaw of `text`, which cJSON refused at `end`: "invalid JSON near '...'". Returns `flaw`.
const char *DescribeJsonFlaw(const char *text, const char *end, char flaw[JSON_FLAW_SIZE]);

// Checks that every member is one of `keys` (terminated by NULL), and none appears twice. `what` names the
// object.
bool CheckJsonKeys(const JsonReader *reader, const cJSON *object, const char *what, const char *const *keys);

bool ReadJsonText(const JsonReader *reader, const cJSON *object, const char *key, char *text, size_t size);
bool ReadJsonRange(const JsonReader *reader, const cJSON *object, const char *key, double lower, double upper,
                   double *value);
// ReadJsonRange with an upper bound of JSON_NUMBER_MAX.
bool ReadJsonNumber(const JsonReader *reader, const cJSON *object, const char *key, double lower,
                    double *value);
bool ReadJsonBool(const JsonReader *reader, const cJSON *object, const char *key, bool *value);
bool ReadJsonNumbers(const JsonReader *reader, const cJSON *object, const char *key, int count,
                     double *values);
bool ReadJsonVector(const JsonReader *reader, const cJSON *object, const char *key, cdVec3 *vector);
// Normalises a quaternion within 1e-3 of unit length, unless it is unit up to rounding.
bool ReadJsonPose(const JsonReader *reader, const cJSON *object, const char *key, cdPose *pose);
// Reads a string as its index among `names` (terminated by NULL).
bool ReadJsonChoice(const JsonReader *reader, const cJSON *object, const char *key, const char *const *names,
                    int *choice);

#endif

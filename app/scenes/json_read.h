// Values of JSON text, read with their mistakes named by file and line.
//
// Each reader takes the member `key` of an object; where there is none the value stays as it is, and that is
// no mistake. On a mistake they return false, with "FILE:LINE: what is wrong" as the reader's message.
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
    int line;          // of the file, where `text` begins; 1: it is the whole file
    char *message;
    size_t messageSize;
} JsonReader;

// Says what is wrong with `item`; returns false.
bool FailJson(const JsonReader *reader, const cJSON *item, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Every member is one of `keys` (ended by NULL), and none is there twice. `what` it is, for messages.
bool CheckJsonKeys(const JsonReader *reader, const cJSON *object, const char *what, const char *const *keys);

bool ReadJsonText(const JsonReader *reader, const cJSON *object, const char *key, char *text, size_t size);
bool ReadJsonRange(const JsonReader *reader, const cJSON *object, const char *key, double lower, double upper,
                   double *value);
// ReadJsonRange up to JSON_NUMBER_MAX in size.
bool ReadJsonNumber(const JsonReader *reader, const cJSON *object, const char *key, double lower,
                    double *value);
bool ReadJsonBool(const JsonReader *reader, const cJSON *object, const char *key, bool *value);
bool ReadJsonNumbers(const JsonReader *reader, const cJSON *object, const char *key, int count,
                     double *values);
bool ReadJsonVector(const JsonReader *reader, const cJSON *object, const char *key, cdVec3 *vector);
// A quaternion within 1e-3 of unit length is normalised, where it is more than rounding away from it.
bool ReadJsonPose(const JsonReader *reader, const cJSON *object, const char *key, cdPose *pose);
// The index of the string among `names` (ended by NULL).
bool ReadJsonChoice(const JsonReader *reader, const cJSON *object, const char *key, const char *const *names,
                    int *choice);

#endif

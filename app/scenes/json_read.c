// Reads JSON values. Checks type and range of each, and reports errors with file and line.
#include "scenes/json_read.h"
#include "scenes/json_place.h"
#include "scenes/number_text.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool FailJson(const JsonReader *reader, const cJSON *item, const char *format, ...) {
    int line = reader->line - 1 + GetJsonLine(reader->text, reader->root, item);
    int length = snprintf(reader->message, reader->messageSize, "%s:%d: ", reader->path, line);
    if (length < 0 || (size_t)length >= reader->messageSize) return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reader->message + length, reader->messageSize - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

#define BLANKS " \t\r\n"

// cJSON stops at the flaw, but one character behind it where a key was expected, as after a last comma.
static const char *findFlaw(const char *text, const char *end) {
    if (end == text || strchr(BLANKS ",:[{", end[-1]) != NULL) return end + strspn(end, BLANKS);
    if (end[strspn(end, BLANKS)] != '\0') return end - 1;
    const char *before = end - 1;
    while (before > text && strchr(BLANKS, before[-1]) != NULL)
        before--;
    bool comma = end[-1] == '}' && before > text && before[-1] == ',';
    return comma ? end - 1 : end + strspn(end, BLANKS);
}

const char *DescribeJsonFlaw(const char *text, const char *end, char flaw[JSON_FLAW_SIZE]) {
    static const char start[] = "invalid JSON near '";
    end = findFlaw(text, end);
    size_t length = strcspn(end, "\r\n"), shown = length < 24 ? length : 24;
    if (length == 0) {
        snprintf(flaw, JSON_FLAW_SIZE, "invalid JSON: it ends too early");
        return flaw;
    }
    snprintf(flaw, JSON_FLAW_SIZE, "%s%.*s%s'", start, (int)shown, end, shown < length ? "..." : "");
    for (char *c = flaw + sizeof start - 1; *c != '\0'; c++)
        if (*c < ' ' || *c > '~') *c = '?';
    return flaw;
}

// Returns true if every member is one of `keys` (terminated by NULL), and none appears twice.
bool CheckJsonKeys(const JsonReader *reader, const cJSON *object, const char *what, const char *const *keys) {
    if (!cJSON_IsObject(object)) return FailJson(reader, object, "%s must be an object", what);
    for (const cJSON *item = object->child; item != NULL; item = item->next) {
        const char *const *key = keys;
        while (*key != NULL && strcmp(*key, item->string) != 0)
            key++;
        if (*key == NULL) return FailJson(reader, item, "unknown key \"%s\" in %s", item->string, what);
        for (const cJSON *other = object->child; other != item; other = other->next) {
            if (strcmp(other->string, item->string) == 0) {
                return FailJson(reader, item, "duplicate key \"%s\" in %s", item->string, what);
            }
        }
    }
    return true;
}

bool ReadJsonText(const JsonReader *reader, const cJSON *object, const char *key, char *text, size_t size) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (item == NULL) return true;
    if (!cJSON_IsString(item)) return FailJson(reader, item, "%s must be a string", key);
    if (strlen(item->valuestring) >= size) {
        return FailJson(reader, item, "%s is longer than %d bytes", key, (int)size - 1);
    }
    snprintf(text, size, "%s", item->valuestring);
    return true;
}

bool ReadJsonRange(const JsonReader *reader, const cJSON *object, const char *key, double lower, double upper,
                   double *value) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (item == NULL) return true;
    if (!cJSON_IsNumber(item) || !isfinite(item->valuedouble))
        return FailJson(reader, item, "%s must be a finite number", key);
    char bound[NUMBER_TEXT_SIZE];
    if (!(item->valuedouble >= lower))
        return FailJson(reader, item, "%s must be at least %s", key, FormatNumber(lower, bound));
    if (!(item->valuedouble <= upper))
        return FailJson(reader, item, "%s must be at most %s", key, FormatNumber(upper, bound));
    *value = item->valuedouble;
    return true;
}

bool ReadJsonNumber(const JsonReader *reader, const cJSON *object, const char *key, double lower,
                    double *value) {
    return ReadJsonRange(reader, object, key, fmax(lower, -JSON_NUMBER_MAX), JSON_NUMBER_MAX, value);
}

bool ReadJsonBool(const JsonReader *reader, const cJSON *object, const char *key, bool *value) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (item == NULL) return true;
    if (!cJSON_IsBool(item)) return FailJson(reader, item, "%s must be true or false", key);
    *value = cJSON_IsTrue(item);
    return true;
}

bool ReadJsonNumbers(const JsonReader *reader, const cJSON *object, const char *key, int count,
                     double *values) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (item == NULL) return true;
    bool good = cJSON_IsArray(item) && cJSON_GetArraySize(item) == count;
    const cJSON *number = item->child;
    for (int i = 0; good && i < count; i++, number = number->next) {
        good = cJSON_IsNumber(number) && isfinite(number->valuedouble);
        values[i] = number->valuedouble;
    }
    return good ? true : FailJson(reader, item, "%s must be an array of %d finite numbers", key, count);
}

bool ReadJsonVector(const JsonReader *reader, const cJSON *object, const char *key, cdVec3 *vector) {
    double values[3] = {vector->x, vector->y, vector->z};
    if (!ReadJsonNumbers(reader, object, key, 3, values)) return false;
    *vector = (cdVec3){values[0], values[1], values[2]};
    if (cdMaxAbs(*vector) <= JSON_NUMBER_MAX) return true;
    return FailJson(reader, cJSON_GetObjectItemCaseSensitive(object, key),
                    "%s must have coordinates of at most %g", key, JSON_NUMBER_MAX);
}

bool ReadJsonPose(const JsonReader *reader, const cJSON *object, const char *key, cdPose *pose) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (item == NULL) return true;
    double values[7];
    if (!ReadJsonNumbers(reader, object, key, 7, values)) return false;
    const char *trouble = MakePoseOfNumbers(values, pose);
    return trouble == NULL ? true : FailJson(reader, item, "%s: %s", key, trouble);
}

// Reads a string as its index among `names` (terminated by NULL).
bool ReadJsonChoice(const JsonReader *reader, const cJSON *object, const char *key, const char *const *names,
                    int *choice) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (item == NULL) return true;
    for (int i = 0; cJSON_IsString(item) && names[i] != NULL; i++) {
        if (strcmp(names[i], item->valuestring) != 0) continue;
        *choice = i;
        return true;
    }
    char list[128] = "";
    for (int i = 0; names[i] != NULL; i++) {
        size_t length = strlen(list);
        snprintf(list + length, sizeof list - length, "%s\"%s\"", i > 0 ? ", " : "", names[i]);
    }
    return FailJson(reader, item, "%s must be one of %s", key, list);
}

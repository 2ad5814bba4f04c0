// Up to 15 digits are an exact double, and so is a power of ten up to 10^22: their quotient is rounded once,
// as strtod rounds (W. Clinger, "How to read floating point numbers accurately", PLDI 1990, section 2).
#include "engine/number.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum { DIGIT_MAX = 15 };

// Reads digits until the limit. Returns the first character behind them.
static const char *takeDigits(const char *text, int64_t *value, int *count) {
    for (; isdigit((unsigned char)*text) && *count <= DIGIT_MAX; ++text, ++*count)
        *value = 10 * *value + (*text - '0');
    return text;
}

double gxReadNumber(const char *text, char **end) {
    static const double powers[] = {1.0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    bool negative = *text == '-';
    int64_t value = 0;
    int count = 0;
    const char *at = takeDigits(text + (negative || *text == '+'), &value, &count);
    int whole = count;
    if (*at == '.') at = takeDigits(at + 1, &value, &count);
    // An exponent, hexadecimal digits, words such as "inf", or no digits at all.
    bool plain = count > 0 && count <= DIGIT_MAX && !isalnum((unsigned char)*at) && *at != '.';
    if (!plain) return strtod(text, end);
    *end = (char *)text + (at - text);
    double number = (double)value / powers[count - whole];
    return negative ? -number : number;
}

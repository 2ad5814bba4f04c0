// Converts numbers to text that reads back to the same double, and seven numbers to poses.
//
// Unit quaternions written by this program must read back bit for bit, so one with a squared length within
// rounding of 1 is not normalised.
#include "scenes/number_text.h"
#include <ctype.h>
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *FormatNumber(double value, char text[NUMBER_TEXT_SIZE]) {
    if (!isfinite(value)) return strcpy(text, "null");
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, NUMBER_TEXT_SIZE, "%.*g", digits, value);
        if (strtod(text, NULL) == value) break;
    }
    return text;
}

bool ReadNumber(const char *text, size_t length, double *value) {
    char copy[64];
    while (length > 0 && isspace((unsigned char)text[0]))
        text++, length--;
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        length--;
    if (length == 0 || length >= sizeof copy) return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    char *end = copy;
    *value = strtod(copy, &end);
    return end == copy + length && isfinite(*value) && strpbrk(copy, "xX") == NULL;
}

const char *MakePoseOfNumbers(const double numbers[7], cdPose *pose) {
    *pose = (cdPose){{numbers[0], numbers[1], numbers[2]}, {numbers[3], numbers[4], numbers[5], numbers[6]}};
    for (int i = 0; i < 7; i++) {
        if (!isfinite(numbers[i])) return "not a finite number";
        if (fabs(numbers[i]) > 1e100) return "a coordinate is beyond 1e100";
    }
    cdQuat q = pose->q;
    double lengthSq = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    if (lengthSq == 0.0) return "the quaternion is zero; no rotation is 1,0,0,0";
    if (!(fabs(sqrt(lengthSq) - 1.0) <= 1e-3)) return "the quaternion is not of unit length";
    if (fabs(lengthSq - 1.0) > 8.0 * DBL_EPSILON) pose->q = cdNormalizeQuat(q);
    return NULL;
}

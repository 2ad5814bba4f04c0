// Converts numbers to text that reads back to the same double, and seven numbers to poses.
#ifndef APP_NUMBER_TEXT_H
#define APP_NUMBER_TEXT_H

#include "collision/vecmath.h"
#include <stdbool.h>
#include <stddef.h>

enum { NUMBER_TEXT_SIZE = 32 };

// Writes the shortest of 15, 16 and 17 digits that reads back to `value`, or "null", as JSON needs, if it is
// not finite. Returns `text`.
char *FormatNumber(double value, char text[NUMBER_TEXT_SIZE]);

// Reads all of text[length] as one finite number. Ignores blanks around it.
bool ReadNumber(const char *text, size_t length, double *value);

// Converts px, py, pz, qw, qx, qy, qz to a pose. Normalises a quaternion within 1e-3 of unit length. Returns
// NULL, or an error message. @lifetime static
const char *MakePoseOfNumbers(const double numbers[7], cdPose *pose);

#endif

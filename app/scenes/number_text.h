// Numbers as text that reads back to the same double, and poses out of seven numbers.
#ifndef APP_NUMBER_TEXT_H
#define APP_NUMBER_TEXT_H

#include "collision/vecmath.h"
#include <stdbool.h>
#include <stddef.h>

enum { NUMBER_TEXT_SIZE = 32 };

// The shortest of 15, 16 and 17 digits that reads back to `value`; "null" when it is not finite, as JSON
// wants it. Returns `text`.
char *FormatNumber(double value, char text[NUMBER_TEXT_SIZE]);

// Reads text[length] as one finite number and nothing else; blanks around it are skipped.
bool ReadNumber(const char *text, size_t length, double *value);

// A pose from px, py, pz, qw, qx, qy, qz. A quaternion within 1e-3 of unit length is normalised. Returns
// NULL, or what is wrong with it. @lifetime static
const char *MakePoseOfNumbers(const double numbers[7], cdPose *pose);

#endif

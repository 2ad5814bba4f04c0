// Files of two boxes in motion: one pair a row, in 102 columns under the header
// ax,ay,az,bx,by,bz,a11_0,a11_1,a11_2,a12_0,...,a44_2,b11_0,...,b44_2.
//
// Columns: the half extents of A and B, then the 4 x 4 matrices of A and B row by row, the entry in row i and
// column j as ij_0 + ij_1 t + ij_2 t^2. The bottom row is 0 0 0 w with w > 0 for t in [0, 1]; coordinates are
// divided by w. See collision/boxes.h.
#ifndef APP_BOXES_FILE_H
#define APP_BOXES_FILE_H

#include "collision/boxes.h"
#include <stdio.h>

// Reads all rows, at least one, as commands/row_file.h does. The boxes are valid input of cdFindBoxContact.
// The caller frees `boxes`.
// @errors false with a message "FILE:LINE: what is wrong"
bool ReadBoxesFile(const char *path, cdBoxesInput **boxes, int32_t *rowCount, char *message,
                   size_t messageSize);

// The same for text in memory; `path` is for messages.
bool ReadBoxesText(const char *text, size_t length, const char *path, cdBoxesInput **boxes, int32_t *rowCount,
                   char *message, size_t messageSize);

// Write lines that read back to the same numbers.
void WriteBoxesHeader(FILE *out);
void WriteBoxesRow(FILE *out, const cdBoxesInput *boxes);

#endif

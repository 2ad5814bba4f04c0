// Reads any bytes as a file of boxes in motion: must give a message with the line, or valid boxes.
//
// Red: a read past the end of the text, a half extent not above 0, a bottom row that the library rejects, a w
// that vanishes at a tested time, an error without a message, numbers that change when written and read
// again.
#include "commands/boxes_file.h"
#include "fuzz/fuzz.h"
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static void require(bool holds) {
    if (!holds) abort();
}

static void checkHalf(cdVec3 half) {
    require(half.x > 0.0 && half.y > 0.0 && half.z > 0.0 && cdMaxAbs(half) <= 1e100);
}

static void checkMotion(const cdQuadraticMatrix *motion) {
    for (int i = 0; i < 48; i++) {
        double entry = motion->c[i / 12][i / 3 % 4][i % 3];
        require(fabs(entry) <= 1e100 && (i < 36 || i >= 45 || entry == 0.0));
    }
    const double *w = motion->c[3][3];
    double rounding = 0x1p-50 * (fabs(w[0]) + fabs(w[1]) + fabs(w[2]));
    for (int i = 0; i <= 64; i++) {
        double t = i / 64.0;
        require(w[0] + t * (w[1] + t * w[2]) > -rounding);
    }
}

// The row as text, read again, is the same row.
static void checkWriting(const cdBoxesInput *boxes) {
    char *text = NULL, message[256] = "";
    size_t length = 0;
    cdBoxesInput *again = NULL;
    int32_t rowCount = 0;
    FILE *stream = open_memstream(&text, &length);
    require(stream != NULL);
    WriteBoxesHeader(stream);
    WriteBoxesRow(stream, boxes);
    fclose(stream);
    require(ReadBoxesText(text, length, "again.csv", &again, &rowCount, message, sizeof message));
    require(rowCount == 1 && !again->onScrew);
    require(memcmp(again, boxes, offsetof(cdBoxesInput, onScrew)) == 0); // halves and matrices
    free(again);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    cdBoxesInput *boxes = NULL;
    int32_t rowCount = 0;
    char message[256] = "";
    bool good =
        ReadBoxesText((const char *)bytes, size, "boxes.csv", &boxes, &rowCount, message, sizeof message);
    require(good == (rowCount >= 1) && good == (boxes != NULL));
    require(good || strncmp(message, "boxes.csv:", 10) == 0);
    for (int32_t i = 0; i < rowCount; i++) {
        checkHalf(boxes[i].halfA);
        checkHalf(boxes[i].halfB);
        checkMotion(&boxes[i].motionA);
        checkMotion(&boxes[i].motionB);
        checkWriting(&boxes[i]);
    }
    free(boxes);
    return 0;
}

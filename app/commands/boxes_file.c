// Reads and checks files of two boxes in motion.
//
// A row is rejected if a half extent is not above 0, a number exceeds 1e100, a bottom row is not 0 0 0 w, or
// w is not above 0 on all of [0, 1]. The last test is exact: the minimum of a quadratic is at an end or where
// its slope is 0, and there its sign is that of 4 c0 c2 - c1^2.
#include "commands/boxes_file.h"
#include "commands/row_file.h"
#include "scenes/number_text.h"
#include <math.h>

enum { HALF_COLUMNS = 6, MATRIX_COLUMNS = 48, BOXES_COLUMNS = HALF_COLUMNS + 2 * MATRIX_COLUMNS };

static double addWithError(double a, double b, double *error) {
    double sum = a + b, part = sum - a;
    *error = (a - (sum - part)) + (b - part);
    return sum;
}

// The sign is exact: if one rounding error is not far below the last sum, the other error is 0.
static bool isSumAboveZero(const double c[3]) {
    double error, lastError;
    double sum = addWithError(addWithError(c[0], c[1], &error), c[2], &lastError);
    return sum + (error + lastError) > 0.0;
}

// The sign is exact: Kahan's difference of products has an error of at most two rounding units of its value.
static bool isProductAboveSquare(double a, double b, double root) {
    double square = root * root;
    return fma(a, b, -square) + fma(-root, root, square) > 0.0;
}

// True if c0 + c1 t + c2 t^2 is above 0 on all of [0, 1]. Numbers up to 1e100 do not overflow.
static bool isAboveZero(const double c[3]) {
    bool turnsWithin = c[1] < 0.0 && -c[1] < 2.0 * c[2];
    bool minimumIsAbove = turnsWithin ? isProductAboveSquare(4.0 * c[0], c[2], c[1]) : isSumAboveZero(c);
    return c[0] > 0.0 && minimumIsAbove;
}

static bool isBottomRow(const cdQuadraticMatrix *motion) {
    for (int column = 0; column < 3; column++) {
        for (int k = 0; k < 3; k++) {
            if (motion->c[3][column][k] != 0.0) return false;
        }
    }
    return true;
}

static cdQuadraticMatrix makeMatrix(const double *numbers) {
    cdQuadraticMatrix motion;
    for (int i = 0; i < MATRIX_COLUMNS; i++)
        motion.c[i / 12][i / 3 % 4][i % 3] = numbers[i];
    return motion;
}

static const char *makeBoxes(const double *numbers, void *item) {
    static const char *const extents[HALF_COLUMNS] = {"ax must be above 0", "ay must be above 0",
                                                      "az must be above 0", "bx must be above 0",
                                                      "by must be above 0", "bz must be above 0"};
    for (int i = 0; i < BOXES_COLUMNS; i++) {
        if (fabs(numbers[i]) > 1e100) return "a number is beyond 1e100";
    }
    for (int i = 0; i < HALF_COLUMNS; i++) {
        if (!(numbers[i] > 0.0)) return extents[i];
    }
    cdBoxesInput *boxes = item;
    *boxes = (cdBoxesInput){.halfA = {numbers[0], numbers[1], numbers[2]},
                            .halfB = {numbers[3], numbers[4], numbers[5]},
                            .motionA = makeMatrix(numbers + HALF_COLUMNS),
                            .motionB = makeMatrix(numbers + HALF_COLUMNS + MATRIX_COLUMNS)};
    if (!isBottomRow(&boxes->motionA)) return "A: the bottom row of the matrix must be 0 0 0 w";
    if (!isBottomRow(&boxes->motionB)) return "B: the bottom row of the matrix must be 0 0 0 w";
    if (!isAboveZero(boxes->motionA.c[3][3])) return "A: w (a44) must be above 0 for all t in [0, 1]";
    if (!isAboveZero(boxes->motionB.c[3][3])) return "B: w (b44) must be above 0 for all t in [0, 1]";
    return NULL;
}

// clang-format off
#define ENTRY(name) #name "_0", #name "_1", #name "_2"
#define ENTRY_ROW(m, i) ENTRY(m##i##1), ENTRY(m##i##2), ENTRY(m##i##3), ENTRY(m##i##4)
#define MATRIX(m) ENTRY_ROW(m, 1), ENTRY_ROW(m, 2), ENTRY_ROW(m, 3), ENTRY_ROW(m, 4)
// clang-format on

static const RowForm boxesForm = {.itemsOfRow = 1,
                                  .columnsOfItem = BOXES_COLUMNS,
                                  .itemSize = sizeof(cdBoxesInput),
                                  .makeItem = makeBoxes,
                                  .columns = {"ax", "ay", "az", "bx", "by", "bz", MATRIX(a), MATRIX(b)},
                                  .header =
                                      "ax,ay,az,bx,by,bz,a11_0,a11_1,a11_2,a12_0,...,a44_2,b11_0,...,b44_2",
                                  .owners = {""},
                                  .rowCountMin = 1,
                                  .tooFew = "the file has no boxes"};

bool ReadBoxesText(const char *text, size_t length, const char *path, cdBoxesInput **boxes, int32_t *rowCount,
                   char *message, size_t messageSize) {
    *boxes = ReadRowsText(&boxesForm, text, length, path, rowCount, message, messageSize);
    return *boxes != NULL;
}

bool ReadBoxesFile(const char *path, cdBoxesInput **boxes, int32_t *rowCount, char *message,
                   size_t messageSize) {
    *boxes = ReadRowsFile(&boxesForm, path, rowCount, message, messageSize);
    return *boxes != NULL;
}

void WriteBoxesHeader(FILE *out) {
    for (int i = 0; i < BOXES_COLUMNS; i++)
        fprintf(out, "%s%s", i > 0 ? "," : "", boxesForm.columns[i]);
    fputc('\n', out);
}

static void writeNumber(FILE *out, double value) {
    char text[NUMBER_TEXT_SIZE];
    fprintf(out, ",%s", FormatNumber(value, text));
}

static void writeMatrix(FILE *out, const cdQuadraticMatrix *motion) {
    for (int i = 0; i < MATRIX_COLUMNS; i++)
        writeNumber(out, motion->c[i / 12][i / 3 % 4][i % 3]);
}

void WriteBoxesRow(FILE *out, const cdBoxesInput *boxes) {
    char text[NUMBER_TEXT_SIZE];
    cdVec3 a = boxes->halfA, b = boxes->halfB;
    fputs(FormatNumber(a.x, text), out);
    const double halves[] = {a.y, a.z, b.x, b.y, b.z};
    for (int i = 0; i < 5; i++)
        writeNumber(out, halves[i]);
    writeMatrix(out, &boxes->motionA);
    writeMatrix(out, &boxes->motionB);
    fputc('\n', out);
}

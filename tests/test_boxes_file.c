// Files of boxes in motion: valid rows are read, every mistake is reported with its line, written files read
// back.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "commands/boxes_file.h"
#include "random.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_SIZE = 4096, TEXT_SIZE = 1 << 16, COLUMNS = 102, W_OF_A = 6 + 45, W_OF_B = 6 + 48 + 45 };

// A file under construction.
typedef struct Text {
    char text[TEXT_SIZE];
    size_t length;
} Text;

static void addText(Text *file, const char *text) {
    size_t length = strlen(text);
    assert_true(file->length + length < sizeof file->text);
    memcpy(file->text + file->length, text, length + 1);
    file->length += length;
}

// Adds one line like the writer; NULL: the header.
static void addLine(Text *file, const cdBoxesInput *boxes) {
    FILE *stream = fmemopen(file->text + file->length, sizeof file->text - file->length, "w");
    assert_non_null(stream);
    if (boxes != NULL) {
        WriteBoxesRow(stream, boxes);
    } else {
        WriteBoxesHeader(stream);
    }
    long length = ftell(stream);
    fclose(stream);
    file->length += (size_t)length;
}

static Text beginFile(void) {
    Text file = {.length = 0};
    addLine(&file, NULL);
    return file;
}

// A row of the given values as text; a valid one: half extents 1 to 6, unit matrices.
static void fillRow(const char *values[COLUMNS]) {
    static const char *const halves[6] = {"1", "2", "3", "4", "5", "6"};
    for (int i = 0; i < COLUMNS; i++)
        values[i] = i < 6 ? halves[i] : (i - 6) % 48 % 15 == 0 ? "1" : "0";
}

static void addValues(Text *file, const char *const values[COLUMNS]) {
    for (int i = 0; i < COLUMNS; i++) {
        if (i > 0) addText(file, ",");
        addText(file, values[i]);
    }
    addText(file, "\n");
}

static bool readText(const Text *file, cdBoxesInput **boxes, int32_t *count, char message[512]) {
    message[0] = '\0';
    return ReadBoxesText(file->text, file->length, "b.csv", boxes, count, message, 512);
}

static void expectRefusal(const Text *file, const char *said) {
    cdBoxesInput *boxes = NULL;
    int32_t count = -1;
    char message[512];
    assert_false(readText(file, &boxes, &count, message));
    if (strstr(message, said) != message) fail_msg("expected %s, said %s", said, message);
    assert_null(boxes);
    assert_int_equal(count, 0);
}

// Every column has its own number: column i holds i + 1, or 0 where the bottom row must. Red: rows and
// columns of the matrix exchanged, c1 read for c0, A's matrix for B's.
static void testEveryColumnIsRead(void **state) {
    (void)state;
    Text file = beginFile();
    char numbers[COLUMNS][8];
    const char *values[COLUMNS];
    for (int i = 0; i < COLUMNS; i++) {
        int entry = (i - 6) % 48;
        bool bottom = i >= 6 && entry >= 36 && entry < 45;
        snprintf(numbers[i], sizeof numbers[i], "%d", bottom ? 0 : i + 1);
        values[i] = numbers[i];
    }
    addValues(&file, values);
    cdBoxesInput *boxes = NULL;
    int32_t count = 0;
    char message[512];
    if (!readText(&file, &boxes, &count, message)) fail_msg("%s", message);
    assert_int_equal(count, 1);
    assert_true(boxes->halfA.x == 1.0 && boxes->halfA.y == 2.0 && boxes->halfA.z == 3.0);
    assert_true(boxes->halfB.x == 4.0 && boxes->halfB.y == 5.0 && boxes->halfB.z == 6.0);
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            for (int k = 0; k < 3; k++) {
                bool bottom = i == 3 && j < 3;
                double a = 7 + 12 * i + 3 * j + k, b = a + 48;
                assert_true(boxes->motionA.c[i][j][k] == (bottom ? 0.0 : a));
                assert_true(boxes->motionB.c[i][j][k] == (bottom ? 0.0 : b));
            }
        }
    }
    free(boxes);
}

// A byte order mark, CRLF, empty lines, blanks around fields, no newline at the end: the same row. Red: a
// '\r' in the last number, the mark read as part of the header.
static void testFormsOfTheSameFile(void **state) {
    (void)state;
    const char *values[COLUMNS];
    fillRow(values);
    Text plain = beginFile(), other = {.length = 0};
    addValues(&plain, values);
    addText(&other, "\xEF\xBB\xBF");
    for (size_t i = 0; i < plain.length; i++) {
        static const char *const forms[] = {" \r\n\r\n   \n", " , "};
        char same[2] = {plain.text[i], '\0'};
        bool last = i + 1 == plain.length;
        if (!last) addText(&other, same[0] == '\n' ? forms[0] : same[0] == ',' ? forms[1] : same);
    }
    const Text *files[] = {&plain, &other};
    for (int f = 0; f < 2; f++) {
        cdBoxesInput *boxes = NULL;
        int32_t count = 0;
        char message[512];
        if (!readText(files[f], &boxes, &count, message)) fail_msg("%s", message);
        assert_int_equal(count, 1);
        assert_true(boxes->halfB.z == 6.0 && boxes->motionB.c[3][3][0] == 1.0);
        free(boxes);
    }
}

// One value of a valid row replaced. Red: a box without extent, a matrix whose bottom row the library
// rejects, a number that overflows in its products, an infinite one.
static void testMistakesAreNamed(void **state) {
    (void)state;
    static const struct {
        int column;
        const char *value, *said;
    } cases[] = {{0, "0", "b.csv:3: ax must be above 0"},
                 {2, "-1", "b.csv:3: az must be above 0"},
                 {4, "-0", "b.csv:3: by must be above 0"},
                 {3, "1.1e100", "b.csv:3: a number is beyond 1e100"},
                 {101, "-1.1e100", "b.csv:3: a number is beyond 1e100"},
                 {6, "x", "b.csv:3: a11_0 is not a finite number: 'x'"},
                 {7, "", "b.csv:3: a11_1 is not a finite number: ''"},
                 {23, "nan", "b.csv:3: a22_2 is not a finite number: 'nan'"},
                 {54, "inf", "b.csv:3: b11_0 is not a finite number: 'inf'"},
                 {101, "1e999", "b.csv:3: b44_2 is not a finite number: '1e999'"},
                 {W_OF_A - 9, "1", "b.csv:3: A: the bottom row of the matrix must be 0 0 0 w"},
                 {W_OF_A - 1, "1e-300", "b.csv:3: A: the bottom row of the matrix must be 0 0 0 w"},
                 {W_OF_B - 5, "-1", "b.csv:3: B: the bottom row of the matrix must be 0 0 0 w"},
                 {W_OF_A, "0", "b.csv:3: A: w (a44) must be above 0 for all t in [0, 1]"},
                 {W_OF_B, "-1", "b.csv:3: B: w (b44) must be above 0 for all t in [0, 1]"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *values[COLUMNS];
        Text file = beginFile();
        fillRow(values);
        addValues(&file, values);
        values[cases[i].column] = cases[i].value;
        addValues(&file, values);
        expectRefusal(&file, cases[i].said);
    }
}

// w as c0, c1, c2, including quadratics that touch 0 or miss it by the last bit of a coefficient, at an end,
// between, and beyond the ends. Red: w tested only at a few times, a sum or a product whose rounding decides.
static void testWIsAboveZeroThroughout(void **state) {
    (void)state;
    static const struct {
        const char *c0, *c1, *c2;
        bool good;
    } cases[] = {{"1", "0", "0", true},
                 {"1", "-1", "0", false},                 // 0 at t = 1
                 {"1", "-0.9999999999999999", "0", true}, // 1e-16 there
                 {"1", "-2", "1", false},                 // 0 at t = 1, twice
                 {"1", "-4", "4", false},                 // 0 at t = 1/2, twice
                 {"1", "-4", "4.000000000000001", true},  // just above
                 {"1", "-3.9999999999999996", "4", true}, // just above
                 {"0.8174303291425942", "-2.4362687725831216", "1.8152634300006154",
                  true},                                  // just above, by less than the products' rounding
                 {"1", "-4.000000000000001", "4", false}, // just below
                 {"0.01", "-0.2", "1", false},   // 0 at t = 0.1, and below since 0.2 is rounded up more
                 {"0.0099", "-0.2", "1", false}, // below between, above at both ends
                 {"1", "2", "1", true},          // 0 at t = -1
                 {"1", "-0.5", "0.0625", true},  // 0 at t = 4
                 {"1", "3", "-4", false},        // 0 at t = 1, above before
                 {"1", "3", "-3.9999999999999996", true}, // above there, too
                 {"1e100", "-1e100", "1e-100", true},     // 1e-100 at t = 1, which the sum loses
                 {"1e-100", "0", "0", true},
                 {"1e-100", "-2e-100", "1e-100", false},
                 {"0", "1", "0", false},
                 {"-1", "3", "0", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int box = 0; box < 2; box++) {
            const char *values[COLUMNS];
            Text file = beginFile();
            fillRow(values);
            int w = box == 0 ? W_OF_A : W_OF_B;
            values[w] = cases[i].c0, values[w + 1] = cases[i].c1, values[w + 2] = cases[i].c2;
            addValues(&file, values);
            cdBoxesInput *boxes = NULL;
            int32_t count = 0;
            char message[512];
            bool good = readText(&file, &boxes, &count, message);
            if (good != cases[i].good) fail_msg("case %zu: %s", i, good ? "taken" : message);
            free(boxes);
        }
    }
}

// The header and the number of columns. Red: a file of another command read as boxes, a row with a missing
// value and a shifted matrix.
static void testHeaderAndColumns(void **state) {
    (void)state;
    const char *values[COLUMNS];
    fillRow(values);
    Text empty = {.length = 0};
    expectRefusal(&empty, "b.csv:1: the file is empty");
    Text none = beginFile();
    expectRefusal(&none, "b.csv:1: the file has no boxes");
    Text path = {.length = 0};
    addText(&path, "px,py,pz,qw,qx,qy,qz\n0,0,0,1,0,0,0\n");
    expectRefusal(&path, "b.csv:1: the first line must be the header ax,ay,az,bx,by,bz,a11_0,a11_1,a11_2,"
                         "a12_0,...,a44_2,b11_0,...,b44_2 (102 columns, it has 7)");
    Text renamed = beginFile();
    *strstr(renamed.text, "a12_0") = 'b';
    addValues(&renamed, values);
    expectRefusal(&renamed, "b.csv:1: the first line must be the header ax,ay,az,bx,by,bz,a11_0,a11_1,a11_2,"
                            "a12_0,...,a44_2,b11_0,...,b44_2 (column 10 is 'b12_0', expected a12_0)");
    Text noHeader = {.length = 0};
    addValues(&noHeader, values);
    expectRefusal(&noHeader, "b.csv:1: the first line must be the header ax");
    Text shortRow = beginFile();
    addValues(&shortRow, values);
    addText(&shortRow, "\n1,2,3\n");
    expectRefusal(&shortRow, "b.csv:4: 3 columns, expected 102");
    Text longRow = beginFile();
    addValues(&longRow, values);
    longRow.text[longRow.length - 1] = ',';
    addText(&longRow, "0\n");
    expectRefusal(&longRow, "b.csv:2: 103 columns, expected 102");
}

// Random rows, with all digits of a double, read back bit for bit. Red: 15 digits, a matrix written column by
// column.
static void testWrittenFilesReadBack(void **state) {
    (void)state;
    enum { ROWS = 24 };
    cdBoxesInput inputs[ROWS];
    Random random = {11};
    Text file = beginFile();
    for (int r = 0; r < ROWS; r++) {
        double *numbers = (double *)&inputs[r];
        for (int i = 0; i < COLUMNS; i++) {
            int entry = (i - 6) % 48;
            bool bottom = i >= 6 && entry >= 36;
            numbers[i] = bottom ? 0.0 : nextRandomIn(&random, i < 6 ? 0.01 : -3.0, 3.0);
        }
        numbers[W_OF_A] = numbers[W_OF_B] = nextRandomIn(&random, 0.1, 2.0);
        addLine(&file, &inputs[r]);
    }
    cdBoxesInput *boxes = NULL;
    int32_t count = 0;
    char message[512];
    if (!readText(&file, &boxes, &count, message)) fail_msg("%s", message);
    assert_int_equal(count, ROWS);
    for (int r = 0; r < ROWS; r++) // the members of a row, which come first
        assert_memory_equal(&boxes[r], &inputs[r], COLUMNS * sizeof(double));
    free(boxes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testEveryColumnIsRead), cmocka_unit_test(testFormsOfTheSameFile),
        cmocka_unit_test(testMistakesAreNamed),  cmocka_unit_test(testWIsAboveZeroThroughout),
        cmocka_unit_test(testHeaderAndColumns),  cmocka_unit_test(testWrittenFilesReadBack)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

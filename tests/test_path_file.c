// Path files and files of points: valid ones are read, and every mistake is reported with its line.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "commands/path_file.h"
#include "scenes/number_text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER "px,py,pz,qw,qx,qy,qz\n"

static bool readText(const char *text, cdPose **poses, int32_t *count, char message[512]) {
    message[0] = '\0';
    return ReadPathText(text, strlen(text), "p.csv", poses, count, message, 512);
}

// Plain, CRLF, byte order mark, blanks around fields, empty lines, no newline at the end: the same two poses.
// Red: a '\r' in the last number, the mark read as part of the header.
static void testFormsOfTheSamePath(void **state) {
    (void)state;
    static const char *const texts[] = {
        HEADER "1,2,3,1,0,0,0\n4,5,6,0,0,1,0\n", "px,py,pz,qw,qx,qy,qz\r\n1,2,3,1,0,0,0\r\n4,5,6,0,0,1,0\r\n",
        "\xEF\xBB\xBF" HEADER "1,2,3,1,0,0,0\n4,5,6,0,0,1,0",
        " px , py,pz,qw,qx,qy, qz\n\n 1, 2 ,3e0,1,0,0,0\n   \n+4,5.0,.6e1,0,0,1,-0\n\n"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        cdPose *poses = NULL;
        int32_t count = 0;
        char message[512];
        if (!readText(texts[i], &poses, &count, message)) fail_msg("%s", message);
        assert_int_equal(count, 2);
        assert_true(poses[0].p.x == 1.0 && poses[0].p.y == 2.0 && poses[0].p.z == 3.0 && poses[0].q.w == 1.0);
        assert_true(poses[1].p.x == 4.0 && poses[1].p.y == 5.0 && poses[1].p.z == 6.0 && poses[1].q.y == 1.0);
        free(poses);
    }
}

// Red: a row skipped instead of rejected, a line number that counts rows, a zero quaternion that becomes the
// identity.
static void testMistakesAreNamed(void **state) {
    (void)state;
    static const struct {
        const char *text, *said;
    } cases[] = {{"", "p.csv:1: the file is empty"},
                 {"px,py,pz,qw,qx,qy\n", "p.csv:1: the first line must be the header"},
                 {"1,2,3,1,0,0,0\n1,2,3,1,0,0,0\n", "p.csv:1: the first line must be the header"},
                 {"px,py,pz,qx,qy,qz,qw\n", "p.csv:1: the first line must be the header"},
                 {HEADER, "p.csv:1: a path needs at least two poses"},
                 {HEADER "0,0,0,1,0,0,0\n", "p.csv:2: a path needs at least two poses"},
                 {HEADER "0,0,0,1,0,0,0\n0,0,0,1,0,0\n", "p.csv:3: 6 columns, expected 7"},
                 {HEADER "\n\n0,0,0,1,0,0,0,5\n", "p.csv:4: 8 columns, expected 7"},
                 {HEADER "0,0,0,1,0,0,0\r\n0,x,0,1,0,0,0\r\n", "p.csv:3: py is not a finite number: 'x'"},
                 {HEADER "0,,0,1,0,0,0\n", "p.csv:2: py is not a finite number: ''"},
                 {HEADER "0,0,nan,1,0,0,0\n", "p.csv:2: pz is not a finite number: 'nan'"},
                 {HEADER "inf,0,0,1,0,0,0\n", "p.csv:2: px is not a finite number: 'inf'"},
                 {HEADER "1e999,0,0,1,0,0,0\n", "p.csv:2: px is not a finite number"},
                 {HEADER "0x10,0,0,1,0,0,0\n", "p.csv:2: px is not a finite number"},
                 {HEADER "1 2,0,0,1,0,0,0\n", "p.csv:2: px is not a finite number"},
                 {HEADER "1e101,0,0,1,0,0,0\n", "p.csv:2: a coordinate is beyond 1e100"},
                 {HEADER "0,0,0,0,0,0,0\n", "p.csv:2: the quaternion is zero"},
                 {HEADER "0,0,0,1,1,0,0\n", "p.csv:2: the quaternion is not of unit length"},
                 {HEADER "0,0,0,1e300,0,0,0\n", "p.csv:2: a coordinate is beyond"},
                 {HEADER "0,0,0,1.0011,0,0,0\n", "p.csv:2: the quaternion is not of unit length"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cdPose *poses = NULL;
        int32_t count = 0;
        char message[512];
        assert_false(readText(cases[i].text, &poses, &count, message));
        if (strstr(message, cases[i].said) != message) fail_msg("case %zu: %s", i, message);
        assert_null(poses);
        assert_int_equal(count, 0);
    }
}

// Two poses a row, A's first; one row suffices; the faulty pose is named. Red: A's and B's exchanged, a pair
// read as a path.
static void testPairsOfPoses(void **state) {
    (void)state;
    static const char header[] = "a_px,a_py,a_pz,a_qw,a_qx,a_qy,a_qz,b_px,b_py,b_pz,b_qw,b_qx,b_qy,b_qz";
    static const struct {
        const char *rows, *said; // NULL: valid
    } cases[] = {{"\r\n1,2,3,1,0,0,0,4,5,6,0,1,0,0\r\n", NULL},
                 {"\n1,2,3,1,0,0,0,4,5,6,0,1,0,0", NULL},
                 {"\n", "p.csv:1: the file has no poses"},
                 {"\n1,2,3,1,0,0,0\n", "p.csv:2: 7 columns, expected 14"},
                 {"\n1,2,3,1,0,0,0,4,5,6,0,1,0,x\n", "p.csv:2: b_qz is not a finite number: 'x'"},
                 {"\n1,2,3,0,0,0,0,4,5,6,0,1,0,0\n", "p.csv:2: A: the quaternion is zero"},
                 {"\n\n1,2,3,1,0,0,0,4,5,6,1,1,0,0\n", "p.csv:3: B: the quaternion is not of unit length"},
                 {",c\n1,2,3,1,0,0,0,4,5,6,0,1,0,0\n", "p.csv:1: the first line must be the header a_px"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cdPose *poses = NULL;
        int32_t count = 0;
        char text[256], message[512] = "";
        snprintf(text, sizeof text, "%s%s", header, cases[i].rows);
        bool good = ReadPosePairsText(text, strlen(text), "p.csv", &poses, &count, message, sizeof message);
        assert_int_equal(good, cases[i].said == NULL);
        if (cases[i].said != NULL && strstr(message, cases[i].said) != message) fail_msg("%s", message);
        assert_int_equal(count, good ? 1 : 0);
        if (good) assert_true(poses[0].p.z == 3.0 && poses[0].q.w == 1.0 && poses[1].p.x == 4.0);
        if (good) assert_true(poses[1].q.x == 1.0);
        free(poses);
    }
}

// Paths with times, and without: then the times are the numbers of the rows. Red: a column read as another's,
// times that may stand still, a row compared with the wrong one.
static void testTimedPaths(void **state) {
    (void)state;
    static const struct {
        const char *text, *said; // NULL: valid
        double last;
    } cases[] = {{"time," HEADER "0,1,2,3,1,0,0,0\n2.5,4,5,6,1,0,0,0\n", NULL, 2.5},
                 {"\xEF\xBB\xBF time," HEADER "0.5,1,2,3,1,0,0,0\n\n1,4,5,6,1,0,0,0", NULL, 1.0},
                 {HEADER "1,2,3,1,0,0,0\n4,5,6,1,0,0,0\n", NULL, 1.0},
                 {HEADER, "p.csv:1: the path has no poses", 0.0},
                 {"time," HEADER "0,1,2,3,1,0,0,0\n\n0,4,5,6,1,0,0,0\n",
                  "p.csv:4: the time is not above that of the row before", 0.0},
                 {"time," HEADER "-1,1,2,3,1,0,0,0\n", "p.csv:2: the time is negative", 0.0},
                 {"time," HEADER "0,1,2,3,0,0,0,0\n", "p.csv:2: the quaternion is zero", 0.0},
                 {"times," HEADER, "p.csv:1: the first line must be the header time,px", 0.0},
                 {"px,time\n", "p.csv:1: the first line must be the header px", 0.0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cdPathNode *nodes = NULL;
        int32_t count = 0;
        char message[512] = "";
        const char *text = cases[i].text;
        bool good = ReadNodesText(text, strlen(text), "p.csv", &nodes, &count, message, sizeof message);
        assert_int_equal(good, cases[i].said == NULL);
        if (cases[i].said != NULL && strstr(message, cases[i].said) != message) fail_msg("%s", message);
        assert_int_equal(count, good ? 2 : 0);
        if (good) assert_true(nodes[1].time == cases[i].last && nodes[0].pose.p.x == 1.0);
        if (good) assert_true(nodes[1].pose.p.z == 6.0 && nodes[1].pose.q.w == 1.0);
        free(nodes);
    }
}

// One point a row, or two of a segment. Red: a row's second point lost, z read for y, a point read as a
// segment, a coordinate beyond the library's range.
static void testPointsAndSegments(void **state) {
    (void)state;
    static const struct {
        bool segments;
        const char *text, *said; // NULL: valid
    } cases[] = {{false, "x,y,z\n1,2,3\n4,5,6\n", NULL},
                 {false, " x , y,z\r\n\r\n1,2,3\r\n4,5,6", NULL},
                 {true, "x1,y1,z1,x2,y2,z2\n1,2,3,4,5,6\n", NULL},
                 {false, "", "p.csv:1: the file is empty"},
                 {false, "x,y,z\n", "p.csv:1: the file has no points"},
                 {true, "x1,y1,z1,x2,y2,z2\n\n", "p.csv:2: the file has no segments"},
                 {false, "1,2,3\n4,5,6\n", "p.csv:1: the first line must be the header x,y,z"},
                 {true, "x,y,z\n1,2,3\n", "p.csv:1: the first line must be the header x1,y1,z1,x2,y2,z2"},
                 {false, "x,y,z\n1,2\n", "p.csv:2: 2 columns, expected 3"},
                 {true, "x1,y1,z1,x2,y2,z2\n1,2,3\n", "p.csv:2: 3 columns, expected 6"},
                 {false, "x,y,z\n1,2,3\n1,nan,3\n", "p.csv:3: y is not a finite number: 'nan'"},
                 {true, "x1,y1,z1,x2,y2,z2\n1,2,3,4,5,inf\n", "p.csv:2: z2 is not a finite number: 'inf'"},
                 {false, "x,y,z\n1,2,-1.1e100\n", "p.csv:2: a coordinate is beyond 1e100"},
                 {true, "x1,y1,z1,x2,y2,z2\n1,2,3,4,2e100,6\n",
                  "p.csv:2: the second point: a coordinate is beyond 1e100"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cdVec3 *points = NULL;
        int32_t count = -1;
        char message[512] = "";
        const char *text = cases[i].text;
        bool good = (cases[i].segments ? ReadSegmentsText : ReadPointsText)(
            text, strlen(text), "p.csv", &points, &count, message, sizeof message);
        if (good != (cases[i].said == NULL)) fail_msg("case %zu: %s", i, message);
        if (!good && strstr(message, cases[i].said) != message) fail_msg("case %zu: %s", i, message);
        assert_int_equal(count, !good ? 0 : cases[i].segments ? 1 : 2);
        assert_true((points != NULL) == good);
        if (good) assert_true(points[0].x == 1.0 && points[0].y == 2.0 && points[0].z == 3.0);
        if (good) assert_true(points[1].x == 4.0 && points[1].y == 5.0 && points[1].z == 6.0);
        free(points);
    }
}

// More rows than the initial room. Red: rows lost or exchanged when it grows.
static void testManyRows(void **state) {
    (void)state;
    enum { ROWS = 5000 };
    char *text = malloc(ROWS * 48 + 32);
    size_t length = (size_t)sprintf(text, "x1,y1,z1,x2,y2,z2\n");
    for (int i = 0; i < ROWS; i++)
        length += (size_t)sprintf(text + length, "%d,0,1,%d,2,3\n", i, -i);
    cdVec3 *points = NULL;
    int32_t count = 0;
    char message[512] = "";
    assert_true(ReadSegmentsText(text, length, "p.csv", &points, &count, message, sizeof message));
    assert_int_equal(count, ROWS);
    for (int i = 0; i < ROWS; i++)
        assert_true(points[2 * i].x == i && points[2 * i + 1].x == -i && points[2 * i + 1].z == 3.0);
    free(points);
    free(text);
}

// A zero byte within the text is not its end: its row is rejected. Red: half a file accepted as a whole one.
static void testZeroByteIsRefused(void **state) {
    (void)state;
    static const char text[] = HEADER "0,0,0,1,0,0,0\n0,0,0,1,0,0,0\n0,\0000,0,1,0,0,0\n";
    cdPose *poses = NULL;
    int32_t count = 0;
    char message[512];
    assert_false(ReadPathText(text, sizeof text - 1, "p.csv", &poses, &count, message, sizeof message));
    assert_non_null(strstr(message, "p.csv:4: py is not a finite number"));
}

// A quaternion off by less than 1e-3 is normalized; one that is unit to rounding is kept bit for bit. Red: a
// pose written and read again changes by a bit, and a drag from it differs.
static void testQuaternionsAreNormalisedOnce(void **state) {
    (void)state;
    cdPose pose;
    const double off[7] = {0, 0, 0, 1.0009, 0, 0, 0};
    assert_null(MakePoseOfNumbers(off, &pose));
    assert_true(pose.q.w == 1.0);
    uint64_t seed = 88172645463325252u;
    for (int i = 0; i < 10000; i++) {
        double v[4];
        for (int k = 0; k < 4; k++) {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            v[k] = (double)(seed >> 11) * 0x1p-53 - 0.5;
        }
        cdQuat q = cdNormalizeQuat((cdQuat){v[0], v[1], v[2], v[3]});
        const double numbers[7] = {0, 0, 0, q.w, q.x, q.y, q.z};
        assert_null(MakePoseOfNumbers(numbers, &pose));
        assert_true(pose.q.w == q.w && pose.q.x == q.x && pose.q.y == q.y && pose.q.z == q.z);
    }
}

// Numbers are written as short as possible and read back to the same double. Red: always 15 digits.
static void testNumbersReadBack(void **state) {
    (void)state;
    static const struct {
        double value;
        const char *text;
    } cases[] = {{0.1, "0.1"},  {1.0 / 3.0, "0.3333333333333333"}, {0.1 + 0.2, "0.30000000000000004"},
                 {-0.0, "-0"},  {1e-320, "9.99988867182683e-321"}, {INFINITY, "null"},
                 {NAN, "null"}, {123456789.0, "123456789"}};
    char text[NUMBER_TEXT_SIZE];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_string_equal(FormatNumber(cases[i].value, text), cases[i].text);
    }
    uint64_t bits = 0x9E3779B97F4A7C15u;
    for (int i = 0; i < 100000; i++) {
        double value, back;
        bits = bits * 6364136223846793005u + 1442695040888963407u;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) continue;
        FormatNumber(value, text);
        assert_true(ReadNumber(text, strlen(text), &back));
        assert_memory_equal(&back, &value, sizeof value);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testFormsOfTheSamePath), cmocka_unit_test(testMistakesAreNamed),
        cmocka_unit_test(testPairsOfPoses),       cmocka_unit_test(testTimedPaths),
        cmocka_unit_test(testPointsAndSegments),  cmocka_unit_test(testManyRows),
        cmocka_unit_test(testZeroByteIsRefused),  cmocka_unit_test(testQuaternionsAreNormalisedOnce),
        cmocka_unit_test(testNumbersReadBack)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

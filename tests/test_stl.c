// STL files, text and binary: exact numbers, the order of the file, every mistake reported by line or byte.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "engine/import.h"
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_SIZE = 128, BINARY_SIZE = 84 + 2 * 50 };

static char folder[] = "/tmp/fcstlXXXXXX";

static void writeFile(const char *name, const void *bytes, size_t length, char path[PATH_SIZE]) {
    snprintf(path, PATH_SIZE, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static gxImportedMesh importBytes(const void *bytes, size_t length) {
    char path[PATH_SIZE], message[512] = "";
    gxImportedMesh mesh;
    writeFile("a.stl", bytes, length, path);
    if (!gxImportMesh(path, &mesh, message, sizeof message)) fail_msg("%s", message);
    unlink(path);
    return mesh;
}

static gxImportedMesh importText(const char *text) {
    return importBytes(text, strlen(text));
}

// The file is rejected with a message that begins with its path and continues with `said`.
static void expectRefusal(const void *bytes, size_t length, const char *said) {
    char path[PATH_SIZE], message[512] = "";
    gxImportedMesh mesh;
    writeFile("a.stl", bytes, length, path);
    bool read = gxImportMesh(path, &mesh, message, sizeof message);
    if (read || strncmp(message, path, strlen(path)) != 0 ||
        strncmp(message + strlen(path), said, strlen(said)) != 0) {
        fail_msg("'%s' instead of '%s'", message, said);
    }
    assert_null(mesh.points);
    unlink(path);
}

#define FACET(normal, x)                                                                                     \
    "facet normal " normal "\nouter loop\nvertex " x " 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"

// Two solids, a byte order mark, CR LF, CR, tabs, upper case, exponents, signs, a name with keywords of the
// format, a facet on one line. Red: a second solid dropped, numbers rounded to single precision, a word in a
// name read as part of the format, a NaN normal rejected.
static void testTextForms(void **state) {
    (void)state;
    gxImportedMesh mesh = importText(
        "\xEF\xBB\xBFsolid facet vertex endsolid\r\n\tFACET NORMAL 0 0 1\r\n\tOuter Loop\r\n"
        "VERTEX 0.1 -1e-3 +2.5E+2\r\nvertex .5 5. 1\r\n  vertex 0 1 0\r\nENDLOOP\r\nEndFacet\r\n"
        "endsolid other name\r\n\r\n"
        "solid\rfacet normal nan nan nan outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop "
        "endfacet\r" FACET("-nan 0 0", "7") "ENDSOLID");
    assert_int_equal(mesh.pointCount, 9);
    assert_int_equal(mesh.triangleCount, 3);
    static const double first[6] = {0.1, -1e-3, 250.0, 0.5, 5.0, 1.0};
    assert_memory_equal(mesh.points, first, sizeof first);
    for (int32_t i = 0; i < 9; i++)
        assert_true(mesh.triangles[i] == i && mesh.pointIds[i] == i && mesh.faceIds[i / 3] == i / 3);
    assert_true(mesh.points[18] == 7.0);
    gxDestroyImportedMesh(&mesh);
}

// Two triangles; the header begins like a text file.
static void makeBinary(unsigned char bytes[BINARY_SIZE], const char *header, uint32_t count) {
    memset(bytes, 0, BINARY_SIZE);
    memcpy(bytes, header, strlen(header));
    for (int i = 0; i < 4; i++)
        bytes[80 + i] = (unsigned char)(count >> 8 * i);
    for (int i = 0; i < 18; i++) {
        float value = (float)i * 0.1f;
        memcpy(bytes + 84 + 50 * (i / 9) + 12 + 4 * (i % 9), &value, sizeof value);
    }
}

// Red: a binary file taken for text because of its header, the normal read as the first corner, the two bytes
// behind each triangle not skipped.
static void testBinary(void **state) {
    (void)state;
    static const char *const headers[] = {"", "solid exported by something\nfacet", "solid", "COLOR=rgba"};
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        unsigned char bytes[BINARY_SIZE];
        makeBinary(bytes, headers[i], 2);
        gxImportedMesh mesh = importBytes(bytes, sizeof bytes);
        assert_int_equal(mesh.pointCount, 6);
        assert_int_equal(mesh.triangleCount, 2);
        for (int k = 0; k < 18; k++)
            assert_true(mesh.points[k] == (double)((float)k * 0.1f));
        assert_true(mesh.faceIds[1] == 1 && mesh.triangles[5] == 5);
        gxDestroyImportedMesh(&mesh);
    }
}

// Red: a cut or extended file accepted as a whole one, a message without its byte.
static void testBinaryMistakes(void **state) {
    (void)state;
    unsigned char bytes[BINARY_SIZE + 1] = {0};
    static const float bad[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        makeBinary(bytes, "solid", 2);
        memcpy(bytes + 84 + 50 + 12 + 20, &bad[i], sizeof bad[i]);
        expectRefusal(bytes, BINARY_SIZE, ": byte 166: a coordinate of triangle 1 is not finite");
    }
    makeBinary(bytes, "solid x", 2);
    expectRefusal(bytes, BINARY_SIZE - 1,
                  ": byte 80: the header counts 2 triangles, which take 184 bytes; the file "
                  "has 183");
    expectRefusal(bytes, BINARY_SIZE + 1,
                  ": byte 80: the header counts 2 triangles, which take 184 bytes; the file "
                  "has 185");
    makeBinary(bytes, "", 0xffffffff);
    expectRefusal(bytes, BINARY_SIZE,
                  ": byte 80: the header counts 4294967295 triangles, which take 214748364834 "
                  "bytes; the file has 184");
    makeBinary(bytes, "", 0);
    expectRefusal(bytes, 84, ": no triangles (0 points)");
    expectRefusal(bytes, 83, ": 83 bytes that do not begin with 'solid'");
}

// Every text that ends early, omits something or adds something. Red: as with Assimp, a file cut off after
// whole vertices is a smaller mesh.
static void testTextMistakes(void **state) {
    (void)state;
#define HEAD     "solid a\n"
#define VERTICES "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"
    static const struct {
        const char *text, *said;
    } cases[] = {
        {HEAD, ":2: the file ends here; expected 'facet' or 'endsolid'"},
        {HEAD "endsolid a\n", ": no triangles (0 points)"},
        {HEAD "endsolid\nend", ":3: found 'end'; expected 'solid' or the end of the file"},
        {HEAD VERTICES, ":7: the file ends here; expected 'endloop'"},
        {HEAD VERTICES "endloop\n", ":8: the file ends here; expected 'endfacet'"},
        {HEAD VERTICES "endloop\nendfacet\n", ":9: the file ends here; expected 'facet' or 'endsolid'"},
        {HEAD VERTICES "endfacet\n", ":7: found 'endfacet'; expected 'endloop'"},
        {HEAD VERTICES "vertex 1 1 0\nendloop\n", ":7: found 'vertex'; expected 'endloop'"},
        {HEAD VERTICES "endloop\nendsolid\n", ":8: found 'endsolid'; expected 'endfacet'"},
        {HEAD "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nendloop\n",
         ":6: found 'endloop'; expected 'vertex'"},
        {HEAD "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0",
         ":5: the file ends here; expected the three "
         "coordinates of a vertex"},
        {HEAD "facet normal 0 0 1\nouter loop\nvertex 0 0\nvertex 1 0 0\n",
         ":5: found 'vertex'; expected the three coordinates of a vertex"},
        {HEAD "facet normal 0 0 1\nouter loop\nvertex 0 0 0 0\n", ":4: found '0'; expected 'vertex'"},
        {HEAD "facet normal 0 0 1\nouter loop\nvertex 0 0,5 0\n",
         ":4: found '0,5'; expected the three coordinates of a vertex"},
        {HEAD "facet normal 0 0 1\nouter loop\nvertex 0 0x10 0\n",
         ":4: found '0x10'; expected the three coordinates"},
        {HEAD "facet normal 0 0 1\nouter loop\nvertex 0 1e 0\n",
         ":4: found '1e'; expected the three coordinates"},
        {HEAD "facet normal 0 0 1\nouter loop\nvertex 0 nan 0\n", ":4: a coordinate is not finite"},
        {HEAD "facet normal 0 0 1\nouter loop\nvertex 0 0 -inf\n", ":4: a coordinate is not finite"},
        {HEAD "facet normal 0 0 1\nouter loop\nvertex 1e999 0 0\n", ":4: a coordinate is not finite"},
        {HEAD "facet normal 0 z 1\n", ":2: found 'z'; expected the three numbers of a normal"},
        {HEAD "facet 0 0 1\n", ":2: found '0'; expected 'normal'"},
        {HEAD "facet normal 0 0 1\nloop\n", ":3: found 'loop'; expected 'outer'"},
        {HEAD "vertex 0 0 0\n", ":2: found 'vertex'; expected 'facet' or 'endsolid'"},
        {HEAD "solid b\n", ":2: found 'solid'; expected 'facet' or 'endsolid'"},
        {HEAD "a_word_that_is_much_too_long_to_be_shown\x1b[2J\n",
         ":2: found 'a_word_that_is_much_too_...'; expected 'facet' or 'endsolid'"},
        {HEAD "\x1b[2J\n", ":2: found '?[2J'; expected 'facet' or 'endsolid'"},
        {"words\n", ": 6 bytes that do not begin with 'solid'"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expectRefusal(cases[i].text, strlen(cases[i].text), cases[i].said);
    static const char zero[] = HEAD "facet normal 0 0 1\nouter \0 loop\n";
    expectRefusal(zero, sizeof zero - 1, ":3: found a zero byte; expected text");
#undef HEAD
#undef VERTICES
}

// Each beginning of a valid file, byte by byte, is rejected; only the name after endsolid may be cut. Red: an
// end that is checked only at some points.
static void testEveryCutIsNoticed(void **state) {
    (void)state;
    static const char text[] = "solid a\n" FACET("0 0 1", "0") FACET("0 0 1", "2") "endsolid a\n";
    size_t whole = (size_t)(strstr(text, "endsolid") - text) + strlen("endsolid");
    for (size_t length = 1; length < whole; length++) {
        char path[PATH_SIZE], message[512] = "";
        gxImportedMesh mesh;
        writeFile("a.stl", text, length, path);
        if (gxImportMesh(path, &mesh, message, sizeof message)) fail_msg("cut after %zu bytes", length);
        assert_int_equal(strncmp(message, path, strlen(path)), 0);
        unlink(path);
    }
    gxImportedMesh mesh = importBytes(text, whole);
    assert_int_equal(mesh.triangleCount, 2);
    gxDestroyImportedMesh(&mesh);
}

// A locale with a decimal comma, created for this test. Red: "1.5" read as 1, or as 1 and a stray ".5".
static void testCommaLocale(void **state) {
    (void)state;
    char command[256];
    setenv("LOCPATH", folder, 1);
    snprintf(command, sizeof command, "localedef -c -i de_DE -f UTF-8 %s/de_DE.utf8 >%s/log 2>&1", folder,
             folder);
    bool made = system(command) == 0 && setlocale(LC_ALL, "de_DE.utf8") != NULL;
    snprintf(command, sizeof command, "rm -r %s/log %s/de_DE.utf8", folder, folder);
    if (made) {
        assert_true(strtod("1,5", NULL) == 1.5); // the locale is active
        gxImportedMesh mesh = importText("solid a\n" FACET("0.5 0 1", "1.5") "endsolid a\n");
        assert_true(mesh.points[0] == 1.5);
        assert_true(strtod("1,5", NULL) == 1.5); // and still is
        gxDestroyImportedMesh(&mesh);
        setlocale(LC_ALL, "C");
    }
    if (system(command) != 0 || !made) skip();
}

static int makeFolder(void **state) {
    (void)state;
    return mkdtemp(folder) != NULL ? 0 : -1;
}

static int removeFolder(void **state) {
    (void)state;
    return rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testTextForms),         cmocka_unit_test(testBinary),
        cmocka_unit_test(testBinaryMistakes),    cmocka_unit_test(testTextMistakes),
        cmocka_unit_test(testEveryCutIsNoticed), cmocka_unit_test(testCommaLocale)};
    return cmocka_run_group_tests(tests, makeFolder, removeFolder);
}

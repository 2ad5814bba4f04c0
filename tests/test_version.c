// The version at run time and the size check of the public structs.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "collision/version.h"
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#define LIST_NAME(name) #name,

static const char *const listed[] = {CD_PUBLIC_STRUCTS(LIST_NAME)};
static const uint32_t sizes[] = {CD_PUBLIC_STRUCTS(CD_LIST_SIZE)};

enum { STRUCT_COUNT = sizeof sizes / sizeof *sizes, LINE_SIZE = 512 };

static bool isListed(const char *name) {
    for (int i = 0; i < STRUCT_COUNT; i++)
        if (strcmp(listed[i], name) == 0) return true;
    return false;
}

// Reads the name of the struct or union whose members begin in this line.
static bool readStructName(const char *line, char name[LINE_SIZE]) {
    char kind[LINE_SIZE], brace[LINE_SIZE];
    const char *start = strncmp(line, "typedef ", 8) == 0 ? line + 8 : line;
    if (sscanf(start, "%511s %511s %511s", kind, name, brace) != 3) return false;
    return (strcmp(kind, "struct") == 0 || strcmp(kind, "union") == 0) && brace[0] == '{';
}

// Counts the structs of a header, and prints those that are not listed.
static int checkHeader(const char *path, int *structCount) {
    char line[LINE_SIZE], name[LINE_SIZE];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    int missing = 0;
    while (fgets(line, sizeof line, file)) {
        if (!readStructName(line, name)) continue;
        ++*structCount;
        if (isListed(name)) continue;
        print_error("%s: add X(%s) to CD_PUBLIC_STRUCTS in collision/version.h\n", path, name);
        ++missing;
    }
    fclose(file);
    return missing;
}

// Reads all public headers. Red: a public struct that the size check lacks, a struct listed twice, a parser
// that finds none.
static void testEveryPublicStructIsListed(void **state) {
    (void)state;
    static const char folder[] = FC_SOURCE_DIR "/collision/include/collision";
    char path[2 * LINE_SIZE];
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    int structCount = 0, missing = 0;
    for (struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) {
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        missing += checkHeader(path, &structCount);
    }
    closedir(directory);
    assert_int_equal(missing, 0);
    assert_int_equal(structCount, STRUCT_COUNT);
}

// Lines of headers, one by one. Red: a reader that misses a way of writing a struct, or accepts one without
// members.
static void testStructsAreRecognised(void **state) {
    (void)state;
    char name[LINE_SIZE];
    assert_true(readStructName("typedef struct cdVec3 {\n", name));
    assert_string_equal(name, "cdVec3");
    assert_true(readStructName("struct cdVec3 {\n", name));
    assert_true(readStructName("typedef union cdVec3 { // text\n", name));
    assert_false(readStructName("typedef struct cdMesh cdMesh;\n", name));
    assert_false(readStructName("typedef enum cdReason {\n", name));
    assert_false(readStructName("// struct cdVec3 {\n", name));
}

// Red: numbers that differ from the headers', in the library or in the check.
static void testLinkedLibraryIsCompatible(void **state) {
    (void)state;
    cdVersion version = cdGetVersion();
    assert_int_equal(version.major, CD_VERSION_MAJOR);
    assert_int_equal(version.minor, CD_VERSION_MINOR);
    assert_int_equal(version.patch, CD_VERSION_PATCH);
    assert_true(cdIsCompatible());
}

// A program compiled with other headers has other sizes. Red: a size or a count not compared, reading past
// the end of a shorter list.
static void testOtherSizesAreRefused(void **state) {
    (void)state;
    uint32_t other[STRUCT_COUNT];
    memcpy(other, sizes, sizeof other);
    assert_true(cdHasStructSizes(other, STRUCT_COUNT));
    for (int i = 0; i < STRUCT_COUNT; i++) {
        other[i] += 8;
        assert_false(cdHasStructSizes(other, STRUCT_COUNT));
        other[i] -= 8;
    }
    assert_false(cdHasStructSizes(sizes, STRUCT_COUNT - 1));
    assert_false(cdHasStructSizes(sizes, STRUCT_COUNT + 1));
    assert_false(cdHasStructSizes(NULL, STRUCT_COUNT));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testEveryPublicStructIsListed),
        cmocka_unit_test(testStructsAreRecognised),
        cmocka_unit_test(testLinkedLibraryIsCompatible),
        cmocka_unit_test(testOtherSizesAreRefused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

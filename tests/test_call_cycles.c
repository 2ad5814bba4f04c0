// Finds source files of the program whose functions call each other in a circle.
//
// Input: the sources of app/, read as text. A public function, VerbNoun, is defined where its name stands at
// the beginning of a line with a parameter list and a body. An edge leads from a file to each other one whose
// functions it names. Unlike test_include_cycles.c this sees cycles hidden by headers with functions of
// several files. It also checks which files may change a stage.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "source_tree.h"
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    FILE_MAX = 512,
    FUNCTION_MAX = 4096,
    NAME_SIZE = 96,
    WINDOW_CYCLE_MOST = 1, // files of the largest cycle in the window's layers
    CYCLE_MOST = 6         // in all of app/
};

typedef struct Source {
    char path[256], *text;
} Source;

typedef struct Program {
    Source files[FILE_MAX];
    int fileCount;
    char names[FUNCTION_MAX][NAME_SIZE]; // of public functions
    int owners[FUNCTION_MAX];            // the file that defines each
    int functionCount;
    bool leads[FILE_MAX][FILE_MAX];
} Program;

// Blanks comments and strings: they name functions without calling them.
static void blankWords(char *text) {
    for (char *c = text; *c; ++c) {
        char quote = *c;
        if (c[0] == '/' && c[1] == '/') {
            for (; *c && *c != '\n'; ++c)
                *c = ' ';
        } else if (quote == '"' || quote == '\'') {
            for (++c; *c && *c != quote; ++c) {
                if (*c == '\\' && c[1]) *c++ = ' ';
                *c = ' ';
            }
        }
        if (!*c) return;
    }
}

static void addFile(const char *path, void *context) {
    Program *program = context;
    size_t length = strlen(path);
    if (length < 2 || strcmp(path + length - 2, ".c") != 0) return;
    assert_true(program->fileCount < FILE_MAX);
    Source *source = &program->files[program->fileCount++];
    assert_true(length < sizeof source->path);
    memcpy(source->path, path, length + 1);
    source->text = readTreeFile(path);
    blankWords(source->text);
}

static bool isNamePart(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

// Reads the function defined on a line; false: no definition, or a static one.
static bool readDefinition(const char *line, char name[NAME_SIZE]) {
    size_t list = strcspn(line, "(;{=\n"), end = list;
    if (line[list] != '(' || !isalpha((unsigned char)line[0]) || strncmp(line, "static", 6) == 0)
        return false;
    const char *body = strpbrk(line + list, "{;");
    while (end > 0 && !isNamePart(line[end - 1]))
        --end;
    size_t begin = end;
    while (begin > 0 && isNamePart(line[begin - 1]))
        --begin;
    if (!body || *body != '{' || begin == 0 || !isupper((unsigned char)line[begin])) return false;
    if (end - begin >= NAME_SIZE) return false;
    memcpy(name, line + begin, end - begin);
    name[end - begin] = '\0';
    return true;
}

static void findFunctions(Program *program) {
    for (int i = 0; i < program->fileCount; ++i) {
        for (const char *line = program->files[i].text; line && *line; line = strchr(line, '\n')) {
            line += *line == '\n';
            if (!readDefinition(line, program->names[program->functionCount])) continue;
            program->owners[program->functionCount++] = i;
            assert_true(program->functionCount < FUNCTION_MAX);
        }
    }
}

static int findOwner(const Program *program, const char *name, size_t length) {
    for (int i = 0; i < program->functionCount; ++i) {
        if (strncmp(program->names[i], name, length) == 0 && program->names[i][length] == '\0')
            return program->owners[i];
    }
    return -1;
}

static void findCalls(Program *program) {
    for (int i = 0; i < program->fileCount; ++i) {
        for (const char *c = program->files[i].text; *c;) {
            size_t length = 0;
            while (isNamePart(c[length]))
                ++length;
            int owner = length > 3 && isupper((unsigned char)*c) ? findOwner(program, c, length) : -1;
            if (owner >= 0 && owner != i) program->leads[i][owner] = true;
            c += length > 0 ? length : 1;
        }
    }
}

static void followAll(Program *program) {
    int count = program->fileCount;
    for (int k = 0; k < count; ++k) {
        for (int i = 0; i < count; ++i) {
            for (int j = 0; program->leads[i][k] && j < count; ++j)
                program->leads[i][j] = program->leads[i][j] || program->leads[k][j];
        }
    }
}

// Prints the files of cycles that are too large; true if the folder has any.
static bool hasLargeCycle(const Program *program, const char *folder, int most) {
    bool found = false;
    for (int i = 0; i < program->fileCount; ++i) {
        int size = 1;
        for (int j = 0; j < program->fileCount; ++j)
            size += j != i && program->leads[i][j] && program->leads[j][i];
        if (size <= most || strncmp(program->files[i].path, folder, strlen(folder)) != 0) continue;
        print_error("%s is in a cycle of %d files\n", program->files[i].path, size);
        found = true;
    }
    return found;
}

static Program *openProgram(void) {
    Program *program = calloc(1, sizeof *program);
    assert_non_null(program);
    visitFiles("app", addFile, program);
    findFunctions(program);
    assert_true(program->fileCount > 150 && program->functionCount > 500);
    return program;
}

static void closeProgram(Program *program) {
    for (int i = 0; i < program->fileCount; ++i)
        free(program->files[i].text);
    free(program);
}

// Red: a function in the wrong file, a panel that a service calls back.
static void testCyclesAreSmall(void **state) {
    (void)state;
    static const char *const layers[] = {"app/services/", "app/hand/", "app/actions/", "app/panels/",
                                         "app/window/"};
    Program *program = openProgram();
    findCalls(program);
    followAll(program);
    assert_false(hasLargeCycle(program, "app/", CYCLE_MOST));
    for (size_t i = 0; i < sizeof layers / sizeof *layers; ++i)
        assert_false(hasLargeCycle(program, layers[i], WINDOW_CYCLE_MOST));
    closeProgram(program);
}

// Data flows one way: panels, actions and views add intentions and read, and never change a stage. Red: a
// click that moves an object while the panels are drawn.
static void testStageChangesAreRestricted(void **state) {
    (void)state;
    static const char *const readers[] = {"app/actions/", "app/panels/", "app/view/"};
    static const char *const doors[] = {"ApplyStage(", "ApplyStageEntry(", "BeginStageWork(",
                                        "ContinueStageWork("};
    Program *program = openProgram();
    int violations = 0;
    for (int i = 0; i < program->fileCount; ++i) {
        const Source *source = &program->files[i];
        for (size_t k = 0; k < sizeof readers / sizeof *readers; ++k) {
            if (strncmp(source->path, readers[k], strlen(readers[k])) != 0) continue;
            for (size_t d = 0; d < sizeof doors / sizeof *doors; ++d) {
                if (!strstr(source->text, doors[d])) continue;
                print_error("%s calls %s)\n", source->path, doors[d]);
                ++violations;
            }
        }
    }
    assert_int_equal(violations, 0);
    closeProgram(program);
}

// Red: a definition reader that finds nothing, or takes calls and declarations for definitions.
static void testDefinitionsAreSeen(void **state) {
    (void)state;
    char name[NAME_SIZE];
    assert_true(readDefinition("void MoveIt(int a) {\n", name));
    assert_string_equal(name, "MoveIt");
    assert_true(readDefinition("const Thing *GetThing(int a,\n        int b) {\n", name));
    assert_string_equal(name, "GetThing");
    assert_false(readDefinition("void MoveIt(int a);\n", name));
    assert_false(readDefinition("static void MoveIt(int a) {\n", name));
    assert_false(readDefinition("    MoveIt(a);\n", name));
    char text[] = "a(\"MoveIt(\"); // MoveIt(\nb();";
    blankWords(text);
    assert_null(strstr(text, "MoveIt"));
    assert_non_null(strstr(text, "b();"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testCyclesAreSmall),
        cmocka_unit_test(testStageChangesAreRestricted),
        cmocka_unit_test(testDefinitionsAreSeen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// Checks which files may include which, and that every source file begins with a comment.
//
// Input: the `#include` lines of the tree, read as text. A quoted include is resolved to a path from the
// repository's root; angle brackets that name no file of ours are an external library. Each folder has one
// row in a table of permitted includes; everything else is an error. Output: one line a violation.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "include_lines.h"
#include "source_tree.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { ALLOWED_MAX = 20, FILE_LINES_MAX = 700 };

typedef struct Rule {
    const char *folder;               // or a single file; the longest matching row applies
    const char *allowed[ALLOWED_MAX]; // path prefixes; "<name" is an external library
} Rule;

#define PUBLIC     "collision/include/"
#define FOUNDATION "collision/src/foundation/"
#define CONVEX     "collision/src/convex/"
#define MESH       "collision/src/mesh/"
#define BOXES      "collision/src/boxes/"
#define C_LIBRARY                                                                                            \
    "<assert.h", "<float.h", "<limits.h", "<math.h", "<stdbool.h", "<stddef.h", "<stdint.h", "<stdlib.h",    \
        "<string.h"
#define SCENES "app/shapes/", "app/scenes/"
// The folders that all layers of the window may include.
#define WINDOW SCENES, "app/stage/", "app/recording/", "app/view/", "app/lessons/", "engine/", "app/services/"
// Headers of C and C++. External libraries are permitted by name.
#define STANDARD "<standard>"
// All headers of the system, also those of POSIX and Windows: the lowest layer of the program, and the tests.
#define SYSTEM   "<system>"
#define PLATFORM "engine/platform/"

static const Rule rules[] = {
    {PUBLIC, {PUBLIC, C_LIBRARY}},
    {FOUNDATION, {PUBLIC, C_LIBRARY, FOUNDATION}},
    {FOUNDATION "memory/hooks.c", {PUBLIC, C_LIBRARY, FOUNDATION, "<sys/mman.h"}}, // huge pages
    {FOUNDATION "numbers/compiler.h", {PUBLIC, C_LIBRARY, FOUNDATION, "<stdatomic.h", "<intrin.h"}},
    {FOUNDATION "memory/prefetch.h", {PUBLIC, C_LIBRARY, FOUNDATION, "<emmintrin.h"}}, // a hint
    {FOUNDATION "numbers/lanes.h", {PUBLIC, C_LIBRARY, FOUNDATION, "<emmintrin.h"}}, // two numbers at a time
    {FOUNDATION "numbers/float_lanes.h", {PUBLIC, C_LIBRARY, FOUNDATION, "<emmintrin.h"}}, // four
    {FOUNDATION "numbers/row_lanes.h", {PUBLIC, C_LIBRARY, FOUNDATION, "<immintrin.h"}},   // eight
    {FOUNDATION "numbers/four_lanes.h", {PUBLIC, C_LIBRARY, FOUNDATION, "<immintrin.h"}},  // four doubles
    {FOUNDATION "numbers/short_lanes.h", {PUBLIC, C_LIBRARY, FOUNDATION, "<emmintrin.h"}}, // eight
    {CONVEX, {PUBLIC, C_LIBRARY, FOUNDATION, CONVEX}},
    {MESH, {PUBLIC, C_LIBRARY, FOUNDATION, CONVEX, MESH}},
    {BOXES, {PUBLIC, C_LIBRARY, FOUNDATION, CONVEX, MESH, BOXES}},
    {"collision/src/continuous/",
     {PUBLIC, C_LIBRARY, FOUNDATION, CONVEX, MESH, BOXES, "collision/src/continuous/"}},
    {"collision/src/solid/", {PUBLIC, C_LIBRARY, FOUNDATION, CONVEX, MESH, "collision/src/solid/"}},
    {"collision/src/contact/",
     {PUBLIC, C_LIBRARY, FOUNDATION, CONVEX, MESH, "collision/src/continuous/", "collision/src/solid/", BOXES,
      "collision/src/contact/"}},
    {"collision/src/paths/",
     {PUBLIC, C_LIBRARY, FOUNDATION, CONVEX, MESH, "collision/src/continuous/", "collision/src/solid/", BOXES,
      "collision/src/contact/", "collision/src/paths/"}},
    {"collision/src/world/",
     {PUBLIC, C_LIBRARY, FOUNDATION, CONVEX, MESH, "collision/src/continuous/", "collision/src/solid/", BOXES,
      "collision/src/contact/", "collision/src/world/"}},
    {"collision/src/draw/", {PUBLIC, C_LIBRARY, "collision/src/", "<stdarg.h", "<stdio.h"}}, // formats text
    {PLATFORM, {SYSTEM, PLATFORM}},
    {"engine/web/", {"engine/", STANDARD, "<emscripten", "<GLES3/", "<imgui"}},
    {"engine/",
     {"engine/", STANDARD, "<GLES3/", "<GLFW/", "<EGL/", "<glad/", "<cglm/", "<stb/", "<assimp/", "<cjson/",
      "<imgui", "<backends/imgui_", "<meshoptimizer.h"}},
    {"app/shapes/elementary.h", {FOUNDATION "numbers/functions.h"}},
    {"app/shapes/", {PUBLIC, STANDARD, PLATFORM, "app/shapes/"}},
    {"app/scenes/", {PUBLIC, STANDARD, PLATFORM, "app/shapes/", "app/scenes/", "<cjson/"}},
    {"app/threads/", {PUBLIC, STANDARD, PLATFORM, "app/threads/"}},
    {"app/main.c", {PUBLIC, STANDARD, "app/", "engine/"}},
    {"app/stage/",
     {PUBLIC, STANDARD, PLATFORM, SCENES, "app/threads/", "app/stage/", "engine/file_cache.h",
      "engine/hash.h", "engine/import.h", "engine/normals.h", "engine/task.h", "<cjson/"}}, // draws nothing
    {"app/recording/",
     {PUBLIC, STANDARD, PLATFORM, SCENES, "app/stage/", "app/recording/", "<cjson/"}}, // nor does this
    {"app/view/", {PUBLIC, STANDARD, SCENES, "app/stage/", "app/view/", "engine/", "<cglm/"}},
    {"app/lessons/",
     {PUBLIC, STANDARD, SCENES, "app/stage/", "app/view/", "app/lessons/", "engine/", "<cglm/"}},
    {"app/commands/",
     {PUBLIC, STANDARD, SCENES, "app/threads/", "app/stage/", "app/recording/", "app/view/", "app/lessons/",
      "app/commands/", "engine/", "bench/", "<cjson/", "<expat.h"}},
    // The window, layer by layer: state and services, the hand, actions, panels, the window itself.
    {"app/services/", {PUBLIC, STANDARD, WINDOW, "app/threads/", "<cjson/"}},
    {"app/hand/", {PUBLIC, STANDARD, WINDOW, "app/hand/"}},
    {"app/actions/", {PUBLIC, STANDARD, WINDOW, "app/hand/", "app/actions/"}},
    {"app/panels/", {PUBLIC, STANDARD, WINDOW, "app/hand/", "app/actions/", "app/panels/"}},
    {"app/web/", {PUBLIC, STANDARD, WINDOW, "app/window/", "app/web/"}},
    {"app/window/", {PUBLIC, STANDARD, WINDOW, "app/hand/", "app/actions/", "app/panels/", "app/window/"}},
    {"bench/",
     {PUBLIC, STANDARD, PLATFORM, "collision/src/", "app/threads/", "app/shapes/", "app/scenes/",
      "tests/oracle/", "tests/random.h", "bench/"}},
    {"bench/peers/",
     {PUBLIC, STANDARD, PLATFORM, "bench/", "<fcl/", "<Eigen/", "<ccd/", "<Bullet", "<LinearMath/", "<bt",
      "<ode/", "<CGAL/", "<libqhull_r/", "<ompl/"}},
    {"tests/",
     {PUBLIC, SYSTEM, "collision/src/", "app/", "engine/", "bench/", "tests/", "<cmocka.h", "<gmp.h",
      "<cglm/", "<cjson/", "<stb/stb_image.h"}},
    {"tests/consumer/", {PUBLIC, C_LIBRARY, "<stdio.h", "<pthread.h", "tests/consumer/"}},
    {"cmake/", {STANDARD}},
    {"python/", {PUBLIC, STANDARD}},
};

static const char *const libraries[] = {
    "GLFW/", "EGL/",   "GL/",    "glad/",    "cglm/", "stb",    "assimp/",         "imgui",       "fcl/",
    "ccd/",  "Eigen/", "cjson/", "cmocka.h", "gmp.h", "mpfr.h", "meshoptimizer.h", "libqhull_r/", "expat.h"};

static bool isSystemHeader(const char *resolved) {
    if (resolved[0] != '<') return false;
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; ++i)
        if (startsWith(resolved + 1, libraries[i])) return false;
    return true;
}

// True for the headers of C, without those that change the whole process, and of C++, whose names have no
// ending.
static bool isStandardHeader(const char *resolved) {
    static const char *const names[] = {"assert.h",    "ctype.h",    "errno.h",  "fenv.h",    "float.h",
                                        "inttypes.h",  "iso646.h",   "limits.h", "math.h",    "setjmp.h",
                                        "stdarg.h",    "stdalign.h", "stddef.h", "stdbool.h", "stdint.h",
                                        "stdatomic.h", "stdio.h",    "stdlib.h", "string.h",  "stdnoreturn.h",
                                        "time.h",      "uchar.h",    "wchar.h",  "wctype.h"};
    if (resolved[0] != '<') return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (strcmp(resolved + 1, names[i]) == 0) return true;
    return strpbrk(resolved + 1, "./") == NULL;
}

// True if the entry of a rule permits the include.
static bool permits(const char *allowed, const char *resolved) {
    if (strcmp(allowed, SYSTEM) == 0) return isSystemHeader(resolved);
    if (strcmp(allowed, STANDARD) == 0) return isStandardHeader(resolved);
    return startsWith(resolved, allowed);
}

static const Rule *findRule(const char *file) {
    const Rule *best = NULL;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; ++i)
        if (startsWith(file, rules[i].folder) && (!best || strlen(rules[i].folder) > strlen(best->folder)))
            best = &rules[i];
    return best;
}

// Headers reserved to one folder, though others may use the rest of it. Deeds change a stage without its
// journal; the header of the whole stage would reintroduce the include cycles that its parts avoid.
static bool isClosedTo(const char *file, const char *resolved) {
    bool inStage = startsWith(file, "app/stage/");
    if (strcmp(resolved, "app/stage/deeds.h") == 0) return !inStage;
    return strcmp(resolved, "app/stage/stage.h") == 0 && inStage;
}

static bool mayInclude(const char *file, const char *resolved) {
    const Rule *rule = findRule(file);
    if (!rule || isClosedTo(file, resolved)) return false;
    bool allowed = false;
    for (int i = 0; !allowed && i < ALLOWED_MAX && rule->allowed[i]; ++i)
        allowed = permits(rule->allowed[i], resolved);
    return allowed;
}

// True if the file begins with a comment; in a shader the version line comes first.
static bool isHeaderComment(const char *path, const char *firstLine) {
    return startsWith(firstLine, endsWith(path, "CMakeLists.txt") ? "# " : "// ");
}

static int checkFile(const char *path) {
    char full[2 * PATH_SIZE], line[PATH_SIZE], name[PATH_SIZE], resolved[PATH_SIZE];
    snprintf(full, sizeof full, "%s/%s", FC_SOURCE_DIR, path);
    FILE *file = fopen(full, "r");
    assert_non_null(file);
    int violations = 0, lineCount = 0, commentLine = startsWith(path, "shaders/") ? 2 : 1;
    while (fgets(line, sizeof line, file)) {
        ++lineCount;
        if (lineCount == commentLine && !isHeaderComment(path, line)) {
            print_error("%s: no comment says what this file is\n", path);
            ++violations;
        }
        if (!isSource(path) || !readIncludeName(line, name)) continue;
        resolveInclude(path, name, resolved);
        if (mayInclude(path, resolved)) continue;
        print_error("%s:%d: must not include %s\n", path, lineCount, name);
        ++violations;
    }
    fclose(file);
    if (lineCount > FILE_LINES_MAX && isSource(path)) {
        print_error("%s: %d lines; more than one subject?\n", path, lineCount);
        ++violations;
    }
    return violations;
}

typedef struct Checked {
    int files, violations;
} Checked;

static void checkIfSource(const char *path, void *context) {
    Checked *checked = context;
    if (!isSource(path) && !startsWith(path, "shaders/") && !endsWith(path, "CMakeLists.txt")) return;
    checked->violations += checkFile(path);
    checked->files++;
}

// The whole tree. Red: a call from the mesh code up into the queries, a scene that uses the window, an app
// file that uses GLFW without the engine, a header of POSIX outside engine/platform, a public header that
// needs a private one, a file without its header.
static void testTreeKeepsToTheRules(void **state) {
    (void)state;
    static const char *const folders[] = {"collision", "engine",  "app",   "bench",
                                          "tests",     "shaders", "cmake", "python"};
    Checked checked = {0};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; ++i)
        visitFiles(folders[i], checkIfSource, &checked);
    assert_true(checked.files > 50);
    assert_int_equal(checked.violations, 0);
}

// Known wrong includes, one by one. Red: a table or a parser that accepts everything, which the test above
// could not distinguish from a clean tree.
static void testWrongIncludesAreSeen(void **state) {
    (void)state;
    static const struct {
        const char *file, *include;
        bool allowed;
    } cases[] = {
        {"collision/src/mesh/build/weld.c", "foundation/memory/hooks.h", true},
        {"collision/src/foundation/memory/hooks.c", "mesh/mesh_data.h", false},
        {"collision/src/mesh/build/weld.c", "collision/query.h", true},
        {"collision/include/collision/mesh.h", "mesh/mesh_data.h", false},
        {"collision/src/mesh/build/weld.c", "stdio.h", false},
        {"collision/src/mesh/build/weld.c", "scenes/scene.h", false},
        {"engine/window.c", "GLFW/glfw3.h", true},
        {"engine/window.c", "collision/mesh.h", false},
        {"app/window/frame.c", "GLFW/glfw3.h", false},
        {"app/window/frame.c", "collision/query.h", true},
        {"app/window/frame.c", "mesh/mesh_data.h", false},
        {"app/scenes/scene_file.c", "engine/asset.h", false},
        {"app/scenes/scene_write.c", "engine/platform/files.h", true},
        {"app/shapes/shapes.c", "engine/platform/files.h", true},
        {"app/threads/pool.c", "engine/platform/threads.h", true},
        {"app/threads/pool.c", "pthread.h", false},
        {"app/services/settings.c", "sys/stat.h", false},
        {"app/services/settings.c", "stdlib.h", true},
        {"app/commands/progress.c", "unistd.h", false},
        {"app/main.c", "signal.h", false},
        {"app/main.c", "windows.h", false},
        {"engine/window.c", "dlfcn.h", false},
        {"engine/simplify.cpp", "vector", true},
        {"engine/simplify.cpp", "unistd.h", false},
        {"engine/platform/files_posix.c", "sys/stat.h", true},
        {"engine/platform/files_windows.c", "windows.h", true},
        {"engine/platform/files_posix.c", "engine/message.h", false},
        {"engine/platform/files_posix.c", "GLFW/glfw3.h", false},
        {"engine/platform/files_posix.c", "collision/base.h", false},
        {"bench/timing.c", "engine/platform/clock.h", true},
        {"bench/timing.c", "engine/image.h", false},
        {"bench/timing.c", "sys/time.h", false},
        {"bench/peers/peer_world.h", "unistd.h", false},
        {"collision/src/mesh/build/weld.c", "engine/platform/files.h", false},
        {"collision/src/mesh/build/weld.c", "sys/mman.h", false},
        {"tests/test_stage.c", "unistd.h", true},
        {"app/stage/motion/stage_move.c", "engine/platform/clock.h", true},
        {"app/stage/motion/stage_move.c", "engine/window.h", false},
        {"app/stage/motion/stage_move.c", "view/palette.h", false},
        {"app/stage/motion/stage_move.c", "stage/deeds.h", true},
        {"app/stage/motion/stage_move.c", "stage/stage.h", false},
        {"app/hand/lead.c", "stage/stage.h", true},
        {"app/hand/lead.c", "stage/deeds.h", false},
        {"app/recording/player.c", "stage/deeds.h", false},
        {"tests/test_stage.c", "stage/deeds.h", false},
        {"app/window/frame.c", "rational.h", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char line[PATH_SIZE], name[PATH_SIZE], resolved[PATH_SIZE];
        snprintf(line, sizeof line, "  #  include \"%s\" // why\n", cases[i].include);
        assert_true(readIncludeName(line, name));
        assert_string_equal(name, cases[i].include);
        resolveInclude(cases[i].file, name, resolved);
        if (mayInclude(cases[i].file, resolved) != cases[i].allowed)
            fail_msg("%s including %s", cases[i].file, cases[i].include);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testTreeKeepsToTheRules),
        cmocka_unit_test(testWrongIncludesAreSeen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

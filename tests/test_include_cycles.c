// Measures the largest circle of files of the program that include each other.
//
// A file and its header are one: app/stage/apply for apply.c and apply.h. Each `#include` line with quotes is
// an edge. Files that reach each other form a cycle; a change of one may affect all of them, and none can be
// understood, or tested, alone.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "include_lines.h"
#include "source_tree.h"

enum {
    STEM_MAX = 1024,
    APP_CYCLE_MOST = 3,  // files of the largest cycle in app/: may shrink, not grow
    STAGE_CYCLE_MOST = 1 // no cycle in app/stage/: its state has headers of its own, without functions
};

typedef struct Graph {
    char stems[STEM_MAX][128];
    bool leads[STEM_MAX][STEM_MAX]; // true if one reaches the other by any path
    int count;
} Graph;

static int findStem(Graph *graph, const char *path) {
    char stem[PATH_SIZE];
    const char *dot = strrchr(path, '.');
    snprintf(stem, sizeof stem, "%.*s", (int)(dot ? dot - path : (ptrdiff_t)strlen(path)), path);
    assert_true(strlen(stem) < sizeof graph->stems[0]);
    for (int i = 0; i < graph->count; ++i)
        if (strcmp(graph->stems[i], stem) == 0) return i;
    assert_true(graph->count < STEM_MAX);
    memcpy(graph->stems[graph->count], stem, strlen(stem) + 1);
    return graph->count++;
}

static void addFile(const char *path, void *context) {
    Graph *graph = context;
    char full[2 * PATH_SIZE], line[PATH_SIZE], name[PATH_SIZE], resolved[PATH_SIZE];
    if (!isSource(path)) return;
    int from = findStem(graph, path);
    getFullPath(path, full);
    FILE *file = fopen(full, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        if (!readIncludeName(line, name)) continue;
        resolveInclude(path, name, resolved);
        if (startsWith(resolved, "app/")) graph->leads[from][findStem(graph, resolved)] = true;
    }
    fclose(file);
}

static void followAll(Graph *graph) {
    for (int k = 0; k < graph->count; ++k) {
        for (int i = 0; i < graph->count; ++i) {
            for (int j = 0; graph->leads[i][k] && j < graph->count; ++j)
                graph->leads[i][j] = graph->leads[i][j] || graph->leads[k][j];
        }
    }
}

// Returns the size of the largest cycle below a folder. Prints the files of cycles that are too large.
static int findLargestCycle(const Graph *graph, const char *folder, int most) {
    int largest = 0;
    for (int i = 0; i < graph->count; ++i) {
        int size = 1;
        for (int j = 0; j < graph->count; ++j)
            size += j != i && graph->leads[i][j] && graph->leads[j][i];
        if (!startsWith(graph->stems[i], folder)) continue;
        largest = size > largest ? size : largest;
        if (size > most) print_error("%s is in a cycle of %d files\n", graph->stems[i], size);
    }
    return largest;
}

// Red: a header that includes its includer, a state that needs a function, a layer that calls back.
static void testCyclesAreSmall(void **state) {
    (void)state;
    Graph *graph = calloc(1, sizeof *graph);
    assert_non_null(graph);
    visitFiles("app", addFile, graph);
    assert_true(graph->count > 150);
    followAll(graph);
    assert_true(findLargestCycle(graph, "app/", APP_CYCLE_MOST) <= APP_CYCLE_MOST);
    assert_true(findLargestCycle(graph, "app/stage/", STAGE_CYCLE_MOST) <= STAGE_CYCLE_MOST);
    free(graph);
}

// Red: a search that reports every graph as free of cycles.
static void testCyclesAreSeen(void **state) {
    (void)state;
    static const char *const names[] = {"app/a.c", "app/b.h", "app/c.c", "app/stage/d.h", "app/stage/e.c"};
    static const int edges[][2] = {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {0, 4}};
    Graph *graph = calloc(1, sizeof *graph);
    assert_non_null(graph);
    for (int i = 0; i < 5; ++i)
        assert_int_equal(findStem(graph, names[i]), i);
    assert_int_equal(findStem(graph, "app/b.c"), 1);
    for (size_t i = 0; i < sizeof edges / sizeof *edges; ++i)
        graph->leads[edges[i][0]][edges[i][1]] = true;
    followAll(graph);
    assert_int_equal(findLargestCycle(graph, "app/", 9), 3);
    assert_int_equal(findLargestCycle(graph, "app/stage/", 9), 1);
    free(graph);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testCyclesAreSmall),
        cmocka_unit_test(testCyclesAreSeen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// Lines of wrapped text; every letter is one wide.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "engine/wrap.h"

#include <stdio.h>

static float count(const char *begin, const char *end, void *context) {
    (void)context;
    return (float)(end - begin);
}

static void expect(const char *text, float width, const char *lines) {
    char wrapped[128];
    snprintf(wrapped, sizeof wrapped, "%s", text);
    gxWrapLines(wrapped, width, count, NULL);
    assert_string_equal(wrapped, lines);
}

// Red: a number broken at its point, a line that is too wide or shorter than needed.
static void testWords(void **state) {
    (void)state;
    expect("The gap along it is 0.129: separated.", 24.0f, "The gap along it is\n0.129: separated.");
    expect("The gap along it is 0.129: separated.", 26.0f, "The gap along it is 0.129:\nseparated.");
    expect("a b c d", 3.0f, "a b\nc d");
    expect("fits", 4.0f, "fits");
    expect("", 4.0f, "");
}

// Red: a lost line end or indent, a blank at the begin of a line, a break within a long word or in front of
// the first.
static void testEdges(void **state) {
    (void)state;
    expect("ab cd\nef gh", 5.0f, "ab cd\nef gh");
    expect("  indented words", 10.0f, "  indented\nwords");
    expect("wide    gap", 6.0f, "wide   \ngap");
    expect("a /much/longer/path b", 6.0f, "a\n/much/longer/path\nb");
    expect("/much/longer/path", 6.0f, "/much/longer/path");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testWords), cmocka_unit_test(testEdges)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// The quick reader of decimal numbers against the C library's: the same bits and the same end.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "engine/number.h"
#include "random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expectSame(const char *text) {
    char *end = NULL, *expectedEnd = NULL;
    double value = gxReadNumber(text, &end), expected = strtod(text, &expectedEnd);
    if (memcmp(&value, &expected, sizeof value) != 0 || end != expectedEnd)
        fail_msg("'%s' is read as %.17g up to '%s', not %.17g up to '%s'", text, value, end, expected,
                 expectedEnd);
}

// Red: a digit too many, which is no exact double any more; a number that ends too early.
static void testSpecialNumbers(void **state) {
    (void)state;
    static const char *const texts[] = {"",
                                        "-",
                                        ".",
                                        "-.5",
                                        "5.",
                                        "+7",
                                        "-0",
                                        "-0.0",
                                        "1e5",
                                        "1.5e-3",
                                        "inf",
                                        "-inf",
                                        "nan",
                                        "0x10",
                                        "0x1p3",
                                        "1.2.3",
                                        "12/3/4",
                                        "1 2",
                                        "1\t",
                                        "1\n",
                                        "x",
                                        "1x",
                                        "1_",
                                        "-+1",
                                        "1,5",
                                        " 3",
                                        "--1",
                                        "00001",
                                        "1.e",
                                        "9007199254740993",
                                        "123456789012345",
                                        "1234567890123456",
                                        "0.1234567890123456",
                                        "0.000000000000001",
                                        "0.0000000000000001",
                                        "999999999999999.9"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i)
        expectSame(texts[i]);
}

// Red: two roundings instead of one.
static void testRandomNumbers(void **state) {
    (void)state;
    Random random = {.state = 3};
    for (int i = 0; i < 200000; ++i) {
        char text[64];
        int digits = nextRandomInt(&random, 0, 17);
        snprintf(text, sizeof text, "%.*f", digits, nextRandomIn(&random, -1000.0, 1000.0));
        expectSame(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testSpecialNumbers),
        cmocka_unit_test(testRandomNumbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

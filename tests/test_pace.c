// The speed of a scene as the window says it.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "services/app.h"

#include <stdlib.h>

// A world that does 6 of 10 steps runs at 0.6 of real time, at half the speed at 0.3, at the double speed at
// 1.2; one that does nearly all, or has hardly begun, says nothing. Red: the share of the wanted speed
// instead of the speed itself.
static void testPace(void **state) {
    (void)state;
    static const struct {
        double speed, wanted, done;
        const char *text;
    } cases[] = {{1.0, 10.0, 6.0, "world at 0.60 of real time"},
                 {0.5, 10.0, 6.0, "world at 0.30 of real time"},
                 {2.0, 10.0, 6.0, "world at 1.20 of real time"},
                 {1.0, 20.0, 1.0, "world at 0.05 of real time"},
                 {1.0, 10.0, 9.5, ""},
                 {2.0, 10.0, 10.0, ""},
                 {1.0, 3.0, 0.0, ""}};
    App *app = calloc(1, sizeof *app);
    assert_non_null(app);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char text[64];
        app->playSpeed = cases[i].speed;
        app->paceWanted = cases[i].wanted;
        app->paceDone = cases[i].done;
        assert_int_equal(DescribePace(app, text, sizeof text), cases[i].text[0] != '\0');
        assert_string_equal(text, cases[i].text);
    }
    free(app);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testPace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

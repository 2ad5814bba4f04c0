// Stands for <cmocka.h>, which Debian lacks for Windows, where the library's tests run under wine; see
// scripts/portability.
//
// Only what these tests use. A failure ends the program at once, with file and line.
#ifndef WINDOWS_CMOCKA_H
#define WINDOWS_CMOCKA_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void (*CMUnitTestFunction)(void **state);
typedef int (*CMFixtureFunction)(void **state);

struct CMUnitTest {
    const char *name;
    CMUnitTestFunction test_func;
    CMFixtureFunction setup_func, teardown_func;
};

#define cmocka_unit_test(test)                                                                               \
    { #test, test, NULL, NULL }
#define cmocka_unit_test_teardown(test, teardown)                                                            \
    { #test, test, NULL, teardown }
#define cmocka_unit_test_setup_teardown(test, setup, teardown)                                               \
    { #test, test, setup, teardown }
#define cmocka_run_group_tests(tests, setup, teardown)                                                       \
    runGroup(tests, sizeof(tests) / sizeof(tests)[0], setup, teardown)

#define print_message(...) printf(__VA_ARGS__)
#define print_error(...)   fprintf(stderr, __VA_ARGS__)
#define fail_msg(...)      (print_error(__VA_ARGS__), failTest("fail_msg", __FILE__, __LINE__))
#define fail()             failTest("fail", __FILE__, __LINE__)
#define skip()             __builtin_longjmp(skippedTest, 1)

#define requireTrue(condition, text) ((condition) ? (void)0 : failTest(text, __FILE__, __LINE__))
#define assert_true(condition)       requireTrue(condition, #condition)
#define assert_false(condition)      requireTrue(!(condition), "not " #condition)
#define assert_null(pointer)         requireTrue((pointer) == NULL, #pointer " is NULL")
#define assert_non_null(pointer)     requireTrue((pointer) != NULL, #pointer " is not NULL")
#define assert_ptr_equal(a, b)       requireTrue((const void *)(a) == (const void *)(b), #a " == " #b)
#define assert_ptr_not_equal(a, b)   requireTrue((const void *)(a) != (const void *)(b), #a " != " #b)
#define assert_int_equal(a, b)                                                                               \
    compareNumbers((uint64_t)(a), (uint64_t)(b), 1, #a " == " #b, __FILE__, __LINE__)
#define assert_int_not_equal(a, b)                                                                           \
    compareNumbers((uint64_t)(a), (uint64_t)(b), 0, #a " != " #b, __FILE__, __LINE__)
#define assert_in_range(value, low, high)                                                                    \
    requireTrue((uint64_t)(value) >= (uint64_t)(low) && (uint64_t)(value) <= (uint64_t)(high),               \
                #value " in range")
#define assert_string_equal(a, b)           requireTrue(strcmp(a, b) == 0, #a " equals " #b)
#define assert_string_not_equal(a, b)       requireTrue(strcmp(a, b) != 0, #a " differs from " #b)
#define assert_memory_equal(a, b, size)     requireTrue(memcmp(a, b, size) == 0, #a " equals " #b)
#define assert_memory_not_equal(a, b, size) requireTrue(memcmp(a, b, size) != 0, #a " differs from " #b)

static void *skippedTest[5];

static inline _Noreturn void failTest(const char *text, const char *file, int line) {
    fflush(stdout);
    fprintf(stderr, "%s:%d: FAILED: %s\n", file, line, text);
    exit(1);
}

static inline void compareNumbers(uint64_t a, uint64_t b, int equal, const char *text, const char *file,
                                  int line) {
    if ((a == b) == equal) return;
    fprintf(stderr, "%lld, %lld\n", (long long)a, (long long)b);
    failTest(text, file, line);
}

static inline int runGroup(const struct CMUnitTest *tests, size_t count, CMFixtureFunction setup,
                           CMFixtureFunction teardown) {
    void *groupState = NULL;
    volatile size_t i = 0; // __builtin_longjmp keeps no registers
    if (setup != NULL && setup(&groupState) != 0) failTest("set-up of the group", __FILE__, __LINE__);
    for (; i < count; i++) {
        void *state = groupState;
        if (tests[i].setup_func != NULL && tests[i].setup_func(&state) != 0)
            failTest("set-up", __FILE__, __LINE__);
        if (__builtin_setjmp(skippedTest) == 0)
            tests[i].test_func(&state);
        else
            printf("skipped: %s\n", tests[i].name);
        if (tests[i].teardown_func != NULL) tests[i].teardown_func(&state);
    }
    if (teardown != NULL) teardown(&groupState);
    printf("%d tests\n", (int)count);
    return 0;
}

#endif

// How many random cases a test judges: as many as the check has time for, times FC_CASES for a longer check.
#ifndef TESTS_CASES_H
#define TESTS_CASES_H

#include <stdlib.h>

// `count` times the number in the environment variable FC_CASES, at least once. The cases of a shorter run
// are the first of a longer one.
static inline int countCases(int count) {
    const char *text = getenv("FC_CASES");
    long times = text ? strtol(text, NULL, 10) : 1;
    if (times < 1) times = 1;
    return times > 1000 ? 1000 * count : (int)times * count;
}

#endif

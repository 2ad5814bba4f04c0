// The number of random cases of a test: a short check, times FC_CASES for a longer one.
#ifndef TESTS_CASES_H
#define TESTS_CASES_H

#include <stdlib.h>

// Returns `count` times the environment variable FC_CASES, at least 1. A longer run begins with the cases of
// a shorter one.
static inline int countCases(int count) {
    const char *text = getenv("FC_CASES");
    long times = text ? strtol(text, NULL, 10) : 1;
    if (times < 1) times = 1;
    return times > 1000 ? 1000 * count : (int)times * count;
}

// Returns the size of an input: that of a short check, or the larger one of a longer run.
static inline int chooseSize(int brief, int full) {
    return countCases(1) > 1 ? full : brief;
}

// Returns 1, so that a longer run has all cases; a short check has those at every `stride`-th place.
static inline int chooseStride(int stride) {
    return chooseSize(stride, 1);
}

#endif

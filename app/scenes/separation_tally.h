// Counts of searches for separating vectors over a running window of frames, for a live histogram of the
// search steps k [CW96 6].
//
// A tally is one frame of a scene, or one query of first contact, whose convex proxies are one test. Touching
// counts as not colliding. The window sums the last TALLY_FRAME_MAX tallies.
#ifndef APP_SEPARATION_TALLY_H
#define APP_SEPARATION_TALLY_H

#include <stdbool.h>
#include <stdint.h>

enum { TALLY_STEP_MAX = 64, TALLY_FRAME_MAX = 60 };

// Tests with one outcome.
typedef struct TestTally {
    int32_t tests, cacheHits;
    int32_t steps[TALLY_STEP_MAX + 1]; // tests that took k steps; the last: or more
} TestTally;

typedef struct SeparationTally {
    int32_t frames;
    TestTally apart, colliding;
    int32_t fallbacks;
    double seconds; // of all tests; 0: not measured
} SeparationTally;

void CountSeparation(SeparationTally *tally, bool colliding, int32_t steps, bool cacheHit);

typedef struct TallyWindow {
    SeparationTally frames[TALLY_FRAME_MAX]; // a ring
    int32_t count, next;
    SeparationTally sum;
} TallyWindow;

// Adds a tally. A full window drops the oldest one.
void AddTally(TallyWindow *window, const SeparationTally *tally);

// Returns the share of the tests that took k steps or fewer, 0 to 1; 0 without tests.
double GetShareWithin(const TestTally *tally, int32_t k);
int32_t GetMostSteps(const TestTally *tally);

#endif

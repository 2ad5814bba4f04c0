// What searches for separating vectors took, counted over a running window of frames, for a live histogram of
// the searching steps k [CW96 6].
//
// A tally is one frame of a scene, or one query of first contact, whose convex proxies are one test. Touching
// counts as not colliding. The window adds up the last TALLY_FRAME_MAX of them.
#ifndef APP_SEPARATION_TALLY_H
#define APP_SEPARATION_TALLY_H

#include <stdbool.h>
#include <stdint.h>

enum { TALLY_STEP_MAX = 64, TALLY_FRAME_MAX = 60 };

// The tests of one outcome.
typedef struct TestTally {
    int32_t tests, cacheHits;
    int32_t steps[TALLY_STEP_MAX + 1]; // tests that took k steps; the last: that many or more
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

// The oldest one falls out when the window is full.
void AddTally(TallyWindow *window, const SeparationTally *tally);

// The share of the tests that took k steps or fewer, 0 to 1; 0 when there is none.
double GetShareWithin(const TestTally *tally, int32_t k);
int32_t GetMostSteps(const TestTally *tally);

#endif

// Counts search steps over a running window; see separation_tally.h.
#include "scenes/separation_tally.h"

void CountSeparation(SeparationTally *tally, bool colliding, int32_t steps, bool cacheHit) {
    TestTally *of = colliding ? &tally->colliding : &tally->apart;
    of->tests++;
    of->cacheHits += cacheHit;
    of->steps[steps < TALLY_STEP_MAX ? steps : TALLY_STEP_MAX]++;
}

static void addTests(TestTally *sum, const TestTally *tally) {
    sum->tests += tally->tests;
    sum->cacheHits += tally->cacheHits;
    for (int32_t k = 0; k <= TALLY_STEP_MAX; k++)
        sum->steps[k] += tally->steps[k];
}

// Sums all frames again, because running sums of times would drift.
void AddTally(TallyWindow *window, const SeparationTally *tally) {
    window->frames[window->next] = *tally;
    window->next = (window->next + 1) % TALLY_FRAME_MAX;
    if (window->count < TALLY_FRAME_MAX) window->count++;
    window->sum = (SeparationTally){0};
    for (int32_t i = 0; i < window->count; i++) {
        const SeparationTally *frame = &window->frames[i];
        window->sum.frames += frame->frames;
        window->sum.fallbacks += frame->fallbacks;
        window->sum.seconds += frame->seconds;
        addTests(&window->sum.apart, &frame->apart);
        addTests(&window->sum.colliding, &frame->colliding);
    }
}

double GetShareWithin(const TestTally *tally, int32_t k) {
    int64_t within = 0;
    for (int32_t i = 0; i <= k && i <= TALLY_STEP_MAX; i++)
        within += tally->steps[i];
    return tally->tests > 0 ? (double)within / tally->tests : 0.0;
}

int32_t GetMostSteps(const TestTally *tally) {
    for (int32_t k = TALLY_STEP_MAX; k > 0; k--) {
        if (tally->steps[k] > 0) return k;
    }
    return 0;
}

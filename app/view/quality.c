// Drops the quality after slow pictures and raises it after fast ones.
#include "view/quality.h"

// A fine picture that takes longer is too slow for movement; a quick one that does leaves no 20 frames a
// second together with the rest of the frame.
static const double fineMost = 0.030, quickMost = 0.035;
// A coarse picture this fast leaves time for a quick one, which takes up to three times as long.
static const double coarseLeast = 0.010;
// A single slow picture is chance: a mesh was new to the card, or the machine was busy.
enum { SLOW_COUNT = 3, FAST_COUNT = 30 };

void NotePictureTime(QualityChoice *choice, ViewQuality drawn, double seconds) {
    if (drawn == VIEW_FINE) {
        if (seconds > fineMost && choice->moving == VIEW_FINE) choice->moving = VIEW_QUICK;
        return;
    }
    bool slow = drawn == VIEW_QUICK && seconds > quickMost;
    bool fast = drawn == VIEW_COARSE && seconds < coarseLeast;
    choice->slowCount = slow ? choice->slowCount + 1 : 0;
    choice->fastCount = fast ? choice->fastCount + 1 : 0;
    if (choice->slowCount >= SLOW_COUNT) *choice = (QualityChoice){.moving = VIEW_COARSE};
    if (choice->fastCount >= FAST_COUNT) *choice = (QualityChoice){.moving = VIEW_QUICK};
}

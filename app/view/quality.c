// Drops the quality after slow pictures and raises it after fast ones.
#include "view/quality.h"

// A fine picture that takes longer is too slow for movement; a quick one that does leaves no 20 frames a
// second together with the rest of the frame.
static const double fineMost = 0.030, quickMost = 0.035;
// A coarse picture this fast leaves time for a quick one, which takes up to three times as long.
static const double coarseLeast = 0.010;
// A single slow picture is chance: a mesh was new to the card, or the machine was busy.
enum { SLOW_COUNT = 3, FAST_COUNT = 30 };
// Input is answered within this time; seconds.
static const double partMost = 0.050, longDelay = 1.0;

QualityChoice GetFirstQuality(bool inSoftware) {
    if (!inSoftware) return (QualityChoice){.moving = VIEW_FINE};
    return (QualityChoice){.moving = VIEW_COARSE, .slowestPart = 2.0 * partMost};
}

void NotePictureTime(QualityChoice *choice, ViewQuality drawn, double seconds) {
    if (drawn == VIEW_FINE) {
        if (seconds > fineMost && choice->moving == VIEW_FINE) choice->moving = VIEW_QUICK;
        return;
    }
    bool slow = drawn == VIEW_QUICK && seconds > quickMost;
    bool fast = drawn == VIEW_COARSE && seconds < coarseLeast;
    choice->slowCount = slow ? choice->slowCount + 1 : 0;
    choice->fastCount = fast ? choice->fastCount + 1 : 0;
    bool drops = choice->slowCount >= SLOW_COUNT, rises = choice->fastCount >= FAST_COUNT;
    if (!drops && !rises) return;
    choice->moving = drops ? VIEW_COARSE : VIEW_QUICK;
    choice->slowCount = choice->fastCount = 0;
}

void NotePartTime(QualityChoice *choice, double seconds, bool last) {
    if (seconds > choice->part) choice->part = seconds;
    if (!last) return;
    choice->slowestPart = choice->part;
    choice->part = 0.0;
}

double GetFineDelay(const QualityChoice *choice) {
    return choice->slowestPart > partMost ? longDelay : 0.0;
}

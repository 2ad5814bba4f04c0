// The stage's boxes as a line of time.
//
// Input: the route's parts and its first contact. Output: bands, the certified part, the tick, the cursor. A
// route that is refused has one band and nothing certified; one that begins in an overlap has its tick at 0.
#include "panels/timeline.h"

gxTimeline MakeBoxTimeline(const StageBoxes *boxes) {
    static const double whole[1] = {1.0};
    const cdBoxContact *contact = &boxes->contact;
    bool meets = contact->state == CD_CONTACT || contact->state == CD_OVERLAP;
    bool divided = boxes->partCount > 0;
    return (gxTimeline){.ends = divided ? boxes->ends : whole,
                        .bandCount = divided ? (int)boxes->partCount : 1,
                        .free = contact->state == CD_OVERLAP ? 0.0 : contact->t.lo,
                        .tick = meets ? contact->t.lo : -1.0,
                        .cursor = boxes->t,
                        .freeTone = GX_TONE_FREE,
                        .tickTone = contact->state == CD_OVERLAP ? GX_TONE_OVERLAP : GX_TONE_CONTACT};
}

// Computes the timeline of the stage's boxes.
//
// Input: the route's parts and its first contact. Output: bands, the certified part, the tick, the cursor. A
// refused route has one band and nothing certified; one that begins with an overlap has its tick at 0.
#include "panels/timeline.h"

#include <string.h>

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

JournalView MakeJournalView(const StageEntry *entries, int32_t count, int64_t frames, int64_t most) {
    JournalView view = {.frameCount = frames < most ? frames : most};
    view.frameBegin = frames - view.frameCount;
    int64_t left = view.frameCount;
    int32_t first = count;
    while (first > 0 && left > 0)
        left -= entries[--first].count;
    view.entries = entries + first;
    view.count = count - first;
    view.hidden = left < 0 ? -left : 0;
    return view;
}

// Contact state of an entry.
static gxTone getTick(const StageEntry *entry) {
    bool asks = entry->op == STAGE_MOVE || entry->op == STAGE_PLACE;
    if (asks && entry->outcome.state == CD_OVERLAP) return GX_TONE_OVERLAP;
    if (asks && entry->outcome.state == CD_CONTACT) return GX_TONE_CONTACT;
    return entry->op == STAGE_ADVANCE && entry->outcome.events > 0 ? GX_TONE_CONTACT : GX_TONE_PLAIN;
}

void FillTicks(const JournalView *view, unsigned char *ticks, int tickCount) {
    memset(ticks, 0, (size_t)tickCount);
    int64_t frame = -view->hidden;
    for (int32_t i = 0; i < view->count; ++i) {
        frame += view->entries[i].count;
        gxTone tone = getTick(&view->entries[i]);
        if (frame <= 0 || tone == GX_TONE_PLAIN) continue;
        int64_t part = (frame - 1) * tickCount / view->frameCount;
        if (ticks[part] < (unsigned char)tone) ticks[part] = (unsigned char)tone;
    }
}

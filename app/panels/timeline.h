// The timeline under the picture: the homogeneous parts of a route as bands, its part that is
// certified free, a tick at the first contact, and the cursor. Numbers only, so that they can be
// tested without a window.
#ifndef APP_TIMELINE_H
#define APP_TIMELINE_H

#include "engine/ui.h"
#include "stage/stage.h"

// The bands' ends are the stage's own. @lifetime until the stage's boxes change
gxTimeline MakeBoxTimeline(const StageBoxes *boxes);

enum { JOURNAL_VIEW_FRAMES = 10800 }; // three minutes of 60 a second

// The last frames of a journal.
typedef struct JournalView {
    const StageEntry *entries; // entries[count], those of the frames shown
    int32_t count;
    int64_t hidden;                 // frames of the first entry that are not shown
    int64_t frameBegin, frameCount; // frames before the first that is shown, and how many are
} JournalView;

// Selects the last entries, with at most `most` frames in all.
JournalView MakeJournalView(const StageEntry *entries, int32_t count, int64_t frames, int64_t most);
// A tone for each of `tickCount` equal parts of the view: overlap before contact, 0 without contact.
void FillTicks(const JournalView *view, unsigned char *ticks, int tickCount);

#endif

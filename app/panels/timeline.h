// What the line of time under the picture shows: the homogeneous parts of a route as bands, how far it is
// certified free, a tick at the first contact, where the boxes are now. Numbers alone, so that they can be
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
    int64_t hidden;                 // of the first one's, frames that are not shown
    int64_t frameBegin, frameCount; // frames before the first that is shown, and how many are
} JournalView;

// Of entries with so many frames in all; at most `most` are shown.
JournalView MakeJournalView(const StageEntry *entries, int32_t count, int64_t frames, int64_t most);
// A tone for each of `tickCount` equal parts of the view: overlap goes before contact, 0 where nothing met.
void FillTicks(const JournalView *view, unsigned char *ticks, int tickCount);

#endif

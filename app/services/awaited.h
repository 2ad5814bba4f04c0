// Threads at work: the solid whose index is to be shown, colours of clearances, a way out of an object.
#ifndef APP_AWAITED_H
#define APP_AWAITED_H

#include "services/app.h"

typedef enum AwaitedKind { AWAITED_NOTHING = 0, AWAITED_SOLID, AWAITED_COLORS, AWAITED_WAY } AwaitedKind;

typedef struct Awaited {
    AwaitedKind kind;
    const char *name; // of the object. @lifetime the stage's
    double progress;  // from 0 to 1
    double seconds;   // since it began; negative: not known
} Awaited;

// Returns the work that takes so long that it has a bar.
Awaited FindAwaited(const App *app);
// Nothing of it is shown: the index or the colours are switched off. The building of a solid, or the search
// for a way, ends.
void CancelAwaited(App *app);
// True if a thread is at work and nothing else is to be done until it ends.
bool IsThreadAwaited(const App *app);

#endif

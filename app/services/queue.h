// The queue of intentions.
#ifndef APP_QUEUE_H
#define APP_QUEUE_H

#include "services/app.h"

// Appends an intention.
void Intend(App *app, Intention intention);
void IntendSimply(App *app, IntentionKind kind); // one that consists of its kind alone
void IntendToOpen(App *app, const char *path);   // INTEND_OPEN_FILE; copies the path
void IntendToSave(App *app, const char *path);   // INTEND_SAVE; likewise
// Removes the oldest; the caller frees its path. Returns false if the queue is empty.
bool TakeIntention(App *app, Intention *intention);
// Frees the remaining intentions when the window closes.
void DropIntentions(App *app);

#endif

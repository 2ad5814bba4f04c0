// The queue of intentions.
#ifndef APP_QUEUE_H
#define APP_QUEUE_H

#include "services/app.h"

// Appends an intention.
void Intend(App *app, Intention intention);
void IntendSimply(App *app, IntentionKind kind); // one that needs nothing but its kind
void IntendToOpen(App *app, const char *path);   // INTEND_OPEN_FILE; copies the path
// Takes the oldest; the caller frees its path. False: the queue is empty.
bool TakeIntention(App *app, Intention *intention);
// Frees what is left when the window closes.
void DropIntentions(App *app);

#endif

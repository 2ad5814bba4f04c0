// The queue of loads: the one that runs, and those that wait.
#ifndef APP_LOADS_H
#define APP_LOADS_H

#include "services/app.h"

// Appends a load, and begins it when it is the first. Owns it from now on. NULL: a notice that there is no
// memory.
void AddLoad(App *app, Load *load);
bool IsLoading(const App *app);
// The first one if it is done, else NULL. Waits for that no longer than so many seconds.
Load *GetFinishedLoad(App *app, double seconds);
// Frees the first one, and begins the next.
void EndLoad(App *app);
// Nothing is to be loaded any more. Returns at once: a thread that is at work ends when it can.
void CancelLoads(App *app);
// Once a frame: an intention for what is done, unless something is held in the hand.
void UpdateLoads(App *app);
// When the window has closed: waits for threads that are still at work.
void CloseLoads(App *app);

#endif

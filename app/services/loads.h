// The queue of loads: the running one, and those that wait.
#ifndef APP_LOADS_H
#define APP_LOADS_H

#include "services/app.h"

// Appends a load, and begins it if it is the first. Takes ownership. NULL: shows a notice that there is no
// memory.
void AddLoad(App *app, Load *load);
bool IsLoading(const App *app);
// Returns the first one if it is done, else NULL. Waits for at most so many seconds.
Load *GetFinishedLoad(App *app, double seconds);
// Frees the first one, and begins the next.
void EndLoad(App *app);
// Cancels all loads. Returns at once: a running thread ends when it can.
void CancelLoads(App *app);
// Call it once a frame: creates an intention for a finished load, unless an object is held.
void UpdateLoads(App *app);
// Call it when the window has closed: waits for running threads.
void CloseLoads(App *app);

#endif

// Plays the way out of an object: leads the object along it, forward and, from its end, back. Each frame's
// step is a query of its own, so that nothing is passed through that has come into the way since.
#ifndef APP_WAY_PLAY_H
#define APP_WAY_PLAY_H

#include "services/app.h"

// Plays or pauses. Returns false if there is no way, or another object is in hand.
bool ToggleWayPlay(App *app);
// Leads the object on. `dt`: seconds since the last frame. Called once a frame.
void PlayWay(App *app, double dt);

#endif

// The time of a scene: played, stepped, gone back over; and the story that a scene tells.
#ifndef APP_PLAY_H
#define APP_PLAY_H

#include "services/app.h"

// Back to the start, of a replay if there is one.
void RestartScene(App *app);
// Plays or pauses; tells the next step of the story where nothing moves by itself.
void TogglePlay(App *app);
// So many steps on, below 0 back. `far`: where single steps are a story's, there are no several of them.
void StepTime(App *app, int32_t count, bool far);
// A route of the scene, counted around.
void OpenRoute(App *app, int32_t route);
// Puts the boxes of a route where they are at t.
void ScrubRoute(App *app, double t);
// A frame of the replay; without one it looks back at this session.
void SeekFrame(App *app, int64_t frame);

#endif

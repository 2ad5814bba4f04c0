// The time of a scene: play, step, step back; and the scene's story.
#ifndef APP_PLAY_H
#define APP_PLAY_H

#include "services/app.h"

// Returns to the start of the scene, or of the replay.
void RestartScene(App *app);
// Plays or pauses; plays the next step of the story in scenes without motion of their own.
void TogglePlay(App *app);
// Moves by `steps` steps, back if negative. `far`: ignored in scenes with a story.
void StepTime(App *app, int32_t count, bool far);
// Chooses the next route of the scene, `by` further, cyclically.
void OpenRoute(App *app, int32_t route);
// Moves the boxes of a route to t.
void ScrubRoute(App *app, double t);
// Shows a frame of the replay, or of this session.
void SeekFrame(App *app, int64_t frame);

#endif

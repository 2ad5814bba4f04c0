// Replays in the window: a recording or this session, played forward and back.
//
// A replay drives the stage until something else changes it. Then the replay ends, and the session continues
// from there.
#ifndef APP_REPLAY_H
#define APP_REPLAY_H

#include "services/app.h"

// Takes over the player; `name` is its file, NULL: this session's own journal.
void BeginReplay(App *app, StagePlayer *player, const char *name);
// Ends the replay. The stage stays as it is, under the user's control.
void LeaveReplay(App *app);
// Shows a frame of this session's journal. Returns false, with a notice, if that is impossible.
bool LookBack(App *app, int64_t frame);

void ToggleReplay(App *app);          // plays or pauses
void StepReplay(App *app, int count); // advances by moves; negative: back
void SeekReplay(App *app, int64_t frame);
// Advances towards the target frame for a small part of a second. Called once a frame.
void UpdateReplay(App *app);
bool IsReplayBusy(const App *app);
// Describes the replay for the line of information.
void DescribeReplay(const App *app, char *text, size_t textSize);

#endif

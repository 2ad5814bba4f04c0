// Replays in the window: a recording, or this session so far, led forward and back.
//
// A replay leads the stage until somebody else does something to it: then it is left, and the session goes on
// from there.
#ifndef APP_REPLAY_H
#define APP_REPLAY_H

#include "services/app.h"

// The player is the replay's from now on; `name` is its file, NULL: this session's own journal.
void BeginReplay(App *app, StagePlayer *player, const char *name);
// The stage stays as it is, and is led by hand again.
void LeaveReplay(App *app);
// Looks back at this session, at a frame of its journal. False, with a notice, where that cannot be.
bool LookBack(App *app, int64_t frame);

void ToggleReplay(App *app);          // plays, or stands still
void StepReplay(App *app, int count); // so many moves on; below 0: back
void SeekReplay(App *app, int64_t frame);
// Once a frame: goes on towards the frame it is led to, for a small part of a second.
void UpdateReplay(App *app);
bool IsReplayBusy(const App *app);
// What it shows, for the line of information.
void DescribeReplay(const App *app, char *text, size_t textSize);

#endif

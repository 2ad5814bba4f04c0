// The way out of the selected object: a certified path that takes it out of all that blocks it
// (collision/plan.h).
//
// A thread searches beside the frames. It reads meshes and poses that must stay, so whatever changes the
// stage ends the search first. A found way is shown, played (hand/way_play.h) and saved.
#ifndef APP_WAY_OUT_H
#define APP_WAY_OUT_H

#include "services/app.h"

// Begins a search, or ends the present one. A notice says if there is nothing to search.
void ToggleWaySearch(App *app);
// True while a search runs; `round`: attempts that failed, each with four times the work of the last.
bool IsWaySought(const App *app, int32_t *round, double *seconds);
int32_t GetWayRoundCount(void);
// Ends a search without a result. Waits until the thread notices.
void EndWaySearch(App *app);
// Takes over the result of a search that has ended. Called once a frame.
void UpdateWayOut(App *app);
// Removes the way and ends a search.
void ForgetWay(App *app);
// The same for the user, who may see it again in a replay.
void RemoveWay(App *app);
// Adds the way to the journal, with its certificate, or that it was removed.
void RecordWay(App *app);
// Shows a way of the journal.
void ShowRecordedWay(App *app, const StageEntry *entry);
// Begins to measure the clearance of the edited way.
void MeasureWay(App *app);
// Says why the way is not certified. Returns false if it is.
bool DescribeWayTrouble(const App *app, char *text, size_t textSize);
// Writes the way as a file for `firstcontact path`. A notice, and the file's name, say if it is blocked.
void SaveWay(App *app);

#endif

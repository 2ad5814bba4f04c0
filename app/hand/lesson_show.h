// A lesson in the window: its stops in order, and the camera's motion between them.
#ifndef APP_LESSON_SHOW_H
#define APP_LESSON_SHOW_H

#include "services/app.h"

// Begins a lesson at its first stop and ends the current one. @errors false, with a notice
bool BeginLesson(App *app, const Lesson *lesson);
// Moves by `by` stops, back if negative; 0 restarts the current stop. Beyond the last the lesson
// ends.
void StepLesson(App *app, int32_t count);
// Ends the lesson and restores the view options. The scene stays as it is.
void LeaveLesson(App *app);
// Checks goals and moves the camera. Called once a frame, after the poses are resolved.
void UpdateLessonShow(App *app, double now);

// True while the camera moves to a stop.
bool IsLessonMoving(const App *app);
// True if the open stop shows an event of a search.
bool ShowsLessonEvent(const App *app);

#endif

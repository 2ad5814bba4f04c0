// A lesson in the window: its stops one after the other, the camera that goes from each to the next.
#ifndef APP_LESSON_SHOW_H
#define APP_LESSON_SHOW_H

#include "window/app.h"

// Begins a lesson at its first stop; one that is under way ends. @errors false, with a notice
bool BeginLesson(App *app, const Lesson *lesson);
// Opens a stop of the lesson that is under way, from its beginning; nothing beyond its ends.
void GoToLessonStop(App *app, int32_t stop);
// Ends it: what is shown is as before; the scene stays as it stands.
void LeaveLesson(App *app);
// Once a frame, after the poses are resolved: goals, and the way of the camera.
void UpdateLessonShow(App *app, double now);

// True while the camera is on its way to a stop.
bool IsLessonMoving(const App *app);
// True if the open stop shows an event of a search.
bool ShowsLessonEvent(const App *app);

#endif

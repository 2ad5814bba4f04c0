// A lesson in the window: its stops one after the other, the camera that goes from each to the next.
#ifndef APP_LESSON_SHOW_H
#define APP_LESSON_SHOW_H

#include "services/app.h"

// Begins a lesson at its first stop; one that is under way ends. @errors false, with a notice
bool BeginLesson(App *app, const Lesson *lesson);
// So many stops on, below 0 back; 0: the open stop again, from its beginning. Beyond the last the lesson
// ends.
void StepLesson(App *app, int32_t count);
// Ends it: what is shown is as before; the scene stays as it stands.
void LeaveLesson(App *app);
// Once a frame, after the poses are resolved: goals, and the way of the camera.
void UpdateLessonShow(App *app, double now);

// True while the camera is on its way to a stop.
bool IsLessonMoving(const App *app);
// True if the open stop shows an event of a search.
bool ShowsLessonEvent(const App *app);

#endif

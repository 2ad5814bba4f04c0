// A running lesson: its open stop, and its reached goals.
#ifndef APP_LESSON_RUN_H
#define APP_LESSON_RUN_H

#include "lessons/lesson.h"
#include "view/view.h"

typedef struct LessonRun {
    const Lesson *lesson; // NULL: no lesson is running
    int32_t stop;
    bool reached[LESSON_STOP_MAX]; // the goals so far
    bool shows;                    // the stop's event is shown; false once objects have moved
    int32_t event, cursor;         // the stop's event, and the one shown now: indices in the search
    cdPose *poses;                 // poses[objectCount] when the stop was opened, owned
    int32_t objectCount;
    int32_t queryCount; // of the stage at that time
    SceneMode mode;
    const Way *way; // the window's way out; NULL: it has none
    bool points;    // the pointer was last seen probing a solid at `point`
    cdVec3 point;
} LessonRun;

// Opens a stop: restarts the scene, which the stage must hold, runs the stop's action and shows its event.
// View options that no stop sets are unchanged.
// @errors false with a message: the event does not exist; the stop is open anyway
bool OpenLessonStop(LessonRun *run, int32_t stop, Stage *stage, ViewOptions *view, char *message,
                    size_t messageSize);
// Checks the goal, and hides the stop's event once an object has moved. Called each frame.
void UpdateLesson(LessonRun *run, Stage *stage, const ViewOptions *view);
void EndLesson(LessonRun *run);

const LessonStop *GetLessonStop(const LessonRun *run); // the open one

#endif

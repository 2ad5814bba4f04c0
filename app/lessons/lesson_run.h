// A lesson under way: which stop is open, and whether its goal has been reached.
#ifndef APP_LESSON_RUN_H
#define APP_LESSON_RUN_H

#include "lessons/lesson.h"
#include "view/view.h"

typedef struct LessonRun {
    const Lesson *lesson; // NULL: none is under way
    int32_t stop;
    bool reached[LESSON_STOP_MAX]; // the goals so far
    bool shows;                    // the stop's event is shown; false: the objects have been moved since
    cdPose *poses;                 // poses[objectCount]: of all objects when the stop was opened, owned
    int32_t objectCount;
    int32_t queryCount; // of the stage then
    SceneMode mode;
    bool points; // at a solid: the cursor that probes it was seen at `point`
    cdVec3 point;
} LessonRun;

// Opens a stop: the scene, which the stage must hold, begins again, and what the stop is about is done and
// shown. Options of the view that no stop chooses stay as they are.
// @errors false with a message: the event is not there; the stop is open all the same
bool OpenLessonStop(LessonRun *run, int32_t stop, Stage *stage, ViewOptions *view, char *message,
                    size_t messageSize);
// Notes whether the goal is reached, and hides the stop's event once something has been moved. Each frame.
void UpdateLesson(LessonRun *run, Stage *stage);
void EndLesson(LessonRun *run);

const LessonStop *GetLessonStop(const LessonRun *run); // the open one

#endif

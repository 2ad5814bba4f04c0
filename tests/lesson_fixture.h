// Shared by the tests of lessons: a lesson on its own stage.
#ifndef TESTS_LESSON_FIXTURE_H
#define TESTS_LESSON_FIXTURE_H

#include "lessons/lesson_run.h"

#include <stdlib.h>
#include <string.h>

typedef struct Tour {
    LessonRun run;
    Stage *stage;
    ViewOptions view;
} Tour;

static inline Tour beginTour(const Lesson *lesson) {
    Tour tour = {
        .run = {.lesson = lesson}, .stage = calloc(1, sizeof(Stage)), .view = GetDefaultViewOptions()};
    if (!tour.stage) abort();
    return tour;
}

static inline void endTour(Tour *tour) {
    EndLesson(&tour->run);
    DestroyStage(tour->stage);
    free(tour->stage);
}

static inline void openStop(Tour *tour, int32_t index) {
    char message[512] = "";
    const Scene *scene = FindScene(GetLessonScene(tour->run.lesson, index));
    if (!scene) fail_msg("%s, stop %d: no such scene", tour->run.lesson->name, (int)index + 1);
    if (tour->stage->scene != scene) {
        DestroyStage(tour->stage);
        memset(tour->stage, 0, sizeof *tour->stage);
        if (!LoadStageScene(tour->stage, scene, message, sizeof message)) fail_msg("%s", message);
    }
    if (!OpenLessonStop(&tour->run, index, tour->stage, &tour->view, message, sizeof message))
        fail_msg("%s, stop %d: %s", tour->run.lesson->name, (int)index + 1, message);
    UpdateLesson(&tour->run, tour->stage, &tour->view);
}

#endif

// List of the lessons.
#include "lessons/lesson.h"

#include <string.h>

extern const Lesson lessonFirstContact, lessonSeparatingVectors, lessonBrepIndex, lessonContactRegions,
    lessonBoxes, lessonPaths;

static const Lesson *const lessons[] = {&lessonFirstContact, &lessonSeparatingVectors,
                                        &lessonBrepIndex,    &lessonContactRegions,
                                        &lessonBoxes,        &lessonPaths};
enum { LESSON_COUNT = sizeof lessons / sizeof *lessons };

const Lesson *const *GetLessons(int32_t *count) {
    *count = LESSON_COUNT;
    return lessons;
}

const Lesson *FindLesson(const char *name) {
    for (int32_t i = 0; i < LESSON_COUNT; ++i)
        if (strcmp(lessons[i]->name, name) == 0) return lessons[i];
    return NULL;
}

const char *GetLessonScene(const Lesson *lesson, int32_t stop) {
    const char *own = lesson->stops[stop].scene;
    return own ? own : lesson->scene;
}

// The points that a stop's picture must show, and the camera that shows them.
#ifndef APP_LESSON_FOCUS_H
#define APP_LESSON_FOCUS_H

#include "engine/camera.h"
#include "lessons/lesson.h"

enum { LESSON_POINT_MAX = 512 };

// Points of the world that must be in the picture, of each of the two it is about.
typedef struct LessonFocus {
    cdVec3 points[LESSON_POINT_MAX];
    int32_t count;
    cdVec3 center; // of a sphere around them
    double radius;
    cdVec3 across; // the gap lies along it, so that one looks across it; zero: from anywhere
} LessonFocus;

// Finds the points of the open stop. Count 0: the scene's own camera shows it.
void FindLessonFocus(const Stage *stage, const LessonStop *stop, LessonFocus *focus);
// Returns the camera of the open stop, for a picture of this size.
gxCamera PlaceLessonCamera(const Stage *stage, const LessonStop *stop, int width, int height);

#endif

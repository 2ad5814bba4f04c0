// The points that a stop's picture must show, and its camera.
#ifndef APP_LESSON_FOCUS_H
#define APP_LESSON_FOCUS_H

#include "engine/camera.h"
#include "lessons/lesson.h"

enum { LESSON_POINT_MAX = 512 };

// World points that must be in the picture, by owner.
typedef struct LessonFocus {
    cdVec3 points[LESSON_POINT_MAX];
    int32_t count;
    cdVec3 center; // of a sphere around them
    double radius;
    cdVec3 across; // direction of the gap, viewed from the side; zero: any view
} LessonFocus;

// Finds the points of the open stop. Count 0: use the scene's own camera.
void FindLessonFocus(const Stage *stage, const LessonStop *stop, LessonFocus *focus);
// Returns the camera of the open stop, for a picture of this size.
gxCamera PlaceLessonCamera(const Stage *stage, const LessonStop *stop, int width, int height);

#endif

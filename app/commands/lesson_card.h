// The words of a lesson's stop as lines, and as a picture to put under that of the scene.
#ifndef APP_LESSON_CARD_H
#define APP_LESSON_CARD_H

#include "engine/image.h"
#include "lessons/lesson_run.h"

// "stop 3 of 12: A pair that stays apart", the text, the formula, the event in numbers, the goal: one line
// each, to standard output.
void PrintLessonStop(const LessonRun *run, const Stage *stage);

// The same as a picture of this width, as high as it needs. Needs a current OpenGL context.
// @errors no pixels
gxImage DrawLessonCard(const LessonRun *run, const Stage *stage, int width, double scale);
// One above the other. @errors no pixels
gxImage StackImages(const gxImage *upper, const gxImage *lower);

#endif

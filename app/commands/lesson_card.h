// Text of a lesson's stop, as lines and as a picture to put below the scene's.
#ifndef APP_LESSON_CARD_H
#define APP_LESSON_CARD_H

#include "engine/image.h"
#include "lessons/lesson_run.h"

// Prints "Stop 3 of 12: TITLE", the text, the formula, the event in numbers and the goal, one line each.
void PrintLessonStop(const LessonRun *run, const Stage *stage);

// Draws the same as a picture of this width, as high as it needs. Needs a current OpenGL context.
// @errors no pixels
gxImage DrawLessonCard(const LessonRun *run, const Stage *stage, int width, double scale);
// Stacks two pictures. @errors no pixels
gxImage StackImages(const gxImage *upper, const gxImage *lower);

#endif

// `path --picture`: draws a path with its clearance and its first contact, without a display.
#ifndef APP_PATH_PICTURE_H
#define APP_PATH_PICTURE_H

#include "commands/path_story.h"
#include "scenes/scene.h"

typedef struct PathPicture {
    const char *file; // PNG
    int width, height;
    const SceneCamera *camera; // NULL: chosen by the path
    const PathJob *job;
    double precision; // as in cdPathClearanceInput
    cdBudget budget;
} PathPicture;

// Searches the path and writes its picture. @errors false, with a message
bool DrawPathPicture(const PathPicture *picture, char *message, size_t messageSize);

#endif

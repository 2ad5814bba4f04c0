// A picture of a path while it is drawn, shared by path_picture.c and path_marks.c.
#ifndef APP_PATH_DRAWING_H
#define APP_PATH_DRAWING_H

#include "commands/path_picture.h"
#include "engine/headless.h"
#include "engine/renderer.h"
#include "engine/target.h"
#include "engine/text.h"
#include "stage/stage.h"
#include "view/convert.h"

typedef struct Drawing {
    const PathPicture *def;
    PathStory story;
    gxHeadless *headless;
    gxRenderer *renderer;
    gxTextRenderer *text;
    gxTarget target;
    gxCamera camera;
    gxItem *items; // items[itemCount]
    int itemCount;
    gxGpuMesh **gpu; // gpu[meshCount]
    const cdMesh **meshes;
    int32_t meshCount;
    gxStrokeList overlay, front;
    int viewHeight, chartHeight; // pixels
    double scale;
} Drawing;

static inline vec3s ConvertForDrawing(const Drawing *drawing, cdVec3 p) {
    return ConvertPoint(p, drawing->camera.origin);
}

// True if the contact is before this time.
bool IsAfterContact(const PathStory *story, double time);
// Returns the status of the shown pose.
StageStatus GetPathStatus(const PathStory *story);

// Adds the path, its ends, and the contact or the minimum distance.
void AddPathMarks(Drawing *drawing);
// Adds the result as two lines at the top.
void AddPathTitle(Drawing *drawing);

#endif

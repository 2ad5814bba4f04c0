// Computes the cells of the picture that objects cover.
//
// Input: the objects, and the ghosts of the moved one. Output: a mask of 96 by 54 cells. Each object is
// approximated by the spheres of its tree at one level: they follow a concave shape well enough for labels,
// at any mesh size. A sphere covers the cells whose centres are inside its outline.
#include "view/labels.h"
#include "view/marks.h"
#include "view/view_data.h"

#include <math.h>
#include <string.h>

enum { FEW_OBJECTS = 12, FINE_LEVEL = 6, COARSE_LEVEL = 3, NODE_LIMIT = 127 };

// Spheres exceed their content: a box with at most this many covered cells, or one in twelve, counts as free.
enum { COVERED_CELLS = 2, CELLS_PER_COVERED = 12 };

static void coverDisc(Labels *labels, double x, double y, double radius) {
    int top = (int)fmax(floor(y - radius), 0.0), bottom = (int)fmin(ceil(y + radius), LABEL_ROWS);
    int left = (int)fmax(floor(x - radius), 0.0), right = (int)fmin(ceil(x + radius), LABEL_COLUMNS);
    for (int row = top; row < bottom; ++row)
        for (int column = left; column < right; ++column)
            if (hypot(column + 0.5 - x, row + 0.5 - y) < radius) labels->covered[row][column] = 1;
}

static void coverSphere(const ViewPass *pass, cdVec3 center, double radius) {
    const View *view = pass->view;
    double point[3] = {center.x, center.y, center.z}, x, y;
    double pixel = GetPixelLength(pass, center, 1.0);
    if (!(pixel > 0.0) || !gxProjectPoint(pass->camera, point, view->width, view->height, &x, &y)) return;
    double cell = (double)view->width / LABEL_COLUMNS, cellHeight = (double)view->height / LABEL_ROWS;
    coverDisc(&pass->view->labels, x / cell, y / cellHeight, fmin(radius / pixel / cellHeight, 1e4));
}

static void coverMesh(const ViewPass *pass, const cdMesh *mesh, cdPose pose, int32_t level) {
    int32_t count = cdGetMeshInfo(mesh).nodeCount;
    for (int32_t i = 0; i < count && i < NODE_LIMIT; ++i) {
        cdSphereNode node = cdGetSphereNode(mesh, i);
        if (node.level > level) return;
        bool isShown = node.level == level || node.firstChild < 0 || node.firstChild + 1 >= NODE_LIMIT;
        // Spheres exceed a disc or a rod inside them.
        if (isShown) coverSphere(pass, cdTransformPoint(pose, node.center), 0.8 * node.radius);
    }
}

void CoverObjects(const ViewPass *pass) {
    const Stage *stage = pass->stage;
    memset(pass->view->labels.covered, 0, sizeof pass->view->labels.covered);
    if (!pass->options->labels) return;
    int32_t level = stage->objectCount > FEW_OBJECTS ? COARSE_LEVEL : FINE_LEVEL;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        const StageObject *object = &stage->objects[i];
        if (object->hidden || object->removed || !object->mesh) continue;
        cdPose pose = object->pose;
        if (!GetStepPose(stage, i, &pose)) IsOnTrail(pass, i, &pose);
        coverMesh(pass, object->mesh, pose, level);
    }
    const StageQuery *query = &stage->query;
    if (!query->present || pass->options->ghost == GHOST_OFF) return;
    const StageObject *moved = &stage->objects[query->object];
    coverMesh(pass, moved->mesh, moved->intended, level);
    coverMesh(pass, moved->mesh, moved->start, level);
}

bool IsCovered(const ViewPass *pass, LabelBox box) {
    const View *view = pass->view;
    double cell = (double)view->width / LABEL_COLUMNS, cellHeight = (double)view->height / LABEL_ROWS;
    int top = (int)fmax(floor(box.top / cellHeight), 0.0);
    int bottom = (int)fmin(ceil(box.bottom / cellHeight), LABEL_ROWS);
    int left = (int)fmax(floor(box.left / cell), 0.0);
    int right = (int)fmin(ceil(box.right / cell), LABEL_COLUMNS);
    int count = 0, all = (bottom - top) * (right - left);
    for (int row = top; row < bottom; ++row)
        for (int column = left; column < right; ++column)
            count += view->labels.covered[row][column];
    return count > COVERED_CELLS && CELLS_PER_COVERED * count > all;
}

// Layout of the picture's labels.
//
// Callers add labels in the order of importance, each with its point and a preferred position. Labels cover
// no label, inset or mark. They avoid objects if there is room beside them. A line connects a displaced label
// to its point.
#ifndef APP_LABELS_H
#define APP_LABELS_H

#include "collision/vecmath.h"
#include "engine/color.h"
#include "engine/text.h"
#include "view/label_state.h"

typedef struct ViewPass ViewPass;

// Clears the taken space and marks the cells that objects cover, before the first label of a picture.
void BeginLabels(const ViewPass *pass);

// Adds a label (dx, dy) pixels from the projection of `p` or at the next free position, if there is one.
void AddLabel(const ViewPass *pass, cdVec3 p, double dx, double dy, const char *text, gxColor color);
// Adds a label right of the range between two points of the picture, or left of it if there is no room.
void AddLabelBeside(const ViewPass *pass, cdVec3 left, cdVec3 right, const char *text, gxColor color);
// Keeps labels off a rectangle.
void TakeLabelBox(Labels *labels, LabelBox box);
// Keeps labels off a square of `half` pixels about a point.
void TakeLabelPlace(const ViewPass *pass, cdVec3 p, double half);
// Same for the bounding box of two points, widened by `half` pixels.
void TakeLabelLine(const ViewPass *pass, cdVec3 from, cdVec3 to, double half);

// Finds a position for words of that size beside a point of an inset, within `limits`: at (dx, dy) from it,
// or the next free one of the eight around it. Overlaps others if all are taken.
LabelBox TakeInnerPlace(Labels *labels, LabelBox limits, LabelBox wish, double x, double y);

// label_mask.c: cells covered by objects, by the spheres of their trees.
void CoverObjects(const ViewPass *pass);
bool IsCovered(const ViewPass *pass, LabelBox box);

// labels_stage.c
// Adds the name and sign of the moved object's state above it.
void AddStatusLabel(const ViewPass *pass);
// Adds "overlap" above the other objects that overlap something.
void AddOverlapLabels(const ViewPass *pass);
// Adds what is in each sensor, above it.
void AddSensorLabels(const ViewPass *pass);
// Adds a line under the status, for text without a point.
void AddLabelUnderStatus(const ViewPass *pass, const char *text, gxColor color);
// Adds "start" and "intended" above the ghosts.
void AddGhostLabels(const ViewPass *pass);

#endif

// Words beside what is in the picture: the one owner of where they stand.
//
// Labels are asked for in the order of their worth, each with the point it is about and the place it would
// like. None covers another, an inset or a mark; objects are left free where there is room beside them, and a
// line leads from a label that stands away to its point.
#ifndef APP_LABELS_H
#define APP_LABELS_H

#include "collision/vecmath.h"
#include "engine/color.h"
#include "engine/text.h"
#include "view/label_state.h"

typedef struct ViewPass ViewPass;

// Before the first label of a picture: nothing is taken, objects are where the stage has them.
void BeginLabels(const ViewPass *pass);

// (dx, dy) pixels from where `p` is on the screen, or at the next place that is free; left out where none is.
void AddLabel(const ViewPass *pass, cdVec3 p, double dx, double dy, const char *text, gxColor color);
// To the right of what lies between two points of the picture, or to the left where there is no room.
void AddLabelBeside(const ViewPass *pass, cdVec3 left, cdVec3 right, const char *text, gxColor color);
// Keeps labels off a rectangle.
void TakeLabelBox(Labels *labels, LabelBox box);
// Keeps labels off a square of `half` pixels about a point.
void TakeLabelPlace(const ViewPass *pass, cdVec3 p, double half);
// The same of the box about two points, wider by `half` pixels.
void TakeLabelLine(const ViewPass *pass, cdVec3 from, cdVec3 to, double half);

// A place for words of that size beside a point of an inset, within `limits`: at (dx, dy) from it, or at the
// next of the eight around it that is free; none is left out.
LabelBox TakeInnerPlace(Labels *labels, LabelBox limits, LabelBox wish, double x, double y);

// label_mask.c: the cells that objects cover, by spheres of their trees.
void CoverObjects(const ViewPass *pass);
bool IsCovered(const ViewPass *pass, LabelBox box);

// labels_stage.c
// The word and sign of the moved object's state, over it.
void AddStatusLabel(const ViewPass *pass);
// A line under the status, of words that have no place of their own.
void AddLabelUnderStatus(const ViewPass *pass, const char *text, gxColor color);
// "start" and "intended" over the ghosts.
void AddGhostLabels(const ViewPass *pass);

#endif

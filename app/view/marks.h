// Marks that keep their size on the screen.
#ifndef APP_MARKS_H
#define APP_MARKS_H

#include "view/view_data.h"

// A point with a dark rim, never hidden; width in pixels at scale 1.
void AddMarkPoint(const ViewPass *pass, cdVec3 p, double width, gxColor color);
// Where an arrow ends that is never longer than a share of the picture, and never leaves it.
cdVec3 BoundArrow(const ViewPass *pass, cdVec3 from, cdVec3 to);
// The height of `pixels` at a point, as a length: what keeps its size on the screen.
double GetPixelLength(const ViewPass *pass, cdVec3 p, double pixels);

#endif

// Marks of constant size on the screen.
#ifndef APP_MARKS_H
#define APP_MARKS_H

#include "view/view_data.h"

// Adds a point with a dark rim, never hidden; width in pixels at scale 1.
void AddMarkPoint(const ViewPass *pass, cdVec3 p, double width, gxColor color);
// Adds a line with a dark rim, never hidden; width in pixels at scale 1.
void AddRimmedLine(const ViewPass *pass, cdVec3 a, cdVec3 b, float width, gxColor color);
// Adds a mark of a vertex, an edge or a face of an object.
void AddFeatureMark(const ViewPass *pass, const StageObject *object, cdFeature feature, gxColor color);
// Returns the end of an arrow, limited to a share of the picture and to its borders.
cdVec3 BoundArrow(const ViewPass *pass, cdVec3 from, cdVec3 to);
// Converts a height in `pixels` at a point to a length in the world.
double GetPixelLength(const ViewPass *pass, cdVec3 p, double pixels);

#endif

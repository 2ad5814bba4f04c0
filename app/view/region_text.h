// Text of lengths and contact regions for labels, panels and status lines.
#ifndef APP_REGION_TEXT_H
#define APP_REGION_TEXT_H

#include "stage/stage.h"

// Formats four significant digits, "0.01234", or "1.23e-07" if small. Always terminates `text`.
void DescribeLength(double length, char *text, size_t textSize);

// Describes a region of the stage's list: "face 3 / face 7", the object's feature first.
void DescribeRegionFeatures(const Stage *stage, int32_t row, char *text, size_t textSize);
const char *GetRegionKindName(const cdContactRegion *region); // "vertex-face", ... @lifetime static
// "area 0.5", "length 2", "" for a point.
void DescribeRegionMeasure(const cdContactRegion *region, char *text, size_t textSize);

#endif

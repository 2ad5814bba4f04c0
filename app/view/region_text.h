// Lengths and contact regions in words: for labels, panels and status lines.
#ifndef APP_REGION_TEXT_H
#define APP_REGION_TEXT_H

#include "stage/stage.h"

// Four digits that count, "0.01234", or "1.23e-07" where it is small. Always ends `text`.
void DescribeLength(double length, char *text, size_t textSize);

// Of the stage's list: "face 3 / face 7", the object's feature first.
void DescribeRegionFeatures(const Stage *stage, int32_t row, char *text, size_t textSize);
const char *GetRegionKindName(const cdContactRegion *region); // "vertex-face", ... @lifetime static
// "area 0.5", "length 2", "" of a point.
void DescribeRegionMeasure(const cdContactRegion *region, char *text, size_t textSize);

#endif

// Text of lengths and contact regions.
#include "view/region_text.h"

#include <math.h>
#include <stdio.h>

void DescribeLength(double length, char *text, size_t textSize) {
    bool small = fabs(length) < 1e-4 && length != 0.0;
    snprintf(text, textSize, small ? "%.2e" : "%.4g", length);
}

void DescribeRegionFeatures(const Stage *stage, int32_t row, char *text, size_t textSize) {
    const StageRegions *all = &stage->regions;
    const cdContactRegion *region = GetStageRegion(stage, row);
    char partA[48], partB[48];
    cdDescribeFeature(cdGetFeatureAt(all->mesh, region->locationA), partA, sizeof partA);
    int32_t obstacle = all->list[row].obstacle;
    if (IsGroundIndex(obstacle, stage->objectCount))
        snprintf(partB, sizeof partB, "ground");
    else
        cdDescribeFeature(cdGetFeatureAt(all->touching[obstacle].mesh, region->locationB), partB,
                          sizeof partB);
    snprintf(text, textSize, "%s / %s", partA, partB);
}

const char *GetRegionKindName(const cdContactRegion *region) {
    static const char *const names[3][3] = {{"vertex-vertex", "vertex-edge", "vertex-face"},
                                            {"edge-vertex", "edge-edge", "edge-face"},
                                            {"face-vertex", "face-edge", "face-face"}};
    int a = (int)region->locationA.kind - CD_ON_VERTEX, b = (int)region->locationB.kind - CD_ON_VERTEX;
    return a >= 0 && b >= 0 ? names[a][b] : "—";
}

void DescribeRegionMeasure(const cdContactRegion *region, char *text, size_t textSize) {
    if (region->dimension == 0)
        snprintf(text, textSize, "%s", "");
    else
        snprintf(text, textSize, "%s %.4g", region->dimension == 2 ? "area" : "length", region->measure);
}

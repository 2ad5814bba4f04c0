// Reads contact regions of a stage: one of the list, its points, the chosen one.
#include "stage/shown/stage_regions.h"

bool IsRestingInTouch(const Stage *stage) {
    StageStatus status = stage->query.status;
    return (status == STAGE_FREE || status == STAGE_NEAR) && stage->regions.present &&
           stage->regions.state == CD_CONTACT;
}

const cdContactRegion *GetStageRegion(const Stage *stage, int32_t row) {
    StageRegion region = stage->regions.list[row];
    return &stage->regions.touching[region.obstacle].regions.regions[region.index];
}

const cdVec3 *GetStageRegionPoints(const Stage *stage, int32_t row) {
    StageRegion region = stage->regions.list[row];
    const cdContactRegions *regions = &stage->regions.touching[region.obstacle].regions;
    return regions->points + regions->regions[region.index].firstPoint;
}

void GetStageRegionBounds(const Stage *stage, int32_t row, cdVec3 *center, double *radius) {
    const cdContactRegion *region = GetStageRegion(stage, row);
    const cdVec3 *points = GetStageRegionPoints(stage, row);
    cdVec3 lower = points[0], upper = points[0];
    for (int32_t i = 1; i < region->pointCount; ++i) {
        cdVec3 p = points[i];
        lower = (cdVec3){cdMin(lower.x, p.x), cdMin(lower.y, p.y), cdMin(lower.z, p.z)};
        upper = (cdVec3){cdMax(upper.x, p.x), cdMax(upper.y, p.y), cdMax(upper.z, p.z)};
    }
    *center = cdLerp(lower, upper, 0.5);
    *radius = 0.5 * cdLength(cdSub(upper, lower));
}

// --- The chosen region

static bool isSameLocation(cdLocation a, cdLocation b) {
    return a.kind == b.kind && a.index == b.index;
}

static bool isOfPair(const Stage *stage, int32_t row, const StageChoice *choice) {
    const cdContactRegion *region = GetStageRegion(stage, row);
    return stage->regions.list[row].obstacle == choice->obstacle &&
           isSameLocation(region->locationA, choice->locationA) &&
           isSameLocation(region->locationB, choice->locationB);
}

void ChooseStageRegion(Stage *stage, int32_t row) {
    StageChoice *choice = &stage->regions.choice;
    *choice = (StageChoice){0};
    if (row < 0 || row >= stage->regions.count) return;
    const cdContactRegion *region = GetStageRegion(stage, row);
    *choice = (StageChoice){.made = true,
                            .obstacle = stage->regions.list[row].obstacle,
                            .locationA = region->locationA,
                            .locationB = region->locationB};
    for (int32_t i = 0; i < row; ++i)
        choice->part += isOfPair(stage, i, choice);
}

int32_t FindChosenRegion(const Stage *stage) {
    const StageRegions *all = &stage->regions;
    int32_t part = 0;
    if (!all->present || !all->choice.made) return -1;
    for (int32_t i = 0; i < all->count; ++i) {
        if (isOfPair(stage, i, &all->choice) && part++ == all->choice.part) return i;
    }
    return -1;
}

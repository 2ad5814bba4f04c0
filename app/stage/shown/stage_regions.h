// Contact regions of the object moved last with the others, step by step.
//
// Input: a stage after a step. Output: one list of regions, of the whole intersection set, each with its
// obstacle (collision/regions.h, [BV92 3]). Regions are computed again when something has moved or after a
// query, and only while somebody watches. Those of the previous step are passed in for each obstacle, so that
// normals persist and a region's age counts its steps. Placing an object without a step starts the ages
// again. Arrays grow outside queries.
#ifndef APP_STAGE_REGIONS_H
#define APP_STAGE_REGIONS_H

#include "stage/state/stage_state.h"

// Updates the list for the current poses; does nothing if nothing has happened since.
void UpdateStageRegions(Stage *stage);
// True if UpdateStageRegions has something to do.
bool AreRegionsDue(const Stage *stage);
void DestroyStageRegions(Stage *stage);

// True if nothing blocked the last step and yet the object touches something: resting or sliding contact.
bool IsRestingInTouch(const Stage *stage);

const cdContactRegion *GetStageRegion(const Stage *stage, int32_t row);
const cdVec3 *GetStageRegionPoints(const Stage *stage, int32_t row); // points[pointCount] of the region
// Returns a sphere around a region's points.
void GetStageRegionBounds(const Stage *stage, int32_t row, cdVec3 *center, double *radius);

void ChooseStageRegion(Stage *stage, int32_t row); // -1: none
int32_t FindChosenRegion(const Stage *stage);      // its current row; -1: none, or it no longer exists

#endif

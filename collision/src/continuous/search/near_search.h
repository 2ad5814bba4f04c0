// Fills lists of near triangles by the search for overlap, which tests 4 x 4 pairs of nodes or triangles at
// once.
#ifndef CD_NEAR_SEARCH_H
#define CD_NEAR_SEARCH_H

#include "continuous/search/search.h"

// Adds all pairs of triangles nearer than the reach of a list that was started, and sorts it. `poseB`: of the
// list's mesh B. A list that would be too long gets a smaller reach.
// @errors false: the list is invalid. The meter is out, the workspace cannot grow, or too many triangles
// touch
bool cdFillNearList(cdNearList *list, const cdNearRoom *room, cdPose poseB, cdMeter *meter,
                    cdWorkspace *workspace);

// The same from a valid record of a query that reached a pose from which the list's pose and reach are within
// the record's reach.
bool cdFillNearListBy(cdNearList *list, cdNearRecord *record, const cdNearRoom *room, cdPose poseB,
                      cdMeter *meter, cdWorkspace *workspace);

// True if the workspace still has what a record refers to.
bool cdIsRecordValid(const cdNearRecord *record, const cdWorkspace *workspace);

// Begins the record of a search at a span that the trees will search.
void cdStartNearRecord(cdSearch *search);

// Adds two leaves, whose triangles are placed, to the record of a search.
void cdRecordLeaves(cdSearch *search, const cdNodePair *leaves);

// Adds those pairs of two blocks to the list of a search, of the cells, that are near.
void cdListNearCells(cdSearch *search, const cdMovedTriangles *a, const cdFixedTriangles *b, int cells);

#endif

// Public queries about the numbers of a box's features: the corners that an edge joins.
//
// Input: an edge's number, by collision/boxes.h. Output: the numbers of the corners at its ends, which differ
// in the bit of the edge's axis alone.
#include "boxes/pairs/box_numbers.h"
#include "foundation/memory/hooks.h"

void cdGetBoxEdgeEnds(int32_t edge, int32_t corners[2]) {
    if (!CD_REQUIRE(corners && edge >= 0 && edge < CD_BOX_EDGES)) return;
    corners[0] = cdGetBoxEdgeCorner(edge);
    corners[1] = corners[0] | 1 << (edge >> 2);
}

// Factors of block matrices, two lanes at once.
#include "world/solver/block_code.h"

const cdBlockMethods *cdGetTwoLaneBlocks(void) {
    return &blockMethods;
}

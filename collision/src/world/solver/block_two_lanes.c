// The product of two blocks, two lanes at once.
#include "world/solver/block_code.h"

cdBlockProduct *cdGetTwoLaneProduct(void) {
    return subtractProduct;
}

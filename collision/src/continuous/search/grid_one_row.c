// Tests of grids, one row at once.
#include "continuous/search/grid_code.h"

const cdGridTests *cdGetOneRowTests(void) {
    return &gridTests;
}

// Subtracts multiples of a quarter turn from an angle.
#ifndef CD_QUARTER_TURNS_H
#define CD_QUARTER_TURNS_H

#include "foundation/numbers/double_pair.h"

typedef struct cdQuarterTurns {
    cdDoublePair rest; // radians, at most an eighth of a turn (and rounding): error below 2^-70 of the rest
    int quadrant;      // multiples subtracted, modulo 4
} cdQuarterTurns;

// The angle is finite, in radians.
cdQuarterTurns cdSubtractQuarterTurns(double angle);

#endif

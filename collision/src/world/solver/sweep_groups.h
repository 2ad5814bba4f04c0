// Groups of four units, contacts with friction or single rows, that share no movable body: what sweeps solve
// at once, one unit a lane.
#ifndef CD_SWEEP_GROUPS_H
#define CD_SWEEP_GROUPS_H

#include "foundation/numbers/float_mode.h"

#include <stdbool.h>
#include <stdint.h>

enum { CD_GROUP_UNITS = 4 };

// A row's J, whitened: six numbers of a, then of b.
enum { CD_UNIT_NUMBERS = 12, CD_GROUP_NUMBERS = CD_UNIT_NUMBERS * CD_GROUP_UNITS };

// The first rows of the units. In a lane without a unit all numbers are 0, and the bodies do not move.
typedef struct cdSweepGroup {
    double on[CD_GROUP_NUMBERS];   // J, number by number of all units
    double missed[CD_GROUP_UNITS]; // bound minus J v at the start
    double impulse[CD_GROUP_UNITS];
    double least[CD_GROUP_UNITS], most[CD_GROUP_UNITS]; // bounds of the impulse
    double share[CD_GROUP_UNITS], softness[CD_GROUP_UNITS];
    double weight[CD_GROUP_UNITS];                     // makes a change of its impulse a residual, as a speed
    double scale[CD_GROUP_UNITS];                      // root of J M^-1 J^T, and softness
    double unscale[CD_GROUP_UNITS];                    // its inverse; 0: of a row that moves nothing
    int32_t a[CD_GROUP_UNITS], b[CD_GROUP_UNITS];      // first numbers of the bodies' velocities
    int32_t row[CD_GROUP_UNITS], rows[CD_GROUP_UNITS]; // the unit's first row, and their number: 1 or 3
    int32_t count;                                     // of units
    int32_t friction;                                  // index; -1: no unit of the group has any
} cdSweepGroup;

// The two rows of friction of a group's contacts. Lanes of single rows are 0.
typedef struct cdSweepFriction {
    double on[2][CD_GROUP_NUMBERS];
    double missed[2][CD_GROUP_UNITS], impulse[2][CD_GROUP_UNITS];
    double coefficient[CD_GROUP_UNITS];
    double coupling[2][CD_GROUP_UNITS];                                          // with the normal
    double first[CD_GROUP_UNITS], second[CD_GROUP_UNITS], mixed[CD_GROUP_UNITS]; // J M^-1 J^T
    double inFirst[CD_GROUP_UNITS], inSecond[CD_GROUP_UNITS],
        inMixed[CD_GROUP_UNITS]; // its inverse, or that of its trace if it has none
    double more[CD_GROUP_UNITS]; // of the last sliding; 0: none
    double scale[2][CD_GROUP_UNITS], unscale[2][CD_GROUP_UNITS];
} cdSweepFriction;

typedef struct cdSweepGroups {
    cdSweepGroup *groups;
    cdSweepFriction *frictions;
    // Six a body, relative to those at the start and whitened; the last six, of all bodies that rows cannot
    // move, stay 0.
    double *velocities;
    int32_t groupCount, frictionCount;
} cdSweepGroups;

// Returns the number of scaled impulses, each times the root of its J M^-1 J^T: four of each group's first
// rows, then two times four of each friction.
static inline int32_t cdCountSweepValues(const cdSweepGroups *all) {
    return CD_GROUP_UNITS * (all->groupCount + 2 * all->frictionCount);
}

// The passes over all groups, for the processor at hand. The sweeps give each unit in turn the impulses that
// meet it, and return the maximum residual of a row at its turn, as a speed. Infinity: NaN.
typedef struct cdSweepPasses {
    double (*sweepForwards)(const cdSweepGroups *all);
    // Also writes the scaled impulses.
    double (*sweepBackwards)(const cdSweepGroups *all, double *values);
    // Sets the impulses to scaled ones, shortens both to their bounds, and adds the impulses to the
    // velocities.
    void (*apply)(const cdSweepGroups *all, double *values);
} cdSweepPasses;

// Return the passes with two lanes at once, which every processor has, and with four; NULL: the processor or
// the compiler does not have AVX2. The results are the same, bit for bit.
const cdSweepPasses *cdGetTwoLanePasses(void);
const cdSweepPasses *cdGetFourLanePasses(void);

#endif

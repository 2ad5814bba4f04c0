// Random pairs of triangles for a contact at a distance, with a share of each kind that is hard.
#ifndef ORACLE_RANDOM_OFFSET_H
#define ORACLE_RANDOM_OFFSET_H

#include "continuous/offset/offset_contact.h"
#include "random.h"

// The screw lies beside the pair that points to it, so a case may not be copied.
typedef struct OffsetCase {
    cdScrew screw;
    cdOffsetPair pair;
    double tau0, tau1;
    int family; // of the generator
} OffsetCase;

enum { OFFSET_FAMILIES = 10 };

void PickOffsetCase(Random *random, int family, OffsetCase *c);

#endif

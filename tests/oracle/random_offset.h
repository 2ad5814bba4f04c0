// Random pairs of triangles for a contact at a distance, including each hard kind.
#ifndef ORACLE_RANDOM_OFFSET_H
#define ORACLE_RANDOM_OFFSET_H

#include "continuous/offset/offset_contact.h"
#include "random.h"

// The pair points to the screw beside it: do not copy a case.
typedef struct OffsetCase {
    cdScrew screw;
    cdOffsetPair pair;
    double tau0, tau1;
    int family; // kind of the generator
} OffsetCase;

enum { OFFSET_FAMILIES = 10 };

void PickOffsetCase(Random *random, int family, OffsetCase *c);

#endif

// First contact of two boxes, by the kind of their motion. Both return CD_UNDECIDED without a reason.
#ifndef CD_BOX_CONTACT_H
#define CD_BOX_CONTACT_H

#include "collision/boxes.h"

cdBoxContact cdFindPolynomialContact(const cdBoxesInput *input, cdTrace *trace); // polynomial_contact.c
cdBoxContact cdFindScrewContact(const cdBoxesInput *input, cdTrace *trace);      // screw_contact.c

// Implements cdFindBoxParts for either kind.
int32_t cdFindPolynomialParts(const cdBoxesInput *input, double *ends);
int32_t cdFindScrewParts(const cdBoxesInput *input, double *ends);

#endif

// Steps much longer than the meshes and the distance between them.
//
// The tolerance of a query covers the rounding of its path. For a long one it would be larger than gaps at
// the start, or than the meshes: a start would count as a touch, and a motion that leaves it as free,
// although it passes through the other mesh. Such a step is searched in pieces.
#ifndef CD_LONG_STEP_H
#define CD_LONG_STEP_H

#include "continuous/first_contact.h"

// Returns the end of the first piece of a long step, a fraction of it; 1: the step is not long.
double cdGetFirstPiece(const cdSearch *search);

// cdFindFirstContactBy for a long step, piece by piece.
cdFirstContact cdFindInPieces(const cdFirstContactInput *input, const cdPairSearch *how, double first,
                              cdPairCache *cache, cdWorkspace *workspace, cdTrace *trace);

#endif

// Pairs of links of a mechanism: those that may touch, and those with lengths of their own.
//
// The allowance of a pair belongs to two further links, fixed to those of the pair: their meshes have
// surfaces that are moved inwards, and count for this pair alone.
#ifndef APP_MECHANISM_PAIRS_H
#define APP_MECHANISM_PAIRS_H

#include "commands/mechanism.h"

// Reads the options with lengths into the scene's pairs, and the lengths of all other pairs into the
// mechanism. @errors false with a message
bool ReadPairLengths(Mechanism *mechanism, const MechanismOptions *options, char *message,
                     size_t messageSize);

// Room that the pairs need in the arrays of the mechanism.
typedef struct PairRoom {
    size_t links, shapes, ignored;
} PairRoom;

PairRoom CountPairRoom(const Mechanism *mechanism, const MechanismOptions *options);

// Adds all pairs to a mechanism with its links. @errors false with a message
bool AddMechanismPairs(Mechanism *mechanism, const MechanismOptions *options, char *message,
                       size_t messageSize);

// Frees what AddMechanismPairs has allocated.
void FreeMechanismPairs(Mechanism *mechanism);

#endif

// State that the files of one disassembly share: attempts, and parts that are taken out of one another.
#ifndef APP_REMOVAL_SEARCH_H
#define APP_REMOVAL_SEARCH_H

#include "scenes/disassembly.h"
#include "scenes/part_groups.h"

enum { REMOVAL_NODE_MAX = 4096 };

// Proofs that name an obstacle: the two never part.
#define REMOVAL_BONDS ((uint32_t)(CD_TRAP_ENCLOSED | CD_TRAP_LINKED))

// One attempt to take a part or a group out.
typedef struct RemovalAttempt {
    DisassemblyPart *part;
    int32_t round, overlapped, trapped, trapper;
    cdPlan plan;
    cdTrap trap;
    cdPathNode nodes[REMOVAL_NODE_MAX];
} RemovalAttempt;

// Parts that are taken out of one another: those of the scene, or of a group.
typedef struct RemovalScope {
    int32_t within;  // the group; -1: the scene
    bool *isPresent; // isPresent[objectCount]: in place
    DisassemblyPart *parts, *groups;
    int32_t partCount, groupCount;
} RemovalScope;

typedef struct RemovalSearch {
    const DisassemblyInput *input;
    Disassembly *result;     // room for all parts and groups
    DisassemblyPart *stayed; // stayed[stayedCount]: parts that were not taken out
    int32_t stayedCount;
    const RemovalScope *scope;
    PartLinks links;
    DisassemblyProgress progress;
    RemovalAttempt *attempts; // attempts[batchSize]
    int32_t batchSize, attemptCount;
    cdWorkspace **workspaces; // workspaces[batchSize], one for each attempt
    uint32_t proofs;          // that are tried
    int64_t proofTests;       // limit on the work of a proof; 0: default
    bool *isUnproved;         // isUnproved[objectCount]: proofs failed, and would among fewer obstacles
    bool outOfMemory;
} RemovalSearch;

// removal_attempts.c: the tasks of a search, and its parts.

// A part that is never tried was interrupted. @errors objects NULL: no memory
DisassemblyPart MakeRemovalPart(const int32_t *objects, int32_t objectCount, int32_t within);
void DestroyRemovalParts(DisassemblyPart *parts, int32_t count);
// True if the caller ends the search, or there is no memory.
bool IsRemovalInterrupted(const RemovalSearch *search);
// Tries to take out the parts of the attempts.
void RunRemovalAttempts(RemovalSearch *search);
// Tries proofs for parts, but those that overlap; for all motions once for a single part, until one holds.
void FindRemovalTraps(RemovalSearch *search, DisassemblyPart *parts, int32_t count, uint32_t proofs);

// removal_groups.c: the groups of a scope.

void ClearRemovalGroups(RemovalScope *scope);
// Lists the groups to try. A proof names one bond of a part, so blocks of bonded parts are tested for more.
void FindRemovalGroups(RemovalSearch *search, RemovalScope *scope);

#endif

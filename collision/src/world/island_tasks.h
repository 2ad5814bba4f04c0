// Work on islands, on the threads of the caller's tasks (collision/tasks.h).
//
// Input: islands that no contact point or joint connects, and a function that works on one of them: it
// changes the bodies, pairs and joints of its island. A condition, if any, selects islands before that.
// Output: these, and the work in the results of the step. So the order of the calls and the number of threads
// change no bit. Work under a limited budget, and with a kinematic body that moves, which may touch several
// islands, runs in order in the calling thread.
#ifndef CD_ISLAND_TASKS_H
#define CD_ISLAND_TASKS_H

#include "world/step_work.h"

// Works on an island. `world`: the world, or a copy with rows, solver bodies, meter and results of its own.
// Returns true if the island was changed.
typedef bool cdIslandFunction(cdWorld *world, const void *context, int32_t island);
// Returns true for an island to work on.
typedef bool cdIslandCondition(const cdWorld *world, const void *context, int32_t island);

typedef struct cdIslandWork {
    cdIslandFunction *function;
    cdIslandCondition *condition; // NULL: all islands
    const void *context;          // of both
} cdIslandWork;

// Reserves memory for this many bodies and the workers of the world's tasks. False: no memory.
bool cdReserveIslandTasks(cdWorld *world, int32_t bodyCount);
// Call the function for each awake island that cdFindIslands has found and that meets the condition. Return
// true if an island was changed. The first one is for islands that no contact point found since then
// connects.
bool cdRunIslandTasks(cdWorld *world, const cdIslandWork *work);
bool cdRunIslandsInOrder(cdWorld *world, const cdIslandWork *work);

#endif

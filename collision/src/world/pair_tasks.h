// Work on single pairs of bodies, on the threads of the caller's tasks (collision/tasks.h).
//
// Input: a list of pairs, and a function that works on one of them. It reads the world, and changes only its
// pair and its task. Output: the tasks, with what it has found. So the order of the calls and the number of
// threads change no bit. Work under a limited budget runs in order in the calling thread, because the pair at
// which it ends depends on all pairs before.
#ifndef CD_PAIR_TASKS_H
#define CD_PAIR_TASKS_H

#include "world/step_work.h"

// The work on a pair.
typedef struct cdPairTask {
    int32_t pair;      // its index
    bool done;         // false: the budget ended before it
    bool lacksMemory;  // true if a workspace could not grow
    int32_t queries;   // first contact queries
    int64_t pairTests; // work, counted
    cdHit hit;         // of certify.c
} cdPairTask;

// The tools for a task.
typedef struct cdPairTools {
    const cdWorld *world;
    const cdAdvance *advance;
    cdMeter *meter;         // of the task, or of the step if that is limited
    cdWorkspace *workspace; // of the worker
} cdPairTools;

typedef void cdPairFunction(const cdPairTools *tools, cdPairTask *task);

// Begins an empty list.
static inline void cdBeginPairTasks(cdWorld *world) {
    world->taskCount = 0;
}

// Adds a pair to the list.
static inline void cdAddPairTask(cdWorld *world, int32_t pair) {
    world->pairTasks[world->taskCount++] = (cdPairTask){.pair = pair, .hit = {.pair = -1}};
}

// Calls the function for each pair of the list. Adds the work to the meter of the step and the queries to its
// result.
void cdRunPairTasks(cdWorld *world, const cdAdvance *advance, cdPairFunction *function);

#endif

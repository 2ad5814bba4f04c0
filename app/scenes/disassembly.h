// Takes a scene apart: an order of its parts, and for each a certified path out of the others.
//
// Input: a scene and its meshes. The parts are its objects that are not fixed, or all objects, if no object
// is fixed. Output: the parts in the order of their removal, each with the path that takes it out of those
// that are left (collision/plan.h). Attempts are made in a fixed order: each part with a small budget, then
// each with a larger one. The first attempt in that order that finds a path decides, so results have the same
// bits for any number of workers. Only an interrupt makes them depend on time. After the first budget, parts
// that can be proved to be trapped among those that are left (collision/trap.h) are tried no more until
// another part is out.
//
// Where no part comes out, groups of parts are tried, each as one rigid body (part_groups.h): each budget of
// the first half after the next one of single parts. A group that came out is then taken apart in the same
// way, without the rest of the scene: it has been carried away.
#ifndef APP_DISASSEMBLY_H
#define APP_DISASSEMBLY_H

#include "collision/plan.h"
#include "collision/tasks.h"
#include "collision/trap.h"
#include "scenes/part_set.h"

enum { DISASSEMBLY_ROUNDS = 6 };

typedef struct DisassemblyProgress {
    int32_t removedCount; // parts and groups taken out
    int32_t singleCount;  // parts that were taken out one by one
    int32_t partCount;    // parts of the scene
} DisassemblyProgress;

typedef struct DisassemblyInput {
    const SceneData *data;
    const cdMesh *const *meshes; // as for CreateSceneWorld
    int32_t part;                // the only object to take out; -1: all parts
    uint64_t seed;
    int32_t rounds;                   // budgets, each four times the last; 0: DISASSEMBLY_ROUNDS
    int32_t largestGroup;             // parts that move as one at most; 0: any number; 1: no groups
    const cdTasks *tasks;             // NULL: in the calling thread
    bool (*interrupt)(void *context); // ends the search; NULL: none. Any worker calls it
    // Called after each batch of attempts; NULL: not called.
    void (*showProgress)(const DisassemblyProgress *progress, void *context);
    void *context; // passed to both
} DisassemblyInput;

// A part, or a group of parts that move as one.
typedef struct DisassemblyPart {
    int32_t *objects; // objects[objectCount]: indices in the scene, ascending; owned
    int32_t objectCount;
    int32_t within;     // the group, an index in Disassembly.parts, that it is part of; -1: none
    int32_t overlapped; // the object that it overlaps at the start; -1: none
    int32_t trapped;    // its object that `trapper` surrounds or is linked with; -1: none
    int32_t trapper;    // -1: none
    cdPlan plan;        // of the attempt that decided, or of the last one
    cdTrap trap;        // proofs among the parts that were left; of a part that was taken out: none
    int64_t pairTests;  // of all attempts since the part before it was taken out
    cdPathNode *nodes;  // nodes[plan.nodeCount]: of objects[0]; the group is still at its place in the scene
} DisassemblyPart;

// True if no motion takes the part out of those that were left.
static inline bool IsPartTrapped(const DisassemblyPart *part) {
    return (part->trap.proofs & CD_TRAP_ALL_MOTIONS) != 0;
}

// Parts and groups that were taken out, in order, then the parts that were not. The parts of a group follow
// it.
typedef struct Disassembly {
    DisassemblyPart *parts; // parts[partCount]
    int32_t partCount, removedCount;
} Disassembly;

// @errors false with a message: no memory, or no such part
bool FindDisassembly(const DisassemblyInput *input, Disassembly *result, char *message, size_t messageSize);
void DestroyDisassembly(Disassembly *result);

// Creates the set of a part, with the objects as obstacles among which it was taken out, or was not.
// @errors false: no memory; destroy the set
bool CreateRemovalSet(const SceneData *data, const cdMesh *const *meshes, const Disassembly *result,
                      int32_t index, PartSet *set);

#endif

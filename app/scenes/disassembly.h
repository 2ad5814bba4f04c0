// Takes a scene apart: an order of its parts, and for each a certified path out of the others.
//
// Input: a scene and its meshes. The parts are its objects that are not fixed, or all objects, if no object
// is fixed. Output: the parts in the order of their removal, each with the path that takes it out of those
// that are left (collision/plan.h). Attempts are made in a fixed order: each part with a small budget, then
// each with a larger one. The first attempt in that order that finds a path decides, so results have the same
// bits for any number of workers. Only an interrupt makes them depend on time. After the first budget, parts
// that can be proved to be trapped among those that are left (collision/trap.h) are tried no more until
// another part is out.
#ifndef APP_DISASSEMBLY_H
#define APP_DISASSEMBLY_H

#include "collision/plan.h"
#include "collision/tasks.h"
#include "collision/trap.h"
#include "scenes/scene.h"

enum { DISASSEMBLY_ROUNDS = 6 };

typedef struct DisassemblyInput {
    const SceneData *data;
    const cdMesh *const *meshes; // as for CreateSceneWorld
    int32_t part;                // the only object to take out; -1: all parts
    uint64_t seed;
    int32_t rounds;                   // budgets, each four times the last; 0: DISASSEMBLY_ROUNDS
    const cdTasks *tasks;             // NULL: in the calling thread
    bool (*interrupt)(void *context); // ends the search; NULL: none. Any worker calls it
    // Called after each batch of attempts with the number of parts taken out; NULL: not called.
    void (*showProgress)(int32_t done, int32_t total, void *context);
    void *context; // passed to both
} DisassemblyInput;

typedef struct DisassemblyPart {
    int32_t object;     // index in the scene
    int32_t overlapped; // the object that it overlaps at the start; -1: none
    int32_t trapper;    // the object that surrounds it or is linked with it; -1: none
    cdPlan plan;        // of the attempt that decided, or of the last one
    cdTrap trap;        // proofs among the parts that were left; of a part that was taken out: none
    int64_t pairTests;  // of all attempts since the part before it was taken out
    cdPathNode *nodes;  // nodes[plan.nodeCount]
} DisassemblyPart;

// True if no motion takes the part out of those that were left.
static inline bool IsPartTrapped(const DisassemblyPart *part) {
    return (part->trap.proofs & CD_TRAP_ALL_MOTIONS) != 0;
}

// The parts that were taken out, in order, then those that were not.
typedef struct Disassembly {
    DisassemblyPart *parts; // parts[partCount]
    int32_t partCount, removedCount;
} Disassembly;

// @errors false with a message: no memory, or no such part
bool FindDisassembly(const DisassemblyInput *input, Disassembly *result, char *message, size_t messageSize);
void DestroyDisassembly(Disassembly *result);

// The meshes of an object as a rigid set, and those of all others, but the first `removedCount` of a
// disassembly, as obstacles. Zeroed: empty.
typedef struct PartSet {
    cdSlideShape *shapes;  // shapes[shapeCount]
    cdObstacle *obstacles; // obstacles[obstacleCount]
    int32_t *owners;       // owners[obstacleCount]: the object of each obstacle
    int32_t shapeCount, obstacleCount;
} PartSet;

// @errors false: no memory
bool CreatePartSet(const SceneData *data, const cdMesh *const *meshes, int32_t object,
                   const Disassembly *removed, int32_t removedCount, PartSet *set);
void DestroyPartSet(PartSet *set);

#endif

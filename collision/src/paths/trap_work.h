// State that the files of one search for traps share.
#ifndef CD_TRAP_WORK_H
#define CD_TRAP_WORK_H

#include "collision/trap.h"
#include "contact/slide/slide_motion.h"
#include "contact/slide/slide_set.h"
#include "foundation/report/meter.h"
#include "mesh/mesh_data.h"
#include "paths/rigid_set.h"

enum { CD_TRAP_ROWS = 256 };

// A contact, or a small gap: half a ball below a face is solid, and a point of the other mesh is above it.
// The point's displacement along the normal is at least minus the gap while it stays within the half ball.
typedef struct cdTrapRow {
    cdVec3 point, normal; // world, at the start; the normal points away from the obstacle
    double gap;           // above the face, rounding included
    double room;          // displacement of the point within which this holds
} cdTrapRow;

typedef struct cdTrapWork {
    const cdTrapInput *input;
    cdTrap *out;
    cdWorkspace *workspace;
    cdMeter meter;
    cdBox3 bounds;   // of all obstacles
    cdVec3 centroid; // of the set at the start, world
    double radius;   // of the set about its centroid
    double gyration; // radius of gyration about it
    double size;     // of all coordinates
    cdTrapRow rows[CD_TRAP_ROWS];
    int32_t rowCount;
    bool isCut; // a limit of a part ended a proof
} cdTrapWork;

// A mesh of the set and an obstacle, both with their poses at the start.
typedef struct cdTrapPair {
    const cdMesh *a, *b;
    cdPose poseA, poseB;
    int32_t shape, obstacle;
} cdTrapPair;

static inline int32_t cdCountTrapPairs(const cdTrapWork *work) {
    return work->input->shapeCount * work->input->obstacleCount;
}

static inline cdTrapPair cdGetTrapPair(const cdTrapWork *work, int32_t index) {
    const cdTrapInput *input = work->input;
    int32_t shape = index / input->obstacleCount, obstacle = index % input->obstacleCount;
    return (cdTrapPair){.a = input->shapes[shape].mesh,
                        .b = input->obstacles[obstacle].mesh,
                        .poseA = cdMulPose(input->start, input->shapes[shape].pose),
                        .poseB = input->obstacles[obstacle].pose,
                        .shape = shape,
                        .obstacle = obstacle};
}

// Returns the budget that is left, for a query of its own.
static inline cdBudget cdGetTrapBudget(const cdTrapWork *work) {
    cdBudget budget = work->meter.budget;
    int64_t left = budget.maxPairTests - work->meter.spent;
    budget.maxPairTests = left > 1 ? left : 1;
    return budget;
}

// A bound on the rounding of a position, length.
static inline double cdGetTrapRounding(const cdTrapWork *work) {
    return 0x1p-45 * work->size;
}

// True for a mesh whose surface bounds a solid.
static inline bool cdBoundsSolid(const cdMesh *mesh) {
    return mesh->info.closed && mesh->info.manifold && mesh->info.oriented && mesh->rounding == 0.0;
}

// True if the set is for certain not out after each point of it moved by at most `moved`.
static inline bool cdStaysInside(const cdTrapWork *work, double moved) {
    return cdGetSphereGap(&work->bounds, work->centroid, work->radius) + moved <= 0.0;
}

// trap_loops.c: CD_TRAP_ENCLOSED and CD_TRAP_LINKED. False: no memory.
bool cdFindTrapLoops(cdTrapWork *work);

// trap_rows.c

// Finds the rows of the contacts.
void cdFindTrapRows(cdTrapWork *work);
// True if no point of A gets into B's solid on a free path; `isReversed`: of B into A's.
bool cdStaysOutside(cdTrapWork *work, const cdTrapPair *pair, bool isReversed);

// trap_lock.c: CD_TRAP_LOCKED.
void cdFindTrapLock(cdTrapWork *work);

// trap_screw.c: CD_TRAP_SCREW.
void cdFindTrapScrew(cdTrapWork *work);

// trap_cage.c: CD_TRAP_CAGED. False: no memory.
bool cdFindTrapCage(cdTrapWork *work);

// trap_translations.c: CD_TRAP_TRANSLATIONS and CD_TRAP_PLANE. False: no memory.
bool cdFindTrapTranslations(cdTrapWork *work);
bool cdFindTrapPlane(cdTrapWork *work);

#endif

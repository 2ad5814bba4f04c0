// Proofs that a rigid set of meshes cannot get out of fixed obstacles.
//
// cdPlanPath searches for a way out; if it finds none, that proves nothing. cdFindTrap proves it for common
// cases. A proof holds for motions that are free as cdFindPathContact says: the surfaces share no point after
// the start. "Out" is as for cdPlanPath without a goal: a sphere around the set is outside the bounding box
// of all obstacles. A proof that fails says nothing.
//
// Proofs for all motions, translations and rotations together:
// - CD_TRAP_ENCLOSED: a closed part of an obstacle's surface surrounds a vertex of the set, or the other way
//   round. The number of crossings of a line is odd, in exact arithmetic.
// - CD_TRAP_LINKED: the linking number of a loop of edges of the set and one of an obstacle is not zero. It
//   changes only where surfaces meet. Also exact.
// - CD_TRAP_CAGED: a ball inside a closed mesh of the set cannot get out. Cells of its centre's positions
//   throughout which a surface cuts the ball surround the start.
// - CD_TRAP_LOCKED: contacts allow no motion beyond a small `reach`. The contacts' screws positively span all
//   motions (form closure), gaps and the curvature of rotations included.
// Proofs for some motions:
// - CD_TRAP_TRANSLATIONS: translations in any order. Cells of translations throughout which the set overlaps
//   an obstacle surround the start.
// - CD_TRAP_PLANE: the same for translations in a plane between opposite contacts.
// - CD_TRAP_SCREW: along the only screw that the contacts allow. The set overlaps an obstacle on both sides.
//
// The result is a pure function of the input unless `interrupt` ends the call. The workspace is the caller's,
// one per thread. Units: lengths in the mesh's unit, angles in radians. Frame: world.
#ifndef COLLISION_TRAP_H
#define COLLISION_TRAP_H

#include "collision/slide.h"

#ifdef __cplusplus
extern "C" {
#endif

// Proofs, as bits.
typedef enum cdTrapProof {
    CD_TRAP_ENCLOSED = 1u << 0,     // for all motions: surrounded by a closed surface
    CD_TRAP_LINKED = 1u << 1,       // for all motions: linked loops
    CD_TRAP_LOCKED = 1u << 2,       // for all motions: locked by contacts
    CD_TRAP_CAGED = 1u << 3,        // for all motions: a ball in the set cannot get out
    CD_TRAP_TRANSLATIONS = 1u << 4, // for translations
    CD_TRAP_PLANE = 1u << 5,        // for translations in the plane across `axis`
    CD_TRAP_SCREW = 1u << 6,        // for motions along the screw of `axis`
    CD_TRAP_ALL_MOTIONS = 15,       // the bits of the proofs for all motions
    CD_TRAP_ALL_PROOFS = 127        // all bits
} cdTrapProof;

// A rigid set of meshes among fixed obstacles.
typedef struct cdTrapInput {
    const cdSlideShape *shapes;  // shapes[shapeCount]: meshes of the set
    int32_t shapeCount;          // 1 or more
    const cdObstacle *obstacles; // obstacles[obstacleCount], fixed
    int32_t obstacleCount;       // 0 or more
    cdPose start;                // of the set's frame
    uint32_t proofs;             // CD_TRAP_ bits of the proofs to try; 0: all
    // Limit on the work; maxPairTests 0: 4 million pair tests. Each proof with cells has at most a third.
    cdBudget budget;
} cdTrapInput;

// Result of cdFindTrap.
typedef struct cdTrap {
    uint32_t proofs; // CD_TRAP_ bits of the proofs that hold; 0: nothing is proved
    cdReason reason; // if a limit or the input ended the call early; the proofs hold all the same
    bool overlaps;   // the set overlaps an obstacle at the start, `shape` and `obstacle`: nothing is proved
    // The meshes of CD_TRAP_ENCLOSED or CD_TRAP_LINKED, or those that overlap; -1: none.
    int32_t shape, obstacle;
    int32_t linkingNumber; // CD_TRAP_LINKED: its sign depends on the directions of the loops
    double reach;          // CD_TRAP_LOCKED: no point of the set moves farther, length
    double ballRadius;     // CD_TRAP_CAGED: of the ball, length
    cdVec3 ballCenter;     // CD_TRAP_CAGED: its centre at the start
    cdVec3 axis;           // CD_TRAP_PLANE: unit normal of the plane; CD_TRAP_SCREW: unit direction
    cdVec3 axisPoint;      // CD_TRAP_SCREW: a point on the axis
    double pitch;          // CD_TRAP_SCREW: length per radian; infinite: a translation
    int32_t cellCount;     // cells tested
    int64_t pairTests;     // counted against the budget
} cdTrap;

// Tries to prove that the set cannot get out. Stops after the first proof for all motions; a proof for
// translations makes one for a plane needless.
// @errors reason CD_REASON_INPUT: no shapes, a count is negative, or a bit is unknown; CD_REASON_NOT_FINITE
// or CD_REASON_NOT_UNIT: a pose; CD_REASON_WORKSPACE; CD_REASON_BUDGET or CD_REASON_INTERRUPTED: some proofs
// were not tried to the end
CD_API cdTrap cdFindTrap(const cdTrapInput *input, cdWorkspace *workspace);

#ifdef __cplusplus
}
#endif
#endif

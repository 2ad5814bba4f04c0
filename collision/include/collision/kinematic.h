// Kinematic bodies, which follow a script and push others, and driven bodies, which the caller moves
// (body.h).
//
// A kinematic body follows constant velocities (cdBodyDef.velocity, cdSetBodyVelocity), a path
// (cdSetKinematicPath), or a target for one step (cdMoveKinematic). It has infinite mass: dynamic bodies do
// not change its motion. It pushes them, carries them by friction, and wakes those that it touches
// or is joined to.
//
// A kinematic body never comes to overlap another body. Its motion relative to every other body is certified
// as that of dynamic bodies is (world.h); against fixed bodies and other kinematic ones it is the body's own
// motion. Where something cannot give way - a fixed body, another kinematic body, a body that it presses
// against one of these, or that joints tie to one - it slows down or stops: it is blocked
// (CD_EVENT_BLOCKED, cdIsBodyBlocked, cdWorldStep.blockedKinematics). The time for which it is blocked is
// lost: a path continues from where the body waits, later by that time, and does not catch up. So no body is
// ever moved faster than its script says. Touching a fixed body is contact: a body in a guide without
// clearance needs a filter.
//
// A driven body stands still in steps. cdMoveBody moves it between two steps. cdFindBodyMove only searches,
// for bodies of any kind.
//
// Units: lengths in the mesh's unit, seconds, radians. Frame: world.
#ifndef COLLISION_KINEMATIC_H
#define COLLISION_KINEMATIC_H

#include "collision/motion.h"
#include "collision/slide.h"
#include "collision/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// Lets a kinematic body follow a path instead of its velocities: nodes[nodeCount], copied, their times
// ascending. Its own time begins at `start`, usually 0; nodes before that are skipped. It moves from its
// current pose to the first node, and from node to node, along screws at constant speed (motion.h), and stays
// at the last one. It is exactly at the pose of a node when its own time is the node's. A node at `start`
// teleports it there (cdSetBodyPose).
// @errors false: not a kinematic body, no nodes, a time that is negative, not finite or not above the one
// before, a pose that is not finite or not unit, or no memory; nothing changes
CD_API bool cdSetKinematicPath(cdWorld *world, cdBodyId body, const cdPathNode *nodes, int32_t nodeCount,
                               double start);
// Returns the own time of a kinematic body on its path, seconds: delayed by the time for which it was
// blocked. 0 without a path.
CD_API double cdGetKinematicTime(const cdWorld *world, cdBodyId body);

// Gives a kinematic body a target for the next step instead of its script: it moves there along a screw and
// reaches it at the end of the step, unless it is blocked. It then stands still until it gets another script.
// @errors false: not a kinematic body, or an invalid pose; nothing changes
CD_API bool cdMoveKinematic(cdWorld *world, cdBodyId body, cdPose target);

// Returns true if a kinematic body did not come as far in the last step as its script says.
CD_API bool cdIsBodyBlocked(const cdWorld *world, cdBodyId body);

// --- Driven bodies

// Response of a driven body to a contact.
typedef enum cdMoveResponse {
    CD_MOVE_STOP = 0, // stops before the first contact
    CD_MOVE_SLIDE,    // continues along the contacts (slide.h)
    CD_MOVE_THROUGH   // moves to the target in any case, also into other bodies
} cdMoveResponse;

// Options of cdMoveBody and cdFindBodyMove. Zeroed: the defaults.
typedef struct cdMoveOptions {
    // True: a dynamic body yields. Where the driven body meets one, or one ends its slide, the remaining
    // motion to the target becomes that of the next step, in which the driven body pushes as a kinematic one.
    // The body that yields wakes at once. False: dynamic bodies block.
    bool yields;
    double margin;         // gap kept at the resolved pose, length; 0: as in cdFindFirstContact
    int32_t maxLegs;       // of a slide; 0: 24
    uint32_t disabled;     // CD_DISABLE_... bits (query.h)
    cdBudget budget;       // limit on the work of the call; zeroed: none
    cdTouch *touches;      // touches[touchCapacity]: pairs with the body met first; NULL: none
    int32_t touchCapacity; // room in `touches`
    cdPose *poses;         // poses[poseCapacity]: receives the path of a slide, see cdSlide; NULL: none
    int32_t poseCapacity;  // room in `poses`
    // constraints[constraintCapacity]: receives those at the end of a slide; NULL: none. `obstacle` is the
    // index of a body's slot (cdGetBodyIndex), or -1 - i for obstacles[i]; `shape` is that of the moved body.
    cdSlideConstraint *constraints;
    int32_t constraintCapacity; // room in `constraints`
    const cdBodyId *ignored;    // ignored[ignoredCount]: bodies that do not block this motion
    int32_t ignoredCount;       // 0 or more
    // obstacles[obstacleCount]: meshes that block this motion and belong to no body: for example the part
    // of an endless ground that is under the path.
    const cdObstacle *obstacles;
    int32_t obstacleCount; // 0 or more
    // Only for cdFindBodyMove: poses at which the bodies are for this search, by the indices of their slots
    // (cdGetBodyIndex); NULL: those in the world.
    const cdPose *bodyPoses;
    cdTrace *trace; // records the query of `contact`; NULL: none
} cdMoveOptions;

// Result of cdMoveBody and cdFindBodyMove.
typedef struct cdBodyMove {
    // First contact on the screw to the target, as by cdFindFirstContactAmong, or cdFindSlide with
    // CD_MOVE_SLIDE: state, fraction, elements of the two shapes, counts. `resolvedPose` is the body's new
    // pose, except with CD_MOVE_THROUGH. `obstacle` is 0 with a body or one of the caller's obstacles, else
    // -1. `proxy.obstacle`, if the proxies were tested, is the index of a body's slot, or -1 - i for
    // obstacles[i].
    cdFirstContact contact;
    cdPose pose;       // of the body after the call
    cdPose target;     // as given; that of cdMoveBody has a normalized quaternion
    cdBodyId body;     // the body met first, or undecided; -1: there is no such body
    int32_t ownShape;  // the shape of the moved body that meets it (cdGetBodyShape); -1: the motion is free
    int32_t bodyShape; // the shape of `body`; -1: there is no such body
    int32_t obstacle;  // index in the caller's obstacles of the one met first, or undecided; -1: no such
    bool reached;      // true if the body is at the target
    bool yields;       // true if the next step continues the motion, because a dynamic body yields
    cdBodyId pushed;   // that body: the one met first, or one that ends the slide; -1: none
    int32_t legCount;  // legs of the slide; else 0
    int32_t poseCount; // poses written to `poses`
    int32_t constraintCount; // constraints written to `constraints`
    bool exhausted;          // true if maxLegs or the budget ended the slide early
} cdBodyMove;

// Moves a driven body from its pose towards a target, between two steps. The motion is certified free of
// contact with all bodies whose filters and callback let them collide with it (cdCanBodiesCollide), along one
// screw or the legs of a slide; sensors do not block. The others do not move. Keeps the world's safety
// distance. Wakes the bodies near it if it moves. Caches of each pair persist in the world and change no
// result, also after bodies were teleported or got other meshes.
//
// A body that overlaps another one at its pose moves as cdFirstContact.resolvedPose states: to the target if
// that is free, else not at all.
// A body with several shapes stops for the first contact of any of them, and slides with all of them at once.
// @errors contact.state CD_UNDECIDED as in cdFindFirstContactAmong, also CD_REASON_INPUT if the body is not a
// driven one, and CD_REASON_WORKSPACE if there is no memory; the body is then at a pose of the free path
CD_API cdBodyMove cdMoveBody(cdWorld *world, cdBodyId body, cdPose target, cdMoveResponse response,
                             const cdMoveOptions *options);

// Finds the motion of cdMoveBody without carrying it out: nothing moves or wakes. The body may be of
// any kind.
// @errors as cdMoveBody
CD_API cdBodyMove cdFindBodyMove(cdWorld *world, cdBodyId body, cdPose target, cdMoveResponse response,
                                 const cdMoveOptions *options);
// Carries out a motion of a driven body that cdFindBodyMove found. It is free of contact only if nothing has
// moved since. @errors false: not a driven body, or a pose is invalid; nothing changes
CD_API bool cdTakeBodyMove(cdWorld *world, cdBodyId body, const cdBodyMove *move);
// Reserves the memory of a body's moves among the bodies that are present now and `obstacleCount` obstacles
// of the caller's, no larger than these. Meshes of more than 100000 triangles still allocate on demand.
// @errors false: no memory
CD_API bool cdReserveBodyMoves(cdWorld *world, cdBodyId body, int32_t obstacleCount);
// Empties the caches of a body's moves. Never needed for a right answer. But how far a search comes before a
// budget ends it depends on them: with empty caches it ends at the same pose again, bit for bit.
CD_API void cdForgetBodyMoves(cdWorld *world, cdBodyId body);

#ifdef __cplusplus
}
#endif
#endif

// Rigid bodies of a world (world.h): their ids, definition, state, forces, and what may change at run time.
//
// Units: lengths in the mesh's unit, seconds, radians, and a mass unit of the caller's choice. Frame: world.
// Functions that change a body take effect from the next step on.
#ifndef COLLISION_BODY_H
#define COLLISION_BODY_H

#include "collision/features.h"
#include "collision/mesh.h"
#include "collision/solid.h"

#ifdef __cplusplus
extern "C" {
#endif

// A world with its bodies and joints. @lifetime from cdCreateWorld to cdDestroyWorld
typedef struct cdWorld cdWorld;

// Id of a body: 0 or above, valid until the body is removed or leaves the world. No other body of the same
// world ever has it: the low 32 bits are the index of the body's slot, the others are its generation, which
// counts the bodies that had the slot before. -1 where a function or a struct allows no body.
//
// Slots are used again, the lowest free one first: memory and the cost of a step depend on the largest number
// of bodies present at once, not on the number ever added. The bodies of a new world have the ids 0, 1, 2,
// ... until one is removed. A slot is given up after 2^31 bodies.
//
// Functions refuse an id that is not valid: they report it to the assertion hook (base.h), change nothing and
// return what they return on errors. cdIsBodyValid reports nothing, nor do cdGetBodyState and the functions
// of user data for an id that was valid once.
typedef int64_t cdBodyId;

// Returns the index of a body's slot: different for any two bodies present at once, and less than the largest
// number of bodies that were present at once. For arrays of the caller. `body`: any id of 0 or above.
static inline int32_t cdGetBodyIndex(cdBodyId body) {
    return (int32_t)(body & INT32_MAX);
}

// Kind of a body.
typedef enum cdBodyKind {
    CD_BODY_FIXED = 0, // never moved by a step; cdSetBodyPose teleports it and pushes nothing
    CD_BODY_DYNAMIC,   // moved by forces, contacts and joints
    CD_BODY_KINEMATIC, // follows a script and pushes dynamic bodies; infinite mass (kinematic.h)
    CD_BODY_DRIVEN     // moved by cdMoveBody between steps, still in steps (kinematic.h)
} cdBodyKind;

// Axes of the world or of a body, as bits.
enum {
    CD_AXIS_X = 1u << 0,
    CD_AXIS_Y = 1u << 1,
    CD_AXIS_Z = 1u << 2,
    CD_AXES = CD_AXIS_X | CD_AXIS_Y | CD_AXIS_Z
};

// Frame of the axes that a body has locked.
typedef enum cdLockFrame {
    CD_LOCK_WORLD = 0, // axes of the world
    CD_LOCK_BODY       // axes of the body's frame, which turn with the body
} cdLockFrame;

// A mesh of a body that consists of several, with a pose of its own.
typedef struct cdShapeDef {
    // Needs CD_PART_FEATURES unless it is rounded. May be shared. @lifetime at least that of the world
    const cdMesh *mesh;
    cdPose pose;    // pose of the mesh's frame in the body's frame; unit quaternion
    double density; // mass per volume, as a multiple of the body's density; 0: 1
    void *userData; // for the caller; the library does not read it
} cdShapeDef;

enum { CD_BODY_SHAPE_MAX = 65536 }; // maximum of cdBodyDef.shapeCount

// Definition of a body. Begin with cdDefaultBodyDef.
typedef struct cdBodyDef {
    cdBodyKind kind; // fixed, dynamic, kinematic or driven
    // The body's only shape; the body's frame is then the mesh's. Needs CD_PART_FEATURES unless it is
    // rounded. May be shared. NULL: the body has `shapes`. @lifetime at least that of the world
    const cdMesh *mesh;
    // shapes[shapeCount]: the shapes of a body that consists of several, or of one with a pose of its own.
    // Copied. NULL: the body has `mesh`. They are rigidly connected, may overlap and never collide with each
    // other. Filters, friction and restitution are the body's. The shapes of two near bodies are compared one
    // by one.
    const cdShapeDef *shapes;
    int32_t shapeCount; // 0 without `shapes`
    cdPose pose;        // pose of the body's frame
    // Velocity of the centroid, length / s, and spin, radians / s. A kinematic body keeps them.
    cdVec3 velocity, angularVelocity;
    // Mass per volume. A mesh that encloses no volume counts as its convex hull, or, if that is flat, as a
    // sheet with this mass per area. Spheres and capsules are solid. Other rounded meshes count without their
    // rounding. Where shapes overlap, each of them counts.
    double density;
    double mass; // total mass, overrides the density; 0: by the density
    // Mass properties at unit density, in the body's frame, override those of the meshes; copied. NULL:
    // cdFindMassProperties, or cdSumMassProperties of the shapes.
    const cdMassProperties *massProperties;
    double restitution; // [0, 1]: 0 no bounce, 1 full bounce; a pair has the larger
    double friction;    // Coulomb's coefficient, 0 or more; a pair has the geometric mean
    // Drag, 1 / s, 0 or more: without forces the velocity, and the angular momentum, fall as exp(-damping t),
    // exactly, for any step. Both are relative to the world.
    double linearDamping, angularDamping;
    double gravityScale;  // factor of the world's gravity; 0: weightless, below 0: upwards
    double maxSpeed;      // largest speed of the centroid at the end of a step, length / s; 0: no limit
    double maxSpin;       // largest angular speed there, radians / s; 0: no limit
    cdVec3 force, torque; // constant, world frame: at the centroid, mass times length / s^2; and about it
    // Axes, CD_AXIS bits, along which the centroid of a dynamic body does not move, and about which the body
    // does not turn. Locks act like contacts with a fixed body that neither give nor take energy.
    uint32_t lockTranslation, lockRotation;
    // Frame of these axes. In the body's frame the velocities have no components along the locked axes at any
    // orientation. Such a body can still reach every position, as a skate's blade does: its velocities are
    // locked, not its pose.
    cdLockFrame lockFrame;
    // Two bodies collide if the category of each has a bit of the other's mask. Two of the same group, not 0,
    // always collide if it is above 0 and never if it is below 0, whatever their categories.
    uint32_t category, mask;
    int32_t group; // 0: none
    // True: a sensor, which blocks nothing and feels no contacts. Events report the bodies that enter and
    // leave it (CD_EVENT_SENSOR_BEGIN), those that its filter collides with, except other sensors; one of the
    // two must not be fixed.
    bool sensor;
    void *userData; // for the caller; the library does not read it
} cdBodyDef;

// Returns the definition of a fixed body with identity pose, density 1, restitution 0.5, gravity scale 1,
// category 1 and all bits of the mask; all else is 0.
CD_API cdBodyDef cdDefaultBodyDef(void);

// Adds a body and returns its id.
// @errors -1: invalid def (not finite, neither a mesh nor shapes, or both, a mesh neither rounded nor with
// CD_PART_FEATURES, restitution outside [0, 1], a negative friction, density, damping or limit, unknown axes
// to lock or an unknown frame of them, a dynamic body without mass, an unknown kind); -2: no memory
CD_API cdBodyId cdAddBody(cdWorld *world, const cdBodyDef *def);
// Removes a body with its joints and its hand. Its contacts end; the events are in the next step.
CD_API void cdRemoveBody(cdWorld *world, cdBodyId body);
// Returns true if the world has this body: it was added, and has neither been removed nor left the world.
CD_API bool cdIsBodyValid(const cdWorld *world, cdBodyId body);
// Writes the ids of the bodies, in the order of their indices, to bodies[capacity] as far as there is room.
// `bodies` may be NULL if `capacity` is 0. @return number of bodies in the world
CD_API int32_t cdGetBodies(const cdWorld *world, cdBodyId *bodies, int32_t capacity);

// Source of the mass properties of a mesh.
typedef enum cdMassSource {
    CD_MASS_OF_VOLUME = 0, // the volume of a closed mesh that is oriented outwards
    CD_MASS_OF_HULL,       // the convex hull of any other mesh
    CD_MASS_OF_SHEET       // the area of a flat mesh; `volume` is then that area
} cdMassSource;

// Returns the mass properties that cdAddBody uses, at unit density. `source` may be NULL.
CD_API cdMassProperties cdFindMassProperties(const cdMesh *mesh, cdMassSource *source);

// Returns the mass properties that cdAddBody uses for shapes[shapeCount]: the sum over the shapes, each with
// its density, by the parallel axis theorem; frame of the body. Where shapes overlap, each of them counts.
// Allocates nothing. @errors zeroed: no shapes
CD_API cdMassProperties cdSumMassProperties(const cdShapeDef *shapes, int32_t shapeCount);

// The state of a body.
typedef struct cdBodyState {
    bool present; // false: no such body (all else is invalid), or it has left the world
    // True if the body has left the world's bounds and its slot has not been used again. The members below
    // have their values of that moment. No query, contact or sum includes the body; its joints and its hand
    // are removed.
    bool leftWorld;
    cdBodyKind kind;        // as in its definition
    cdPose pose;            // pose of the body's frame
    cdVec3 centroid;        // world frame
    cdVec3 velocity;        // velocity of the centroid, length / s
    cdVec3 angularVelocity; // radians / s; both of a kinematic body: of the last advance of the last step
    double mass;            // 0: not a dynamic body
    bool asleep;            // true if the body sleeps: its pose is constant until something wakes it
    // True if the body sleeps with forces that do not balance its weight, or that of a body it touches; see
    // world.h.
    bool unbalanced;
    bool blocked; // true if a kinematic body was blocked in the last step (kinematic.h)
} cdBodyState;

// Returns the state of a body. A body that was removed or has left the world is not present.
CD_API cdBodyState cdGetBodyState(const cdWorld *world, cdBodyId body);
// Teleports a body. Does not check for overlap (see cdFindOverlapAmong, cdFindFirstContactAmong). Wakes the
// bodies that touch it. Ends the path of a kinematic body.
CD_API void cdSetBodyPose(cdWorld *world, cdBodyId body, cdPose pose);
// Sets the velocity of the centroid (length / s) and the spin (radians / s) of a dynamic body. Wakes it. A
// kinematic body keeps them from the next step on, instead of a path.
CD_API void cdSetBodyVelocity(cdWorld *world, cdBodyId body, cdVec3 velocity, cdVec3 angularVelocity);

// Returns the number of shapes of a body, 1 if it has `mesh`; 0: no such body.
CD_API int32_t cdGetBodyShapeCount(const cdWorld *world, cdBodyId body);
// Returns a shape of a body, `index` from 0 on in the order of its definition. The shape of a body with
// `mesh` has the identity as its pose and no user data. The pose of its mesh in the world is cdMulPose(pose
// of the body, pose of the shape). @errors zeroed: no such body or shape
CD_API cdShapeDef cdGetBodyShape(const cdWorld *world, cdBodyId body, int32_t index);

// Returns the user data; also of a body that was removed or has left, until its slot is used again.
CD_API void *cdGetBodyUserData(const cdWorld *world, cdBodyId body);
CD_API void cdSetBodyUserData(cdWorld *world, cdBodyId body, void *userData); // of cdBodyDef

// --- Properties that may change at run time: units and ranges as in cdBodyDef. Those whose change can move a
// sleeping body wake it and the bodies that touch it. Invalid values change nothing.

CD_API void cdSetBodyFriction(cdWorld *world, cdBodyId body, double friction);              // wakes
CD_API void cdSetBodyRestitution(cdWorld *world, cdBodyId body, double restitution);        // does not wake
CD_API void cdSetBodyDamping(cdWorld *world, cdBodyId body, double linear, double angular); // does not wake
CD_API void cdSetBodyGravityScale(cdWorld *world, cdBodyId body, double scale);             // wakes
// Sets maxSpeed and maxSpin. Slows the body to them at once. Does not wake.
CD_API void cdSetBodyLimits(cdWorld *world, cdBodyId body, double maxSpeed, double maxSpin);
// Sets the constant force and torque, world frame. Wakes.
CD_API void cdSetBodyForce(cdWorld *world, cdBodyId body, cdVec3 force, cdVec3 torque);
// Sets density, mass and mass properties with the meaning they have in cdBodyDef. Each point of the body
// keeps its velocity. Wakes. @errors false: invalid, or a dynamic body without mass; nothing changes
CD_API bool cdSetBodyMass(cdWorld *world, cdBodyId body, double density, double mass,
                          const cdMassProperties *massProperties);
// Locks these axes and no others. Ends the velocity along them and the spin about them. Wakes.
CD_API void cdSetBodyLocks(cdWorld *world, cdBodyId body, uint32_t translation, uint32_t rotation);
// Sets the frame of the locked axes. Ends the velocity along them and the spin about them. Wakes.
CD_API void cdSetBodyLockFrame(cdWorld *world, cdBodyId body, cdLockFrame frame);
// Changes the kind. A body that becomes fixed, kinematic or driven loses its velocity, script and hand; it
// keeps its joints. One that becomes dynamic starts without velocity, with the mass of its definition or of
// cdSetBodyMass. Wakes.
// @errors false: no body, an unknown kind, or a dynamic body without mass; nothing changes
CD_API bool cdSetBodyKind(cdWorld *world, cdBodyId body, cdBodyKind kind);

// Sets the filter. Wakes. The contacts of pairs that no longer collide end in the next step. Pairs that begin
// to collide while they overlap may pass through each other until they have parted.
CD_API void cdSetBodyFilter(cdWorld *world, cdBodyId body, uint32_t category, uint32_t mask, int32_t group);

// Returns true if the filters of two bodies let them collide and neither is a sensor. Does not call the
// world's callback. Two fixed bodies never collide.
CD_API bool cdCanBodiesCollide(const cdWorld *world, cdBodyId a, cdBodyId b);
// Makes a body a sensor, or no sensor any more. Wakes. Otherwise as cdSetBodyFilter.
CD_API void cdSetBodySensor(cdWorld *world, cdBodyId body, bool sensor);

// --- Forces and impulses. They wake a dynamic body and do nothing to a fixed one.

// Applies a force (mass times length / s^2) at a point, world frame, during the next step. Forces add up.
// They are constant over that step, also about the centroid, and end with it, even if the step ends early.
CD_API void cdApplyForce(cdWorld *world, cdBodyId body, cdVec3 point, cdVec3 force);
// Applies a torque (mass times length^2 / s^2), world frame, during the next step. Torques add up likewise.
CD_API void cdApplyTorque(cdWorld *world, cdBodyId body, cdVec3 torque);
// Applies an impulse (mass times length / s) at a point, world frame. Changes the velocities at once.
CD_API void cdApplyImpulse(cdWorld *world, cdBodyId body, cdVec3 point, cdVec3 impulse);
// Applies an angular impulse (mass times length^2 / s), world frame. Changes the spin at once.
CD_API void cdApplyAngularImpulse(cdWorld *world, cdBodyId body, cdVec3 impulse);

// A hand: pulls a point of a body to a target, as a critically damped spring whose force never exceeds
// `maxForce`. At most one per body.
typedef struct cdHand {
    cdVec3 grab;      // point of the body, body's frame
    cdVec3 target;    // world frame
    double frequency; // angular frequency of the spring, radians / s; 0: 30. Also damps the body's spin
    double maxForce;  // mass times length / s^2; 0: 20 times the body's weight at 9.81 length / s^2
} cdHand;

// Puts a hand on a dynamic body, or moves the hand that holds it. Wakes the body.
CD_API void cdHoldBody(cdWorld *world, cdBodyId body, const cdHand *hand);
CD_API void cdReleaseBody(cdWorld *world, cdBodyId body); // removes the hand; the body keeps its velocity

#ifdef __cplusplus
}
#endif
#endif

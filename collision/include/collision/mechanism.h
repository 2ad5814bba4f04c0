// Mechanisms: first contact of all links over whole ranges of joint values.
//
// A mechanism is a tree of links. A joint fixes each link to its parent, or lets it turn about an axis
// (hinge) or move along one (slider). A sweep varies one, two or three joints within ranges; the others keep
// their values. Links are where their joints put them: no pose is interpolated between others.
//
// Guarantees of cdSweepMechanism:
// - CD_FREE: no pair that counts comes within its safety distance anywhere in the box of joint values. With a
//   safety distance of 0: its surfaces share no point.
// - Otherwise `boxes` lists parts of the box of joint values, each for a pair of meshes. They contain every
//   contact. A box is certain if the pair is in contact at its values `at`, within `tolerance`.
// - The boxes of a pair that only one varying joint moves begin and end where the distance is its safety
//   distance, within 16 times `tolerance`. Gaps narrower than the resolution are part of a box.
// - With two or three varying joints between the meshes no box is larger than needed by more than the
//   resolution, as far as the bounds on the motion allow.
//
// Pairs that count: meshes of two links, unless the pair of links is ignored or only fixed joints are between
// them. A link has no contact with itself. Contacts are those of surfaces: a mesh that is wholly inside
// another one does not touch it.
//
// Each query is a pure function of its input: no globals, reentrant. Units: lengths in the mesh's unit,
// angles in radians. Right-handed. Values of sliders are lengths along the axis.
#ifndef COLLISION_MECHANISM_H
#define COLLISION_MECHANISM_H

#include "collision/query.h"
#include "collision/slide.h"
#include "collision/tasks.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { CD_SWEEP_JOINT_MAX = 3 }; // joints that vary together, at most

// Kinds of joints of a mechanism.
typedef enum cdLinkJoint {
    CD_LINK_FIXED = 0, // no motion; its value is ignored
    CD_LINK_HINGE,     // rotation about the axis; any number of turns
    CD_LINK_SLIDER     // translation along the axis
} cdLinkJoint;

// A rigid link, and the joint to its parent.
typedef struct cdLink {
    int32_t parent;    // a lower index; -1: the world
    cdLinkJoint joint; // kind of the joint to the parent
    // The joint's frame in the parent's frame. The link's frame is there at the value 0.
    cdPose frame;
    cdVec3 axis;                // direction of the joint, joint frame, any length above 0; unused if fixed
    const cdSlideShape *shapes; // shapes[shapeCount]: meshes, with poses in the link's frame
    int32_t shapeCount;         // 0 or more
} cdLink;

// Two links.
typedef struct cdLinkPair {
    int32_t a, b; // indices, in any order
} cdLinkPair;

// A safety distance of two links.
typedef struct cdLinkDistance {
    int32_t a, b;          // indices, in any order
    double safetyDistance; // distance that counts as contact, length; 0: none
} cdLinkDistance;

// A tree of links.
typedef struct cdMechanism {
    const cdLink *links;       // links[linkCount]
    int32_t linkCount;         // 1 or more
    const cdLinkPair *ignored; // ignored[ignoredCount]: links that may touch
    int32_t ignoredCount;      // 0 or more
    // distances[distanceCount], each pair once: instead of the safety distance of the query. NULL: that of
    // the query for all pairs.
    const cdLinkDistance *distances;
    int32_t distanceCount; // 0 or more
} cdMechanism;

// Computes the poses of all links. `values`: values[linkCount], of the joint of each link; NULL: all 0.
// `poses`: poses[linkCount], filled, in the world frame.
// @errors false: an invalid mechanism, or values that are not finite
CD_API bool cdGetLinkPoses(const cdMechanism *mechanism, const double *values, cdPose *poses);

// A joint that varies.
typedef struct cdSweepJoint {
    int32_t link;    // the joint is that of this link and its parent
    double from, to; // range of its value, from < to; radians or length
} cdSweepJoint;

// A part of the box of joint values, for a pair of meshes.
typedef struct cdSweepBox {
    double from[CD_SWEEP_JOINT_MAX], to[CD_SWEEP_JOINT_MAX]; // ranges of the joints of the sweep, in order
    double at[CD_SWEEP_JOINT_MAX];                           // certain: joint values with a contact
    int32_t linkA, linkB;                                    // links, linkA > linkB
    int32_t shapeA, shapeB;                                  // indices of their meshes
    bool certain;                                            // true if it contains a contact for certain
} cdSweepBox;

// A box of joint values of a mechanism.
typedef struct cdSweepInput {
    const cdMechanism *mechanism; // read during the call only
    const double *values;         // values[linkCount] of the other joints; NULL: all 0
    const cdSweepJoint *joints;   // joints[jointCount]: those that vary, each once
    int32_t jointCount;           // 1 to 3
    // Smallest size of a box, as a fraction of the joint's range. Range [2^-24, 1]. 0: 2^-12, for two joints
    // between a pair 2^-8, for three 2^-6.
    double resolution;
    double safetyDistance; // of pairs without one of their own (cdMechanism.distances), length; 0: none
    cdBudget budget;       // limit on the work of the whole call; zeroed: none
    cdSweepBox *boxes;     // boxes[boxCapacity], optional: receives the boxes; NULL: none
    int32_t boxCapacity;   // room in `boxes`
    // The caller's task system; NULL: in the calling thread. The result has the same bits with any number of
    // workers. Any worker may call the hooks of base.h and the interrupt of the budget.
    const cdTasks *tasks;
} cdSweepInput;

// Result of cdSweepMechanism.
typedef struct cdSweep {
    // CD_FREE; CD_CONTACT: a box is certain; CD_UNDECIDED: no box is certain, but some could not be decided
    // at the resolution, or a limit was reached, or the input is invalid.
    cdState state;
    cdReason reason;       // if a limit was reached, or the input is invalid
    int32_t pairCount;     // pairs of meshes that count
    int32_t freePairCount; // those proven free
    int32_t boxCount;      // boxes written to `boxes`
    int32_t neededBoxes;   // enough room for all of them
    bool truncated;        // more boxes than boxCapacity: `boxes` does not contain every contact
    double undecidedShare; // sum of the undecided boxes' sizes as fractions of the whole box, at most 1
    double tolerance;      // length: elements within this distance, plus the safety distance, touch
    int64_t searchCount;   // searches along one joint
    int64_t cellCount;     // parts of the box that were tested
    cdQueryStats stats;    // work of the query
} cdSweep;

// Finds all contacts of a mechanism within a box of joint values. Each pair of meshes is swept by itself; a
// joint that does not move the one relative to the other is not subdivided for it.
// @errors CD_UNDECIDED: CD_REASON_INPUT for an invalid mechanism, no joints, more than three, one that is
// fixed or named twice, a range that is empty, or a resolution out of range; CD_REASON_NOT_FINITE,
// CD_REASON_WORKSPACE as in cdFindFirstContact. If the budget ends the search the boxes still contain every
// contact.
CD_API cdSweep cdSweepMechanism(const cdSweepInput *input, cdWorkspace *workspace);

// Search for the minimum distance of a mechanism within a box of joint values.
typedef struct cdMechanismClearanceInput {
    // The mechanism, the values, the joints, the budget and the tasks; the boxes and all safety distances are
    // unused.
    // `resolution` 0: 2^-12, for two joints between a pair 2^-10, for three 2^-7.
    cdSweepInput sweep;
    // Largest difference of the bounds, length, unless the resolution is reached before. 0: 1e-6 of the
    // radius of the largest mesh, with two or three joints 1e-3 of it. Raised to 16 tolerances of the
    // searches.
    double precision;
} cdMechanismClearanceInput;

// Result of cdFindMechanismClearance.
typedef struct cdMechanismClearance {
    // CD_FREE: no pair touches anywhere in the box. CD_CONTACT: a pair touches; the rest is not searched.
    // CD_UNDECIDED: the minimum may be 0 at the resolution, or a limit was reached, or the input is invalid.
    cdState state;
    cdReason reason;     // if a limit was reached, or the input is invalid
    double lower, upper; // certified bounds of the minimum distance, length; infinity if no pair counts
    double at[CD_SWEEP_JOINT_MAX]; // values of the joints at which the distance is at most `upper`
    int32_t linkA, linkB;          // the pair there; -1: no pair counts
    int32_t shapeA, shapeB;        // indices of its meshes
    // The nearest points of the pair there, world frame, and their features.
    cdVec3 pointA, pointB;
    cdFeature featureA, featureB; // with the file's numbers
    int64_t searchCount;          // searches along one joint
    int64_t distanceCount;        // distances computed
    cdQueryStats stats;           // work of the query
} cdMechanismClearance;

// Finds the minimum distance of all pairs of a mechanism within a box of joint values.
// @errors CD_UNDECIDED with lower 0, as in cdSweepMechanism; CD_REASON_INPUT also for a negative precision
CD_API cdMechanismClearance cdFindMechanismClearance(const cdMechanismClearanceInput *input,
                                                     cdWorkspace *workspace);

#ifdef __cplusplus
}
#endif
#endif

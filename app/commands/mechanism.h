// Mechanisms of files, for `sweep`.
//
// A scene whose joints form a tree is a mechanism: each object is a link. Fixed objects, and objects that no
// joint connects to one, are fixed to the world. The value of a joint is its position in the scene
// (collision/joint.h): 0 at the poses of the file. It grows as the link farther from the world turns or moves
// along the axis, as seen from the other one, or the reverse if that link is `b`. Robots in URDF are read as
// scenes (urdf.h).
#ifndef APP_MECHANISM_H
#define APP_MECHANISM_H

#include "collision/mechanism.h"
#include "commands/command.h"
#include "stage/mesh_source.h"

// A link of a mechanism, and the joint to its parent.
typedef struct MechanismLink {
    const char *name;    // of the object
    const char *joint;   // of the joint; that of the link if it has none
    double lower, upper; // range of the joint; infinite where it has no limit
} MechanismLink;

// A mesh with an allowance.
typedef struct InsetMesh InsetMesh;

// Zeroed: empty.
typedef struct Mechanism {
    cdMechanism def;      // @lifetime with the arrays below
    cdLink *links;        // links[def.linkCount]
    cdSlideShape *shapes; // of all links
    cdLinkPair *ignored;  // ignored[def.ignoredCount]
    int32_t shapeCount;
    cdLinkDistance *distances; // distances[def.distanceCount]
    double safetyDistance;     // of pairs without one of their own, length
    double allowance;          // likewise; their meshes have it
    InsetMesh *insets;         // insets[insetCount]
    int32_t insetCount;
    MechanismLink *names; // names[def.linkCount]
    bool *isEmpty;        // isEmpty[objectCount]: objects without meshes; NULL: none
    int32_t *places;      // places[def.linkCount]: the link of each object; -1: none yet
    SceneData data;
    SceneMeshes meshes;
} Mechanism;

// Options about pairs of links.
typedef struct MechanismOptions {
    const OptionList *touching;               // "A,B": links that may touch
    const OptionList *distances, *allowances; // "LENGTH", or "A,B=LENGTH" for one pair
} MechanismOptions;

// Reads a scene by its name, a scene file or a file *.urdf. Options override the pairs of the file.
// @errors false with a message; the caller destroys the mechanism in any case
bool ReadMechanism(const char *name, const MechanismOptions *options, Mechanism *mechanism, char *message,
                   size_t messageSize);
void DestroyMechanism(Mechanism *mechanism);

// Returns the link that the joint of this name moves. @errors -1: there is no such joint
int32_t FindMechanismJoint(const Mechanism *mechanism, const char *name, size_t length);

// Writes the names of all joints, separated by commas.
void ListMechanismJoints(const Mechanism *mechanism, char *list, size_t size);

// True if a value is within the range of a joint, up to the rounding of degrees.
bool IsInJointRange(const MechanismLink *joint, double value);

#endif

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
#include "stage/mesh_source.h"

// A link of a mechanism, and the joint to its parent.
typedef struct MechanismLink {
    const char *name;    // of the object
    const char *joint;   // of the joint; that of the link if it has none
    double lower, upper; // range of the joint; infinite where it has no limit
} MechanismLink;

// Zeroed: empty.
typedef struct Mechanism {
    cdMechanism def;      // @lifetime with the arrays below
    cdLink *links;        // links[def.linkCount]
    cdSlideShape *shapes; // of all links
    cdLinkPair *ignored;  // ignored[def.ignoredCount]
    MechanismLink *names; // names[def.linkCount]
    bool *isEmpty;        // isEmpty[objectCount]: objects without meshes; NULL: none
    int32_t *places;      // places[def.linkCount]: the link of each object; -1: none yet
    SceneData data;
    SceneMeshes meshes;
} Mechanism;

// Reads a scene by its name, a scene file or a file *.urdf. `touching`: touching[touchingCount], pairs of
// links "A,B" that may touch.
// @errors false with a message; the caller destroys the mechanism in any case
bool ReadMechanism(const char *name, const char *const *touching, int touchingCount, Mechanism *mechanism,
                   char *message, size_t messageSize);
void DestroyMechanism(Mechanism *mechanism);

// Returns the link that the joint of this name moves. @errors -1: there is no such joint
int32_t FindMechanismJoint(const Mechanism *mechanism, const char *name, size_t length);

// Writes the names of all joints, separated by commas.
void ListMechanismJoints(const Mechanism *mechanism, char *list, size_t size);

// True if a value is within the range of a joint, up to the rounding of degrees.
bool IsInJointRange(const MechanismLink *joint, double value);

#endif

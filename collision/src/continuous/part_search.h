// Search of two meshes that do not move on one screw relative to one another, part by part.
#ifndef CD_PART_SEARCH_H
#define CD_PART_SEARCH_H

#include "continuous/first_contact.h"

typedef struct cdPosePair {
    cdPose a, b;
} cdPosePair;

// How two meshes move in a step. Each function receives `context`.
typedef struct cdRelativeMotion {
    const void *context;
    // Returns the poses at a fraction of the step: in the world, or in a frame of the motion's choice, in
    // which offsets that both share are small.
    cdPosePair (*place)(const void *context, double s, bool inWorld);
    // Returns the largest time up to which a part that begins at `from` may reach.
    double (*getLimit)(const void *context, double from);
    // Returns a bound on how far any point of A leaves the screw between the relative poses at both ends of
    // [from, from + width], as seen from B. Rounding is not included.
    double (*boundDeviation)(const void *context, double from, double width);
    double speed;    // bound on the speed of a point of A as seen from B
    double rounding; // of a relative pose, length
    // Length that a contact's tolerance may exceed that of rounding by.
    double tolerance;
} cdRelativeMotion;

// cdFindFirstContactBy for such a motion. The input has the poses at both ends of the step. A slice ends
// after a part. Lists of near leaves are not used.
cdFirstContact cdSearchParts(const cdFirstContactInput *input, const cdRelativeMotion *motion,
                             const cdPairSearch *how, cdPairCache *cache, cdWorkspace *workspace,
                             cdTrace *trace);

#endif

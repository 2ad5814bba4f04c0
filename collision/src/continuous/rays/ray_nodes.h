// A ray against two sibling nodes at once: the boxes of their volumes, and their spheres.
//
// Method: slabs [Kay and Kajiya 1986, "Ray tracing complex scenes", SIGGRAPH], about the boxes' own axes. A
// node that is skipped is missed; one that is kept need not be hit. Rounding displaces the compared terms by
// a few units of the size of the ray's neighbourhood, so all half lengths are enlarged by a slack of 64. A
// direction that lies in a slab up to 2^-50 never leaves it within that size, so it is treated as having that
// small slope.
#ifndef CD_RAY_NODES_H
#define CD_RAY_NODES_H

#include "mesh/tree/twin_lanes.h"

// All values are the same in both lanes.
typedef struct cdNodeRay {
    cdLanes3 from, direction;
    cdLanes slack;
} cdNodeRay;

// Sets up a ray. `from`: origin of the parameters, frame of the mesh's nodes. `direction`: length between 1/2
// and 2.
static inline cdNodeRay cdMakeNodeRay(cdVec3 from, cdVec3 direction, double slack) {
    return (cdNodeRay){cdSpreadLanes3(from), cdSpreadLanes3(direction), cdSpreadLanes(slack)};
}

static inline void cdCutBySlab(cdLanes height, cdLanes slope, cdLanes half, cdLanes *lo, cdLanes *hi) {
    cdLanes share = cdDivLanes(cdSpreadLanes(1.0), cdMaxLanes(cdAbsLanes(slope), cdSpreadLanes(0x1p-50)));
    cdLanes middle = cdMulLanes(cdMulLanes(height, share), cdMulLanes(slope, share));
    cdLanes reach = cdMulLanes(half, share);
    *lo = cdMaxLanes(*lo, cdSubLanes(middle, reach));
    *hi = cdMinLanes(*hi, cdAddLanes(middle, reach));
}

// Returns the lanes of twins in which the ray may pass the node within the parameters [first, last], bit k
// for lane k. enters[k]: lower bound on the parameter.
static inline int cdFindTwinsOnRay(const cdNodeRay *ray, const cdSphereTree *tree, int32_t twins,
                                   double first, double last, double enters[2]) {
    cdTwinLanes box = cdLoadTwinLanes(tree, twins);
    cdLanes3 to = cdSubLanes3(box.center, ray->from);
    cdLanes lo = cdSpreadLanes(first), hi = cdSpreadLanes(last);
    for (int i = 0; i < 3; i++)
        cdCutBySlab(cdDotLanes3(box.axes[i], to), cdDotLanes3(box.axes[i], ray->direction),
                    cdAddLanes(box.halves[i], ray->slack), &lo, &hi);
    cdStoreLanes(enters, lo);
    return 3 & ~cdLanesAbove(lo, hi);
}

#endif

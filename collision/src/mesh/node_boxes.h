// The boxes of nodes, two pairs at once, and the planes across their sides that part them.
//
// Source: S. Gottschalk, M. C. Lin, D. Manocha, "OBBTree: a hierarchical structure for rapid interference
// detection", SIGGRAPH 1996, section 5; of its 15 directions the six across the sides. The others part few
// pairs more and cost as much again.
#ifndef CD_NODE_BOXES_H
#define CD_NODE_BOXES_H

#include "foundation/lanes.h"
#include "foundation/matrix.h"
#include "foundation/rounding.h"
#include "mesh/mesh_data.h"

// One box a lane.
typedef struct cdBoxLanes {
    cdLanes3 axes[3]; // unit and perpendicular, up to rounding
    cdLanes halves[3];
} cdBoxLanes;

// A moving box as seen from another's centre: straight on, but for what turns about an axis.
typedef struct cdBoxMotion {
    cdLanes3 from, to; // its centre
    cdLanes slack;     // length by which planes have to part the two
    cdLanes3 axis;     // unit: of the turn
    cdLanes turned;    // length by which any point may be elsewhere across that axis
} cdBoxMotion;

// What turning stored axes and multiplying them rounds by, as a cosine.
static const double CD_BOX_COSINE_ERROR = 64.0 * CD_EPSILON;

static inline cdLanes3 cdTurnLanes(const cdMat3 *rotation, cdLanes3 v) {
    return (cdLanes3){cdDotLanes3(cdSpreadLanes3(rotation->rows[0]), v),
                      cdDotLanes3(cdSpreadLanes3(rotation->rows[1]), v),
                      cdDotLanes3(cdSpreadLanes3(rotation->rows[2]), v)};
}

// Boxes of a node and its sibling, or of the node twice.
static inline cdBoxLanes cdLoadBoxLanes(const cdSphereTree *tree, int32_t node, bool siblings) {
    const cdTwinVolumes *t = &tree->twins[(node + 1) / 2];
    const cdTwinSides *s = &tree->sides[(node + 1) / 2];
    int k = (node + 1) % 2;
    cdBoxLanes box;
    if (siblings) {
        box.axes[0] = cdLoadLanes3(t->normalX, t->normalY, t->normalZ);
        box.axes[1] = cdLoadLanes3(s->alongX, s->alongY, s->alongZ);
        box.halves[0] = cdLoadLanes(t->halfHeight);
        box.halves[1] = cdLoadLanes(s->halfLength);
        box.halves[2] = cdLoadLanes(s->halfWidth);
    } else {
        box.axes[0] = cdSpreadLanes3((cdVec3){t->normalX[k], t->normalY[k], t->normalZ[k]});
        box.axes[1] = cdSpreadLanes3((cdVec3){s->alongX[k], s->alongY[k], s->alongZ[k]});
        box.halves[0] = cdSpreadLanes(t->halfHeight[k]);
        box.halves[1] = cdSpreadLanes(s->halfLength[k]);
        box.halves[2] = cdSpreadLanes(s->halfWidth[k]);
    }
    box.axes[2] = cdCrossLanes3(box.axes[0], box.axes[1]);
    return box;
}

static inline cdBoxLanes cdTurnBoxLanes(const cdMat3 *rotation, cdBoxLanes box) {
    for (int i = 0; i < 3; i++)
        box.axes[i] = cdTurnLanes(rotation, box.axes[i]);
    return box;
}

// Half the lengths of both boxes' shadows on each of the six axes, first a's, together.
static inline void cdFindBoxExtents(const cdBoxLanes *a, const cdBoxLanes *b, cdLanes extents[6]) {
    for (int i = 0; i < 3; i++)
        extents[i] = a->halves[i], extents[3 + i] = b->halves[i];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            cdLanes cosine = cdAddLanes(cdAbsLanes(cdDotLanes3(a->axes[i], b->axes[k])),
                                        cdSpreadLanes(CD_BOX_COSINE_ERROR));
            extents[i] = cdAddLanes(extents[i], cdMulLanes(b->halves[k], cosine));
            extents[3 + k] = cdAddLanes(extents[3 + k], cdMulLanes(a->halves[i], cosine));
        }
}

// Bound on the sine of the angle between unit vectors.
static inline cdLanes cdBoundSine(cdLanes3 a, cdLanes3 b) {
    cdLanes cosine = cdDotLanes3(a, b);
    cdLanes square = cdSubLanes(cdSpreadLanes(1.0 + CD_BOX_COSINE_ERROR), cdMulLanes(cosine, cosine));
    return cdSqrtLanes(cdMaxLanes(square, cdSpreadLanes(0.0)));
}

// Lanes in which a plane across a side of either box parts the two all the way. `a`: as it lies at `from`.
static inline int cdFindPartedBoxes(const cdBoxLanes *a, const cdBoxLanes *b, const cdBoxMotion *motion) {
    cdLanes extents[6], none = cdSpreadLanes(0.0);
    int parted = 0;
    cdFindBoxExtents(a, b, extents);
    for (int i = 0; i < 6 && parted != 3; i++) {
        cdLanes3 normal = i < 3 ? a->axes[i] : b->axes[i - 3];
        cdLanes from = cdDotLanes3(normal, motion->from), to = cdDotLanes3(normal, motion->to);
        cdLanes turned = cdMulLanes(motion->turned, cdBoundSine(normal, motion->axis));
        cdLanes needed = cdAddLanes(cdAddLanes(extents[i], motion->slack), turned);
        parted |= cdLanesAbove(cdMulLanes(from, to), none) &
                  cdLanesAbove(cdMinLanes(cdAbsLanes(from), cdAbsLanes(to)), needed);
    }
    return parted;
}

#endif

// The boxes of two siblings side by side, in doubles.
#ifndef CD_TWIN_LANES_H
#define CD_TWIN_LANES_H

#include "foundation/numbers/lanes.h"
#include "mesh/mesh_data.h"

// The axes are those of cdNodeVolume: normal, along, and across both. They are unit and perpendicular up to
// the rounding of floats; between the halves along each of them lies the whole node.
typedef struct cdTwinLanes {
    cdLanes3 center, axes[3];
    cdLanes radius, halves[3];
} cdTwinLanes;

static inline cdLanes cdJoinRestLanes(const float whole[2], const int16_t rest[2], cdLanes quantum) {
    return cdAddLanes(cdLoadLanesOfFloats(whole), cdMulLanes(quantum, cdLoadLanesOfShorts(rest)));
}

static inline cdLanes3 cdJoinRestLanes3(const float whole[3][2], const int16_t rest[3][2], double quantum) {
    cdLanes q = cdSpreadLanes(quantum);
    return (cdLanes3){cdJoinRestLanes(whole[0], rest[0], q), cdJoinRestLanes(whole[1], rest[1], q),
                      cdJoinRestLanes(whole[2], rest[2], q)};
}

static inline cdTwinLanes cdLoadTwinLanes(const cdSphereTree *tree, int32_t twins) {
    const cdTwinVolumes *t = &tree->twins[twins];
    const cdTwinDetails *d = &tree->details[twins];
    cdLanes unit = cdSpreadLanes(tree->unit);
    cdLanes3 center = cdJoinRestLanes3(t->center, d->centerRest, CD_CENTER_QUANTUM);
    cdLanes3 normal = cdJoinRestLanes3(t->normal, d->normalRest, CD_NORMAL_QUANTUM);
    cdLanes3 along = {cdLoadLanesOfFloats(d->along[0]), cdLoadLanesOfFloats(d->along[1]),
                      cdLoadLanesOfFloats(d->along[2])};
    return (cdTwinLanes){
        .center = {cdMulLanes(unit, center.x), cdMulLanes(unit, center.y), cdMulLanes(unit, center.z)},
        .axes = {normal, along, cdCrossLanes3(normal, along)},
        .radius = cdMulLanes(unit, cdLoadLanesOfFloats(t->radius)),
        .halves = {cdMulLanes(unit, cdLoadLanesOfFloats(t->halfHeight)),
                   cdMulLanes(unit, cdLoadLanesOfFloats(d->halfLength)),
                   cdMulLanes(unit, cdLoadLanesOfFloats(d->halfWidth))}};
}

#endif

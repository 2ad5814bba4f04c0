// Classifies a point against a solid: down the index from the root to a leaf [V90 2.4].
//
// (1) A point outside the box extent is outside; inside, a grid gives the entry (index_grid.h). (2) Each node
// decides the side of its plane, or on it within the tolerance of the index; far from the planes, blocks
// decide the same two nodes at a time (index_blocks.h). At a leaf below an `on`, the distance to the named
// feature is less than the square root of three times this tolerance, which is a tenth of the solid's.
#include "foundation/report/recording.h"
#include "solid/index/index_blocks.h"
#include "solid/index/index_grid.h"

static cdVec3 toIndex(const cdSolid *solid, cdVec3 point) {
    return cdSub(point, solid->info.center);
}

// False for NaN.
static bool isInExtent(const cdSolid *solid, cdVec3 point) {
    cdVec3 lower = solid->info.bounds.lower, upper = solid->info.bounds.upper;
    double e = solid->info.tolerance;
    return point.x >= lower.x - e && point.x <= upper.x + e && point.y >= lower.y - e &&
           point.y <= upper.y + e && point.z >= lower.z - e && point.z <= upper.z + e;
}

static cdLocation locate(const cdSolid *solid, cdVec3 point) {
    const cdLocation undecided = {CD_LOCATION_UNDECIDED, -1}, outside = {CD_OUTSIDE, -1};
    if (!isInExtent(solid, point)) return isfinite(point.x + point.y + point.z) ? outside : undecided;
    cdVec3 x = toIndex(solid, point);
    return cdGetLeafLocation(cdFindLeaf(solid, cdGetGridEntry(solid, x), x));
}

int32_t cdListIndexPath(const cdSolid *solid, cdVec3 point, int32_t *nodes, int8_t *sides, int32_t capacity) {
    if (!isfinite(point.x + point.y + point.z)) return 0;
    cdVec3 x = toIndex(solid, point);
    int32_t count = 0;
    for (int32_t node = 0; node >= 0; count++) {
        const cdIndexNode *at = &solid->nodes[node];
        int side = cdGetSide(at, x, solid->pointTolerance);
        if (count < capacity) {
            nodes[count] = node;
            sides[count] = (int8_t)side;
        }
        node = side > 0 ? at->above : side < 0 ? at->below : at->on;
    }
    return count;
}

static void traceNode(cdTrace *trace, const cdSolid *solid, int32_t node, cdVec3 x, int side) {
    cdTraceEvent *event = cdAddEvent(trace, CD_TRACE_INDEX_NODE);
    if (!event) return;
    event->a = node;
    event->b = side;
    event->c[0] = event->c[1] = cdGetHeight(&solid->nodes[node], x);
}

cdLocation cdClassifySolidPoint(const cdSolid *solid, cdVec3 point, cdTrace *trace) {
    cdLocation location = locate(solid, point);
    if (!trace) return location;
    if (isInExtent(solid, point)) {
        cdVec3 x = toIndex(solid, point);
        for (int32_t node = 0; node >= 0;) {
            const cdIndexNode *at = &solid->nodes[node];
            int side = cdGetSide(at, x, solid->pointTolerance);
            traceNode(trace, solid, node, x, side);
            node = side > 0 ? at->above : side < 0 ? at->below : at->on;
        }
    }
    cdRecordEvent(trace, CD_TRACE_INDEX_LEAF, CD_NO_CONTACT, (int32_t)location.kind, location.index);
    return location;
}

cdLocation cdClassifyPoint(const cdMesh *mesh, cdVec3 point, cdTrace *trace) {
    if (!CD_REQUIRE(mesh != NULL && mesh->solid != NULL)) return (cdLocation){CD_LOCATION_UNDECIDED, -1};
    return cdClassifySolidPoint(mesh->solid, point, trace);
}

cdIndexNode cdGetIndexNode(const cdMesh *mesh, int32_t node) {
    const int32_t leaf = cdMakeLeaf(CD_LOCATION_UNDECIDED, -1);
    const cdIndexNode none = {.below = leaf, .on = CD_NO_NODE, .above = leaf};
    if (!CD_REQUIRE(mesh != NULL && mesh->solid != NULL)) return none;
    if (!CD_REQUIRE(node >= 0 && node < mesh->solid->info.nodeCount)) return none;
    return mesh->solid->nodes[node];
}

cdLocation cdGetLeafLocation(int32_t leaf) {
    if (!CD_REQUIRE(leaf < 0 && leaf != CD_NO_NODE)) return (cdLocation){CD_LOCATION_UNDECIDED, -1};
    return (cdLocation){cdGetLeafKind(leaf), cdGetLeafIndex(leaf)};
}

int32_t cdGetLocationId(const cdMesh *mesh, cdLocation location) {
    bool given = CD_REQUIRE(mesh != NULL && mesh->solid != NULL);
    return given ? cdGetSolidLocationId(mesh->solid, location) : -1;
}

int32_t cdGetSolidLocationId(const cdSolid *solid, cdLocation location) {
    const cdBrep *brep = &solid->brep;
    if (location.index < 0) return -1;
    if (location.kind == CD_ON_VERTEX && location.index < brep->vertexCount)
        return brep->vertexIds[location.index];
    if (location.kind == CD_ON_EDGE && location.index < brep->edgeCount) return location.index;
    if (location.kind == CD_ON_FACE && location.index < brep->faceCount)
        return brep->faces[location.index].id;
    return -1;
}

const char *cdGetLocationName(cdLocationKind kind) {
    static const char *const names[] = {"undecided", "outside", "inside", "vertex", "edge", "face"};
    if (!CD_REQUIRE((unsigned)kind < sizeof names / sizeof names[0])) return "undecided";
    return names[kind];
}

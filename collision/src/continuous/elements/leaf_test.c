// The triangles of two leaves, or all: pairs that floats do not separate go to triangle_test.c.
//
// (1) Pairs that the coordinates of the screw separate are left out. (2) Up to 4 x 4 pairs of two leaves are
// tested in floats by planes (triangle_rows.h). (3) Those that remain are tested one by one, without the
// elements that a plane keeps from the other triangle.
#include "continuous/elements/triangle_test.h"
#include "continuous/profiles/axis_profile.h"
#include "continuous/search/near_search.h"
#include "continuous/search/search_trace.h"
#include "foundation/numbers/bits.h"
#include "mesh/tree/sphere_tree.h"

#include <string.h>

// Returns the cells that the coordinates of the screw leave open.
static int findOpenCells(cdSearch *search, const cdLeafEntry *entriesA, const cdLeafEntry *entriesB,
                         int cells) {
    int open = 0;
    for (; cells && cdSpendTest(search); cells &= cells - 1) {
        int cell = cdGetLowestBit(cells);
        int32_t a = entriesA[cell >> 2].triangle, b = entriesB[cell & 3].triangle;
        if (cdAreTrianglesPartedAboutAxis(search, a, b))
            cdRejectTriangles(search, CD_HOW_AXIS, a, b);
        else
            open |= cells & -cells;
    }
    return open;
}

static void rejectCells(cdSearch *search, const cdLeafEntry *entriesA, const cdLeafEntry *entriesB, int cells,
                        cdTraceHow how) {
    if (!search->trace) {
        int count = cdCountBits(cells);
        search->stats.facePairTests += count;
        search->stats.facePairRejects += count;
        return;
    }
    for (; cells; cells &= cells - 1) {
        int cell = cdGetLowestBit(cells);
        cdRejectTriangles(search, how, entriesA[cell >> 2].triangle, entriesB[cell & 3].triangle);
    }
}

static cdVec3 getNormal(const cdMesh *mesh, int32_t triangle, int lane, cdExactNormals *normals) {
    if (!(normals->known & 1 << lane)) normals->lanes[lane] = cdGetTriangleNormal(mesh, triangle);
    normals->known |= 1 << lane;
    return normals->lanes[lane];
}

static void makeMoving(cdSearch *search, cdMovedTriangles *block, int lane, cdMovingTriangle *t) {
    const cdLeafEntry *entry = &search->a->tree.entries[block->firstEntry + lane];
    cdVec3 normal = getNormal(search->a, entry->triangle, lane, &block->exact);
    cdMakeMovingTriangle(search, entry->triangle, entry->elements, normal, t);
}

static void makeFixed(cdSearch *search, cdFixedTriangles *block, int lane, cdFixedTriangle *t) {
    const cdLeafEntry *entry = &search->b->tree.entries[block->firstEntry + lane];
    cdVec3 normal = getNormal(search->b, entry->triangle, lane, &block->exact);
    cdMakeFixedTriangle(search, entry->triangle, entry->elements, normal, t);
}

// True if a pair of triangles has elements to test. `near`: those that no plane keeps from the other
// triangle.
static bool hasElements(const cdSearch *search, const cdLeafEntry *a, const cdLeafEntry *b,
                        cdElementBits near) {
    uint32_t ofA = a->elements & near.a, ofB = b->elements & near.b;
    bool edges = (ofA & CD_ENTRY_EDGES) && (ofB & CD_ENTRY_EDGES);
    return search->lookForOverlap || search->lookForPassing || edges || ((ofA | ofB) & CD_ENTRY_CORNERS);
}

// Tests pairs one by one. `near`: of each cell.
static void testCells(cdSearch *search, cdMovedTriangles *blockA, cdFixedTriangles *blockB, int cells,
                      const cdElementBits near[16]) {
    const cdLeafEntry *entriesA = search->a->tree.entries + blockA->firstEntry,
                      *entriesB = search->b->tree.entries + blockB->firstEntry;
    cdMovingTriangle a;
    int made = -1;
    for (; cells && !search->exhausted; cells &= cells - 1) {
        int cell = cdGetLowestBit(cells);
        if (!hasElements(search, &entriesA[cell >> 2], &entriesB[cell & 3], near[cell])) {
            cdCountTriangles(search, entriesA[cell >> 2].triangle, entriesB[cell & 3].triangle);
            continue;
        }
        if (made != cell >> 2) makeMoving(search, blockA, cell >> 2, &a);
        made = cell >> 2;
        cdFixedTriangle b;
        makeFixed(search, blockB, cell & 3, &b);
        if (search->disabled & CD_DISABLE_SLABS)
            cdTestTriangles(search, &a, &b);
        else
            cdTestElements(search, &a, &b, near[cell]);
    }
}

static void testBlocks(cdSearch *search, cdMovedTriangles *a, cdFixedTriangles *b) {
    const cdLeafEntry *entriesA = search->a->tree.entries + a->firstEntry,
                      *entriesB = search->b->tree.entries + b->firstEntry;
    int cells = ((1 << 4 * a->count) - 1) & ((1 << b->count) - 1) * 0x1111;
    if (cdHasProfiles(search)) cells = findOpenCells(search, entriesA, entriesB, cells);
    if (!cdSpendTests(search, cdCountBits(cells))) return;
    if (search->listed) {
        cdListNearCells(search, a, b, cells);
        return;
    }
    cdTriangleMasks masks;
    if (search->disabled & CD_DISABLE_SLABS) {
        memset(masks.near, CD_ALL_ELEMENTS, sizeof masks.near);
    } else {
        cells = search->tests->testTriangles(&search->part, a, b, cells, &masks);
        if (masks.byPlane) rejectCells(search, entriesA, entriesB, masks.byPlane, CD_HOW_PLANE);
        if (masks.bySide) rejectCells(search, entriesA, entriesB, masks.bySide, CD_HOW_SIDE);
    }
    if (cells) testCells(search, a, b, cells, masks.near);
}

bool cdFailSearch(cdSearch *search) {
    cdStopMeter(search->meter, CD_REASON_WORKSPACE);
    search->exhausted = true;
    return false;
}

// Places the triangles of both leaves. False: no memory.
static bool placeTriangles(cdSearch *search, const cdNodePair *leaves) {
    cdMovedTriangles **a = &leaves->a->triangles[leaves->laneA];
    cdFixedTriangles **b = &leaves->b->triangles[leaves->laneB];
    if (*a == NULL) {
        const cdNodeLinks *links = &search->a->tree.links[leaves->a->at.nodes[leaves->laneA]];
        *a = cdPlaceMovedTriangles(search, links->firstEntry, links->entryCount);
    }
    if (*b == NULL) {
        const cdNodeLinks *links = &search->b->tree.links[leaves->b->at.nodes[leaves->laneB]];
        *b = cdPlaceFixedTriangles(search, links->firstEntry, links->entryCount);
    }
    return (*a != NULL && *b != NULL) || cdFailSearch(search);
}

void cdTestLeaves(cdSearch *search, const cdNodePair *leaves) {
    if (!placeTriangles(search, leaves)) return;
    if (search->record) cdRecordLeaves(search, leaves);
    cdMovedTriangles *a = leaves->a->triangles[leaves->laneA];
    for (; a != NULL; a = a->next) {
        cdFixedTriangles *b = leaves->b->triangles[leaves->laneB];
        for (; b != NULL && !search->exhausted; b = b->next)
            testBlocks(search, a, b);
    }
}

void cdTestAllElements(cdSearch *search) {
    for (int32_t i = 0; i < search->a->triangleCount && !search->exhausted; i++) {
        cdMovingTriangle a;
        cdMakeMovingTriangle(search, i, search->a->ownedElements[i] | CD_ENTRY_FACE,
                             cdGetTriangleNormal(search->a, i), &a);
        for (int32_t k = 0; k < search->b->triangleCount && cdSpendTest(search); k++) {
            cdFixedTriangle b;
            cdMakeFixedTriangle(search, k, search->b->ownedElements[k] | CD_ENTRY_FACE,
                                cdGetTriangleNormal(search->b, k), &b);
            cdTestTriangles(search, &a, &b);
        }
    }
}

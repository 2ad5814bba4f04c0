// The triangles of leaves in the frame of a span; see placed_triangles.h.
#include "continuous/search/span_lanes.h"

#include <string.h>

static int32_t countTriangles(int32_t entryCount) {
    return entryCount < CD_LEAF_TRIANGLES ? entryCount : CD_LEAF_TRIANGLES;
}

static void storeCorner(float v[3][4], int lane, cdVec3 x, double scale) {
    v[0][lane] = (float)(x.x * scale);
    v[1][lane] = (float)(x.y * scale);
    v[2][lane] = (float)(x.z * scale);
}

// --- B's

static void placeFixed(const cdSearch *search, cdFixedTriangles *out) {
    const cdMesh *mesh = search->b;
    for (int lane = 0; lane < 4; lane++) {
        int32_t entry = out->firstEntry + (lane < out->count ? lane : out->count - 1);
        const int32_t *corners = mesh->triangles + 3 * (size_t)mesh->tree.entries[entry].triangle;
        for (int k = 0; k < 3; k++)
            storeCorner(out->corners[k], lane, mesh->vertices[corners[k]], search->span.frame.scale);
    }
    cdFloats3 v[3] = {cdLoadFloats3(out->corners[0]), cdLoadFloats3(out->corners[1]),
                      cdLoadFloats3(out->corners[2])};
    cdFloats3 normal = cdFindTripleNormal(v);
    cdStoreFloats3(out->normal, normal);
    cdStoreFloats(out->lower, cdFindLowestHeight(v, normal));
    cdStoreFloats(out->upper, cdFindHighestHeight(v, normal));
    for (int k = 0; k < 3; k++) {
        cdFloats3 side = cdShortenToUnit(cdCrossFloats3(cdGetTripleEdge(v, k), normal));
        cdStoreFloats3(out->sides[k], side);
        cdStoreFloats(out->tops[k], cdFindHighestHeight(v, side));
    }
}

cdFixedTriangles *cdPlaceFixedTriangles(cdSearch *search, int32_t firstEntry, int32_t entryCount) {
    cdSearchMemory *memory = &search->memory;
    cdFixedTriangles *out = cdTakeItem(memory->fixedTriangles, search->memory.places->generation);
    if (out == NULL) return NULL;
    out->firstEntry = firstEntry;
    out->count = countTriangles(entryCount);
    out->next = NULL;
    out->exact.known = 0;
    placeFixed(search, out);
    if (entryCount == out->count) return out;
    out->next = cdPlaceFixedTriangles(search, firstEntry + out->count, entryCount - out->count);
    return out->next != NULL ? out : NULL;
}

// --- A's

// Returns corner k of the triangles in A's frame.
static cdFloats3 loadCorners(const cdSearch *search, const cdMovedTriangles *out, int k) {
    const cdMesh *mesh = search->a;
    float v[3][4];
    for (int lane = 0; lane < 4; lane++) {
        int32_t entry = out->firstEntry + (lane < out->count ? lane : out->count - 1);
        const int32_t *corners = mesh->triangles + 3 * (size_t)mesh->tree.entries[entry].triangle;
        storeCorner(v, lane, mesh->vertices[corners[k]], search->span.frame.scale);
    }
    return cdLoadFloats3(v);
}

// Sets how far the corners, given in A's frame, move, and with them the heights along the directions.
static void placeSteps(cdSpanFrame *frame, const cdFloats3 corners[3], cdMovedTriangles *out) {
    cdFloats3 steps[3];
    cdFloats bulge = cdSpreadFloat(0.0f), none = bulge;
    for (int k = 0; k < 3; k++) {
        cdFloats3 to = cdAddFloats3(cdTurnFloats3(frame->rows1, corners[k]), cdSpreadTriple(frame->to));
        steps[k] = cdSubFloats3(to, cdLoadFloats3(out->corners[k]));
        cdStoreFloats3(out->steps[k], steps[k]);
        bulge = cdMaxFloats(bulge, cdBoundBulges(frame, cdTurnFloats3(frame->rows0, corners[k])));
    }
    cdStoreFloats(out->bulge, bulge);
    cdFloats3 normal = cdLoadFloats3(out->normal);
    cdStoreFloats(out->lowerStep, cdMinFloats(cdFindLowestHeight(steps, normal), none));
    cdStoreFloats(out->upperStep, cdMaxFloats(cdFindHighestHeight(steps, normal), none));
    for (int k = 0; k < 3; k++) {
        cdFloats lowest = cdFindLowestHeight(steps, cdLoadFloats3(out->sides[k]));
        cdStoreFloats(out->bottomSteps[k], cdMinFloats(lowest, none));
    }
}

static void clearSteps(cdMovedTriangles *out) {
    memset(out->steps, 0, sizeof out->steps);
    memset(out->bulge, 0, sizeof out->bulge);
    memset(out->lowerStep, 0, sizeof out->lowerStep);
    memset(out->upperStep, 0, sizeof out->upperStep);
    memset(out->bottomSteps, 0, sizeof out->bottomSteps);
}

static void placeMoved(const cdSearch *search, cdMovedTriangles *out) {
    cdSpanFrame frame = search->span.frame;
    cdFloats3 corners[3], v[3];
    for (int k = 0; k < 3; k++) {
        corners[k] = loadCorners(search, out, k);
        v[k] = cdAddFloats3(cdTurnFloats3(frame.rows0, corners[k]), cdSpreadTriple(frame.from));
        cdStoreFloats3(out->corners[k], v[k]);
    }
    cdFloats3 normal = cdFindTripleNormal(v);
    cdStoreFloats3(out->normal, normal);
    cdStoreFloats(out->lower, cdFindLowestHeight(v, normal));
    cdStoreFloats(out->upper, cdFindHighestHeight(v, normal));
    for (int k = 0; k < 3; k++) {
        cdFloats3 side = cdShortenToUnit(cdCrossFloats3(normal, cdGetTripleEdge(v, k)));
        cdStoreFloats3(out->sides[k], side);
        cdStoreFloats(out->bottoms[k], cdFindLowestHeight(v, side));
    }
    if (search->span.tau0 < search->span.tau1)
        placeSteps(&frame, corners, out);
    else
        clearSteps(out); // tests at one pose, lists
}

cdMovedTriangles *cdPlaceMovedTriangles(cdSearch *search, int32_t firstEntry, int32_t entryCount) {
    cdSearchMemory *memory = &search->memory;
    cdMovedTriangles *out = cdTakeItem(memory->movedTriangles, *memory->generation);
    if (out == NULL) return NULL;
    out->firstEntry = firstEntry;
    out->count = countTriangles(entryCount);
    out->next = NULL;
    out->exact.known = 0;
    placeMoved(search, out);
    if (entryCount == out->count) return out;
    out->next = cdPlaceMovedTriangles(search, firstEntry + out->count, entryCount - out->count);
    return out->next != NULL ? out : NULL;
}

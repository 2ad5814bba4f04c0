// Triangles that pass through each other while a motion leaves a touch; see passing.h.
//
// The path is so short that points move linearly. Two triangles pass if (1) they cover each other by more
// than rounding, seen along the path: others only brush past; and (2) they share no point at the start, but
// exact tests of their elements find a contact on the path. (3) If any triangles share a point at the start,
// surfaces may overlap by a touch. A closed mesh then has an outside, and what moves outwards does not pass.
#include "continuous/elements/passing.h"
#include "collision/query.h"
#include "mesh/shapes/triangle_overlap.h"

// Rounding of a coordinate, in tolerances: 16 rounding units of the size.
static const double coordinateRounding = 1.0 / 64.0;

// Two triangles at the start, and A's mean path from there.
typedef struct Passing {
    const cdMovingTriangle *a;
    const cdFixedTriangle *b;
    cdVec3 corners[3];  // of A
    cdVec3 path, along; // of A; its direction
    double rounding;    // of a coordinate
} Passing;

// --- (1)

// True if no direction across the path separates the triangles by more than rounding.
static bool coverEachOther(const Passing *pass) {
    const cdVec3 *a = pass->corners, *b = pass->b->v;
    for (int k = 0; k < 3; k++) {
        cdVec3 sideA = cdCross(cdSub(a[(k + 1) % 3], a[k]), pass->along);
        cdVec3 sideB = cdCross(cdSub(b[(k + 1) % 3], b[k]), pass->along);
        if (cdGetExtentOverlap(a, b, sideA) <= pass->rounding ||
            cdGetExtentOverlap(a, b, sideB) <= pass->rounding)
            return false;
    }
    return true;
}

// --- (2)

// Returns the first contact of two elements before `until`; exact for points that move linearly.
static cdElementContact findLinearContact(const cdScrew *screw, const cdElementPair *pair, double until) {
    cdLinearInput input = {.kind = pair->movingCount == 2 ? CD_EDGE_EDGE : CD_VERTEX_FACE};
    int moving = pair->movingCount == 3 ? 1 : 0, fixed = moving ? 0 : pair->movingCount;
    for (int i = 0; i < pair->movingCount; i++) {
        input.start[moving + i] = pair->moving[i].x;
        input.end[moving + i] = cdPlaceMovingPoint(screw, &pair->moving[i], until);
    }
    for (int i = 0; i < pair->fixedCount; i++)
        input.start[fixed + i] = input.end[fixed + i] = pair->fixed[i];
    cdLinearContact found = cdFindLinearContact(&input);
    return (cdElementContact){found.state, until * found.t.lo};
}

// --- (3)

// Returns 1 if the normals of a mesh point out of it, -1 if they point into it, 0 if it has no outside.
static double getOutside(const cdMesh *mesh) {
    if (!mesh->info.closed || !mesh->info.oriented) return 0.0;
    return mesh->info.volume > 0.0 ? 1.0 : -1.0;
}

// True if A moves out of B, or B out of A.
static bool moveOutwards(const cdSearch *search, const Passing *pass) {
    return getOutside(search->a) * cdDot(pass->path, pass->a->normal) < 0.0 ||
           getOutside(search->b) * cdDot(pass->path, pass->b->normal) > 0.0;
}

void cdTestPassing(cdSearch *search, const cdMovingTriangle *a, const cdFixedTriangle *b) {
    Passing pass = {.a = a, .b = b, .rounding = coordinateRounding * search->tolerance.distance};
    for (int k = 0; k < 3; k++) {
        const cdMovingPoint *corner = &a->v[k].point;
        cdVec3 to = cdPlaceMovingPoint(search->screw, corner, search->exemptUntil);
        pass.corners[k] = corner->x;
        pass.path = cdMulAdd(pass.path, 1.0 / 3.0, cdSub(to, corner->x));
    }
    pass.along = cdNormalize(pass.path);
    if (!coverEachOther(&pass) || cdTrianglesOverlap(pass.corners, b->v)) return;
    if (search->touching && moveOutwards(search, &pass)) return;
    for (int i = 0; i < CD_ELEMENT_PAIRS && cdSpendTest(search); i++) {
        cdElements elements = cdGetTriangleElements(search, a->triangle, b->triangle, i);
        cdElementPair pair = cdGetElementPair(search, elements.kind, elements.a, elements.b);
        cdElementContact found = findLinearContact(search->screw, &pair, search->exemptUntil);
        if (found.state == CD_FREE) continue;
        search->passes = true;
        cdOfferCandidate(search, elements.kind, elements.a, elements.b, &found);
        return;
    }
}

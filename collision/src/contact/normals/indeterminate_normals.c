// Chooses normals of regions whose features determine none: two convex edges along each other, a vertex on a
// convex edge, a vertex on a vertex.
//
// Input: a region. Output: one normal whose plane has A above and B below, as [V90 4] chooses it, or where
// there is no such plane up to three that together keep A out of a corner [BV92 3].
// Steps: (1) [V90 4] takes a mean vector into each solid, v1 and v2, and the plane through the edge and v1 +
// v2, at two vertices through v1 x v2 and v1 + v2. For unit vectors across the edge its normal is along v1 -
// v2, which is defined even where v1 + v2 is zero. (2) That plane need not separate the two, so it is
// checked. Nor need the features coincide: between them may be a gap within the tolerance, and the normal
// must not point against it. (3) If it opposes the velocity: the nearest normal to it that does not. (4)
// Other planes that may separate: those of faces, and those along an edge of each. Of those that do, the
// nearest to (1). (5) Without any: of one, two or three faces' normals the smallest set that forbids every
// penetrating motion, and of these the most transversal (the largest determinant). (6) Otherwise by pieces of
// the two (contact_cone.h), for each pair a plane by (1) to (4), three at most. (7) If nothing separates even
// two pieces there is still a unit normal.
// The velocity chooses among planes and never decides if there are any: the case among (4) to (7) depends on
// the geometry alone. (5) is determined by geometry; all others are choices, of (6) several, and marked.
#include "contact/normals/contact_cone.h"

enum { MAX_PLANES = 12 };

// Slower motion against a normal, as a part of the speed, is rounding.
static const double OPPOSED = 1e-6;
static const double NONE = -9.0; // below any score
// Unit vectors whose difference is less than this differ by rounding.
static const double ROUNDING = 1e-9;

typedef struct Choice {
    const cdRegionWork *work;
    cdLocalCone a, b;
    double slack;
    cdVec3 velocity, gap; // of A; from B to A
    cdVec3 wanted;        // (1)
    cdVec3 best;          // of the separating ones
    double bestScore;     // NONE: no normal yet
} Choice;

// --- (1)

static cdVec3 acrossEdge(cdVec3 vector, cdVec3 along) {
    return cdNormalize(cdMulAdd(vector, -cdDot(vector, along), along));
}

static cdVec3 findMeanNormal(const cdRegionWork *work, const cdContactRegion *region, const Choice *choice) {
    cdVec3 v1 = choice->a.inward, v2 = choice->b.inward;
    if (region->locationA.kind == CD_ON_EDGE || region->locationB.kind == CD_ON_EDGE) {
        bool ofA = region->locationA.kind == CD_ON_EDGE;
        int32_t edge = ofA ? region->locationA.index : region->locationB.index;
        cdVec3 along = cdGetHalfEdgeVector(work, ofA ? CD_SIDE_A : CD_SIDE_B, 2 * edge);
        v1 = acrossEdge(v1, along), v2 = acrossEdge(v2, along);
    }
    cdVec3 difference = cdSub(v1, v2);
    return cdLength(difference) > ROUNDING ? cdNormalize(difference) : cdMakeVec3(0.0, 0.0, 0.0);
}

// --- (2) to (4)

static cdVec3 projectToFeature(const cdRegionWork *work, cdWorkSide side, cdLocation location, cdVec3 point) {
    if (location.kind == CD_ON_VERTEX) return cdGetWorkPoint(work, side, location.index);
    const cdHalfEdge *halfEdge = &cdGetWorkFeatures(work, side)->brep.halfEdges[2 * location.index];
    cdVec3 start = cdGetWorkPoint(work, side, halfEdge->start);
    cdVec3 along = cdGetHalfEdgeVector(work, side, 2 * location.index);
    return cdMulAdd(start, cdDot(cdSub(point, start), along), along);
}

cdVec3 cdGetRegionGap(const cdRegionWork *work, const cdContactRegion *region) {
    const cdVec3 *points = work->out->points + region->firstPoint;
    cdVec3 middle = cdLerp(points[0], points[region->pointCount - 1], 0.5);
    cdVec3 pointA = projectToFeature(work, CD_SIDE_A, region->locationA, middle);
    return cdSub(pointA, projectToFeature(work, CD_SIDE_B, region->locationB, middle));
}

static bool isOpposed(const Choice *choice, cdVec3 normal) {
    return cdDot(normal, choice->velocity) < -OPPOSED * cdLength(choice->velocity);
}

// Prefers a normal that does not point against the gap, then one that the velocity does not oppose.
static void consider(Choice *choice, cdVec3 normal) {
    bool closes = cdDot(normal, choice->gap) < -choice->work->borderTolerance;
    double score = cdDot(normal, choice->wanted);
    score -= (closes ? 4.0 : 0.0) + (isOpposed(choice, normal) ? 2.0 : 0.0);
    if (score <= choice->bestScore || cdLengthSq(normal) < 0.5) return;
    if (!cdIsSeparating(&choice->a, &choice->b, normal, choice->slack)) return;
    choice->best = normal;
    choice->bestScore = score;
}

static void considerCrosses(Choice *choice) {
    for (int32_t i = 0; i < choice->a.edgeCount; i++) {
        for (int32_t k = 0; k < choice->b.edgeCount; k++) {
            cdVec3 normal = cdNormalize(cdCross(choice->a.edges[i], choice->b.edges[k]));
            consider(choice, normal);
            consider(choice, cdNegate(normal));
        }
    }
}

static void considerFaces(Choice *choice) {
    for (int32_t i = 0; i < choice->a.normalCount; i++) {
        consider(choice, cdNegate(choice->a.normals[i]));
        if (!choice->a.closed) consider(choice, choice->a.normals[i]);
    }
    for (int32_t i = 0; i < choice->b.normalCount; i++) {
        consider(choice, choice->b.normals[i]);
        if (!choice->b.closed) consider(choice, cdNegate(choice->b.normals[i]));
    }
}

static bool findSeparatingNormal(Choice *choice) {
    choice->bestScore = NONE;
    consider(choice, choice->wanted);
    if (choice->bestScore > 0.0) return true;
    consider(choice, cdNormalize(choice->gap));
    considerFaces(choice);
    considerCrosses(choice);
    if (choice->bestScore == NONE) return false;
    cdVec3 v = choice->velocity;
    if (cdLengthSq(v) > 0.0) consider(choice, acrossEdge(choice->wanted, cdNormalize(v)));
    return true;
}

// --- (5)

static int32_t addPlane(const Choice *choice, bool ofB, cdVec3 normal, cdVec3 *planes, int32_t count) {
    cdLocalCone nothing;
    nothing.rayCount = 0;
    bool holds = ofB ? cdIsSeparating(&choice->a, &nothing, normal, choice->slack)
                     : cdIsSeparating(&nothing, &choice->b, normal, choice->slack);
    if (holds && count < MAX_PLANES) planes[count++] = normal;
    return count;
}

// Collects faces that have all of the other cone in front: only these can hold it back as a corner does.
static int32_t collectPlanes(const Choice *choice, cdVec3 *planes) {
    int32_t count = 0;
    for (int32_t i = 0; i < choice->b.normalCount; i++) {
        count = addPlane(choice, true, choice->b.normals[i], planes, count);
        if (!choice->b.closed) count = addPlane(choice, true, cdNegate(choice->b.normals[i]), planes, count);
    }
    for (int32_t i = 0; i < choice->a.normalCount; i++) {
        count = addPlane(choice, false, cdNegate(choice->a.normals[i]), planes, count);
        if (!choice->a.closed) count = addPlane(choice, false, choice->a.normals[i], planes, count);
    }
    return count;
}

typedef struct Subset {
    cdVec3 normals[3];
    int32_t count;
    double determinant;
    bool suffices;
} Subset;

static double findDeterminant(const cdVec3 *n, int32_t count) {
    if (count == 1) return 1.0;
    cdVec3 cross = cdCross(n[0], n[1]);
    return count == 2 ? cdLength(cross) : fabs(cdDot(cross, n[2]));
}

static void considerSubset(const Choice *choice, const cdVec3 *normals, int32_t count, Subset *best) {
    double determinant = findDeterminant(normals, count);
    if (best->suffices && (count > best->count || determinant <= best->determinant)) return;
    cdConstraints set = {.normalCount = count, .slack = choice->slack};
    for (int32_t i = 0; i < count; i++)
        set.normals[i] = normals[i];
    bool suffices = cdAreConesConstrained(choice->work, &choice->a, &choice->b, &set);
    if (!suffices && (best->suffices || (count == best->count && determinant <= best->determinant))) return;
    *best = (Subset){.count = count, .determinant = determinant, .suffices = suffices};
    for (int32_t i = 0; i < count; i++)
        best->normals[i] = normals[i];
}

static Subset findCornerNormals(const Choice *choice) {
    cdVec3 planes[MAX_PLANES];
    int32_t count = collectPlanes(choice, planes);
    Subset best = {.count = 0};
    for (int32_t i = 0; i < count; i++)
        for (int32_t k = i + 1; k < count; k++)
            considerSubset(choice, (cdVec3[]){planes[i], planes[k]}, 2, &best);
    for (int32_t i = 0; i < count && !best.suffices; i++)
        for (int32_t k = i + 1; k < count; k++)
            for (int32_t m = k + 1; m < count; m++)
                considerSubset(choice, (cdVec3[]){planes[i], planes[k], planes[m]}, 3, &best);
    return best;
}

// --- (6)

// Extracts a piece as a cone of its own, between the same faces.
static void takePiece(const cdLocalCone *cone, int32_t piece, cdLocalCone *own) {
    const cdVec3 *rays = cone->rays + cone->pieces[piece].firstRay;
    int32_t count = cone->pieces[piece].rayCount;
    own->rayCount = own->pieceCount = own->edgeCount = own->normalCount = 0;
    own->inward = cdMakeVec3(0.0, 0.0, 0.0);
    own->closed = own->incomplete = false;
    cdAddConePiece(own, rays, count);
    for (int32_t i = 0; i < count; i++) {
        own->inward = cdAdd(own->inward, rays[i]);
        own->edges[own->edgeCount++] = rays[i];
    }
    own->inward = cdNormalize(own->inward);
    for (int32_t i = 0; i < cone->normalCount; i++)
        own->normals[own->normalCount++] = cone->normals[i];
}

static void separatePieces(const Choice *choice, int32_t pieceA, int32_t pieceB, cdConstraints *set) {
    Choice pair = *choice;
    takePiece(&choice->a, pieceA, &pair.a);
    takePiece(&choice->b, pieceB, &pair.b);
    if (cdAreConesConstrained(choice->work, &pair.a, &pair.b, set)) return;
    pair.wanted = cdNormalize(cdSub(pair.a.inward, pair.b.inward));
    if (findSeparatingNormal(&pair)) set->normals[set->normalCount++] = pair.best;
}

static Subset findPieceNormals(const Choice *choice) {
    cdConstraints set = {.slack = choice->slack};
    for (int32_t i = 0; i < choice->a.pieceCount; i++)
        for (int32_t k = 0; k < choice->b.pieceCount && set.normalCount < 3; k++)
            separatePieces(choice, i, k, &set);
    Subset found = {.count = set.normalCount};
    for (int32_t i = 0; i < set.normalCount; i++)
        found.normals[i] = set.normals[i];
    return found;
}

// --- (7)

// Returns the mean, or the gap, or a face's normal: every feature has one.
static cdVec3 findAnyNormal(const Choice *choice) {
    if (cdLengthSq(choice->wanted) > 0.0) return choice->wanted;
    if (cdLength(choice->gap) > choice->work->borderTolerance) return cdNormalize(choice->gap);
    return choice->b.normalCount > 0 ? choice->b.normals[0] : cdNegate(choice->a.normals[0]);
}

// --- (5) to (7)

// Chooses normals where no single plane separates the two.
static void chooseSeveral(const Choice *choice, cdContactRegion *region) {
    Subset corner = {.count = 0}, pieces = {.count = 0};
    if (region->dimension == 0) corner = findCornerNormals(choice);
    if (!corner.suffices) pieces = findPieceNormals(choice);
    bool ofPieces = pieces.count > 0 && corner.count < 3;
    Subset chosen = ofPieces ? pieces : corner;
    if (chosen.count == 0) chosen = (Subset){.normals = {findAnyNormal(choice)}, .count = 1};
    region->indeterminate = ofPieces || corner.count == 0;
    region->normalCount = chosen.count;
    for (int32_t i = 0; i < chosen.count; i++)
        region->normals[i] = chosen.normals[i];
}

void cdChooseNormals(const cdRegionWork *work, cdContactRegion *region) {
    Choice choice; // without filling the cones with zeros
    choice.work = work;
    choice.wanted = choice.best = cdMakeVec3(0.0, 0.0, 0.0);
    choice.bestScore = NONE;
    choice.velocity = cdGetRegionVelocity(work, region);
    choice.gap = cdGetRegionGap(work, region);
    cdFindLocalCone(work, CD_SIDE_A, region->locationA, &choice.a);
    cdFindLocalCone(work, CD_SIDE_B, region->locationB, &choice.b);
    choice.slack = cdGetAngleSlack(work, region->dimension > 0 ? region->measure
                                                               : cdMin(choice.a.reach, choice.b.reach));
    choice.wanted = findMeanNormal(work, region, &choice);
    if (!findSeparatingNormal(&choice)) {
        chooseSeveral(&choice, region);
        return;
    }
    region->indeterminate = true;
    region->normals[0] = choice.best;
    region->normalCount = 1;
}

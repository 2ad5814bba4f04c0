// Judges classifications; see judge_solid.h.
#include "oracle/judge_solid.h"
#include "solid/solid_data.h"

enum { CROSSING_MAX = 512, LOOP_MAX = 512 };

static const double BESIDE_FACTOR = 25.0; // of JUDGE_SEGMENT_FACTOR tolerances

const char *GetPlaceVerdictName(PlaceVerdict verdict) {
    static const char *const names[PLACE_VERDICT_COUNT] = {"right", "within the tolerance", "undecided",
                                                           "wrong side", "wrong feature"};
    return names[verdict];
}

// --- Points

static bool isPoint(const OracleSolid *oracle, int32_t id) {
    return id >= 0 && id < oracle->pointCount;
}

static double findVertexDistance(const SolidCase *given, cdVec3 point, int32_t index) {
    if (index < 0 || index >= cdGetSolidInfo(given->mesh).vertexCount) return INFINITY;
    int32_t id = cdGetSolidVertex(given->mesh, index).id;
    return isPoint(given->oracle, id) ? cdLength(cdSub(point, given->oracle->points[id])) : INFINITY;
}

static double findEdgeDistance(const SolidCase *given, cdVec3 point, int32_t index) {
    if (index < 0 || index >= cdGetSolidInfo(given->mesh).edgeCount) return INFINITY;
    cdSolidEdge edge = cdGetSolidEdge(given->mesh, index);
    const OracleSolid *oracle = given->oracle;
    if (!isPoint(oracle, edge.vertexId[0]) || !isPoint(oracle, edge.vertexId[1])) return INFINITY;
    return GetPointSegmentDistance(oracle->points[edge.vertexId[0]], oracle->points[edge.vertexId[1]], point);
}

static double findFaceDistance(const SolidCase *given, cdVec3 point, int32_t index) {
    const cdSolid *solid = given->mesh->solid;
    int32_t triangleCount = solid->brep.triangleCount;
    if (triangleCount != given->oracle->triangleCount) return INFINITY;
    double least = INFINITY;
    for (int32_t i = 0; i < triangleCount; i++) {
        if (solid->brep.triangleFaces[i] != index) continue;
        cdVec3 corners[3];
        GetOracleCorners(given->oracle, i, corners);
        least = fmin(least, GetPointTriangleDistance(corners, point));
    }
    return least;
}

double FindPlaceDistance(const SolidCase *given, cdVec3 point, cdLocation location) {
    switch (location.kind) {
    case CD_ON_VERTEX:
        return findVertexDistance(given, point, location.index);
    case CD_ON_EDGE:
        return findEdgeDistance(given, point, location.index);
    case CD_ON_FACE:
        return findFaceDistance(given, point, location.index);
    default:
        return INFINITY;
    }
}

// True if a location's feature has a vertex, by its original id.
static bool hasVertex(const cdMesh *mesh, cdLocation location, int32_t id) {
    if (location.kind == CD_ON_VERTEX) return cdGetSolidVertex(mesh, location.index).id == id;
    if (location.kind == CD_ON_EDGE) {
        cdSolidEdge edge = cdGetSolidEdge(mesh, location.index);
        return edge.vertexId[0] == id || edge.vertexId[1] == id;
    }
    for (int32_t loop = 0; loop < cdGetSolidFace(mesh, location.index).loopCount; loop++) {
        int32_t vertices[LOOP_MAX];
        cdSolidLoop found = {.vertices = vertices, .capacity = LOOP_MAX};
        cdGetSolidLoop(mesh, location.index, loop, &found);
        for (int32_t i = 0; i < found.count && i < LOOP_MAX; i++)
            if (cdGetSolidVertex(mesh, vertices[i]).id == id) return true;
    }
    return false;
}

double FindIncidentDistance(const SolidCase *given, cdVec3 point, cdLocation location) {
    double least = INFINITY;
    for (int32_t i = 0; i < given->oracle->triangleCount; i++) {
        const int32_t *ids = &given->oracle->triangles[3 * i];
        cdVec3 corners[3];
        GetOracleCorners(given->oracle, i, corners);
        double distance = GetPointTriangleDistance(corners, point);
        if (distance >= least) continue;
        bool incident = false;
        for (int k = 0; k < 3 && !incident; k++)
            incident = hasVertex(given->mesh, location, ids[k]);
        if (incident) least = distance;
    }
    return least;
}

static PlaceJudgement judgeSide(const SolidCase *given, cdVec3 point, cdLocation location, double tolerance) {
    PlaceJudgement result = {.side = FindOracleSide(given->oracle, point)};
    OracleSide said = location.kind == CD_INSIDE ? ORACLE_INSIDE : ORACLE_OUTSIDE;
    if (said == result.side) return result;
    result.distance = FindSurfaceDistance(given->oracle, point);
    result.verdict = result.distance <= tolerance ? PLACE_WITHIN : PLACE_WRONG_SIDE;
    return result;
}

PlaceJudgement JudgePlace(const SolidCase *given, cdVec3 point, cdLocation location, double tolerance) {
    if (location.kind == CD_LOCATION_UNDECIDED) return (PlaceJudgement){.verdict = PLACE_UNDECIDED};
    if (location.kind == CD_INSIDE || location.kind == CD_OUTSIDE)
        return judgeSide(given, point, location, tolerance);
    PlaceJudgement result = {.distance = FindPlaceDistance(given, point, location)};
    result.side = result.distance <= 2.0 * tolerance ? FindOracleSide(given->oracle, point) : ORACLE_OUTSIDE;
    result.verdict = result.distance <= tolerance ? PLACE_RIGHT : PLACE_WRONG_FEATURE;
    return result;
}

// --- Segments

typedef struct SegmentCase {
    const SolidCase *given;
    cdVec3 p, q;
    const cdSegmentPieces *pieces;
    double tolerance;
} SegmentCase;

static bool isSameLocation(cdLocation a, cdLocation b) {
    return a.kind == b.kind && a.index == b.index;
}

static SegmentJudgement checkOrder(const cdSegmentPieces *pieces) {
    double at = 0.0;
    if (pieces->truncated) return (SegmentJudgement){.fault = "pieces are left out"};
    if (pieces->count < 1) return (SegmentJudgement){.fault = "no pieces"};
    for (int32_t i = 0; i < pieces->count; i++) {
        const cdSegmentPiece *piece = &pieces->pieces[i];
        if (piece->from != at) return (SegmentJudgement){.fault = "a gap or an overlap", .at = piece->from};
        if (!(piece->to >= piece->from)) return (SegmentJudgement){.fault = "order", .at = piece->from};
        bool same = i > 0 && isSameLocation(piece->location, piece[-1].location);
        if (same) return (SegmentJudgement){.fault = "neighbours in one location", .at = piece->from};
        bool twoPoints = i > 0 && piece->to == piece->from && piece[-1].to == piece[-1].from;
        if (twoPoints) return (SegmentJudgement){.fault = "two locations at one point", .at = piece->from};
        at = piece->to;
    }
    if (at != 1.0) return (SegmentJudgement){.fault = "the end is not reached", .at = at};
    return (SegmentJudgement){0};
}

static SegmentJudgement judgeAt(const SegmentCase *c, cdLocation location, double at) {
    cdVec3 x = at == 1.0 ? c->q : cdLerp(c->p, c->q, at);
    SegmentJudgement result = {.at = at, .location = JudgePlace(c->given, x, location, c->tolerance)};
    bool beside = result.location.verdict == PLACE_WRONG_FEATURE &&
                  result.location.distance <= BESIDE_FACTOR * c->tolerance &&
                  FindIncidentDistance(c->given, x, location) <= c->tolerance;
    if (result.location.verdict > PLACE_WITHIN && !beside)
        result.fault = GetPlaceVerdictName(result.location.verdict);
    return result;
}

static SegmentJudgement judgePiece(const SegmentCase *c, const cdSegmentPiece *piece) {
    static const double shares[] = {0.5, 0.0, 1e-6, 0.17, 0.71, 1.0 - 1e-6, 1.0};
    int count = piece->from == piece->to ? 1 : (int)(sizeof shares / sizeof shares[0]);
    for (int k = 0; k < count; k++) {
        double at = piece->from + shares[k] * (piece->to - piece->from);
        SegmentJudgement result = judgeAt(c, piece->location, fmin(at, piece->to));
        if (result.fault != NULL) return result;
    }
    return (SegmentJudgement){0};
}

// Returns the reported location at a fraction within a piece.
static cdLocation findPlaceAt(const cdSegmentPieces *pieces, double at) {
    for (int32_t i = 0; i < pieces->count; i++) {
        if (at <= pieces->pieces[i].to) return pieces->pieces[i].location;
    }
    return (cdLocation){CD_LOCATION_UNDECIDED, -1};
}

// Between two crossings the location is constant: this detects a skipped thin part.
static SegmentJudgement judgeBetweenCrossings(const SegmentCase *c) {
    double at[CROSSING_MAX + 1];
    int32_t count = FindOracleCrossings(c->given->oracle, c->p, c->q, at, CROSSING_MAX);
    count = count < CROSSING_MAX ? count : CROSSING_MAX;
    double before = 0.0;
    at[count] = 1.0;
    for (int32_t i = 0; i <= count; i++) {
        double middle = 0.5 * (before + at[i]);
        before = at[i];
        SegmentJudgement result = judgeAt(c, findPlaceAt(c->pieces, middle), middle);
        if (result.fault != NULL) return result;
    }
    return (SegmentJudgement){0};
}

SegmentJudgement JudgeSegment(const SolidCase *given, cdVec3 p, cdVec3 q, const cdSegmentPieces *pieces) {
    double tolerance = JUDGE_SEGMENT_FACTOR * cdGetSolidInfo(given->mesh).tolerance;
    SegmentCase c = {given, p, q, pieces, tolerance};
    // Shorter than the tolerance, it is a point.
    bool isShort = cdLength(cdSub(q, p)) <= cdGetSolidInfo(given->mesh).tolerance && pieces->count == 1 &&
                   pieces->pieces[0].from == 0.0 && pieces->pieces[0].to == 0.0;
    SegmentJudgement result = isShort ? (SegmentJudgement){0} : checkOrder(pieces);
    for (int32_t i = 0; i < pieces->count && result.fault == NULL; i++)
        result = judgePiece(&c, &pieces->pieces[i]);
    return result.fault != NULL || isShort ? result : judgeBetweenCrossings(&c);
}

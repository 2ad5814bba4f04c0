// The contract of classify.h; see solid_soak.h.
#include "oracle/solid_soak.h"

#include <stdlib.h>

enum { PIECE_MAX = 1024 };

bool MakeSoakSolid(uint64_t seed, uint64_t number, bool facePlanesOnly, SoakSolid *made) {
    *made = (SoakSolid){0};
    if (!MakeRandomSolid(seed, number, &made->made)) return false;
    cdMeshDef def = made->made.def;
    cdMeshReport report;
    def.parts = CD_PART_SOLID;
    def.facePlanesOnly = facePlanesOnly;
    made->mesh = cdCreateMesh(&def, &report);
    made->error = report.solid.error;
    cdDestroyMeshReport(&report);
    if (made->mesh == NULL) return false;
    if (!MakeOracleSolidOfMesh(made->mesh, made->made.points, made->made.pointCount, &made->oracle))
        return false;
    made->given = (SolidCase){made->mesh, &made->oracle};
    return made->error == CD_BUILD_OK;
}

void FreeSoakSolid(SoakSolid *made) {
    cdDestroyMesh(made->mesh);
    if (made->oracle.points != NULL) FreeOracleSolid(&made->oracle);
    FreeRandomSolid(&made->made);
    *made = (SoakSolid){0};
}

static void logPlace(const SolidSoak *soak, uint64_t number, const SoakSolid *solid, SolidPointKind kind,
                     cdVec3 point, cdLocation location, const PlaceJudgement *judged) {
    if (soak->log == NULL) return;
    fprintf(soak->log,
            "seed %llu solid %llu (%s), point %s (%.17g, %.17g, %.17g): %s %d: %s, %.3g tolerances\n",
            (unsigned long long)soak->seed, (unsigned long long)number, GetSolidKindName(solid->made.kind),
            GetSolidPointKindName(kind), point.x, point.y, point.z, cdGetLocationName(location.kind),
            (int)location.index, GetPlaceVerdictName(judged->verdict),
            judged->distance / cdGetSolidInfo(solid->mesh).tolerance);
}

static void judgePoint(const SolidSoak *soak, uint64_t number, const SoakSolid *solid, Random *random,
                       SolidTally *tally) {
    double tolerance = cdGetSolidInfo(solid->mesh).tolerance;
    SolidPointKind kind = (SolidPointKind)nextRandomInt(random, 0, SOLID_POINT_KIND_COUNT - 1);
    cdVec3 point = MakeSolidPoint(random, &solid->oracle, kind, tolerance);
    cdLocation location = cdClassifyPoint(solid->mesh, point, NULL);
    PlaceJudgement judged = JudgePlace(&solid->given, point, location, tolerance);
    tally->points++;
    tally->verdicts[judged.verdict]++;
    tally->places[location.kind]++;
    tally->onSurface += judged.side == ORACLE_ON;
    tally->onMissed += judged.side == ORACLE_ON && judged.verdict == PLACE_WITHIN;
    if (judged.verdict <= PLACE_WITHIN)
        tally->worstDistance = fmax(tally->worstDistance, judged.distance / tolerance);
    else
        logPlace(soak, number, solid, kind, point, location, &judged);
}

static void judgeSegment(const SolidSoak *soak, uint64_t number, const SoakSolid *solid, Random *random,
                         SolidTally *tally) {
    cdSegmentPiece room[PIECE_MAX];
    cdVec3 p, q;
    MakeSolidSegment(random, &solid->oracle, cdGetSolidInfo(solid->mesh).tolerance, &p, &q);
    cdSegmentInput input = {solid->mesh, p, q, room, PIECE_MAX};
    cdSegmentPieces pieces = cdClassifySegment(&input, NULL);
    SegmentJudgement judged = JudgeSegment(&solid->given, p, q, &pieces);
    tally->segments++;
    tally->pieces += pieces.count;
    if (judged.fault == NULL) return;
    tally->wrongSegments++;
    if (soak->log == NULL) return;
    fprintf(
        soak->log,
        "seed %llu solid %llu (%s), segment (%.17g, %.17g, %.17g) to (%.17g, %.17g, %.17g), %d pieces: %s "
        "at %.17g, %.3g tolerances\n",
        (unsigned long long)soak->seed, (unsigned long long)number, GetSolidKindName(solid->made.kind), p.x,
        p.y, p.z, q.x, q.y, q.z, (int)pieces.count, judged.fault, judged.at,
        judged.location.distance / cdGetSolidInfo(solid->mesh).tolerance);
}

static void soakSolid(const SolidSoak *soak, uint64_t number, const SoakSolid *solid, SolidTally *tally) {
    Random random = {~soak->seed * 0x9E3779B97F4A7C15u + number * 0xD1B54A32D192ED03u};
    for (int32_t i = 0; i < soak->pointsEach; i++)
        judgePoint(soak, number, solid, &random, tally);
    for (int32_t i = 0; i < soak->segmentsEach; i++)
        judgeSegment(soak, number, solid, &random, tally);
}

SolidTally RunSolidSoak(const SolidSoak *soak) {
    SolidTally tally = {0};
    for (uint64_t number = soak->first; number < soak->first + (uint64_t)soak->count; number++) {
        SoakSolid solid;
        bool good = MakeSoakSolid(soak->seed, number, soak->facePlanesOnly, &solid);
        tally.solids++;
        tally.refused += !good;
        if (good) soakSolid(soak, number, &solid, &tally);
        if (!good && soak->log != NULL)
            fprintf(soak->log, "seed %llu solid %llu (%s): refused: %s\n", (unsigned long long)soak->seed,
                    (unsigned long long)number, GetSolidKindName(solid.made.kind),
                    cdGetBuildErrorName(solid.error));
        FreeSoakSolid(&solid);
    }
    return tally;
}

void AddSolidTally(SolidTally *sum, const SolidTally *part) {
    sum->solids += part->solids;
    sum->refused += part->refused;
    sum->points += part->points;
    for (int k = 0; k < PLACE_VERDICT_COUNT; k++)
        sum->verdicts[k] += part->verdicts[k];
    for (int k = 0; k <= CD_ON_FACE; k++)
        sum->places[k] += part->places[k];
    sum->onSurface += part->onSurface;
    sum->onMissed += part->onMissed;
    sum->worstDistance = fmax(sum->worstDistance, part->worstDistance);
    sum->segments += part->segments;
    sum->pieces += part->pieces;
    sum->wrongSegments += part->wrongSegments;
}

int64_t CountWrongPlaces(const SolidTally *tally) {
    int64_t wrong = 0;
    for (int k = PLACE_UNDECIDED; k < PLACE_VERDICT_COUNT; k++)
        wrong += tally->verdicts[k];
    return wrong;
}

// Writes the output lines of `query`. Fields that do not apply are null.
#include "commands/query_write.h"
#include "commands/feature_write.h"
#include "commands/result_words.h"
#include "scenes/json_write.h"
#include "scenes/names.h"

static void writeTests(FILE *out, const cdQueryStats *stats) {
    fprintf(out,
            ",\"tests\":{\"sphere\":%lld,\"edge_edge\":%lld,\"vertex_face\":%lld,\"face_vertex\":%lld,"
            "\"proxy\":%lld,\"box\":%lld,"
            "\"triangle\":%lld,\"label_skips\":%lld,\"pair_table_skips\":%lld}",
            (long long)stats->sphereTests, (long long)stats->edgeEdgeTests, (long long)stats->vertexFaceTests,
            (long long)stats->faceVertexTests, (long long)stats->proxyTests, (long long)stats->boxTests,
            (long long)stats->overlapTests, (long long)stats->labelSkips, (long long)stats->pairTableSkips);
}

// `exhausted`: the slide had motion left; another step to the same target continues it.
static void writeSlide(FILE *out, const cdSlide *slide) {
    fprintf(out, ",\"slide\":{\"reached\":%s,\"exhausted\":%s,\"queries\":%d}",
            slide->reached ? "true" : "false", slide->exhausted ? "true" : "false", (int)slide->legCount);
}

static void writeClearance(FILE *out, const cdDistance *clearance, double microseconds) {
    WriteJsonNumberField(out, "clearance", clearance->distance, clearance->state != CD_UNDECIDED);
    WriteJsonVectorField(out, "clearance_point_a", clearance->pointA, clearance->state != CD_UNDECIDED);
    WriteJsonVectorField(out, "clearance_point_b", clearance->pointB, clearance->state != CD_UNDECIDED);
    WriteFeature(out, "clearance_feature_a", &clearance->featureA);
    WriteFeature(out, "clearance_feature_b", &clearance->featureB);
    WriteJsonVectorField(out, "clearance_normal", clearance->normal, clearance->state == CD_FREE);
    fprintf(out, ",\"clearance_us\":%.3f", microseconds);
}

void WriteQueryStep(FILE *out, const QueryRow *row) {
    const cdFirstContact *result = row->contact;
    bool discrete = row->discrete;
    bool contact = !discrete && result->state == CD_CONTACT;
    bool timed = contact || (!discrete && result->state == CD_UNDECIDED);
    bool placed = contact || (discrete && result->state == CD_OVERLAP);
    const cdFeature none = {0};
    fprintf(out, "{\"step\":%d,\"status\":\"%s\"", (int)row->step, GetMotionWord(result->state));
    WriteJsonNumberField(out, "t", result->t.lo, timed);
    WriteJsonNumberField(out, "t_hi", result->t.hi, contact);
    WriteJsonStringField(out, "kind", GetContactKindNames()[result->kind],
                         contact && result->kind != CD_NO_CONTACT);
    WriteJsonVectorField(out, "point", result->point, placed);
    WriteJsonVectorField(out, "normal", result->normal, contact);
    WriteFeature(out, "feature_a", placed ? &result->featureA : &none);
    WriteFeature(out, "feature_b", placed ? &result->featureB : &none);
    fputs(",\"pose\":", out);
    WriteJsonPose(out, result->resolvedPose);
    if (row->slide != NULL) writeSlide(out, row->slide);
    if (row->hasClearance) writeClearance(out, &row->clearance, row->clearanceMicroseconds);
    if (result->reason != CD_REASON_NONE)
        WriteJsonStringField(out, "reason", GetReasonWord(result->reason), true);
    writeTests(out, &result->stats);
    fprintf(out, ",\"time_us\":%.3f}\n", row->microseconds);
}

bool CreateTotals(QueryTotals *totals, int32_t capacity) {
    *totals = (QueryTotals){0};
    return CreateRowTimes(&totals->times, capacity);
}

void DestroyTotals(QueryTotals *totals) {
    DestroyRowTimes(&totals->times);
    *totals = (QueryTotals){0};
}

// Keeps the minimum clearance and its step. Of equal clearances the first step is kept, regardless of the
// order in which threads add them.
static void addClearance(QueryTotals *totals, double clearance, int32_t step) {
    bool isMinimum = !totals->hasClearance || clearance < totals->minClearance ||
                     (clearance == totals->minClearance && step < totals->minStep);
    if (!isMinimum) return;
    totals->hasClearance = true;
    totals->minClearance = clearance;
    totals->minStep = step;
}

static void addStats(cdQueryStats *sum, const cdQueryStats *stats) {
    sum->sphereTests += stats->sphereTests;
    sum->edgeEdgeTests += stats->edgeEdgeTests;
    sum->vertexFaceTests += stats->vertexFaceTests;
    sum->faceVertexTests += stats->faceVertexTests;
    sum->proxyTests += stats->proxyTests;
    sum->boxTests += stats->boxTests;
    sum->overlapTests += stats->overlapTests;
    sum->labelSkips += stats->labelSkips;
    sum->pairTableSkips += stats->pairTableSkips;
}

void AddToTotals(QueryTotals *totals, const QueryRow *row) {
    totals->countOfState[row->contact->state]++;
    addStats(&totals->stats, &row->contact->stats);
    if (row->hasClearance && row->clearance.state != CD_UNDECIDED)
        addClearance(totals, row->clearance.distance, row->step);
}

void MergeTotals(QueryTotals *totals, const QueryTotals *others) {
    for (int i = 0; i < 4; i++)
        totals->countOfState[i] += others->countOfState[i];
    addStats(&totals->stats, &others->stats);
    if (others->hasClearance) addClearance(totals, others->minClearance, others->minStep);
}

void WriteQueryTotals(FILE *out, QueryTotals *totals) {
    fprintf(out, "{\"steps\":%d", (int)totals->times.count);
    static const cdState order[] = {CD_FREE, CD_CONTACT, CD_OVERLAP, CD_UNDECIDED};
    for (int i = 0; i < 4; i++) {
        fprintf(out, ",\"%s\":%lld", GetMotionWord(order[i]), (long long)totals->countOfState[order[i]]);
    }
    writeTests(out, &totals->stats);
    if (totals->hasClearance) {
        WriteJsonNumberField(out, "clearance_least", totals->minClearance, true);
        fprintf(out, ",\"clearance_step\":%d", (int)totals->minStep);
    }
    WriteRowTimes(out, &totals->times);
    fputs("}\n", out);
}

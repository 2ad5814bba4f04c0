// Writes the output lines of `boxes`. Fields that do not apply are null.
//
// Features are numbered as in collision/boxes.h. An edge also has the vertices at its ends, like a mesh's
// edge.
#include "commands/boxes_write.h"
#include "commands/feature_write.h"
#include "commands/result_words.h"
#include "scenes/json_write.h"
#include "scenes/names.h"

static cdFeature makeEdge(int32_t number) {
    cdFeature edge = {CD_FEATURE_EDGE, number, number, {-1, -1}};
    cdGetBoxEdgeEnds(number, edge.vertexId);
    return edge;
}

static cdFeature makeFeature(cdFeatureKind kind, int32_t number) {
    if (kind == CD_FEATURE_EDGE) return makeEdge(number);
    return (cdFeature){kind, number, number, {-1, -1}};
}

static void writeFeatures(FILE *out, const cdBoxPair *pair, bool applies) {
    static const cdFeatureKind kinds[][2] = {[CD_VERTEX_FACE] = {CD_FEATURE_VERTEX, CD_FEATURE_FACE},
                                             [CD_FACE_VERTEX] = {CD_FEATURE_FACE, CD_FEATURE_VERTEX},
                                             [CD_EDGE_EDGE] = {CD_FEATURE_EDGE, CD_FEATURE_EDGE}};
    cdContactKind kind = applies ? pair->kind : CD_NO_CONTACT;
    cdFeature a = makeFeature(kinds[kind][0], pair->a), b = makeFeature(kinds[kind][1], pair->b);
    WriteFeature(out, "feature_a", &a);
    WriteFeature(out, "feature_b", &b);
}

void WriteBoxContact(FILE *out, int32_t row, const cdBoxContact *result, double microseconds) {
    bool contact = result->state == CD_CONTACT;
    fprintf(out, "{\"row\":%d,\"status\":\"%s\"", (int)row, GetMotionWord(result->state));
    WriteJsonNumberField(out, "t", result->t.lo, contact || result->state == CD_UNDECIDED);
    WriteJsonStringField(out, "kind", GetContactKindNames()[result->pair.kind],
                         contact && result->pair.kind != CD_NO_CONTACT);
    WriteJsonVectorField(out, "point", result->point, contact);
    WriteJsonVectorField(out, "normal", result->normal, contact);
    fprintf(out, ",\"time_us\":%.3f", microseconds);
    WriteJsonNumberField(out, "t_hi", result->t.hi, contact);
    writeFeatures(out, &result->pair, contact);
    fprintf(out, ",\"parts\":%d}\n", (int)result->partCount);
}

bool CreateBoxTotals(BoxTotals *totals, int32_t capacity) {
    *totals = (BoxTotals){0};
    return CreateRowTimes(&totals->times, capacity);
}

void DestroyBoxTotals(BoxTotals *totals) {
    DestroyRowTimes(&totals->times);
    *totals = (BoxTotals){0};
}

void AddToBoxTotals(BoxTotals *totals, int32_t row, const cdBoxContact *result, double microseconds) {
    totals->countOfState[result->state]++;
    totals->parts += result->partCount;
    totals->planes += result->planeCount;
    SetRowTime(&totals->times, row, microseconds);
}

void WriteBoxTotals(FILE *out, BoxTotals *totals) {
    fprintf(out, "{\"rows\":%d", (int)totals->times.count);
    static const cdState order[] = {CD_FREE, CD_CONTACT, CD_OVERLAP, CD_UNDECIDED};
    for (int i = 0; i < 4; i++)
        fprintf(out, ",\"%s\":%lld", GetMotionWord(order[i]), (long long)totals->countOfState[order[i]]);
    fprintf(out, ",\"parts\":%lld,\"planes\":%lld", (long long)totals->parts, (long long)totals->planes);
    WriteRowTimes(out, &totals->times);
    fputs("}\n", out);
}

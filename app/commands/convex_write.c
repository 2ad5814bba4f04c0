// Writes the output lines of `convex`. Fields that do not apply are null.
#include "commands/convex_write.h"
#include "commands/result_words.h"
#include "scenes/json_write.h"

static void writeSupport(FILE *out, const char *key, const cdConvex *hull, int32_t vertex, bool applies) {
    const cdConvexInfo info = cdGetConvexInfo(hull);
    int32_t count = info.vertexCount;
    const int32_t *ids = info.vertexIds;
    fprintf(out, ",\"%s\":", key);
    if (applies && vertex >= 0 && vertex < count) {
        fprintf(out, "%d", (int)ids[vertex]);
    } else {
        fputs("null", out);
    }
}

void WriteSeparation(FILE *out, int32_t row, const cdSeparation *result, const cdConvex *hullA,
                     const cdConvex *hullB, double microseconds) {
    bool separates = result->state == CD_FREE || result->state == CD_CONTACT;
    fprintf(out, "{\"row\":%d,\"result\":\"%s\",\"separating_vector\":", (int)row,
            GetSeparationWord(result->state));
    if (separates) {
        WriteJsonVector(out, result->vector);
    } else {
        fputs("null", out);
    }
    writeSupport(out, "support_a", hullA, result->vertexA, separates);
    writeSupport(out, "support_b", hullB, result->vertexB, separates);
    fprintf(out, ",\"iterations\":%d,\"fallback\":%s,\"time_us\":%.3f}\n", (int)result->iterations,
            result->fallback ? "true" : "false", microseconds);
}

bool CreateConvexTotals(ConvexTotals *totals, int32_t capacity) {
    *totals = (ConvexTotals){0};
    return CreateRowTimes(&totals->times, capacity);
}

void DestroyConvexTotals(ConvexTotals *totals) {
    DestroyRowTimes(&totals->times);
    *totals = (ConvexTotals){0};
}

void AddToConvexTotals(ConvexTotals *totals, const cdSeparation *result) {
    totals->countOfState[result->state]++;
    totals->iterations += result->iterations;
    totals->supportSteps += result->supportSteps;
    totals->fallbacks += result->fallback;
    totals->repeated += result->repeated;
    totals->cacheHits += result->cacheHit;
}

void MergeConvexTotals(ConvexTotals *totals, const ConvexTotals *others) {
    for (int i = 0; i < 4; i++)
        totals->countOfState[i] += others->countOfState[i];
    totals->iterations += others->iterations;
    totals->supportSteps += others->supportSteps;
    totals->fallbacks += others->fallbacks;
    totals->repeated += others->repeated;
    totals->cacheHits += others->cacheHits;
}

void WriteConvexTotals(FILE *out, ConvexTotals *totals) {
    fprintf(out, "{\"rows\":%d", (int)totals->times.count);
    static const cdState order[] = {CD_FREE, CD_CONTACT, CD_OVERLAP, CD_UNDECIDED};
    for (int i = 0; i < 4; i++)
        fprintf(out, ",\"%s\":%lld", GetSeparationWord(order[i]), (long long)totals->countOfState[order[i]]);
    fprintf(out,
            ",\"iterations\":%lld,\"support_steps\":%lld,\"cache_hits\":%lld,\"repeated\":%lld,"
            "\"fallbacks\":%lld",
            (long long)totals->iterations, (long long)totals->supportSteps, (long long)totals->cacheHits,
            (long long)totals->repeated, (long long)totals->fallbacks);
    WriteRowTimes(out, &totals->times);
    fputs("}\n", out);
}

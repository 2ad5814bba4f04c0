// The lines that `convex` writes. Fields that do not apply are null.
#include "commands/convex_write.h"
#include "scenes/json_write.h"
#include <stdlib.h>

static const char *const states[] = {"undecided", "disjoint", "touching", "collide"};

static void writeSupport(FILE *out, const char *key, const cdConvex *hull, int32_t vertex, bool applies) {
    int32_t count;
    const int32_t *ids = cdGetConvexVertexIds(hull, &count);
    fprintf(out, ",\"%s\":", key);
    if (applies && vertex >= 0 && vertex < count) {
        fprintf(out, "%d", (int)ids[vertex]);
    } else {
        fputs("null", out);
    }
}

void WriteSeparation(FILE *out, int32_t row, const cdSeparation *result, const cdConvex *hullA,
                     const cdConvex *hullB, double microseconds) {
    bool separates = result->state == CD_DISJOINT || result->state == CD_TOUCHING;
    fprintf(out, "{\"row\":%d,\"result\":\"%s\",\"separating_vector\":", (int)row, states[result->state]);
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
    *totals = (ConvexTotals){.times = malloc((size_t)capacity * sizeof *totals->times), .capacity = capacity};
    return totals->times != NULL;
}

void DestroyConvexTotals(ConvexTotals *totals) {
    free(totals->times);
    *totals = (ConvexTotals){0};
}

void AddToConvexTotals(ConvexTotals *totals, const cdSeparation *result, double microseconds) {
    totals->countOfState[result->state]++;
    totals->iterations += result->iterations;
    totals->supportSteps += result->supportSteps;
    totals->fallbacks += result->fallback;
    totals->repeated += result->repeated;
    totals->cacheHits += result->cacheHit;
    if (totals->rowCount < totals->capacity) totals->times[totals->rowCount++] = microseconds;
}

static int compareTimes(const void *left, const void *right) {
    const double *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

// The smallest time that at least `share` of all rows stay within.
static double getQuantile(const ConvexTotals *totals, double share) {
    int32_t rank = (int32_t)ceil(share * totals->rowCount);
    return totals->times[rank > 0 ? rank - 1 : 0];
}

void WriteConvexTotals(FILE *out, ConvexTotals *totals) {
    qsort(totals->times, (size_t)totals->rowCount, sizeof *totals->times, compareTimes);
    fprintf(out, "{\"rows\":%d", (int)totals->rowCount);
    static const cdSeparationState order[] = {CD_DISJOINT, CD_TOUCHING, CD_COLLIDE, CD_SEPARATION_UNDECIDED};
    for (int i = 0; i < 4; i++)
        fprintf(out, ",\"%s\":%lld", states[order[i]], (long long)totals->countOfState[order[i]]);
    fprintf(out,
            ",\"iterations\":%lld,\"support_steps\":%lld,\"cache_hits\":%lld,\"repeated\":%lld,"
            "\"fallbacks\":%lld",
            (long long)totals->iterations, (long long)totals->supportSteps, (long long)totals->cacheHits,
            (long long)totals->repeated, (long long)totals->fallbacks);
    fprintf(out, ",\"time_us\":{\"median\":%.3f,\"p95\":%.3f,\"max\":%.3f}}\n", getQuantile(totals, 0.5),
            getQuantile(totals, 0.95), getQuantile(totals, 1.0));
}

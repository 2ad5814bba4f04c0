// Writes the output lines of `regions`.
//
// A region has its dimension, a feature of each mesh, its points, and its area or length. Regions of the
// sufficient subset also have normals, the normals' origin, and an age in rows.
#include "commands/regions_write.h"
#include "commands/feature_write.h"
#include "scenes/json_write.h"
#include "scenes/names.h"

static void writeVectors(FILE *out, const char *key, const cdVec3 *vectors, int32_t count) {
    fprintf(out, ",\"%s\":[", key);
    for (int32_t i = 0; i < count; i++) {
        if (i > 0) fputc(',', out);
        WriteJsonVector(out, vectors[i]);
    }
    fputc(']', out);
}

static void writeMeasure(FILE *out, const cdContactRegion *region) {
    if (region->dimension == 0) return;
    fprintf(out, ",\"%s\":", region->dimension == 2 ? "area" : "length");
    WriteJsonNumber(out, region->measure);
}

static void writeFeatures(FILE *out, const cdMesh *meshA, cdLocation locationA, const cdMesh *meshB,
                          cdLocation locationB) {
    cdFeature a = cdGetFeatureAt(meshA, locationA), b = cdGetFeatureAt(meshB, locationB);
    WriteFeature(out, "a", &a);
    WriteFeature(out, "b", &b);
}

static void writeRegion(FILE *out, const cdContactRegions *regions, int32_t index, const cdMesh *meshA,
                        const cdMesh *meshB, bool marks) {
    static const char *const origins[] = {"none", "computed", "persisted", "shrunk"};
    const cdContactRegion *region = &regions->regions[index];
    fprintf(out, "{\"dim\":%d", (int)region->dimension);
    writeFeatures(out, meshA, region->locationA, meshB, region->locationB);
    writeVectors(out, "points", regions->points + region->firstPoint, region->pointCount);
    writeVectors(out, "normals", region->normals, region->normalCount);
    writeMeasure(out, region);
    fprintf(out, ",\"age\":%d", (int)region->age);
    if (marks) fprintf(out, ",\"sufficient\":%s", region->sufficient ? "true" : "false");
    if (region->normalCount > 0)
        fprintf(out, ",\"origin\":\"%s\",\"indeterminate\":%s", origins[region->origin],
                region->indeterminate ? "true" : "false");
    fputc('}', out);
}

static void writeParting(FILE *out, const Parting *parting) {
    fputs(",\"parting\":", out);
    if (!parting->found) {
        fputs("null", out);
        return;
    }
    fputs("{\"move\":", out);
    WriteJsonVector(out, parting->move);
    fputs(",\"length\":", out);
    WriteJsonNumber(out, parting->length);
    fprintf(out, ",\"shortest\":%s}", parting->shortest ? "true" : "false");
}

void WriteRegionsRow(FILE *out, int32_t row, const cdContactRegions *regions, const cdMesh *meshA,
                     const cdMesh *meshB, const Parting *parting, bool marks) {
    fprintf(out, "{\"row\":%d,\"status\":\"%s\"", (int)row, GetTouchName(regions->state));
    if (regions->state == CD_OVERLAP) {
        fputs(",\"crossing\":", out);
        WriteJsonNumber(out, regions->crossing);
        fputs(",\"point\":", out);
        WriteJsonVector(out, regions->deepPoint);
        writeFeatures(out, meshA, regions->deepA, meshB, regions->deepB);
        if (parting != NULL) writeParting(out, parting);
    }
    fputs(",\"regions\":[", out);
    for (int32_t i = 0; i < regions->regionCount; i++) {
        if (i > 0) fputc(',', out);
        writeRegion(out, regions, i, meshA, meshB, marks);
    }
    fputs("]}\n", out);
}

void AddToRegionsTotals(RegionsTotals *totals, const cdContactRegions *regions) {
    totals->countOfState[regions->state]++;
    totals->candidates += regions->candidateCount;
    totals->clustered += regions->clusteredCount;
    for (int32_t i = 0; i < regions->regionCount; i++) {
        totals->countOfDimension[regions->regions[i].dimension]++;
        totals->persisted += regions->regions[i].origin == CD_NORMALS_PERSISTED;
    }
}

void MergeRegionsTotals(RegionsTotals *totals, const RegionsTotals *others) {
    for (int i = 0; i < 4; i++)
        totals->countOfState[i] += others->countOfState[i];
    for (int i = 0; i < 3; i++)
        totals->countOfDimension[i] += others->countOfDimension[i];
    totals->candidates += others->candidates;
    totals->clustered += others->clustered;
    totals->persisted += others->persisted;
}

void WriteRegionsTotals(FILE *out, RegionsTotals *totals) {
    static const cdState order[] = {CD_FREE, CD_CONTACT, CD_OVERLAP, CD_UNDECIDED};
    fprintf(out, "{\"rows\":%d", (int)totals->times.count);
    for (int i = 0; i < 4; i++)
        fprintf(out, ",\"%s\":%lld", GetTouchName(order[i]), (long long)totals->countOfState[order[i]]);
    fprintf(out, ",\"points\":%lld,\"lines\":%lld,\"areas\":%lld", (long long)totals->countOfDimension[0],
            (long long)totals->countOfDimension[1], (long long)totals->countOfDimension[2]);
    fprintf(out, ",\"persisted\":%lld,\"clustered\":%lld,\"candidates\":%lld", (long long)totals->persisted,
            (long long)totals->clustered, (long long)totals->candidates);
    WriteRowTimes(out, &totals->times);
    fputs("}\n", out);
}

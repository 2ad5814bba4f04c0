// Writes the output lines of `classify`. A location inside or outside has no id: null for a point, and left
// out for pieces of segments, to save space.
#include "commands/classify_write.h"
#include "scenes/json_write.h"

static bool isFeature(cdLocation location) {
    return location.kind == CD_ON_VERTEX || location.kind == CD_ON_EDGE || location.kind == CD_ON_FACE;
}

// Edges have no numbers in the file; their ends do.
static void writeId(FILE *out, const cdMesh *mesh, cdLocation location) {
    fprintf(out, ",\"id\":%d", (int)cdGetLocationId(mesh, location));
    if (location.kind != CD_ON_EDGE) return;
    cdSolidEdge edge = cdGetSolidEdge(mesh, location.index);
    fprintf(out, ",\"vertices\":[%d,%d]", (int)edge.vertexId[0], (int)edge.vertexId[1]);
}

void WritePointRow(FILE *out, int32_t row, const cdMesh *mesh, cdLocation location) {
    fprintf(out, "{\"row\":%d,\"where\":\"%s\"", (int)row, cdGetLocationName(location.kind));
    if (isFeature(location)) {
        writeId(out, mesh, location);
    } else {
        fputs(",\"id\":null", out);
    }
    fputs("}\n", out);
}

static void writePiece(FILE *out, const cdMesh *mesh, const cdSegmentPiece *piece) {
    fputs("{\"from\":", out);
    WriteJsonNumber(out, piece->from);
    fputs(",\"to\":", out);
    WriteJsonNumber(out, piece->to);
    fprintf(out, ",\"where\":\"%s\"", cdGetLocationName(piece->location.kind));
    if (isFeature(piece->location)) writeId(out, mesh, piece->location);
    fputc('}', out);
}

void WriteSegmentRow(FILE *out, int32_t row, const cdMesh *mesh, const cdSegmentPieces *pieces) {
    fprintf(out, "{\"row\":%d,\"pieces\":[", (int)row);
    for (int32_t i = 0; i < pieces->count; i++) {
        if (i > 0) fputc(',', out);
        writePiece(out, mesh, &pieces->pieces[i]);
    }
    fputs("]}\n", out);
}

void MergeClassifyTotals(ClassifyTotals *totals, const ClassifyTotals *others) {
    for (int i = 0; i < 6; i++)
        totals->countOfWhere[i] += others->countOfWhere[i];
}

void WriteClassifyTotals(FILE *out, ClassifyTotals *totals) {
    static const cdLocationKind order[] = {CD_OUTSIDE, CD_INSIDE,  CD_ON_VERTEX,
                                           CD_ON_EDGE, CD_ON_FACE, CD_LOCATION_UNDECIDED};
    fprintf(out, "{\"rows\":%d", (int)totals->times.count);
    for (int i = 0; i < 6; i++)
        fprintf(out, ",\"%s\":%lld", cdGetLocationName(order[i]), (long long)totals->countOfWhere[order[i]]);
    WriteRowTimes(out, &totals->times);
    fputs("}\n", out);
}

// Prints reports as aligned tables and writes JSON; describes the machine.
#include "bench/report.h"
#include "engine/platform/environment.h"
#include "scenes/json_write.h"
#include <math.h>
#include <string.h>

enum { CELL_SIZE = 24, LABEL_WIDTH_MIN = 30 };

static const char *const relationSigns[] = {"<=", "<", ">="};

// Formats integers without decimals, others with at least three digits.
static void formatCell(double value, char cell[CELL_SIZE]) {
    if (isnan(value)) {
        snprintf(cell, CELL_SIZE, "-");
    } else if (value == floor(value) && fabs(value) < 1e15) {
        snprintf(cell, CELL_SIZE, "%.0f", value);
    } else if (fabs(value) >= 100.0 && fabs(value) < 1e9) {
        snprintf(cell, CELL_SIZE, "%.0f", value);
    } else if (fabs(value) >= 10.0 && fabs(value) < 1e9) {
        snprintf(cell, CELL_SIZE, "%.1f", value);
    } else {
        snprintf(cell, CELL_SIZE, "%.3g", value);
    }
}

static int getColumnWidth(const ReportTable *table, int32_t column) {
    size_t width = strlen(table->columns[column]);
    for (int32_t i = 0; i < table->rowCount; i++) {
        char cell[CELL_SIZE];
        formatCell(table->rows[i].values[column], cell);
        if (strlen(cell) > width) width = strlen(cell);
    }
    return (int)width;
}

static int getLabelWidth(const ReportTable *table) {
    size_t width = LABEL_WIDTH_MIN;
    for (int32_t i = 0; i < table->rowCount; i++) {
        if (strlen(table->rows[i].label) > width) width = strlen(table->rows[i].label);
    }
    return (int)width;
}

static void printTable(FILE *out, const ReportTable *table) {
    int labelWidth = getLabelWidth(table);
    fprintf(out, "\n  %s\n  %-*s", table->title, labelWidth, "");
    for (int32_t k = 0; k < table->columnCount; k++)
        fprintf(out, "  %*s", getColumnWidth(table, k), table->columns[k]);
    fputc('\n', out);
    for (int32_t i = 0; i < table->rowCount; i++) {
        fprintf(out, "  %-*s", labelWidth, table->rows[i].label);
        for (int32_t k = 0; k < table->columnCount; k++) {
            char cell[CELL_SIZE];
            formatCell(table->rows[i].values[k], cell);
            fprintf(out, "  %*s", getColumnWidth(table, k), cell);
        }
        fputc('\n', out);
    }
}

static void printTargets(FILE *out, const BenchReport *report) {
    size_t width = 0;
    for (int32_t i = 0; i < report->targetCount; i++) {
        if (strlen(report->targets[i].what) > width) width = strlen(report->targets[i].what);
    }
    if (report->targetCount > 0) fputs("\n  targets\n", out);
    for (int32_t i = 0; i < report->targetCount; i++) {
        const ReportTarget *target = &report->targets[i];
        char value[CELL_SIZE], limit[CELL_SIZE];
        formatCell(target->value, value);
        formatCell(target->limit, limit);
        fprintf(out, "  %-*s  %10s %-2s %s %s: %s\n", (int)width, target->what, value,
                relationSigns[target->relation], limit, target->unit,
                IsTargetMet(target) ? "pass" : (target->required ? "FAIL" : "miss"));
    }
}

// Breaks a note into lines between words.
static void printNote(FILE *out, const char *note) {
    enum { LINE_WIDTH = 100 };
    fputs("\n ", out);
    int used = 0;
    while (*note != '\0') {
        int length = (int)strcspn(note, " ");
        if (used > 0 && used + 1 + length > LINE_WIDTH) {
            fputs("\n ", out);
            used = 0;
        }
        fprintf(out, " %.*s", length, note);
        used += 1 + length;
        note += length;
        note += strspn(note, " ");
    }
    fputc('\n', out);
}

void PrintReport(FILE *out, const BenchReport *report) {
    for (int32_t i = 0; i < report->tableCount; i++)
        printTable(out, &report->tables[i]);
    for (int32_t i = 0; i < report->noteCount; i++)
        printNote(out, report->notes[i]);
    printTargets(out, report);
}

static void writeTable(FILE *out, const ReportTable *table) {
    fputs("{\"title\":", out);
    WriteJsonString(out, table->title);
    fputs(",\"rows\":[", out);
    for (int32_t i = 0; i < table->rowCount; i++) {
        fputs(i > 0 ? ",{\"label\":" : "{\"label\":", out);
        WriteJsonString(out, table->rows[i].label);
        for (int32_t k = 0; k < table->columnCount; k++) {
            fputc(',', out);
            WriteJsonString(out, table->columns[k]);
            fputc(':', out);
            WriteJsonNumber(out, table->rows[i].values[k]);
        }
        fputc('}', out);
    }
    fputs("]}", out);
}

static void writeTarget(FILE *out, const ReportTarget *target) {
    fputs("{\"what\":", out);
    WriteJsonString(out, target->what);
    fputs(",\"value\":", out);
    WriteJsonNumber(out, target->value);
    fprintf(out, ",\"relation\":\"%s\",\"target\":", relationSigns[target->relation]);
    WriteJsonNumber(out, target->limit);
    fputs(",\"unit\":", out);
    WriteJsonString(out, target->unit);
    fprintf(out, ",\"required\":%s,\"met\":%s}", target->required ? "true" : "false",
            IsTargetMet(target) ? "true" : "false");
}

void WriteReportJson(FILE *out, const BenchReport *report) {
    fputs("\"tables\":[", out);
    for (int32_t i = 0; i < report->tableCount; i++) {
        if (i > 0) fputc(',', out);
        writeTable(out, &report->tables[i]);
    }
    fputs("],\"targets\":[", out);
    for (int32_t i = 0; i < report->targetCount; i++) {
        if (i > 0) fputc(',', out);
        writeTarget(out, &report->targets[i]);
    }
    fputs("],\"notes\":[", out);
    for (int32_t i = 0; i < report->noteCount; i++) {
        if (i > 0) fputc(',', out);
        WriteJsonString(out, report->notes[i]);
    }
    fputc(']', out);
}

MachineFacts GetMachineFacts(void) {
    MachineFacts facts = {0};
    gxGetProcessorName(facts.processor, sizeof facts.processor);
#ifdef __clang__
    facts.compiler = "clang " __clang_version__;
#else
    facts.compiler = "gcc " __VERSION__;
#endif
#ifdef __OPTIMIZE__
    facts.optimised = true;
#endif
    return facts;
}

// Fills reports; report_write.c prints them.
#include "bench/report.h"
#include <stdarg.h>
#include <string.h>

// Returns false, and fails the report, if there is no room for another entry.
static bool hasRoom(BenchReport *report, int32_t count, int32_t most, const char *what) {
    return count < most || FailReport(report, "the report has no room for another %s", what);
}

void AddTable(BenchReport *report, const char *const *columns, const char *title, ...) {
    if (!hasRoom(report, report->tableCount, REPORT_TABLE_MAX, "table")) return;
    ReportTable *table = &report->tables[report->tableCount++];
    va_list arguments;
    va_start(arguments, title);
    vsnprintf(table->title, sizeof table->title, title, arguments);
    va_end(arguments);
    while (columns[table->columnCount] != NULL) {
        if (!hasRoom(report, table->columnCount, REPORT_COLUMN_MAX, "column")) return;
        table->columns[table->columnCount] = columns[table->columnCount];
        table->columnCount++;
    }
}

void AddRow(BenchReport *report, const double *values, const char *label, ...) {
    ReportTable *table = &report->tables[report->tableCount - 1];
    if (!hasRoom(report, table->rowCount, REPORT_ROW_MAX, "row")) return;
    ReportRow *row = &table->rows[table->rowCount++];
    va_list arguments;
    va_start(arguments, label);
    vsnprintf(row->label, sizeof row->label, label, arguments);
    va_end(arguments);
    memcpy(row->values, values, (size_t)table->columnCount * sizeof *values);
}

static void addTarget(BenchReport *report, const char *what, double value, ReportRelation relation,
                      double limit, const char *unit, bool required) {
    if (!hasRoom(report, report->targetCount, REPORT_TARGET_MAX, "target")) return;
    ReportTarget *target = &report->targets[report->targetCount++];
    *target = (ReportTarget){
        .unit = unit, .value = value, .limit = limit, .relation = relation, .required = required};
    snprintf(target->what, sizeof target->what, "%s", what);
}

void AddTarget(BenchReport *report, const char *what, double value, ReportRelation relation, double limit,
               const char *unit) {
    addTarget(report, what, value, relation, limit, unit, false);
}

void AddRequirement(BenchReport *report, const char *what, double value, ReportRelation relation,
                    double limit, const char *unit) {
    addTarget(report, what, value, relation, limit, unit, true);
}

void AddNote(BenchReport *report, const char *format, ...) {
    if (!hasRoom(report, report->noteCount, REPORT_NOTE_MAX, "note")) return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(report->notes[report->noteCount++], REPORT_TEXT_SIZE, format, arguments);
    va_end(arguments);
}

bool FailReport(BenchReport *report, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(report->failure, sizeof report->failure, format, arguments);
    va_end(arguments);
    return false;
}

bool IsTargetMet(const ReportTarget *target) {
    switch (target->relation) {
    case REPORT_AT_MOST:
        return target->value <= target->limit;
    case REPORT_BELOW:
        return target->value < target->limit;
    default:
        return target->value >= target->limit;
    }
}

bool AreRequirementsMet(const BenchReport *report) {
    if (report->failure[0] != '\0') return false;
    for (int32_t i = 0; i < report->targetCount; i++) {
        if (report->targets[i].required && !IsTargetMet(&report->targets[i])) return false;
    }
    return true;
}

// A benchmark's results: tables, targets and notes, printed as text and written as JSON.
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
    REPORT_COLUMN_MAX = 10,
    REPORT_ROW_MAX = 40,
    REPORT_TABLE_MAX = 16,
    REPORT_TARGET_MAX = 48,
    REPORT_NOTE_MAX = 16,
    REPORT_TEXT_SIZE = 400
};

typedef struct ReportRow {
    char label[64];
    double values[REPORT_COLUMN_MAX]; // NAN: no value
} ReportRow;

typedef struct ReportTable {
    char title[160];
    const char *columns[REPORT_COLUMN_MAX]; // static texts, units included
    int32_t columnCount, rowCount;
    ReportRow rows[REPORT_ROW_MAX];
} ReportTable;

typedef enum ReportRelation { REPORT_AT_MOST, REPORT_BELOW, REPORT_AT_LEAST } ReportRelation;

typedef struct ReportTarget {
    char what[96];
    const char *unit; // static text
    double value, limit;
    ReportRelation relation;
    bool required; // the run fails if it is missed
} ReportTarget;

typedef struct BenchReport {
    ReportTable tables[REPORT_TABLE_MAX];
    ReportTarget targets[REPORT_TARGET_MAX];
    char notes[REPORT_NOTE_MAX][REPORT_TEXT_SIZE];
    int32_t tableCount, targetCount, noteCount;
    char failure[REPORT_TEXT_SIZE]; // why the benchmark could not run
} BenchReport;

// Begins a table. `columns`: static texts, NULL-terminated.
void AddTable(BenchReport *report, const char *const *columns, const char *title, ...)
    __attribute__((format(printf, 3, 4)));
// Adds a row of values[columnCount] to the last table.
void AddRow(BenchReport *report, const double *values, const char *label, ...)
    __attribute__((format(printf, 3, 4)));
void AddTarget(BenchReport *report, const char *what, double value, ReportRelation relation, double limit,
               const char *unit);
// Adds a target that must be met.
void AddRequirement(BenchReport *report, const char *what, double value, ReportRelation relation,
                    double limit, const char *unit);
void AddNote(BenchReport *report, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool FailReport(BenchReport *report, const char *format, ...)
    __attribute__((format(printf, 2, 3))); // returns false

bool IsTargetMet(const ReportTarget *target);
// True if all requirements are met and the report has not failed.
bool AreRequirementsMet(const BenchReport *report);

void PrintReport(FILE *out, const BenchReport *report);
// Writes {"tables":[...],"targets":[...],"notes":[...]}, without the braces.
void WriteReportJson(FILE *out, const BenchReport *report);

// Facts about machine and build, stated next to times.
typedef struct MachineFacts {
    char processor[128];
    const char *compiler; // @lifetime static
    bool optimised;
} MachineFacts;

MachineFacts GetMachineFacts(void);

#endif

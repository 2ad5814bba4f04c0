// Measures points classified a second, by us and by CGAL's Side_of_triangle_mesh, on the same points in the
// same run.
#ifndef BENCH_SOLID_SPEED_H
#define BENCH_SOLID_SPEED_H

#include "bench/solid_meshes.h"

typedef struct SpeedCase {
    const char *name;
    const BenchSolid *solid;
} SpeedCase;

// Adds a table, and with --peers the targets; without CGAL, a note.
// @errors false with report->failure
bool MeasureSolidSpeed(const BenchInput *input, const SpeedCase *cases, int32_t caseCount,
                       BenchReport *report);

#endif

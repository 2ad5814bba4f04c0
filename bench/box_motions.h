// Two boxes in polynomial motion, timed.
#ifndef BENCH_BOX_MOTIONS_H
#define BENCH_BOX_MOTIONS_H

#include "bench/bench.h"

// Adds a table of cdFindBoxContact on random motions: affine ones, whose planes are of degree 6, and turns by
// Cayley's formula, of degree 8; those that hit and those that do not. And the requirement that each is
// decided.
bool MeasureBoxMotions(const BenchInput *input, BenchReport *report);

#endif

// Times cdFindBoxContact on two boxes in polynomial motion.
#ifndef BENCH_BOX_MOTIONS_H
#define BENCH_BOX_MOTIONS_H

#include "bench/bench.h"

// Adds a table of cdFindBoxContact on random motions: affine ones, whose planes have degree 6, and rotations
// by Cayley's formula, of degree 8; hits and misses separately. Requires that each is decided.
bool MeasureBoxMotions(const BenchInput *input, BenchReport *report);

#endif

// Random chains, trees and closed loops of bodies on joints, under load: do the joints hold, step by step?
#ifndef BENCH_JOINT_SOAK_H
#define BENCH_JOINT_SOAK_H

#include "bench/bench.h"

// A linkage (tests/oracle/linkage.h) for each two of input->steps, at most 10,000, each for a second of its
// time.
// @errors false with report->failure
bool SoakJoints(const BenchInput *input, BenchReport *report);

#endif

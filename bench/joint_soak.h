// Tests the joints of all kinds of random chains, trees and closed loops of bodies under load, step by step.
#ifndef BENCH_JOINT_SOAK_H
#define BENCH_JOINT_SOAK_H

#include "bench/bench.h"

// Runs a linkage (tests/oracle/linkage.h) for each two of input->steps, at most 10,000, each for a second of
// simulated time.
// @errors false with report->failure
bool SoakJoints(const BenchInput *input, BenchReport *report);

#endif

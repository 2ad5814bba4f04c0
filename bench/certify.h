// Judges our answers on the real meshes without the library's trees and cubics.
#ifndef BENCH_CERTIFY_H
#define BENCH_CERTIFY_H

#include "bench/peer_bench.h"

// Adds a table of judged answers, and for each kind of error the requirement that it never occurs.
// (1) Every contact: the two elements lie within result.tolerance at t, transformed in long double.
// (2) Path: the exact overlap test at samples of [0, t.lo], and at the resolved pose.
// (3) Short steps: the brute-force oracle, over the triangles that can come near each other.
void CertifySteps(const BenchInput *input, const BenchPair *pair, const PeerSteps *runs, int runCount,
                  BenchReport *report);

#endif

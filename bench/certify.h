// Whether our own answers on the real meshes are right, judged without the library's trees and cubics.
#ifndef BENCH_CERTIFY_H
#define BENCH_CERTIFY_H

#include "bench/peer_bench.h"

// Adds a table of judged answers and, for each kind of wrong one, a requirement that there is none. (1) Every
// contact: the two elements named are within result.tolerance at t, placed by the motion in long double. (2)
// Way there: the exact overlap test at samples of [0, t.lo], and at the resting pose. (3) Short steps: the
// brute-force oracle, over the triangles that can come near each other.
void CertifySteps(const BenchInput *input, const BenchPair *pair, const PeerSteps *runs, int runCount,
                  BenchReport *report);

#endif

// Judges our answers on the real meshes without the library's trees and cubics.
#ifndef BENCH_CERTIFY_H
#define BENCH_CERTIFY_H

#include "bench/peer_bench.h"

// (1) Every contact: the two elements lie within result.tolerance at t, transformed in long double.
// (2) Path: the exact overlap test at samples of [0, t.lo], and at the resolved poses of all steps.
// (3) Short steps: the brute-force oracle, over the triangles that can come near each other. It takes minutes
//     for a big step.
typedef struct Certificate {
    int64_t contacts, broken;        // contacts judged; contacts whose elements are not within the tolerance
    int64_t samples, crossing;       // poses that must be free; overlapping ones
    int64_t compared, missed, wrong; // with the oracle; contacts before ours; other differences
    int64_t open;                    // steps that are neither free nor end at a contact
    double worstTime;                // difference from the oracle's
} Certificate;

// How much to judge.
typedef struct JudgeLimits {
    int64_t sampledSteps,
        oracleSteps; // evenly spread over the run; by the oracle, contacts and free ones by turns
} JudgeLimits;

Certificate JudgeSteps(const BenchInput *input, const BenchPair *pair, const PeerSteps *run,
                       JudgeLimits limits);
void AddCertificate(Certificate *sum, const Certificate *part);

// Adds a table for the rows of AddCertificateRow.
void AddCertificateTable(BenchReport *report, const char *title);
void AddCertificateRow(BenchReport *report, const char *label, const Certificate *judged);
// Adds for each kind of error the requirement that it never occurs. `of`: "the drags: ", or "".
void RequireCertificate(BenchReport *report, const char *of, const Certificate *total);

// Judges a drag, then big steps, and adds table and requirements.
void CertifySteps(const BenchInput *input, const BenchPair *pair, const PeerSteps runs[2], JudgeLimits limits,
                  BenchReport *report);

#endif

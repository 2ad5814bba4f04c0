// The random contract, long: random steps between small meshes, every promise judged by the oracle.
//
// The steps are those of tests/oracle/random_steps.h; a seed and a number name the same step in the test and
// here. Broken promises are described on standard error, with the seed and number that repeat them.
#include "bench/bench.h"
#include "oracle/soak.h"

static void addTally(SoakTally *sum, const SoakTally *part) {
    sum->steps += part->steps;
    for (int k = 0; k < VERDICT_COUNT; k++)
        sum->verdicts[k] += part->verdicts[k];
    for (int k = 0; k < 4; k++)
        sum->states[k] += part->states[k];
    sum->sharp += part->sharp;
    sum->switchDifferences += part->switchDifferences;
    sum->worstTime = cdMax(sum->worstTime, part->worstTime);
}

static void addReport(BenchReport *report, const SoakTally *sum) {
    static const char *const stateColumns[] = {
        "steps", "free", "contact", "overlap", "undecided", "compared sharply", "worst |dt|", NULL};
    double states[] = {(double)sum->steps,
                       (double)sum->states[CD_FREE],
                       (double)sum->states[CD_CONTACT],
                       (double)sum->states[CD_OVERLAP],
                       (double)sum->states[CD_UNDECIDED],
                       (double)sum->sharp,
                       sum->worstTime};
    AddTable(report, stateColumns, "Answers");
    AddRow(report, states, "random steps");
    static const char *const verdictColumns[] = {"steps", NULL};
    AddTable(report, verdictColumns, "Verdicts of the brute-force oracle");
    for (int k = 0; k < VERDICT_COUNT; k++) {
        double value = (double)sum->verdicts[k];
        AddRow(report, &value, "%s", GetVerdictName((Verdict)k));
    }
    AddRequirement(report, "contacts missed", (double)sum->verdicts[VERDICT_MISSED], REPORT_AT_MOST, 0.0,
                   "steps");
    AddRequirement(report, "contacts false or late",
                   (double)(sum->verdicts[VERDICT_FALSE] + sum->verdicts[VERDICT_LATE]), REPORT_AT_MOST, 0.0,
                   "steps");
    AddRequirement(report, "switches that change an answer", (double)sum->switchDifferences, REPORT_AT_MOST,
                   0.0, "steps");
    AddTarget(report, "worst |t - t_oracle|", sum->worstTime, REPORT_AT_MOST, 1e-9, "of a step");
}

bool RunSoakBench(const BenchInput *input, BenchReport *report) {
    enum { CHUNK = 500 }; // steps between two looks at the progress
    StepMeshes set;
    if (!MakeStepMeshes(&set)) return FailReport(report, "out of memory for the meshes");
    SoakTally sum = {0};
    for (int64_t done = 0; done < input->steps; done += CHUNK) {
        int64_t count = input->steps - done < CHUNK ? input->steps - done : CHUNK;
        SoakTally part = RunSoak(&set, input->seed, (uint64_t)done, count, true, stderr);
        addTally(&sum, &part);
        input->showProgress(done + count, input->steps, input->context);
    }
    addReport(report, &sum);
    FreeStepMeshes(&set);
    return true;
}

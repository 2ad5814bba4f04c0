// The random contract; see soak.h.
#include "oracle/soak.h"

#include <string.h>

enum { SWITCH_COUNT = 9 }; // CD_DISABLE_...

static bool areFeaturesEqual(cdFeature a, cdFeature b) {
    return a.kind == b.kind && a.index == b.index && a.id == b.id && a.vertexId[0] == b.vertexId[0] &&
           a.vertexId[1] == b.vertexId[1];
}

static bool areVectorsEqual(cdVec3 a, cdVec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

bool AreAnswersEqual(const cdFirstContact *a, const cdFirstContact *b) {
    return a->state == b->state && a->t.lo == b->t.lo && a->t.hi == b->t.hi && a->kind == b->kind &&
           areFeaturesEqual(a->featureA, b->featureA) && areFeaturesEqual(a->featureB, b->featureB) &&
           areVectorsEqual(a->point, b->point) && areVectorsEqual(a->normal, b->normal) &&
           a->tolerance == b->tolerance && a->resolvedTime == b->resolvedTime &&
           memcmp(&a->resolvedPose, &b->resolvedPose, sizeof a->resolvedPose) == 0;
}

ContactVerdict JudgeRandomStep(const StepMeshes *set, const RandomStep *step, cdWorkspace *workspace,
                               SoakTally *tally, cdFirstContact *answer) {
    const cdFirstContactInput *input = &step->input;
    const OracleMesh *a = &set->oracles[step->meshA], *b = &set->oracles[step->meshB];
    cdFirstContact result = cdFindFirstContact(input, NULL, workspace, NULL);
    OracleContact truth = FindOracleContact(a, input->startA, input->targetA, b, input->startB);
    ContactCase given = {
        .a = a, .b = b, .input = input, .result = &result, .truth = &truth, .workspace = workspace};
    given.size = step->radius;
    given.offset = step->offset;
    given.touchNormal = step->touchNormal;
    given.touchDepth = step->touchDepth;
    ContactVerdict verdict = JudgeFirstContact(&given);
    *answer = result;
    tally->steps++;
    tally->verdicts[verdict.verdict]++;
    tally->states[result.state]++;
    bool sharp = result.state == CD_CONTACT && truth.state == CD_CONTACT && !truth.degenerate &&
                 verdict.timeSlack <= 1e-9;
    tally->sharp += sharp;
    if (sharp && verdict.verdict == VERDICT_WITHIN_TOLERANCE)
        tally->nearPasses++;
    else if (sharp)
        tally->worstTime = fmax(tally->worstTime, fabs(result.t.lo - truth.t));
    return verdict;
}

// Runs the same step with one acceleration disabled: the first switch that changes the answer, -1: none.
static int findSwitchThatMatters(const RandomStep *step, cdWorkspace *workspace) {
    cdFirstContactInput input = step->input;
    cdFirstContact plain = cdFindFirstContact(&input, NULL, workspace, NULL);
    for (int i = 0; i < SWITCH_COUNT; i++) {
        input.disabled = 1u << i;
        cdFirstContact without = cdFindFirstContact(&input, NULL, workspace, NULL);
        if (!AreAnswersEqual(&plain, &without)) return i;
    }
    return -1;
}

static void logStep(FILE *log, const RandomStep *step, uint64_t seed, uint64_t number, const char *what,
                    const char *reason) {
    if (log == NULL) return;
    fprintf(log, "seed %llu step %llu%s (%s, meshes %d and %d): %s: %s\n", (unsigned long long)seed,
            (unsigned long long)number, cdLengthSq(step->touchNormal) > 0.0 ? " and on" : "",
            GetStepFamilyName(step->family), step->meshA, step->meshB, what, reason);
}

static void judgeAndLog(const StepMeshes *set, const RandomStep *step, uint64_t seed, uint64_t number,
                        bool switches, cdWorkspace *workspace, SoakTally *tally, FILE *log,
                        cdFirstContact *answer) {
    ContactVerdict verdict = JudgeRandomStep(set, step, workspace, tally, answer);
    if (verdict.verdict > VERDICT_WITHIN_TOLERANCE) {
        logStep(log, step, seed, number, GetVerdictName(verdict.verdict), verdict.reason);
    }
    int switched = switches ? findSwitchThatMatters(step, workspace) : -1;
    if (switched < 0) return;
    tally->switchDifferences++;
    char which[32];
    snprintf(which, sizeof which, "switch %d", switched);
    logStep(log, step, seed, number, which, "changes the answer");
}

SoakTally RunSoak(const StepMeshes *set, uint64_t seed, uint64_t first, int64_t count, bool switches,
                  FILE *log) {
    SoakTally tally = {0};
    cdWorkspace *workspace = cdCreateWorkspace();
    for (uint64_t number = first; number < first + (uint64_t)count; number++) {
        RandomStep step = MakeRandomStep(set, seed, number);
        cdFirstContact answer, nextAnswer;
        judgeAndLog(set, &step, seed, number, switches, workspace, &tally, log, &answer);
        if (answer.state != CD_CONTACT || number % 2 == 0) continue;
        RandomStep next = MakeNextStep(&step, &answer, seed, number);
        judgeAndLog(set, &next, seed, number, switches, workspace, &tally, log, &nextAnswer);
    }
    cdDestroyWorkspace(workspace);
    return tally;
}

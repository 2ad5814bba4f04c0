// The contract of boxes; see boxes_soak.h.
#include "oracle/boxes_soak.h"

static double getOffset(const RandomBoxes *boxes) {
    return boxes->scale * 4.0 + cdLength(boxes->origin);
}

static void countTimes(const cdBoxContact *result, const OracleBoxContact *truth, const BoxVerdict *judged,
                       BoxesTally *tally) {
    bool apart = truth->start == BOXES_APART;
    if (result->state != CD_CONTACT || judged->verdict > VERDICT_WITHIN_TOLERANCE) return;
    tally->grazes += !truth->found;
    if (!truth->found || !apart || judged->timeSlack > 1e-9) return;
    double error = fabs(result->t.lo - truth->hi);
    tally->sharp++;
    if (judged->verdict == VERDICT_WITHIN_TOLERANCE && error > 1e-9)
        tally->nearPasses++;
    else
        tally->worstTime = fmax(tally->worstTime, error);
}

BoxVerdict JudgeRandomBoxes(const RandomBoxes *boxes, const cdBoxContact *result, BoxesTally *tally) {
    OracleBoxes oracle = MakeOracleBoxes(&boxes->input);
    OracleBoxContact truth = FindOracleBoxContact(&oracle);
    BoxCase given = {&oracle, result, &truth, getOffset(boxes), {0.0, 0.0, 0.0}};
    if (boxes->input.onScrew) given.origin = boxes->input.poseB.p;
    BoxVerdict judged = JudgeBoxContact(&given);
    tally->motions++;
    tally->screws += boxes->input.onScrew;
    tally->verdicts[judged.verdict]++;
    tally->states[result->state]++;
    tally->starts[truth.start]++;
    tally->hits += truth.found && truth.start == BOXES_APART;
    tally->shallow += truth.depth > 0.0L;
    tally->deepest = fmax(tally->deepest, (double)(truth.depth / oracle.size));
    tally->parts += result->partCount;
    tally->planes += result->planeCount;
    countTimes(result, &truth, &judged, tally);
    return judged;
}

static void logAnswer(FILE *log, uint64_t seed, uint64_t number, const RandomBoxes *boxes,
                      const BoxVerdict *judged) {
    if (log == NULL || judged->verdict <= VERDICT_WITHIN_TOLERANCE) return;
    fprintf(log, "seed %llu boxes %llu (%s, %s, scale %g, %g away): %s: %s\n", (unsigned long long)seed,
            (unsigned long long)number, boxes->input.onScrew ? "screw" : "matrices",
            GetBoxFamilyName(boxes->family), boxes->scale, cdMaxAbs(boxes->origin),
            GetVerdictName(judged->verdict), judged->reason);
}

BoxesTally RunBoxesSoak(uint64_t seed, uint64_t first, int64_t count, double (*clock)(void), FILE *log) {
    BoxesTally tally = {0};
    for (uint64_t number = first; number < first + (uint64_t)count; number++) {
        RandomBoxes boxes;
        MakeRandomBoxes(seed, number, &boxes);
        double before = clock ? clock() : 0.0;
        cdBoxContact result = cdFindBoxContact(&boxes.input, NULL);
        double between = clock ? clock() : 0.0;
        BoxVerdict judged = JudgeRandomBoxes(&boxes, &result, &tally);
        tally.seconds += between - before;
        tally.oracleSeconds += (clock ? clock() : 0.0) - between;
        logAnswer(log, seed, number, &boxes, &judged);
    }
    return tally;
}

void AddBoxesTally(BoxesTally *sum, const BoxesTally *part) {
    sum->motions += part->motions;
    sum->screws += part->screws;
    for (int k = 0; k < VERDICT_COUNT; k++)
        sum->verdicts[k] += part->verdicts[k];
    for (int k = 0; k < 4; k++)
        sum->states[k] += part->states[k];
    for (int k = 0; k < 3; k++)
        sum->starts[k] += part->starts[k];
    sum->hits += part->hits;
    sum->sharp += part->sharp;
    sum->nearPasses += part->nearPasses;
    sum->grazes += part->grazes;
    sum->shallow += part->shallow;
    sum->deepest = fmax(sum->deepest, part->deepest);
    sum->worstTime = fmax(sum->worstTime, part->worstTime);
    sum->parts += part->parts;
    sum->planes += part->planes;
    sum->seconds += part->seconds;
    sum->oracleSeconds += part->oracleSeconds;
}

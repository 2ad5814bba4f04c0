// Writes the output lines of `simulate`.
//
// A body has its pose, as in path files, the velocity of its centroid, and its angular velocity. A contact
// event has the names of both bodies and the point and normal of first contact; an impact also has the
// approach speed and the impulse.
#include "commands/simulate_write.h"
#include "scenes/json_write.h"
#include <math.h>

static const double mostDrift = 10.0; // margins

void WriteBodyState(FILE *out, double time, const char *name, const cdBodyState *state) {
    const double velocity[6] = {state->velocity.x,        state->velocity.y,        state->velocity.z,
                                state->angularVelocity.x, state->angularVelocity.y, state->angularVelocity.z};
    fputs("{\"time\":", out);
    WriteJsonNumber(out, time);
    WriteJsonStringField(out, "body", name, true);
    fputs(",\"pose\":", out);
    WriteJsonPose(out, state->pose);
    fputs(",\"velocity\":[", out);
    for (int i = 0; i < 6; i++) {
        if (i > 0) fputc(',', out);
        WriteJsonNumber(out, velocity[i]);
    }
    fputs("]}\n", out);
}

void WriteContactEvent(FILE *out, const cdContactEvent *event, const char *nameA, const char *nameB) {
    fputs("{\"time\":", out);
    WriteJsonNumber(out, event->time);
    fprintf(out, ",\"event\":\"%s\"", cdGetContactEventName(event->kind));
    WriteJsonStringField(out, "a", nameA, true);
    WriteJsonStringField(out, "b", nameB, true);
    WriteJsonVectorField(out, "point", event->point, true);
    WriteJsonVectorField(out, "normal", event->normal, true);
    WriteJsonNumberField(out, "speed", event->speed, true);
    WriteJsonNumberField(out, "impulse", event->impulse, true);
    if (event->kind == CD_EVENT_JOINT_BROKEN) fprintf(out, ",\"joint\":%d", (int)event->joint);
    fputs("}\n", out);
}

static void noteLimits(SimulateTotals *totals, const cdWorldStep *step) {
    double drift = step->drift / step->margin;
    if (drift > mostDrift && totals->firstDrift == 0) totals->firstDrift = totals->steps;
    if (step->blockedTime > 0.0 && totals->firstLost == 0) totals->firstLost = totals->steps;
    totals->driftMargins = fmax(totals->driftMargins, drift);
}

bool DescribeSimulateLimits(const SimulateTotals *totals, char *message, size_t messageSize) {
    char lost[100] = "", drift[100] = "";
    if (totals->firstLost > 0)
        snprintf(lost, sizeof lost, "%.3g s of motion were lost, first in step %lld", totals->blockedTime,
                 (long long)totals->firstLost);
    if (totals->firstDrift > 0)
        snprintf(drift, sizeof drift, "constraints drifted by up to %.3g margins, first in step %lld",
                 totals->driftMargins, (long long)totals->firstDrift);
    const char *between = lost[0] != '\0' && drift[0] != '\0' ? "; " : "";
    snprintf(message, messageSize, "%s%s%s", lost, between, drift);
    return message[0] != '\0';
}

void AddToSimulateTotals(SimulateTotals *totals, const cdWorldStep *step, const cdContactEvent *events,
                         int32_t eventCount) {
    totals->steps++;
    totals->advances += step->advances;
    totals->queries += step->queries;
    totals->seconds = step->time;
    totals->blockedTime += step->blockedTime;
    totals->drift = fmax(totals->drift, step->drift);
    noteLimits(totals, step);
    totals->contacts = step->contacts;
    for (int32_t i = 0; i < eventCount; i++)
        totals->events[events[i].kind]++;
}

static double getEnergy(const cdWorldEnergy *energy) {
    return energy->kinetic + energy->potential;
}

void WriteSimulateTotals(FILE *out, const SimulateTotals *totals) {
    static const cdContactEventKind order[] = {CD_EVENT_BEGIN,        CD_EVENT_IMPACT,     CD_EVENT_END,
                                               CD_EVENT_SENSOR_BEGIN, CD_EVENT_SENSOR_END, CD_EVENT_BLOCKED};
    fprintf(out, "{\"steps\":%lld", (long long)totals->steps);
    WriteJsonNumberField(out, "seconds", totals->seconds, true);
    fprintf(out, ",\"bodies\":%d,\"resting\":%d,\"contacts\":%d", (int)totals->bodies, (int)totals->asleep,
            (int)totals->contacts);
    for (int i = 0; i < 6; i++) {
        if (i >= 3 && totals->events[i == 5 ? CD_EVENT_BLOCKED : CD_EVENT_SENSOR_BEGIN] == 0) continue;
        fprintf(out, ",\"%s\":%lld", cdGetContactEventName(order[i]), (long long)totals->events[order[i]]);
    }
    if (totals->events[CD_EVENT_JOINT_BROKEN] > 0)
        fprintf(out, ",\"joint-broken\":%lld", (long long)totals->events[CD_EVENT_JOINT_BROKEN]);
    WriteJsonNumberField(out, "worst_drift", totals->drift, true);
    WriteJsonNumberField(out, "lost_time", totals->blockedTime, true);
    WriteJsonNumberField(out, "energy_start", getEnergy(&totals->start), true);
    WriteJsonNumberField(out, "energy_end", getEnergy(&totals->end), true);
    WriteJsonVectorField(out, "momentum_start", totals->start.momentum, true);
    WriteJsonVectorField(out, "momentum_end", totals->end.momentum, true);
    if (totals->checked)
        fprintf(out, ",\"overlaps\":%lld", (long long)totals->overlaps);
    else
        fputs(",\"overlaps\":null", out);
    fprintf(out, ",\"advances\":%lld,\"queries\":%lld", (long long)totals->advances,
            (long long)totals->queries);
    fprintf(out, ",\"steps_per_second\":%.1f}\n",
            totals->stepping > 0.0 ? (double)totals->steps / totals->stepping : 0.0);
}

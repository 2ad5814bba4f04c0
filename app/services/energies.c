// Samples of energies in ring buffers.
#include "services/energies.h"

#include <math.h>
#include <string.h>

static int32_t getRingIndex(const Energies *energies, int32_t sample) {
    return (energies->next - energies->count + sample + ENERGY_SAMPLE_MAX) % ENERGY_SAMPLE_MAX;
}

static bool isNew(const Energies *energies, double time) {
    return energies->count == 0 || time != GetEnergyTime(energies, energies->count - 1);
}

void NoteEnergies(Energies *energies, const Stage *stage) {
    if (energies->count > 0 && stage->time < GetEnergyTime(energies, energies->count - 1))
        energies->count = 0;
    if (!stage->world.present) energies->count = 0;
    if (!stage->world.present || !isNew(energies, stage->time)) return;
    const cdWorldEnergy *now = &stage->world.energy;
    double values[ENERGY_SERIES_COUNT] = {[ENERGY_KINETIC] = now->kinetic,
                                          [ENERGY_POTENTIAL] = now->potential,
                                          [ENERGY_DISSIPATED] = now->dissipated,
                                          [ENERGY_WORK] = now->forceWork + now->handWork + now->motorWork +
                                                          now->kinematicWork};
    for (int i = 0; i < ENERGY_SERIES_COUNT; ++i)
        energies->values[i][energies->next] = values[i];
    energies->times[energies->next] = stage->time;
    energies->next = (energies->next + 1) % ENERGY_SAMPLE_MAX;
    if (energies->count < ENERGY_SAMPLE_MAX) ++energies->count;
}

double GetEnergyTime(const Energies *energies, int32_t sample) {
    return energies->times[getRingIndex(energies, sample)];
}

static double findLowest(const Energies *energies, EnergySeries which) {
    double lowest = INFINITY;
    for (int32_t i = 0; i < energies->count; ++i)
        lowest = fmin(lowest, energies->values[which][getRingIndex(energies, i)]);
    return lowest;
}

int32_t ListEnergies(const Energies *energies, EnergySeries which, double *values) {
    double base = findLowest(energies, ENERGY_POTENTIAL);
    for (int32_t i = 0; i < energies->count; ++i) {
        int32_t at = getRingIndex(energies, i);
        double potential = energies->values[ENERGY_POTENTIAL][at] - base;
        values[i] = energies->values[which][at];
        if (which == ENERGY_POTENTIAL) values[i] = potential;
        if (which == ENERGY_TOTAL)
            values[i] =
                energies->values[ENERGY_KINETIC][at] + potential + energies->values[ENERGY_DISSIPATED][at];
    }
    return energies->count;
}

// Energies of the stage's world over simulated time, for the page that plots them.
//
// The energies are relative to the start: what was dissipated and put in counts from there. Potential energy
// is that of gravity, 0 at the lowest value shown, since only its changes matter.
#ifndef APP_ENERGIES_H
#define APP_ENERGIES_H

#include "stage/stage.h"

enum { ENERGY_SAMPLE_MAX = 600 };

typedef enum EnergySeries {
    ENERGY_KINETIC = 0,
    ENERGY_POTENTIAL,
    ENERGY_DISSIPATED,
    ENERGY_WORK,  // put in by forces, hands, motors and kinematic bodies
    ENERGY_TOTAL, // kinetic, potential and dissipated energy
    ENERGY_SERIES_COUNT
} EnergySeries;

typedef struct Energies {
    double values[ENERGY_SERIES_COUNT][ENERGY_SAMPLE_MAX]; // rings
    double times[ENERGY_SAMPLE_MAX];                       // of the stage, seconds
    int32_t count, next;                                   // of all rings
} Energies;

// Adds the stage's energies if its time has changed; forgets all samples if time has gone back or no body
// moves by itself.
void NoteEnergies(Energies *energies, const Stage *stage);
// Copies a series, oldest first, to values[ENERGY_SAMPLE_MAX]; returns the number of values.
int32_t ListEnergies(const Energies *energies, EnergySeries which, double *values);
// Returns the time of a sample, 0: the oldest.
double GetEnergyTime(const Energies *energies, int32_t sample);

#endif

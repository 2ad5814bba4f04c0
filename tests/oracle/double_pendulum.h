// A double pendulum of two rods, by its own equations in two angles, in steps of any size.
//
// Lagrange's equations of two rigid bodies on parallel hinges, with the angles from the vertical; the rods'
// centroids lie half way between their ends. Integrated by the Runge-Kutta method of order four.
#ifndef ORACLE_DOUBLE_PENDULUM_H
#define ORACLE_DOUBLE_PENDULUM_H

typedef struct DoublePendulum {
    double length[2], mass[2], inertia[2]; // about the centroids
    double gravity;
    double angle[2], speed[2]; // from the vertical, radians; radians / s
} DoublePendulum;

// Advances the pendulum by `seconds` in `steps` equal steps.
void AdvanceDoublePendulum(DoublePendulum *pendulum, double seconds, int steps);

#endif

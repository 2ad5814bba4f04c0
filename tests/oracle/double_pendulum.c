// A double pendulum of two rods: see double_pendulum.h.
#include "oracle/double_pendulum.h"
#include <math.h>

typedef struct State {
    double x[4]; // both angles, both speeds
} State;

static State getRates(const DoublePendulum *p, const State *s) {
    double a1 = 0.5 * p->length[0], a2 = 0.5 * p->length[1], between = s->x[0] - s->x[1];
    double m11 = p->inertia[0] + p->mass[0] * a1 * a1 + p->mass[1] * p->length[0] * p->length[0];
    double m22 = p->inertia[1] + p->mass[1] * a2 * a2;
    double coupling = p->mass[1] * p->length[0] * a2, m12 = coupling * cos(between);
    double f1 = -coupling * sin(between) * s->x[3] * s->x[3] -
                (p->mass[0] * a1 + p->mass[1] * p->length[0]) * p->gravity * sin(s->x[0]);
    double f2 = coupling * sin(between) * s->x[2] * s->x[2] - p->mass[1] * a2 * p->gravity * sin(s->x[1]);
    double determinant = m11 * m22 - m12 * m12;
    return (State){
        {s->x[2], s->x[3], (m22 * f1 - m12 * f2) / determinant, (m11 * f2 - m12 * f1) / determinant}};
}

static State addScaled(const State *s, double h, const State *rates) {
    State sum = *s;
    for (int i = 0; i < 4; i++)
        sum.x[i] += h * rates->x[i];
    return sum;
}

void AdvanceDoublePendulum(DoublePendulum *pendulum, double seconds, int steps) {
    State s = {{pendulum->angle[0], pendulum->angle[1], pendulum->speed[0], pendulum->speed[1]}};
    double h = seconds / steps;
    for (int i = 0; i < steps; i++) {
        State k1 = getRates(pendulum, &s), at = addScaled(&s, 0.5 * h, &k1), k2 = getRates(pendulum, &at);
        at = addScaled(&s, 0.5 * h, &k2);
        State k3 = getRates(pendulum, &at);
        at = addScaled(&s, h, &k3);
        State k4 = getRates(pendulum, &at);
        for (int k = 0; k < 4; k++)
            s.x[k] += h / 6.0 * (k1.x[k] + 2.0 * k2.x[k] + 2.0 * k3.x[k] + k4.x[k]);
    }
    for (int i = 0; i < 2; i++)
        pendulum->angle[i] = s.x[i], pendulum->speed[i] = s.x[2 + i];
}

// Dead zones and response curves.
#include "engine/axes.h"

#include <math.h>

double gxShapeAxis(double raw, double zone) {
    double beyond = (fmin(fabs(raw), 1.0) - zone) / (1.0 - zone);
    return beyond > 0.0 ? copysign(beyond * beyond, raw) : 0.0;
}

void gxShapeStick(const double raw[2], double zone, double shaped[2]) {
    double length = hypot(raw[0], raw[1]), share = length > 0.0 ? gxShapeAxis(length, zone) / length : 0.0;
    shaped[0] = share * raw[0];
    shaped[1] = share * raw[1];
}

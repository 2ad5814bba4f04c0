// Shapes the axes of input devices: dead zones and response curves.
//
// Deflections inside the dead zone give 0. The rest is rescaled to the whole range and squared, for finer
// control near the middle.
#ifndef GX_AXES_H
#define GX_AXES_H

// Shapes a stick's two axes, -1 to 1 each. The dead zone is a circle, so the direction is preserved.
void gxShapeStick(const double raw[2], double zone, double shaped[2]);
// Shapes one axis, -1 to 1. Values outside are clamped.
double gxShapeAxis(double raw, double zone);

#endif

// What becomes of an axis on its way from a device to a movement.
//
// A dead zone is taken out, what is left is spread over the whole range again, and a curve makes small
// deflections finer: their square.
#ifndef GX_AXES_H
#define GX_AXES_H

// A stick's two axes, -1 to 1 each: the dead zone is a circle, so that directions stay as they are.
void gxShapeStick(const double raw[2], double zone, double shaped[2]);
// One axis, -1 to 1; what is beyond counts as the end.
double gxShapeAxis(double raw, double zone);

#endif

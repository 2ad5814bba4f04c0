// Generates a rotor, a disk on a shaft, and a pendulum, a ball on a rod.
//
// Both are solids about the y axis with the supported end at the origin, so that the joint of a scene is at
// the object's position. The rotor stands up from there, the pendulum hangs down. The pendulum's ball has
// parallel flat faces towards +x and -x at the distance `radius` from the axis: balls in a row meet face on
// face and push each other only along x.
#include "shapes/elementary.h"
#include "shapes/generators.h"

static const double pi = 3.14159265358979323846;

const char *GenerateRotor(ShapeBuilder *builder, const double *values) {
    double radius = values[0], half = 0.5 * values[1], height = values[2], shaft = values[3];
    double length = values[4];
    if (shaft >= radius) return "shaft must be less than radius";
    if (half >= height || height + half >= length) return "the disk must be between the ends of the shaft";
    const ProfilePoint profile[8] = {
        {0.0, length},           {shaft, length},        {shaft, height + half}, {radius, height + half},
        {radius, height - half}, {shaft, height - half}, {shaft, 0.0},           {0.0, 0.0}};
    AddLathe(builder, profile, 8, (int32_t)values[5], false);
    return NULL;
}

// 1. The rod, from the origin to the ball.  2. The ball in an odd number of bands, the middle one upright.
const char *GeneratePendulum(ShapeBuilder *builder, const double *values) {
    double radius = values[0], length = values[1], rod = values[2];
    int32_t bands = 2 * (int32_t)values[3] + 1, sides = 2 * (int32_t)values[4];
    double reach = radius / cdSin(0.5 * pi * (bands - 1) / bands); // radius of the rings' sphere
    if (rod >= reach * cdSin(pi / bands)) return "rod must be thinner than the ball's first ring";
    double neck = sqrt(reach * reach - rod * rod);
    if (neck >= length) return "length must be more than radius";
    // 1.
    int32_t top = AddPolygonRow(builder, sides, rod, 0.0);
    int32_t row = AddPolygonRow(builder, sides, rod, neck - length);
    AddPolygonCap(builder, top, sides, false);
    AddStrip(builder, top, row, sides, true);
    // 2.
    for (int32_t i = 1; i < bands; i++) {
        double angle = pi * i / bands;
        int32_t next = AddPolygonRow(builder, sides, reach * cdSin(angle), reach * cdCos(angle) - length);
        AddStrip(builder, row, next, sides, true);
        row = next;
    }
    AddFan(builder, row, AddPoint(builder, (cdVec3){0.0, -length - reach, 0.0}), sides);
    return NULL;
}

// Generates prisms: step, fingers, slope and key of the figures of [BV92]; the wedge stone of an arch.
//
// Each is a polygon in the xy plane extruded along z; the key lies flat, with its polygon in the xz plane.
// The contact is at the origin or at y = 0, so that poses in scenes and tests are simple numbers.
#include "shapes/elementary.h"
#include "shapes/generators.h"
#include "shapes/prism.h"

// A floor with its top at y = 0 up to x = 0, where the protrusion begins in a reflex edge along z.
const char *GenerateStep(ShapeBuilder *builder, const double *values) {
    double length = values[0], depth = values[1], thickness = values[2], height = values[3];
    double run = values[4], end = run + values[5];
    const OutlinePoint outline[6] = {{-length, -thickness}, {end, -thickness}, {end, height},
                                     {run, height},         {0.0, 0.0},        {-length, 0.0}};
    AddPrism(builder, outline, 6, 0.5 * depth);
    return NULL;
}

// Two blades on a base. Their tips are edges along z at y = 0, at a distance of `distance`; their feet are
// `lean` to the right of the tips.
const char *GenerateFingers(ShapeBuilder *builder, const double *values) {
    double distance = values[0], height = values[1], width = values[2], lean = values[3], depth = values[4];
    double base = values[5], tip = 0.5 * distance, half = 0.5 * width;
    if (width >= distance) return "width must be less than distance";
    double left = lean - tip, right = lean + tip;
    double begin = fmin(-tip, left - half) - half, end = fmax(tip, right + half) + half;
    const OutlinePoint outline[10] = {{begin, -height - base},
                                      {end, -height - base},
                                      {end, -height},
                                      {right + half, -height},
                                      {tip, 0.0},
                                      {right - half, -height},
                                      {left + half, -height},
                                      {-tip, 0.0},
                                      {left - half, -height},
                                      {begin, -height}};
    AddPrism(builder, outline, 10, 0.5 * depth);
    return NULL;
}

const char *GenerateSlope(ShapeBuilder *builder, const double *values) {
    double half = 0.5 * values[0], height = values[1];
    const OutlinePoint outline[3] = {{-half, 0.0}, {half, 0.0}, {half, height}};
    AddPrism(builder, outline, 3, 0.5 * values[2]);
    return NULL;
}

// The end faces lean outwards with height: each turns by its angle about z through the middle of the end.
const char *GenerateVoussoir(ShapeBuilder *builder, const double *values) {
    double half = 0.5 * values[0], up = 0.5 * values[1];
    double left = up * cdTan(values[3]), right = up * cdTan(values[4]);
    if (left + right >= 2.0 * half || left + right <= -2.0 * half)
        return "left and right must leave a bottom and a top";
    const OutlinePoint outline[4] = {
        {left - half, -up}, {half - right, -up}, {half + right, up}, {-half - left, up}};
    AddPrism(builder, outline, 4, 0.5 * values[2]);
    return NULL;
}

// Over the edge x = 0 of a table to the left, the bottom touches it in a hexagon (the blade, z from 0.2 to
// 1), along the edge from z = 0.2 to -0.3, and with the tip at z = -0.8 [BV92 figure 3].
const char *GenerateKey(ShapeBuilder *builder, const double *values) {
    double size = values[0];
    static const OutlinePoint shape[12] = {{0.8, -1.0},  {0.8, 1.0},   {0.4, 1.0},   {0.0, 0.8},
                                           {0.4, 0.6},   {0.4, 0.3},   {0.0, 0.3},   {0.0, -0.2},
                                           {-0.6, -0.2}, {-0.8, -0.4}, {-0.8, -0.8}, {-0.6, -1.0}};
    OutlinePoint outline[12];
    for (int32_t i = 0; i < 12; i++) {
        outline[i].x = size * shape[i].x;
        outline[i].y = size * shape[i].y;
    }
    AddPrism(builder, outline, 12, 0.5 * values[1]);
    LayOnSide(builder);
    for (int32_t i = 0; i < builder->soup.pointCount; i++)
        builder->soup.points[i].y += 0.5 * values[1];
    return NULL;
}

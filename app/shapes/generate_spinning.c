// Generates bodies that spin on a floor: a top.
//
// Its tip is at the origin and its axis is y, so that the point about which it turns is the object's
// position.
#include "shapes/generators.h"

// From the tip a cone rises to the disk's lower edge; a stem stands on the disk.
const char *GenerateTop(ShapeBuilder *builder, const double *values) {
    double radius = values[0], thickness = values[1], height = values[2], stem = values[3];
    double length = values[4], half = 0.5 * thickness;
    if (stem >= radius) return "stem must be less than radius";
    if (half >= height || height + half >= length) return "the disk must be between the tip and the end";
    const ProfilePoint profile[7] = {{0.0, length},
                                     {stem, length},
                                     {stem, height + half},
                                     {radius, height + half},
                                     {radius, height - half},
                                     {1.5 * stem, 0.7 * (height - half)},
                                     {0.0, 0.0}};
    AddLathe(builder, profile, 7, (int32_t)values[5], false);
    return NULL;
}

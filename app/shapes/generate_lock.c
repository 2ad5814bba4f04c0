// Generates parts of a lock: a half-round prism and a key with four cuts.
#include "shapes/elementary.h"
#include "shapes/generators.h"
#include "shapes/prism.h"

// The part of a disk about the z axis at x >= chord, extruded along z.
const char *GenerateHalfRound(ShapeBuilder *builder, const double *values) {
    double radius = values[0], chord = values[1];
    int32_t sides = (int32_t)values[3];
    if (chord >= radius) return "chord must be less than radius";
    OutlinePoint outline[PRISM_CORNER_MAX];
    double end = cdAcos(chord / radius);
    for (int32_t i = 0; i <= sides; i++) {
        double angle = end * (2.0 * i / sides - 1.0);
        outline[i] = (OutlinePoint){radius * cdCos(angle), radius * cdSin(angle)};
    }
    outline[0].x = outline[sides].x = chord;
    AddPrism(builder, outline, sides + 1, 0.5 * values[2]);
    return NULL;
}

// The blade begins with its tip at x = 0 and has a flat at the height of each cut; straight ramps join them.
// The bow follows it.
const char *GenerateLockKey(ShapeBuilder *builder, const double *values) {
    double pitch = values[0], flat = 0.15 * pitch, lower = -0.9 * pitch, blade = 4.75 * pitch;
    OutlinePoint outline[16] = {{0.0, lower},
                                {blade, lower},
                                {blade, -1.2 * pitch},
                                {blade + 1.5 * pitch, -1.2 * pitch},
                                {blade + 1.5 * pitch, 1.2 * pitch},
                                {blade, 1.2 * pitch},
                                {blade, values[5]}};
    for (int32_t i = 0; i < 4; i++) {
        double at = (4.125 - i) * pitch, height = values[5 - i];
        if (fabs(height) >= 0.75 * pitch) return "heights must be less than three quarters of the pitch";
        outline[7 + 2 * i] = (OutlinePoint){at + flat, height};
        outline[8 + 2 * i] = (OutlinePoint){at - flat, height};
    }
    outline[15] = (OutlinePoint){0.0, -0.4 * pitch};
    AddPrism(builder, outline, 16, 0.5 * values[1]);
    return NULL;
}

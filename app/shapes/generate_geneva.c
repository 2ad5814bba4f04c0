// Generates the wheel and the lock of an intermittent (Geneva) drive, prisms about the z axis.
//
// Input: number of slots n, distance d of the axes, and sizes. With r = d sin(pi / n) the pin of the driver
// enters a slot along the slot, so that the wheel starts and stops without a jump of its speed. Between the
// slots the wheel has concave arcs, into which the driver's lock turns while the pin is outside.
#include "shapes/elementary.h"
#include "shapes/generators.h"
#include "shapes/prism.h"

static const double pi = 3.14159265358979323846;

enum { ARC = 8, LOCK = 36, HUB = 6 }; // sides of a concave arc, of the lock's arc, of its hub's arc

typedef struct Outline {
    OutlinePoint points[PRISM_CORNER_MAX];
    int32_t count;
} Outline;

// Adds the point (x, y), turned by `angle`.
static void addTurned(Outline *outline, double x, double y, double angle) {
    double c = cdCos(angle), s = cdSin(angle);
    outline->points[outline->count++] = (OutlinePoint){c * x - s * y, s * x + c * y};
}

// The sides of the concave arcs touch its circle, of radius `hollow` about a point at the distance d.
const char *GenerateGenevaWheel(ShapeBuilder *builder, const double *values) {
    int32_t slots = (int32_t)values[0];
    double d = values[1], half = values[2], hollow = values[3], radius = d * cdCos(pi / slots);
    double bottom = d - d * cdSin(pi / slots) - half, mouth = sqrt(radius * radius - half * half);
    double x = 0.5 * (d + (radius * radius - hollow * hollow) / d), y = sqrt(radius * radius - x * x);
    if (!(bottom > half / cdTan(pi / slots))) return "slot is too wide for the number of slots";
    if (!(x < radius)) return "hollow must reach into the wheel";
    if (!(x > 0.0 && cdAtan2(y, x) + cdAsin(half / radius) < pi / slots))
        return "hollow must leave a wall beside each slot";
    double end = cdAsin(y / hollow), corner = hollow / cdCos(end / ARC);
    Outline outline = {.count = 0};
    for (int32_t i = 0; i < slots; i++) {
        double angle = 2.0 * pi * i / slots, middle = angle + pi / slots;
        addTurned(&outline, mouth, -half, angle);
        addTurned(&outline, bottom, -half, angle);
        addTurned(&outline, bottom, half, angle);
        addTurned(&outline, mouth, half, angle);
        for (int32_t k = 0; k <= ARC; k++) {
            double turn = end * (2.0 * k / ARC - 1.0);
            addTurned(&outline, d - corner * cdCos(turn), corner * cdSin(turn), middle);
        }
    }
    AddPrism(builder, outline.points, outline.count, 0.5 * values[4]);
    return NULL;
}

// A disk with a notch towards +x, through which the wheel turns. Its corners are on the lock's circle.
const char *GenerateGenevaLock(ShapeBuilder *builder, const double *values) {
    int32_t slots = (int32_t)values[0];
    double radius = values[1], hub = values[2], notch = pi / 2.0 - pi / slots;
    if (hub >= radius) return "hub must be less than radius";
    Outline outline = {.count = 0};
    for (int32_t i = 0; i <= LOCK; i++)
        addTurned(&outline, radius, 0.0, notch + (2.0 * pi - 2.0 * notch) * i / LOCK);
    for (int32_t i = 0; i <= HUB; i++)
        addTurned(&outline, hub, 0.0, notch * (2.0 * i / HUB - 1.0));
    AddPrism(builder, outline.points, outline.count, 0.5 * values[3]);
    return NULL;
}

// Generates a sprocket for a roller chain, a prism about the z axis.
//
// Input: number of teeth n, pitch p of the chain, radius of its rollers, and sizes. The rollers seat at the
// radius p / (2 sin(pi / n)), the first towards +x. A roller that leaves its seat turns about the next one,
// so the tooth between them stays nearer than p less the roller's radius to both.
#include "shapes/elementary.h"
#include "shapes/generators.h"
#include "shapes/prism.h"

static const double pi = 3.14159265358979323846;

enum { SEAT = 4 }; // sides of a seat

static OutlinePoint turnPoint(double x, double y, double angle) {
    double c = cdCos(angle), s = cdSin(angle);
    return (OutlinePoint){c * x - s * y, s * x + c * y};
}

// The sides of a seat touch the circle of radius `seat`. Each tooth ends in a flat tip.
const char *GenerateSprocket(ShapeBuilder *builder, const double *values) {
    int32_t teeth = (int32_t)values[0], count = 0;
    double pitch = values[1], seat = values[2] + values[3], angle = pi / teeth, reach = 1.2;
    double radius = 0.5 * pitch / cdSin(angle), corner = seat / cdCos(reach / SEAT);
    double tip = radius * cdCos(angle) + 0.3 * pitch, half = 0.075 * pitch;
    if (!(hypot(0.5 * pitch + half, 0.3 * pitch) < pitch - seat)) return "roller is too large for the pitch";
    OutlinePoint outline[PRISM_CORNER_MAX];
    for (int32_t i = 0; i < teeth; i++) {
        for (int32_t k = 0; k <= SEAT; k++) {
            double turn = reach * (2.0 * k / SEAT - 1.0);
            outline[count++] =
                turnPoint(radius - corner * cdCos(turn), corner * cdSin(turn), 2.0 * angle * i);
        }
        outline[count++] = turnPoint(tip, -half, 2.0 * angle * (i + 0.5));
        outline[count++] = turnPoint(tip, half, 2.0 * angle * (i + 0.5));
    }
    AddPrism(builder, outline, count, 0.5 * values[4]);
    return NULL;
}

// Generates shapes that fit together: peg, socket, wire.
//
// Peg and socket are prisms over the same regular polygon, the socket's wider: the gap on each side is
// `clearance` times the peg's half width. The wire is a tube along a wave in the xy plane, with flat ends and
// no straight part.
#include "shapes/elementary.h"
#include "shapes/generators.h"

static const double pi = 3.14159265358979323846;

const char *GeneratePeg(ShapeBuilder *builder, const double *values) {
    int32_t sides = (int32_t)values[2];
    int32_t top = AddPolygonRow(builder, sides, values[0], 0.5 * values[1]);
    int32_t bottom = AddPolygonRow(builder, sides, values[0], -0.5 * values[1]);
    AddStrip(builder, top, bottom, sides, true);
    AddPolygonCap(builder, top, sides, false);
    AddPolygonCap(builder, bottom, sides, true);
    return NULL;
}

// The top is at y = 0. With bottom = 0 the hole goes through; a chamfer reduces wall and depth.
const char *GenerateSocket(ShapeBuilder *builder, const double *values) {
    int32_t sides = (int32_t)values[2];
    double inner = values[0] * (1.0 + values[1]), outer = inner + values[4];
    double floorHeight = -values[3], low = floorHeight - values[5], chamfer = values[6];
    if (chamfer >= values[4]) return "chamfer must be less than wall";
    if (chamfer >= values[3]) return "chamfer must be less than depth";
    int32_t top = AddPolygonRow(builder, sides, outer, 0.0), base = AddPolygonRow(builder, sides, outer, low);
    int32_t mouth = AddPolygonRow(builder, sides, inner + chamfer, 0.0), throat = mouth;
    if (chamfer > 0.0) throat = AddPolygonRow(builder, sides, inner, -chamfer);
    int32_t well = AddPolygonRow(builder, sides, inner, floorHeight);
    AddStrip(builder, top, base, sides, true);
    AddStrip(builder, well, throat, sides, true);
    if (throat != mouth) AddStrip(builder, throat, mouth, sides, true);
    AddFlatStrip(builder, mouth, top, sides);
    if (values[5] == 0.0) {
        AddFlatStrip(builder, base, well, sides);
    } else {
        AddPolygonCap(builder, well, sides, false);
        AddPolygonCap(builder, base, sides, true);
    }
    return NULL;
}

// The curve y = bend sin(2 pi x / length), with sections perpendicular to it.
const char *GenerateWire(ShapeBuilder *builder, const double *values) {
    double length = values[0], bend = values[1], tube = values[2], rate = 2.0 * pi / length;
    int32_t segments = (int32_t)values[3], sides = (int32_t)values[4];
    if (tube * bend * rate * rate >= 1.0) return "tube must be less than the radius of the bend";
    for (int32_t i = 0; i <= segments; i++) {
        double x = length * ((double)i / segments - 0.5);
        cdVec3 center = {x, bend * cdSin(rate * x), 0.0};
        cdVec3 along = cdNormalize((cdVec3){1.0, bend * rate * cdCos(rate * x), 0.0});
        cdVec3 upward = {-along.y, along.x, 0.0};
        for (int32_t k = 0; k < sides; k++) {
            double angle = 2.0 * pi * k / sides;
            cdVec3 offset = cdMulAdd(cdScale(cdCos(angle), upward), cdSin(angle), (cdVec3){0.0, 0.0, 1.0});
            AddPoint(builder, cdMulAdd(center, tube, offset));
        }
        if (i > 0) AddStrip(builder, sides * i, sides * (i - 1), sides, true);
    }
    AddPolygonCap(builder, 0, sides, true);
    AddPolygonCap(builder, sides * segments, sides, false);
    return NULL;
}

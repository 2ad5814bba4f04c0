// Generates shapes with flat faces: box, plate, L, gear, propeller blade.
//
// All are prisms or stacks of cross-sections; each flat side is one face of any number of triangles.
#include "shapes/elementary.h"
#include "shapes/generators.h"

static const double pi = 3.14159265358979323846;

static void addBox(ShapeBuilder *builder, cdVec3 half) {
    int32_t first = builder->soup.pointCount;
    for (int32_t i = 0; i < 8; i++) {
        AddPoint(builder,
                 (cdVec3){i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z});
    }
    static const int32_t sides[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                        {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (int32_t i = 0; i < 6; i++) {
        const int32_t *s = sides[i];
        AddQuadFace(builder, first + s[0], first + s[1], first + s[2], first + s[3]);
    }
}

const char *GenerateBox(ShapeBuilder *builder, const double *values) {
    addBox(builder, (cdVec3){values[0], values[1], values[2]});
    return NULL;
}

const char *GeneratePlate(ShapeBuilder *builder, const double *values) {
    addBox(builder, (cdVec3){0.5 * values[0], 0.5 * values[2], 0.5 * values[1]});
    return NULL;
}

// The outline of the L is counter-clockwise seen from +Z; its corner is to the lower left of the origin.
const char *GenerateLShape(ShapeBuilder *builder, const double *values) {
    double size = values[0], thickness = values[1], half = 0.5 * values[2], c = 0.5 * size;
    if (thickness >= size) return "thickness must be less than size";
    const double outline[6][2] = {
        {-c, -c}, {c, -c}, {c, thickness - c}, {thickness - c, thickness - c}, {thickness - c, c}, {-c, c}};
    for (int32_t i = 0; i < 6; i++)
        AddPoint(builder, (cdVec3){outline[i][0], outline[i][1], half});
    for (int32_t i = 0; i < 6; i++)
        AddPoint(builder, (cdVec3){outline[i][0], outline[i][1], -half});
    AddStrip(builder, 0, 6, 6, true);
    static const int32_t cap[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}};
    BeginFace(builder);
    for (int32_t i = 0; i < 4; i++)
        AddTriangle(builder, cap[i][0], cap[i][1], cap[i][2]);
    BeginFace(builder);
    for (int32_t i = 0; i < 4; i++)
        AddTriangle(builder, 6 + cap[i][0], 6 + cap[i][2], 6 + cap[i][1]);
    return NULL;
}

// Each tooth has four points of the outline: up its flank, along its tip, down, along the root.
static void addGearRing(ShapeBuilder *builder, int32_t teeth, double tip, double root, double height) {
    for (int32_t i = 0; i < 4 * teeth; i++) {
        static const double offsets[4] = {0.0, 0.125, 0.375, 0.5};
        double turn = (i / 4 + offsets[i % 4]) / teeth;
        double radius = i % 4 == 1 || i % 4 == 2 ? tip : root;
        AddPoint(builder,
                 (cdVec3){radius * cdCos(2.0 * pi * turn), height, -radius * cdSin(2.0 * pi * turn)});
    }
}

const char *GenerateGear(ShapeBuilder *builder, const double *values) {
    int32_t teeth = (int32_t)values[0], count = 4 * teeth;
    double tip = values[1], root = values[2], bore = values[3], half = 0.5 * values[4];
    if (root >= tip) return "root must be less than radius";
    if (bore >= root) return "bore must be less than root";
    addGearRing(builder, teeth, tip, root, half);
    addGearRing(builder, teeth, tip, root, -half);
    addGearRing(builder, teeth, bore, bore, -half);
    addGearRing(builder, teeth, bore, bore, half);
    AddStrip(builder, 0, count, count, true);
    AddFlatStrip(builder, count, 2 * count, count);
    AddStrip(builder, 2 * count, 3 * count, count, true);
    AddFlatStrip(builder, 3 * count, 0, count);
    return NULL;
}

// A bar along x with a section that turns from -twist/2 to +twist/2 about x: a two-armed propeller.
const char *GenerateBlade(ShapeBuilder *builder, const double *values) {
    double half = 0.5 * values[0], chord = 0.5 * values[1], thickness = 0.5 * values[2], twist = values[3];
    int32_t segments = (int32_t)values[4];
    const double section[4][2] = {
        {-thickness, -chord}, {-thickness, chord}, {thickness, chord}, {thickness, -chord}};
    for (int32_t i = 0; i <= segments; i++) {
        double along = 2.0 * i / segments - 1.0, angle = 0.5 * twist * along;
        for (int32_t k = 0; k < 4; k++) {
            double y = section[k][0], z = section[k][1];
            AddPoint(builder, (cdVec3){half * along, y * cdCos(angle) - z * cdSin(angle),
                                       y * cdSin(angle) + z * cdCos(angle)});
        }
    }
    for (int32_t i = 0; i < segments; i++)
        AddStrip(builder, 4 * i, 4 * i + 4, 4, true);
    int32_t last = 4 * segments;
    AddQuadFace(builder, 0, 1, 2, 3);
    AddQuadFace(builder, last, last + 3, last + 2, last + 1);
    return NULL;
}

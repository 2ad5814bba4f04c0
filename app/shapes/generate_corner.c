// Generates shapes that touch at points: the corner of a room, a wall that leans forward, tetrahedron,
// pyramid, and a floor of many triangles.
//
// The vertex of contact is at the origin; rooms are open towards +x +y +z.
#include "shapes/elementary.h"
#include "shapes/generators.h"

// Adds a convex polygon as one face.
static void addFan(ShapeBuilder *builder, const int32_t *corners, int32_t count) {
    BeginFace(builder);
    for (int32_t i = 2; i < count; i++)
        AddTriangle(builder, corners[0], corners[i - 1], corners[i]);
}

// The cube from -thickness to size without the cube from 0 to size. Point i has a bit set for each coordinate
// equal to `size`; 0 to 6 are inside the room, 7 to 13 outside.
const char *GenerateCorner(ShapeBuilder *builder, const double *values) {
    double size = values[0], thickness = values[1];
    for (int32_t i = 0; i < 14; i++) {
        double low = i < 7 ? 0.0 : -thickness;
        int32_t bits = i % 7;
        AddPoint(builder, (cdVec3){bits & 1 ? size : low, bits & 2 ? size : low, bits & 4 ? size : low});
    }
    static const int32_t walls[6][4] = {{0, 2, 6, 4},   {0, 4, 5, 1},   {0, 1, 3, 2},
                                        {7, 11, 13, 9}, {7, 8, 12, 11}, {7, 9, 10, 8}};
    for (int32_t i = 0; i < 6; i++)
        addFan(builder, walls[i], 4);
    // The L-shaped rims at x, y and z = size, as fans about their reflex corner.
    static const int32_t rims[3][6] = {{1, 5, 12, 8, 10, 3}, {2, 3, 10, 9, 13, 6}, {4, 6, 13, 11, 12, 5}};
    for (int32_t i = 0; i < 3; i++)
        addFan(builder, rims[i], 6);
    return NULL;
}

// A floor y = 0 and a wall behind it: upright up to x = 0, then leaning forward by beta. Between both parts,
// at x = 0, a triangle faces -x with its lower corner at the origin [BV92 figure 5: f1, f2, f3].
const char *GenerateOverhang(ShapeBuilder *builder, const double *values) {
    double half = values[0], depth = values[1], height = values[2], thickness = values[3];
    double lean = height * cdTan(values[4]);
    if (lean >= depth) return "beta is too large: the wall leans beyond the floor";
    const cdVec3 points[] = {{-half, 0.0, 0.0},
                             {0.0, 0.0, 0.0},
                             {half, 0.0, 0.0}, // 0 1 2: foot of the wall
                             {-half, height, 0.0},
                             {0.0, height, 0.0}, // 3 4: top of the upright part
                             {0.0, height, lean},
                             {half, height, lean}, // 5 6: top of the leaning part
                             {-half, 0.0, depth},
                             {half, 0.0, depth}, // 7 8: front of the floor
                             {-half, -thickness, depth},
                             {half, -thickness, depth}, // 9 10
                             {-half, -thickness, -thickness},
                             {half, -thickness, -thickness}, // 11 12: back
                             {-half, height, -thickness},
                             {half, height, -thickness}}; // 13 14
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++)
        AddPoint(builder, points[i]);
    static const int32_t faces[][6] = {{1, 0, 7, 8, 2, -1},  {0, 1, 4, 3, -1},     {1, 5, 4, -1},
                                       {1, 2, 6, 5, -1},     {4, 5, 6, 14, 13, 3}, {7, 9, 10, 8, -1},
                                       {9, 11, 12, 10, -1},  {11, 13, 14, 12, -1}, {0, 3, 13, 11, 9, 7},
                                       {2, 8, 10, 12, 14, 6}};
    for (size_t i = 0; i < sizeof faces / sizeof faces[0]; i++) {
        int32_t count = 0;
        while (count < 6 && faces[i][count] >= 0)
            count++;
        addFan(builder, faces[i], count);
    }
    return NULL;
}

// One edge goes from the origin along -x; the face above it leans towards +z by alpha from upright; the
// bottom is in y = 0.
const char *GenerateTetrahedron(ShapeBuilder *builder, const double *values) {
    double edge = values[0], height = values[1], depth = values[2];
    AddPoint(builder, (cdVec3){0.0, 0.0, 0.0});
    AddPoint(builder, (cdVec3){-edge, 0.0, 0.0});
    AddPoint(builder, (cdVec3){-0.5 * edge, 0.0, depth});
    AddPoint(builder, (cdVec3){-0.5 * edge, height, height * cdTan(values[3])});
    static const int32_t faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    for (int32_t i = 0; i < 4; i++)
        AddTriangleFace(builder, faces[i][0], faces[i][1], faces[i][2]);
    return NULL;
}

// The apex is at the origin; the base is a regular polygon at y = height with its first side towards +x.
const char *GeneratePyramid(ShapeBuilder *builder, const double *values) {
    int32_t sides = (int32_t)values[2];
    int32_t apex = AddPoint(builder, (cdVec3){0.0, 0.0, 0.0});
    int32_t base = AddPolygonRow(builder, sides, values[0], values[1]);
    AddPolygonCap(builder, base, sides, false);
    for (int32_t i = 0; i < sides; i++)
        AddTriangleFace(builder, apex, base + (i + 1) % sides, base + i);
    return NULL;
}

// An open grid in y = 0 that faces up.
const char *GenerateFloor(ShapeBuilder *builder, const double *values) {
    int32_t n = (int32_t)values[1];
    for (int32_t i = 0; i <= n; i++) {
        for (int32_t k = 0; k <= n; k++)
            AddPoint(builder,
                     (cdVec3){values[0] * ((double)k / n - 0.5), 0.0, values[0] * ((double)i / n - 0.5)});
        if (i > 0) AddStrip(builder, (i - 1) * (n + 1), i * (n + 1), n + 1, false);
    }
    return NULL;
}

// The teapot of Martin Newell (1975): 32 bicubic Bezier patches, triangulated.
//
// Input: quads a side of each patch. Output: an open surface of about 64 n^2 triangles, +Y up, spout towards
// +X, body radius 2, height 3.15, as published (there with z up). The published control points are symmetric
// and are stored here once: rim, body, lid and bottom as profiles that a quarter turn repeats four times,
// handle and spout as halves mirrored in z. Quarter turns and mirror are exact, and a patch's border depends
// only on the border's control points, so patches meet in equal doubles and weld. The bottom is not Newell's
// but from later copies.
#include "shapes/generators.h"

// A quarter circle around the axis has the controls (radius, 0), (radius, handle), (handle, radius), (0,
// radius), where handle is 0.56 radius except at the knob of the lid.
typedef struct ProfileControl {
    double radius, handle, height;
} ProfileControl;

enum { PROFILE_PATCHES = 6, HALF_PATCHES = 4 };

static const ProfileControl profiles[PROFILE_PATCHES][4] = {
    // lid
    {{0.0, 0.0, 3.15}, {0.8, 0.45, 3.15}, {0.0, 0.0, 2.85}, {0.2, 0.112, 2.7}},
    {{0.2, 0.112, 2.7}, {0.4, 0.224, 2.55}, {1.3, 0.728, 2.55}, {1.3, 0.728, 2.4}},
    // rim
    {{1.4, 0.784, 2.4}, {1.3375, 0.749, 2.53125}, {1.4375, 0.805, 2.53125}, {1.5, 0.84, 2.4}},
    // body
    {{1.5, 0.84, 2.4}, {1.75, 0.98, 1.875}, {2.0, 1.12, 1.35}, {2.0, 1.12, 0.9}},
    {{2.0, 1.12, 0.9}, {2.0, 1.12, 0.45}, {1.5, 0.84, 0.225}, {1.5, 0.84, 0.15}},
    // bottom
    {{1.5, 0.84, 0.15}, {1.5, 0.84, 0.075}, {1.425, 0.798, 0.0}, {0.0, 0.0, 0.0}},
};

// (x, height, z) with z >= 0; rows run along the tube, columns half around it.
static const cdVec3 halves[HALF_PATCHES][4][4] = {
    // handle
    {{{-1.6, 2.025, 0.0}, {-1.6, 2.025, 0.3}, {-1.5, 2.25, 0.3}, {-1.5, 2.25, 0.0}},
     {{-2.3, 2.025, 0.0}, {-2.3, 2.025, 0.3}, {-2.5, 2.25, 0.3}, {-2.5, 2.25, 0.0}},
     {{-2.7, 2.025, 0.0}, {-2.7, 2.025, 0.3}, {-3.0, 2.25, 0.3}, {-3.0, 2.25, 0.0}},
     {{-2.7, 1.8, 0.0}, {-2.7, 1.8, 0.3}, {-3.0, 1.8, 0.3}, {-3.0, 1.8, 0.0}}},
    {{{-2.7, 1.8, 0.0}, {-2.7, 1.8, 0.3}, {-3.0, 1.8, 0.3}, {-3.0, 1.8, 0.0}},
     {{-2.7, 1.575, 0.0}, {-2.7, 1.575, 0.3}, {-3.0, 1.35, 0.3}, {-3.0, 1.35, 0.0}},
     {{-2.5, 1.125, 0.0}, {-2.5, 1.125, 0.3}, {-2.65, 0.9375, 0.3}, {-2.65, 0.9375, 0.0}},
     {{-2.0, 0.9, 0.0}, {-2.0, 0.9, 0.3}, {-1.9, 0.6, 0.3}, {-1.9, 0.6, 0.0}}},
    // spout
    {{{1.7, 1.425, 0.0}, {1.7, 1.425, 0.66}, {1.7, 0.6, 0.66}, {1.7, 0.6, 0.0}},
     {{2.6, 1.425, 0.0}, {2.6, 1.425, 0.66}, {3.1, 0.825, 0.66}, {3.1, 0.825, 0.0}},
     {{2.3, 2.1, 0.0}, {2.3, 2.1, 0.25}, {2.4, 2.025, 0.25}, {2.4, 2.025, 0.0}},
     {{2.7, 2.4, 0.0}, {2.7, 2.4, 0.25}, {3.3, 2.4, 0.25}, {3.3, 2.4, 0.0}}},
    {{{2.7, 2.4, 0.0}, {2.7, 2.4, 0.25}, {3.3, 2.4, 0.25}, {3.3, 2.4, 0.0}},
     {{2.8, 2.475, 0.0}, {2.8, 2.475, 0.25}, {3.525, 2.49375, 0.25}, {3.525, 2.49375, 0.0}},
     {{2.9, 2.475, 0.0}, {2.9, 2.475, 0.15}, {3.45, 2.5125, 0.15}, {3.45, 2.5125, 0.0}},
     {{2.8, 2.4, 0.0}, {2.8, 2.4, 0.15}, {3.2, 2.4, 0.15}, {3.2, 2.4, 0.0}}},
};

// De Casteljau's algorithm, exact at the ends and for equal controls, so that borders and poles weld.
static cdVec3 getCurvePoint(const cdVec3 controls[4], int32_t step, int32_t steps) {
    if (step == steps) return controls[3];
    double t = (double)step / steps;
    cdVec3 points[4];
    for (int32_t i = 0; i < 4; i++)
        points[i] = controls[i];
    for (int32_t level = 3; level > 0; level--) {
        for (int32_t i = 0; i < level; i++)
            points[i] = cdLerp(points[i], points[i + 1], t);
    }
    return points[0];
}

// Outside is along (column direction) x (row direction) with `flip`, else the opposite.
static void addPatch(ShapeBuilder *builder, cdVec3 controls[4][4], int32_t steps, bool flip) {
    int32_t first = builder->soup.pointCount, rowLength = steps + 1;
    for (int32_t i = 0; i <= steps; i++) {
        for (int32_t k = 0; k <= steps; k++) {
            cdVec3 column[4];
            for (int32_t r = 0; r < 4; r++)
                column[r] = getCurvePoint(controls[r], k, steps);
            AddPoint(builder, getCurvePoint(column, i, steps));
        }
    }
    for (int32_t i = 0; i < steps; i++) {
        for (int32_t k = 0; k < steps; k++) {
            int32_t a = first + i * rowLength + k, b = a + rowLength;
            if (flip) {
                AddQuadFace(builder, a, a + 1, b + 1, b);
            } else {
                AddQuadFace(builder, a, b, b + 1, a + 1);
            }
        }
    }
}

static cdVec3 turnQuarters(cdVec3 point, int32_t quarters) {
    for (int32_t i = 0; i < quarters; i++)
        point = (cdVec3){point.z, point.y, -point.x};
    return point;
}

static void addProfilePatch(ShapeBuilder *builder, const ProfileControl profile[4], int32_t quarter,
                            int32_t steps) {
    cdVec3 controls[4][4];
    for (int32_t i = 0; i < 4; i++) {
        double radius = profile[i].radius, handle = profile[i].handle, height = profile[i].height;
        const cdVec3 row[4] = {{radius, height, 0.0},
                               {radius, height, -handle},
                               {handle, height, -radius},
                               {0.0, height, -radius}};
        for (int32_t k = 0; k < 4; k++)
            controls[i][k] = turnQuarters(row[k], quarter);
    }
    addPatch(builder, controls, steps, false);
}

static void addHalfPatch(ShapeBuilder *builder, const cdVec3 half[4][4], bool mirrored, int32_t steps) {
    cdVec3 controls[4][4];
    for (int32_t i = 0; i < 4; i++) {
        for (int32_t k = 0; k < 4; k++) {
            cdVec3 p = half[i][k];
            controls[i][k] = (cdVec3){p.x, p.y, mirrored ? -p.z : p.z};
        }
    }
    addPatch(builder, controls, steps, !mirrored);
}

const char *GenerateTeapot(ShapeBuilder *builder, const double *values) {
    int32_t steps = (int32_t)values[0];
    for (int32_t i = 0; i < PROFILE_PATCHES; i++) {
        for (int32_t quarter = 0; quarter < 4; quarter++)
            addProfilePatch(builder, profiles[i], quarter, steps);
    }
    for (int32_t i = 0; i < HALF_PATCHES; i++) {
        addHalfPatch(builder, halves[i], false, steps);
        addHalfPatch(builder, halves[i], true, steps);
    }
    WeldEqualPoints(builder);
    return NULL;
}

// Generates round shapes: spheres, tori, torus knot, ring, torch, cavity.
//
// uv-sphere and quad-torus are the solids of [V90] Table 1: n by n faces, so that vertices, edges and faces
// together number 58 (sphere) and 64 (torus) for n = 4 as printed there; all their faces are planar.
#include "shapes/elementary.h"
#include "shapes/generators.h"

static const double pi = 3.14159265358979323846;

static const int32_t icosahedron[20][3] = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                                           {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                                           {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                                           {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};

static cdVec3 getIcosahedronCorner(int32_t i) {
    const double golden = 0.5 * (1.0 + sqrt(5.0));
    double a = i & 1 ? 1.0 : -1.0, b = i & 2 ? -golden : golden;
    if (i < 4) return (cdVec3){a, b, 0.0};
    a = i & 1 ? 1.0 : -1.0;
    if (i < 8) return (cdVec3){0.0, a, b};
    return (cdVec3){b, 0.0, a};
}

// Returns a point of the barycentric grid of an icosahedron face, projected onto the sphere. Sums are formed
// in the order of the corners' numbers, so both faces at an edge compute the same doubles, and the weld joins
// them.
static cdVec3 getGridPoint(const int32_t corners[3], const int32_t weights[3], double radius) {
    int32_t order[3] = {0, 1, 2};
    for (int32_t i = 0; i < 2; i++) {
        for (int32_t k = 0; k < 2 - i; k++) {
            if (corners[order[k]] > corners[order[k + 1]]) {
                int32_t swap = order[k];
                order[k] = order[k + 1];
                order[k + 1] = swap;
            }
        }
    }
    cdVec3 sum = {0.0, 0.0, 0.0};
    for (int32_t k = 0; k < 3; k++) {
        if (weights[order[k]] == 0) continue;
        sum = cdMulAdd(sum, (double)weights[order[k]], getIcosahedronCorner(corners[order[k]]));
    }
    return cdScale(radius, cdNormalize(sum));
}

static void addIcosahedronFace(ShapeBuilder *builder, const int32_t corners[3], int32_t steps,
                               double radius) {
    int32_t first = builder->soup.pointCount;
    for (int32_t i = 0; i <= steps; i++) {
        for (int32_t k = 0; k <= i; k++) {
            const int32_t weights[3] = {steps - i, i - k, k};
            AddPoint(builder, getGridPoint(corners, weights, radius));
        }
    }
    for (int32_t i = 0; i < steps; i++) {
        int32_t row = first + i * (i + 1) / 2, next = row + i + 1;
        for (int32_t k = 0; k <= i; k++) {
            AddTriangleFace(builder, row + k, next + k, next + k + 1);
            if (k < i) AddTriangleFace(builder, row + k, next + k + 1, row + k + 1);
        }
    }
}

const char *GenerateIcosphere(ShapeBuilder *builder, const double *values) {
    int32_t steps = 1 << (int32_t)values[1];
    for (int32_t i = 0; i < 20; i++)
        addIcosahedronFace(builder, icosahedron[i], steps, values[0]);
    WeldEqualPoints(builder);
    return NULL;
}

const char *GenerateUvSphere(ShapeBuilder *builder, const double *values) {
    int32_t n = (int32_t)values[0];
    double radius = values[1];
    ProfilePoint profile[SHAPE_PROFILE_MAX];
    for (int32_t i = 0; i <= n; i++) {
        double angle = pi * i / n;
        bool pole = i == 0 || i == n;
        profile[i] = (ProfilePoint){pole ? 0.0 : radius * cdSin(angle), radius * cdCos(angle)};
    }
    AddLathe(builder, profile, n + 1, n, false);
    return NULL;
}

static const char *addTorus(ShapeBuilder *builder, double major, double minor, int32_t segments,
                            int32_t tube) {
    if (minor >= major) return "minor must be less than major";
    ProfilePoint profile[SHAPE_PROFILE_MAX];
    for (int32_t i = 0; i < tube; i++) {
        double angle = -2.0 * pi * i / tube;
        profile[i] = (ProfilePoint){major + minor * cdCos(angle), minor * cdSin(angle)};
    }
    AddLathe(builder, profile, tube, segments, true);
    return NULL;
}

const char *GenerateTorus(ShapeBuilder *builder, const double *values) {
    int32_t segments = (int32_t)values[2], tube = segments > 6 ? segments / 2 : 3;
    return addTorus(builder, values[0], values[1], segments, tube);
}

const char *GenerateQuadTorus(ShapeBuilder *builder, const double *values) {
    return addTorus(builder, values[1], values[2], (int32_t)values[0], (int32_t)values[0]);
}

// Adds one section of the tube about a curve that winds p times around the axis and q times around a torus of
// radii 2/3 and 1/3 of `radius`. The section is aligned with the centre line of that torus, so it closes.
static void addKnotSection(ShapeBuilder *builder, const double *values, double turn, int32_t tube) {
    double p = values[0], q = values[1], major = 2.0 / 3.0 * values[2], minor = values[2] / 3.0;
    double ring = major + minor * cdCos(q * turn), ringRate = -minor * q * cdSin(q * turn);
    cdVec3 radial = {cdCos(p * turn), 0.0, -cdSin(p * turn)},
           tangent = {-cdSin(p * turn), 0.0, -cdCos(p * turn)};
    cdVec3 center = cdAdd(cdScale(ring, radial), (cdVec3){0.0, minor * cdSin(q * turn), 0.0});
    cdVec3 rate = cdMulAdd(cdScale(ringRate, radial), ring * p, tangent);
    cdVec3 along = cdNormalize(cdAdd(rate, (cdVec3){0.0, minor * q * cdCos(q * turn), 0.0}));
    cdVec3 outward = cdMulAdd(center, -major, radial); // perpendicular to `along`: both lie on the torus
    outward = cdNormalize(cdMulAdd(outward, -cdDot(outward, along), along));
    cdVec3 side = cdCross(along, outward);
    for (int32_t i = 0; i < tube; i++) {
        double angle = 2.0 * pi * i / tube;
        cdVec3 offset = cdMulAdd(cdScale(cdCos(angle), outward), cdSin(angle), side);
        AddPoint(builder, cdMulAdd(center, values[3], offset));
    }
}

const char *GenerateTorusKnot(ShapeBuilder *builder, const double *values) {
    int32_t segments = (int32_t)values[4], tube = segments > 48 ? segments / 16 : 3;
    int32_t p = (int32_t)values[0], q = (int32_t)values[1];
    while (q != 0) { // Euclid's algorithm: a knot of several strands would overlap itself
        int32_t remainder = p % q;
        p = q;
        q = remainder;
    }
    if (p != 1) return "p and q must be coprime";
    for (int32_t i = 0; i < segments; i++)
        addKnotSection(builder, values, 2.0 * pi * i / segments, tube);
    for (int32_t i = 0; i < segments; i++)
        AddStrip(builder, (i + 1) % segments * tube, i * tube, tube, true);
    return NULL;
}

// A tube in the xy plane with flat ends: a straight shaft down at x = radius, then a bend about the origin.
const char *GenerateHook(ShapeBuilder *builder, const double *values) {
    double radius = values[0], tube = values[1], shaft = values[2], bend = values[3];
    int32_t steps = (int32_t)values[4], sides = 16, rings = steps + 2;
    if (tube >= radius) return "tube must be less than radius";
    for (int32_t i = 0; i < rings; i++) {
        double angle = i == 0 ? 0.0 : -bend * (i - 1) / steps, lift = i == 0 ? shaft : 0.0;
        for (int32_t k = 0; k < sides; k++) {
            double around = 2.0 * pi * k / sides, reach = radius + tube * cdCos(around);
            AddPoint(builder,
                     (cdVec3){reach * cdCos(angle), reach * cdSin(angle) + lift, -tube * cdSin(around)});
        }
        if (i > 0) AddStrip(builder, sides * (i - 1), sides * i, sides, true);
    }
    BeginFace(builder);
    for (int32_t k = 2; k < sides; k++)
        AddTriangle(builder, 0, k - 1, k);
    BeginFace(builder);
    int32_t last = sides * (rings - 1);
    for (int32_t k = 2; k < sides; k++)
        AddTriangle(builder, last, last + k, last + k - 1);
    return NULL;
}

const char *GenerateRing(ShapeBuilder *builder, const double *values) {
    double outer = values[0], inner = values[1], half = 0.5 * values[2];
    if (inner >= outer) return "inner must be less than outer";
    const ProfilePoint profile[4] = {{outer, half}, {outer, -half}, {inner, -half}, {inner, half}};
    AddLathe(builder, profile, 4, (int32_t)values[3], true);
    return NULL;
}

// The middle of the height is at y = 0.
const char *GenerateTaperRing(ShapeBuilder *builder, const double *values) {
    double half = 0.5 * values[4];
    if (values[2] >= values[0] || values[3] >= values[1]) return "inner radii must be less than outer radii";
    const ProfilePoint profile[4] = {
        {values[0], half}, {values[1], -half}, {values[3], -half}, {values[2], half}};
    AddLathe(builder, profile, 4, (int32_t)values[5], true);
    return NULL;
}

// A lens at +Y, a flared head, a collar and the grip.
const char *GenerateTorch(ShapeBuilder *builder, const double *values) {
    double length = values[0], head = values[1], grip = values[2];
    if (grip >= head) return "grip must be less than head";
    const ProfilePoint profile[] = {
        {0.0, 0.47 * length},         {0.6 * head, 0.47 * length}, {0.85 * head, 0.48 * length},
        {0.9 * head, 0.5 * length},   {head, 0.5 * length},        {head, 0.4 * length},
        {0.97 * head, 0.38 * length}, {grip, 0.2 * length},        {grip, 0.05 * length},
        {1.15 * grip, 0.04 * length}, {1.15 * grip, 0.0},          {grip, -0.01 * length},
        {grip, -0.47 * length},       {0.9 * grip, -0.5 * length}, {0.0, -0.5 * length}};
    AddLathe(builder, profile, (int32_t)(sizeof profile / sizeof profile[0]), (int32_t)values[3], false);
    return NULL;
}

// A jar with a narrow opening at +Y. The profile goes down the outside and up the inside.
const char *GenerateCavity(ShapeBuilder *builder, const double *values) {
    double radius = values[0], mouth = values[1], height = values[2], wall = values[3];
    if (mouth + 2.0 * wall >= radius) return "mouth and two walls must be less than radius";
    if (4.0 * wall >= height) return "four walls must be less than height";
    enum { ARC = 8 };
    ProfilePoint profile[2 * ARC + 8];
    int32_t count = 0;
    double neck = mouth + wall, top = 0.5 * height, shoulder = 0.15 * height;
    profile[count++] = (ProfilePoint){neck, top};
    for (int32_t i = 0; i <= ARC; i++) { // a quarter of an ellipse from the neck to the widest ring
        double angle = 0.5 * pi * i / ARC;
        profile[count++] =
            (ProfilePoint){neck + (radius - neck) * cdSin(angle), shoulder + 0.2 * height * cdCos(angle)};
    }
    profile[count++] = (ProfilePoint){0.8 * radius, -top};
    profile[count++] = (ProfilePoint){0.0, -top};
    profile[count++] = (ProfilePoint){0.0, -top + wall};
    profile[count++] = (ProfilePoint){0.8 * radius - wall, -top + wall};
    for (int32_t i = ARC; i >= 0; i--) {
        double angle = 0.5 * pi * i / ARC;
        profile[count++] = (ProfilePoint){mouth + (radius - wall - mouth) * cdSin(angle),
                                          shoulder + (0.2 * height - wall) * cdCos(angle)};
    }
    profile[count++] = (ProfilePoint){mouth, top};
    AddLathe(builder, profile, count, (int32_t)values[4], true);
    return NULL;
}

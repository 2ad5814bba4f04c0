// The table of generated meshes, and the parser of "NAME:key=value,...".
#include "shapes/shapes.h"
#include "shapes/generators.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH(name, value, about)                                                                           \
    { name, value, 1e-9, 1e9, false, about }
#define COUNT(name, value, lower, upper, about)                                                              \
    { name, value, lower, upper, true, about }

static const Shape shapes[] = {
    {"box",
     "flat",
     "box",
     {LENGTH("x", 1.0, "half extent"), LENGTH("y", 1.0, "half extent"), LENGTH("z", 1.0, "half extent")}},
    {"icosphere",
     "round",
     "sphere of nearly equal triangles, 20 * 4^level of them",
     {LENGTH("radius", 1.0, "radius"), COUNT("level", 3, 0, 9, "subdivisions of the icosahedron")}},
    {"uv-sphere",
     "round",
     "sphere of n by n faces by longitude and latitude",
     {COUNT("n", 16, 3, 1024, "faces each way"), LENGTH("radius", 1.0, "radius")}},
    {"torus",
     "round",
     "torus about the y axis",
     {LENGTH("major", 1.0, "radius of the ring"), LENGTH("minor", 0.3, "radius of the tube"),
      COUNT("segments", 40, 3, 2000, "quads around the ring; half as many around the tube")}},
    {"quad-torus",
     "round",
     "torus of n by n planar quads",
     {COUNT("n", 16, 3, 1024, "quads each way"), LENGTH("major", 1.0, "radius of the ring"),
      LENGTH("minor", 0.4, "radius of the tube")}},
    {"torus-knot",
     "round",
     "tube along a (p, q) torus knot",
     {COUNT("p", 2, 1, 20, "turns around the axis"), COUNT("q", 3, 1, 20, "turns around the ring"),
      LENGTH("radius", 1.0, "radius of the whole knot"), LENGTH("tube", 0.12, "radius of the tube"),
      COUNT("segments", 192, 8, 4000, "quads along the tube; a sixteenth as many around it")}},
    {"ring",
     "round",
     "flat ring of rectangular section about the y axis",
     {LENGTH("outer", 1.0, "outer radius"), LENGTH("inner", 0.6, "inner radius"),
      LENGTH("height", 0.3, "height"), COUNT("segments", 48, 3, 2000, "sides")}},
    {"l-shape",
     "flat",
     "L in the xy plane; its sides are concave polygons",
     {LENGTH("size", 1.0, "length of both arms"), LENGTH("thickness", 0.35, "thickness of the arms"),
      LENGTH("depth", 0.35, "length along z")}},
    {"plate",
     "flat",
     "thin box in the xz plane",
     {LENGTH("width", 2.0, "length along x"), LENGTH("depth", 2.0, "length along z"),
      LENGTH("thickness", 0.02, "length along y")}},
    {"gear",
     "parts",
     "gear wheel about the y axis",
     {COUNT("teeth", 12, 3, 500, "teeth"), LENGTH("radius", 1.0, "radius of the tips"),
      LENGTH("root", 0.8, "radius between the teeth"), LENGTH("bore", 0.25, "radius of the hole"),
      LENGTH("height", 0.3, "length along y")}},
    {"blade",
     "parts",
     "two-armed twisted fan blade along x",
     {LENGTH("length", 2.0, "length along x"),
      LENGTH("chord", 0.3, "width"),
      LENGTH("thickness", 0.03, "thickness"),
      {"twist", 1.2, -12.0, 12.0, false, "radians from tip to tip"},
      COUNT("segments", 24, 1, 2000, "sections")}},
    {"torch",
     "parts",
     "torch (flashlight) along y, its lens at the top",
     {LENGTH("length", 2.0, "length along y"), LENGTH("head", 0.28, "radius of the head"),
      LENGTH("grip", 0.14, "radius of the grip"), COUNT("segments", 32, 3, 2000, "sides")}},
    {"cavity",
     "parts",
     "jar with a narrow opening at the top",
     {LENGTH("radius", 1.0, "largest radius"), LENGTH("mouth", 0.4, "radius of the opening"),
      LENGTH("height", 2.0, "height"), LENGTH("wall", 0.06, "thickness of the wall"),
      COUNT("segments", 48, 3, 2000, "sides")}},
    {"hook",
     "parts",
     "hook in the xy plane: a shaft that ends in a bend about the z axis",
     {LENGTH("radius", 0.5, "radius of the bend"),
      LENGTH("tube", 0.12, "radius of the tube"),
      LENGTH("shaft", 1.2, "length of the straight part"),
      {"bend", 3.8, 0.1, 5.0, false, "angle of the bend, radians"},
      COUNT("segments", 40, 3, 2000, "sections of the bend")}},
    {"bolt",
     "parts",
     "bolt along y with a right-handed thread and a hexagonal head",
     {LENGTH("radius", 0.4, "radius of the core"), LENGTH("depth", 0.12, "depth of the thread"),
      LENGTH("pitch", 0.25, "distance between turns"), LENGTH("length", 2.0, "length of the thread along y"),
      COUNT("segments", 48, 6, 1200, "sides, a multiple of 6")}},
    {"nut",
     "parts",
     "hexagonal nut about y that fits the bolt",
     {LENGTH("radius", 0.4, "radius of the bolt's core"), LENGTH("depth", 0.12, "depth of the thread"),
      LENGTH("pitch", 0.25, "distance between turns"), LENGTH("height", 0.45, "length along y"),
      COUNT("segments", 48, 6, 1200, "sides, a multiple of 6"),
      LENGTH("clearance", 0.02, "gap between the threads")}},
    {"corner",
     "rooms",
     "corner of a room, open towards +x +y +z: floor and two walls that meet at the origin",
     {LENGTH("size", 1.5, "inner length of the walls"), LENGTH("thickness", 0.1, "thickness of the walls")}},
    {"overhang",
     "rooms",
     "floor and a wall, upright up to x = 0 and leaning forward by beta beyond",
     {LENGTH("half", 1.0, "half length along x"),
      LENGTH("depth", 1.2, "length of the floor along z"),
      LENGTH("height", 0.9, "height of the wall"),
      LENGTH("thickness", 0.15, "thickness of floor and wall"),
      {"beta", 0.6, 0.01, 1.5, false, "lean of the wall, radians"}}},
    {"tetrahedron",
     "flat",
     "tetrahedron on y = 0 with an edge from the origin along -x",
     {LENGTH("edge", 1.0, "length of that edge"),
      LENGTH("height", 0.7, "height"),
      LENGTH("depth", 0.8, "length along z"),
      {"alpha", 0.3, -1.5, 1.5, false, "lean of the face above the edge to +z, radians"}}},
    {"pyramid",
     "flat",
     "pyramid with its apex at the origin and its base above",
     {LENGTH("half", 0.5, "half width of the base"), LENGTH("height", 1.0, "height"),
      COUNT("sides", 4, 3, 64, "sides of the base")}},
    {"floor",
     "rooms",
     "square of n by n faces in y = 0; an open surface that faces up",
     {LENGTH("size", 4.0, "length of a side"), COUNT("n", 16, 1, 1000, "faces each way")}},
    {"step",
     "rooms",
     "floor with its top in y = 0 and a protrusion that begins at x = 0",
     {LENGTH("length", 2.0, "length along x before the protrusion"),
      LENGTH("depth", 1.6, "length along z"),
      LENGTH("thickness", 0.2, "thickness of the floor"),
      LENGTH("height", 0.4, "height of the protrusion"),
      {"run", 0.4, 0.0, 1e9, false, "length along x of its rising side; 0: upright"},
      LENGTH("top", 0.6, "length along x of its top")}},
    {"fingers",
     "rooms",
     "two upright blades on a base; their tips are edges along z in y = 0",
     {LENGTH("distance", 1.2, "distance of the tips"),
      LENGTH("height", 0.5, "height of the blades"),
      LENGTH("width", 0.3, "length along x of a blade's foot"),
      {"lean", 0.0, -1e9, 1e9, false, "length along x from a tip to its foot"},
      LENGTH("depth", 0.8, "length along z"),
      LENGTH("base", 0.15, "thickness of the base")}},
    {"slope",
     "rooms",
     "wedge that rises along x from y = 0",
     {LENGTH("length", 2.0, "length along x"), LENGTH("height", 0.8, "height"),
      LENGTH("depth", 1.2, "length along z")}},
    {"voussoir",
     "parts",
     "wedge stone of an arch: a trapezoid in the xy plane, its centre line along x, extruded along z",
     {LENGTH("width", 1.0, "length along x of the centre line"),
      LENGTH("height", 1.0, "length along y"),
      LENGTH("depth", 1.0, "length along z"),
      {"left", 0.1, -1.5, 1.5, false, "outward lean of the end at -x, radians"},
      {"right", 0.1, -1.5, 1.5, false, "outward lean of the end at +x, radians"}}},
    {"key",
     "parts",
     "flat key; over the edge x = 0 of a table it touches with a face, an edge and a tip",
     {LENGTH("size", 1.0, "half length along z"), LENGTH("thickness", 0.25, "length along y")}},
    {"peg",
     "parts",
     "prism over a regular polygon about the y axis",
     {LENGTH("half", 0.3, "half width"), LENGTH("length", 1.2, "length along y"),
      COUNT("sides", 4, 3, 256, "sides")}},
    {"socket",
     "parts",
     "block with a hole for the peg in its top, which is in y = 0",
     {LENGTH("half", 0.3, "half width of the peg"),
      {"clearance", 0.01, 0.0, 10.0, false, "gap on each side as a fraction of the half width"},
      COUNT("sides", 4, 3, 256, "sides"),
      LENGTH("depth", 0.7, "depth of the hole"),
      LENGTH("wall", 0.4, "minimum thickness of the wall"),
      {"bottom", 0.15, 0.0, 1e9, false, "thickness below the hole; 0: a through hole"},
      {"chamfer", 0.0, 0.0, 1e9, false, "size of the 45 degree chamfer of the opening; 0: none"}}},
    {"wire",
     "parts",
     "tube along one period of a sine in the xy plane",
     {LENGTH("length", 4.0, "length along x"),
      {"bend", 0.5, 0.0, 1e9, false, "amplitude of the wave"},
      LENGTH("tube", 0.06, "radius of the tube"),
      COUNT("segments", 96, 1, 4000, "sections"),
      COUNT("sides", 12, 3, 256, "sides around it")}},
    {"alpha",
     "parts",
     "tube along a twisted loop in the shape of an alpha, whose legs cross at the origin",
     {LENGTH("size", 1.0, "length of the loop along x"), LENGTH("tube", 0.12, "radius of the tube"),
      LENGTH("gap", 0.36, "smallest distance of the legs' surfaces where they cross"),
      LENGTH("leg", 1.2, "length of each leg beyond the crossing"),
      COUNT("segments", 40, 8, 4000, "sections of the loop"),
      COUNT("sides", 16, 3, 256, "sides around the tube")}},
    {"rotor",
     "parts",
     "disk on a shaft along y, from the origin up",
     {LENGTH("radius", 0.4, "radius of the disk"), LENGTH("thickness", 0.1, "thickness of the disk"),
      LENGTH("height", 0.5, "height of the disk's centre"), LENGTH("shaft", 0.03, "radius of the shaft"),
      LENGTH("length", 0.7, "length of the shaft"), COUNT("segments", 32, 3, 2000, "sides")}},
    {"top",
     "parts",
     "spinning top along y, its tip at the origin",
     {LENGTH("radius", 0.3, "radius of the disk"), LENGTH("thickness", 0.08, "thickness of the disk"),
      LENGTH("height", 0.25, "height of the disk's centre"), LENGTH("stem", 0.025, "radius of the stem"),
      LENGTH("length", 0.5, "height of the stem's end"), COUNT("segments", 24, 3, 2000, "sides")}},
    {"half-round",
     "parts",
     "part of a disk about the z axis beyond a chord, x >= chord, extruded along z",
     {LENGTH("radius", 0.3, "radius of the disk"),
      LENGTH("chord", 0.05, "distance of the chord from the axis"), LENGTH("length", 0.6, "length along z"),
      COUNT("sides", 16, 2, 31, "sides of the arc")}},
    {"lock-key",
     "parts",
     "key along x with its tip at the origin and four cuts in its upper edge; thickness along z",
     {LENGTH("pitch", 0.16, "distance of the cuts"), LENGTH("thickness", 0.03, "thickness of the blade"),
      LENGTH("cut1", 0.02, "height of the cut next to the tip"),
      LENGTH("cut2", 0.08, "height of the second cut"), LENGTH("cut3", 0.04, "height of the third cut"),
      LENGTH("cut4", 0.1, "height of the fourth cut")}},
    {"pendulum",
     "parts",
     "ball on a rod that hangs down from the origin; flat faces towards +x and -x",
     {LENGTH("radius", 0.2, "distance of the ball's flat faces from its axis"),
      LENGTH("length", 1.0, "distance of the ball's centre from the origin"),
      LENGTH("rod", 0.02, "half width of the rod"),
      COUNT("bands", 4, 1, 200, "bands of the ball above, and as many below, its middle one"),
      COUNT("sides", 8, 2, 1000, "faces around half of the ball")}},
    {"taper-ring",
     "round",
     "ring about the y axis with conical walls, such as the race of a bearing",
     {LENGTH("top-outer", 1.0, "outer radius of the top"), LENGTH("outer", 1.0, "outer radius of the bottom"),
      LENGTH("top-inner", 0.8, "inner radius of the top"), LENGTH("inner", 0.6, "inner radius of the bottom"),
      LENGTH("height", 0.3, "height"), COUNT("segments", 64, 3, 2000, "sides")}},
    {"geneva-wheel",
     "parts",
     "wheel of an intermittent drive about the z axis, with a slot along x",
     {COUNT("slots", 4, 4, 8, "slots"), LENGTH("distance", 1.0, "distance of the axes"),
      LENGTH("half", 0.055, "half width of a slot"),
      LENGTH("hollow", 0.56, "radius of the concave arcs, for the driver's lock"),
      LENGTH("height", 0.16, "length along z")}},
    {"geneva-lock",
     "parts",
     "lock of an intermittent drive about the z axis: a disk with a notch towards +x for the wheel",
     {COUNT("slots", 4, 4, 8, "slots of the wheel"), LENGTH("radius", 0.557, "radius"),
      LENGTH("hub", 0.22, "radius in the notch"), LENGTH("height", 0.16, "length along z")}},
    {"sprocket",
     "parts",
     "sprocket of a roller chain about the z axis, with a seat of a roller on +x",
     {COUNT("teeth", 12, 6, 18, "teeth"), LENGTH("pitch", 0.2, "pitch of the chain"),
      LENGTH("roller", 0.06, "radius of a roller"), LENGTH("gap", 0.004, "clearance of a roller in its seat"),
      LENGTH("height", 0.07, "length along z")}},
    {"polytope-ellipsoid",
     "polytopes",
     "convex hull of random points on an ellipsoid, half axes 1, 0.75, 0.5",
     {COUNT("n", 100, 4, 100000, "vertices"), COUNT("seed", 1, 0, 1e9, "seed of the points")}},
    {"polytope-rod",
     "polytopes",
     "convex hull of random points on a rod along x, half length 1, radius 0.1",
     {COUNT("n", 100, 4, 100000, "vertices"), COUNT("seed", 1, 0, 1e9, "seed of the points")}},
    {"polytope-plate",
     "polytopes",
     "convex hull of random points on an ellipsoid, half axes 1, 1, 0.1",
     {COUNT("n", 100, 4, 100000, "vertices"), COUNT("seed", 1, 0, 1e9, "seed of the points")}},
    {"teapot",
     "round",
     "Newell's teapot of 1975, spout along x; an open surface of patches",
     {COUNT("segments", 10, 1, 200, "quads a side of each of the 32 patches")}},
};

static ShapeGenerator *const generators[] = {
    GenerateBox,         GenerateIcosphere,     GenerateUvSphere,    GenerateTorus,
    GenerateQuadTorus,   GenerateTorusKnot,     GenerateRing,        GenerateLShape,
    GeneratePlate,       GenerateGear,          GenerateBlade,       GenerateTorch,
    GenerateCavity,      GenerateHook,          GenerateBolt,        GenerateNut,
    GenerateCorner,      GenerateOverhang,      GenerateTetrahedron, GeneratePyramid,
    GenerateFloor,       GenerateStep,          GenerateFingers,     GenerateSlope,
    GenerateVoussoir,    GenerateKey,           GeneratePeg,         GenerateSocket,
    GenerateWire,        GenerateAlpha,         GenerateRotor,       GenerateTop,
    GenerateHalfRound,   GenerateLockKey,       GeneratePendulum,    GenerateTaperRing,
    GenerateGenevaWheel, GenerateGenevaLock,    GenerateSprocket,    GenerateEllipsoidPolytope,
    GenerateRodPolytope, GeneratePlatePolytope, GenerateTeapot};

enum { SHAPE_COUNT = sizeof shapes / sizeof shapes[0] };
_Static_assert(SHAPE_COUNT == sizeof generators / sizeof generators[0], "one generator for each shape");

const Shape *GetShapes(int32_t *count) {
    *count = SHAPE_COUNT;
    return shapes;
}

// Appends to a message that may already be full.
static void appendText(char *message, size_t messageSize, const char *separator, const char *text) {
    size_t length = strlen(message);
    if (length < messageSize) snprintf(message + length, messageSize - length, "%s%s", separator, text);
}

static int32_t findShape(const char *name, size_t nameLength, char *message, size_t messageSize) {
    for (int32_t i = 0; i < SHAPE_COUNT; i++) {
        if (strlen(shapes[i].name) == nameLength && strncmp(shapes[i].name, name, nameLength) == 0) return i;
    }
    snprintf(message, messageSize, "unknown built-in mesh '%.*s'; the built-in meshes are ", (int)nameLength,
             name);
    for (int32_t i = 0; i < SHAPE_COUNT; i++)
        appendText(message, messageSize, i > 0 ? ", " : "", shapes[i].name);
    return -1;
}

int32_t CountShapeParams(const Shape *shape) {
    int32_t count = 0;
    while (count < SHAPE_PARAM_MAX && shape->params[count].name != NULL)
        count++;
    return count;
}

void WriteShapeSpec(const Shape *shape, const double *values, char *spec, size_t specSize) {
    size_t length = (size_t)snprintf(spec, specSize, "builtin:%s", shape->name);
    char separator = ':';
    for (int32_t i = 0; i < CountShapeParams(shape) && length < specSize; i++) {
        if (values[i] == shape->params[i].value) continue;
        length += (size_t)snprintf(spec + length, specSize - length, "%c%s=%.9g", separator,
                                   shape->params[i].name, values[i]);
        separator = ',';
    }
}

static int32_t findParam(const Shape *shape, const char *key, size_t keyLength, char *message,
                         size_t messageSize) {
    int32_t count = CountShapeParams(shape);
    for (int32_t i = 0; i < count; i++) {
        const char *name = shape->params[i].name;
        if (strlen(name) == keyLength && strncmp(name, key, keyLength) == 0) return i;
    }
    snprintf(message, messageSize, "%s has no parameter '%.*s'; its parameters are ", shape->name,
             (int)keyLength, key);
    for (int32_t i = 0; i < count; i++) {
        appendText(message, messageSize, i > 0 ? ", " : "", shape->params[i].name);
    }
    return -1;
}

static bool readValue(const Shape *shape, const ShapeParam *param, const char *text, size_t length,
                      double *value, char *message, size_t messageSize) {
    char number[64] = "", *end = number;
    if (length < sizeof number) memcpy(number, text, length);
    if (!isspace((unsigned char)number[0])) *value = strtod(number, &end);
    bool read = length > 0 && length < sizeof number && end == number + length;
    if (read && *value >= param->lower && *value <= param->upper &&
        (!param->whole || *value == floor(*value))) {
        return true;
    }
    if (param->whole)
        snprintf(message, messageSize, "%s: %s must be a whole number from %.0f to %.0f, not '%.*s'",
                 shape->name, param->name, param->lower, param->upper, (int)length, text);
    else
        snprintf(message, messageSize, "%s: %s must be a number from %g to %g, not '%.*s'", shape->name,
                 param->name, param->lower, param->upper, (int)length, text);
    return false;
}

// Reads "key=value,key=value" into values[], which hold the defaults.
static bool readParams(const Shape *shape, const char *text, double *values, char *message,
                       size_t messageSize) {
    bool given[SHAPE_PARAM_MAX] = {false};
    while (*text != '\0') {
        size_t length = strcspn(text, ","), keyLength = strcspn(text, "=,");
        if (keyLength == length) {
            snprintf(message, messageSize, "%s: '%.*s' must be written key=value", shape->name, (int)length,
                     text);
            return false;
        }
        int32_t index = findParam(shape, text, keyLength, message, messageSize);
        if (index < 0) return false;
        if (given[index]) {
            snprintf(message, messageSize, "%s: the parameter '%s' is given twice", shape->name,
                     shape->params[index].name);
            return false;
        }
        given[index] = true;
        const char *value = text + keyLength + 1;
        if (!readValue(shape, &shape->params[index], value, length - keyLength - 1, &values[index], message,
                       messageSize)) {
            return false;
        }
        text += length;
        if (*text == ',') text++;
    }
    return true;
}

bool MakeShape(const char *spec, TriangleSoup *soup, char *message, size_t messageSize) {
    *soup = (TriangleSoup){0};
    size_t nameLength = strcspn(spec, ":");
    int32_t index = findShape(spec, nameLength, message, messageSize);
    if (index < 0) return false;
    const Shape *shape = &shapes[index];
    double values[SHAPE_PARAM_MAX] = {0.0};
    for (int32_t i = 0; i < CountShapeParams(shape); i++)
        values[i] = shape->params[i].value;
    const char *params = spec[nameLength] == ':' ? spec + nameLength + 1 : "";
    if (!readParams(shape, params, values, message, messageSize)) return false;

    ShapeBuilder builder = {0};
    const char *trouble = generators[index](&builder, values);
    if (trouble != NULL) snprintf(message, messageSize, "%s: %s", shape->name, trouble);
    if (builder.failed) snprintf(message, messageSize, "%s: out of memory", shape->name);
    if (trouble != NULL || builder.failed) {
        DestroyTriangleSoup(&builder.soup);
        return false;
    }
    *soup = builder.soup;
    return true;
}

cdMeshDef MakeSoupMeshDef(const TriangleSoup *soup) {
    cdMeshDef def = cdDefaultMeshDef();
    def.points = soup->points;
    def.triangles = soup->triangles;
    def.faceIds = soup->faceIds;
    def.pointIds = soup->pointIds;
    def.pointCount = soup->pointCount;
    def.triangleCount = soup->triangleCount;
    return def;
}

// Generates bolt and nut with a fitting thread: stacks of rings with radii along a helix.
//
// The thread is a wave: radius + depth (1 + cos(2 pi (y / pitch - turn))) / 2, right-handed about +Y. The
// nut's thread is wider by the clearance. A nut that turns by an angle and rises by pitch * angle / (2 pi)
// stays in its thread.
#include "shapes/elementary.h"
#include "shapes/generators.h"

static const double pi = 3.14159265358979323846;

enum { ROWS_PER_PITCH = 12, HEX_SIDES = 6 };

typedef struct Thread {
    double radius, depth, pitch;
    int32_t segments; // around the axis, a multiple of 6
} Thread;

static cdVec3 getRingPoint(double turn, double radius, double height) {
    return (cdVec3){radius * cdCos(2.0 * pi * turn), height, -radius * cdSin(2.0 * pi * turn)};
}

static int32_t addThreadRing(ShapeBuilder *builder, const Thread *thread, double height) {
    int32_t first = builder->soup.pointCount;
    for (int32_t i = 0; i < thread->segments; i++) {
        double turn = (double)i / thread->segments, phase = 2.0 * pi * (height / thread->pitch - turn);
        AddPoint(builder,
                 getRingPoint(turn, thread->radius + 0.5 * thread->depth * (1.0 + cdCos(phase)), height));
    }
    return first;
}

// Adds a hexagon with flat sides at `radius` from the axis.
static int32_t addHexRing(ShapeBuilder *builder, int32_t segments, double radius, double height) {
    int32_t first = builder->soup.pointCount;
    for (int32_t i = 0; i < segments; i++) {
        double turn = (double)i / segments, within = HEX_SIDES * turn - floor(HEX_SIDES * turn);
        double fromMiddle = (within - 0.5) * 2.0 * pi / HEX_SIDES;
        AddPoint(builder, getRingPoint(turn, radius / cdCos(fromMiddle), height));
    }
    return first;
}

// Adds the joined rings of the thread from height `from` to `to`. Outside is to the left of the direction
// from ring to ring, as in AddLathe. Returns the last ring, and the first in `firstRing`.
static int32_t addThread(ShapeBuilder *builder, const Thread *thread, double from, double to,
                         int32_t *firstRing) {
    int32_t rows = (int32_t)ceil(fabs(to - from) / thread->pitch * ROWS_PER_PITCH);
    int32_t ring = *firstRing = addThreadRing(builder, thread, from);
    for (int32_t i = 1; i <= rows; i++) {
        int32_t next = addThreadRing(builder, thread, from + (to - from) * i / rows);
        AddStrip(builder, ring, next, thread->segments, true);
        ring = next;
    }
    return ring;
}

static const char *checkThread(const Thread *thread, double length) {
    if (thread->segments % HEX_SIDES != 0) return "segments must be a multiple of 6";
    if (length > 200.0 * thread->pitch) return "length must be at most 200 pitches";
    return NULL;
}

const char *GenerateBolt(ShapeBuilder *builder, const double *values) {
    Thread thread = {values[0], values[1], values[2], (int32_t)values[4]};
    double half = 0.5 * values[3], outer = thread.radius + thread.depth;
    const char *trouble = checkThread(&thread, values[3]);
    if (trouble != NULL) return trouble;
    int32_t top, bottom = addThread(builder, &thread, half, -half, &top);
    int32_t apex = AddPoint(builder, (cdVec3){0.0, half, 0.0});
    for (int32_t i = 0; i < thread.segments; i++) {
        AddTriangleFace(builder, apex, top + i, top + (i + 1) % thread.segments);
    }
    int32_t headTop = addHexRing(builder, thread.segments, 1.5 * outer, -half);
    int32_t headBottom = addHexRing(builder, thread.segments, 1.5 * outer, -half - outer);
    int32_t foot = AddPoint(builder, (cdVec3){0.0, -half - outer, 0.0});
    AddStrip(builder, bottom, headTop, thread.segments, true);
    AddStrip(builder, headTop, headBottom, thread.segments, true);
    AddFan(builder, headBottom, foot, thread.segments);
    return NULL;
}

const char *GenerateNut(ShapeBuilder *builder, const double *values) {
    Thread thread = {values[0] + values[5], values[1], values[2], (int32_t)values[4]};
    double half = 0.5 * values[3], hex = 1.5 * (values[0] + values[1]);
    const char *trouble = checkThread(&thread, values[3]);
    if (trouble != NULL) return trouble;
    if (thread.radius + thread.depth >= hex) return "clearance must be less than half of radius and depth";
    int32_t outerTop = addHexRing(builder, thread.segments, hex, half);
    int32_t outerBottom = addHexRing(builder, thread.segments, hex, -half);
    int32_t bottom, top = addThread(builder, &thread, -half, half, &bottom);
    AddStrip(builder, outerTop, outerBottom, thread.segments, true);
    AddStrip(builder, outerBottom, bottom, thread.segments, true);
    AddStrip(builder, top, outerTop, thread.segments, true);
    return NULL;
}

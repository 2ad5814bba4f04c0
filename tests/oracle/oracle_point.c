// Points and triangles in long double; see oracle_point.h.
#include "oracle/oracle_point.h"

typedef struct LongVec3 {
    long double x, y, z;
} LongVec3;

static LongVec3 make(cdVec3 a, cdVec3 b) {
    return (LongVec3){(long double)a.x - b.x, (long double)a.y - b.y, (long double)a.z - b.z};
}

static LongVec3 sub(LongVec3 a, LongVec3 b) {
    return (LongVec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static long double dot(LongVec3 a, LongVec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static LongVec3 cross(LongVec3 a, LongVec3 b) {
    return (LongVec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static long double length(LongVec3 a) {
    return sqrtl(dot(a, a));
}

// Returns the distance of the origin from the segment from a to b.
static long double segmentDistance(LongVec3 a, LongVec3 b) {
    LongVec3 along = sub(b, a);
    long double lengthSq = dot(along, along), s = lengthSq > 0.0L ? -dot(a, along) / lengthSq : 0.0L;
    s = s < 0.0L ? 0.0L : s > 1.0L ? 1.0L : s;
    return length((LongVec3){a.x + s * along.x, a.y + s * along.y, a.z + s * along.z});
}

// Returns the corners relative to the point.
static void getCorners(const OracleSurface *surface, int32_t triangle, cdVec3 point, LongVec3 c[3]) {
    for (int k = 0; k < 3; k++)
        c[k] = make(surface->vertices[surface->triangles[3 * triangle + k]], point);
}

long double FindOracleTriangleDistance(const OracleSurface *surface, int32_t triangle, cdVec3 point) {
    LongVec3 c[3];
    getCorners(surface, triangle, point, c);
    long double least = INFINITY;
    for (int k = 0; k < 3; k++)
        least = fminl(least, segmentDistance(c[k], c[(k + 1) % 3]));
    LongVec3 normal = cross(sub(c[1], c[0]), sub(c[2], c[0]));
    long double area = length(normal);
    if (!(area > 0.0L)) return least;
    // The foot of the perpendicular is inside if it is on the inner side of each edge.
    for (int k = 0; k < 3; k++)
        if (dot(cross(c[k], c[(k + 1) % 3]), normal) < 0.0L) return least;
    return fminl(least, fabsl(dot(normal, c[0])) / area);
}

long double FindOraclePointDistance(const OracleSurface *surface, cdVec3 point) {
    long double least = INFINITY;
    for (int32_t i = 0; i < surface->triangleCount; i++)
        least = fminl(least, FindOracleTriangleDistance(surface, i, point));
    return least;
}

long double FindOracleSolidAngle(const OracleSurface *surface, cdVec3 point) {
    long double sum = 0.0L;
    for (int32_t i = 0; i < surface->triangleCount; i++) {
        LongVec3 c[3];
        getCorners(surface, i, point, c);
        long double a = length(c[0]), b = length(c[1]), d = length(c[2]);
        long double top = dot(c[0], cross(c[1], c[2]));
        long double bottom = a * b * d + dot(c[0], c[1]) * d + dot(c[1], c[2]) * a + dot(c[2], c[0]) * b;
        sum += 2.0L * atan2l(top, bottom);
    }
    return sum / (4.0L * 3.14159265358979323846264338327950288L);
}

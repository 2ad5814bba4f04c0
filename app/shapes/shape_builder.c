// Builds a triangle soup: amortised arrays, strips, fans, surfaces of revolution, and the weld of equal
// points.
#include "shapes/shape_builder.h"
#include "shapes/elementary.h"
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

void DestroyTriangleSoup(TriangleSoup *soup) {
    free(soup->points);
    free(soup->triangles);
    free(soup->faceIds);
    free(soup->pointIds);
    *soup = (TriangleSoup){0};
}

// @errors false: no memory; the array is unchanged
static bool growArray(void *array, int32_t capacity, size_t elementSize) {
    void *old = NULL;
    memcpy(&old, array, sizeof old);
    void *grown = realloc(old, (size_t)capacity * elementSize);
    if (grown == NULL) return false;
    memcpy(array, &grown, sizeof grown);
    return true;
}

static bool reservePoint(ShapeBuilder *builder) {
    if (builder->failed) return false;
    if (builder->soup.pointCount < builder->pointCapacity) return true;
    int32_t capacity = builder->pointCapacity > 0 ? 2 * builder->pointCapacity : 256;
    builder->failed = !growArray(&builder->soup.points, capacity, sizeof(cdVec3)) ||
                      !growArray(&builder->soup.pointIds, capacity, sizeof(int32_t));
    if (!builder->failed) builder->pointCapacity = capacity;
    return !builder->failed;
}

static bool reserveTriangle(ShapeBuilder *builder) {
    if (builder->failed) return false;
    if (builder->soup.triangleCount < builder->triangleCapacity) return true;
    int32_t capacity = builder->triangleCapacity > 0 ? 2 * builder->triangleCapacity : 256;
    builder->failed = !growArray(&builder->soup.triangles, capacity, 3 * sizeof(int32_t)) ||
                      !growArray(&builder->soup.faceIds, capacity, sizeof(int32_t));
    if (!builder->failed) builder->triangleCapacity = capacity;
    return !builder->failed;
}

int32_t AddPoint(ShapeBuilder *builder, cdVec3 point) {
    if (!reservePoint(builder)) return 0;
    int32_t index = builder->soup.pointCount++;
    builder->soup.points[index] = cdAdd(point, (cdVec3){0.0, 0.0, 0.0}); // -0 becomes 0
    builder->soup.pointIds[index] = index;
    return index;
}

void BeginFace(ShapeBuilder *builder) {
    builder->faceCount++;
}

void AddTriangle(ShapeBuilder *builder, int32_t a, int32_t b, int32_t c) {
    if (!reserveTriangle(builder)) return;
    int32_t index = builder->soup.triangleCount++;
    int32_t *corners = builder->soup.triangles + 3 * (size_t)index;
    corners[0] = a;
    corners[1] = b;
    corners[2] = c;
    builder->soup.faceIds[index] = builder->faceCount - 1;
}

void AddTriangleFace(ShapeBuilder *builder, int32_t a, int32_t b, int32_t c) {
    BeginFace(builder);
    AddTriangle(builder, a, b, c);
}

void AddQuadFace(ShapeBuilder *builder, int32_t a, int32_t b, int32_t c, int32_t d) {
    BeginFace(builder);
    AddTriangle(builder, a, b, c);
    AddTriangle(builder, a, c, d);
}

void AddStrip(ShapeBuilder *builder, int32_t firstRow, int32_t secondRow, int32_t count, bool closed) {
    for (int32_t i = 0; i < (closed ? count : count - 1); i++) {
        int32_t next = (i + 1) % count;
        AddQuadFace(builder, firstRow + i, secondRow + i, secondRow + next, firstRow + next);
    }
}

void AddFlatStrip(ShapeBuilder *builder, int32_t firstRow, int32_t secondRow, int32_t count) {
    BeginFace(builder);
    for (int32_t i = 0; i < count; i++) {
        int32_t next = (i + 1) % count;
        AddTriangle(builder, firstRow + i, secondRow + i, secondRow + next);
        AddTriangle(builder, firstRow + i, secondRow + next, firstRow + next);
    }
}

int32_t AddPolygonRow(ShapeBuilder *builder, int32_t sides, double half, double height) {
    int32_t first = builder->soup.pointCount;
    double radius = half / cdCos(pi / sides);
    for (int32_t i = 0; i < sides; i++) {
        double angle = pi * (2 * i - 1) / sides;
        AddPoint(builder, (cdVec3){radius * cdCos(angle), height, -radius * cdSin(angle)});
    }
    return first;
}

void AddPolygonCap(ShapeBuilder *builder, int32_t row, int32_t count, bool down) {
    BeginFace(builder);
    for (int32_t i = 2; i < count; i++)
        AddTriangle(builder, row, row + (down ? i : i - 1), row + (down ? i - 1 : i));
}

void AddFan(ShapeBuilder *builder, int32_t row, int32_t apex, int32_t count) {
    for (int32_t i = 0; i < count; i++)
        AddTriangleFace(builder, row + i, apex, row + (i + 1) % count);
}

static void addReverseFan(ShapeBuilder *builder, int32_t apex, int32_t row, int32_t count) {
    for (int32_t i = 0; i < count; i++)
        AddTriangleFace(builder, apex, row + i, row + (i + 1) % count);
}

// Adds a circle, or a single point if it lies on the axis. Returns the index of its first point.
static int32_t addLatheRow(ShapeBuilder *builder, ProfilePoint point, int32_t segments) {
    if (point.radius == 0.0) return AddPoint(builder, (cdVec3){0.0, point.height, 0.0});
    int32_t first = builder->soup.pointCount;
    for (int32_t i = 0; i < segments; i++) {
        double angle = 2.0 * pi * i / segments;
        AddPoint(builder, (cdVec3){point.radius * cdCos(angle), point.height, -point.radius * cdSin(angle)});
    }
    return first;
}

static void joinLatheRows(ShapeBuilder *builder, int32_t upper, bool upperPole, int32_t lower, bool lowerPole,
                          int32_t segments) {
    if (upperPole && lowerPole) return;
    if (upperPole) {
        addReverseFan(builder, upper, lower, segments);
    } else if (lowerPole) {
        AddFan(builder, upper, lower, segments);
    } else {
        AddStrip(builder, upper, lower, segments, true);
    }
}

void AddLathe(ShapeBuilder *builder, const ProfilePoint *profile, int32_t count, int32_t segments,
              bool loop) {
    int32_t first = addLatheRow(builder, profile[0], segments), previous = first;
    for (int32_t i = 1; i < count; i++) {
        int32_t row = addLatheRow(builder, profile[i], segments);
        joinLatheRows(builder, previous, profile[i - 1].radius == 0.0, row, profile[i].radius == 0.0,
                      segments);
        previous = row;
    }
    if (loop) AddStrip(builder, previous, first, segments, true);
}

typedef struct IndexedPoint {
    cdVec3 point;
    int32_t index;
} IndexedPoint;

static int comparePoints(cdVec3 a, cdVec3 b) {
    if (a.x != b.x) return a.x < b.x ? -1 : 1;
    if (a.y != b.y) return a.y < b.y ? -1 : 1;
    if (a.z != b.z) return a.z < b.z ? -1 : 1;
    return 0;
}

static int compareIndexedPoints(const void *left, const void *right) {
    const IndexedPoint *a = left, *b = right;
    int order = comparePoints(a->point, b->point);
    return order != 0 ? order : (a->index > b->index) - (a->index < b->index);
}

// Sets kept[i] to the first point equal to point i.
static void findKeptPoints(const TriangleSoup *soup, IndexedPoint *sorted, int32_t *kept) {
    for (int32_t i = 0; i < soup->pointCount; i++)
        sorted[i] = (IndexedPoint){soup->points[i], i};
    qsort(sorted, (size_t)soup->pointCount, sizeof *sorted, compareIndexedPoints);
    for (int32_t i = 0; i < soup->pointCount; i++) {
        bool same = i > 0 && comparePoints(sorted[i - 1].point, sorted[i].point) == 0;
        kept[sorted[i].index] = same ? kept[sorted[i - 1].index] : sorted[i].index;
    }
}

static void dropCollapsedTriangles(TriangleSoup *soup) {
    int32_t count = 0;
    for (int32_t i = 0; i < soup->triangleCount; i++) {
        int32_t *corners = soup->triangles + 3 * (size_t)i;
        if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0]) continue;
        memmove(soup->triangles + 3 * (size_t)count, corners, 3 * sizeof *corners);
        soup->faceIds[count++] = soup->faceIds[i];
    }
    soup->triangleCount = count;
}

void WeldEqualPoints(ShapeBuilder *builder) {
    if (builder->failed) return;
    TriangleSoup *soup = &builder->soup;
    size_t pointCount = (size_t)soup->pointCount;
    IndexedPoint *sorted = malloc((pointCount + 1) * sizeof *sorted);
    int32_t *kept = malloc((pointCount + 1) * sizeof *kept);
    if (sorted == NULL || kept == NULL) {
        builder->failed = true;
    } else {
        findKeptPoints(soup, sorted, kept);
        int32_t count = 0;
        for (int32_t i = 0; i < soup->pointCount; i++) { // kept[i] <= i, so its new number is already known
            bool first = kept[i] == i;
            if (first) soup->points[count] = soup->points[i];
            kept[i] = first ? count++ : kept[kept[i]];
        }
        soup->pointCount = count;
        for (int32_t i = 0; i < 3 * soup->triangleCount; i++)
            soup->triangles[i] = kept[soup->triangles[i]];
        dropCollapsedTriangles(soup);
    }
    free(sorted);
    free(kept);
}

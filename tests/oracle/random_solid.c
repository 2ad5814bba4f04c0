// Seeded random solids; see random_solid.h. Points and segments: random_solid_points.c.
//
// 1. Create a closed mesh of the kind, of size about 1.
// 2. Create plates and needles from one of the other kinds, flattened along one axis or two.
// 3. Rotate it, in two of three; scale by 1e-4 to 1e4; move by up to 3 of its sizes, in one of four by 1e4 of
//    them.
#include "oracle/random_solid.h"
#include "shapes/shapes.h"

#include <stdio.h>
#include <stdlib.h>

static const double PI = 3.14159265358979323846;

enum {
    GRID_CELLS = 3,
    GRID_LINES = GRID_CELLS + 1,
    GRID_TRIES = 40,
    ROOM_POINTS = 512,
    ROOM_TRIANGLES = 1024
};

const char *GetSolidKindName(SolidKind kind) {
    static const char *const names[SOLID_KIND_COUNT] = {"box",  "prism", "shape", "blocks", "nested",
                                                        "hull", "star",  "plate", "needle"};
    return names[kind];
}

// --- A mesh that grows

static bool openSolid(RandomSolid *solid, int32_t pointCount, int32_t triangleCount) {
    solid->points = calloc((size_t)pointCount, sizeof *solid->points);
    solid->triangles = calloc(3 * (size_t)triangleCount, sizeof *solid->triangles);
    solid->pointCount = solid->triangleCount = 0;
    return solid->points != NULL && solid->triangles != NULL;
}

static int32_t putPoint(RandomSolid *solid, cdVec3 point) {
    solid->points[solid->pointCount] = point;
    return solid->pointCount++;
}

static void putTriangle(RandomSolid *solid, int32_t a, int32_t b, int32_t c) {
    int32_t *corners = solid->triangles + 3 * solid->triangleCount++;
    corners[0] = a, corners[1] = b, corners[2] = c;
}

static void putQuad(RandomSolid *solid, int32_t a, int32_t b, int32_t c, int32_t d) {
    putTriangle(solid, a, b, c);
    putTriangle(solid, a, c, d);
}

static bool takeShape(const char *spec, RandomSolid *solid) {
    TriangleSoup soup;
    char message[200];
    if (!MakeShape(spec, &soup, message, sizeof message)) return false;
    if (!openSolid(solid, soup.pointCount, soup.triangleCount)) return false;
    for (int32_t i = 0; i < soup.pointCount; i++)
        putPoint(solid, soup.points[i]);
    for (int32_t i = 0; i < soup.triangleCount; i++)
        putTriangle(solid, soup.triangles[3 * i], soup.triangles[3 * i + 1], soup.triangles[3 * i + 2]);
    DestroyTriangleSoup(&soup);
    return true;
}

// --- 1. of the header

static bool makeBox(Random *random, RandomSolid *solid) {
    char spec[80];
    snprintf(spec, sizeof spec, "box:x=%g,y=%g,z=%g", nextRandomIn(random, 0.1, 1.0),
             nextRandomIn(random, 0.1, 1.0), nextRandomIn(random, 0.1, 1.0));
    return takeShape(spec, solid);
}

static bool makePrism(Random *random, RandomSolid *solid) {
    int32_t sides = nextRandomInt(random, 3, 12);
    double height = nextRandomIn(random, 0.1, 1.0);
    if (!openSolid(solid, 2 * sides + 2, 4 * sides)) return false;
    for (int32_t i = 0; i < sides; i++) {
        double angle = 2.0 * PI * i / sides, radius = nextRandomIn(random, 0.3, 1.0);
        putPoint(solid, cdMakeVec3(radius * cos(angle), radius * sin(angle), -height));
        putPoint(solid, cdMakeVec3(radius * cos(angle), radius * sin(angle), height));
    }
    int32_t low = putPoint(solid, cdMakeVec3(0.0, 0.0, -height));
    int32_t high = putPoint(solid, cdMakeVec3(0.0, 0.0, height));
    for (int32_t i = 0; i < sides; i++) {
        int32_t a = 2 * i, b = 2 * ((i + 1) % sides);
        putQuad(solid, a, b, b + 1, a + 1);
        putTriangle(solid, low, b, a);
        putTriangle(solid, high, a + 1, b + 1);
    }
    return true;
}

static bool makeShape(Random *random, RandomSolid *solid) {
    static const char *const specs[] = {"l-shape",         "ring:segments=4",        "ring:segments=%d",
                                        "gear:teeth=%d",   "cavity:segments=%d",     "uv-sphere:n=%d",
                                        "quad-torus:n=%d", "torus-knot:segments=40", "torch:segments=%d"};
    char spec[80];
    int32_t which = nextRandomInt(random, 0, (int)(sizeof specs / sizeof specs[0]) - 1);
    int32_t size = nextRandomInt(random, 4, 10);
    bool whole = true;
    for (const char *c = specs[which]; *c != '\0'; c++)
        whole = whole && *c != '%';
    if (whole) return takeShape(specs[which], solid);
    int32_t length = 0;
    for (const char *c = specs[which]; *c != '%'; c++)
        spec[length++] = *c;
    snprintf(spec + length, sizeof spec - (size_t)length, "%d", (int)size);
    return takeShape(spec, solid);
}

// Adds a quad of a cell's side, between corners of the grid.
static void putCellSide(RandomSolid *solid, const int32_t cell[3], int axis, int side) {
    int32_t corners[4];
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (int k = 0; k < 4; k++) {
        int32_t at[3];
        at[axis] = cell[axis] + side;
        at[u] = cell[u] + (k == 1 || k == 2);
        at[v] = cell[v] + (k >= 2);
        corners[k] = (at[0] * GRID_LINES + at[1]) * GRID_LINES + at[2];
    }
    if (side == 1)
        putQuad(solid, corners[0], corners[1], corners[2], corners[3]);
    else
        putQuad(solid, corners[3], corners[2], corners[1], corners[0]);
}

typedef bool Cells[GRID_CELLS][GRID_CELLS][GRID_CELLS];

static bool isFilled(Cells cells, const int32_t at[3]) {
    for (int axis = 0; axis < 3; axis++) {
        if (at[axis] < 0 || at[axis] >= GRID_CELLS) return false;
    }
    return cells[at[0]][at[1]][at[2]];
}

static void putCell(RandomSolid *solid, Cells cells, const int32_t cell[3]) {
    for (int k = 0; k < 6; k++) {
        int axis = k / 2, side = k % 2;
        int32_t beside[3] = {cell[0], cell[1], cell[2]};
        beside[axis] += side == 1 ? 1 : -1;
        if (!isFilled(cells, beside)) putCellSide(solid, cell, axis, side);
    }
}

static void putCells(RandomSolid *solid, Cells cells) {
    solid->triangleCount = 0;
    for (int32_t i = 0; i < GRID_CELLS * GRID_CELLS * GRID_CELLS; i++) {
        int32_t cell[3] = {i / (GRID_CELLS * GRID_CELLS), i / GRID_CELLS % GRID_CELLS, i % GRID_CELLS};
        if (isFilled(cells, cell)) putCell(solid, cells, cell);
    }
}

// Cells that meet only along an edge or at a corner do not form a solid.
static bool isManifold(const RandomSolid *solid) {
    cdMeshDef def = cdDefaultMeshDef();
    def.points = solid->points;
    def.triangles = solid->triangles;
    def.pointCount = solid->pointCount;
    def.triangleCount = solid->triangleCount;
    cdMesh *mesh = solid->triangleCount > 0 ? cdCreateMesh(&def, NULL) : NULL;
    if (mesh == NULL) return false;
    cdMeshInfo info = cdGetMeshInfo(mesh);
    cdDestroyMesh(mesh);
    return info.closed && info.manifold && info.oriented && info.volume > 0.0;
}

static void fillCells(Random *random, Cells cells) {
    double share = nextRandomIn(random, 0.6, 0.95);
    bool hollow = nextRandomInt(random, 0, 2) == 0;
    for (int32_t i = 0; i < GRID_CELLS * GRID_CELLS * GRID_CELLS; i++) {
        int32_t x = i / (GRID_CELLS * GRID_CELLS), y = i / GRID_CELLS % GRID_CELLS, z = i % GRID_CELLS;
        bool middle = x == 1 && y == 1 && z == 1;
        cells[x][y][z] = hollow && middle ? false : nextRandom(random) < share;
    }
}

static bool makeBlocks(Random *random, RandomSolid *solid) {
    if (!openSolid(solid, GRID_LINES * GRID_LINES * GRID_LINES, ROOM_TRIANGLES)) return false;
    double lines[3][GRID_LINES];
    for (int axis = 0; axis < 3; axis++) {
        lines[axis][0] = -1.0;
        for (int k = 1; k < GRID_LINES; k++)
            lines[axis][k] = lines[axis][k - 1] + nextRandomIn(random, 0.2, 1.0);
    }
    for (int32_t i = 0; i < GRID_LINES * GRID_LINES * GRID_LINES; i++) {
        int32_t x = i / (GRID_LINES * GRID_LINES), y = i / GRID_LINES % GRID_LINES, z = i % GRID_LINES;
        putPoint(solid, cdMakeVec3(lines[0][x], lines[1][y], lines[2][z]));
    }
    Cells cells;
    for (int k = 0; k < GRID_TRIES; k++) {
        fillCells(random, cells);
        putCells(solid, cells);
        if (isManifold(solid)) return true;
    }
    for (int32_t i = 0; i < GRID_CELLS * GRID_CELLS * GRID_CELLS; i++)
        cells[i / 9][i / 3 % 3][i % 3] = i != 13; // only the cavity
    putCells(solid, cells);
    return true;
}

static bool makeHull(Random *random, RandomSolid *solid) {
    enum { MOST = 40 };
    cdVec3 points[MOST];
    cdConvexDef def = {.points = points, .pointCount = nextRandomInt(random, 4, MOST)};
    int manner = nextRandomInt(random, 0, 2);
    for (int32_t i = 0; i < def.pointCount; i++) {
        points[i] = manner == 0   ? nextRandomDirection(random)
                    : manner == 1 ? nextRandomVec3(random)
                                  : cdScale(0.5, nextRandomGridPoint(random, -2, 2));
    }
    cdConvex *hull = cdCreateConvex(&def, NULL);
    if (hull == NULL) return false;
    const cdVec3 *vertices = cdGetConvexInfo(hull).vertices;
    const int32_t *triangles = cdGetConvexInfo(hull).triangles;
    cdConvexInfo info = cdGetConvexInfo(hull);
    bool good = info.dimension == 3 && openSolid(solid, info.vertexCount, info.triangleCount);
    for (int32_t i = 0; good && i < info.vertexCount; i++)
        putPoint(solid, vertices[i]);
    for (int32_t i = 0; good && i < info.triangleCount; i++)
        putTriangle(solid, triangles[3 * i], triangles[3 * i + 1], triangles[3 * i + 2]);
    cdDestroyConvex(hull);
    return good || (info.dimension < 3 && makeBox(random, solid));
}

static bool makeStar(Random *random, RandomSolid *solid) {
    if (!takeShape(nextRandomInt(random, 0, 2) == 0 ? "icosphere:level=2" : "icosphere:level=1", solid))
        return false;
    double least = nextRandomIn(random, 0.2, 0.9);
    for (int32_t i = 0; i < solid->pointCount; i++)
        solid->points[i] = cdScale(nextRandomIn(random, least, 1.0), solid->points[i]);
    return true;
}

// Creates both shells of a box with a cavity: the inner one is reversed, and small enough to fit.
static bool makeNested(Random *random, RandomSolid *solid) {
    RandomSolid outer = {0}, inner = {0};
    bool good =
        takeShape("box", &outer) &&
        (nextRandomInt(random, 0, 1) ? makeStar(random, &inner) : makePrism(random, &inner)) &&
        openSolid(solid, outer.pointCount + inner.pointCount, outer.triangleCount + inner.triangleCount);
    for (int32_t i = 0; good && i < outer.pointCount + inner.pointCount; i++) {
        bool isInner = i >= outer.pointCount;
        putPoint(solid, isInner ? cdScale(0.6, inner.points[i - outer.pointCount]) : outer.points[i]);
    }
    for (int32_t i = 0; good && i < outer.triangleCount; i++) {
        const int32_t *c = outer.triangles + 3 * i;
        putTriangle(solid, c[0], c[1], c[2]);
    }
    for (int32_t i = 0; good && i < inner.triangleCount; i++) {
        const int32_t *c = inner.triangles + 3 * i, first = outer.pointCount;
        putTriangle(solid, first + c[0], first + c[2], first + c[1]);
    }
    FreeRandomSolid(&outer);
    FreeRandomSolid(&inner);
    return good;
}

static bool makeKind(Random *random, SolidKind kind, RandomSolid *solid) {
    switch (kind) {
    case SOLID_BOX:
        return makeBox(random, solid);
    case SOLID_PRISM:
        return makePrism(random, solid);
    case SOLID_BLOCKS:
        return makeBlocks(random, solid);
    case SOLID_NESTED:
        return makeNested(random, solid);
    case SOLID_HULL:
        return makeHull(random, solid);
    case SOLID_STAR:
        return makeStar(random, solid);
    default:
        return makeShape(random, solid);
    }
}

// --- 2. and 3. of the header

static void moveSolid(Random *random, RandomSolid *solid) {
    static const double sizes[] = {0.0, 1.0, 3.0, 1e4};
    double flat = pow(10.0, nextRandomIn(random, -4.0, -2.0));
    cdVec3 press = {1.0, solid->kind == SOLID_NEEDLE ? flat : 1.0,
                    solid->kind == SOLID_PLATE || solid->kind == SOLID_NEEDLE ? flat : 1.0};
    cdQuat turn = cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, PI));
    if (nextRandomInt(random, 0, 2) == 0) turn = cdIdentityPose().q;
    cdVec3 way = cdScale(sizes[nextRandomInt(random, 0, 3)], nextRandomVec3(random));
    solid->scale = pow(10.0, nextRandomIn(random, -4.0, 4.0));
    if (nextRandomInt(random, 0, 3) == 0) solid->scale = 1.0;
    for (int32_t i = 0; i < solid->pointCount; i++) {
        cdVec3 p = solid->points[i];
        p = cdRotate(turn, cdMakeVec3(press.x * p.x, press.y * p.y, press.z * p.z));
        solid->points[i] = cdScale(solid->scale, cdAdd(p, way));
    }
}

bool MakeRandomSolid(uint64_t seed, uint64_t number, RandomSolid *solid) {
    Random random = {seed * 0x9E3779B97F4A7C15u + number * 0xD1B54A32D192ED03u};
    nextRandom(&random);
    *solid = (RandomSolid){.kind = (SolidKind)(number % SOLID_KIND_COUNT)};
    SolidKind made = solid->kind;
    if (made >= SOLID_PLATE) made = (SolidKind)nextRandomInt(&random, 0, SOLID_PLATE - 1);
    if (!makeKind(&random, made, solid)) {
        FreeRandomSolid(solid);
        return false;
    }
    moveSolid(&random, solid);
    solid->def = cdDefaultMeshDef();
    solid->def.points = solid->points;
    solid->def.triangles = solid->triangles;
    solid->def.pointCount = solid->pointCount;
    solid->def.triangleCount = solid->triangleCount;
    return true;
}

void FreeRandomSolid(RandomSolid *solid) {
    free(solid->points);
    free(solid->triangles);
    *solid = (RandomSolid){0};
}

// Tests whether a mesh is a solid rectangular box; see box_shape.h.
//
// Input: a mesh with its vertices, normals and edges. Output: the box with its features' indices, or no box.
//
// 1. 8 vertices, 12 triangles, 18 edges, two triangles on each edge.
// 2. An edge between coplanar triangles is a diagonal of a face, the other twelve are the box's: three at
// each corner. Walking along them from one corner numbers all eight.
// 3. Each axis points from the sum of the four corners at one end to that at the other. Axes are named after
// the mesh axes closest to them, and made perpendicular, the longest first, since it is the most accurate.
// 4. Edges and faces by the numbers of their corners. Two triangles fill a face if the corners that they omit
// are opposite each other; six filled faces close the box.
// 5. The corners' distances from those of the exact box.
#include "mesh/shapes/box_shape.h"

#include "foundation/numbers/rounding.h"
#include "mesh/mesh_data.h"

enum { CORNERS = 8, EDGES = 12, FACES = 6, TRIANGLES = 12, MESH_EDGES = 18 };

static const double errorUnits = 128.0;      // rounding units; cdFindFirstContact's tolerance is 1024
static const double thicknessUnits = 1024.0; // a thinner box is flat to the mesh test

// --- 2. corners

// Finds the two triangles on each edge. @errors false: more or fewer than two
static bool findEdgeSides(const cdMesh *mesh, int32_t sides[MESH_EDGES][2]) {
    int32_t counts[MESH_EDGES] = {0};
    for (int32_t s = 0; s < 3 * TRIANGLES; s++) {
        int32_t edge = mesh->triangleEdges[s];
        if (counts[edge] == 2) return false;
        sides[edge][counts[edge]++] = s / 3;
    }
    return true; // 36 sides, 18 edges: no edge has fewer
}

// Finds the three neighbours of each corner along edges of the box. @errors false: not three
static bool findNeighbors(const cdMesh *mesh, int32_t neighbors[CORNERS][3]) {
    int32_t sides[MESH_EDGES][2], counts[CORNERS] = {0};
    if (!findEdgeSides(mesh, sides)) return false;
    for (int32_t e = 0; e < MESH_EDGES; e++) {
        if (fabs(cdDot(cdGetTriangleNormal(mesh, sides[e][0]), cdGetTriangleNormal(mesh, sides[e][1]))) > 0.5)
            continue;
        int32_t a = mesh->edges[2 * e], b = mesh->edges[2 * e + 1];
        if (counts[a] == 3 || counts[b] == 3 || a == b) return false;
        neighbors[a][counts[a]++] = b;
        neighbors[b][counts[b]++] = a;
    }
    for (int32_t v = 0; v < CORNERS; v++) {
        if (counts[v] != 3) return false;
    }
    return true;
}

// Vertex 0 is corner 0, its neighbours are corners 1, 2 and 4; two steps away are 3, 5 and 6, then 7.
static bool numberCorners(int32_t neighbors[CORNERS][3], int32_t corners[CORNERS]) {
    int32_t numbers[CORNERS] = {0}, taken = 0;
    bool known[CORNERS] = {true};
    for (int32_t k = 0; k < 3; k++) {
        numbers[neighbors[0][k]] = 1 << k;
        known[neighbors[0][k]] = true;
    }
    for (int32_t v = 0; v < CORNERS; v++) {
        if (known[v]) continue;
        for (int32_t k = 0; k < 3; k++) {
            if (known[neighbors[v][k]]) numbers[v] |= numbers[neighbors[v][k]];
        }
        if (numbers[v] == 0) numbers[v] = 7;
    }
    for (int32_t v = 0; v < CORNERS; v++) {
        taken |= 1 << numbers[v];
        corners[numbers[v]] = v;
    }
    return taken == 0xff;
}

// --- 3. axes

// Returns half the mean of the four edges along an axis. Subtracts first, so that coordinates shared by both
// ends cancel exactly.
static cdVec3 getArm(const cdMesh *mesh, const int32_t corners[CORNERS], int32_t axis) {
    cdVec3 sum = {0.0, 0.0, 0.0};
    for (int32_t c = 0; c < CORNERS; c++) {
        if (c >> axis & 1) continue;
        cdVec3 low = mesh->vertices[corners[c]], high = mesh->vertices[corners[c | 1 << axis]];
        sum = cdAdd(sum, cdSub(high, low));
    }
    return cdScale(0.125, sum);
}

static double getComponent(cdVec3 v, int32_t axis) {
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

// order[i]: the arm named after the mesh's axis i; the closest pair is named first.
static void nameArms(const cdVec3 arms[3], int32_t order[3]) {
    bool armTaken[3] = {false}, axisTaken[3] = {false};
    for (int32_t round = 0; round < 3; round++) {
        double best = -1.0;
        int32_t bestArm = 0, bestAxis = 0;
        for (int32_t k = 0; k < 9; k++) {
            int32_t arm = k / 3, axis = k % 3;
            double along = fabs(getComponent(cdNormalize(arms[arm]), axis));
            if (armTaken[arm] || axisTaken[axis] || along <= best) continue;
            best = along;
            bestArm = arm;
            bestAxis = axis;
        }
        armTaken[bestArm] = axisTaken[bestAxis] = true;
        order[bestAxis] = bestArm;
    }
}

// Renumbers the corners so that bit i is axis i, in the direction of the mesh's; the third is reversed if the
// three would be left-handed.
static void orderCorners(const cdMesh *mesh, int32_t corners[CORNERS], cdVec3 arms[3]) {
    int32_t order[3], flips = 0, renumbered[CORNERS];
    cdVec3 named[3];
    nameArms(arms, order);
    for (int32_t i = 0; i < 3; i++) {
        named[i] = arms[order[i]];
        flips |= (getComponent(named[i], i) < 0.0) << i;
        if (flips >> i & 1) named[i] = cdNegate(named[i]);
    }
    if (cdDot(cdCross(named[0], named[1]), named[2]) < 0.0) flips ^= 4;
    for (int32_t c = 0; c < CORNERS; c++) {
        int32_t from = 0, number = c ^ flips;
        for (int32_t i = 0; i < 3; i++)
            from |= (number >> i & 1) << order[i];
        renumbered[c] = corners[from];
    }
    for (int32_t c = 0; c < CORNERS; c++)
        corners[c] = renumbered[c];
    for (int32_t i = 0; i < 3; i++)
        arms[i] = getArm(mesh, corners, i);
}

// Returns exactly a unit vector of the mesh's frame if v is along one.
static cdVec3 getUnit(cdVec3 v) {
    cdVec3 u = cdNormalize(v);
    if (cdSumAbs(v) != cdMaxAbs(v)) return u;
    return (cdVec3){round(u.x), round(u.y), round(u.z)};
}

static void makePerpendicular(const cdVec3 arms[3], cdVec3 axes[3]) {
    int32_t first = 0;
    for (int32_t i = 1; i < 3; i++) {
        if (cdLengthSq(arms[i]) > cdLengthSq(arms[first])) first = i;
    }
    int32_t second = (first + 1) % 3, third = (first + 2) % 3;
    bool swapped = cdLengthSq(arms[third]) > cdLengthSq(arms[second]);
    axes[first] = getUnit(arms[first]);
    int32_t known = swapped ? third : second;
    double along = cdDot(arms[known], axes[first]);
    axes[known] = getUnit(cdMulAdd(arms[known], -along, axes[first]));
    if (swapped)
        axes[second] = getUnit(cdCross(axes[third], axes[first]));
    else
        axes[third] = getUnit(cdCross(axes[first], axes[second]));
}

// Returns the mean of the midpoints of all four pairs of opposite corners.
static cdVec3 getCenter(const cdMesh *mesh, const int32_t corners[CORNERS]) {
    cdVec3 sum = {0.0, 0.0, 0.0};
    for (int32_t c = 0; c < CORNERS / 2; c++)
        sum = cdAdd(sum, cdAdd(mesh->vertices[corners[c]], mesh->vertices[corners[7 - c]]));
    return cdScale(0.125, sum);
}

static bool placeBox(const cdMesh *mesh, cdBoxShape *box) {
    cdVec3 arms[3], axes[3];
    for (int32_t i = 0; i < 3; i++)
        arms[i] = getArm(mesh, box->corners, i);
    orderCorners(mesh, box->corners, arms);
    for (int32_t i = 0; i < 3; i++) {
        if (!(cdLength(arms[i]) > thicknessUnits * CD_EPSILON * mesh->radius)) return false;
    }
    makePerpendicular(arms, axes);
    box->center = getCenter(mesh, box->corners);
    box->axes = (cdMat3){{{axes[0].x, axes[1].x, axes[2].x},
                          {axes[0].y, axes[1].y, axes[2].y},
                          {axes[0].z, axes[1].z, axes[2].z}}};
    box->half = (cdVec3){cdDot(arms[0], axes[0]), cdDot(arms[1], axes[1]), cdDot(arms[2], axes[2])};
    return true;
}

// --- 4. edges and faces

static int32_t findBit(int32_t bits) {
    return bits == 1 ? 0 : bits == 2 ? 1 : bits == 4 ? 2 : -1;
}

static void numberEdges(const cdMesh *mesh, const int32_t numbers[CORNERS], cdBoxShape *box) {
    for (int32_t e = 0; e < MESH_EDGES; e++) {
        int32_t a = numbers[mesh->edges[2 * e]], b = numbers[mesh->edges[2 * e + 1]];
        int32_t axis = findBit(a ^ b);
        if (axis < 0) continue; // a diagonal
        int32_t lower = axis == 0 ? 1 : 0, higher = axis == 2 ? 1 : 2;
        box->edges[4 * axis + (a >> lower & 1) + 2 * (a >> higher & 1)] = e;
    }
}

// Returns the face with all three corners, -1: no face; and its fourth corner.
static int32_t findFace(const int32_t c[3], int32_t *leftOut) {
    int32_t low = ~(c[0] | c[1] | c[2]) & 7, high = c[0] & c[1] & c[2];
    int32_t axis = findBit(low | high);
    if (axis < 0) return -1;
    *leftOut = ((c[0] ^ c[1] ^ c[2]) & ~(low | high)) | high;
    return 2 * axis + (high != 0);
}

static bool fillFaces(const cdMesh *mesh, const int32_t numbers[CORNERS], cdBoxShape *box) {
    int32_t counts[FACES] = {0}, leftOut[FACES][2];
    for (int32_t t = 0; t < TRIANGLES; t++) {
        const int32_t *v = mesh->triangles + 3 * (size_t)t;
        int32_t c[3] = {numbers[v[0]], numbers[v[1]], numbers[v[2]]}, missing;
        int32_t face = findFace(c, &missing);
        if (face < 0 || counts[face] == 2) return false;
        leftOut[face][counts[face]] = missing;
        box->faces[face][counts[face]++] = t;
    }
    for (int32_t face = 0; face < FACES; face++) {
        if ((leftOut[face][0] ^ leftOut[face][1]) != (7 & ~(1 << face / 2))) return false;
    }
    return true; // 12 triangles, no more than two in each: six faces of two
}

// --- 5. error

static double measureError(const cdMesh *mesh, const cdBoxShape *box) {
    double largestSq = 0.0;
    for (int32_t c = 0; c < CORNERS; c++) {
        cdVec3 h = box->half;
        cdVec3 local = {c & 1 ? h.x : -h.x, c & 2 ? h.y : -h.y, c & 4 ? h.z : -h.z};
        cdVec3 ideal = cdAdd(box->center, cdMulMat3Vec3(&box->axes, local));
        largestSq = cdMax(largestSq, cdLengthSq(cdSub(mesh->vertices[box->corners[c]], ideal)));
    }
    return sqrt(largestSq) + 8.0 * CD_EPSILON * mesh->radius; // plus the rounding of this sum
}

bool cdFindBoxShape(const cdMesh *mesh, cdBoxShape *box) {
    if (mesh->vertexCount != CORNERS || mesh->triangleCount != TRIANGLES || mesh->edgeCount != MESH_EDGES) {
        return false;
    }
    int32_t neighbors[CORNERS][3], numbers[CORNERS];
    cdBoxShape found = {.error = 0.0};
    if (!findNeighbors(mesh, neighbors) || !numberCorners(neighbors, found.corners)) return false;
    if (!placeBox(mesh, &found)) return false;
    for (int32_t c = 0; c < CORNERS; c++)
        numbers[found.corners[c]] = c;
    if (!fillFaces(mesh, numbers, &found)) return false;
    numberEdges(mesh, numbers, &found);
    found.error = measureError(mesh, &found);
    if (!(found.error <= errorUnits * CD_EPSILON * mesh->radius)) return false;
    *box = found;
    return true;
}

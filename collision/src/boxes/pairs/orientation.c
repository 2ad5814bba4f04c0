// Compatible pairs of two boxes from their spherical orientation representations [AS05, "Finding Relative
// Topology"].
//
// Input: the octant of B's axes that each normal of A's lies in, and vice versa. Output: the 30 pairs. The
// moving sphere is that of A reflected, since the sum is of B and A reflected: its vertex (face) 2 i + 1
// along A's axis i is A's face 2 i, its octant (corner) c is A's corner 7 - c. An octant is three bits, bit m
// set on the positive side of axis m; its antipode is its complement.
//
// 1, 2. The static octants of three moving vertices, then of their antipodes: 6 vertex-octant pairs.
// 3. Vert: the axis whose bit the octants of a moving octant's three vertices share, if any, is the static
//    vertex in it: 6 octant-vertex pairs.
// 4. Each static edge separates two octants; if both hold a moving vertex, the moving edge between these
//    crosses it: 6 edge-edge pairs.
// 5. About a static octant without a vertex: each of its three border edges is crossed by both moving edges
//    that leave the vertex beyond it for those beyond the other two: 6 pairs. (The page's formula is lost.)
// 6. Their antipodes: 6 pairs.
//
// If the normals are not perpendicular (affine boxes, zeros taken for either sign) the octants do not
// determine the edges; then each pair's corner is found from the signs of the arms along its own normal.
#include "boxes/pairs/orientation.h"
#include "boxes/pairs/box_numbers.h"

#include <string.h>

enum { OCTANTS = 8, NOTHING = -1 };

// Maps the reflected box's number to A's.
static inline int32_t reflectFace(int face) {
    return face ^ 1;
}

static inline int32_t reflectCorner(int corner) {
    return corner ^ 7;
}

static inline int32_t reflectEdge(int edge) {
    return edge ^ 3;
}

static inline int getOctant(int8_t x, int8_t y, int8_t z) {
    return (x > 0) | (y > 0) << 1 | (z > 0) << 2;
}

// Returns the edge between two faces of different axes.
static inline int getEdgeBetween(int faceA, int faceB) {
    int axisA = faceA >> 1, axisB = faceB >> 1;
    return cdGetBoxEdge(3 - axisA - axisB, (faceA & 1) << axisA | (faceB & 1) << axisB);
}

// Locations by the sampled signs: the octants of the moving vertices, and the vertex in each octant.
typedef struct Spheres {
    int octantOf[CD_BOX_FACES]; // static octant of a moving vertex
    int8_t movingIn[OCTANTS];   // moving vertex in a static octant, or NOTHING
    int8_t staticIn[OCTANTS];   // static vertex in a moving octant, or NOTHING
    int freeOctant;             // a static one without a vertex
} Spheres;

// Steps 1 and 2; false: two vertices in an octant.
static bool findMovingOctants(const cdBoxSigns *signs, Spheres *spheres) {
    memset(spheres->movingIn, NOTHING, sizeof spheres->movingIn);
    for (int i = 0; i < 3; i++) {
        const int8_t *s = signs->signsA[i];
        int octant = getOctant(s[0], s[1], s[2]);
        if (spheres->movingIn[octant] != NOTHING) return false;
        spheres->octantOf[2 * i + 1] = octant;
        spheres->octantOf[2 * i] = octant ^ 7;
        spheres->movingIn[octant] = (int8_t)(2 * i + 1);
        spheres->movingIn[octant ^ 7] = (int8_t)(2 * i);
    }
    return true;
}

// Step 3; false: two vertices in an octant.
static bool findStaticOctants(Spheres *spheres) {
    static const int8_t vertexOfBit[OCTANTS] = {NOTHING, 1, 3, NOTHING, 5, NOTHING, NOTHING, NOTHING};
    int found = 0;
    for (int c = 0; c < OCTANTS / 2; c++) {
        int x = spheres->octantOf[c & 1], y = spheres->octantOf[2 + (c >> 1 & 1)], z = spheres->octantOf[4];
        int both = x & y & z, neither = ~(x | y | z) & 7, vertex = vertexOfBit[both | neither];
        if (vertex == NOTHING && (both | neither) != 0) return false;
        if (vertex != NOTHING && both == 0) vertex--;
        spheres->staticIn[c] = (int8_t)vertex;
        spheres->staticIn[c ^ 7] = (int8_t)(vertex == NOTHING ? NOTHING : vertex ^ 1);
        found += vertex != NOTHING;
    }
    return found == 3;
}

// Finds a free octant; false if the moving vertices beyond its borders turn about it the other way: signs of
// a mirror image. The vectors (-1, 1, 1), (1, -1, 1), (1, 1, -1) about the octant (1, 1, 1) are right-handed.
static bool turnsRight(Spheres *spheres) {
    const int8_t *movingIn = spheres->movingIn;
    int octant = 0;
    while (movingIn[octant] != NOTHING)
        octant++;
    spheres->freeOctant = octant;
    int x = movingIn[octant ^ 1], y = movingIn[octant ^ 2], z = movingIn[octant ^ 4];
    bool isCyclic = cdGetNextAxis(x >> 1) == y >> 1;
    bool isSameSide = ((x ^ y ^ z ^ octant ^ octant >> 1 ^ octant >> 2) & 1) == 0;
    return isCyclic == isSameSide;
}

static inline cdBoxPair makeEdgePair(int movingEdge, int32_t staticEdge) {
    return (cdBoxPair){CD_EDGE_EDGE, reflectEdge(movingEdge), staticEdge};
}

// Step 4. An edge along an axis ends at two corners, the octants on its two sides.
static cdBoxPair *crossStaticEdges(const Spheres *spheres, cdBoxPair *pair) {
    for (int edge = 0; edge < CD_BOX_EDGES; edge++) {
        int corner = cdGetBoxEdgeCorner(edge);
        int v1 = spheres->movingIn[corner], v2 = spheres->movingIn[corner | 1 << (edge >> 2)];
        if (v1 == NOTHING || v2 == NOTHING) continue;
        *pair++ = makeEdgePair(getEdgeBetween(v1, v2), edge);
    }
    return pair;
}

// Steps 5 and 6.
static cdBoxPair *surroundFreeOctant(const Spheres *spheres, cdBoxPair *pair) {
    int octant = spheres->freeOctant;
    cdBoxPair *first = pair;
    for (int i = 0; i < 3; i++) {
        int v = spheres->movingIn[octant ^ 1 << i];
        for (int k = 0; k < 3; k++) {
            if (k == i) continue;
            int other = spheres->movingIn[octant ^ 1 << k];
            *pair++ = makeEdgePair(getEdgeBetween(v, other), cdGetBoxEdge(i, octant));
        }
    }
    for (int k = 0; k < 6; k++)
        *pair++ = (cdBoxPair){CD_EDGE_EDGE, first[k].a ^ 3, first[k].b ^ 3};
    return pair;
}

bool cdMatchOctants(const cdBoxSigns *signs, cdBoxPair pairs[CD_BOX_PLANES]) {
    Spheres spheres;
    if (!findMovingOctants(signs, &spheres) || !findStaticOctants(&spheres)) return false;
    if (!turnsRight(&spheres)) return false;
    cdBoxPair *pair = pairs;
    for (int i = 0; i < 3; i++) // 1
        *pair++ = (cdBoxPair){CD_FACE_VERTEX, reflectFace(2 * i + 1), spheres.octantOf[2 * i + 1]};
    for (int i = 0; i < 3; i++) // 2
        *pair++ = (cdBoxPair){CD_FACE_VERTEX, reflectFace(2 * i), spheres.octantOf[2 * i]};
    for (int c = 0; c < OCTANTS; c++) // 3
        if (spheres.staticIn[c] != NOTHING)
            *pair++ = (cdBoxPair){CD_VERTEX_FACE, reflectCorner(c), spheres.staticIn[c]};
    pair = crossStaticEdges(&spheres, pair);
    surroundFreeOctant(&spheres, pair);
    return true;
}

// For e_i x f_m: A's arm j goes with - n_k . f_m, k with n_j . f_m; B's arm n with g_o . e_i, o with - g_n .
// e_i (i, j, k and m, n, o cyclic, n and g the boxes' own normals).
static cdBoxPair matchEdges(const cdBoxSigns *signs, int i, int m) {
    int j = cdGetNextAxis(i), k = cdGetLastAxis(i), n = cdGetNextAxis(m), o = cdGetLastAxis(m);
    int cornerA = (signs->signsA[k][m] < 0) << j | (signs->signsA[j][m] > 0) << k;
    int cornerB = (signs->signsB[i][o] > 0) << n | (signs->signsB[i][n] < 0) << o;
    return makeEdgePair(cdGetBoxEdge(i, cornerA), cdGetBoxEdge(m, cornerB));
}

void cdMatchArms(const cdBoxSigns *signs, cdBoxPair pairs[CD_BOX_PLANES]) {
    for (int i = 0; i < 3; i++) {
        const int8_t *s = signs->signsA[i];
        int octantB = getOctant(s[0], s[1], s[2]);
        int octantA = getOctant(signs->signsB[0][i], signs->signsB[1][i], signs->signsB[2][i]);
        pairs[i] = (cdBoxPair){CD_FACE_VERTEX, reflectFace(2 * i + 1), octantB};
        pairs[3 + i] = (cdBoxPair){CD_FACE_VERTEX, reflectFace(2 * i), octantB ^ 7};
        pairs[6 + i] = (cdBoxPair){CD_VERTEX_FACE, reflectCorner(octantA), 2 * i + 1};
        pairs[9 + i] = (cdBoxPair){CD_VERTEX_FACE, reflectCorner(octantA ^ 7), 2 * i};
        for (int m = 0; m < 3; m++) {
            cdBoxPair *pair = &pairs[12 + 3 * i + m];
            pair[0] = matchEdges(signs, i, m);
            pair[9] = (cdBoxPair){CD_EDGE_EDGE, pair[0].a ^ 3, pair[0].b ^ 3};
        }
    }
}

void cdMatchFeatures(const cdBoxSigns *signs, bool rectangular, cdBoxPair pairs[CD_BOX_PLANES]) {
    bool same = rectangular || memcmp(signs->signsA, signs->signsB, sizeof signs->signsA) == 0;
    if (!same || !cdMatchOctants(signs, pairs)) cdMatchArms(signs, pairs);
}

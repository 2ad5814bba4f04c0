// A deformable: a cloth whose vertices move linearly in a step touches a spike and a bar.
//
// Meshes of the library are rigid. A deforming mesh is tested element by element: each vertex with each
// triangle of the other mesh, and each edge with each edge. The cloth, 4 by 4 cells on [-1, 1]^2, starts at
// height 2, and its vertices fall by 2 + x: at time t it is the plane y = 2 - t (2 + x). The spike's apex at
// (0.5, 1, 0.125) touches one of its faces at t = 0.4. The bar, an edge along z at x = 0.25 and height 0.5,
// touches its edges at t = 2 / 3. A point beside the cloth never touches it.
#include "common.h"

enum { CELLS = 4, VERTICES = (CELLS + 1) * (CELLS + 1), TRIANGLES = 2 * CELLS * CELLS };

typedef struct Cloth {
    cdVec3 start[VERTICES], end[VERTICES];
    int32_t triangles[TRIANGLES][3];
} Cloth;

static void makeCloth(Cloth *cloth) {
    for (int32_t i = 0; i < VERTICES; i++) {
        int column = i / (CELLS + 1), row = i % (CELLS + 1);
        double x = -1.0 + 0.5 * column, z = -1.0 + 0.5 * row;
        cloth->start[i] = cdMakeVec3(x, 2.0, z);
        cloth->end[i] = cdMakeVec3(x, 2.0 - (2.0 + x), z);
    }
    for (int32_t i = 0; i < TRIANGLES; i++) {
        int32_t cell = i / 2, corner = cell / CELLS * (CELLS + 1) + cell % CELLS;
        cloth->triangles[i][0] = corner;
        cloth->triangles[i][1] = corner + (i % 2 ? 1 : CELLS + 2);
        cloth->triangles[i][2] = corner + (i % 2 ? CELLS + 2 : CELLS + 1);
    }
}

// Copies vertices of the cloth into the four points of a test.
static void putCloth(cdLinearInput *input, int first, const Cloth *cloth, const int32_t *corners, int count) {
    for (int i = 0; i < count; i++) {
        input->start[first + i] = cloth->start[corners[i]];
        input->end[first + i] = cloth->end[corners[i]];
    }
}

// Keeps the earlier of two contacts. An undecided test would have to count as contact at once.
static void keepEarlier(cdLinearContact *earliest, const cdLinearInput *input) {
    cdLinearContact found = cdFindLinearContact(input);
    expect(found.state != CD_UNDECIDED, "a decided test");
    if (found.state == CD_CONTACT && found.t.lo < earliest->t.lo) *earliest = found;
}

static cdLinearContact makeNoContact(void) {
    cdLinearContact none = CD_ZERO;
    none.state = CD_FREE;
    none.t.lo = none.t.hi = 1.0;
    return none;
}

// First contact of a fixed point with all triangles of the cloth.
static cdLinearContact meetPoint(const Cloth *cloth, cdVec3 point) {
    cdLinearContact earliest = makeNoContact();
    cdLinearInput input = CD_ZERO;
    input.kind = CD_VERTEX_FACE; // point 0, triangle 1 2 3
    input.start[0] = input.end[0] = point;
    for (int i = 0; i < TRIANGLES; i++) {
        putCloth(&input, 1, cloth, cloth->triangles[i], 3);
        keepEarlier(&earliest, &input);
    }
    return earliest;
}

// First contact of a fixed edge with all edges of the cloth; edges between two triangles are tested twice.
static cdLinearContact meetEdge(const Cloth *cloth, cdVec3 p, cdVec3 q) {
    cdLinearContact earliest = makeNoContact();
    cdLinearInput input = CD_ZERO;
    input.kind = CD_EDGE_EDGE; // edge 0 1, edge 2 3
    input.start[0] = input.end[0] = p;
    input.start[1] = input.end[1] = q;
    for (int i = 0; i < TRIANGLES; i++) {
        for (int k = 0; k < 3; k++) {
            const int32_t edge[2] = {cloth->triangles[i][k], cloth->triangles[i][(k + 1) % 3]};
            putCloth(&input, 2, cloth, edge, 2);
            keepEarlier(&earliest, &input);
        }
    }
    return earliest;
}

int main(void) {
    static Cloth cloth;
    expect(cdIsCompatible(), "the library that these headers belong to");
    makeCloth(&cloth);

    cdLinearContact spike = meetPoint(&cloth, cdMakeVec3(0.5, 1.0, 0.125));
    printf("the spike: %s in [%.9f, %.9f]\n", cdGetStateName(spike.state), spike.t.lo, spike.t.hi);
    expect(spike.state == CD_CONTACT, "contact with the spike");
    expectNear(spike.t.lo, 0.4, 1e-9, "time of contact with the spike");

    cdLinearContact bar = meetEdge(&cloth, cdMakeVec3(0.25, 0.5, -3.0), cdMakeVec3(0.25, 0.5, 3.0));
    printf("the bar: %s in [%.9f, %.9f]\n", cdGetStateName(bar.state), bar.t.lo, bar.t.hi);
    expect(bar.state == CD_CONTACT, "contact with the bar");
    expectNear(bar.t.lo, 2.0 / 3.0, 1e-9, "time of contact with the bar");

    cdLinearContact beside = meetPoint(&cloth, cdMakeVec3(1.5, 1.0, 0.125));
    expect(beside.state == CD_FREE, "no contact beside the cloth");
    return 0;
}

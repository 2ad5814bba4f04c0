// Shells: the connected parts of the surface, and a test of their orientation.
//
// Input: a mesh with twins. Output: the number of shells; or a refusal, if a shell encloses no volume or its
// triangles point inwards. A shell inside an even number of other shells bounds matter from outside, and its
// volume (divergence theorem) must be positive; inside an odd number it bounds a cavity, and its volume must
// be negative.
//
// 1. Shells by walking across edges. 2. Volume, area and centroid of each; flat if the mean thickness 2 V / A
// is within the tolerance. 3. The number of shells around one of its vertices, by the parity of the triangles
// that a ray along +x passes, decided by exact signs: an edge counts if the ray's height is in its half-open
// range, so a ray through an edge or a vertex counts the triangles around it once. A vertex on another shell
// is undecided, and another is tried. Features that need not enclose anything have no shells.
#include "solid/brep/brep_build.h"

#include "foundation/numbers/predicates.h"
#include "foundation/numbers/rounding.h"

typedef struct Shell {
    cdBox3 box;
    double volume, area;
    cdVec3 moment; // 24 times the integral of the position over the volume, divided by the tree's unit^3
    int32_t firstTriangle;
} Shell;

// --- 1. walk
// ----------------------------------------------------------------------------------------------------

static void markShell(const cdBrepBuild *build, int32_t *shells, int32_t *stack, int32_t shell,
                      int32_t seed) {
    int32_t count = 0;
    shells[seed] = shell;
    stack[count++] = seed;
    while (count > 0) {
        int32_t triangle = stack[--count];
        for (int32_t k = 0; k < 3; k++) {
            int32_t other = build->twins[3 * triangle + k] / 3;
            if (shells[other] >= 0) continue;
            shells[other] = shell;
            stack[count++] = other;
        }
    }
}

// Finds the shell of each triangle; -1: folded.
static int32_t *markShells(cdBrepBuild *build) {
    int32_t triangleCount = build->mesh->triangleCount;
    int32_t *shells = cdTakeBrepArray(build, (size_t)triangleCount, sizeof(int32_t));
    int32_t *stack = cdTakeBrepArray(build, (size_t)triangleCount, sizeof(int32_t));
    if (shells == NULL || stack == NULL) return NULL;
    for (int32_t t = 0; t < triangleCount; t++)
        shells[t] = -1;
    for (int32_t t = 0; t < triangleCount; t++) {
        if (shells[t] >= 0 || cdIsFoldedTriangle(build->mesh, t)) continue;
        markShell(build, shells, stack, build->brep.shellCount++, t);
    }
    cdGiveBackBrepArray(build, stack);
    return shells;
}

// --- 2. measure
// -------------------------------------------------------------------------------------------------

static void addPointToBox(cdBox3 *box, cdVec3 p) {
    box->lower = (cdVec3){cdMin(box->lower.x, p.x), cdMin(box->lower.y, p.y), cdMin(box->lower.z, p.z)};
    box->upper = (cdVec3){cdMax(box->upper.x, p.x), cdMax(box->upper.y, p.y), cdMax(box->upper.z, p.z)};
}

static void addTriangleToShell(Shell *shell, const cdVec3 corners[3], double unit) {
    cdVec3 cross = cdGetTriangleCross(corners[0], corners[1], corners[2]);
    double sixfold = cdDot(corners[0], cross);
    cdVec3 sum = cdAdd(cdAdd(corners[0], corners[1]), corners[2]);
    shell->volume += sixfold / 6.0;
    shell->area += 0.5 * cdGetLengthOfAnySize(cross);
    shell->moment = cdMulAdd(shell->moment, sixfold / unit / unit / unit, sum);
    for (int32_t k = 0; k < 3; k++)
        addPointToBox(&shell->box, corners[k]);
}

static void measureShells(const cdBrepBuild *build, const int32_t *shellOf, Shell *shells) {
    for (int32_t s = 0; s < build->brep.shellCount; s++) {
        shells[s].firstTriangle = -1;
        shells[s].box = (cdBox3){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    }
    for (int32_t t = 0; t < build->mesh->triangleCount; t++) {
        if (shellOf[t] < 0) continue;
        Shell *shell = &shells[shellOf[t]];
        cdVec3 corners[3];
        cdGetCorners(build->mesh, t, corners);
        if (shell->firstTriangle < 0) shell->firstTriangle = t;
        addTriangleToShell(shell, corners, build->mesh->tree.unit);
    }
}

static bool isFlat(const cdBrepBuild *build, const Shell *shell) {
    return !(fabs(shell->volume) > 0.5 * build->tolerance * shell->area);
}

// --- 3. surrounding shells
// ------------------------------------------------------------------------------------------

// True if the line through p along x passes left of the edge in the yz plane, at p's height.
static bool passesEdge(cdVec3 a, cdVec3 b, cdVec3 p) {
    if ((a.y > p.y) == (b.y > p.y)) return false;
    bool upwards = b.y > a.y;
    cdVec3 lower = upwards ? a : b, upper = upwards ? b : a;
    return cdGetOrientation2(lower.y, lower.z, upper.y, upper.z, p.y, p.z) > 0;
}

// True if the ray from p along +x passes the triangle. `touches`: p is in the triangle.
static bool passesTriangle(const cdVec3 t[3], cdVec3 p, bool *touches) {
    if (cdMax(t[0].x, cdMax(t[1].x, t[2].x)) < p.x) return false;
    bool inside = passesEdge(t[0], t[1], p) ^ passesEdge(t[1], t[2], p) ^ passesEdge(t[2], t[0], p);
    if (!inside) return false;
    int side = cdGetOrientation3(t[0], t[1], t[2], p);
    int facing = cdGetOrientation2(t[0].y, t[0].z, t[1].y, t[1].z, t[2].y, t[2].z); // normal's x
    *touches |= side == 0;
    return side * facing < 0;
}

static bool isInBox(const cdBox3 *box, cdVec3 p) {
    return p.x >= box->lower.x && p.x <= box->upper.x && p.y >= box->lower.y && p.y <= box->upper.y &&
           p.z >= box->lower.z && p.z <= box->upper.z;
}

// True if p, of one shell, is inside an odd number of others. `touches`: it is on one, so it is undecided.
static bool isAround(const cdBrepBuild *build, const int32_t *shellOf, const Shell *shells, int32_t own,
                     cdVec3 p, bool *touches) {
    bool odd = false;
    *touches = false;
    for (int32_t t = 0; t < build->mesh->triangleCount; t++) {
        int32_t shell = shellOf[t];
        if (shell < 0 || shell == own || !isInBox(&shells[shell].box, p)) continue;
        cdVec3 corners[3];
        cdGetCorners(build->mesh, t, corners);
        odd ^= passesTriangle(corners, p, touches);
    }
    return odd;
}

static bool hasBoxAround(const Shell *shells, int32_t shellCount, int32_t own) {
    for (int32_t s = 0; s < shellCount; s++) {
        const cdBox3 *a = &shells[s].box, *b = &shells[own].box;
        bool apart = a->lower.x > b->lower.x || a->lower.y > b->lower.y || a->lower.z > b->lower.z ||
                     a->upper.x < b->upper.x || a->upper.y < b->upper.y || a->upper.z < b->upper.z;
        if (s != own && !apart) return true;
    }
    return false;
}

static bool isCavity(const cdBrepBuild *build, const int32_t *shellOf, const Shell *shells, int32_t own) {
    enum { TRIES = 16 };
    const cdMesh *mesh = build->mesh;
    if (!hasBoxAround(shells, build->brep.shellCount, own)) return false;
    bool touches = true, odd = false;
    int32_t tries = 0;
    for (int32_t t = shells[own].firstTriangle; t < mesh->triangleCount && touches && tries < TRIES; t++) {
        if (shellOf[t] != own) continue;
        odd = isAround(build, shellOf, shells, own, mesh->vertices[mesh->triangles[3 * (size_t)t]], &touches);
        tries++;
    }
    return odd;
}

static bool addInsideOutShell(cdBrepBuild *build, const Shell *shell) {
    const cdMesh *mesh = build->mesh;
    cdDefect flaw = {.kind = CD_DEFECT_INSIDE_OUT, .vertexId = {-1, -1}};
    flaw.faceId[0] = mesh->faceIds[shell->firstTriangle], flaw.faceId[1] = -1;
    double unit = mesh->tree.unit, volume = shell->volume / unit / unit / unit;
    flaw.point = cdMulAdd(mesh->center, 1.0 / (24.0 * volume), shell->moment);
    return cdAddFlaw(build, flaw);
}

// @errors false: no memory
static bool checkShells(cdBrepBuild *build, const int32_t *shellOf, const Shell *shells) {
    bool anyFlat = false;
    for (int32_t s = 0; s < build->brep.shellCount; s++) {
        const Shell *shell = &shells[s];
        if (isFlat(build, shell)) {
            anyFlat = true;
        } else if ((shell->volume < 0.0) != isCavity(build, shellOf, shells, s)) {
            if (!addInsideOutShell(build, shell)) return false;
        }
    }
    if (anyFlat || build->brep.shellCount == 0) build->report.error = CD_BUILD_FLAT;
    if (build->report.countOfKind[CD_DEFECT_INSIDE_OUT] > 0) build->report.error = CD_BUILD_INSIDE_OUT;
    return true;
}

bool cdFindShells(cdBrepBuild *build) {
    if (build->hasBorders) return true;
    int32_t *shellOf = markShells(build);
    if (shellOf == NULL) return false;
    Shell *shells = cdTakeBrepArray(build, (size_t)build->brep.shellCount, sizeof(Shell));
    if (shells == NULL) return false;
    measureShells(build, shellOf, shells);
    if (!checkShells(build, shellOf, shells)) return false;
    cdGiveBackBrepArray(build, shells);
    cdGiveBackBrepArray(build, shellOf);
    return build->report.error == CD_BUILD_OK;
}
